/// Voxels of inner nodes, from the deepest level up. The points and voxels below a node are in Morton order, so the
/// samples of a cell are consecutive.
#include <new>

#include "lod/steps/run_tile.hpp"
#include "lod/tree/samples.hpp"

namespace dvdb::lod {

namespace {

/// Makes a voxel of each run of samples in the same cell. The parts of a leaf already have separate cells.
template <dvdb_lod_strategy kStrategy>
struct LevelSource {
  struct Segment {
    int64_t begin, end;
    const Voxel* samples;  // by item
    uint32_t offset;       // cell in the parent
    bool is_leaf;
  };
  struct Nothing {};
  ChildView children;
  int64_t n;
  int32_t half;  // half the grid size
  int32_t grid_log2;
  int32_t level;  // of the children
  uint64_t seed;
  const Voxel* parts;
  const Sums* part_sums;
  const Voxel* below;
  const Sums* below_sums;
  Voxel* out;
  Sums* out_sums;
  int64_t* out_firsts;
  int64_t* starts;  // [n_children + 1] voxels before those of a child

  DVDB_FN Nothing fetch(int64_t) const { return {}; }
  DVDB_FN Segment segment_at(int64_t i) const {
    const int64_t child = children.items.at(i);
    const int64_t begin = children.items.starts[child];
    const int64_t* own = children.cells + 3 * child;
    const bool is_leaf = children.is_leaf[child] != 0;
    const uint32_t offset =
        is_leaf ? 0 : pack_cell(uint32_t(own[0] & 1), uint32_t(own[1] & 1), uint32_t(own[2] & 1)) * uint32_t(half);
    return {begin, children.items.starts[child + 1], (is_leaf ? parts : below) + (children.sources[child] - begin),
            offset, is_leaf};
  }
  DVDB_FN Item item(const Segment& child, int64_t i, Nothing) const {
    const Voxel sample = child.samples[i];
    constexpr uint32_t kHalves = ~(1u << 9 | 1u << 19 | 1u << 29);  // bits that no other axis shifts to
    return {child.is_leaf ? sample.cell : (sample.cell >> 1 & kHalves) + child.offset, sample.rgba};
  }

  template <class Found>
  DVDB_FN void make(const Found& run) const {
    if (run.begins_segment()) starts[children.items.at(run.item())] = run.number;
    if (out_firsts != nullptr) out_firsts[run.number] = run.item();
    Voxel voxel{run.key(), run.shared.values[run.own]};
    if constexpr (kStrategy == DVDB_LOD_AVERAGE) {
      if (run.goes_on || run.end - run.own > 1) {
        Gather<kStrategy> gathered;
        gathered.add(run.shared.values + run.own, run.end - run.own);
        if (run.goes_on) go_on(run, run.first + run.end, gathered);
        voxel.rgba = gathered.color();
      }
    } else if constexpr (kStrategy != DVDB_LOD_FIRST) {
      Gather<kStrategy> gathered;
      go_on(run, run.item(), gathered);
      voxel.rgba = gathered.color();
      if (out_sums != nullptr) out_sums[run.number] = gathered.total();
    }
    out[run.number] = voxel;
  }
  DVDB_FN void finish(int64_t voxels) const {
    starts[children.items.n] = voxels;
    if (out_firsts != nullptr) out_firsts[voxels] = n;
  }

