/// A hierarchy of boxes around the triangles of meshes, and its traversal by teams, cube by cube.
///
/// Triangles are sorted along a Morton curve, mesh by mesh. Boxes around runs of kRun of them are the lowest level; a
/// box of each level above is around kWide boxes of the one below. Places are those of the sorted list, so that no
/// links are stored. Any order gives the same results: only the boxes are larger or smaller.
#pragma once

#include "core/mesh/near_triangles.hpp"

namespace dvdb::mesh {

/// Triangles near a leaf, on average, from which on a search with a hierarchy is faster than one with a list for each
/// leaf.
inline constexpr double kCrowded = 384;

/// Whether a search with a hierarchy is faster: so many pairs of small triangles and leaves near them, and triangles
/// have numbers below that of none.
DVDB_FN bool is_crowded(double pairs_of_small, double n_leaves, int64_t n_faces) {
  return pairs_of_small > kCrowded * n_leaves && n_faces < int64_t(UINT32_MAX);
}

/// A box around triangles, in voxels; ends before it starts where there is none.
struct TreeBox {
  double low[3];
  double high[3];
};

/// A box around triangles as the voxels of a cube see it: relative to the center of the cube, in units of a voxel's
/// longest side, and larger than it is by more than all roundings.
struct BoxBeside {
  Vec3f low;
  Vec3f high;

  DVDB_FN static BoxBeside of(const TreeBox& box, const Cube& cube, const Vec3f& stretch) {
    const auto beside = [&](int axis, int32_t start, float by, float& low, float& high) {
      const double center = double(start) + 1.5;
      low = float(box.low[axis] - center) * by;
      high = float(box.high[axis] - center) * by;
      const float slack = kRounding * (max_of(::fabsf(low), ::fabsf(high)) + 4);
      low -= slack;
      high += slack;
    };
    BoxBeside out;
    beside(0, cube.low.x, stretch.x, out.low.x, out.high.x);
    beside(1, cube.low.y, stretch.y, out.low.y, out.high.y);
    beside(2, cube.low.z, stretch.z, out.low.z, out.high.z);
    return out;
  }
  /// The square of a distance that no triangle in the box is nearer than to a place.
  DVDB_FN float least(const Vec3f& off) const {
    const Vec3f gap{beyond(low.x, off.x, high.x), beyond(low.y, off.y, high.y), beyond(low.z, off.z, high.z)};
    return dot(gap, gap);
  }
  /// The same for all places within `half` of the center of the cube.
  DVDB_FN float least_around(const Vec3f& half) const {
    const BoxBeside wide{{low.x - half.x, low.y - half.y, low.z - half.z},
                         {high.x + half.x, high.y + half.y, high.z + half.z}};
    return wide.least({0, 0, 0});
  }
  /// The square of a distance that no triangle in the box is farther than from a place.
  DVDB_FN float most(const Vec3f& off) const {
    const Vec3f far{max_of(off.x - low.x, high.x - off.x), max_of(off.y - low.y, high.y - off.y),
                    max_of(off.z - low.z, high.z - off.z)};
    return dot(far, far);
  }
  DVDB_FN BoxBeside from(const backend::Team& team, int owner) const {
    const auto of = [&](const Vec3f& own) {
      return Vec3f{team.from(own.x, owner), team.from(own.y, owner), team.from(own.z, owner)};
    };
    return {of(low), of(high)};
  }

 private:
  static constexpr float kRounding = 1e-6f;  // more than the rounding error of single precision

  DVDB_FN static float beyond(float low, float at, float high) { return max_of(0.0f, max_of(low - at, at - high)); }
};

/// The hierarchy as kernels read it.
struct TriangleTree {
  static constexpr int kRunLog2 = 3;
  static constexpr int kWideLog2 = 5;
  static constexpr int64_t kRun = 1 << kRunLog2;
  static constexpr int64_t kWide = 1 << kWideLog2;
  static constexpr int kMostLevels = 7;
  static constexpr uint32_t kNoFace = ~0u;

  MeshView mesh;
  MeshSummary summary;
  const uint32_t* faces =
      nullptr;  // [n_faces] sorted, those of each mesh where they were before; kNoFace where one does not count
  const TreeBox* boxes = nullptr;    // level after level
  int64_t starts[kMostLevels] = {};  // of the levels
  int n_levels = 0;

  /// Walks the boxes and triangles that may matter to the voxels of a cube. For that, the visitor has
  ///   most(team)       the square of the distance from any voxel beyond which nothing matters; the same on all lanes
  ///   learn(box)       takes note that there is a triangle in a box
  ///   wants(box)       whether a box may have what matters to the lane's voxels
  ///   test(face, frame, center of the cube in the frame, its error, distance that no voxel of the cube is farther away
  ///   than)
  template <class V>
  DVDB_FN void walk(const backend::Team& team, const Cube& cube, const Limits& limits, V& visitor) const {
    const Part part{mesh.first_face(cube.grid), mesh.faces_end(cube.grid)};
    if (part.begin == part.end) return;
    uint32_t open[kMostLevels];
    int level = n_levels - 1;
    int64_t first = 0;  // of neighboring boxes
    open[level] = open_boxes(team, cube, limits, part, level, first, visitor);
    while (true) {
      if (open[level] == 0) {
        if (++level == n_levels) return;
        first = first >> kWideLog2 & -kWide;
        continue;
      }
      const int64_t box = first + lowest_bit(open[level]);
      open[level] &= open[level] - 1;
      if (team.ballot(visitor.wants(BoxBeside::of(boxes[starts[level] + box], cube, limits.stretch))) == 0) continue;
      if (level == 0) {
        test_run(team, cube, limits, part, box, visitor);
        continue;
      }
      --level;
      first = box << kWideLog2;
      open[level] = open_boxes(team, cube, limits, part, level, first, visitor);
    }
  }

