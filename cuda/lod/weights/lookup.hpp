/// The voxels of a level by node and by brick, to look up the voxel of a cell.
#pragma once

#include "lod/steps/run_tile.hpp"
#include "lod/tree/samples.hpp"

namespace dvdb::lod {

inline constexpr int kBrickLog2 = 2;  // cells an axis of a brick: 64 of them have a bit each in a word

/// The voxels in a brick: 4^3 cells of a node.
struct Brick {
  uint64_t mask;   // of cells, in Morton order
  uint32_t place;  // Morton code of the brick in its node
  uint32_t first;  // voxel in its node
};

/// The voxels of a level by node and by brick, to look up the voxel of a cell.
struct Lookup {
  Voxel* voxels;
  const int64_t* starts;        // [n_nodes + 1]
  const Vec3<uint32_t>* nodes;  // [n_nodes] in Morton order
  Brick* bricks;                // in the order of voxels
  int64_t* brick_starts;        // [n_nodes + 1]
  uint32_t* table;              // [n_nodes, 8^table_bits + 1] first brick in its node of each part of the node
  int64_t n_nodes;
  int grid_log2;
  int table_bits;

  DVDB_FN Vec3<uint32_t> cell_at(int64_t i) const { return cell_of({voxels[i].cell, 0}); }
  DVDB_FN int64_t parts() const { return int64_t(1) << (3 * table_bits); }
  DVDB_FN uint32_t* table_of(int64_t node) const { return table + node * (parts() + 1); }
  DVDB_FN int place_log2() const { return max_of(0, grid_log2 - kBrickLog2); }
  DVDB_FN uint32_t brick_of(const Vec3<uint32_t>& cell) const { return digits_of(cell, kBrickLog2, place_log2()); }
  DVDB_FN uint32_t part_of(uint32_t brick) const { return brick >> (3 * (place_log2() - table_bits)); }
  DVDB_FN static uint32_t bit_of(const Vec3<uint32_t>& cell) {
    return two_bits(cell.x) << 2 | two_bits(cell.y) << 1 | two_bits(cell.z);
  }
  DVDB_FN static uint32_t two_bits(uint32_t v) { return (v & 2) << 2 | (v & 1); }

  /// The cells of a brick with a given coordinate on one axis, as a mask.
  DVDB_FN static uint64_t side_of(int axis, uint32_t coordinate) {
    // Those of a low or high half: bits 5, 4 and 3 of Morton codes, and 2, 1 and 0.
    const uint64_t high[3] = {0xffffffff00000000u, 0xffff0000ffff0000u, 0xff00ff00ff00ff00u};
    const uint64_t low[3] = {0xf0f0f0f0f0f0f0f0u, 0xccccccccccccccccu, 0xaaaaaaaaaaaaaaaau};
    return ((coordinate & 2) != 0 ? high[axis] : ~high[axis]) & ((coordinate & 1) != 0 ? low[axis] : ~low[axis]);
  }

  /// A brick of a node; an empty one if it does not exist.
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

/// Makes a brick of each run of voxels that share one.
struct BrickSource {
  struct Segment {
    int64_t begin, end;
  };
  Lookup lookup;
  Intervals nodes;
  int64_t n;

  DVDB_FN uint32_t fetch(int64_t i) const { return lookup.voxels[i].cell; }
  DVDB_FN Segment segment_at(int64_t i) const {
    const int64_t node = nodes.at(i);
    return {lookup.starts[node], lookup.starts[node + 1]};
  }
  DVDB_FN Item item(const Segment&, int64_t, uint32_t cell) const {
    return {cell & ~(3u | 3u << 10 | 3u << 20), Lookup::bit_of(cell_of({cell, 0}))};
  }

  template <class Found>
  DVDB_FN void make(const Found& run) const {
    const int64_t node = nodes.at(run.item());
    if (run.begins_segment()) lookup.brick_starts[node] = run.number;
    Brick brick{0, lookup.brick_of(cell_of({run.key(), 0})), uint32_t(run.item() - lookup.starts[node])};
    for (int k = run.own; k < run.end; ++k) brick.mask |= bit(run.shared.values[k]);
    const int64_t end = run.goes_on ? lookup.starts[node + 1] : 0;
    for (int64_t i = run.first + run.end; i < end; ++i) {
      const Item voxel = item({}, i, fetch(i));
      if (voxel.key != run.key()) break;
      brick.mask |= bit(voxel.value);
    }
    lookup.bricks[run.number] = brick;
  }
  DVDB_FN void finish(int64_t bricks) const { lookup.brick_starts[lookup.n_nodes] = bricks; }
};

/// Records where the parts of a node begin among its bricks.
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

/// Bits an axis of the parts of a node in the table: a part has few bricks, or is larger where nodes have few voxels.
inline int choose_table_bits(int grid_log2, int64_t n_nodes, int64_t n_voxels) {
  int bits = max_of(0, grid_log2 - kBrickLog2 - 2);
  while (bits > 0 && n_nodes << (3 * bits) > 8 * n_voxels) --bits;
  return bits;
}

}  // namespace dvdb::lod
