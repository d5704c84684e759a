/// Normals of the edges and corners of closed meshes that tell inside from outside.
///
/// The side of a closed surface on which a point lies is that of the plane through its nearest place, when the normal at
/// an edge is the sum of those of both triangles, and that at a vertex the sum weighted by the angles there: Baerentzen
/// and Aanaes, "Signed distance computation using the angle weighted pseudonormal", 2005.
#pragma once

#include "core/mesh.hpp"

namespace dvdb::mesh {

/// The normal of a triangle, of length 1; zero without area.
DVDB_FN Vec3d unit_normal(const Triangle& triangle) {
  const Triangle seen = triangle.seen_from(triangle.corners[0], {1, 1, 1});
  double wide = 0;
  for (int axis = 0; axis < 3; ++axis) wide = max_of(wide, max_of(::fabs(seen.corners[1][axis]), ::fabs(seen.corners[2][axis])));
  if (!(wide > 0)) return {0, 0, 0};
  const Vec3d n = triangle.seen_from(triangle.corners[0], {1 / wide, 1 / wide, 1 / wide}).normal();
  const double length = ::sqrt(dot(n, n));
  return length > 0 ? scaled(n, 1 / length) : Vec3d{0, 0, 0};
}

/// Whether a triangle has a side of its own: the others of a closed mesh cover it where it has none.
DVDB_FN bool has_area(const Triangle& triangle) {
  const Vec3d n = unit_normal(triangle);
  return n.x != 0 || n.y != 0 || n.z != 0;
}

struct PseudoNormals {
  MeshView mesh;
  const uint32_t* mates = nullptr;    // [n_faces, 3] the triangle across the edge that begins at a corner
  const double* vertices = nullptr;   // [n_vertices, 3]

  DVDB_FN Vec3d at(int64_t face, int64_t list, int feature) const {
    const Vec3d own = unit_normal(mesh.in_world(face, list));
    if (feature == int(Feature::kFace)) return own;
    if (feature >= int(Feature::kEdge)) {
      const uint32_t mate = mates[3 * face + (feature - int(Feature::kEdge))];
      if (mate == kNoMate) return own;
      const Vec3d other = unit_normal(mesh.in_world(mate, list));
      return {own.x + other.x, own.y + other.y, own.z + other.z};
    }
    const double* const sum = vertices + 3 * (mesh.first_vertex(list) + mesh.corner(face, feature - int(Feature::kCorner)));
    return {sum[0], sum[1], sum[2]};
  }

  static constexpr uint32_t kNoMate = UINT32_MAX;
};

/// Keeps the tables of pseudo normals alive.
class PseudoNormalTables {
 public:
  explicit PseudoNormalTables(Context& context) : context_(context), mates_(context), vertices_(context) {}

  /// Fails where an edge does not join two triangles that run along it in opposite directions. The corners of faces have
  /// been checked.
  Status make(const MeshView& mesh, PseudoNormals& out);

 private:
  Status join_edges(const MeshView& mesh, Span<uint64_t> keys, Span<uint32_t> order, Span<uint32_t> mates);
  Status sum_corners(const MeshView& mesh, Span<uint64_t> keys, Span<uint32_t> order, Span<double> vertices);

  Context& context_;
  backend::Scratch mates_;
  backend::Scratch vertices_;
};

}  // namespace dvdb::mesh
