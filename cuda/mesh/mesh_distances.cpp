/// Distances of voxels from meshes: teams of lanes test the triangles near cubes of 4^3 voxels in single precision, and
/// only the few that may be nearest in double precision. Triangles come from a list for each leaf or, where many small
/// ones would be in many lists, from one hierarchy of boxes; results are the same.
#include "core/voxel_sites.hpp"
#include "mesh/exact_distance.hpp"
#include "mesh/field.hpp"
#include "mesh/tree_distances.hpp"

using namespace dvdb;
using namespace dvdb::mesh;

namespace {

constexpr uint32_t kNone = ~0u;

/// The limits of a search for the nearest triangle: none of them settles a cube, so there is no inner limit.
DVDB_FN Limits limits_of(const NearTriangles& near, const Cube& cube) {
  Limits limits = near.summary.limits[cube.grid];
  limits.inner = 0;
  return limits;
}

/// Finds the two triangles that seem nearest to each voxel of a cube, and the voxels for which there may be others.
struct FindCandidates {
  static constexpr int kAtOnce = 6;
  GridView grid;
  NearTriangles near;
  uint64_t* candidates;  // [n_voxels] places in the leaf's list: the first below, the second above; kNone
  uint64_t* opens;       // [n_leaves, 8]

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    const Cube cube = Cube::of(near.places, i);
    const Leaf& leaf = grid.leaves[cube.leaf];
    bool active[kLaneVoxels];
    bool any = false;
    for (int k = 0; k < kLaneVoxels; ++k) any |= active[k] = LeafBit::of(cube, Cube::voxel(team, k)).is_set(leaf);
    if (team.ballot(any) == 0) {
      if (team.rank == 0) opens[i] = 0;
      return;
    }
    const Limits limits = limits_of(near, cube);
    Vec3f offs[kLaneVoxels];
    float squares[kLaneVoxels];  // upper bound of the squared distance of the nearest triangle; then those of the next
                                 // two
    float seconds[kLaneVoxels];
    float thirds[kLaneVoxels];
    uint32_t firsts[kLaneVoxels];
    uint32_t others[kLaneVoxels];
    for (int k = 0; k < kLaneVoxels; ++k) {
      offs[k] = Cube::off(Cube::voxel(team, k), limits.stretch);
      squares[k] = seconds[k] = thirds[k] = kFar;
      firsts[k] = others[k] = kNone;
    }
    const int64_t begin = near.begin(cube.leaf);
    const int64_t end = near.end(cube.leaf);
    const bool counts = end - begin < int64_t(kNone);  // else all voxels are open: indices of candidates would not fit
    float spread = 0;
    const auto add = [&](int64_t place, int64_t, const TriangleFrame& frame, const TriangleFrame::Seen& center,
                         const TriangleFrame::Error& error) {
      const uint32_t own = uint32_t(place - begin);
      const float wrong = spread_up_to(limits.outer, error);
      spread = max_of(spread, wrong);
      for (int k = 0; k < kLaneVoxels; ++k) {
        const float square = frame.square(frame.beside(center, offs[k])) + 0.5f * wrong;
        const bool is_first = square < squares[k];
        const bool is_second = square < seconds[k];
        thirds[k] = min_of(thirds[k], max_of(seconds[k], square));
        others[k] = is_first ? firsts[k] : is_second ? own : others[k];
        seconds[k] = is_first ? squares[k] : is_second ? square : seconds[k];
        firsts[k] = is_first ? own : firsts[k];
        squares[k] = is_first ? square : squares[k];
      }
      return false;
    };
    if (counts) near.each(team, cube, limits, begin, end, add);
    uint64_t open = 0;
    for (int k = 0; k < kLaneVoxels; ++k) {
      const float most = squares[k] + spread;
      const bool is_far = squares[k] == kFar && spread < kFar;
      const bool is_open = active[k] && (!counts || (!is_far && !(thirds[k] > most)));
      open |= uint64_t(team.ballot(is_open)) << (k * backend::kWarpLanes);
      if (!active[k]) continue;
      const LeafBit bit = LeafBit::of(cube, Cube::voxel(team, k));
      if (is_open) firsts[k] = others[k] = kNone;
      if (seconds[k] > most) others[k] = kNone;
      candidates[leaf.row(bit.slice, bit.at)] = uint64_t(others[k]) << 32 | firsts[k];
    }
    if (team.rank == 0) opens[i] = open;
  }
};

/// Marks triangles without area.
struct MarkFlat {
  MeshView mesh;
  uint8_t* flat;  // [n_faces]

