/// Colours of voxels as weighted means over the samples around their centres.
///
/// A sample that lies d cells from the centre, d < 1, weighs floor(256 (1 - d)), in single precision. Sums are whole numbers,
/// so that it does not matter who adds them up: on a GPU each sample looks for the voxels that it reaches, on host threads
/// each voxel for its samples.
#include <cmath>

#include "core/roots.hpp"
#include "lod/weigh_voxel.hpp"

namespace dvdb::lod {

namespace {

constexpr int kExactShift = 24;  // distances within a cell are exact in single precision below
constexpr float kLeastSquare = 0x1p-60f;  // less than those of all distances but 0; 1 minus its root is 1

/// Cells an axis of a block of voxels, and of the same with those around it.
constexpr int kBlockLog2 = 4;
constexpr int kSide = 1 << kBlockLog2;
constexpr int kWideSide = kSide + 2;
constexpr int kBricks = (kSide >> kBrickLog2) + 2;  // an axis, with those around

/// Voxels that a tile weighs, of a block that may have more.
struct BlockPart {
  int64_t first;  // voxel of the block
  int64_t node;
  int32_t count;  // voxels of the block
  int32_t begin;  // of the tile, among them
};

struct BlockParts {
  BlockPart* items;
  int64_t* crowded;     // those with more samples than are counted at once
  uint64_t* n_crowded;
};

/// Weighs the voxels of a block that has cells of one child alone. Its samples, and those of the cells around it, find the
/// voxels that they reach in a table of cells, and are added up next to it.
template <class Record>
struct WeighBlock {
  static constexpr int kThreads = 256;
  static constexpr int kAtOnce = 4;
  static constexpr int kPhases = 5;
  static constexpr int kMost = 768;            // voxels
  static constexpr int64_t kCrowd = 1 << 16;   // samples whose sums fit 32 bits
  static constexpr int kSharing = 8;           // threads that share a cell around the block
  static constexpr int kAround = kWideSide * kWideSide * kWideSide - kSide * kSide * kSide;
  static_assert(kBricks * kBricks * kBricks <= kThreads);

  struct Place {
    uint64_t mask;
    int64_t first;  // voxel
    int64_t child;
  };
  struct Shared {
    uint32_t sums[5 * kMost];  // three channels, what is missing from opaque ones, and weight
    uint16_t voxels[kWideSide * kWideSide * kWideSide];  // 1 + voxel of the tile, or 0
    uint16_t around[kAround];  // brick and bit of occupied cells around the block
    Place bricks[kBricks * kBricks * kBricks];
    uint32_t n_around;
    uint64_t n_samples;
  };
  WeighVoxel<Record> one;
  BlockParts parts;

  /// What host threads do.
  void run(int64_t tile, Shared&) const {
    const BlockPart part = parts.items[tile];
    for (int64_t k = 0; k < count_of(part); ++k) one.weigh(part.first + part.begin + k, part.node);
  }

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    const BlockPart part = parts.items[tile];
    const int count = count_of(part);
    if constexpr (P == 0) {
      for (int k = thread; k < 5 * count; k += kThreads) shared.sums[k] = 0;
      for (int k = thread; k < kWideSide * kWideSide * kWideSide; k += kThreads) shared.voxels[k] = 0;
      if (thread == 0) {
        shared.n_around = 0;
        shared.n_samples = 0;
      }
    } else if constexpr (P == 1) {
      for (int k = thread; k < count; k += kThreads) {
        const Vec3<uint32_t> cell = one.lookup.cell_at(part.first + part.begin + k);
        shared.voxels[place_of(1 + (cell.x & (kSide - 1)), 1 + (cell.y & (kSide - 1)), 1 + (cell.z & (kSide - 1)))] = uint16_t(1 + k);
      }
      if (thread < kBricks * kBricks * kBricks) look_around(part, uint32_t(thread), shared);
      if (thread == 0) {
        const Run all = samples_of(part);
        backend::atomic_add(&shared.n_samples, uint64_t(all.end - all.begin));
      }
    } else if constexpr (P == 2) {
      for (uint32_t k = uint32_t(thread); k < shared.n_around; k += kThreads) {
        const Run run = run_around(shared, k);
        backend::atomic_add(&shared.n_samples, uint64_t(run.end - run.begin));
      }
    } else if constexpr (P == 3) {
      if (shared.n_samples > kCrowd) {
        if (thread == 0) parts.crowded[backend::atomic_add(parts.n_crowded, uint64_t(1))] = tile;
        return;
      }
      const Vec3<uint32_t> corner = corner_of(part);
      const Run all = samples_of(part);
      add_samples(all, corner, thread, kThreads, shared);
      for (uint32_t k = uint32_t(thread); k < shared.n_around * kSharing; k += kThreads) {
        add_samples(run_around(shared, k / kSharing), corner, int(k % kSharing), kSharing, shared);
      }
    } else {
      if (shared.n_samples > kCrowd) return;
      for (int k = thread; k < count; k += kThreads) {
        const uint32_t* own = shared.sums + 5 * k;
        const uint64_t sums[4] = {own[0], own[1], own[2], own[4] * 255 - own[3]};
        one.lookup.voxels[part.first + part.begin + k].rgba = mean_color(sums, own[4]);
      }
    }
  }

