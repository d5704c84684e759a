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

Status MeshTables::place_lists(const int64_t* vertex_offsets, const int64_t* face_offsets, int64_t n_grids,
                               MeshView& mesh) {
  DVDB_TRY(place_offsets(context_, vertex_offsets, n_grids, mesh.n_vertices, vertex_offsets_, mesh.vertex_lists));
  return place_offsets(context_, face_offsets, n_grids, mesh.n_faces, face_offsets_, mesh.face_lists);
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
