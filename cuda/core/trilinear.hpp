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
    const double least = -2147483649.0;
    const double most = 2147483648.0;
    // NaN fails every comparison.
    if (!(v.x >= least && v.x < most && v.y >= least && v.y < most && v.z >= least && v.z < most)) return false;
    const Whole x = Whole::below(v.x);
    const Whole y = Whole::below(v.y);
    const Whole z = Whole::below(v.z);
    low = {x.word, y.word, z.word};
    part = {v.x - x.value, v.y - y.value, v.z - z.value};
    return true;
  }

  /// Share of a corner in the point, 0 to 1.
  DVDB_FN double weight(int corner) const { return weight_of({part.x, part.y, part.z}, corner); }

  /// Derivative of the weight of a corner with respect to the point along an axis, per voxel.
  DVDB_FN double slope(int corner, int axis) const { return slope_of({part.x, part.y, part.z}, corner, axis); }

  /// The same, of the part of a point in any precision.
  template <class R>
  DVDB_FN static R weight_of(const R (&part)[3], int corner) {
    return side(part[0], corner >> 2) * side(part[1], corner >> 1) * side(part[2], corner);
  }
  template <class R>
  DVDB_FN static R slope_of(const R (&part)[3], int corner, int axis) {
    const R x = side(part[0], corner >> 2);
    const R y = side(part[1], corner >> 1);
    const R z = side(part[2], corner);
    const R size = axis == 0 ? y * z : axis == 1 ? x * z : x * y;
    return (corner >> (2 - axis) & 1) != 0 ? size : -size;
  }

  /// Derivative of the slope of a corner along an axis with respect to the point along another axis, per voxel; 0 along
  /// the same.
  template <class R>
  DVDB_FN static R hessian_of(const R (&part)[3], int corner, int axis, int other) {
    if (axis == other) return 0;
    const int third = 3 - axis - other;
    const R size = side(part[third], corner >> (2 - third));
    return ((corner >> (2 - axis) ^ corner >> (2 - other)) & 1) != 0 ? -size : size;
  }

  /// Whether every corner has a share in a point, and every slope is other than 0, beyond doubt.
  template <class R>
  DVDB_FN static bool all_count(const R (&part)[3]) {
    const R least = R(0x1p-40);
    return part[0] > least && part[1] > least && part[2] > least && part[0] < 1 && part[1] < 1 && part[2] < 1;
  }

  /// Writes the row of each corner over the whole batch; -1 for those that are not active and those beyond int32.
  DVDB_FN void find_rows(const GridView& grid, LeafFinder& finder, int64_t (&rows)[kCorners]) const {
    find_pair(grid, finder, low.x, low.y, rows[0], rows[1]);
    find_pair(grid, finder, low.x, low.y + 1, rows[2], rows[3]);
    find_pair(grid, finder, low.x + 1, low.y, rows[4], rows[5]);
    find_pair(grid, finder, low.x + 1, low.y + 1, rows[6], rows[7]);
  }

  /// Calls visit(corner) in the order in which sums run: 000, 001, 011, 010, 100, 101, 111, 110. Written out, so that
  /// what is known of a corner stays in registers.
  template <class Visit>
  DVDB_FN static void each_corner(Visit visit) {
    visit(0);
    visit(1);
    visit(3);
    visit(2);
    visit(4);
    visit(5);
    visit(7);
    visit(6);
  }

  /// Calls visit(corner, row) for the corners that have a row, in that order.
  template <class Visit>
  DVDB_FN static void each_active(const int64_t (&rows)[kCorners], Visit visit) {
    each_corner([&](int corner) {
      if (rows[corner] >= 0) visit(corner, rows[corner]);
    });
  }

 private:
  template <class R>
  DVDB_FN static R side(R part, int corner) {
    return (corner & 1) != 0 ? part : 1 - part;
  }

  /// Finds two corners along z: with one look at their leaf, unless its border is between them.
  DVDB_FN void find_pair(const GridView& grid, LeafFinder& finder, int64_t x, int64_t y, int64_t& near,
                         int64_t& far) const {
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
