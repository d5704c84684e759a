/// The triangles that cut a cube, for each set of corners inside.
///
/// They are computed once instead of listed. On each face of the cube, the surface separates every run of inside
/// corners from the rest by a line; of two diagonally opposite corners, each has its own. This depends on the face
/// alone, so two cubes agree on the face that they share. The lines join to loops, and loops are triangulated along
/// diagonals that lie in no face: no edge of a mesh is shared by more than two triangles.
#pragma once

#include "base/portable.hpp"

namespace dvdb::mesh {

inline constexpr int kCubeEdges = 12;

/// Corner c of a cube lies at (c >> 2 & 1, c >> 1 & 1, c & 1); edges 0-3 run along x, 4-7 along y, 8-11 along z.
struct CubeEdge {
  int axis;
  int lower;  // corner
  int upper;  // corner

  DVDB_FN static CubeEdge of(int edge) {
    const int axis = edge >> 2;
    const int at = edge & 3;
    const int lower = axis == 0 ? at : axis == 1 ? (at >> 1) * 4 + (at & 1) : at * 2;
    return {axis, lower, lower | 4 >> axis};
  }
};

/// The triangles of one case: four bits for the edge of each corner, and the number of triangles in the highest four
/// bits.
struct CubeCase {
  uint64_t code = 0;

  DVDB_FN int triangles() const { return int(code >> 60); }
  DVDB_FN int edge(int corner) const { return int(code >> (4 * corner) & 15); }
};

/// Computes the triangles of all cases.
class CubeCaseMaker {
 public:
  CubeCase make(uint32_t inside) {
    made_ = {};
    for (int edge = 0; edge < kCubeEdges; ++edge) next_[edge] = -1;
    for (int axis = 0; axis < 3; ++axis) {
      for (int side = 0; side < 2; ++side) cut_side(inside, axis, side);
    }
    for (int edge = 0; edge < kCubeEdges; ++edge) {
      int length = 0;
      for (int at = edge; next_[at] >= 0;) {
        loop_[length++] = at;
        const int to = next_[at];
        next_[at] = -1;
        at = to;
      }
      if (length > 0) triangulate(0, length - 1, true);
    }
    return made_;
  }

 private:
  static int edge_between(int a, int b) {
    for (int edge = 0; edge < kCubeEdges; ++edge) {
      const CubeEdge found = CubeEdge::of(edge);
      if ((found.lower == a && found.upper == b) || (found.lower == b && found.upper == a)) return edge;
    }
    return -1;
  }

  /// Joins the edge over which a walk around a face, counterclockwise as seen from outside, enters a run of inside
  /// corners with the edge over which it leaves.
  void cut_side(uint32_t inside, int axis, int side) {
    const int u = 4 >> (axis + 1) % 3;
    const int v = 4 >> (axis + 2) % 3;
    const int base = side != 0 ? 4 >> axis : 0;
    int around[4] = {base, base | u, base | u | v, base | v};
    if (side == 0) {
      around[1] = base | v;
      around[3] = base | u;
    }
    const auto is_inside = [&](int at) { return (inside >> around[at & 3] & 1) != 0; };
    for (int at = 0; at < 4; ++at) {
      if (is_inside(at) || !is_inside(at + 1)) continue;
      int last = at + 1;
      while (is_inside(last + 1)) ++last;
      next_[edge_between(around[at], around[(at + 1) & 3])] = edge_between(around[last & 3], around[(last + 1) & 3]);
    }
  }

  /// Whether both edges bound the same face of the cube.
  static bool share_side(int a, int b) {
    const CubeEdge one = CubeEdge::of(a);
    const CubeEdge other = CubeEdge::of(b);
    for (int axis = 0; axis < 3; ++axis) {
      if (axis != one.axis && axis != other.axis && ((one.lower ^ other.lower) & 4 >> axis) == 0) return true;
    }
    return false;
  }

  /// Triangulates the part of the loop from first to last; `joined` if a line joins its ends already.
  bool triangulate(int first, int last, bool joined) {
    if (last - first < 2) return true;
    if (!joined && share_side(loop_[first], loop_[last])) return false;
    const CubeCase before = made_;
    for (int middle = first + 1; middle < last; ++middle) {
      add(loop_[first], loop_[middle], loop_[last]);
      if (triangulate(first, middle, middle == first + 1) && triangulate(middle, last, middle == last - 1)) return true;
      made_ = before;
    }
    return false;
  }

  void add(int a, int b, int c) {
    const int count = made_.triangles();
    const uint64_t edges = uint64_t(a) | uint64_t(b) << 4 | uint64_t(c) << 8;
    made_.code = (made_.code & (bit(60) - 1)) | edges << (12 * count) | uint64_t(count + 1) << 60;
  }

  CubeCase made_;
  int next_[kCubeEdges] = {};
  int loop_[kCubeEdges] = {};
};

/// The triangles of all cases.
struct CubeCases {
  CubeCase cases[256];

  CubeCases() {
    CubeCaseMaker maker;
    for (uint32_t inside = 0; inside < 256; ++inside) cases[inside] = maker.make(inside);
  }
};

}  // namespace dvdb::mesh
