/// Triangles in single precision, seen from voxels nearby: how far points are from them, and by how much that may be
/// wrong.
///
/// Distances that differ from a limit by more than the error need no look in double precision, so that results are
/// those of doubles alone.
#pragma once

#include "core/mesh/triangle.hpp"

namespace dvdb::mesh {

using Vec3f = Vec3<float>;

DVDB_FN float dot(const Vec3f& a, const Vec3f& b) { return estimate_sum(a.x, b.x, estimate_sum(a.y, b.y, a.z * b.z)); }
DVDB_FN Vec3f to_single(const Vec3d& a) { return {float(a.x), float(a.y), float(a.z)}; }

/// A triangle in its own plane: the first corner is (0, 0), the second one lies on the positive x axis, the third above
/// it. Lengths are in units of a voxel's longest side.
struct alignas(16) TriangleFrame {
  Coord anchor;  // a voxel at the first corner, from which places are counted
  Vec3f origin;  // the first corner
  Vec3f x, y, normal;
  float first;      // length of the edge along x
  float third[3];   // direction of the edge from the first to the third corner, and its length
  float second[3];  // the same from the second to the third
  float skew;       // what sides of edges may hide, for coordinates of size 1; infinite for triangles too thin to tell
  float extent;     // size of the triangle's own coordinates

  /// By how much a distance may be off, and beyond that a square of one.
  struct Error {
    float distance;
    float square;
  };

  /// A place as the frame sees it.
  struct Seen {
    float x, y, height;
  };

  /// Takes a triangle in voxels; voxels measure `stretch`.
  DVDB_FN static TriangleFrame of(const Triangle& voxels, const Vec3d& stretch) {
    TriangleFrame out{};
    const Vec3d& corner = voxels.corners[0];
    out.anchor = {nearest_int(corner.x), nearest_int(corner.y), nearest_int(corner.z)};
    const Triangle seen = voxels.seen_from({double(out.anchor.x), double(out.anchor.y), double(out.anchor.z)}, stretch);
    const Vec3d u = minus(seen.corners[1], seen.corners[0]);
    const Vec3d v = minus(seen.corners[2], seen.corners[0]);
    const Vec3d w = minus(seen.corners[2], seen.corners[1]);
    const Vec3d n = cross(u, v);
    const double first = ::sqrt(dot(u, u));
    const double third = ::sqrt(dot(v, v));
    const double second = ::sqrt(dot(w, w));
    const double area = ::sqrt(dot(n, n));  // twice
    const double round = first + second + third;
    const double thin = 0.5 * round * round / area;  // half of the way round over the radius of the circle inside
    out.origin = to_single(seen.corners[0]);
    out.extent = float(::sqrt(dot(seen.corners[0], seen.corners[0])) + most_of(first, second, third));
    out.skew = __builtin_huge_valf();
    if (!(thin <= kThinnest)) return out;  // NaN for what has no area
    const Vec3d x = scaled(u, 1 / first);
    const Vec3d normal = scaled(n, 1 / area);
    const Vec3d y = cross(normal, x);
    out.x = to_single(x);
    out.y = to_single(y);
    out.normal = to_single(normal);
    out.first = float(first);
    out.third[0] = float(dot(v, x) / third);
    out.third[1] = float(dot(v, y) / third);
    out.third[2] = float(third);
    out.second[0] = float(dot(w, x) / second);
    out.second[1] = float(dot(w, y) / second);
    out.second[2] = float(second);
    out.skew = float(kSideRoundings / (1 << 24) * thin);
    return out;
  }

  /// Whether errors have bounds.
  DVDB_FN bool is_bounded() const { return skew < __builtin_huge_valf(); }
  /// A place counted from the anchor.
  DVDB_FN Seen see(const Vec3f& place) const {
    const Vec3f from{place.x - origin.x, place.y - origin.y, place.z - origin.z};
    return {dot(x, from), dot(y, from), dot(normal, from)};
  }
  /// A place beside another.
  DVDB_FN Seen beside(const Seen& place, const Vec3f& off) const {
    return {place.x + dot(x, off), place.y + dot(y, off), place.height + dot(normal, off)};
  }
  /// For places no further than `away` from the anchor.
  DVDB_FN Error error(float away) const {
    const float size = away + extent;
    const float hidden = skew * size;
    return {float(kRoundings / (1 << 24)) * size, hidden * hidden};
  }

  /// Square of the distance from a place.
  DVDB_FN float square(const Seen& at) const {
    const float beyond = at.x - within(at.x, first);
    const float on_first = estimate_sum(beyond, beyond, at.y * at.y);
    const float on_third = to_edge(third, at.x, at.y);
    const float on_second = to_edge(second, at.x - first, at.y);
    const float left_of_third = third[1] * at.x - third[0] * at.y;
    const float left_of_second = second[0] * at.y - second[1] * (at.x - first);
    const float edges = min_of(min_of(on_first, on_third), on_second);
    const float flat = min_of(min_of(at.y, left_of_third), left_of_second) >= 0 ? 0.0f : edges;
    return estimate_sum(at.height, at.height, flat);
  }

 private:
  /// Angles of such triangles are a tenth of a degree or so.
  static constexpr double kThinnest = 1024;
  /// Roundings of the distance from the plane or an edge, in units of the last place of the coordinates' size.
  static constexpr double kRoundings = 64;
  /// The same of the side of an edge on which a point lies. One that seems to be inside may be as far out as that over
  /// the sine of half an angle, which adds its square to the true one; so may one that is inside and does not seem to
  /// be.
  static constexpr double kSideRoundings = 24;

  DVDB_FN static int32_t nearest_int(double value) {
    return int32_t(max_of(-2147483648.0, min_of(2147483647.0, ::rint(value))));
  }
  DVDB_FN static float within(float value, float length) { return max_of(0.0f, min_of(value, length)); }
  DVDB_FN static float to_edge(const float (&edge)[3], float x, float y) {
    const float along = within(estimate_sum(x, edge[0], y * edge[1]), edge[2]);
    const float left_x = estimate_sum(-along, edge[0], x);
    const float left_y = estimate_sum(-along, edge[1], y);
    return estimate_sum(left_x, left_x, left_y * left_y);
  }
};
static_assert(sizeof(TriangleFrame) == 96);

}  // namespace dvdb::mesh
