/// Backward pass of distances from meshes: gradients with respect to the vertices.
///
/// The nearest point on a triangle is a weighted sum of its corners (barycentric coordinates). As the corners move, the
/// weights change too, but this moves the point only within the triangle or along its border, where the distance is at
/// its minimum and so unchanged to first order: each corner gets its weight times the gradient with respect to the
/// nearest point, which is along the direction from the voxel to that point.
///
/// Where many voxels share a triangle, they are sorted by triangles, one key each, and added up for its three corners;
/// then the corners are sorted by vertices and added up again. Elsewhere voxels are sorted by vertices at once, three
/// keys each.
#include <bit>

#include "_generated/mesh_args.hpp"
#include "backend/api/algorithms.hpp"
#include "core/voxel_sites.hpp"
#include "mesh/ordered_sums.hpp"
#include "mesh/pseudo_normals.hpp"
#include "mesh/sides.hpp"

using namespace dvdb;
using namespace dvdb::mesh;

namespace {

/// Voxels or triangles that are sorted at once: enough to fill any GPU, while the memory needed does not grow with the
/// grid.
constexpr int64_t kMostAtOnce = int64_t(1) << 21;

/// From so many voxels per triangle on, voxels are added up by triangles first. The sums of triangles then take at most
/// 18 bytes for each voxel.
constexpr int64_t kVoxelsPerTriangle = 4;

/// The unit vector along another vector; zero for zero.
DVDB_FN Vec3d direction_of(const Vec3d& v) {
  if (is_zero(v)) return v;
  const Vec3d own = in_own_unit(v);
  return scaled(own, 1 / ::sqrt(dot(own, own)));
}

/// The gradient that a voxel passes to the corners of its triangle.
struct CornerGradient {
  Vec3d gradient;  // with respect to the nearest point
  Vec3d shares;
};

/// Gradients as rows that are added up by triangles: the gradients of all three corners.
struct FaceGradients {
  static constexpr int kWidth = 9;
  const CornerGradient* gradients;

  DVDB_FN void add(uint32_t row, double (&sum)[kWidth]) const {
    const CornerGradient own = gradients[row];
    for (int corner = 0; corner < 3; ++corner) {
      const double weight = own.shares[corner];
      if (!(weight > 0)) continue;  // nothing, even of NaN
      for (int axis = 0; axis < 3; ++axis) sum[3 * corner + axis] += weight * own.gradient[axis];
    }
  }
};

/// Gradients as rows that are added up by vertices: row 3 * voxel + corner.
struct CornerGradients {
  static constexpr int kWidth = 3;
  const CornerGradient* gradients;

  DVDB_FN void add(uint32_t row, double (&sum)[kWidth]) const {
    const CornerGradient& own = gradients[row / 3];
    const double weight = own.shares[int(row % 3)];
    for (int axis = 0; axis < kWidth; ++axis) sum[axis] += weight * own.gradient[axis];
  }
};

/// Sums of triangles as rows that are added up by vertices: row 3 * triangle + corner.
struct CornerSums {
  static constexpr int kWidth = 3;
  const double* sums;

  DVDB_FN void add(uint32_t row, double (&sum)[kWidth]) const {
    for (int axis = 0; axis < kWidth; ++axis) sum[axis] += sums[int64_t(row) * kWidth + axis];
  }
};

/// First destination of gradients.
enum class GradientsBy { kTriangles, kVertices };

/// Operands of the gradients of voxels.
struct GradientSources {
  MeshView mesh;
  const LeafPlace* places;  // [n_leaves]
  SiteFinder sites;
  const void* distances;     // dtype of the vertices [n_voxels], signs count; null where they have none
  const int64_t* triangles;  // [n_voxels]
  const void* gradients;     // dtype of the vertices [n_voxels]
  int64_t* wrong;            // [1] number of voxels whose triangle does not exist
};

/// Computes the gradients of voxels, starting at a first one, and the triangles or vertices that they go to.
template <GradientsBy kBy>
struct FindGradients {
  GradientSources from;
  int64_t first;
  CornerGradient* gradients;  // [n]
  uint64_t* keys;             // [n] triangles, or [n, 3] vertices, of the batch; their number where nothing goes
  uint32_t* order;            // as keys

  DVDB_FN void operator()(int64_t i) const {
    const int64_t triangle = from.triangles[first + i];
    CornerGradient own = {};
    Target target{from.mesh.n_faces, {0, 0, 0}};
    if (triangle != -1 && !find(first + i, triangle, own, target)) backend::atomic_add(from.wrong, int64_t(1));
    gradients[i] = own;
    if constexpr (kBy == GradientsBy::kTriangles) {
      keys[i] = uint64_t(target.face);
      order[i] = uint32_t(i);
    } else {
      for (int corner = 0; corner < 3; ++corner) {
        keys[3 * i + corner] = uint64_t(own.shares[corner] > 0 ? target.corners[corner] : from.mesh.n_vertices);
        order[3 * i + corner] = uint32_t(3 * i + corner);
      }
    }
  }