 private:
  /// Places of the triangles of a mesh.
  struct Part {
    int64_t begin;
    int64_t end;
  };

  DVDB_FN static int shift(int level) { return kRunLog2 + level * kWideLog2; }

  /// Which of kWide neighboring boxes of a level are near enough to matter.
  template <class V>
  DVDB_FN uint32_t open_boxes(const backend::Team& team, const Cube& cube, const Limits& limits, const Part& part,
                              int level, int64_t first, V& visitor) const {
    const Vec3f half{1.5f * limits.stretch.x, 1.5f * limits.stretch.y, 1.5f * limits.stretch.z};
    const float most = visitor.most(team);
    uint32_t found = 0;
    for (int64_t step = 0; step < kWide; step += backend::kWarpLanes) {
      const int64_t own = first + step + team.rank;
      const int64_t begin = own << shift(level);
      const int64_t end = (own + 1) << shift(level);
      BoxBeside box = {};
      bool near = false;
      if (step + team.rank < kWide && begin < part.end && end > part.begin) {
        box = BoxBeside::of(boxes[starts[level] + own], cube, limits.stretch);
        near = !(box.least_around(half) > most);
      }
      const uint32_t nears = team.ballot(near);
      found |= nears << step;
      if constexpr (V::kLearns) {
        const uint32_t wholes =
            team.ballot(near && begin >= part.begin && (end <= part.end || part.end == mesh.n_faces));
        for (uint32_t rest = wholes; rest != 0; rest &= rest - 1) visitor.learn(box.from(team, lowest_bit(rest)));
      }
    }
    return found;
  }

  template <class V>
  DVDB_FN void test_run(const backend::Team& team, const Cube& cube, const Limits& limits, const Part& part,
                        int64_t run, V& visitor) const {
    const float limit = ::sqrtf(visitor.most(team)) * 1.000001f;
    for (int64_t step = 0; step < kRun; step += backend::kWarpLanes) {
      const int64_t place = run * kRun + step + team.rank;
      bool near = false;
      const bool is_own = step + team.rank < kRun && place >= part.begin && place < part.end;
      const uint32_t own = is_own ? faces[place] : kNoFace;
      SeenBox box = {};
      float away = 0;
      if (own != kNoFace) {
        const TriangleFrame frame = summary.frames[own];
        box = cube.seen_by(frame, limits);
        near = !frame.is_bounded() || (is_beside(cube.low, frame.anchor) && box.may_reach(frame, limit));
        away = ::sqrtf(frame.square(box.center) + box.error.square) + box.error.distance + box.radius;
      }
      for (uint32_t rest = team.ballot(near); rest != 0; rest &= rest - 1) {
        const int owner = lowest_bit(rest);
        const int64_t face = int64_t(team.from(own, owner));
        const TriangleFrame frame = summary.frames[face];
        const TriangleFrame::Seen center{team.from(box.center.x, owner), team.from(box.center.y, owner),
                                         team.from(box.center.height, owner)};
        const TriangleFrame::Error error{team.from(box.error.distance, owner), team.from(box.error.square, owner)};
        visitor.test(face, frame, center, error, min_of(limit, team.from(away, owner)));
      }
    }
  }

  /// Whether differences of voxels fit 32 bits with room to spare. Those of triangles with a bound on the error do
  /// where they matter.
  DVDB_FN static bool is_beside(const Coord& a, const Coord& b) {
    constexpr int64_t kMost = (int64_t(1) << 30) + 16;
    const auto fits = [](int32_t from, int32_t to) {
      return int64_t(from) - to <= kMost && int64_t(to) - from <= kMost;
    };
    return fits(a.x, b.x) && fits(a.y, b.y) && fits(a.z, b.z);
  }
};

/// Builds the hierarchy, and owns its memory.
class TriangleTreeTables {
 public:
  explicit TriangleTreeTables(Context& context) : context_(context), face_memory_(context), box_memory_(context) {}

  /// `flat_ones`: whether triangles without area count. There are fewer than 2^32 - 1 triangles.
  Status make(const MeshView& mesh, const MeshSummary& summary, bool flat_ones, TriangleTree& out);

 private:
  Status sort(const MeshView& mesh, const MeshSummary& summary, Span<uint32_t> faces);

  Context& context_;
  backend::Scratch face_memory_;
  backend::Scratch box_memory_;
};

}  // namespace dvdb::mesh
