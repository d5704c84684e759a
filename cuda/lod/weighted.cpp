/// Colours of voxels as weighted means over the samples around their centres.
///
/// Each voxel looks at the 27 cells around it, and reads the samples of those that are occupied: nothing is added up in
/// memory, and the order of samples is that of cells and of Morton codes. A sample that lies d cells from the centre, d < 1,
/// weighs floor(256 (1 - d)), in single precision.
#include <cmath>
#include <new>

#include "lod/samples.hpp"

namespace dvdb::lod {

namespace {

constexpr float kFullWeight = 256.0f;

constexpr int kShortShift = 28;  // distances of neighbours fit 32 bits below

constexpr int kBrickLog2 = 2;  // cells an axis of a brick: 64 of them have a bit each in a word

/// The voxels of 4^3 cells of a node.
struct Brick {
  uint64_t mask;   // of cells, in Morton order
  uint32_t place;  // Morton code of the brick in its node
  uint32_t first;  // voxel in its node
};

/// Voxels of a level by node and by brick, to find the voxel of a cell.
struct Lookup {
  const Voxel* voxels;
  const int64_t* starts;           // [n_nodes + 1]
  const Vec3<uint32_t>* nodes;     // [n_nodes] in Morton order
  Brick* bricks;                   // in the order of voxels
  int64_t* brick_starts;           // [n_nodes + 1]
  uint32_t* table;                 // [n_nodes, 8^table_bits + 1] first brick in its node of each part of the node
  int64_t n_nodes;
  int grid_log2;
  int table_bits;

  DVDB_FN int64_t parts() const { return int64_t(1) << (3 * table_bits); }
  DVDB_FN uint32_t* table_of(int64_t node) const { return table + node * (parts() + 1); }
  DVDB_FN int place_log2() const { return max_of(0, grid_log2 - kBrickLog2); }
  DVDB_FN uint32_t brick_of(const Vec3<uint32_t>& cell) const { return digits_of(cell, kBrickLog2, place_log2()); }
  DVDB_FN uint32_t part_of(uint32_t brick) const { return brick >> (3 * (place_log2() - table_bits)); }
  DVDB_FN static uint32_t bit_of(const Vec3<uint32_t>& cell) { return two_bits(cell.x) << 2 | two_bits(cell.y) << 1 | two_bits(cell.z); }
  DVDB_FN static uint32_t two_bits(uint32_t v) { return (v & 2) << 2 | (v & 1); }

  /// A brick of a node; one without cells if it is not there.
  DVDB_FN Brick find(int64_t node, uint32_t place) const {
    const uint32_t* part = table_of(node) + part_of(place);
    const Brick* own = bricks + brick_starts[node];
    uint32_t low = part[0];
    const uint32_t end = part[1];
    uint32_t high = end;
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (own[middle].place < place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low < end) {
      const Brick found = own[low];
      if (found.place == place) return found;
    }
    return {0, place, 0};
  }
  /// The node of a cell of the level, or -1.
  DVDB_FN int64_t find_node(const Vec3<uint32_t>& cell) const {
    const int64_t at = last_not_above(int64_t(0), n_nodes, 0, [&](int64_t i) { return compare_cells(nodes[i], cell); });
    return compare_cells(nodes[at], cell) == 0 ? at : -1;
  }
};

/// Lists the bricks that have voxels.
struct ListBricks {
  static constexpr int kScanItems = 4;
  static constexpr bool kScanStriped = true;
  Lookup lookup;
  Intervals nodes;
  int64_t n;

  DVDB_FN uint32_t brick_at(int64_t i) const { return lookup.voxels[i].cell & ~(3u | 3u << 10 | 3u << 20); }
  DVDB_FN uint64_t count(int64_t i) const { return i == lookup.starts[nodes.at(i)] || brick_at(i) != brick_at(i - 1) ? 1 : 0; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    if (count == 0 && i != n - 1) return;
    const int64_t node = nodes.at(i);
    const int64_t begin = lookup.starts[node];
    if (i == begin) lookup.brick_starts[node] = int64_t(before);
    if (i == n - 1) lookup.brick_starts[lookup.n_nodes] = int64_t(before + count);
    if (count == 0) return;
    const int64_t end = lookup.starts[node + 1];
    Brick brick{0, lookup.brick_of(cell_of(lookup.voxels[i])), uint32_t(i - begin)};
    const uint32_t own = brick_at(i);
    for (int64_t k = i; k < end && brick_at(k) == own; ++k) brick.mask |= bit(Lookup::bit_of(cell_of(lookup.voxels[k])));
    lookup.bricks[before] = brick;
  }
};

/// Notes where the parts of a node begin among its bricks.
struct FillTable {
  Lookup lookup;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t node = i / (lookup.parts() + 1);
    const uint32_t part = uint32_t(i - node * (lookup.parts() + 1));
    const Brick* own = lookup.bricks + lookup.brick_starts[node];
    uint32_t low = 0;
    uint32_t high = uint32_t(lookup.brick_starts[node + 1] - lookup.brick_starts[node]);
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (lookup.part_of(own[middle].place) < part) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    lookup.table_of(node)[part] = low;
  }
};

/// Weighted sums of colours.
struct Weighed {
  uint64_t sums[4] = {0, 0, 0, 0};
  uint64_t weight = 0;