 private:
  /// The triangle of a voxel and its vertices, in the batch.
  struct Target {
    int64_t face;
    Vec3<int64_t> corners;
  };

  /// Returns false where the triangle does not exist.
  DVDB_FN bool find(int64_t row, int64_t triangle, CornerGradient& own, Target& target) const {
    const MeshView& mesh = from.mesh;
    const VoxelSite site = from.sites.find(row);
    const LeafPlace place = from.places[site.leaf];
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
    const Triangle seen =
        mesh.in_voxels(face, list).seen_from({double(voxel.x), double(voxel.y), double(voxel.z)}, sides.stretch);
    const Nearest nearest = seen.nearest();
    if (!seen.is_finite() || !(nearest.square - nearest.square == 0)) return false;
    Vec3d way = direction_of(nearest.away);
    if (from.distances != nullptr) {
      // Behind the surface the distance falls as the voxel moves away; on it, it rises along the normal.
      const bool behind = std::bit_cast<uint64_t>(load_element<double>(from.distances, mesh.dtype, row)) >> 63 != 0;
      way = is_zero(way) ? unit_normal(mesh.in_world(face, list)) : scaled(way, behind ? -1 : 1);
    }
    if (is_zero(way)) return true;
    target = {face, {first_vertex + named.x, first_vertex + named.y, first_vertex + named.z}};
    own = {scaled(way, -load_element<double>(from.gradients, mesh.dtype, row)), seen.shares(nearest.feature)};
    return true;
  }
};

/// Writes the vertices to which the sums of triangles go, starting at the corners of a first triangle.
struct WriteVertexKeys {
  MeshView mesh;
  const double* sums;  // [n_faces, 3, 3]
  int64_t first;
  uint64_t* keys;   // [n, 3] vertices of the batch; their number where a sum is zero
  uint32_t* order;  // [n, 3]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t corner = 3 * first + i;
    const double* const sum = sums + 3 * corner;
    const bool none = sum[0] == 0 && sum[1] == 0 && sum[2] == 0;  // as of all triangles whose vertices may not exist
    keys[i] = uint64_t(none ? mesh.n_vertices : vertex_at(corner / 3, int(corner % 3)));
    order[i] = uint32_t(i);
  }

 private:
  DVDB_FN int64_t vertex_at(int64_t face, int corner) const {
    return mesh.first_vertex(mesh.face_lists.list_of(face)) + mesh.corner(face, corner);
  }
};

struct RoundSums {
  const double* sums;
  uint32_t dtype;
  void* out;

  DVDB_FN void operator()(int64_t i) const { store_element(out, dtype, i, sums[i], false); }
};

/// Owns the keys of rows, and their order.
class KeyTables {
 public:
  explicit KeyTables(Context& context) : context_(context), key_memory_(context), order_memory_(context) {}

  Status allocate(int64_t n) {
    DVDB_TRY(key_memory_.allocate(n, keys_));
    return order_memory_.allocate(n, order_);
  }
  uint64_t* keys() const { return keys_.data; }
  uint32_t* order() const { return order_.data; }

  /// Sorts the first n rows and adds them up; those whose key is `end` are ignored.
  template <class Rows>
  Status add(int64_t n, int64_t end, const Rows& rows, double* sums) const {
    const Span<uint64_t> keys{keys_.data, n};
    const Span<uint32_t> order{order_.data, n};
    DVDB_TRY(backend::sort_pairs(context_, keys, order, 0, highest_bit(uint64_t(end) | 1) + 1));
    return add_in_order(context_, keys, order, uint64_t(end), rows, sums);
  }

 private:
  Context& context_;
  backend::Scratch key_memory_;
  backend::Scratch order_memory_;
  Span<uint64_t> keys_;
  Span<uint32_t> order_;
};

