/// Triangle meshes as kernels read them, and the leaves near their triangles.
#pragma once

#include "backend/api/memory.hpp"
#include "core/grid_batch.hpp"
#include "core/mesh/triangle_frame.hpp"
#include "core/reals.hpp"

namespace dvdb::mesh {

inline constexpr int kStepLog2 = 2;  // a node has 4^3 children, a bit each of a 64-bit word
inline constexpr int64_t kFaceGrain = 256;

/// A mesh for each grid.
struct MeshView {
  const void* vertices = nullptr;  // dtype [n_vertices, 3], world space
  uint32_t dtype = DVDB_F32;
  const void* faces = nullptr;  // face_dtype [n_faces, 3], counted from the first vertex of the list
  uint32_t face_dtype = DVDB_I64;
  int64_t n_faces = 0;
  int64_t n_vertices = 0;
  BatchOffsets vertex_lists;
  BatchOffsets face_lists;
  const double* transforms = nullptr;  // [n_grids, 6] size, origin

  DVDB_FN int64_t first_vertex(int64_t list) const { return list == 0 ? 0 : vertex_lists.starts[list]; }
  DVDB_FN int64_t vertices_end(int64_t list) const {
    return list + 1 == vertex_lists.n ? n_vertices : vertex_lists.starts[list + 1];
  }
  DVDB_FN int64_t first_face(int64_t list) const { return list == 0 ? 0 : face_lists.starts[list]; }
  DVDB_FN int64_t faces_end(int64_t list) const {
    return list + 1 == face_lists.n ? n_faces : face_lists.starts[list + 1];
  }

  /// The vertex index that the mesh gives for a corner of a face, relative to the first vertex of its list; not
  /// checked.
  DVDB_FN int64_t corner(int64_t face, int at) const {
    const int64_t place = 3 * face + at;
    return face_dtype == DVDB_I32 ? static_cast<const int32_t*>(faces)[place]
                                  : static_cast<const int64_t*>(faces)[place];
  }
  /// A vertex of the batch.
  DVDB_FN Vec3d vertex(int64_t i) const {
    if (dtype == DVDB_F32) return load_point(static_cast<const float*>(vertices), i);
    if (dtype == DVDB_F64) return load_point(static_cast<const double*>(vertices), i);
    return load_point(static_cast<const Half*>(vertices), i);
  }
  DVDB_FN Vec3d size(int64_t list) const {
    return {transforms[6 * list], transforms[6 * list + 1], transforms[6 * list + 2]};
  }

  DVDB_FN Triangle in_world(int64_t face, int64_t list) const {
    const int64_t first = first_vertex(list);
    return {vertex(first + corner(face, 0)), vertex(first + corner(face, 1)), vertex(first + corner(face, 2))};
  }
  DVDB_FN Triangle in_voxels(int64_t face, int64_t list) const {
    const double* const own = transforms + 6 * list;
    GridHead head;
    for (int axis = 0; axis < 3; ++axis) {
      head.size[axis] = own[axis];
      head.origin[axis] = own[3 + axis];
    }
    const Triangle world = in_world(face, list);
    return {to_voxel(head, world.corners[0]), to_voxel(head, world.corners[1]), to_voxel(head, world.corners[2])};
  }
};

/// A triangle, and a node near it with an edge of 2^log2 voxels.
struct Pair {
  int64_t face;
  Coord node;  // voxels >> log2
  uint32_t list;
};

/// Which surroundings of the meshes count.
struct Reach {
  double width = 0;  // world units on all sides of a triangle
  bool cells =
      true;  // whether a triangle that touches a voxel's cell is enough, or only the distance from its center counts
  const GridHead* asked =
      nullptr;  // [n_grids] grids outside of whose bounds nothing counts; null for no such restriction

  DVDB_FN Vec3d in_voxels(const Vec3d& size) const {
    const double half = cells ? 0.5 : 0;
    return {half + width / size.x, half + width / size.y, half + width / size.z};
  }
  /// Whether cells have to be tested: a triangle may touch the cell of a voxel whose center is farther away than the
  /// width.
  DVDB_FN bool asks_cells(const Vec3d& size) const {
    return cells && !(width >= 0.5 * 1.000001 * ::sqrt(dot(size, size)));
  }
};

/// The distances from a voxel's center up to which the voxel surely counts, and beyond which it surely does not, with
/// the sides of voxels and their diagonal; all in units of the longest side.
struct alignas(16) Limits {
  Vec3f stretch;
  float diagonal;
  float inner;
  float outer;

