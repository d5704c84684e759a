/// Colors of voxels as weighted means over the samples around their centers.
///
/// A sample at distance d from the center, in cells, d < 1, has the weight floor(256 (1 - d)), in single precision.
/// Sums are integers, so their order does not matter: on a GPU each sample finds the voxels that it reaches, on the CPU
/// each voxel finds its samples.
#include <cmath>

#include "lod/weights/weigh_block.hpp"

namespace dvdb::lod {

namespace {

/// Lists the blocks that have voxels, in parts, by their first bricks.
struct ListBlocks {
  Lookup lookup;
  int64_t n_bricks;
  int most;  // voxels of a part
  BlockPart* out;
  int64_t* total;

  DVDB_FN uint32_t block_of(int64_t brick) const {
    return lookup.bricks[brick].place >> (3 * (kBlockLog2 - kBrickLog2));
  }
  DVDB_FN int64_t node_of(int64_t brick) const { return last_not_above(lookup.brick_starts, lookup.n_nodes, brick); }
  DVDB_FN int voxels_of(int64_t brick, int64_t node) const {
    int64_t next = brick + 1;
    while (next < lookup.brick_starts[node + 1] && block_of(next) == block_of(brick)) ++next;
    const int64_t end = next < lookup.brick_starts[node + 1] ? lookup.bricks[next].first
                                                             : lookup.starts[node + 1] - lookup.starts[node];
    return int(end - lookup.bricks[brick].first);
  }

  DVDB_FN uint64_t count(int64_t i) const {
    if (i > 0 && block_of(i) == block_of(i - 1) && lookup.bricks[i].first != 0) return 0;
    return uint64_t((voxels_of(i, node_of(i)) + most - 1) / most);
  }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    if (i + 1 == n_bricks) *total = int64_t(before + count);
    if (count == 0) return;
    const int64_t node = node_of(i);
    const int voxels = voxels_of(i, node);
    for (uint64_t k = 0; k < count; ++k)
      out[before + k] = {lookup.starts[node] + lookup.bricks[i].first, node, voxels, int(k) * most};
  }
};

/// Computes the voxels that were too crowded to be summed by blocks.
template <class Record>
struct WeighCrowded {
  static constexpr int kMost = WeighBlock<Record>::kMost;
  WeighBlock<Record> block;

  DVDB_FN void operator()(int64_t i) const {
    const BlockPart part = block.parts.items[block.parts.crowded[i / kMost]];
    const int64_t k = i % kMost;
    if (k < block.count_of(part)) block.one.weigh(part.first + part.begin + k, part.node);
  }
};

template <class Record>
Status weigh_blocks(Context& context, const WeighVoxel<Record>& one) {
  using Block = WeighBlock<Record>;
  int64_t counts[2] = {};  // of bricks; then of tiles, and of crowded ones
  DVDB_TRY(backend::download(context, counts, one.lookup.brick_starts + one.lookup.n_nodes, 8));
  const int64_t n_bricks = counts[0];
  backend::ScratchArray<BlockPart> parts(context);
  backend::ScratchArray<int64_t> crowded(context);
  backend::ScratchArray<int64_t> seen(context);
  DVDB_TRY(parts.allocate(n_bricks));
  DVDB_TRY(seen.allocate(2));
  DVDB_TRY(backend::fill(context, seen.data, 0, 8, 16));
  DVDB_TRY(
      backend::for_each_scan(context, n_bricks, ListBlocks{one.lookup, n_bricks, Block::kMost, parts.data, seen.data}));
  DVDB_TRY(backend::download(context, counts, seen.data, 8));
  DVDB_TRY(crowded.allocate(counts[0]));
  const Block block{one, {parts.data, crowded.data, reinterpret_cast<uint64_t*>(seen.data + 1)}};
  DVDB_TRY(backend::for_each_tile(context, counts[0], block));
  DVDB_TRY(backend::download(context, counts, seen.data, 16));
  return backend::for_each(context, counts[1] * Block::kMost, WeighCrowded<Record>{block}, 256);
}

}  // namespace

Status weigh_voxels(Context& context, const Request& request, const Tree& tree, const WeightedLevel& level) {
  const int64_t n_nodes = level.n_nodes;
  Lookup lookup{level.voxels, nullptr,        nullptr,
                nullptr,      nullptr,        nullptr,
                n_nodes,      tree.grid_log2, choose_table_bits(tree.grid_log2, n_nodes, level.n)};
  const int64_t table_size = n_nodes * (lookup.parts() + 1);
  backend::Layout layout;
  const int64_t start_offset = layout.reserve<int64_t>(n_nodes + 1);
  const int64_t brick_start_offset = layout.reserve<int64_t>(n_nodes + 1);
  const int64_t cell_offset = layout.reserve<Vec3<uint32_t>>(n_nodes);
  const int64_t child_offset = layout.reserve<NodeChildren>(n_nodes);
  const int64_t brick_offset = layout.reserve<Brick>(level.n);
  const int64_t table_offset = layout.reserve<uint32_t>(table_size);
  backend::Scratch memory(context);
  backend::Scratch hint_memory(context);
  DVDB_TRY(memory.allocate(layout.bytes()));
  uint8_t* base = static_cast<uint8_t*>(memory.data());
  int64_t* starts = reinterpret_cast<int64_t*>(base + start_offset);
  auto* cells = reinterpret_cast<Vec3<uint32_t>*>(base + cell_offset);
  auto* children = reinterpret_cast<NodeChildren*>(base + child_offset);
  lookup.starts = starts;
  lookup.nodes = cells;
  lookup.bricks = reinterpret_cast<Brick*>(base + brick_offset);
  lookup.brick_starts = reinterpret_cast<int64_t*>(base + brick_start_offset);
  lookup.table = reinterpret_cast<uint32_t*>(base + table_offset);
  DVDB_TRY(backend::upload(context, starts, level.node_starts, (n_nodes + 1) * 8));
  DVDB_TRY(backend::upload(context, cells, level.node_cells, n_nodes * int64_t(sizeof(Vec3<uint32_t>))));
  DVDB_TRY(backend::upload(context, children, level.node_children, n_nodes * int64_t(sizeof(NodeChildren))));
  Intervals nodes{starts, nullptr, n_nodes};
  DVDB_TRY(find_hints(context, level.n, hint_memory, nodes));
  DVDB_TRY(make_runs(context, BrickSource{lookup, nodes, level.n}));
  DVDB_TRY(backend::for_each(context, table_size, FillTable{lookup}));
  const int shift = tree.frame.bits - level.level - tree.grid_log2;
  const float scale = std::ldexp(1.0f, -(shift + 1));
  const float limit = std::ldexp(1.0f, 2 * (shift + 1));
  const bool across = request.strategy == DVDB_LOD_WEIGHTED_ACROSS;
  return with_points(tree, [&]<class Record>(Record* points) {
    const WeighVoxel<Record> one{lookup,      nodes,       points,         level.firsts, level.part_firsts,
                                 level.order, level.below, level.children, children,     shift,
                                 scale,       limit,       across};
    if (tree.grid_log2 > kBlockLog2 && shift + 1 < kExactShift) return weigh_blocks(context, one);
    return backend::for_each(context, level.n, one, 256);
  });
}

}  // namespace dvdb::lod