/// Sums up the gradients of all voxels by triangles, [n_faces, 3, 3], or by vertices, [n_vertices, 3].
template <GradientsBy kBy>
Status add_gradients(Context& c, int64_t n_voxels, const GradientSources& from, double* sums) {
  constexpr bool kByTriangles = kBy == GradientsBy::kTriangles;
  constexpr int64_t kKeys = kByTriangles ? 1 : 3;
  const int64_t most = min_of(n_voxels, kMostAtOnce);
  backend::Scratch gradient_memory(c);
  KeyTables tables(c);
  Span<CornerGradient> gradients;
  DVDB_TRY(gradient_memory.allocate(most, gradients));
  DVDB_TRY(tables.allocate(kKeys * most));
  for (int64_t first = 0; first < n_voxels; first += most) {
    constexpr int64_t kGrain = 512;
    const int64_t n = min_of(most, n_voxels - first);
    DVDB_TRY(backend::for_each(c, n, FindGradients<kBy>{from, first, gradients.data, tables.keys(), tables.order()},
                               kGrain));
    if constexpr (kByTriangles) {
      DVDB_TRY(tables.add(n, from.mesh.n_faces, FaceGradients{gradients.data}, sums));
    } else {
      DVDB_TRY(tables.add(kKeys * n, from.mesh.n_vertices, CornerGradients{gradients.data}, sums));
    }
  }
  return {};
}

/// Sums up the sums of triangles by vertices: [n_vertices, 3].
Status add_corners(Context& c, const MeshView& mesh, Span<const double> by_triangles, double* sums) {
  const int64_t most = min_of(mesh.n_faces, kMostAtOnce);
  KeyTables tables(c);
  DVDB_TRY(tables.allocate(3 * most));
  for (int64_t first = 0; first < mesh.n_faces; first += most) {
    const int64_t n = 3 * min_of(most, mesh.n_faces - first);
    DVDB_TRY(backend::for_each(c, n, WriteVertexKeys{mesh, by_triangles.data, first, tables.keys(), tables.order()}));
    DVDB_TRY(tables.add(n, mesh.n_vertices, CornerSums{by_triangles.data + 9 * first}, sums));
  }
  return {};
}

/// Sums up the gradients of all voxels by vertices: [n_vertices, 3].
Status add_all(Context& c, int64_t n_voxels, const GradientSources& from, double* sums) {
  const MeshView& mesh = from.mesh;
  if (mesh.n_faces * kVoxelsPerTriangle > n_voxels)
    return add_gradients<GradientsBy::kVertices>(c, n_voxels, from, sums);
  backend::Scratch memory(c);
  Span<double> by_triangles;
  DVDB_TRY(memory.allocate(mesh.n_faces * 9, by_triangles));
  DVDB_TRY(backend::fill(c, by_triangles.data, 0, 8, by_triangles.size * int64_t(sizeof(double))));
  DVDB_TRY(add_gradients<GradientsBy::kTriangles>(c, n_voxels, from, by_triangles.data));
  return add_corners(c, mesh, by_triangles, sums);
}

/// `distances` are null where they have no signs.
template <class Args>
Status carry_back(Context& c, const Args& a, const void* distances) {
  const GridView& grid = a.grid->view;
  MeshTables tables(c);
  MeshView mesh;
  DVDB_TRY(tables.place(a, mesh));
  DVDB_TRY(tables.place_transforms(grid, mesh));
  backend::ScratchArray<double> sums(c);
  backend::ScratchArray<int64_t> wrong(c);
  backend::Scratch place_memory(c);
  backend::Scratch site_memory(c);
  Span<LeafPlace> places;
  SiteFinder sites;
  DVDB_TRY(sums.allocate(mesh.n_vertices * 3));
  DVDB_TRY(wrong.allocate(1));
  DVDB_TRY(list_leaves(c, grid, place_memory, places));
  DVDB_TRY(find_sites(c, grid, site_memory, sites));
  DVDB_TRY(backend::fill(c, sums.data, 0, 8, sums.size * int64_t(sizeof(double))));
  DVDB_TRY(backend::fill(c, wrong.data, 0, 8, int64_t(sizeof(int64_t))));
  DVDB_TRY(add_all(c, grid.n_voxels,
                   {mesh, places.data, sites, distances, a.triangles.data, a.gradients.data, wrong.data}, sums.data));
  DVDB_TRY(backend::for_each(c, sums.size, RoundSums{sums.data, mesh.dtype, a.out.data}));
  int64_t count = 0;
  DVDB_TRY(backend::download(c, &count, wrong.data, int64_t(sizeof count)));
  if (count == 0) return {};
  return fail(c, DVDB_INVALID_DATA,
              "Cannot carry gradients back: of %lld voxels %lld name no triangle of their mesh, or one whose corners "
              "name no vertex or are not finite",
              static_cast<long long>(grid.n_voxels), static_cast<long long>(count));
}

}  // namespace

Status operators::mesh_distances_backward(Context& c, const MeshDistancesBackwardArgs& a) {
  return carry_back(c, a, nullptr);
}

Status operators::signed_mesh_distances_backward(Context& c, const SignedMeshDistancesBackwardArgs& a) {
  return carry_back(c, a, a.distances.data);
}
