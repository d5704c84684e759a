/// The first sign change of a trilinear field along a ray.
///
/// Between the centers of eight voxels, the field along a straight line is a cubic polynomial (Marmitt et al. 2004),
/// whose first root is isolated by its extrema. Solving it per cell of a sparse grid follows Hansson-Soderlund, Evans
/// and Akenine-Moller 2022.
#pragma once

#include "core/reals.hpp"
#include "core/trilinear.hpp"
#include "rays/crossings/crossings.hpp"
#include "rays/crossings/cubic.hpp"
#include "rays/walk/hdda.hpp"

namespace dvdb {

/// Traverses a ray voxel by voxel; the part in each is split where the ray crosses the mid-planes of the voxel.
template <class T>
class TrilinearSigns {
 public:
  Signs signs;
  double first_time = 0;  // of the first sign
  Vec3d first_slope = {0, 0, 0};
  Vec3d slope = {0, 0, 0};  // per voxel, at the change

  DVDB_FN TrilinearSigns(const GridView& grid, const GridHead& head, const DualRay& ray, const T* values, double iso)
      : grid_(grid), finder_(grid, head), ray_(ray), values_(values), iso_(iso) {}

  /// Processes the ray's path through a voxel; false if the sign has changed.
  DVDB_FN bool pass(const int32_t (&cell)[3], double enter, double leave) {
    double middle[3];
    for (int axis = 0; axis < 3; ++axis) middle[axis] = (ray_.before(axis, cell[axis]) + 0.5) * ray_.inverse[axis];
    double start = enter;
    while (start < leave) {
      double stop = leave;
      for (int axis = 0; axis < 3; ++axis) {
        if (middle[axis] > start && middle[axis] < stop) stop = middle[axis];
      }
      if (!pass_piece(cell, middle, start, stop)) return false;
      start = stop;
    }
    return true;
  }

 private:
  DVDB_FN bool pass_piece(const int32_t (&cell)[3], const double (&middle)[3], double start, double stop) {
    double at[3];   // in the cell between eight centers, where the piece starts
    double way[3];  // and how far it goes
    int64_t low[3];
    bool flat[3];  // the piece lies on the side of lower coordinates
    for (int axis = 0; axis < 3; ++axis) {
      const bool down = ray_.mirror[axis] != 0;
      // Behind the middle; and on it, for rays that keep to it: there the product of zero and infinity is not a number.
      const bool upper = !(start < middle[axis]);
      const int32_t base = cell[axis];
      const double from = -(ray_.before(axis, base) + 0.5) + ray_.direction[axis] * start + (upper ? 0 : 1);
      const double along = ray_.direction[axis] * (stop - start);
      at[axis] = down ? 1 - from : from;
      way[axis] = down ? -along : along;
      const int64_t real = int64_t(base ^ ray_.mirror[axis]);
      low[axis] = upper != down ? real : real - 1;
      flat[axis] = along == 0 && from == 0;
    }
    double value[kCorners];
    if (!load({low[0], low[1], low[2]}, flat, value)) return true;
    if (signs.any && none_against(value, signs.negative)) return true;
    const Cubic cubic = along(value, at, way);
    double nodes[4] = {0, 1, 1, 1};
    cubic.turns(nodes[1], nodes[2]);
    double before = 0;     // the node before
    bool touches = false;  // where the field is zero
    for (int node = 0; node < 4; ++node) {
      const double here = nodes[node];
      const double field = cubic.at(here);
      if (field != 0) {
        const bool first = !signs.any;
        const bool same = signs.take(field < 0);
        const double w = node == 0 || touches || same ? before : cubic.zero_between(before, here, field < 0);
        const double time = start + w * (stop - start);
        if (!same) {
          signs.change_at(time);
          slope = slope_at(value, at, way, w);
          return false;
        }
        if (first) first_time = time;
        if (first) first_slope = slope_at(value, at, way, w);
      }
      touches = field == 0;
      before = here;
    }
    return true;
  }

