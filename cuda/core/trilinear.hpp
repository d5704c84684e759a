/// Trilinear interpolation: the eight voxels around a point of voxel space, their rows, weights and slopes.
#pragma once

#include "core/leaf_finder.hpp"

namespace dvdb {

inline constexpr int kCorners = 8;

/// The voxels around a point of voxel space. Corner c is `low` + (c >> 2, c >> 1 & 1, c & 1).
///
/// Sampling adds weight * value, splatting gives weight * value to each corner, and slopes are what gradients need.
struct TrilinearCell {
  Vec3<int64_t> low;  // one below int32 at the least
  Vec3d part;         // how far the point is beyond `low`, 0 to 1

  /// False for a point that is not finite, or so far out that no corner fits int32.
  DVDB_FN bool place(const Vec3d& v) {
    const double x = ::floor(v.x);
    const double y = ::floor(v.y);
    const double z = ::floor(v.z);
    const double least = -2147483649.0;
    const double most = 2147483647.0;
    // NaN fails every comparison.
    if (!(x >= least && x <= most && y >= least && y <= most && z >= least && z <= most)) return false;
    low = {int64_t(x), int64_t(y), int64_t(z)};
    part = {v.x - x, v.y - y, v.z - z};
    return true;
  }

  /// Share of a corner in the point, 0 to 1.
  DVDB_FN double weight(int corner) const { return side(part.x, corner >> 2) * side(part.y, corner >> 1) * side(part.z, corner); }

  /// How the weight of a corner changes with the point, per voxel along an axis.
  DVDB_FN double slope(int corner, int axis) const {
    const double x = side(part.x, corner >> 2);
    const double y = side(part.y, corner >> 1);
    const double z = side(part.z, corner);
    const double size = axis == 0 ? y * z : axis == 1 ? x * z : x * y;
    return (corner >> (2 - axis) & 1) != 0 ? size : -size;
  }

  /// Writes the row of each corner over the whole batch; -1 for those that are not active and those beyond int32.
  DVDB_FN void find_rows(const GridView& grid, LeafFinder& finder, int64_t (&rows)[kCorners]) const {
    find_pair(grid, finder, low.x, low.y, rows[0], rows[1]);
    find_pair(grid, finder, low.x, low.y + 1, rows[2], rows[3]);
    find_pair(grid, finder, low.x + 1, low.y, rows[4], rows[5]);
    find_pair(grid, finder, low.x + 1, low.y + 1, rows[6], rows[7]);
  }

  /// Calls visit(corner, row) for the corners that have a row, in the order in which sums run: 000, 001, 011, 010, 100,
  /// 101, 111, 110. Written out, so that rows stay in registers.
  template <class Visit>
  DVDB_FN static void each_active(const int64_t (&rows)[kCorners], Visit visit) {
    if (rows[0] >= 0) visit(0, rows[0]);
    if (rows[1] >= 0) visit(1, rows[1]);
    if (rows[3] >= 0) visit(3, rows[3]);
    if (rows[2] >= 0) visit(2, rows[2]);
    if (rows[4] >= 0) visit(4, rows[4]);
    if (rows[5] >= 0) visit(5, rows[5]);
    if (rows[7] >= 0) visit(7, rows[7]);
    if (rows[6] >= 0) visit(6, rows[6]);
  }

 private:
  DVDB_FN static double side(double part, int corner) { return (corner & 1) != 0 ? part : 1 - part; }

  /// Finds two corners along z: with one look at their leaf, unless its border is between them.
  DVDB_FN void find_pair(const GridView& grid, LeafFinder& finder, int64_t x, int64_t y, int64_t& near, int64_t& far) const {
    near = GridView::kMissing;
    far = GridView::kMissing;
    if (!fits_int32(x) || !fits_int32(y)) return;
    if ((low.z & 7) == 7) {
      if (fits_int32(low.z)) near = finder.find_row({int32_t(x), int32_t(y), int32_t(low.z)});
      if (fits_int32(low.z + 1)) far = finder.find_row({int32_t(x), int32_t(y), int32_t(low.z + 1)});
      return;
    }
    // Both are in one leaf, which int32 holds: its bounds are those of leaves.
    const int64_t at = finder.find_leaf({int32_t(x), int32_t(y), int32_t(low.z)});
    if (at < 0) return;
    const Leaf& leaf = grid.leaves[at];
    const uint32_t word = uint32_t(x) & 7;
    const uint32_t place = (uint32_t(y) & 7) << 3 | (uint32_t(low.z) & 7);
    const uint64_t both = leaf.mask[word] >> place;
    if ((both & 3) == 0) return;
    const int64_t row = leaf.row(word, place);
    if ((both & 1) != 0) near = row;
    if ((both & 2) != 0) far = row + int64_t(both & 1);
  }
};

}  // namespace dvdb
