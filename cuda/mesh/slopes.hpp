/// Gradients of fields at voxels, and at the vertices of their surfaces.
#pragma once

#include "mesh/field.hpp"

namespace dvdb::mesh {

/// Slopes of a field at voxels: central differences, or one-sided ones where only one neighbor has a value.
template <class T>
struct Slopes {
  Field<T> field;
  VoxelNeighbors neighbors;

  /// The normal on an edge, from the slopes at both ends, scaled to length 1, and its length before; zero where there
  /// is none.
  DVDB_FN Vec3d normal(int64_t low, int64_t high, double* length) const {
    const double part = field.cut(field[low], field[high]);
    const Vec3d a = at(low);
    const Vec3d b = at(high);
    const Vec3d sum{between(a.x, b.x, part), between(a.y, b.y, part), between(a.z, b.z, part)};
    const double largest = max_of(max_of(::fabs(sum.x), ::fabs(sum.y)), ::fabs(sum.z));
    *length = 0;
    if (!(largest > 0) || !Field<T>::is_finite(largest)) return {0, 0, 0};
    const Vec3d scaled{sum.x / largest, sum.y / largest, sum.z / largest};  // squares neither overflow nor vanish
    const double norm = ::sqrt(scaled.x * scaled.x + scaled.y * scaled.y + scaled.z * scaled.z);
    *length = norm * largest;
    return {scaled.x / norm, scaled.y / norm, scaled.z / norm};
  }

  DVDB_FN Vec3d at(int64_t row) const {
    const VoxelSite site = neighbors.sites.find(row);
    const double* const size = neighbors.head_of(site).size;
    return {along(site, row, 0) / size[0], along(site, row, 1) / size[1], along(site, row, 2) / size[2]};
  }

  /// The row of a neighbor that has a value, or -1.
  DVDB_FN int64_t beside(const VoxelSite& site, int axis, int by) const {
    const int64_t row = neighbors.find_along(site, axis, by);
    return row >= 0 && Field<T>::is_finite(field[row]) ? row : -1;
  }

 private:
  DVDB_FN static double between(double a, double b, double part) { return (1 - part) * a + part * b; }

  /// Differences per voxel.
  DVDB_FN double along(const VoxelSite& site, int64_t row, int axis) const {
    const int64_t below = beside(site, axis, -1);
    const int64_t above = beside(site, axis, 1);
    const double low = field[below >= 0 ? below : row];
    const double high = field[above >= 0 ? above : row];
    return below >= 0 && above >= 0 ? 0.5 * high - 0.5 * low : high - low;
  }
};

}  // namespace dvdb::mesh
