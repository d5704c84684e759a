/// Triangle meshes as kernels read them, and the leaves that their triangles reach.
#pragma once

#include "backend/memory.hpp"
#include "core/grid_batch.hpp"
#include "core/reals.hpp"
#include "core/triangle_frame.hpp"

namespace dvdb::mesh {

/// Most of anything: beyond any memory, and products with sizes fit 64 bits.
inline constexpr int64_t kMostItems = int64_t(1) << 44;

inline constexpr int kStepLog2 = 2;  // a node has 4^3 children, one bit of a word each
inline constexpr int64_t kFaceGrain = 256;

/// The arguments about meshes that entries have in common. Host arrays, but for the buffers.
struct MeshRequest {
  dvdb_buffer vertices;
  uint32_t dtype;
  int64_t n_vertices;
  const int64_t* vertex_offsets;  // [n_grids + 1]
  dvdb_buffer faces;
  uint32_t face_dtype;
  int64_t n_faces;
  const int64_t* face_offsets;  // [n_grids + 1]
  int64_t n_grids;
};

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
  DVDB_FN int64_t vertices_end(int64_t list) const { return list + 1 == vertex_lists.n ? n_vertices : vertex_lists.starts[list + 1]; }
  DVDB_FN int64_t first_face(int64_t list) const { return list == 0 ? 0 : face_lists.starts[list]; }

  /// What the mesh says is a corner of a face, counted from the first vertex of its list.
  DVDB_FN int64_t corner(int64_t face, int at) const {
    const int64_t place = 3 * face + at;
    return face_dtype == DVDB_I32 ? static_cast<const int32_t*>(faces)[place] : static_cast<const int64_t*>(faces)[place];
  }
  /// A vertex of the batch.
  DVDB_FN Vec3d vertex(int64_t i) const {
    if (dtype == DVDB_F32) return load_point(static_cast<const float*>(vertices), i);
    if (dtype == DVDB_F64) return load_point(static_cast<const double*>(vertices), i);
    return load_point(static_cast<const Half*>(vertices), i);
  }
  DVDB_FN Vec3d size(int64_t list) const { return {transforms[6 * list], transforms[6 * list + 1], transforms[6 * list + 2]}; }

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

/// A node of 2^log2 voxels along an edge, and a triangle near it.
struct Pair {
  int64_t face;
  Coord node;  // voxels >> log2
  uint32_t list;
};

/// Around which part of the meshes nodes count.
struct Reach {
  double width = 0;   // world units on all sides of a triangle
  bool cells = true;  // whether voxels count by their cells, or by their centres alone
  const GridHead* asked = nullptr;  // [n_grids] grids outside of whose bounds nothing counts; null where all does

  DVDB_FN Vec3d in_voxels(const Vec3d& size) const {
    const double half = cells ? 0.5 : 0;
    return {half + width / size.x, half + width / size.y, half + width / size.z};
  }
  /// Whether a triangle may touch the cell of a voxel whose centre is further away than the width.
  DVDB_FN bool asks_cells(const Vec3d& size) const { return cells && !(width >= 0.5 * 1.000001 * ::sqrt(dot(size, size))); }
};

/// Distances from voxels' centres up to which a voxel surely counts, and above which it does not, with sides of voxels and
/// their diagonal, all in units of the longest side.
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
    constexpr double kRounding = 1e-6;  // more than that of singles
    const Vec3d stretch = stretch_of(size);
    return {to_single(stretch), float(::sqrt(dot(stretch, stretch))), float(inner / unit(size) * (1 - kRounding)), float(outer / unit(size) * (1 + kRounding))};
  }
};

/// What a look at each triangle finds.
struct MeshLook {
  const Triangle* triangles = nullptr;    // [n_faces] in voxels
  const TriangleFrame* frames = nullptr;  // [n_faces]
  const Coord* ends = nullptr;            // [n_faces, 2] least and greatest voxel of the box around its surroundings
  const Limits* limits = nullptr;         // [n_grids]
};

/// A box of voxels as a triangle's frame sees it.
struct SeenBox {
  TriangleFrame::Seen centre;
  TriangleFrame::Error error;  // of its voxels
  float radius;   // of the centres of its voxels
  float support;  // the same along the normal

  /// The least voxel is given from the frame's anchor; the greatest one is 2 * half further along each axis.
  DVDB_FN static SeenBox of(const TriangleFrame& frame, const Vec3f& low, float half, const Limits& limits) {
    const Vec3f& stretch = limits.stretch;
    const Vec3f centre{(low.x + half) * stretch.x, (low.y + half) * stretch.y, (low.z + half) * stretch.z};
    const float radius = half * limits.diagonal;
    const float support = half * (::fabsf(frame.normal.x) * stretch.x + ::fabsf(frame.normal.y) * stretch.y + ::fabsf(frame.normal.z) * stretch.z);
    return {frame.see(centre), frame.error(::sqrtf(dot(centre, centre)) + radius), radius, support};
  }
  /// Whether a voxel's centre may be within the limit.
  DVDB_FN bool may_reach(const TriangleFrame& frame, float limit) const {
    const float reach = limit + error.distance;
    return !(::fabsf(centre.height) > reach + support) && !(frame.square(centre) > (reach + radius) * (reach + radius) + error.square);
  }
  /// Whether all centres are.
  DVDB_FN bool lies_within(const TriangleFrame& frame, float limit) const {
    const float reach = limit - error.distance - radius;
    return reach > 0 && frame.square(centre) + error.square <= reach * reach;
  }
};

/// Keeps what a mesh and its pairs need on the device.
class MeshTables {
 public:
  explicit MeshTables(Context& context) : context_(context), vertex_offsets_(context), face_offsets_(context), transforms_(context), look_(context), first_(context), second_(context) {}

  /// Checks sizes, dtypes and lists, and borrows the buffers; transforms are set apart.
  Status place(const MeshRequest& request, MeshView& out);
  /// Takes transforms from host arrays [n_grids, 3].
  Status place_transforms(const double* voxel_sizes, const double* origins, MeshView& mesh);
  /// Takes the transforms of a batch.
  Status place_transforms(const GridView& grid, MeshView& mesh);

  /// Looks at the triangles and lists the leaves that their surroundings touch, in the order of the triangles. Fails where
  /// corners name no vertex, are not finite, or lead beyond int32 voxels. `bounds`, host memory [n_grids], hold all voxels
  /// around each mesh; null where they are not asked for. Also fails, before any work, where memory cannot hold the list
  /// and `leaf_bytes` more for each leaf.
  Status list_leaves(const MeshView& mesh, const Reach& reach, Bounds* bounds, int64_t leaf_bytes, MeshLook& look, Span<Pair>& out);

 private:
  /// What a mesh needs at least.
  struct Need {
    int64_t leaves;       // of all faces, counted once for each
    int64_t most_leaves;  // of one face
    int64_t leaf_bytes;
  };
  Status check_room(const MeshView& mesh, const Reach& reach, const MeshLook& look, const Need& need);
  Status look_at_faces(const MeshView& mesh, const Reach& reach, Bounds* bounds, int64_t leaf_bytes, MeshLook& look, int& log2);
  Status refine(const MeshView& mesh, const Reach& reach, const MeshLook& look, int log2, Span<Pair>& pairs);

  Context& context_;
  backend::Scratch vertex_offsets_;
  backend::Scratch face_offsets_;
  backend::Scratch transforms_;
  backend::Scratch look_;
  backend::Scratch first_;
  backend::Scratch second_;
};

}  // namespace dvdb::mesh