  /// Reads the field at the corners; false if it is not defined there.
  DVDB_FN bool load(const Vec3<int64_t>& low, const bool (&flat)[3], double (&value)[kCorners]) {
    TrilinearCell around;
    around.low = low;
    int64_t rows[kCorners];
    around.find_rows(grid_, finder_, rows);
    if (flat[0]) fill_side<4>(rows, [](int64_t row) { return row >= 0; });
    if (flat[1]) fill_side<2>(rows, [](int64_t row) { return row >= 0; });
    if (flat[2]) fill_side<1>(rows, [](int64_t row) { return row >= 0; });
    bool all = true;
    for (int corner = 0; corner < kCorners; ++corner) all = all && rows[corner] >= 0;
    if (!all) return false;
    const auto is_finite = [](double number) { return number - number == 0; };
    for (int corner = 0; corner < kCorners; ++corner) value[corner] = to_double(values_[rows[corner]]);
    if constexpr (std::is_same_v<T, double>) {
      const double scale = scale_of(value);
      for (int corner = 0; corner < kCorners; ++corner) value[corner] = above_iso(value[corner], scale);
    } else {
      for (int corner = 0; corner < kCorners; ++corner) value[corner] -= iso_;
    }
    if (flat[0]) fill_side<4>(value, is_finite);
    if (flat[1]) fill_side<2>(value, is_finite);
    if (flat[2]) fill_side<1>(value, is_finite);
    for (int corner = 0; corner < kCorners; ++corner) all = all && is_finite(value[corner]);
    return all;
  }

  /// A power of two that takes doubles to where their products are doubles, too; roots and directions stay.
  DVDB_FN double scale_of(const double (&value)[kCorners]) const {
    double largest = ::fabs(iso_);
    for (int corner = 0; corner < kCorners; ++corner)
      largest = value[corner] - value[corner] == 0 ? max_of(largest, ::fabs(value[corner])) : largest;
    return largest > 0x1p500 ? 0x1p-524 : largest < 0x1p-400 ? 0x1p600 : 1;
  }

  /// The scaled difference of a value from the level; if it underflows, its sign is kept.
  DVDB_FN double above_iso(double number, double scale) const {
    const double above = number * scale - iso_ * scale;
    const bool vanished = scale < 1 && above == 0 && number != iso_;
    return !vanished ? above : number < iso_ ? -0x1p-1074 : 0x1p-1074;
  }

  /// Whether no corner has the opposite sign, so that the field between them has not either.
  DVDB_FN static bool none_against(const double (&value)[kCorners], bool negative) {
    bool none = true;
    for (int corner = 0; corner < kCorners; ++corner)
      none = none && (negative ? value[corner] <= 0 : value[corner] >= 0);
    return none;
  }

  /// Corners without weight need not exist: those across from them are used instead.
  template <int kBit, class Corner, class Is>
  DVDB_FN static void fill_side(Corner (&corners)[kCorners], Is is_there) {
    for (int corner = 0; corner < kCorners; ++corner) {
      if ((corner & kBit) != 0 && !is_there(corners[corner])) corners[corner] = corners[corner ^ kBit];
    }
  }

  /// The field along the piece for w from 0 to 1, as products of the linear weights along three axes.
  DVDB_FN static Cubic along(const double (&value)[kCorners], const double (&at)[3], const double (&way)[3]) {
    double a[4];
    double b[4];  // edges along x: a + b w
    for (int edge = 0; edge < 4; ++edge) {
      const double rise = value[edge + 4] - value[edge];
      a[edge] = value[edge] + rise * at[0];
      b[edge] = rise * way[0];
    }
    double p[2];
    double q[2];
    double r[2];  // faces along y: p + q w + r w^2
    for (int face = 0; face < 2; ++face) {
      const double rise = a[face + 2] - a[face];
      const double more = b[face + 2] - b[face];
      p[face] = a[face] + rise * at[1];
      q[face] = b[face] + rise * way[1] + more * at[1];
      r[face] = more * way[1];
    }
    const double dp = p[1] - p[0];
    const double dq = q[1] - q[0];
    const double dr = r[1] - r[0];
    return {{p[0] + dp * at[2], q[0] + dp * way[2] + dq * at[2], r[0] + dq * way[2] + dr * at[2], dr * way[2]}};
  }

  /// The gradient of the field, per voxel, at a position in the piece.
  DVDB_FN_APART static Vec3d slope_at(const double (&value)[kCorners], const double (&at)[3], const double (&way)[3],
                                      double w) {
    TrilinearCell around;
    around.part = {at[0] + way[0] * w, at[1] + way[1] * w, at[2] + way[2] * w};
    Vec3d sum = {0, 0, 0};
    for (int corner = 0; corner < kCorners; ++corner) {
      sum.x += around.slope(corner, 0) * value[corner];
      sum.y += around.slope(corner, 1) * value[corner];
      sum.z += around.slope(corner, 2) * value[corner];
    }
    return sum;
  }

  const GridView& grid_;
  LeafFinder finder_;
  const DualRay& ray_;
  const T* values_;
  double iso_;
};

}  // namespace dvdb
