/// Voxels of inner nodes, from the deepest level up: what lies below a node is in Morton order, so that the samples of a
/// cell are neighbours.
#include <new>

#include "lod/samples.hpp"

namespace dvdb::lod {

namespace {

/// The children of a level's inner nodes, which are all nodes of the next level.
struct ChildView {
  Intervals items;          // samples: parts of leaves, voxels of inner nodes
  const int64_t* sources;   // [n] first part, or first voxel
  const int64_t* cells;     // [n, 3]
  const uint8_t* is_leaf;   // [n] 0, 1 for leaves, more where their points stand for voxels
};

template <dvdb_lod_strategy kStrategy>
struct MergeSamples {
  ChildView children;
  int64_t n;
  int32_t half;  // half the grid size
  int32_t grid_log2;
  int32_t level;  // of the children
  uint64_t seed;
  const Voxel* parts;
  const Sums* part_sums;
  const int64_t* part_firsts;
  const Voxel* below;
  const Sums* below_sums;
  Voxel* out;
  Sums* out_sums;
  Run* out_runs;
  int64_t* starts;  // [n_children + 1] voxels before those of a child

  DVDB_FN Vec3<uint32_t> parent_cell(int64_t child, const Voxel& v) const {
    const Vec3<uint32_t> cell = cell_of(v);
    const int64_t* own = children.cells + 3 * child;
    const uint32_t step = uint32_t(half);
    return {(cell.x >> 1) + step * uint32_t(own[0] & 1), (cell.y >> 1) + step * uint32_t(own[1] & 1), (cell.z >> 1) + step * uint32_t(own[2] & 1)};
  }
  DVDB_FN static bool shares_cell(const Voxel& a, const Voxel& b) { return ((a.cell ^ b.cell) & ~(1u | 1u << 10 | 1u << 20)) == 0; }

  DVDB_FN uint64_t count(int64_t i) const {
    const int64_t child = children.items.at(i);
    const int64_t j = i - children.items.starts[child];
    if (j == 0 || children.is_leaf[child] != 0) return 1;
    const Voxel* own = below + children.sources[child] + j;
    return shares_cell(own[0], own[-1]) ? 0 : 1;
  }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    const int64_t child = children.items.at(i);
    const int64_t j = i - children.items.starts[child];
    if (j == 0) starts[child] = int64_t(before);
    if (i == n - 1) starts[children.items.n] = int64_t(before + count);
    if (count == 0) return;
    if (children.is_leaf[child] != 0) {
      take_part(int64_t(before), child, children.sources[child] + j);
    } else {
      merge(int64_t(before), child, children.sources[child] + j, children.items.starts[child + 1] - i);
    }
  }

  DVDB_FN void take_part(int64_t at, int64_t child, int64_t part) const {
    out[at] = parts[part];
    if (out_sums != nullptr) out_sums[at] = part_sums[part];
    if (out_runs != nullptr) out_runs[at] = {part_firsts[part], part_firsts[part + 1], child};
  }

  DVDB_FN void merge(int64_t at, int64_t child, int64_t first, int64_t left) const {
    const Vec3<uint32_t> cell = parent_cell(child, below[first]);
    int64_t end = first + 1;
    while (end < first + left && shares_cell(below[end], below[first])) ++end;
    Voxel voxel{pack_cell(cell.x, cell.y, cell.z), below[first].rgba};
    if constexpr (kStrategy != DVDB_LOD_FIRST) {
      Gather<kStrategy> gathered;
      for (int64_t i = first; i < end; ++i) {
        if constexpr (kStrategy == DVDB_LOD_POINT_MEAN) {
          gathered.add(below_sums[i]);
        } else {
          gathered.add(below[i].rgba, kStrategy == DVDB_LOD_RANDOM ? hash_of(child, below[i]) : 0);
        }
      }
      voxel.rgba = gathered.color();
      if (out_sums != nullptr) out_sums[at] = gathered.total();
    }
    out[at] = voxel;
    if (out_runs != nullptr) out_runs[at] = {first, end, child};
  }

