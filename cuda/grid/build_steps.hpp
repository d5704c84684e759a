/// The device-side steps of a build from points, in the order in which they run.
#pragma once

#include "core/nodes/steps.hpp"

namespace dvdb::steps {

using nodes::Nodes;
using nodes::Sizes;

/// Everything the steps share.
struct Work : nodes::Work {
  Span<const Coord> points;
  BatchOffsets batch;
  Bounds* sampled;  // [n_grids] bounds of a sample of the points
  uint64_t* cells;  // [n_cells] points in each cell of 2^cell_log2 mask words
  int n_cells;
  int cell_log2;
};

/// Lays out the slots of each grid: one for every tile in the given bounds, which are widened by a fraction of their
/// extent.
struct PlanSlots {
  Work w;
  const Bounds* bounds;
  int64_t margin_divisor;  // 0 for none

  DVDB_FN int64_t low_tile(const Bounds& b, int axis) const {
    return max_of(b.low[axis] - margin(b, axis), int64_t(INT32_MIN)) >> kTileLog2;
  }
  DVDB_FN int64_t high_tile(const Bounds& b, int axis) const {
    return min_of(b.high[axis] + margin(b, axis), int64_t(INT32_MAX)) >> kTileLog2;
  }
  DVDB_FN int64_t margin(const Bounds& b, int axis) const {
    return margin_divisor == 0 ? 0 : (int64_t(b.high[axis]) - b.low[axis]) / margin_divisor + 1;
  }
  DVDB_FN uint64_t dim(int64_t grid, int axis) const {
    const Bounds& b = bounds[grid];
    return b.empty() ? 0 : uint64_t(high_tile(b, axis) - low_tile(b, axis)) + 1;
  }
  DVDB_FN uint64_t count(int64_t grid) const {
    const uint64_t most = uint64_t(1) << 44;  // 65 536 grids of it stay below 2^62
    return min_of(most, dim(grid, 0) * dim(grid, 1) * dim(grid, 2));
  }
  DVDB_FN void emit(int64_t grid, uint64_t count, uint64_t before) const {
    GridSlots& own = w.grid_slots[grid];
    for (int axis = 0; axis < 3; ++axis) {
      own.tile_low[axis] = int32_t(low_tile(bounds[grid], axis));
      own.dims[axis] = uint32_t(dim(grid, axis));
    }
    own.first = int64_t(before);
    own.count = int64_t(count);
    if (grid == w.slots.n_grids - 1) {
      w.sizes->slots = int64_t(before + count);
      w.sizes->uncovered = 0;
    }
  }
};

/// Marks the 128^3 block of each point in its slot's mask.
struct MarkBlocks {
  Work w;

  /// The step for the points of one list, with what they have in common.
  struct Bound {
    Work w;
    GridSlots own;
    bool fits;

    /// Returns the point's cell: a run of the mask words of all slots.
    DVDB_FN int operator()(const Coord& c) const {
      if (!fits) return 0;
      if (!w.slots.covers(own, c)) {
        backend::atomic_store(&w.sizes->uncovered, int64_t(1));
        return 0;
      }
      return int(nodes::mark_block(w, own, c) >> w.cell_log2);
    }
  };
  DVDB_FN Bound bind(int64_t list) const { return {w, w.grid_slots[list], nodes::slots_fit(w)}; }
};

/// Marks the leaf of each point in its lower node's mask.
struct MarkLeaves {
  Work w;

  DVDB_FN void operator()(int64_t i) const {
    if (nodes::lowers_fit(w)) nodes::mark_leaf(w, w.batch.list_of(i), w.points[i]);
  }
};

/// Marks the voxel of each point in its leaf.
struct MarkVoxels {
  Work w;
  Nodes out;

  DVDB_FN void operator()(int64_t i) const {
    const Coord c = w.points[i];
    const uint32_t offset = lower_offset(c);
    const NodeWord word = out.lowers[nodes::lower_of(w, w.batch.list_of(i), c) * kLowerWords + (offset >> 6)];
    const uint32_t voxel = leaf_offset(c);
    nodes::set_bit(&out.leaves[word.child(offset & 63)].mask[voxel >> 6], voxel & 63);
  }
};

}  // namespace dvdb::steps