  /// Gathers the samples of a run from an item on.
  template <class Found>
  DVDB_FN void go_on(const Found& run, int64_t from, Gather<kStrategy>& gathered) const {
    const int64_t behind = run.first + run.end;
    const int64_t child = children.items.at(run.item());
    const Segment own = segment_at(run.item());
    for (int64_t i = from; i < (run.goes_on ? own.end : behind); ++i) {
      const Item sample = item(own, i, {});
      if (i >= behind && sample.key != run.key()) break;
      if constexpr (kStrategy == DVDB_LOD_POINT_MEAN) {
        gathered.add((own.is_leaf ? part_sums : below_sums)[children.sources[child] + (i - own.begin)]);
      } else {
        gathered.add(sample.value, kStrategy == DVDB_LOD_RANDOM && !own.is_leaf ? hash_of(child, own.samples[i]) : 0);
      }
    }
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
      : context_(context),
        request_(request),
        tree_(tree),
        leaf_memory_(context),
        table_memory_(context),
        hint_memory_(context),
        first_memory_(context) {}

  Status run() {
    const auto sample = request_.any_order ? sample_unordered_leaves : sample_leaves;
    DVDB_TRY(sample(context_, request_, tree_, leaf_memory_, parts_));
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
    Span<int64_t> firsts;
    if (means_points(request_.strategy)) DVDB_TRY(sums.memory.allocate(n, sums.sums));
    if (is_weighted(request_.strategy)) DVDB_TRY(first_memory_.allocate(n + 1, firsts));
    const Voxel* voxels_below = tree_.voxels[level + 1].voxels();
    const Sums* sums_below = below != nullptr ? below->sums.data : nullptr;
    const auto merge = [&]<dvdb_lod_strategy kStrategy>() {
      return make_runs(
          context_, LevelSource<kStrategy>{children, n, 1 << (tree_.grid_log2 - 1), tree_.grid_log2, level + 1,
                                           request_.seed, parts_.voxels, parts_.sums, voxels_below, sums_below, voxels,
                                           sums.sums.data, firsts.data, starts});
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
    if (is_weighted(request_.strategy)) DVDB_TRY(weigh(level, children, voxels, firsts.data, voxels_below));
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
      const bool inner = node.inner != 0;
      const size_t at = size_t(inner ? first + c : parts_.place[size_t(first + c)]);
      const int64_t begin = inner ? tree_.voxel_starts[at] : parts_.starts[at];
      items[c] = sum;
      sources[c] = begin;
      cells[3 * c] = node.x;
      cells[3 * c + 1] = node.y;
      cells[3 * c + 2] = node.z;
      is_leaf[c] = uint8_t(inner ? 0 : max_of(1u, node.voxel_shift));
      sum += (inner ? tree_.voxel_starts[at + 1] : parts_.ends[at]) - begin;
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

  /// Starts of each node's voxels in its level; the last node's end is kept one place further.
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

  Status weigh(int level, const ChildView& children, Voxel* voxels, const int64_t* firsts, const Voxel* below) {
    const int64_t first = tree_.level_starts[level];
    const int64_t end = tree_.level_starts[level + 1];
    std::unique_ptr<int64_t[]> starts(new (std::nothrow) int64_t[size_t(end - first + 1)]);
    std::unique_ptr<Vec3<uint32_t>[]> cells(new (std::nothrow) Vec3<uint32_t>[size_t(end - first)]);
    std::unique_ptr<NodeChildren[]> below_nodes(new (std::nothrow) NodeChildren[size_t(end - first)]);
    if (!starts || !cells || !below_nodes) return out_of_memory();
    int64_t n = 0;
    for (int64_t i = first; i < end; ++i) {
      const Node& node = tree_.nodes[size_t(i)];
      if (node.inner == 0) continue;
      starts[size_t(n)] = tree_.voxel_starts[size_t(i)];
      below_nodes[size_t(n)] = {node.first_child - end, node.children};
      cells[size_t(n++)] = {node.x, node.y, node.z};
    }
    starts[size_t(n)] = tree_.voxels[level].count;
    const int64_t count = tree_.voxels[level].count;
    return weigh_voxels(context_, request_, tree_,
                        {voxels, firsts, count, below, parts_.firsts, parts_.order, children, level, n, starts.get(),
                         cells.get(), below_nodes.get()});
  }

  /// Converts positions within levels to numbers over the whole tree.
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
  backend::Scratch first_memory_;
  std::unique_ptr<int64_t[]> child_starts_;  // voxels before each child of the level at hand
};

}  // namespace

Status make_voxels(Context& context, const Request& request, Tree& tree) {
  if (request.strategy == DVDB_LOD_NONE || tree.n_inner == 0) return {};
  return VoxelMaker(context, request, tree).run();
}

}  // namespace dvdb::lod
