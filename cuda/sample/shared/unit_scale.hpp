/// Slopes by unit of length, for those by voxel.
#pragma once

#include "base/portable.hpp"

namespace dvdb::sample {

/// Number of voxels in a unit of length, or 0 if that is near the limits of R.
template <class R>
DVDB_FN R if_ordinary(double voxels_per_unit) {
  const double size = voxels_per_unit < 0 ? -voxels_per_unit : voxels_per_unit;
  return size > 0x1p-100 && size < 0x1p100 ? R(voxels_per_unit) : R(0);
}

/// A slope by unit of length for one by voxel, whose size() is asked for where it has to be.
template <class R, class Size>
DVDB_FN R per_unit(R slope, R voxels_per_unit, Size size) {
  return voxels_per_unit != 0 ? slope * voxels_per_unit : R(double(slope) / size());
}

}  // namespace dvdb::sample