  DVDB_FN void add(uint32_t rgba, uint32_t by) {
    for (int channel = 0; channel < 4; ++channel) sums[channel] += uint64_t(by) * (rgba >> (8 * channel) & 255);
    weight += by;
  }
  DVDB_FN uint32_t color() const { return mean_color(sums, weight); }
};

/// Weighs the samples around each voxel. Distances are whole numbers of half units, which float as they are: scaling by
/// powers of two would change no bit of what is computed from them.
template <class Record>
struct WeighVoxel {
  Lookup lookup;
  Intervals nodes;
  const Record* points;
  const Run* runs;
  const Voxel* below;
  const int64_t* child_cells;
  const uint8_t* child_is_leaf;
  int shift;    // from coordinates to cells of this level's voxels
  float scale;  // half units to cells
  float limit;  // square of a cell in half units
  bool across;  // borders of nodes
  uint32_t* out;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t node = nodes.at(i);
    const Vec3<uint32_t> origin = lookup.nodes[node];
    const Vec3<uint32_t> cell = cell_of(lookup.voxels[i]);
    const int64_t centre[3] = {centre_of(origin.x, cell.x), centre_of(origin.y, cell.y), centre_of(origin.z, cell.z)};
    Weighed weighed;
    Nearby nearby{lookup.find(node, lookup.brick_of(cell)), node};
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dz = -1; dz <= 1; ++dz) {
          const int64_t at = neighbor(node, origin, {cell.x + uint32_t(dx), cell.y + uint32_t(dy), cell.z + uint32_t(dz)}, nearby);
          if (at >= 0) add_samples(runs[at], centre, weighed);
        }
      }
    }
    out[i] = weighed.color();
  }

  DVDB_FN int64_t centre_of(uint32_t node, uint32_t cell) const { return ((int64_t(node) << lookup.grid_log2 | cell) * 2 + 1) << shift; }

  /// The brick that was looked at last: most neighbours share one.
  struct Nearby {
    Brick brick;
    int64_t node;
  };

  /// The voxel of a cell that may lie one beyond the node, or -1.
  DVDB_FN int64_t neighbor(int64_t node, const Vec3<uint32_t>& origin, Vec3<uint32_t> cell, Nearby& nearby) const {
    const uint32_t mask = (1u << lookup.grid_log2) - 1;
    if (((cell.x | cell.y | cell.z) & ~mask) != 0) {
      if (!across) return -1;
      // Beyond the cube the cell of the node wraps around, and is none of the level's.
      node = lookup.find_node({step(origin.x, cell.x, mask), step(origin.y, cell.y, mask), step(origin.z, cell.z, mask)});
      if (node < 0) return -1;
      cell = {cell.x & mask, cell.y & mask, cell.z & mask};
    }
    const uint32_t place = lookup.brick_of(cell);
    if (place != nearby.brick.place || node != nearby.node) nearby = {lookup.find(node, place), node};
    const uint32_t at = Lookup::bit_of(cell);
    if ((nearby.brick.mask >> at & 1) == 0) return -1;
    return lookup.starts[node] + nearby.brick.first + rank_below(nearby.brick.mask, at);
  }
  DVDB_FN static uint32_t step(uint32_t node, uint32_t cell, uint32_t mask) { return cell <= mask ? node : cell == mask + 1 ? node + 1 : node - 1; }

  DVDB_FN void add_samples(const Run& run, const int64_t (&centre)[3], Weighed& weighed) const {
    if (child_is_leaf[run.child] != 0) {
      const int64_t half = int64_t(1) << (child_is_leaf[run.child] - 1);  // of a cell, in half units
      if (shift < kShortShift) {
        const uint32_t from[3] = {uint32_t(half - centre[0]), uint32_t(half - centre[1]), uint32_t(half - centre[2])};
        for (int64_t k = run.begin; k < run.end; ++k) {
          const Record p = points[k];
          add(float(int32_t(2 * p.x + from[0])), float(int32_t(2 * p.y + from[1])), float(int32_t(2 * p.z + from[2])), p.rgba, weighed);
        }
        return;
      }
      for (int64_t k = run.begin; k < run.end; ++k) {
        const Record p = points[k];
        add(float(2 * int64_t(p.x) + half - centre[0]), float(2 * int64_t(p.y) + half - centre[1]), float(2 * int64_t(p.z) + half - centre[2]), p.rgba,
            weighed);
      }
      return;
    }
    const int64_t* own = child_cells + 3 * run.child;
    const int64_t from[3] = {fine_centre(own[0], 0) - centre[0], fine_centre(own[1], 0) - centre[1], fine_centre(own[2], 0) - centre[2]};
    for (int64_t k = run.begin; k < run.end; ++k) {
      const Voxel voxel = below[k];
      const Vec3<uint32_t> cell = cell_of(voxel);
      add(float(from[0] + (int64_t(cell.x) << shift)), float(from[1] + (int64_t(cell.y) << shift)), float(from[2] + (int64_t(cell.z) << shift)), voxel.rgba,
          weighed);
    }
  }
  DVDB_FN int64_t fine_centre(int64_t node, uint32_t cell) const { return ((node << lookup.grid_log2 | int64_t(cell)) * 2 + 1) << (shift - 1); }

  DVDB_FN void add(float x, float y, float z, uint32_t rgba, Weighed& weighed) const {
    const float square = x * x + y * y + z * z;
    if (square < limit) weighed.add(rgba, uint32_t((1.0f - sqrtf(square) * scale) * kFullWeight));
  }
};