  DVDB_FN static int count_of(const BlockPart& part) { return min_of(kMost, part.count - part.begin); }
  DVDB_FN static uint32_t place_of(uint32_t x, uint32_t y, uint32_t z) { return (x * kWideSide + y) * kWideSide + z; }
  DVDB_FN Run samples_of(const BlockPart& part) const {
    return one.samples_of(part.first, part.first + part.count, one.child_of(part.node, one.lookup.cell_at(part.first)));
  }
  DVDB_FN Run run_around(const Shared& shared, uint32_t k) const {
    const Place& place = shared.bricks[shared.around[k] >> 6];
    const int64_t voxel = place.first + rank_below(place.mask, shared.around[k] & 63);
    return one.samples_of(voxel, voxel + 1, place.child);
  }

  /// Lists the occupied cells of a brick around the block that touch it.
  DVDB_FN void look_around(const BlockPart& part, uint32_t number, Shared& shared) const {
    constexpr uint32_t kBrickSide = 1 << kBrickLog2;
    const uint32_t at[3] = {number / (kBricks * kBricks), number / kBricks % kBricks, number % kBricks};
    uint64_t touching = ~uint64_t(0);
    for (int axis = 0; axis < 3; ++axis) {
      if (at[axis] == 0) touching &= Lookup::side_of(axis, kBrickSide - 1);
      if (at[axis] == kBricks - 1) touching &= Lookup::side_of(axis, 0);
    }
    if (touching == ~uint64_t(0)) return;
    const Vec3<uint32_t> own = one.lookup.cell_at(part.first);
    const auto beside = [&](uint32_t cell, uint32_t by) { return (cell & ~(kSide - 1u)) + (by - 1) * kBrickSide; };
    Vec3<uint32_t> cell{beside(own.x, at[0]), beside(own.y, at[1]), beside(own.z, at[2])};
    const int64_t node = one.enter(part.node, one.lookup.nodes[part.node], cell);
    if (node < 0) return;
    const Brick brick = one.lookup.find(node, one.lookup.brick_of(cell));
    uint64_t left = brick.mask & touching;
    if (left == 0) return;
    shared.bricks[number] = {brick.mask, one.lookup.starts[node] + brick.first, one.child_of(node, cell)};
    uint32_t to = backend::atomic_add(&shared.n_around, uint32_t(popcount(left)));
    for (; left != 0; left &= left - 1) shared.around[to++] = uint16_t(number << 6 | uint32_t(lowest_bit(left)));
  }

  /// The centre of the block's first cell in half units, of which 32 bits are enough.
  DVDB_FN Vec3<uint32_t> corner_of(const BlockPart& part) const {
    const Vec3<uint32_t> node = one.lookup.nodes[part.node];
    const Vec3<uint32_t> cell = one.lookup.cell_at(part.first);
    const auto centre = [this](uint32_t n, uint32_t c) { return uint32_t(one.centre_of(n, c & ~(kSide - 1u))); };
    return {centre(node.x, cell.x), centre(node.y, cell.y), centre(node.z, cell.z)};
  }

  /// Adds every `step`th sample of a run.
  DVDB_FN void add_samples(const Run& run, const Vec3<uint32_t>& corner, int first, int step, Shared& shared) const {
    const uint8_t is_leaf = one.children.is_leaf[run.child];
    if (is_leaf != 0) {
      const auto own = one.points_of(run.child);
      const uint32_t half = 1u << (is_leaf - 1);
      const Vec3<uint32_t> from{half - corner.x, half - corner.y, half - corner.z};
      for (int64_t k = run.begin + first; k < run.end; k += step) {
        const Record p = own.at(k);
        add(2 * p.x + from.x, 2 * p.y + from.y, 2 * p.z + from.z, p.rgba, shared);
      }
      return;
    }
    const int64_t* own = one.children.cells + 3 * run.child;
    const auto beside = [&](int64_t node, uint32_t c) { return uint32_t(one.fine_centre(node, 0)) - c; };
    const Vec3<uint32_t> from{beside(own[0], corner.x), beside(own[1], corner.y), beside(own[2], corner.z)};
    for (int64_t k = run.begin + first; k < run.end; k += step) {
      const Voxel voxel = one.below[k];
      const Vec3<uint32_t> cell = cell_of(voxel);
      add(from.x + (cell.x << one.shift), from.y + (cell.y << one.shift), from.z + (cell.z << one.shift), voxel.rgba, shared);
    }
  }

