/// Triangles: whether they touch boxes, and how far points are from them.
#pragma once

#include <bit>
#include <cmath>

#include "base/portable.hpp"

namespace dvdb::mesh {

DVDB_FN Vec3d minus(const Vec3d& a, const Vec3d& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
DVDB_FN Vec3d times(const Vec3d& a, const Vec3d& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
DVDB_FN Vec3d scaled(const Vec3d& a, double by) { return {a.x * by, a.y * by, a.z * by}; }
DVDB_FN double dot(const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
DVDB_FN Vec3d cross(const Vec3d& a, const Vec3d& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
DVDB_FN double least_of(double a, double b, double c) { return min_of(min_of(a, b), c); }
DVDB_FN double most_of(double a, double b, double c) { return max_of(max_of(a, b), c); }

/// The power of two at or below a positive number; lengths over it keep their bits, and products of many of them are in
/// range.
DVDB_FN double binary_unit(double value) {
  const double unit = std::bit_cast<double>(std::bit_cast<uint64_t>(value) & uint64_t(0x7ff) << 52);
  return max_of(unit, 0x1p-1022);
}

/// Part of a triangle that is nearest to a point.
enum class Feature : int {
  kFace = 0,
  kCorner = 1,
  kEdge = 4
};  // plus the number of the corner, or of the edge that begins there

/// The nearest place on a triangle.
struct Nearest {
  double square;  // of the distance
  Vec3d away;     // from the place to the point
  int feature;    // kFace, kCorner + 0..2, kEdge + 0..2
};

struct Triangle {
  Vec3d corners[3];

  DVDB_FN double low(int axis) const { return least_of(corners[0][axis], corners[1][axis], corners[2][axis]); }
  DVDB_FN double high(int axis) const { return most_of(corners[0][axis], corners[1][axis], corners[2][axis]); }

  DVDB_FN bool is_finite() const {
    double sum = 0;  // stays 0 while coordinates are finite
    for (int axis = 0; axis < 3; ++axis) {
      for (const Vec3d& corner : corners) sum += corner[axis] - corner[axis];
    }
    return sum == 0;
  }

  /// The same relative to a place, stretched along the axes.
  DVDB_FN Triangle seen_from(const Vec3d& place, const Vec3d& stretch) const {
    return {times(minus(corners[0], place), stretch), times(minus(corners[1], place), stretch),
            times(minus(corners[2], place), stretch)};
  }

  /// Twice the area, along the normal.
  DVDB_FN Vec3d normal() const { return cross(minus(corners[1], corners[0]), minus(corners[2], corners[0])); }

  /// Whether the closed box low..high has a point of the triangle, degenerate ones included: no axis separates them.
  /// Akenine-Moller, "Fast 3D triangle-box overlap testing", 2001. What rounding could hide counts as touching.
  DVDB_FN bool touches(const Vec3d& box_low, const Vec3d& box_high) const {
    for (int axis = 0; axis < 3; ++axis) {
      if (low(axis) > box_high[axis] || high(axis) < box_low[axis]) return false;
    }
    const Vec3d half{0.5 * (box_high.x - box_low.x), 0.5 * (box_high.y - box_low.y), 0.5 * (box_high.z - box_low.z)};
    const Vec3d center{box_low.x + half.x, box_low.y + half.y, box_low.z + half.z};
    const Triangle seen = seen_from(center, {1, 1, 1});
    const Vec3d n = seen.normal();
    const Vec3d& a = seen.corners[0];
    const double reach = ::fabs(n.x) * half.x + ::fabs(n.y) * half.y + ::fabs(n.z) * half.z;
    const double slack = kSlack * seen.spread(n, a);
    if (::fabs(dot(n, a)) > reach + slack) return false;
    for (int edge = 0; edge < 3; ++edge) {
      const Vec3d along = minus(seen.corners[(edge + 1) % 3], seen.corners[edge]);
      if (seen.separated(along.y, along.z, 1, 2, half) || seen.separated(along.z, along.x, 2, 0, half) ||
          seen.separated(along.x, along.y, 0, 1, half)) {
        return false;
      }
    }
    return true;
  }

  /// Barycentric weights of the corners at the point nearest to the origin, which is on this feature; their sum is 1.
  DVDB_FN Vec3d shares(int feature) const {
    if (feature == int(Feature::kFace)) {
      const Vec3d n = normal();
      const Vec3d over{max_of(height_over(n, 1), 0.0), max_of(height_over(n, 2), 0.0), max_of(height_over(n, 0), 0.0)};
      const double sum = over.x + over.y + over.z;
      return sum > 0 ? Vec3d{over.x / sum, over.y / sum, over.z / sum}
                     : Vec3d{1, 0, 0};  // too small to tell: all places are one
    }
    for (int edge = 0; edge < 3; ++edge) {
      if (feature != int(Feature::kEdge) + edge) continue;
      const EdgeProjection way = project_onto(edge);
      const double to = way.part / way.length;
      const auto of = [&](int corner) { return corner == edge ? 1 - to : corner == (edge + 1) % 3 ? to : 0.0; };
      return {of(0), of(1), of(2)};
    }
    const int corner = feature - int(Feature::kCorner);
    return {corner == 0 ? 1.0 : 0.0, corner == 1 ? 1.0 : 0.0, corner == 2 ? 1.0 : 0.0};
  }

  /// The nearest place to the origin. The face counts where the origin lies above or below its inside; otherwise the
  /// first of the nearest edges, or a corner of it.
  DVDB_FN Nearest nearest() const {
    const Vec3d& a = corners[0];
    const Vec3d n = normal();
    const double area = dot(n, n);
    if (area > 0 && inside(n, 0) && inside(n, 1) && inside(n, 2)) {
      const double height = dot(n, a);
      return {height * height / area, scaled(n, -height / area), int(Feature::kFace)};
    }
    Nearest best = nearest_on(0);
    for (int edge = 1; edge < 3; ++edge) {
      const Nearest other = nearest_on(edge);
      if (other.square < best.square) best = other;
    }
    return best;
  }

 private:
  static constexpr double kSlack = 2e-15;  // some roundings of doubles

  /// Whether a normal of the cube's edges crossed with an edge of the triangle separates them: (0, -v, u) in the plane
  /// of the axes i and j.
  DVDB_FN bool separated(double u, double v, int i, int j, const Vec3d& half) const {
    const auto along = [&](int corner) { return corners[corner][j] * u - corners[corner][i] * v; };
    const double p = along(0);
    const double q = along(1);
    const double r = along(2);
    const double wide_i = most_of(::fabs(corners[0][i]), ::fabs(corners[1][i]), ::fabs(corners[2][i]));
    const double wide_j = most_of(::fabs(corners[0][j]), ::fabs(corners[1][j]), ::fabs(corners[2][j]));
    const double reach = half[j] * ::fabs(u) + half[i] * ::fabs(v) + kSlack * (wide_j * ::fabs(u) + wide_i * ::fabs(v));
    return least_of(p, q, r) > reach || most_of(p, q, r) < -reach;
  }

  /// Size of the products that the distance of the plane is the sum of, and of those in the normal.
  DVDB_FN double spread(const Vec3d& n, const Vec3d& a) const {
    const Vec3d u = minus(corners[1], corners[0]);
    const Vec3d v = minus(corners[2], corners[0]);
    const double x = ::fabs(u.y * v.z) + ::fabs(u.z * v.y) + ::fabs(n.x);
    const double y = ::fabs(u.z * v.x) + ::fabs(u.x * v.z) + ::fabs(n.y);
    const double z = ::fabs(u.x * v.y) + ::fabs(u.y * v.x) + ::fabs(n.z);
    return x * ::fabs(a.x) + y * ::fabs(a.y) + z * ::fabs(a.z);
  }

  /// Distance of the origin to an edge, above 0 on its inner side, times the length of the edge and of the normal.
  DVDB_FN double height_over(const Vec3d& n, int edge) const {
    const Vec3d& from = corners[edge];
    return dot(n, cross(from, minus(corners[(edge + 1) % 3], from)));
  }
  /// Whether the origin lies on the inner side of an edge, or above it.
  DVDB_FN bool inside(const Vec3d& n, int edge) const { return height_over(n, edge) >= 0; }

  /// An edge, the square of its length, and which part of that lies before the origin.
  struct EdgeProjection {
    Vec3d along;
    double length;
    double part;
  };
  DVDB_FN EdgeProjection project_onto(int edge) const {
    const Vec3d& from = corners[edge];
    const Vec3d along = minus(corners[(edge + 1) % 3], from);
    return {along, dot(along, along), -dot(from, along)};
  }

  DVDB_FN Nearest nearest_on(int edge) const {
    const auto [along, length, part] = project_onto(edge);
    if (!(part > 0)) return at_corner(edge);
    if (part >= length) return at_corner((edge + 1) % 3);
    const Vec3d& from = corners[edge];
    const double share = part / length;
    const Vec3d place{from.x + share * along.x, from.y + share * along.y, from.z + share * along.z};
    return {dot(place, place), scaled(place, -1), int(Feature::kEdge) + edge};
  }
  DVDB_FN Nearest at_corner(int corner) const {
    const Vec3d& place = corners[corner];
    return {dot(place, place), scaled(place, -1), int(Feature::kCorner) + corner};
  }
};

/// The unit normal of a triangle; zero if it has no area.
DVDB_FN Vec3d unit_normal(const Triangle& triangle) {
  const Triangle seen = triangle.seen_from(triangle.corners[0], {1, 1, 1});
  double wide = 0;
  for (int axis = 0; axis < 3; ++axis)
    wide = max_of(wide, max_of(::fabs(seen.corners[1][axis]), ::fabs(seen.corners[2][axis])));
  if (!(wide > 0)) return {0, 0, 0};
  const Vec3d n = triangle.seen_from(triangle.corners[0], {1 / wide, 1 / wide, 1 / wide}).normal();
  const double length = ::sqrt(dot(n, n));
  return length > 0 ? scaled(n, 1 / length) : Vec3d{0, 0, 0};
}

DVDB_FN bool is_zero(const Vec3d& v) { return v.x == 0 && v.y == 0 && v.z == 0; }

/// Whether a triangle has a normal of its own; where it has none, other triangles of a closed mesh cover it.
DVDB_FN bool has_area(const Triangle& triangle) { return !is_zero(unit_normal(triangle)); }

}  // namespace dvdb::mesh
