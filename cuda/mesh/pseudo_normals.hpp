/// Pseudonormals at the edges and vertices of closed meshes, which tell inside from outside.
///
/// A point is outside a closed surface if it is on the positive side of the plane through its nearest surface point,
/// provided that the normal at an edge is the sum of those of both triangles, and the normal at a vertex is their
/// angle-weighted sum: Baerentzen and Aanaes, "Signed distance computation using the angle weighted pseudonormal",
/// 2005.
#pragma once

#include "core/mesh/mesh.hpp"

namespace dvdb::mesh {

/// A vector scaled by a power of two near its size, so that products of two such vectors neither overflow nor
/// underflow.
DVDB_FN Vec3d in_own_unit(const Vec3d& v) {
  return scaled(v, 1 / binary_unit(most_of(::fabs(v.x), ::fabs(v.y), ::fabs(v.z))));
}

/// The triangles on both sides of the edges of a mesh. An edge is identified by a half-edge, which belongs to one
/// triangle: 3 * face plus the corner at which it begins there.
struct AdjacentFaces {
  MeshView mesh;
  const uint32_t* adjacent = nullptr;  // [n_faces, 3] the opposite half-edge

  /// The normal of what lies beyond an edge at a place on it. Triangles without area have none: all their corners are
  /// on one line, so what they join along it are the triangles beyond them.
  DVDB_FN Vec3d beyond(uint32_t half, int64_t list, const Vec3d& place) const {
    DVDB_ROLLED
    for (int crossed = 0; crossed < kMostCrossed; ++crossed) {
      half = adjacent[half];
      if (half == kNoFace) break;
      const Triangle triangle = mesh.in_world(half / 3, list);
      const Vec3d normal = unit_normal(triangle);
      if (!is_zero(normal)) return normal;
      const uint32_t edge = half % 3;
      const Vec3d along = in_own_unit(minus(triangle.corners[(edge + 1) % 3], triangle.corners[edge]));
      const double side = dot(in_own_unit(minus(place, triangle.corners[(edge + 2) % 3])), along);
      half = half - edge + (edge + (side > 0 ? 1 : 2)) % 3;
    }
    return {0, 0, 0};
  }

  static constexpr uint32_t kNoFace = UINT32_MAX;

 private:
  static constexpr int kMostCrossed =
      1 << 12;  // triangles at one edge; what has more than that is no mesh, and kernels end
};

struct PseudoNormals {
  AdjacentFaces edges;
  const uint32_t* places =
      nullptr;  // [n_vertices] the first of the vertices that triangles without area join in one place
  const double* vertices = nullptr;  // [n_vertices, 3]

  /// The normal at a place on a triangle, which is on this feature of it.
  DVDB_FN Vec3d at(int64_t face, int64_t list, int feature, const Vec3d& place) const {
    const MeshView& mesh = edges.mesh;
    if (feature >= int(Feature::kCorner) && feature < int(Feature::kEdge)) {
      const double* const sum =
          vertices + 3 * int64_t(places[mesh.first_vertex(list) + mesh.corner(face, feature - int(Feature::kCorner))]);
      return {sum[0], sum[1], sum[2]};
    }
    const Vec3d own = unit_normal(mesh.in_world(face, list));
    if (feature == int(Feature::kFace)) return own;
    const Vec3d other = edges.beyond(uint32_t(3 * face + (feature - int(Feature::kEdge))), list, place);
    return {own.x + other.x, own.y + other.y, own.z + other.z};
  }
};

/// Owns the memory of the tables of pseudonormals.
class PseudoNormalTables {
 public:
  explicit PseudoNormalTables(Context& context)
      : context_(context), adjacent_(context), places_(context), vertices_(context) {}

  /// Fails where an edge does not join two triangles that run along it in opposite directions. The corners of faces
  /// have been checked.
  Status make(const MeshView& mesh, PseudoNormals& out);

 private:
  Status join(const MeshView& mesh, Span<uint64_t> keys, Span<uint32_t> order, Span<uint32_t> adjacent,
              Span<uint32_t> places);
  Status sum_corners(const AdjacentFaces& edges, Span<uint64_t> keys, Span<uint32_t> order, Span<uint32_t> places,
                     Span<double> vertices);

  Context& context_;
  backend::Scratch adjacent_;
  backend::Scratch places_;
  backend::Scratch vertices_;
};

}  // namespace dvdb::mesh
