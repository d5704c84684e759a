/// Distances of voxels from meshes: every voxel takes the least of those that triangles nearby offer it, by integer
/// minima of the bits of squares, so that the order does not matter.
#include <bit>

#include "core/leaf_finder.hpp"
#include "mesh/field.hpp"
#include "mesh/pseudo_normals.hpp"

using namespace dvdb;
using namespace dvdb::mesh;

namespace {

constexpr uint64_t kNone = UINT64_MAX;

/// Offers the voxels of one slice of a pair's leaf their distances from the triangle, or, in a second pass, the triangle
/// to those whose distance it is.
template <bool kNames>
struct OfferTriangle {
  GridView grid;
  MeshView mesh;
  Reach reach;
  bool areas_only;
  const Pair* pairs;
  uint64_t* squares;  // [n_voxels] bits of doubles
  uint64_t* faces;    // [n_voxels] counted from the first of the mesh

  DVDB_FN void operator()(int64_t i) const {
    const Pair pair = pairs[i / 8];
    const uint32_t slice = uint32_t(i % 8);
    const Coord origin{pair.node.x * 8, pair.node.y * 8, pair.node.z * 8};
    LeafFinder finder(grid, grid.heads[pair.list]);
    const int64_t found = finder.find_leaf(origin);
    if (found < 0) return;
    const Leaf& leaf = grid.leaves[found];
    uint64_t rest = leaf.mask[slice];
    if (rest == 0) return;
    const Vec3d size = mesh.size(pair.list);
    const Triangle triangle = mesh.in_voxels(pair.face, pair.list);
    const Vec3d around = reach.in_voxels(size);
    const auto beyond = [&](int axis, double at) { return at < triangle.low(axis) - around[axis] || at > triangle.high(axis) + around[axis]; };
    const double x = double(origin.x) + slice;
    if (beyond(0, x) || (areas_only && !has_area(mesh.in_world(pair.face, pair.list)))) return;
    int64_t row = leaf.row(slice, 0);
    for (; rest != 0; rest &= rest - 1, ++row) {
      const int at = lowest_bit(rest);
      const Vec3d centre{x, double(origin.y) + (at >> 3), double(origin.z) + (at & 7)};
      if (beyond(1, centre.y) || beyond(2, centre.z)) continue;
      // Most voxels are nearer to another triangle than to the box around this one; rounding must not decide.
      const double best = std::bit_cast<double>(backend::peek(&squares[row]));  // NaN at first
      if (to_box(triangle, centre, size) * (1 - 1e-12) > best) continue;
      offer(row, triangle.seen_from(centre, size).nearest().square, pair);
    }
  }

 private:
  /// Square of the distance from the box around a triangle.
  DVDB_FN static double to_box(const Triangle& triangle, const Vec3d& centre, const Vec3d& size) {
    double square = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double away = max_of(0.0, max_of(triangle.low(axis) - centre[axis], centre[axis] - triangle.high(axis))) * size[axis];
      square += away * away;
    }
    return square;
  }
  DVDB_FN void offer(int64_t row, double square, const Pair& pair) const {
    if (!(square <= reach.width * reach.width)) return;
    const uint64_t bits = std::bit_cast<uint64_t>(square);
    if constexpr (kNames) {
      if (squares[row] == bits) backend::atomic_min(&faces[row], uint64_t(pair.face - mesh.first_face(pair.list)));
    } else {
      if (bits < backend::peek(&squares[row])) backend::atomic_min(&squares[row], bits);
    }
  }
};

/// Writes a voxel's distance, with its sign if there are normals, and the triangle.
template <class T, bool kSigned>
struct WriteDistance {
  SiteFinder sites;
  const LeafPlace* places;  // [n_leaves]
  PseudoNormals normals;
  const uint64_t* squares;
  const uint64_t* faces;
  T* distances;  // [n_voxels]
  int64_t* out;  // [n_voxels]

  DVDB_FN void operator()(int64_t row) const {
    if (squares[row] == kNone) {
      distances[row] = from_double<T>(__builtin_huge_val());
      out[row] = -1;
      return;
    }
    double distance = ::sqrt(std::bit_cast<double>(squares[row]));
    if constexpr (kSigned) {
      if (is_inside(row)) distance = -distance;
    }
    distances[row] = from_double<T>(distance);
    out[row] = int64_t(faces[row]);
  }

 private:
  DVDB_FN bool is_inside(int64_t row) const {
    const MeshView& mesh = normals.mesh;
    const VoxelSite site = sites.find(row);
    const LeafPlace place = places[site.leaf];
    const Coord voxel = leaf_voxel(place.origin, site.slice * 64 + site.at);
    const int64_t face = mesh.first_face(place.grid) + int64_t(faces[row]);
    const Vec3d centre{double(voxel.x), double(voxel.y), double(voxel.z)};
    const Nearest nearest = mesh.in_voxels(face, place.grid).seen_from(centre, mesh.size(place.grid)).nearest();
    return dot(nearest.away, normals.at(face, place.grid, nearest.feature)) < 0;
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
    Span<Pair> pairs;
    DVDB_TRY(tables.list_leaves(mesh, reach, pairs));
    PseudoNormalTables normal_tables(c);
    PseudoNormals normals;
    if constexpr (kSigned) DVDB_TRY(normal_tables.make(mesh, normals));
    backend::Scratch square_memory(c);
    backend::Scratch face_memory(c);
    backend::Scratch place_memory(c);
    backend::Scratch site_memory(c);
    Span<uint64_t> squares;
    Span<uint64_t> faces;
    Span<LeafPlace> places;
    SiteFinder sites;
    const int64_t bytes = grid.n_voxels * int64_t(sizeof(uint64_t));
    DVDB_TRY(square_memory.allocate(grid.n_voxels, squares));
    DVDB_TRY(face_memory.allocate(grid.n_voxels, faces));
    DVDB_TRY(list_leaves(c, grid, place_memory, places));
    DVDB_TRY(find_sites(c, grid, site_memory, sites));
    DVDB_TRY(backend::fill(c, squares.data, kNone, 8, bytes));
    DVDB_TRY(backend::fill(c, faces.data, kNone, 8, bytes));
    constexpr int64_t kGrain = 256;
    DVDB_TRY(backend::for_each(c, pairs.size * 8, OfferTriangle<false>{grid, mesh, reach, kSigned, pairs.data, squares.data, faces.data}, kGrain));
    DVDB_TRY(backend::for_each(c, pairs.size * 8, OfferTriangle<true>{grid, mesh, reach, kSigned, pairs.data, squares.data, faces.data}, kGrain));
    const WriteDistance<T, kSigned> write{sites, places.data, normals, squares.data, faces.data, distances.data, triangles.data};
    return backend::for_each(c, grid.n_voxels, write);
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
