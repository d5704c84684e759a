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

/// Voxels of a level by node and by brick of cells, to find the voxel of a cell.
struct Lookup {
  const Voxel* voxels;
  const int64_t* starts;           // [n_nodes + 1]
  const Vec3<uint32_t>* nodes;     // [n_nodes] in Morton order
  uint32_t* bricks;                // [n_nodes, 8^brick_bits + 1] first voxel in its node
  int64_t n_nodes;
  int grid_log2;
  int brick_bits;

  DVDB_FN int64_t bricks_of_node() const { return int64_t(1) << (3 * brick_bits); }
  DVDB_FN uint32_t* bricks_at(int64_t node) const { return bricks + node * (bricks_of_node() + 1); }
  DVDB_FN uint32_t brick_of(const Vec3<uint32_t>& cell) const { return digits_of(cell, grid_log2 - brick_bits, brick_bits); }

  /// The voxel of a cell of a node, or -1.
  DVDB_FN int64_t find(int64_t node, const Vec3<uint32_t>& cell) const {
    const uint32_t* brick = bricks_at(node) + brick_of(cell);
    const Voxel* own = voxels + starts[node];
    uint32_t low = brick[0];
    uint32_t high = brick[1];
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      const int sign = compare_cells(cell_of(own[middle]), cell);
      if (sign == 0) return starts[node] + middle;
      if (sign < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return -1;
  }
  /// The node of a cell of the level, or -1.
  DVDB_FN int64_t find_node(const Vec3<uint32_t>& cell) const {
    const int64_t at = last_not_above(int64_t(0), n_nodes, 0, [&](int64_t i) { return compare_cells(nodes[i], cell); });
    return compare_cells(nodes[at], cell) == 0 ? at : -1;
  }
};

/// Notes where the bricks of a node begin.
struct FillBricks {
  Lookup lookup;
  Intervals nodes;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t node = nodes.at(i);
    const int64_t begin = lookup.starts[node];
    uint32_t* bricks = lookup.bricks_at(node);
    const int64_t own = lookup.brick_of(cell_of(lookup.voxels[i]));
    const int64_t before = i == begin ? -1 : int64_t(lookup.brick_of(cell_of(lookup.voxels[i - 1])));
    for (int64_t b = before + 1; b <= own; ++b) bricks[b] = uint32_t(i - begin);
    if (i + 1 < lookup.starts[node + 1]) return;
    for (int64_t b = own + 1; b <= lookup.bricks_of_node(); ++b) bricks[b] = uint32_t(i + 1 - begin);
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
  DVDB_FN uint32_t color() const {
    uint32_t rgba = 0;
    for (int channel = 0; channel < 4; ++channel) rgba |= uint32_t((sums[channel] + weight / 2) / weight) << (8 * channel);
    return rgba;
  }
};

/// Weighs the samples around each voxel. Distances are whole numbers of half units until they are scaled to cells.
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
  bool across;  // borders of nodes
  uint32_t* out;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t node = nodes.at(i);
    const Vec3<uint32_t> origin = lookup.nodes[node];
    const Vec3<uint32_t> cell = cell_of(lookup.voxels[i]);
    const int64_t centre[3] = {centre_of(origin.x, cell.x), centre_of(origin.y, cell.y), centre_of(origin.z, cell.z)};
    Weighed weighed;
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dz = -1; dz <= 1; ++dz) {
          const int64_t at = dx == 0 && dy == 0 && dz == 0 ? i : neighbor(node, origin, cell, dx, dy, dz);
          if (at >= 0) add_samples(runs[at], centre, weighed);
        }
      }
    }
    out[i] = weighed.color();
  }

  DVDB_FN int64_t centre_of(uint32_t node, uint32_t cell) const { return ((int64_t(node) << lookup.grid_log2 | cell) * 2 + 1) << shift; }

  DVDB_FN int64_t neighbor(int64_t node, const Vec3<uint32_t>& origin, const Vec3<uint32_t>& cell, int dx, int dy, int dz) const {
    const uint32_t mask = (1u << lookup.grid_log2) - 1;
    const Vec3<uint32_t> moved{cell.x + uint32_t(dx), cell.y + uint32_t(dy), cell.z + uint32_t(dz)};
    if (((moved.x | moved.y | moved.z) & ~mask) == 0) return lookup.find(node, moved);
    if (!across) return -1;
    // Beyond the cube the cell of the node wraps around, and is none of the level's.
    const Vec3<uint32_t> next{step(origin.x, moved.x, mask), step(origin.y, moved.y, mask), step(origin.z, moved.z, mask)};
    const int64_t other = lookup.find_node(next);
    return other < 0 ? -1 : lookup.find(other, {moved.x & mask, moved.y & mask, moved.z & mask});
  }
  DVDB_FN static uint32_t step(uint32_t node, uint32_t cell, uint32_t mask) { return cell <= mask ? node : cell == mask + 1 ? node + 1 : node - 1; }

  DVDB_FN void add_samples(const Run& run, const int64_t (&centre)[3], Weighed& weighed) const {
    if (child_is_leaf[run.child] != 0) {
      for (int64_t k = run.begin; k < run.end; ++k) {
        const Record p = points[k];
        add(2 * int64_t(p.x) + 1 - centre[0], 2 * int64_t(p.y) + 1 - centre[1], 2 * int64_t(p.z) + 1 - centre[2], p.rgba, weighed);
      }
      return;
    }
    const int64_t* own = child_cells + 3 * run.child;
    for (int64_t k = run.begin; k < run.end; ++k) {
      const Voxel voxel = below[k];
      const Vec3<uint32_t> cell = cell_of(voxel);
      add(fine_centre(own[0], cell.x) - centre[0], fine_centre(own[1], cell.y) - centre[1], fine_centre(own[2], cell.z) - centre[2], voxel.rgba, weighed);
    }
  }
  DVDB_FN int64_t fine_centre(int64_t node, uint32_t cell) const { return ((node << lookup.grid_log2 | int64_t(cell)) * 2 + 1) << (shift - 1); }

  DVDB_FN void add(int64_t dx, int64_t dy, int64_t dz, uint32_t rgba, Weighed& weighed) const {
    const float x = float(dx) * scale;
    const float y = float(dy) * scale;
    const float z = float(dz) * scale;
    const float distance = sqrtf(x * x + y * y + z * z);
    if (distance < 1.0f) weighed.add(rgba, uint32_t((1.0f - distance) * kFullWeight));
  }
};

