/// The sides of voxels, as computations of distances use them.
#pragma once

#include "core/mesh/mesh.hpp"

namespace dvdb::mesh {

/// Sides of voxels in units of a power of two near the longest one.
struct Sides {
  Vec3d stretch;
  double unit;

  DVDB_FN static Sides of(const Vec3d& size) {
    const double unit = binary_unit(Limits::unit(size));
    return {scaled(size, 1 / unit), unit};
  }
};

}  // namespace dvdb::mesh
