/// Finds the voxels around the points of a list, on a CPU.
///
/// Mispredicted branches would take longest: whether a point lies in the leaf of the last one, at its border or inside.
/// So each step is done for all points before the next, without branches where possible: points are placed, vectorized;
/// each is looked up in the leaf of its lowest corner; and lookups in leaves beyond that leaf's borders follow from a
/// list.
#pragma once

#include "sample/corners/point_corners.hpp"

namespace dvdb::sample {

/// Finds the voxels around up to kMost points of a grid.
template <class R, class Row>
class SerialCorners {
 public:
  static constexpr int kMost = 128;
  // Of each point:
  Row rows[kMost][kCorners];  // undefined for inactive corners
  uint32_t active[kMost];     // bit c is corner c
  R part[3][kMost];           // offset from the lowest corner, 0 to 1

  /// Finds the voxels around points, whose world positions are point_at(k).
  template <class PointAt>
  void find(const GridView& grid, const GridHead& head, int n, PointAt point_at) {
    for (int k = 0; k < n; ++k) {
      const Vec3d point = point_at(k);
      for (int axis = 0; axis < 3; ++axis) world_[axis][k] = point[axis];
    }
    find_all(grid, head, n);
  }

  void tell(int k, PointCorners<R, Row>& around) const {
    for (int corner = 0; corner < kCorners; ++corner) {
      around.rows[corner] = (active[k] & 1u << corner) != 0 ? rows[k][corner] : PointCorners<R, Row>::kNone;
    }
    for (int axis = 0; axis < 3; ++axis) around.part[axis] = part[axis][k];
  }

 private:
  static constexpr int kMostLooks = kMost * kCorners;
  static constexpr NodeWord kNoLeaves[kLowerWords] = {};
  static constexpr Leaf kNoVoxels = {};

  /// Finds the voxels around the points that are in world_. Apart, as all kinds of work on points share it.
  void find_all(const GridView& grid, const GridHead& head, int n);
  uint32_t place(const GridHead& head, int axis, int n);
  int list_beyond(int n);
  uint32_t is_last(int axis, int k) const { return (low_[axis][k] & 7) == 7; }
  void list(int at, int k, uint32_t beyond);
  void locate(int looks);
  Coord coord(int at) const { return {int32_t(low_[0][at]), int32_t(low_[1][at]), int32_t(low_[2][at])}; }
  const NodeWord* leaves_around(const GridView& grid, const GridHead& head, int at) const;
  uint32_t look(const GridView& grid, const NodeWord* leaves, int look_at, Row (&found)[kCorners]) const;
  void put_beyond(uint32_t item, uint32_t bits, const Row (&found)[kCorners]);
  void find_far(const GridView& grid, const GridHead& head, int k);

  double world_[3][kMost];
  uint32_t far_[3][kMost];  // non-zero where a corner is beyond int32, or the point is not finite
  // Of each lookup in a leaf, first those of lowest corners of points, then those beyond borders:
  uint32_t low_[3][kMostLooks];  // the first voxel, modulo 2^32
  uint32_t offset_[kMostLooks];  // offset of that voxel in its lower node
  uint32_t moves_[kMostLooks];   // non-zero if the lower node is not that of the previous lookup
  uint32_t beyond_[kMostLooks];  // point * 8 + a bit per axis along which the leaf is beyond the border
};

}  // namespace dvdb::sample