  DVDB_FN uint64_t hash_of(int64_t child, const Voxel& v) const {
    const Vec3<uint32_t> cell = cell_of(v);
    const int64_t* own = children.cells + 3 * child;
    const auto whole = [this](int64_t node, uint32_t local) { return uint32_t(node << grid_log2) + local; };
    return sample_hash(seed, level, {whole(own[0], cell.x), whole(own[1], cell.y), whole(own[2], cell.z)}, v.rgba);
  }
};

/// Columns of one level that only the next one up needs.
struct LevelSums {
  explicit LevelSums(Context& context) : memory(context) {}
  backend::Scratch memory;
  Span<Sums> sums;
};

class VoxelMaker {
 public:
  VoxelMaker(Context& context, const Request& request, Tree& tree)
      : context_(context), request_(request), tree_(tree), leaf_memory_(context), table_memory_(context), hint_memory_(context), run_memory_(context) {}

  Status run() {
    DVDB_TRY(sample_leaves(context_, request_, tree_, leaf_memory_, parts_));
    std::unique_ptr<LevelSums> below;
    for (int level = tree_.n_levels - 2; level >= request_.root_level; --level) {
      std::unique_ptr<LevelSums> sums(new (std::nothrow) LevelSums(context_));
      if (!sums) return out_of_memory();
      DVDB_TRY(fill_level(level, below.get(), *sums));
      below = std::move(sums);
    }
    return number_voxels();
  }