  DVDB_FN void operator()(int64_t face) const {
    flat[face] = has_area(mesh.in_world(face, mesh.face_lists.list_of(face))) ? 0 : 1;
  }
};

/// Which triangles may be the nearest: for signed distances those with area.
template <bool kSigned>
struct Counted {
  const uint8_t* flat;  // [n_faces] for signed distances

  DVDB_FN bool has(int64_t face) const { return !kSigned || flat[face] == 0; }
};

/// Tests the two candidates of a voxel in double precision.
template <bool kSigned>
struct TestCandidates {
  DistanceTest<kSigned> test;
  Counted<kSigned> counted;
  NearTriangles near;
  SiteFinder sites;
  const uint64_t* candidates;
  uint64_t* opens;

  DVDB_FN void operator()(int64_t row) const {
    const VoxelSite site = sites.find(row);
    const LeafPlace place = near.places[site.leaf];
    const Coord voxel = leaf_voxel(place.origin, site.slice * 64 + site.at);
    const Vec3d center{double(voxel.x), double(voxel.y), double(voxel.z)};
    const Sides sides = test.sides(place.grid);
    Best best;
    DVDB_ROLLED
    for (uint64_t rest = candidates[row]; uint32_t(rest) != kNone; rest = rest >> 32 | uint64_t(kNone) << 32) {
      const int64_t face = near.faces[near.begin(site.leaf) + int64_t(uint32_t(rest))];
      if (counted.has(face)) {
        test.ask(face, sides, center, best);
      } else {
        open(site);
      }
    }
    test.write(row, place.grid, sides, center, best);
  }

 private:
  DVDB_FN void open(const VoxelSite& site) const {
    const uint32_t y = site.at >> 3;
    const uint32_t z = site.at & 7;
    const uint32_t cube = (site.slice >> 2) << 2 | (y >> 2) << 1 | z >> 2;
    backend::atomic_or(&opens[site.leaf * kCubes + cube], bit((site.slice & 3) << 4 | (y & 3) << 2 | (z & 3)));
  }
};

/// Tests all triangles that may be nearest to the open voxels of a cube in double precision.
template <bool kSigned>
struct TestAll {
  DistanceTest<kSigned> test;
  Counted<kSigned> counted;
  NearTriangles near;
  GridView grid;
  const uint64_t* opens;

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    const uint64_t open = opens[i];
    if (open == 0) return;
    const Cube cube = Cube::of(near.places, i);
    const Limits limits = limits_of(near, cube);
    const Sides sides = test.sides(cube.grid);
    const int64_t begin = near.begin(cube.leaf);
    const int64_t end = near.end(cube.leaf);
    Vec3f offs[kLaneVoxels];
    float squares[kLaneVoxels];
    int32_t wanted[kLaneVoxels];
    Best best[kLaneVoxels];
    for (int k = 0; k < kLaneVoxels; ++k) {
      offs[k] = Cube::off(Cube::voxel(team, k), limits.stretch);
      squares[k] = kFar;
      wanted[k] = int32_t(open >> Cube::voxel(team, k) & 1);
    }
    near.each(team, cube, limits, begin, end,
              [&](int64_t, int64_t face, const TriangleFrame& frame, const TriangleFrame::Seen& center,
                  const TriangleFrame::Error& error) {
                if (!counted.has(face)) return false;
                const float wrong = 0.5f * spread_up_to(limits.outer, error);
                for (int k = 0; k < kLaneVoxels; ++k)
                  squares[k] = min_of(squares[k], frame.square(frame.beside(center, offs[k])) + wrong);
                return false;
              });
    near.each(team, cube, limits, begin, end,
              [&](int64_t, int64_t face, const TriangleFrame& frame, const TriangleFrame::Seen& center,
                  const TriangleFrame::Error& error) {
                if (!counted.has(face)) return false;
                const float wrong = 0.5f * spread_up_to(limits.outer, error);
                int32_t asked[kLaneVoxels];
                int32_t any = 0;
                for (int k = 0; k < kLaneVoxels; ++k) {
                  asked[k] = (frame.square(frame.beside(center, offs[k])) - wrong > squares[k] ? 0 : 1) & wanted[k];
                  any |= asked[k];
                }
                for (int k = 0; k < kLaneVoxels && any != 0; ++k) {
                  if (asked[k] != 0) test.ask(face, sides, cube.center(Cube::voxel(team, k)), best[k]);
                }
                return false;
              });
    for (int k = 0; k < kLaneVoxels; ++k) {
      const uint32_t voxel = Cube::voxel(team, k);
      const LeafBit bit = LeafBit::of(cube, voxel);
      if (wanted[k] != 0)
        test.write(grid.leaves[cube.leaf].row(bit.slice, bit.at), cube.grid, sides, cube.center(voxel), best[k]);
    }
  }
};

