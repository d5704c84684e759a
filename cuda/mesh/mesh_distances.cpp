/// Distances of voxels from meshes: teams of lanes go through the triangles near cubes of 4^3 voxels in single precision,
/// and ask doubles about the few that may be nearest.
#include <bit>

#include "core/near_triangles.hpp"
#include "mesh/field.hpp"
#include "mesh/pseudo_normals.hpp"

using namespace dvdb;
using namespace dvdb::mesh;

namespace {

constexpr float kFar = __builtin_huge_valf();

/// The two triangles that seem nearest to a voxel, by the squares of what they are away at most, and the next such square.
struct Nearby {
  float squares[kLaneVoxels];
  float seconds[kLaneVoxels];
  float thirds[kLaneVoxels];
  int32_t firsts[kLaneVoxels];  // places in a part of the list, -1 for none
  int32_t next[kLaneVoxels];

  DVDB_FN void clear() {
    for (int k = 0; k < kLaneVoxels; ++k) {
      squares[k] = seconds[k] = thirds[k] = kFar;
      firsts[k] = next[k] = -1;
    }
  }
  DVDB_FN void add(int k, float square, int32_t place) {
    const bool is_first = square < squares[k];
    const bool is_second = square < seconds[k];
    thirds[k] = min_of(thirds[k], max_of(seconds[k], square));
    next[k] = is_first ? firsts[k] : is_second ? place : next[k];
    seconds[k] = is_first ? squares[k] : is_second ? square : seconds[k];
    firsts[k] = is_first ? place : firsts[k];
    squares[k] = is_first ? square : squares[k];
  }
};

/// The nearest triangle so far, as doubles say.
struct Best {
  double square = __builtin_huge_val();
  int64_t face = -1;

  DVDB_FN void take(double other, int64_t other_face) {
    if (other > square || (other == square && other_face > face)) return;
    square = other;
    face = other_face;
  }
};

/// Writes the distances of the voxels of a cube, with signs if there are normals, and their triangles.
template <class T, bool kSigned>
struct FindDistances {
  GridView grid;
  NearTriangles near;
  PseudoNormals normals;
  T* distances;  // [n_voxels]
  int64_t* out;  // [n_voxels]

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    const Cube cube = Cube::of(near.places, i);
    const Leaf& leaf = grid.leaves[cube.leaf];
    int64_t rows[kLaneVoxels];
    bool any = false;
    for (int k = 0; k < kLaneVoxels; ++k) {
      const uint32_t voxel = Cube::voxel(team, k);
      const uint32_t slice = 4 * (cube.at >> 2) + (voxel >> 4);
      const uint32_t at = 8 * (4 * (cube.at >> 1 & 1) + (voxel >> 2 & 3)) + 4 * (cube.at & 1) + (voxel & 3);
      rows[k] = leaf.mask[slice] >> at & 1 ? leaf.row(slice, at) : -1;
      any = any || rows[k] >= 0;
    }
    if (team.ballot(any) == 0) return;
    Limits limits = Limits::of(near.reach, near.mesh.size(cube.grid));
    limits.inner = 0;  // one triangle does not settle a cube
    Vec3f offs[kLaneVoxels];
    Best best[kLaneVoxels];
    for (int k = 0; k < kLaneVoxels; ++k) offs[k] = Cube::off(Cube::voxel(team, k), limits.stretch);
    constexpr int64_t kPart = int64_t(1) << 30;
    const int64_t end = near.end(cube.leaf);
    for (int64_t begin = near.begin(cube.leaf); begin < end; begin += kPart) {
      search(team, cube, limits, begin, min_of(end, begin + kPart), offs, rows, best);
    }
    for (int k = 0; k < kLaneVoxels; ++k) {
      if (rows[k] >= 0) write(rows[k], cube, cube.centre(Cube::voxel(team, k)), best[k]);
    }
  }

 private:
  DVDB_FN void search(const backend::Team& team, const Cube& cube, const Limits& limits, int64_t begin, int64_t end, const Vec3f (&offs)[kLaneVoxels],
                      const int64_t (&rows)[kLaneVoxels], Best (&best)[kLaneVoxels]) const {
    Nearby nearby;
    float spread = 0;  // between the least and the most that a square may be
    nearby.clear();
    near.each(team, cube, limits, begin, end, [&](int64_t place, int64_t, const TriangleFrame& frame, const SeenBox& box) {
      const float wrong = spread_of(limits, box);
      spread = max_of(spread, wrong);
      for (int k = 0; k < kLaneVoxels; ++k) {
        nearby.add(k, frame.square(frame.beside(box.centre, offs[k])) + 0.5f * wrong, int32_t(place - begin));
      }
      return false;
    });
    bool open[kLaneVoxels];
    bool any_open = false;
    for (int k = 0; k < kLaneVoxels; ++k) {
      open[k] = false;
      if (rows[k] < 0) continue;
      const float most = nearby.squares[k] + spread;
      open[k] = !(nearby.thirds[k] > most);  // also where none can tell
      if (!open[k]) open[k] = !ask(cube, k, team, begin + nearby.firsts[k], best[k]);
      if (!open[k] && !(nearby.seconds[k] > most)) ask(cube, k, team, begin + nearby.next[k], best[k]);
      any_open = any_open || open[k];
    }
    if (team.ballot(any_open) == 0) return;
    near.each(team, cube, limits, begin, end, [&](int64_t place, int64_t, const TriangleFrame& frame, const SeenBox& box) {
      for (int k = 0; k < kLaneVoxels; ++k) {
        if (!open[k]) continue;
        const float least = frame.square(frame.beside(box.centre, offs[k])) - 0.5f * spread_of(limits, box);
        if (!(least > nearby.squares[k])) ask(cube, k, team, place, best[k]);
      }
      return false;
    });
  }
  DVDB_FN static float spread_of(const Limits& limits, const SeenBox& box) { return 2 * box.slack * (2 * limits.outer + 3 * box.slack); }

