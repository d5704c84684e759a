/// Fields within a band around their zero level.
#pragma once

#include "_generated/sdf_args.hpp"
#include "backend/api/launch.hpp"
#include "core/voxel_neighbors.hpp"

namespace dvdb::sdf {

/// The least extent of a grid's voxels: what lengths are measured in.
DVDB_FN double least_size(const GridHead& head) { return min_of(head.size[0], min_of(head.size[1], head.size[2])); }

DVDB_FN double cut_to(double limit, double value) { return value > limit ? limit : value < -limit ? -limit : value; }

inline Status check_band(Context& c, double band) {
  if (band > 0 && band - band == 0) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot measure distances: a band of %g voxels is not finite and above 0",
              band);
}

}  // namespace dvdb::sdf
