// Generated from ffi/include/denovdb/mesh.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of mesh.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/mesh.h"

namespace dvdb::operators {

/// Arguments of dvdb_marching_cubes_count().
struct MarchingCubesCountArgs {
  uint32_t dtype = 0; double iso_level = 0; GridBatch* grid = nullptr; Operand field{}; Span<uint8_t> out_cells{};
  Span<uint64_t> out_edges{}; Span<int64_t> out_ranks{}, out_numbers{};
};
Status marching_cubes_count(Context& c, const MarchingCubesCountArgs& a);

/// Arguments of dvdb_marching_cubes().
struct MarchingCubesArgs {
  uint32_t dtype = 0, vertex_dtype = 0; double iso_level = 0; int64_t n_vertices = 0, n_faces = 0;
  GridBatch* grid = nullptr; Operand field{}, out_vertices{}; Span<uint8_t> cells{}; Span<uint64_t> edges{};
  Span<int64_t> ranks{}, out_faces{}, out_ends{};
};
Status marching_cubes(Context& c, const MarchingCubesArgs& a);

/// Arguments of dvdb_surface_normals().
struct SurfaceNormalsArgs {
  uint32_t dtype = 0; double iso_level = 0; int64_t n_vertices = 0; GridBatch* grid = nullptr; Operand field{}, out{};
  Span<int64_t> ends{};
};
Status surface_normals(Context& c, const SurfaceNormalsArgs& a);

/// Arguments of dvdb_surface_features().
struct SurfaceFeaturesArgs {
  uint32_t dtype = 0, feature_dtype = 0; double iso_level = 0; int64_t n_vertices = 0, channels = 0;
  GridBatch* grid = nullptr; Operand field{}, features{}, out{}; Span<int64_t> ends{};
};
Status surface_features(Context& c, const SurfaceFeaturesArgs& a);

/// Arguments of dvdb_marching_cubes_backward().
struct MarchingCubesBackwardArgs {
  uint32_t dtype = 0, vertex_dtype = 0; double iso_level = 0; int64_t n_vertices = 0; GridBatch* grid = nullptr;
  Operand field{}, gradients{}, out{}; Span<int64_t> ends{};
};
Status marching_cubes_backward(Context& c, const MarchingCubesBackwardArgs& a);

/// Arguments of dvdb_surface_features_backward().
struct SurfaceFeaturesBackwardArgs {
  uint32_t dtype = 0, feature_dtype = 0; double iso_level = 0; int64_t n_vertices = 0, channels = 0;
  GridBatch* grid = nullptr; Operand field{}, features{}, gradients{}, out_features{}, out_field{};
  Span<int64_t> ends{};
};
Status surface_features_backward(Context& c, const SurfaceFeaturesBackwardArgs& a);

/// Arguments of dvdb_surface_normals_backward().
struct SurfaceNormalsBackwardArgs {
  uint32_t dtype = 0; double iso_level = 0; int64_t n_vertices = 0; GridBatch* grid = nullptr;
  Operand field{}, gradients{}, out{}; Span<int64_t> ends{};
};
Status surface_normals_backward(Context& c, const SurfaceNormalsBackwardArgs& a);

/// Arguments of dvdb_mesh_distances().
struct MeshDistancesArgs {
  uint32_t dtype = 0, face_dtype = 0, n_grids = 0; int64_t n_vertices = 0, n_faces = 0;
  const int64_t* vertex_offsets = nullptr, *face_offsets = nullptr; double half_width = 0; GridBatch* grid = nullptr;
  Operand vertices{}, faces{}, out_distances{}; Span<int64_t> out_triangles{};
};
Status mesh_distances(Context& c, const MeshDistancesArgs& a);

/// Arguments of dvdb_signed_mesh_distances().
struct SignedMeshDistancesArgs {
  uint32_t dtype = 0, face_dtype = 0, n_grids = 0; int64_t n_vertices = 0, n_faces = 0;
  const int64_t* vertex_offsets = nullptr, *face_offsets = nullptr; double half_width = 0; GridBatch* grid = nullptr;
  Operand vertices{}, faces{}, out_distances{}; Span<int64_t> out_triangles{};
};
Status signed_mesh_distances(Context& c, const SignedMeshDistancesArgs& a);

/// Arguments of dvdb_mesh_distances_backward().
struct MeshDistancesBackwardArgs {
  uint32_t dtype = 0, face_dtype = 0, n_grids = 0; int64_t n_vertices = 0, n_faces = 0;
  const int64_t* vertex_offsets = nullptr, *face_offsets = nullptr; GridBatch* grid = nullptr;
  Operand vertices{}, faces{}, gradients{}, out{}; Span<int64_t> triangles{};
};
Status mesh_distances_backward(Context& c, const MeshDistancesBackwardArgs& a);

/// Arguments of dvdb_signed_mesh_distances_backward().
struct SignedMeshDistancesBackwardArgs {
  uint32_t dtype = 0, face_dtype = 0, n_grids = 0; int64_t n_vertices = 0, n_faces = 0;
  const int64_t* vertex_offsets = nullptr, *face_offsets = nullptr; GridBatch* grid = nullptr;
  Operand vertices{}, faces{}, distances{}, gradients{}, out{}; Span<int64_t> triangles{};
};
Status signed_mesh_distances_backward(Context& c, const SignedMeshDistancesBackwardArgs& a);

}  // namespace dvdb::operators