  DVDB_FN static double unit(const Vec3d& size) { return most_of(size.x, size.y, size.z); }
  DVDB_FN static Vec3d stretch_of(const Vec3d& size) { return scaled(size, 1 / unit(size)); }
  DVDB_FN static Limits of(const Reach& reach, const Vec3d& size) {
    const bool cells = reach.asks_cells(size);
    const double inner = cells ? max_of(reach.width, 0.5 * least_of(size.x, size.y, size.z)) : reach.width;
    const double outer = cells ? max_of(reach.width, 0.5 * ::sqrt(dot(size, size))) : reach.width;
    constexpr double kRounding = 1e-6;  // more than the rounding error of single precision
    const Vec3d stretch = stretch_of(size);
    return {to_single(stretch), float(::sqrt(dot(stretch, stretch))), float(inner / unit(size) * (1 - kRounding)),
            float(outer / unit(size) * (1 + kRounding))};
  }
};

/// Totals of a first pass over the triangles.
struct MeshSummary {
  const Triangle* triangles = nullptr;    // [n_faces] in voxels
  const TriangleFrame* frames = nullptr;  // [n_faces]
  const Coord* ends = nullptr;            // [n_faces, 2] least and greatest voxel of the box around its surroundings
  const Limits* limits = nullptr;         // [n_grids]
};

/// A box of voxels in the coordinates of a triangle's frame.
struct SeenBox {
  TriangleFrame::Seen center;
  TriangleFrame::Error error;  // error bound for its voxels
  float radius;                // radius of the sphere around the centers of its voxels
  float support;               // half the extent of the centers along the triangle's normal

  /// `low` is the lowest voxel, relative to the frame's anchor; the highest one is 2 * half farther along each axis.
  DVDB_FN static SeenBox of(const TriangleFrame& frame, const Vec3f& low, float half, const Limits& limits) {
    const Vec3f& stretch = limits.stretch;
    const Vec3f center{(low.x + half) * stretch.x, (low.y + half) * stretch.y, (low.z + half) * stretch.z};
    const float radius = half * limits.diagonal;
    const float support = half * (::fabsf(frame.normal.x) * stretch.x + ::fabsf(frame.normal.y) * stretch.y +
                                  ::fabsf(frame.normal.z) * stretch.z);
    return {frame.see(center), frame.error(::sqrtf(dot(center, center)) + radius), radius, support};
  }
  /// Whether any voxel's center may be within the limit of the triangle.
  DVDB_FN bool may_reach(const TriangleFrame& frame, float limit) const {
    const float reach = limit + error.distance;
    return !(::fabsf(center.height) > reach + support) &&
           !(frame.square(center) > (reach + radius) * (reach + radius) + error.square);
  }
  /// Whether all centers surely are.
  DVDB_FN bool lies_within(const TriangleFrame& frame, float limit) const {
    const float reach = limit - error.distance - radius;
    return reach > 0 && frame.square(center) + error.square <= reach * reach;
  }
};

/// Owns the device memory of a mesh and its pairs.
class MeshTables {
 public:
  explicit MeshTables(Context& context)
      : context_(context),
        vertex_offsets_(context),
        face_offsets_(context),
        transforms_(context),
        look_(context),
        first_(context),
        second_(context) {}

  /// Takes the meshes of an entry's checked arguments, and checks their offsets; transforms are set separately.
  template <class Args>
  Status place(const Args& a, MeshView& out) {
    out.vertices = a.vertices.data;
    out.dtype = a.dtype;
    out.faces = a.faces.data;
    out.face_dtype = a.face_dtype;
    out.n_vertices = a.n_vertices;
    out.n_faces = a.n_faces;
    return place_lists(a.vertex_offsets, a.face_offsets, a.n_grids, out);
  }
  /// Uploads transforms from host arrays [n_grids, 3].
  Status place_transforms(const double* voxel_sizes, const double* origins, MeshView& mesh);
  /// Uses the transforms of a batch of grids.
  Status place_transforms(const GridView& grid, MeshView& mesh);

  /// Inspects the triangles. Fails where face indices are out of range, vertices are not finite, or voxels would not
  /// fit int32. `bounds`, host memory [n_grids], receives the bounds of all voxels around each mesh; null if not
  /// wanted.
  Status summarize_faces(const MeshView& mesh, const Reach& reach, Bounds* bounds, MeshSummary& out);
  /// Roughly how many pairs list_leaves will list for triangles that are no larger than a leaf; after a look.
  double pairs_of_small() const { return pairs_of_small_; }
  /// Lists the leaves that the surroundings of triangles touch, in the order of the triangles; after a look. Fails,
  /// before listing, if memory cannot hold the list plus `leaf_bytes` for each leaf.
  Status list_leaves(const MeshView& mesh, const Reach& reach, const MeshSummary& summary, int64_t leaf_bytes,
                     Span<Pair>& out);

 private:
  /// The least that listing a mesh needs.
  struct Need {
    int log2 = kLeafLog2;     // of nodes of which no face touches more than four along an axis
    int64_t leaves = 0;       // summed over all faces
    int64_t most_leaves = 0;  // maximum over faces
  };
  Status place_lists(const int64_t* vertex_offsets, const int64_t* face_offsets, int64_t n_grids, MeshView& mesh);
  Status check_room(const MeshView& mesh, const Reach& reach, const MeshSummary& summary, int64_t leaf_bytes);
  Status refine(const MeshView& mesh, const Reach& reach, const MeshSummary& summary, int log2, Span<Pair>& pairs);

  Need need_;
  double pairs_of_small_ = 0;
  Context& context_;
  backend::Scratch vertex_offsets_;
  backend::Scratch face_offsets_;
  backend::Scratch transforms_;
  backend::Scratch look_;
  backend::Scratch first_;
  backend::Scratch second_;
};

}  // namespace dvdb::mesh
