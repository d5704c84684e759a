/// Backward pass of distances from meshes: gradients with respect to the vertices.
///
/// The nearest point on a triangle is a weighted sum of its corners (barycentric coordinates). As the corners move, the weights
/// change too, but this moves the point only within the triangle or along its border, where the distance is at its minimum and so
/// unchanged to first order: each corner gets its weight times the gradient with respect to the nearest point, which is along the
/// direction from the voxel to that point.
#include <bit>

#include "backend/algorithms.hpp"
#include "core/entry.hpp"
#include "core/numbers.hpp"
#include "core/ordered_sums.hpp"
#include "core/voxel_sites.hpp"
#include "denovdb/mesh.h"
#include "mesh/pseudo_normals.hpp"
#include "mesh/sides.hpp"

using namespace dvdb;
using namespace dvdb::mesh;

namespace {

/// Voxels that are sorted by vertices at once: enough to fill any GPU, while the memory needed does not grow with the grid.
constexpr int64_t kVoxelsAtOnce = int64_t(1) << 21;

/// The unit vector along another vector; zero for zero.
DVDB_FN Vec3d direction_of(const Vec3d& v) {
  if (is_zero(v)) return v;
  const Vec3d own = in_own_unit(v);
  return scaled(own, 1 / ::sqrt(dot(own, own)));
}

/// The gradient that a voxel passes to the corners of its triangle.
struct Pull {
  Vec3d gradient;  // with respect to the nearest point
  Vec3d shares;
};

/// Pulls as rows that are added up: row 3 * voxel + corner.
struct PullRows {
  static constexpr int kWidth = 3;
  const Pull* pulls;

  DVDB_FN void add(uint32_t row, double (&sum)[kWidth]) const {
    const Pull& pull = pulls[row / 3];
    const double share = pull.shares[int(row % 3)];
    for (int axis = 0; axis < kWidth; ++axis) sum[axis] += share * pull.gradient[axis];
  }
};

/// Computes the pulls of voxels, starting at a first one, and the vertices that they go to.
struct FindPulls {
  MeshView mesh;
  const LeafPlace* places;  // [n_leaves]
  SiteFinder sites;
  const void* distances;     // dtype of the vertices [n_voxels], signs count; null where they have none
  const int64_t* triangles;  // [n_voxels]
  const void* gradients;     // dtype of the vertices [n_voxels]
  int64_t first;
  Pull* pulls;      // [n]
  uint64_t* keys;   // [n, 3] vertices of the batch; their number where a corner gets nothing
  uint32_t* order;  // [n, 3]
  int64_t* wrong;   // [1] number of voxels whose triangle does not exist

  DVDB_FN void operator()(int64_t i) const {
    const int64_t triangle = triangles[first + i];
    Pull pull = {};
    Vec3<int64_t> corners{0, 0, 0};
    if (triangle != -1 && !find(first + i, triangle, pull, corners)) backend::atomic_add(wrong, int64_t(1));
    pulls[i] = pull;
    for (int corner = 0; corner < 3; ++corner) {
      keys[3 * i + corner] = uint64_t(pull.shares[corner] > 0 ? corners[corner] : mesh.n_vertices);
      order[3 * i + corner] = uint32_t(3 * i + corner);
    }
  }

 private:
  /// Returns false where the triangle does not exist.
  DVDB_FN bool find(int64_t row, int64_t triangle, Pull& pull, Vec3<int64_t>& corners) const {
    const VoxelSite site = sites.find(row);
    const LeafPlace place = places[site.leaf];
    const int64_t list = place.grid;
    const int64_t first_face = mesh.first_face(list);
    if (triangle < 0 || triangle >= mesh.faces_end(list) - first_face) return false;
    const int64_t face = first_face + triangle;
    const int64_t first_vertex = mesh.first_vertex(list);
    const int64_t count = mesh.vertices_end(list) - first_vertex;
    const Vec3<int64_t> named{mesh.corner(face, 0), mesh.corner(face, 1), mesh.corner(face, 2)};
    for (int corner = 0; corner < 3; ++corner) {
      if (named[corner] < 0 || named[corner] >= count) return false;
    }
    const Coord voxel = leaf_voxel(place.origin, site.slice * 64 + site.at);
    const Sides sides = Sides::of(mesh.size(list));
    const Triangle seen = mesh.in_voxels(face, list).seen_from({double(voxel.x), double(voxel.y), double(voxel.z)}, sides.stretch);
    const Nearest nearest = seen.nearest();
    if (!seen.is_finite() || !(nearest.square - nearest.square == 0)) return false;
    Vec3d way = direction_of(nearest.away);
    if (distances != nullptr) {
      // Behind the surface the distance falls as the voxel moves away; on it, it rises along the normal.
      const bool behind = std::bit_cast<uint64_t>(load_element<double>(distances, mesh.dtype, row)) >> 63 != 0;
      way = is_zero(way) ? unit_normal(mesh.in_world(face, list)) : scaled(way, behind ? -1 : 1);
    }
    if (is_zero(way)) return true;
    corners = {first_vertex + named.x, first_vertex + named.y, first_vertex + named.z};
    pull = {scaled(way, -load_element<double>(gradients, mesh.dtype, row)), seen.shares(nearest.feature)};
    return true;
  }
};

struct RoundSums {
  const double* sums;
  uint32_t dtype;
  void* out;

