/// Distances from the nearest triangles of a hierarchy: a team narrows down how far away those of a cube's voxels are,
/// and then tests in double precision what is no farther.
#pragma once

#include "core/mesh/triangle_tree.hpp"
#include "core/voxel_sites.hpp"
#include "mesh/exact_distance.hpp"

namespace dvdb::mesh {

/// Bounds of both walks for the voxels of a lane.
struct LaneBounds {
  Vec3f offs[kLaneVoxels];
  float squares[kLaneVoxels];  // upper bound of the squared distance of the nearest triangle; negative for voxels that
                               // the grid lacks

  DVDB_FN float most(const backend::Team& team) const {
    float out = squares[0];
    for (int k = 1; k < kLaneVoxels; ++k) out = max_of(out, squares[k]);
    for (int step = 1; step < team.size; step *= 2) out = max_of(out, team.from(out, team.rank ^ step));
    return out;
  }
  DVDB_FN bool wants(const BoxBeside& box) const {
    int32_t any = 0;
    for (int k = 0; k < kLaneVoxels; ++k) any |= box.least(offs[k]) > squares[k] ? 0 : 1;
    return any != 0;
  }
};

/// The first walk: lowers the bounds.
struct Narrow : LaneBounds {
  static constexpr bool kLearns = true;

  DVDB_FN void learn(const BoxBeside& box) {
    for (int k = 0; k < kLaneVoxels; ++k) squares[k] = min_of(squares[k], box.most(offs[k]));
  }
  DVDB_FN void test(int64_t, const TriangleFrame& frame, const TriangleFrame::Seen& center,
                    const TriangleFrame::Error& error, float limit) {
    const float wrong = 0.5f * spread_up_to(limit, error);
    for (int k = 0; k < kLaneVoxels; ++k)
      squares[k] = min_of(squares[k], frame.square(frame.beside(center, offs[k])) + wrong);
  }
};

/// The second walk: tests what the bounds do not rule out.
struct Decide : LaneBounds {
  static constexpr bool kLearns = false;
  const MeshSummary& summary;
  const Cube& cube;
  Sides sides;
  backend::Team team;
  Best best[kLaneVoxels] = {};

  DVDB_FN void test(int64_t face, const TriangleFrame& frame, const TriangleFrame::Seen& center,
                    const TriangleFrame::Error& error, float limit) {
    const float wrong = 0.5f * spread_up_to(limit, error);
    int32_t asked[kLaneVoxels];
    int32_t any = 0;
    for (int k = 0; k < kLaneVoxels; ++k) {
      asked[k] = frame.square(frame.beside(center, offs[k])) - wrong > squares[k] ? 0 : 1;
      any |= asked[k];
    }
    for (int k = 0; k < kLaneVoxels && any != 0; ++k) {
      if (asked[k] != 0 && squares[k] >= 0)
        best[k].take(nearest_to(summary, face, sides, cube.center(Cube::voxel(team, k))).square, face);
    }
  }
};

/// Finds the nearest triangles of the voxels of a cube.
struct SearchTree {
  GridView grid;
  TriangleTree tree;
  const LeafPlace* places;  // [n_leaves]
  int64_t* faces;           // [n_voxels] of the batch; -1 where there is none within the limit, or almost

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    const Cube cube = Cube::of(places, i);
    const Leaf& leaf = grid.leaves[cube.leaf];
    const Limits limits = tree.summary.limits[cube.grid];
    LaneBounds bounds;
    for (int k = 0; k < kLaneVoxels; ++k) {
      const uint32_t voxel = Cube::voxel(team, k);
      bounds.offs[k] = Cube::off(voxel, limits.stretch);
      bounds.squares[k] = LeafBit::of(cube, voxel).is_set(leaf) ? limits.outer * limits.outer : -1.0f;
    }
    if (bounds.most(team) < 0) return;
    Narrow narrow{bounds};
    tree.walk(team, cube, limits, narrow);
    Decide decide{narrow, tree.summary, cube, Sides::of(tree.mesh.size(cube.grid)), team, {}};
    tree.walk(team, cube, limits, decide);
    for (int k = 0; k < kLaneVoxels; ++k) {
      const LeafBit bit = LeafBit::of(cube, Cube::voxel(team, k));
      if (narrow.squares[k] >= 0) faces[leaf.row(bit.slice, bit.at)] = decide.best[k].face;
    }
  }
};

/// Writes the distances of voxels from the triangles that have been found.
template <bool kSigned>
struct WriteDistances {
  DistanceTest<kSigned> test;
  SiteFinder sites;
  const LeafPlace* places;

  DVDB_FN void operator()(int64_t row) const {
    const VoxelSite site = sites.find(row);
    const LeafPlace place = places[site.leaf];
    const Coord voxel = leaf_voxel(place.origin, site.slice * 64 + site.at);
    const Vec3d center{double(voxel.x), double(voxel.y), double(voxel.z)};
    const Sides sides = test.sides(place.grid);
    const int64_t face = test.out[row];
    Best best;
    if (face >= 0) test.ask(face, sides, center, best);
    test.write(row, place.grid, sides, center, best);
  }
};

}  // namespace dvdb::mesh
