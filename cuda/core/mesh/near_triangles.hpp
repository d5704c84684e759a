/// The triangles near each leaf of a batch, and their traversal by teams, cube by cube.
#pragma once

#include "backend/api/launch.hpp"
#include "core/leaf_places.hpp"
#include "core/mesh/mesh.hpp"

namespace dvdb::mesh {

/// Cubes of 4^3 voxels that a leaf is made of; a team takes one. Bit 16 x + 4 y + z of a cube's word is a voxel of it.
inline constexpr int kCubes = 8;
inline constexpr int kLaneVoxels = 64 / backend::kWarpLanes;

/// A cube as the lanes of a team process it: lane r has the voxels r, r + kWarpLanes and so on.
struct Cube {
  Coord low;
  int64_t leaf;
  int64_t grid;
  uint32_t at;  // position in the leaf: 4 x + 2 y + z

  DVDB_FN static Cube of(const LeafPlace* places, int64_t i) {
    const LeafPlace place = places[i / kCubes];
    const uint32_t at = uint32_t(i % kCubes);
    const Coord& leaf = place.origin;
    return {{leaf.x + int32_t(4 * (at >> 2)), leaf.y + int32_t(4 * (at >> 1 & 1)), leaf.z + int32_t(4 * (at & 1))},
            i / kCubes,
            int64_t(place.grid),
            at};
  }
  DVDB_FN static uint32_t voxel(const backend::Team& team, int k) {
    return uint32_t(team.rank + k * backend::kWarpLanes);
  }
  DVDB_FN Vec3d center(uint32_t voxel) const {
    return {double(low.x + int32_t(voxel >> 4)), double(low.y + int32_t(voxel >> 2 & 3)),
            double(low.z + int32_t(voxel & 3))};
  }
  DVDB_FN SeenBox seen_by(const TriangleFrame& frame, const Limits& limits) const {
    const auto from = [](int32_t low, int32_t anchor) { return float(int32_t(uint32_t(low) - uint32_t(anchor))); };
    return SeenBox::of(frame, {from(low.x, frame.anchor.x), from(low.y, frame.anchor.y), from(low.z, frame.anchor.z)},
                       1.5f, limits);
  }
  /// The offset of a voxel from the center of the cube.
  DVDB_FN static Vec3f off(uint32_t voxel, const Vec3f& stretch) {
    return {(float(voxel >> 4) - 1.5f) * stretch.x, (float(voxel >> 2 & 3) - 1.5f) * stretch.y,
            (float(voxel & 3) - 1.5f) * stretch.z};
  }
};

/// The lists as kernels read them. The order within a list is not defined.
struct NearTriangles {
  MeshView mesh;
  MeshSummary summary;
  Reach reach;
  const LeafPlace* places = nullptr;  // [n_leaves]
  const uint64_t* ends = nullptr;     // [n_leaves] end of each leaf's list
  const int64_t* faces = nullptr;

  DVDB_FN int64_t begin(int64_t leaf) const { return leaf == 0 ? 0 : int64_t(ends[leaf - 1]); }
  DVDB_FN int64_t end(int64_t leaf) const { return int64_t(ends[leaf]); }

  /// Calls f(index in the lists, face, frame, center of the cube in the frame, error) by all lanes for the triangles in
  /// [begin, end) that may be within the outer limit of a voxel of a cube, until f returns that this is enough. Returns
  /// whether a triangle is within the inner limit of all voxels, or f had enough.
  template <class F>
  DVDB_FN bool each(const backend::Team& team, const Cube& cube, const Limits& limits, int64_t begin, int64_t end,
                    F f) const {
    for (int64_t first = begin; first < end; first += backend::kWarpLanes) {
      bool near = false;
      bool whole = false;
      int64_t own = 0;
      SeenBox box = {};
      if (first + team.rank < end) {
        own = faces[first + team.rank];
        const TriangleFrame frame = summary.frames[own];
        box = cube.seen_by(frame, limits);
        near = box.may_reach(frame, limits.outer);
        whole = near && box.lies_within(frame, limits.inner);
      }
      if (team.ballot(whole) != 0) return true;
      for (uint32_t rest = team.ballot(near); rest != 0; rest &= rest - 1) {
        const int owner = lowest_bit(rest);
        const int64_t face = team.from(own, owner);
        const TriangleFrame frame = summary.frames[face];
        const TriangleFrame::Seen center{team.from(box.center.x, owner), team.from(box.center.y, owner),
                                         team.from(box.center.height, owner)};
        if (f(first + owner, face, frame, center,
              TriangleFrame::Error{team.from(box.error.distance, owner), team.from(box.error.square, owner)}))
          return true;
      }
    }
    return false;
  }
};

/// Builds the lists, and owns their memory.
class NearTriangleLists {
 public:
  explicit NearTriangleLists(Context& context)
      : context_(context), place_memory_(context), end_memory_(context), face_memory_(context) {}

  /// Sorts pairs into lists for the leaves of a grid; the grid may lack leaves of the pairs, and have others.
  Status make(const MeshView& mesh, const MeshSummary& summary, const Reach& reach, Span<const Pair> pairs,
              const GridView& grid, NearTriangles& out);

 private:
  Context& context_;
  backend::Scratch place_memory_;
  backend::Scratch end_memory_;
  backend::Scratch face_memory_;
};

}  // namespace dvdb::mesh
