/// Pooling windows (the fine voxels that belong to a coarse one), and lookups of the voxels of boxes of any size.
#pragma once

#include "backend/api/launch.hpp"
#include "core/leaf_finder.hpp"
#include "core/nodes/axis_map.hpp"
#include "pool/voxel_order.hpp"

namespace dvdb::pool {

/// A box of voxels; both ends are inclusive.
struct Box {
  int64_t low[3];
  int64_t high[3];

  /// Clips it to the bounds of a grid, since windows may be of any size.
  DVDB_FN void cut(const GridHead& head) {
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = max_of<int64_t>(low[axis], head.bounds[0][axis]);
      high[axis] = min_of<int64_t>(high[axis], head.bounds[1][axis]);
    }
  }
  DVDB_FN bool empty() const { return low[0] > high[0] || low[1] > high[1] || low[2] > high[2]; }
};

/// Fine voxels [c * stride, c * stride + factor) belong to the window of coarse voxel c.
struct Windows {
  int32_t factor[3];
  int32_t stride[3];

  /// The window of a coarse voxel.
  DVDB_FN Box fine_box(const Coord& c) const {
    Box box;
    for (int axis = 0; axis < 3; ++axis) {
      box.low[axis] = int64_t(c[axis]) * stride[axis];
      box.high[axis] = box.low[axis] + factor[axis] - 1;
    }
    return box;
  }
  /// The coarse voxels whose windows contain a fine voxel.
  DVDB_FN Box coarse_box(const Coord& f) const {
    Box box;
    for (int axis = 0; axis < 3; ++axis) {
      box.low[axis] = nodes::AxisMap::ceil_div(int64_t(f[axis]) - factor[axis] + 1, stride[axis]);
      box.high[axis] = nodes::AxisMap::floor_div(f[axis], stride[axis]);
    }
    return box;
  }
  DVDB_FN double volume() const { return double(factor[0]) * factor[1] * factor[2]; }

  /// The most columns along z, each within a leaf, that such a box has.
  double fine_columns() const { return columns(factor[0], factor[1], factor[2]); }
  double coarse_columns() const {
    const auto windows = [&](int axis) { return (factor[axis] - 1) / stride[axis] + 1; };
    return columns(windows(0), windows(1), windows(2));
  }

 private:
  static double columns(int32_t x, int32_t y, int32_t z) { return double(x) * y * (double(z) / (1 << kLeafLog2) + 1); }
};

/// Lists voxels of boxes by lookups in leaves, column by column.
struct LeafVoxels {
  GridView grid;

  /// Visits the active voxels of a box in one grid, x slowest, z fastest, as VoxelOrder does, but an item is a single
  /// thread's.
  template <class Load, class Take>
  DVDB_FN void each(int64_t list, Box box, const backend::Team&, Load load, Take take) const {
    const GridHead& head = grid.heads[list];
    LeafFinder finder(grid, head);
    box.cut(head);
    for (int64_t x = box.low[0]; x <= box.high[0]; ++x) {
      for (int64_t y = box.low[1]; y <= box.high[1]; ++y) {
        for (int64_t z = box.low[2]; z <= box.high[2]; ++z) {
          const Coord voxel{int32_t(x), int32_t(y), int32_t(z)};
          const int64_t at = finder.find_leaf(voxel);
          if (at < 0) {
            z |= (1 << kLeafLog2) - 1;  // there is nothing up to the end of the leaf
            continue;
          }
          const int64_t row = LeafFinder::row_in(grid.leaves[at], voxel);
          if (row >= 0) take(load(row, true), row, 0);
        }
      }
    }
  }

  /// Calls f(i) for n items.
  template <class F>
  static Status launch(Context& context, int64_t n, const F& f, int64_t grain) {
    return backend::for_each(context, n, f, grain);
  }
};

/// Lists voxels of boxes from sorted voxels, for boxes that are mostly empty; an item is a team's.
struct OrderedVoxels {
  GridView grid;
  VoxelOrder order;

  template <class Load, class Take>
  DVDB_FN void each(int64_t list, Box box, const backend::Team& team, Load load, Take take) const {
    box.cut(grid.heads[list]);
    if (!box.empty()) order.each(grid, list, corner(box.low), corner(box.high), team, load, take);
  }

  /// Calls f(i, team) for n items.
  template <class F>
  static Status launch(Context& context, int64_t n, const F& f, int64_t grain) {
    return backend::for_each_warp(context, n, f, grain);
  }

 private:
  DVDB_FN static Coord corner(const int64_t (&at)[3]) { return {int32_t(at[0]), int32_t(at[1]), int32_t(at[2])}; }
};

}  // namespace dvdb::pool
