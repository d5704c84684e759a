/// Least number of leaves that a triangle reaches: tells that a mesh is too large before anything is listed.
#pragma once

#include "core/mesh/triangle.hpp"

namespace dvdb::mesh {

/// The largest count that is told.
inline constexpr int64_t kMostLeavesTold = int64_t(1) << 42;

/// Leaves of 8^3 voxels, cells and all, that have a place within `width` of a triangle with corners in voxels; at least
/// that many, and at most kMostLeavesTold. The width is in world units, as are the sides of voxels.
DVDB_FN int64_t least_leaves(const Triangle& triangle, const Vec3d& size, double width) {
  constexpr double kSide = 8;
  constexpr double kLargestSection =
      1.4142135623730951 * kSide * kSide;  // of a plane and a cube: K. Ball, "Cube slicing in R^n", 1986
  constexpr double kPi = 3.141592653589793;
  constexpr double kRounding = 1e-9;
  const Triangle world = triangle.seen_from(triangle.corners[0], size);
  double way = 0;
  double perimeter = 0;
  for (int edge = 0; edge < 3; ++edge) {
    const Vec3d along = minus(triangle.corners[(edge + 1) % 3], triangle.corners[edge]);
    way = max_of(
        way, ::fabs(along.x) + ::fabs(along.y) + ::fabs(along.z));  // crosses a side of leaves after every 8 of an axis
    const Vec3d there = times(along, size);
    perimeter += ::sqrt(dot(there, there));
  }
  const Vec3d normal = triangle.normal();
  const Vec3d world_normal = world.normal();
  const double area = 0.5 * ::sqrt(dot(normal, normal));
  const double world_area = 0.5 * ::sqrt(dot(world_normal, world_normal));
  const double around = width * (2 * world_area + width * kPi * (perimeter / 2 + width * 4 / 3));  // Steiner's formula
  const double leaves =
      most_of(area / kLargestSection, way / kSide - 3, around / (kSide * size.x * kSide * size.y * kSide * size.z));
  return int64_t(min_of(leaves * (1 - kRounding), double(kMostLeavesTold)));
}

}  // namespace dvdb::mesh
