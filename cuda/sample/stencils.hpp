/// The voxels in which a point has a share, by three kernels.
///
/// A stencil is placed at a point of voxel space; it then knows its taps, the weight of each and how that changes with
/// the point, per voxel along an axis.
#pragma once

#include "core/trilinear.hpp"

namespace dvdb::sample {

/// The nearest of the eight voxels around a point that are active; of those equally near the first in the order in which
/// trilinear sums run.
struct NearestStencil {
  static constexpr int kTaps = 1;
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
  DVDB_FN double weight(int) const { return 1; }
  DVDB_FN double slope(int, int) const { return 0; }
  DVDB_FN int tap_of(const Coord&) const { return 0; }
};

struct TrilinearStencil {
  static constexpr int kTaps = kCorners;
  TrilinearCell cell;

  DVDB_FN bool place(const Vec3d& point) { return cell.place(point); }
  DVDB_FN void find_rows(const GridView& grid, LeafFinder& finder, int64_t (&rows)[kTaps]) const { cell.find_rows(grid, finder, rows); }
  DVDB_FN double weight(int tap) const { return cell.weight(tap); }
  DVDB_FN double slope(int tap, int axis) const { return cell.slope(tap, axis); }
  DVDB_FN int tap_of(const Coord& voxel) const {
    return int(voxel.x - cell.low.x) << 2 | int(voxel.y - cell.low.y) << 1 | int(voxel.z - cell.low.z);
  }
};

/// The quadratic B-spline on the 27 voxels around the nearest one, times 1, or times 8 as a product of twice each axis.
template <int kSum>
struct BezierStencil {
  static constexpr int kTaps = 27;
  static constexpr double kScale = kSum;
  Vec3<int64_t> low;  // one below the nearest voxel
  Vec3d part;         // how far the point is beyond the nearest voxel, -1/2 to 1/2

  DVDB_FN bool place(const Vec3d& point) {
    const double x = ::floor(point.x + 0.5);
    const double y = ::floor(point.y + 0.5);
    const double z = ::floor(point.z + 0.5);
    const double least = -2147483649.0;  // a neighbour may fit int32 where the voxel does not
    const double most = 2147483648.0;
    // NaN fails every comparison.
    if (!(x >= least && x <= most && y >= least && y <= most && z >= least && z <= most)) return false;
    low = {int64_t(x) - 1, int64_t(y) - 1, int64_t(z) - 1};
    part = {point.x - x, point.y - y, point.z - z};
    return true;
  }
  DVDB_FN void find_rows(const GridView&, LeafFinder& finder, int64_t (&rows)[kTaps]) const { finder.find_box(low, {3, 3, 3}, 0, rows); }
  DVDB_FN double weight(int tap) const {
    return kScale * (along(part.x, tap / 9) * along(part.y, tap / 3 % 3) * along(part.z, tap % 3));
  }
  DVDB_FN double slope(int tap, int axis) const {
    const double x = axis == 0 ? rise(part.x, tap / 9) : along(part.x, tap / 9);
    const double y = axis == 1 ? rise(part.y, tap / 3 % 3) : along(part.y, tap / 3 % 3);
    const double z = axis == 2 ? rise(part.z, tap % 3) : along(part.z, tap % 3);
    return kScale * (x * y * z);
  }
  DVDB_FN int tap_of(const Coord& voxel) const { return int(voxel.x - low.x) * 9 + int(voxel.y - low.y) * 3 + int(voxel.z - low.z); }

 private:
  DVDB_FN static double along(double f, int at) {
    if (at == 1) return 0.75 - f * f;
    const double side = at == 0 ? f - 0.5 : f + 0.5;
    return 0.5 * (side * side);
  }
  DVDB_FN static double rise(double f, int at) { return at == 1 ? -2 * f : at == 0 ? f - 0.5 : f + 0.5; }
};

}  // namespace dvdb::sample