 private:
  Status out_of_memory() { return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot build LOD: out of host memory"); }

  Status fill_level(int level, const LevelSums* below, LevelSums& sums) {
    ChildView children;
    int64_t n = 0;
    int64_t* starts = nullptr;
    DVDB_TRY(place_children(level + 1, children, starts, n));
    backend::Scratch voxel_memory(context_);
    DVDB_TRY(voxel_memory.allocate(n * int64_t(sizeof(Voxel)), backend::Use::kResult));
    Voxel* voxels = static_cast<Voxel*>(voxel_memory.data());
    Span<Run> runs;
    if (means_points(request_.strategy)) DVDB_TRY(sums.memory.allocate(n, sums.sums));
    if (is_weighted(request_.strategy)) DVDB_TRY(run_memory_.allocate(n, runs));
    const Voxel* voxels_below = tree_.voxels[level + 1].voxels();
    const Sums* sums_below = below != nullptr ? below->sums.data : nullptr;
    const auto merge = [&]<dvdb_lod_strategy kStrategy>() {
      return backend::for_each_scan(
          context_, n,
          MergeSamples<kStrategy>{children, n, 1 << (tree_.grid_log2 - 1), tree_.grid_log2, level + 1, request_.seed, parts_.voxels, parts_.sums,
                                  parts_.firsts, voxels_below, sums_below, voxels, sums.sums.data, runs.data, starts});
    };
    switch (request_.strategy) {
      case DVDB_LOD_RANDOM: DVDB_TRY(merge.template operator()<DVDB_LOD_RANDOM>()); break;
      case DVDB_LOD_AVERAGE: DVDB_TRY(merge.template operator()<DVDB_LOD_AVERAGE>()); break;
      case DVDB_LOD_POINT_MEAN: DVDB_TRY(merge.template operator()<DVDB_LOD_POINT_MEAN>()); break;
      default: DVDB_TRY(merge.template operator()<DVDB_LOD_FIRST>()); break;
    }
    DVDB_TRY(backend::download(context_, child_starts_.get(), starts, (children.items.n + 1) * 8));
    VoxelLevel& made = tree_.voxels[level];
    made.count = child_starts_[size_t(children.items.n)];
    DVDB_TRY(hold(context_, voxel_memory, made.storage));
    DVDB_TRY(note_starts(level));
    if (is_weighted(request_.strategy)) DVDB_TRY(weigh(level, children, voxels, runs.data, voxels_below));
    return {};
  }

  /// Puts what is known of a level's nodes where kernels can read it.
  Status place_children(int level, ChildView& children, int64_t*& starts, int64_t& n_items) {
    const int64_t first = tree_.level_starts[level];
    const int64_t n = tree_.level_starts[level + 1] - first;
    const int64_t words = (n + 1) + n + 3 * n + (n + 7) / 8;
    std::unique_ptr<int64_t[]> table(new (std::nothrow) int64_t[size_t(words)]);
    child_starts_.reset(new (std::nothrow) int64_t[size_t(n + 1)]);
    if (!table || !child_starts_) return out_of_memory();
    int64_t* items = table.get();
    int64_t* sources = items + n + 1;
    int64_t* cells = sources + n;
    uint8_t* is_leaf = reinterpret_cast<uint8_t*>(cells + 3 * n);
    int64_t sum = 0;
    for (int64_t c = 0; c < n; ++c) {
      const Node& node = tree_.nodes[size_t(first + c)];
      const int64_t* interval = node.inner != 0 ? &tree_.voxel_starts[size_t(first + c)] : &parts_.starts[size_t(parts_.place[size_t(first + c)])];
      items[c] = sum;
      sources[c] = interval[0];
      cells[3 * c] = node.x;
      cells[3 * c + 1] = node.y;
      cells[3 * c + 2] = node.z;
      is_leaf[c] = uint8_t(node.inner != 0 ? 0 : max_of(1u, node.voxel_shift));
      sum += interval[1] - interval[0];
    }
    items[n] = n_items = sum;
    DVDB_TRY(table_memory_.allocate((words + n + 1) * 8));
    int64_t* base = static_cast<int64_t*>(table_memory_.data());
    DVDB_TRY(backend::upload(context_, base, table.get(), words * 8));
    starts = base + words;
    children.items = {base, nullptr, n};
    children.sources = base + n + 1;
    children.cells = base + 2 * n + 1;
    children.is_leaf = reinterpret_cast<const uint8_t*>(base + 5 * n + 1);
    return find_hints(context_, sum, hint_memory_, children.items);
  }

  /// Where each node's voxels begin in its level; the last node's end is kept one place further.
  Status note_starts(int level) {
    const int64_t first = tree_.level_starts[level];
    const int64_t end = tree_.level_starts[level + 1];
    int64_t at = 0;
    for (int64_t i = first; i < end; ++i) {
      tree_.voxel_starts[size_t(i)] = at;
      const Node& node = tree_.nodes[size_t(i)];
      if (node.inner != 0) at = child_starts_[size_t(node.first_child + popcount(node.children) - end)];
    }
    tree_.voxel_starts[size_t(end)] = at;
    return {};
  }

  Status weigh(int level, const ChildView& children, Voxel* voxels, const Run* runs, const Voxel* below) {
    const int64_t first = tree_.level_starts[level];
    const int64_t end = tree_.level_starts[level + 1];
    std::unique_ptr<int64_t[]> starts(new (std::nothrow) int64_t[size_t(end - first + 1)]);
    std::unique_ptr<Vec3<uint32_t>[]> cells(new (std::nothrow) Vec3<uint32_t>[size_t(end - first)]);
    if (!starts || !cells) return out_of_memory();
    int64_t n = 0;
    for (int64_t i = first; i < end; ++i) {
      const Node& node = tree_.nodes[size_t(i)];
      if (node.inner == 0) continue;
      starts[size_t(n)] = tree_.voxel_starts[size_t(i)];
      cells[size_t(n++)] = {node.x, node.y, node.z};
    }
    starts[size_t(n)] = tree_.voxels[level].count;
    return weigh_voxels(context_, request_, tree_,
                        {voxels, runs, tree_.voxels[level].count, below, children.cells, children.is_leaf, level, n, starts.get(), cells.get()});
  }

  /// Turns places in levels into numbers of the whole tree.
  Status number_voxels() {
    int64_t before = 0;
    for (int level = 0; level < tree_.n_levels; ++level) {
      const int64_t first = tree_.level_starts[level];
      tree_.voxel_starts[size_t(first)] = before;  // it held the end of the level above
      for (int64_t i = first + 1; i < tree_.level_starts[level + 1]; ++i) tree_.voxel_starts[size_t(i)] += before;
      tree_.voxels[level].first = before;
      before += tree_.voxels[level].count;
    }
    tree_.voxel_starts[size_t(tree_.n_nodes)] = before;
    return {};
  }

  Context& context_;
  const Request& request_;
  Tree& tree_;
  LeafMemory leaf_memory_;
  LeafParts parts_;
  backend::Scratch table_memory_;
  backend::Scratch hint_memory_;
  backend::Scratch run_memory_;
  std::unique_ptr<int64_t[]> child_starts_;  // voxels before each child of the level at hand
};

}  // namespace

Status make_voxels(Context& context, const Request& request, Tree& tree) {
  if (request.strategy == DVDB_LOD_NONE || tree.n_inner == 0) return {};
  return VoxelMaker(context, request, tree).run();
}

}  // namespace dvdb::lod
