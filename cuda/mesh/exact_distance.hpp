/// The common part of all searches for the nearest triangles of voxels: bounds of errors, and the tests in
/// double precision that decide.
#pragma once

#include "core/mesh/near_triangles.hpp"
#include "mesh/pseudo_normals.hpp"
#include "mesh/sides.hpp"

namespace dvdb::mesh {

inline constexpr float kFar = __builtin_huge_valf();

/// The width of the error interval of squared distances up to a limit.
DVDB_FN float spread_up_to(float limit, const TriangleFrame::Error& error) {
  return 2 * (error.distance * (2 * limit + 3 * error.distance) + error.square);
}

/// Bit of a voxel of a cube in the masks of its leaf.
struct LeafBit {
  uint32_t slice;
  uint32_t at;

  DVDB_FN static LeafBit of(const Cube& cube, uint32_t voxel) {
    return {4 * (cube.at >> 2) + (voxel >> 4),
            8 * (4 * (cube.at >> 1 & 1) + (voxel >> 2 & 3)) + 4 * (cube.at & 1) + (voxel & 3)};
  }
  DVDB_FN bool is_set(const Leaf& leaf) const { return (leaf.mask[slice] >> at & 1) != 0; }
};

/// The nearest triangle so far, in double precision.
struct Best {
  double square = __builtin_huge_val();
  int64_t face = -1;

  DVDB_FN void take(double other, int64_t other_face) {
    if (other > square || (other == square && other_face > face)) return;
    square = other;
    face = other_face;
  }
};

/// The place on a triangle that is nearest to a place in voxels, seen from there.
DVDB_FN Nearest nearest_to(const MeshSummary& summary, int64_t face, const Sides& sides, const Vec3d& center) {
  return summary.triangles[face].seen_from(center, sides.stretch).nearest();
}

/// Computes in double precision, and writes, distances (signed if there are normals) and triangles.
template <bool kSigned>
struct DistanceTest {
  MeshView mesh;
  MeshSummary summary;
  Reach reach;
  PseudoNormals normals;
  RealElements distances;  // [n_voxels]
  int64_t* out;            // [n_voxels]

  DVDB_FN Sides sides(int64_t grid) const { return Sides::of(mesh.size(grid)); }
  DVDB_FN void ask(int64_t face, const Sides& sides, const Vec3d& center, Best& best) const {
    best.take(nearest_to(summary, face, sides, center).square, face);
  }
  DVDB_FN void write(int64_t row, int64_t grid, const Sides& sides, const Vec3d& center, const Best& best) const {
    const double most = reach.width / sides.unit;
    if (!(best.square <= most * most)) {
      distances.set(row, __builtin_huge_val());
      out[row] = -1;
      return;
    }
    double distance = ::sqrt(best.square) * sides.unit;
    if constexpr (kSigned) {
      const Nearest found = nearest_to(summary, best.face, sides, center);
      const Vec3d place = minus(to_world(reach.asked[grid], center), scaled(found.away, sides.unit));
      if (dot(found.away, normals.at(best.face, grid, found.feature, place)) < 0) distance = -distance;
    }
    distances.set(row, distance);
    out[row] = best.face - mesh.first_face(grid);
  }
};

}  // namespace dvdb::mesh