  /// Adds a sample to the voxels that it reaches, of the eight whose centres are around it. Its place counts from the centre
  /// of the block's first cell.
  DVDB_FN void add(uint32_t x, uint32_t y, uint32_t z, uint32_t rgba, Shared& shared) const {
    const int bits = one.shift + 1;  // of a cell in half units
    const uint32_t cx = uint32_t((int32_t(x) >> bits) + 1);
    const uint32_t cy = uint32_t((int32_t(y) >> bits) + 1);
    const uint32_t cz = uint32_t((int32_t(z) >> bits) + 1);
    if (cx > kSide || cy > kSide || cz > kSide) return;
    const uint16_t* const near = shared.voxels + place_of(cx, cy, cz);
    const uint32_t within = (1u << bits) - 1;
    const float fx = float(x & within) * one.scale;
    const float fy = float(y & within) * one.scale;
    const float fz = float(z & within) * one.scale;
    const float squares[3][2] = {{fx * fx, (1.0f - fx) * (1.0f - fx)}, {fy * fy, (1.0f - fy) * (1.0f - fy)}, {fz * fz, (1.0f - fz) * (1.0f - fz)}};
    const uint32_t red = rgba & 255;
    const uint32_t green = rgba >> 8 & 255;
    const uint32_t blue = rgba >> 16 & 255;
    for_each_reached(squares, near, shared.sums, [=](uint32_t* own, uint32_t by) {
      backend::atomic_add(&own[0], by * red);
      backend::atomic_add(&own[1], by * green);
      backend::atomic_add(&own[2], by * blue);
      backend::atomic_add(&own[4], by);
    });
    const uint32_t missing = ~rgba >> 24;
    if (missing != 0) for_each_reached(squares, near, shared.sums, [=](uint32_t* own, uint32_t by) { backend::atomic_add(&own[3], by * missing); });
  }
  template <class Visit>
  DVDB_FN static void for_each_reached(const float (&squares)[3][2], const uint16_t* near, uint32_t* sums, Visit visit) {
    for (uint32_t k = 0; k < 8; ++k) {
      const float square = squares[0][k >> 2] + squares[1][k >> 1 & 1] + squares[2][k & 1];
      if (!(square < 1.0f)) continue;
      const uint32_t voxel = near[place_of(k >> 2, k >> 1 & 1, k & 1)];
      if (voxel == 0) continue;
      const float root = root_of_middling(max_of(square, kLeastSquare));
      visit(sums + 5 * (voxel - 1), uint32_t(fmaf(root, -kFullWeight, kFullWeight)));
    }
  }
};

/// Lists the blocks that have voxels, in parts, by their first bricks.
struct ListBlocks {
  Lookup lookup;
  int64_t n_bricks;
  int most;  // voxels of a part
  BlockPart* out;
  int64_t* total;

  DVDB_FN uint32_t block_of(int64_t brick) const { return lookup.bricks[brick].place >> (3 * (kBlockLog2 - kBrickLog2)); }
  DVDB_FN int64_t node_of(int64_t brick) const { return last_not_above(lookup.brick_starts, lookup.n_nodes, brick); }
  DVDB_FN int voxels_of(int64_t brick, int64_t node) const {
    int64_t next = brick + 1;
    while (next < lookup.brick_starts[node + 1] && block_of(next) == block_of(brick)) ++next;
    const int64_t end = next < lookup.brick_starts[node + 1] ? lookup.bricks[next].first : lookup.starts[node + 1] - lookup.starts[node];
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
    for (uint64_t k = 0; k < count; ++k) out[before + k] = {lookup.starts[node] + lookup.bricks[i].first, node, voxels, int(k) * most};
  }
};

/// Weighs what was too crowded to be added up by blocks.
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
  backend::Scratch part_memory(context);
  backend::Scratch crowd_memory(context);
  backend::Scratch count_memory(context);
  Span<BlockPart> parts;
  Span<int64_t> crowded;
  Span<int64_t> seen;
  DVDB_TRY(part_memory.allocate(n_bricks, parts));
  DVDB_TRY(count_memory.allocate(2, seen));
  DVDB_TRY(backend::fill(context, seen.data, 0, 8, 16));
  DVDB_TRY(backend::for_each_scan(context, n_bricks, ListBlocks{one.lookup, n_bricks, Block::kMost, parts.data, seen.data}));
  DVDB_TRY(backend::download(context, counts, seen.data, 8));
  DVDB_TRY(crowd_memory.allocate(counts[0], crowded));
  const Block block{one, {parts.data, crowded.data, reinterpret_cast<uint64_t*>(seen.data + 1)}};
  DVDB_TRY(backend::for_each_tile(context, counts[0], block));
  DVDB_TRY(backend::download(context, counts, seen.data, 16));
  return backend::for_each(context, counts[1] * Block::kMost, WeighCrowded<Record>{block}, 256);
}

}  // namespace

Status weigh_voxels(Context& context, const Request& request, const Tree& tree, const WeightedLevel& level) {
  const int64_t n_nodes = level.n_nodes;
  Lookup lookup{level.voxels, nullptr, nullptr, nullptr, nullptr, nullptr, n_nodes, tree.grid_log2, choose_table_bits(tree.grid_log2, n_nodes, level.n)};
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
    const WeighVoxel<Record> one{lookup, nodes, points, level.firsts, level.part_firsts, level.order, level.below,
                                 level.children, children, shift, scale, limit, across};
    if (tree.grid_log2 > kBlockLog2 && shift + 1 < kExactShift) return weigh_blocks(context, one);
    return backend::for_each(context, level.n, one, 256);
  });
}

}  // namespace dvdb::lod
