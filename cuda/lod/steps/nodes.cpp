/// Nodes of sorted points, level by level: the octants of a node are found by binary search among its points.
#include <cstring>
#include <new>

#include "backend/api/launch.hpp"
#include "lod/tree/request.hpp"

namespace dvdb::lod {

namespace {

constexpr int kBounds = 9;  // of eight octants

/// Finds the first point of each octant of a node, and the end.
template <class Record>
struct FindOctants {
  const Record* points;
  const int64_t* ranges;  // [n_nodes, 2] begin, count
  int place;              // of the bit that tells octants apart
  int64_t* bounds;        // [n_nodes, kBounds]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t node = i / kBounds;
    const uint32_t octant = uint32_t(i % kBounds);
    int64_t low = ranges[2 * node];
    int64_t high = low + ranges[2 * node + 1];
    if (octant == 0) high = low;
    if (octant == 8) low = high;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (octant_of(points[middle], place) < octant) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    bounds[i] = low;
  }
};

/// A list of host numbers or nodes that grows; false when memory runs out.
template <class T>
class HostList {
 public:
  bool reserve(int64_t n) {
    if (n <= room_) return true;
    const int64_t wanted = max_of(n, 2 * room_);
    std::unique_ptr<T[]> more(new (std::nothrow) T[size_t(wanted)]);
    if (!more) return false;
    if (size > 0) std::memcpy(more.get(), items.get(), size_t(size) * sizeof(T));
    items = std::move(more);
    room_ = wanted;
    return true;
  }

  std::unique_ptr<T[]> items;
  int64_t size = 0;

 private:
  int64_t room_ = 0;
};

class NodeFinder {
 public:
  NodeFinder(Context& context, const Request& request, Tree& tree)
      : context_(context), request_(request), tree_(tree) {}

  Status run() {
    tree_.n_inner = 0;
    if (!nodes_.reserve(1)) return out_of_memory();
    nodes_.items[0] = {0, 0, 0, 0, 0, request_.n, -1, -1, 0, 0, 0};
    classify(nodes_.items[0]);
    nodes_.size = 1;
    int64_t begin = 0;
    int level = 0;
    for (; begin < nodes_.size; ++level) {
      tree_.level_starts[level] = begin;
      const int64_t end = nodes_.size;
      DVDB_TRY(find_children(begin, end, level));
      begin = end;
    }
    tree_.n_levels = level;
    tree_.level_starts[level] = nodes_.size;
    tree_.n_nodes = nodes_.size;
    tree_.nodes = std::move(nodes_.items);
    return {};
  }

 private:
  Status out_of_memory() { return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot build LOD: out of host memory"); }

  /// Decides whether a new node is inner, and what its points are if it is not.
  void classify(Node& node) const {
    if (node.level < request_.root_level) {
      node.inner = 1;
    } else if (request_.n_known == 0) {
      node.inner = node.count >= request_.points_per_leaf && node.level < request_.max_depth ? 1 : 0;
    } else {
      const int64_t* own = find_known(node);
      if (own == nullptr) return;
      const bool has_voxels = own[DVDB_LOD_KNOWN_KIND] != 0;
      node.inner = !has_voxels && node.level < request_.max_depth ? 1 : 0;
      node.voxel_shift = has_voxels ? uint32_t(max_of(0, tree_.frame.bits - node.level - tree_.grid_log2)) + 1 : 0;
    }
  }
  const int64_t* find_known(const Node& node) const {
    int64_t low = 0;
    int64_t high = request_.n_known;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      const int64_t* own = request_.known + middle * DVDB_LOD_KNOWN_COUNT;
      const Vec3<uint32_t> cell{uint32_t(own[DVDB_LOD_KNOWN_X]), uint32_t(own[DVDB_LOD_KNOWN_Y]),
                                uint32_t(own[DVDB_LOD_KNOWN_Z])};
      const int64_t level = own[DVDB_LOD_KNOWN_LEVEL];
      const int order = level != node.level ? (level < node.level ? -1 : 1) : compare_cells(cell, node);
      if (order == 0) return own;
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return nullptr;
  }

  Status find_children(int64_t begin, int64_t end, int level) {
    int64_t n = 0;
    for (int64_t i = begin; i < end; ++i) n += nodes_.items[i].inner;
    if (n == 0) return {};
    tree_.n_inner += n;
    std::unique_ptr<int64_t[]> ranges(new (std::nothrow) int64_t[size_t(2 * n)]);
    std::unique_ptr<int64_t[]> bounds(new (std::nothrow) int64_t[size_t(kBounds * n)]);
    if (!ranges || !bounds || !nodes_.reserve(end + 8 * n)) return out_of_memory();
    int64_t at = 0;
    for (int64_t i = begin; i < end; ++i) {
      if (nodes_.items[i].inner == 0) continue;
      ranges[2 * at] = nodes_.items[i].begin;
      ranges[2 * at + 1] = nodes_.items[i].count;
      ++at;
    }
    DVDB_TRY(search(n, level, ranges.get(), bounds.get()));
    at = 0;
    for (int64_t i = begin; i < end; ++i) {
      if (nodes_.items[i].inner != 0) add_children(i, bounds.get() + kBounds * at++);
    }
    return {};
  }

  Status search(int64_t n, int level, const int64_t* ranges, int64_t* bounds) {
    backend::Scratch range_memory(context_);
    backend::Scratch bound_memory(context_);
    Span<int64_t> own_ranges;
    Span<int64_t> own_bounds;
    DVDB_TRY(range_memory.allocate(2 * n, own_ranges));
    DVDB_TRY(bound_memory.allocate(kBounds * n, own_bounds));
    DVDB_TRY(backend::upload(context_, own_ranges.data, ranges, own_ranges.size * 8));
    const int place = tree_.frame.bits - level - 1;
    DVDB_TRY(with_points(tree_, [&]<class Record>(Record* points) {
      return backend::for_each(context_, kBounds * n,
                               FindOctants<Record>{points, own_ranges.data, place, own_bounds.data}, 64);
    }));
    return backend::download(context_, bounds, own_bounds.data, own_bounds.size * 8);
  }

  void add_children(int64_t parent, const int64_t* bounds) {
    for (uint32_t octant = 0; octant < 8; ++octant) {
      const int64_t count = bounds[octant + 1] - bounds[octant];
      if (count == 0) continue;
      Node& up = nodes_.items[parent];
      if (up.first_child < 0) up.first_child = nodes_.size;
      up.children |= 1u << octant;
      const int level = up.level + 1;
      Node& node = nodes_.items[nodes_.size++];
      node = {up.x << 1 | octant >> 2,
              up.y << 1 | (octant >> 1 & 1),
              up.z << 1 | (octant & 1),
              level,
              bounds[octant],
              count,
              parent,
              -1,
              0,
              0,
              0};
      classify(node);
    }
  }

  Context& context_;
  const Request& request_;
  Tree& tree_;
  HostList<Node> nodes_;
};

}  // namespace

Status find_nodes(Context& context, const Request& request, Tree& tree) {
  if (request.n > 0) DVDB_TRY(NodeFinder(context, request, tree).run());
  tree.voxel_starts.reset(new (std::nothrow) int64_t[size_t(tree.n_nodes + 1)]());
  if (tree.voxel_starts) return {};
  return fail(context, DVDB_OUT_OF_MEMORY, "Cannot build LOD: out of host memory");
}

}  // namespace dvdb::lod
