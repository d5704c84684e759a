/// The voxels along a ray, as they are defined: what every walk of this folder must visit, at the same times to the
/// bit.
///
/// The ray o + t d, in voxels, is within voxel c along an axis between its two planes, at t = (c -+ 1/2 - o) / d;
/// within all of it from the last time of entering to the first of leaving: the slabs of Kay and Kajiya, "Ray tracing
/// complex scenes", 1986. It passes the voxel if that is longer than an instant:  max(t_min, enter_x, enter_y, enter_z)
/// < min(t_max, leave_x, leave_y, leave_z). Voxels are in the order of these times. A walk from voxel to voxel is
/// Amanatides and Woo, "A fast voxel traversal algorithm for ray tracing", 1987.
///
/// Engines: RayWalk (hdda.hpp), CellWalk (cell_walk.hpp), ColumnWalk (column_walk.hpp), LowerPath (lower_path.hpp),
/// RowWalk (row_walk.hpp); all of them use the times of planes of DualRay (dual_ray.hpp).
#pragma once

#include "rays/walk/dual_ray.hpp"

namespace dvdb {

/// Whether a ray passes a voxel between two times, and from when to when.
struct ReferencePass {
  bool any = false;
  double enter = 0;
  double leave = 0;
};

DVDB_FN ReferencePass pass_reference_voxel(const DualRay& ray, const Coord& voxel, double t_min, double t_max) {
  ReferencePass pass{true, t_min, t_max};
  for (int axis = 0; axis < 3; ++axis) {
    const int32_t cell = voxel[axis] ^ ray.mirror[axis];
    if (ray.moves(axis)) {
      pass.enter = max_of(pass.enter, ray.enters(axis, cell));
      pass.leave = min_of(pass.leave, ray.leaves(axis, cell));
    } else {
      const double low = double(cell);
      if (!(ray.origin[axis] >= low && ray.origin[axis] < low + 1)) pass.any = false;
    }
  }
  pass.any = pass.any && pass.enter < pass.leave;
  return pass;
}

/// Calls visit(i, pass) for those of n voxels that a ray passes, in the order of the voxels, not of the times.
template <class Visit>
DVDB_FN void walk_reference(const DualRay& ray, const Coord* voxels, int64_t n, double t_min, double t_max,
                            Visit visit) {
  for (int64_t i = 0; i < n; ++i) {
    const ReferencePass pass = pass_reference_voxel(ray, voxels[i], t_min, t_max);
    if (pass.any) visit(i, pass);
  }
}

}  // namespace dvdb