  DVDB_FN void operator()(int64_t i) const { store_element(out, dtype, i, sums[i], false); }
};

/// The buffers that an entry is given besides the mesh.
struct Buffers {
  dvdb_buffer distances;
  dvdb_buffer triangles;
  dvdb_buffer gradients;
  dvdb_buffer out;
};

/// Sums up the pulls of all voxels: [n_vertices, 3].
Status add_pulls(Context& c, int64_t n_voxels, FindPulls find, Span<double> sums) {
  const int64_t most = min_of(n_voxels, kVoxelsAtOnce);
  const int64_t n_vertices = find.mesh.n_vertices;
  backend::Scratch pull_memory(c);
  backend::Scratch key_memory(c);
  backend::Scratch order_memory(c);
  Span<Pull> pulls;
  Span<uint64_t> keys;
  Span<uint32_t> order;
  DVDB_TRY(pull_memory.allocate(most, pulls));
  DVDB_TRY(key_memory.allocate(3 * most, keys));
  DVDB_TRY(order_memory.allocate(3 * most, order));
  find.pulls = pulls.data;
  find.keys = keys.data;
  find.order = order.data;
  for (; find.first < n_voxels; find.first += most) {
    constexpr int64_t kGrain = 512;
    const int64_t n = min_of(most, n_voxels - find.first);
    keys.size = order.size = 3 * n;
    DVDB_TRY(backend::for_each(c, n, find, kGrain));
    DVDB_TRY(backend::sort_pairs(c, keys, order, 0, highest_bit(uint64_t(n_vertices) | 1) + 1));
    DVDB_TRY(add_in_order(c, keys, order, uint64_t(n_vertices), PullRows{pulls.data}, sums.data));
  }
  return {};
}

Status carry_back(Context& c, dvdb_grid handle, const MeshRequest& request, bool has_signs, const Buffers& buffers) {
  GridBatch* batch = nullptr;
  DVDB_TRY(find(c, handle, &batch));
  DVDB_TRY(check_grid_count(c, *batch, request.n_grids));
  const GridView& grid = batch->view;
  MeshTables tables(c);
  MeshView mesh;
  DVDB_TRY(tables.place(request, mesh));
  DVDB_TRY(tables.place_transforms(grid, mesh));
  void* distances = nullptr;
  void* gradients = nullptr;
  void* out = nullptr;
  Span<int64_t> triangles;
  if (has_signs) DVDB_TRY(borrow_numbers(c, buffers.distances, mesh.dtype, grid.n_voxels, "distances", &distances));
  DVDB_TRY(borrow(c, buffers.triangles, grid.n_voxels, "triangles", triangles));
  DVDB_TRY(borrow_numbers(c, buffers.gradients, mesh.dtype, grid.n_voxels, "gradients", &gradients));
  DVDB_TRY(borrow_numbers(c, buffers.out, mesh.dtype, mesh.n_vertices * 3, "out", &out));
  backend::Scratch sum_memory(c);
  backend::Scratch wrong_memory(c);
  backend::Scratch place_memory(c);
  backend::Scratch site_memory(c);
  Span<double> sums;
  Span<int64_t> wrong;
  Span<LeafPlace> places;
  SiteFinder sites;
  DVDB_TRY(sum_memory.allocate(mesh.n_vertices * 3, sums));
  DVDB_TRY(wrong_memory.allocate(1, wrong));
  DVDB_TRY(list_leaves(c, grid, place_memory, places));
  DVDB_TRY(find_sites(c, grid, site_memory, sites));
  DVDB_TRY(backend::fill(c, sums.data, 0, 8, sums.size * int64_t(sizeof(double))));
  DVDB_TRY(backend::fill(c, wrong.data, 0, 8, int64_t(sizeof(int64_t))));
  const FindPulls find{mesh, places.data, sites, distances, triangles.data, gradients, 0, nullptr, nullptr, nullptr, wrong.data};
  DVDB_TRY(add_pulls(c, grid.n_voxels, find, sums));
  DVDB_TRY(backend::for_each(c, sums.size, RoundSums{sums.data, mesh.dtype, out}));
  int64_t count = 0;
  DVDB_TRY(backend::download(c, &count, wrong.data, int64_t(sizeof count)));
  if (count == 0) return {};
  return fail(c, DVDB_INVALID_DATA, "Cannot carry gradients back: of %lld voxels %lld name no triangle of their mesh, or one whose corners name no vertex or are not finite",
              static_cast<long long>(grid.n_voxels), static_cast<long long>(count));
}

}  // namespace

dvdb_status dvdb_mesh_distances_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices,
                                         const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces,
                                         const int64_t* face_offsets, uint32_t n_grids, dvdb_buffer triangles, dvdb_buffer gradients,
                                         dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    const MeshRequest request{vertices, dtype, n_vertices, vertex_offsets, faces, face_dtype, n_faces, face_offsets, int64_t(n_grids)};
    return carry_back(c, grid, request, false, {0, triangles, gradients, out});
  });
}

dvdb_status dvdb_signed_mesh_distances_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices,
                                                const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces,
                                                const int64_t* face_offsets, uint32_t n_grids, dvdb_buffer distances, dvdb_buffer triangles,
                                                dvdb_buffer gradients, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    const MeshRequest request{vertices, dtype, n_vertices, vertex_offsets, faces, face_dtype, n_faces, face_offsets, int64_t(n_grids)};
    return carry_back(c, grid, request, true, {distances, triangles, gradients, out});
  });
}