struct TakeColors {
  const uint32_t* colors;
  Voxel* voxels;

  DVDB_FN void operator()(int64_t i) const { voxels[i].rgba = colors[i]; }
};

/// Bits an axis of the parts of a node in the table: one for each brick, and larger parts where nodes have few voxels.
int choose_table_bits(int grid_log2, int64_t n_nodes, int64_t n_voxels) {
  int bits = max_of(0, grid_log2 - kBrickLog2);
  while (bits > 0 && n_nodes << (3 * bits) > 8 * n_voxels) --bits;
  return bits;
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
  const int64_t brick_offset = layout.reserve<Brick>(level.n);
  const int64_t table_offset = layout.reserve<uint32_t>(table_size);
  const int64_t color_offset = layout.reserve<uint32_t>(level.n);
  backend::Scratch memory(context);
  backend::Scratch hint_memory(context);
  DVDB_TRY(memory.allocate(layout.bytes()));
  uint8_t* base = static_cast<uint8_t*>(memory.data());
  int64_t* starts = reinterpret_cast<int64_t*>(base + start_offset);
  auto* cells = reinterpret_cast<Vec3<uint32_t>*>(base + cell_offset);
  auto* colors = reinterpret_cast<uint32_t*>(base + color_offset);
  lookup.starts = starts;
  lookup.nodes = cells;
  lookup.bricks = reinterpret_cast<Brick*>(base + brick_offset);
  lookup.brick_starts = reinterpret_cast<int64_t*>(base + brick_start_offset);
  lookup.table = reinterpret_cast<uint32_t*>(base + table_offset);
  DVDB_TRY(backend::upload(context, starts, level.node_starts, (n_nodes + 1) * 8));
  DVDB_TRY(backend::upload(context, cells, level.node_cells, n_nodes * int64_t(sizeof(Vec3<uint32_t>))));
  Intervals nodes{starts, nullptr, n_nodes};
  DVDB_TRY(find_hints(context, level.n, hint_memory, nodes));
  DVDB_TRY(backend::for_each_scan(context, level.n, ListBricks{lookup, nodes, level.n}));
  DVDB_TRY(backend::for_each(context, table_size, FillTable{lookup}));
  const int shift = tree.frame.bits - level.level - tree.grid_log2;
  const float scale = std::ldexp(1.0f, -(shift + 1));
  const float limit = std::ldexp(1.0f, 2 * (shift + 1));
  const bool across = request.strategy == DVDB_LOD_WEIGHTED_ACROSS;
  DVDB_TRY(with_points(tree, [&]<class Record>(Record* points) {
    return backend::for_each(context, level.n,
                             WeighVoxel<Record>{lookup, nodes, points, level.runs, level.below, level.child_cells, level.child_is_leaf, shift, scale, limit, across,
                                                colors},
                             256);
  }));
  return backend::for_each(context, level.n, TakeColors{colors, level.voxels});
}

}  // namespace dvdb::lod
