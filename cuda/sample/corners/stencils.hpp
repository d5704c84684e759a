/// The voxels in which a point has a share, by three kernels.
///
/// A stencil is placed at a point of voxel space; it then knows its taps, the weight of each, how that changes with the
/// point, per voxel along an axis (slopes), and how slopes change (bends). These depend on the part of the point in its
/// cell alone, in any precision. Points with the same voxel at the same tap have the same voxels at all taps.
#pragma once

#include "core/trilinear.hpp"

namespace dvdb::sample {

/// The nearest of the eight voxels around a point that are active; of those equally near the first in the order in
/// which trilinear sums run.
struct NearestStencil {
  static constexpr int kTaps = 1;
  static constexpr bool kIsScaled = false;
  TrilinearCell cell;

  DVDB_FN bool place(const Vec3d& point) { return cell.place(point); }
  DVDB_FN void find_rows(const GridView& grid, LeafFinder& finder, int64_t (&rows)[kTaps]) const {
    int64_t around[kCorners];
    cell.find_rows(grid, finder, around);
    rows[0] = GridView::kMissing;
    double least = 4;  // above any
    TrilinearCell::each_active(around, [&](int corner, int64_t row) {
      const double x = (corner >> 2 & 1) - cell.part.x;
      const double y = (corner >> 1 & 1) - cell.part.y;
      const double z = (corner & 1) - cell.part.z;
      const double square = x * x + y * y + z * z;
      if (square < least) {
        least = square;
        rows[0] = row;
      }
    });
  }
  DVDB_FN Vec3d part() const { return cell.part; }
  DVDB_FN double weight(int) const { return 1; }
  DVDB_FN double slope(int, int) const { return 0; }
  template <class R>
  DVDB_FN static R weight_of(const R (&)[3], int) {
    return 1;
  }
  template <class R>
  DVDB_FN static R slope_of(const R (&)[3], int, int) {
    return 0;
  }
  template <class R>
  DVDB_FN static R hessian_of(const R (&)[3], int, int, int) {
    return 0;
  }
};

struct TrilinearStencil {
  static constexpr int kTaps = kCorners;
  static constexpr bool kIsScaled = false;
  TrilinearCell cell;

  DVDB_FN bool place(const Vec3d& point) { return cell.place(point); }
  DVDB_FN void find_rows(const GridView& grid, LeafFinder& finder, int64_t (&rows)[kTaps]) const {
    cell.find_rows(grid, finder, rows);
  }
  DVDB_FN Vec3d part() const { return cell.part; }
  DVDB_FN double weight(int tap) const { return cell.weight(tap); }
  DVDB_FN double slope(int tap, int axis) const { return cell.slope(tap, axis); }
  template <class R>
  DVDB_FN static R weight_of(const R (&part)[3], int tap) {
    return TrilinearCell::weight_of(part, tap);
  }
  template <class R>
  DVDB_FN static R slope_of(const R (&part)[3], int tap, int axis) {
    return TrilinearCell::slope_of(part, tap, axis);
  }
  template <class R>
  DVDB_FN static R hessian_of(const R (&part)[3], int tap, int axis, int other) {
    return TrilinearCell::hessian_of(part, tap, axis, other);
  }
};

/// The quadratic B-spline on the 27 voxels around the nearest one, times 1, or times 8 as a product of twice each axis:
/// one type for both takes half the time to compile. Static members leave the factor out, see scaled().
struct BezierStencil {
  static constexpr int kTaps = 27;
  static constexpr bool kIsScaled = true;
  double factor = 1;
  Vec3<int64_t> low;  // one below the nearest voxel
  Vec3d beyond;       // how far the point is beyond the nearest voxel, -1/2 to 1/2

  DVDB_FN bool place(const Vec3d& point) {
    const double x = nearest_whole(point.x);
    const double y = nearest_whole(point.y);
    const double z = nearest_whole(point.z);
    const double least = -2147483649.0;  // a neighbor may fit int32 where the voxel does not
    const double most = 2147483648.0;
    // NaN fails every comparison.
    if (!(x >= least && x <= most && y >= least && y <= most && z >= least && z <= most)) return false;
    low = {int64_t(x) - 1, int64_t(y) - 1, int64_t(z) - 1};
    beyond = {point.x - x, point.y - y, point.z - z};
    return true;
  }
  DVDB_FN void find_rows(const GridView&, LeafFinder& finder, int64_t (&rows)[kTaps]) const {
    finder.find_box(low, {3, 3, 3}, 0, rows);
  }
  DVDB_FN Vec3d part() const { return beyond; }
  DVDB_FN double weight(int tap) const { return factor * weight_of({beyond.x, beyond.y, beyond.z}, tap); }
  DVDB_FN double slope(int tap, int axis) const { return factor * slope_of({beyond.x, beyond.y, beyond.z}, tap, axis); }
  template <class R>
  DVDB_FN static R weight_of(const R (&part)[3], int tap) {
    return along(part[0], tap / 9) * along(part[1], tap / 3 % 3) * along(part[2], tap % 3);
  }
  template <class R>
  DVDB_FN static R slope_of(const R (&part)[3], int tap, int axis) {
    const R x = axis == 0 ? rise(part[0], tap / 9) : along(part[0], tap / 9);
    const R y = axis == 1 ? rise(part[1], tap / 3 % 3) : along(part[1], tap / 3 % 3);
    const R z = axis == 2 ? rise(part[2], tap % 3) : along(part[2], tap % 3);
    return x * y * z;
  }
  template <class R>
  DVDB_FN static R hessian_of(const R (&part)[3], int tap, int axis, int other) {
    const int at[3] = {tap / 9, tap / 3 % 3, tap % 3};
    R product = R(1);
    for (int k = 0; k < 3; ++k) {
      const bool rises = k == axis;
      const bool rises_too = k == other;
      product *= rises && rises_too   ? R(at[k] == 1 ? -2 : 1)
                 : rises || rises_too ? rise(part[k], at[k])
                                      : along(part[k], at[k]);
    }
    return product;
  }

 private:
  template <class R>
  DVDB_FN static R along(R f, int at) {
    if (at == 1) return R(0.75) - f * f;
    const R side = at == 0 ? f - R(0.5) : f + R(0.5);
    return R(0.5) * (side * side);
  }
  template <class R>
  DVDB_FN static R rise(R f, int at) {
    return at == 1 ? -2 * f : at == 0 ? f - R(0.5) : f + R(0.5);
  }
};

/// A weight, slope or bend as the static members of a stencil have it, times the factor of its kernel.
template <class Stencil, class R>
DVDB_FN R scaled(R value, [[maybe_unused]] R factor) {
  if constexpr (Stencil::kIsScaled) return factor * value;
  return value;
}

}  // namespace dvdb::sample