struct TakeColors {
  const uint32_t* colors;
  Voxel* voxels;

  DVDB_FN void operator()(int64_t i) const { voxels[i].rgba = colors[i]; }
};

/// Bits an axis of bricks: 8 cells wide, and wider where nodes have few voxels.
int choose_brick_bits(int grid_log2, int64_t n_nodes, int64_t n_voxels) {
  int bits = max_of(0, grid_log2 - 3);
  while (bits > 0 && n_nodes << (3 * bits) > 4 * n_voxels) --bits;
  return bits;
}

}  // namespace

Status weigh_voxels(Context& context, const Request& request, const Tree& tree, const WeightedLevel& level) {
  const int64_t n_nodes = level.n_nodes;
  const int brick_bits = choose_brick_bits(tree.grid_log2, n_nodes, level.n);
  backend::Layout layout;
  layout.reserve<int64_t>(n_nodes + 1);
  const int64_t cell_offset = layout.reserve<Vec3<uint32_t>>(n_nodes);
  const int64_t brick_offset = layout.reserve<uint32_t>(n_nodes * ((int64_t(1) << (3 * brick_bits)) + 1));
  const int64_t color_offset = layout.reserve<uint32_t>(level.n);
  backend::Scratch memory(context);
  backend::Scratch hint_memory(context);
  DVDB_TRY(memory.allocate(layout.bytes()));
  uint8_t* base = static_cast<uint8_t*>(memory.data());
  int64_t* starts = reinterpret_cast<int64_t*>(base);
  auto* cells = reinterpret_cast<Vec3<uint32_t>*>(base + cell_offset);
  auto* colors = reinterpret_cast<uint32_t*>(base + color_offset);
  DVDB_TRY(backend::upload(context, starts, level.node_starts, (n_nodes + 1) * 8));
  DVDB_TRY(backend::upload(context, cells, level.node_cells, n_nodes * int64_t(sizeof(Vec3<uint32_t>))));
  Intervals nodes{starts, nullptr, n_nodes};
  DVDB_TRY(find_hints(context, level.n, hint_memory, nodes));
  const Lookup lookup{level.voxels, starts, cells, reinterpret_cast<uint32_t*>(base + brick_offset), n_nodes, tree.grid_log2, brick_bits};
  DVDB_TRY(backend::for_each(context, level.n, FillBricks{lookup, nodes}));
  const int shift = tree.frame.bits - level.level - tree.grid_log2;
  const float scale = std::ldexp(1.0f, -(shift + 1));
  const bool across = request.strategy == DVDB_LOD_WEIGHTED_ACROSS;
  DVDB_TRY(with_points(tree, [&]<class Record>(Record* points) {
    return backend::for_each(context, level.n,
                             WeighVoxel<Record>{lookup, nodes, points, level.runs, level.below, level.child_cells, level.child_is_leaf, shift, scale, across, colors},
                             256);
  }));
  return backend::for_each(context, level.n, TakeColors{colors, level.voxels});
}

}  // namespace dvdb::lod