  /// Says what doubles say; false where the triangle does not count.
  DVDB_FN bool ask(const Cube& cube, int k, const backend::Team& team, int64_t place, Best& best) const {
    const int64_t face = near.faces[place];
    const MeshView& mesh = near.mesh;
    if (kSigned && !has_area(mesh.in_world(face, cube.grid))) return false;
    const Vec3d centre = cube.centre(Cube::voxel(team, k));
    best.take(mesh.in_voxels(face, cube.grid).seen_from(centre, mesh.size(cube.grid)).nearest().square, face);
    return true;
  }

  DVDB_FN void write(int64_t row, const Cube& cube, const Vec3d& centre, const Best& best) const {
    const MeshView& mesh = near.mesh;
    if (!(best.square <= near.reach.width * near.reach.width)) {
      distances[row] = from_double<T>(__builtin_huge_val());
      out[row] = -1;
      return;
    }
    double distance = ::sqrt(best.square);
    if constexpr (kSigned) {
      const Nearest nearest = mesh.in_voxels(best.face, cube.grid).seen_from(centre, mesh.size(cube.grid)).nearest();
      if (dot(nearest.away, normals.at(best.face, cube.grid, nearest.feature)) < 0) distance = -distance;
    }
    distances[row] = from_double<T>(distance);
    out[row] = best.face - mesh.first_face(cube.grid);
  }
};

struct Results {
  dvdb_buffer distances;
  dvdb_buffer triangles;
};

template <bool kSigned>
Status find_distances(Context& c, dvdb_grid handle, const MeshRequest& request, double most, const Results& results) {
  if (!(most >= 0) || most - most != 0) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot find distances: the most, %g, is not finite and 0 or more", most);
  GridBatch* batch = nullptr;
  DVDB_TRY(find(c, handle, &batch));
  DVDB_TRY(check_grid_count(c, *batch, request.n_grids));
  const GridView& grid = batch->view;
  MeshTables tables(c);
  MeshView mesh;
  DVDB_TRY(tables.place(request, mesh));
  DVDB_TRY(tables.place_transforms(grid, mesh));
  return with_real(c, request.dtype, "vertices", [&]<class T>() -> Status {
    Span<T> distances;
    Span<int64_t> triangles;
    DVDB_TRY(borrow(c, results.distances, grid.n_voxels, "out_distances", distances));
    DVDB_TRY(borrow(c, results.triangles, grid.n_voxels, "out_triangles", triangles));
    const Reach reach{most, false};
    MeshLook look;
    Span<Pair> pairs;
    DVDB_TRY(tables.list_leaves(mesh, reach, nullptr, look, pairs));
    PseudoNormalTables normal_tables(c);
    PseudoNormals normals;
    if constexpr (kSigned) DVDB_TRY(normal_tables.make(mesh, normals));
    NearTriangleLists lists(c);
    NearTriangles near;
    DVDB_TRY(lists.make(mesh, look, reach, pairs, grid, near));
    return backend::for_each_full_team(c, grid.n_leaves * kCubes, FindDistances<T, kSigned>{grid, near, normals, distances.data, triangles.data}, 64);
  });
}

}  // namespace

dvdb_status dvdb_mesh_distances(dvdb_context context, dvdb_grid grid, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices,
                                const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces, const int64_t* face_offsets,
                                uint32_t n_grids, double most, dvdb_buffer out_distances, dvdb_buffer out_triangles) noexcept {
  return entry(context, [=](Context& c) -> Status {
    const MeshRequest request{vertices, dtype, n_vertices, vertex_offsets, faces, face_dtype, n_faces, face_offsets, int64_t(n_grids)};
    return find_distances<false>(c, grid, request, most, {out_distances, out_triangles});
  });
}

dvdb_status dvdb_signed_mesh_distances(dvdb_context context, dvdb_grid grid, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices,
                                       const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces,
                                       const int64_t* face_offsets, uint32_t n_grids, double most, dvdb_buffer out_distances,
                                       dvdb_buffer out_triangles) noexcept {
  return entry(context, [=](Context& c) -> Status {
    const MeshRequest request{vertices, dtype, n_vertices, vertex_offsets, faces, face_dtype, n_faces, face_offsets, int64_t(n_grids)};
    return find_distances<true>(c, grid, request, most, {out_distances, out_triangles});
  });
}