/// Finds distances with a list of near triangles for each leaf.
template <bool kSigned>
Status search_lists(Context& c, const GridView& grid, MeshTables& tables, const DistanceTest<kSigned>& test) {
  Span<Pair> pairs;
  DVDB_TRY(tables.list_leaves(test.mesh, test.reach, test.summary, 0, pairs));
  NearTriangleLists lists(c);
  NearTriangles near;
  DVDB_TRY(lists.make(test.mesh, test.summary, test.reach, pairs, grid, near));
  backend::Scratch site_memory(c);
  backend::Scratch candidate_memory(c);
  backend::Scratch open_memory(c);
  SiteFinder sites;
  Span<uint64_t> candidates;
  Span<uint64_t> opens;
  backend::Scratch flat_memory(c);
  Span<uint8_t> flat;
  if constexpr (kSigned) {
    DVDB_TRY(flat_memory.allocate(test.mesh.n_faces, flat));
    DVDB_TRY(backend::for_each(c, flat.size, MarkFlat{test.mesh, flat.data}));
  }
  const Counted<kSigned> counted{flat.data};
  DVDB_TRY(find_sites(c, grid, site_memory, sites));
  DVDB_TRY(candidate_memory.allocate(grid.n_voxels, candidates));
  DVDB_TRY(open_memory.allocate(grid.n_leaves * kCubes, opens));
  DVDB_TRY(backend::for_each_warp(c, opens.size, FindCandidates{grid, near, candidates.data, opens.data}, 64));
  DVDB_TRY(backend::for_each(c, grid.n_voxels,
                             TestCandidates<kSigned>{test, counted, near, sites, candidates.data, opens.data}));
  return backend::for_each_warp(c, opens.size, TestAll<kSigned>{test, counted, near, grid, opens.data}, 512);
}

/// The same with one hierarchy of boxes around all triangles.
template <bool kSigned>
Status search_tree(Context& c, const GridView& grid, const DistanceTest<kSigned>& test) {
  backend::Scratch place_memory(c);
  backend::Scratch site_memory(c);
  Span<LeafPlace> places;
  SiteFinder sites;
  TriangleTreeTables tables(c);
  TriangleTree tree;
  DVDB_TRY(list_leaves(c, grid, place_memory, places));
  DVDB_TRY(find_sites(c, grid, site_memory, sites));
  DVDB_TRY(tables.make(test.mesh, test.summary, !kSigned, tree));
  DVDB_TRY(backend::for_each_warp(c, grid.n_leaves * kCubes, SearchTree{grid, tree, places.data, test.out}, 4));
  return backend::for_each(c, grid.n_voxels, WriteDistances<kSigned>{test, sites, places.data});
}

template <bool kSigned, class Args>
Status find_distances(Context& c, const Args& a) {
  if (!(a.half_width >= 0) || a.half_width - a.half_width != 0) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot find distances: the most, %g, is not finite and 0 or more",
                a.half_width);
  }
  const GridView& grid = a.grid->view;
  MeshTables tables(c);
  MeshView mesh;
  DVDB_TRY(tables.place(a, mesh));
  DVDB_TRY(tables.place_transforms(grid, mesh));
  const Reach reach{a.half_width, false, grid.heads};
  MeshSummary summary;
  DVDB_TRY(tables.summarize_faces(mesh, reach, nullptr, summary));
  PseudoNormalTables normal_tables(c);
  PseudoNormals normals;
  if constexpr (kSigned) DVDB_TRY(normal_tables.make(mesh, normals));
  const DistanceTest<kSigned> test{
      mesh, summary, reach, normals, {a.out_distances.data, a.dtype}, a.out_triangles.data};
  const bool crowded = is_crowded(tables.pairs_of_small(), double(grid.n_leaves), mesh.n_faces);
  return crowded ? search_tree<kSigned>(c, grid, test) : search_lists<kSigned>(c, grid, tables, test);
}

}  // namespace

Status operators::mesh_distances(Context& c, const MeshDistancesArgs& a) { return find_distances<false>(c, a); }

Status operators::signed_mesh_distances(Context& c, const SignedMeshDistancesArgs& a) {
  return find_distances<true>(c, a);
}
