/// Meshes as their owner gives them, checked and placed for kernels.
#include "core/mesh/mesh.hpp"

#include "backend/api/launch.hpp"

namespace dvdb::mesh {

namespace {

struct CopyTransforms {
  GridView grid;
  double* out;  // [n_grids, 6]

  DVDB_FN void operator()(int64_t b) const {
    for (int axis = 0; axis < 3; ++axis) {
      out[6 * b + axis] = grid.heads[b].size[axis];
      out[6 * b + 3 + axis] = grid.heads[b].origin[axis];
    }
  }
};

}  // namespace

Status MeshTables::place(const MeshRequest& request, MeshView& out) {
  const auto& [vertices, dtype, n_vertices, vertex_offsets, faces, face_dtype, n_faces, face_offsets, n_grids] = request;
  if (n_vertices < 0 || n_faces < 0 || max_of(n_vertices, n_faces) > kMostItems) {
    return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot use mesh: %lld vertices or %lld triangles are out of range", static_cast<long long>(n_vertices),
                static_cast<long long>(n_faces));
  }
  DVDB_TRY(check_offsets(context_, vertex_offsets, n_grids, n_vertices));
  DVDB_TRY(check_offsets(context_, face_offsets, n_grids, n_faces));
  out.dtype = dtype;
  out.face_dtype = face_dtype;
  out.n_vertices = n_vertices;
  out.n_faces = n_faces;
  DVDB_TRY(with_real(context_, dtype, "vertices", [&]<class T>() -> Status {
    Span<T> numbers;
    DVDB_TRY(borrow(context_, vertices, n_vertices * 3, "vertices", numbers));
    out.vertices = numbers.data;
    return {};
  }));
  if (face_dtype == DVDB_I32) {
    Span<int32_t> corners;
    DVDB_TRY(borrow(context_, faces, n_faces * 3, "faces", corners));
    out.faces = corners.data;
  } else if (face_dtype == DVDB_I64) {
    Span<int64_t> corners;
    DVDB_TRY(borrow(context_, faces, n_faces * 3, "faces", corners));
    out.faces = corners.data;
  } else {
    return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot use faces: dtype %u is not i32 or i64", face_dtype);
  }
  DVDB_TRY(place_offsets(context_, vertex_offsets, n_grids, n_vertices, vertex_offsets_, out.vertex_lists));
  return place_offsets(context_, face_offsets, n_grids, n_faces, face_offsets_, out.face_lists);
}

Status MeshTables::place_transforms(const double* voxel_sizes, const double* origins, MeshView& mesh) {
  const int64_t n = mesh.face_lists.n;
  Span<double> device;
  const std::unique_ptr<double[]> host(new (std::nothrow) double[size_t(6 * n)]);
  if (!host) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot use mesh: out of host memory");
  for (int64_t b = 0; b < n; ++b) {
    for (int axis = 0; axis < 3; ++axis) {
      host[size_t(6 * b + axis)] = voxel_sizes[3 * b + axis];
      host[size_t(6 * b + 3 + axis)] = origins[3 * b + axis];
    }
  }
  DVDB_TRY(transforms_.allocate(6 * n, device));
  DVDB_TRY(backend::upload(context_, device.data, host.get(), device.size * int64_t(sizeof(double))));
  mesh.transforms = device.data;
  return {};
}

Status MeshTables::place_transforms(const GridView& grid, MeshView& mesh) {
  Span<double> device;
  DVDB_TRY(transforms_.allocate(6 * grid.n_grids, device));
  mesh.transforms = device.data;
  return backend::for_each(context_, grid.n_grids, CopyTransforms{grid, device.data});
}

}  // namespace dvdb::mesh
