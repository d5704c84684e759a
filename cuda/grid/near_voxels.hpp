/// Which voxels of a cube are near enough to triangles, tested one triangle after another.
#pragma once

#include "core/mesh/triangle_tree.hpp"

namespace dvdb {

/// The voxels of a lane, and which of them have been found near.
struct NearVoxels {
  mesh::Vec3f offs[mesh::kLaneVoxels];
  int32_t found[mesh::kLaneVoxels];

  DVDB_FN static NearVoxels of(const backend::Team& team, const mesh::Limits& limits) {
    NearVoxels out;
    for (int k = 0; k < mesh::kLaneVoxels; ++k) {
      out.offs[k] = mesh::Cube::off(mesh::Cube::voxel(team, k), limits.stretch);
      out.found[k] = 0;
    }
    return out;
  }
  /// Tests a triangle of lists or a hierarchy; returns whether all voxels of the lane have been found near.
  template <class Triangles>
  DVDB_FN bool test(const backend::Team& team, const Triangles& from, const mesh::Reach& reach, const mesh::Cube& cube,
                    const mesh::Limits& limits, int64_t face, const mesh::TriangleFrame& frame,
                    const mesh::TriangleFrame::Seen& center, const mesh::TriangleFrame::Error& error) {
    const float inner = limits.inner - error.distance;
    const float outer = limits.outer + error.distance;
    const float surely = inner > 0 ? inner * inner - error.square : -1.0f;
    const float perhaps = outer * outer + error.square;
    int32_t open[mesh::kLaneVoxels];
    int32_t any_open = 0;
    int32_t all_found = 1;
    for (int k = 0; k < mesh::kLaneVoxels; ++k) {
      const float square = frame.square(frame.beside(center, offs[k]));
      found[k] |= square <= surely ? 1 : 0;
      open[k] = (square > perhaps ? 0 : 1) & ~found[k];
      any_open |= open[k];
      all_found &= found[k];
    }
    if (any_open != 0) {
      const mesh::Triangle triangle = from.summary.triangles[face];
      all_found = 1;
      for (int k = 0; k < mesh::kLaneVoxels; ++k) {
        if (open[k] != 0)
          found[k] =
              is_near(triangle, reach, from.mesh.size(cube.grid), cube.center(mesh::Cube::voxel(team, k))) ? 1 : 0;
        all_found &= found[k];
      }
    }
    return all_found != 0;
  }
  /// The mask of the cube; `all`: whether all of its voxels are near.
  DVDB_FN uint64_t mask(const backend::Team& team, bool all) const {
    uint64_t bits = 0;
    for (int k = 0; k < mesh::kLaneVoxels; ++k)
      bits |= uint64_t(team.ballot(all || found[k] != 0)) << (k * backend::kWarpLanes);
    return bits;
  }

 private:
  DVDB_FN static bool is_near(const mesh::Triangle& triangle, const mesh::Reach& reach, const Vec3d& size,
                              const Vec3d& center) {
    if (reach.width > 0 && triangle.seen_from(center, size).nearest().square <= reach.width * reach.width) return true;
    if (!reach.asks_cells(size)) return false;
    return triangle.touches({center.x - 0.5, center.y - 0.5, center.z - 0.5},
                            {center.x + 0.5, center.y + 0.5, center.z + 0.5});
  }
};

}  // namespace dvdb
