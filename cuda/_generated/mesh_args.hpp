// Generated from ffi/include/denovdb/mesh.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of mesh.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/mesh.h"

namespace dvdb::operators {

/// Arguments of dvdb_count_marching_cubes.
struct CountMarchingCubesArgs {
  GridBatch* grid = nullptr;
  Operand field;  // dtype [n_voxels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  double iso = 0;  // finite
  Span<uint8_t> out_cells;  // u8 [n_voxels], bit 4 dx + 2 dy + dz is set for corners inside
  Span<uint64_t> out_edges;  // u64 [ceil(n_voxels / DVDB_MESH_BLOCK)], bit 4 * (row % 16) + axis
  Span<int64_t> out_ranks;  // i64 [ceil(n_voxels / DVDB_MESH_BLOCK), 2], vertices and triangles of a block and those before
  Span<int64_t> out_numbers;  // i64 [2, n_grids], where the vertices, then where the triangles of each grid end
};

/// Called by dvdb_count_marching_cubes.
Status count_marching_cubes(Context& c, const CountMarchingCubesArgs& a);

/// Arguments of dvdb_marching_cubes.
struct MarchingCubesArgs {
  GridBatch* grid = nullptr;
  Operand field;  // dtype [n_voxels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  double iso = 0;  // finite
  Span<uint8_t> cells;  // u8 [n_voxels], as counted with the same arguments
  Span<uint64_t> edges;  // u64 [ceil(n_voxels / DVDB_MESH_BLOCK)], likewise
  Span<int64_t> ranks;  // i64 [ceil(n_voxels / DVDB_MESH_BLOCK), 2], likewise
  int64_t n_vertices = 0;
  int64_t n_faces = 0;
  uint32_t vertex_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  Operand out_vertices;  // vertex_dtype [n_vertices, 3], world space, rounded once
  Span<int64_t> out_faces;  // i64 [n_faces, 3], counted from the first vertex of the grid
  Span<int64_t> out_ends;  // i64 [n_vertices, 2], rows over the batch of the edge's voxels, the lower one first
};

/// Called by dvdb_marching_cubes.
Status marching_cubes(Context& c, const MarchingCubesArgs& a);

/// Arguments of dvdb_surface_normals.
struct SurfaceNormalsArgs {
  GridBatch* grid = nullptr;
  Operand field;  // dtype [n_voxels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  double iso = 0;  // finite
  Span<int64_t> ends;  // i64 [n_vertices, 2], from dvdb_marching_cubes
  int64_t n_vertices = 0;
  Operand out;  // dtype [n_vertices, 3]
};

/// Called by dvdb_surface_normals.
Status surface_normals(Context& c, const SurfaceNormalsArgs& a);

/// Arguments of dvdb_surface_features.
struct SurfaceFeaturesArgs {
  GridBatch* grid = nullptr;
  Operand field;  // dtype [n_voxels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  double iso = 0;  // finite
  Span<int64_t> ends;  // i64 [n_vertices, 2], from dvdb_marching_cubes
  int64_t n_vertices = 0;
  Operand features;  // feature_dtype [n_voxels, channels]
  uint32_t feature_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  Operand out;  // feature_dtype [n_vertices, channels]
};

/// Called by dvdb_surface_features.
Status surface_features(Context& c, const SurfaceFeaturesArgs& a);

/// Arguments of dvdb_marching_cubes_backward.
struct MarchingCubesBackwardArgs {
  GridBatch* grid = nullptr;
  Operand field;  // dtype [n_voxels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  double iso = 0;  // finite
  Span<int64_t> ends;  // i64 [n_vertices, 2], from dvdb_marching_cubes
  int64_t n_vertices = 0;
  uint32_t vertex_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  Operand gradients;  // vertex_dtype [n_vertices, 3], by world coordinates of the vertices
  Operand out;  // dtype [n_voxels], by the field
};

/// Called by dvdb_marching_cubes_backward.
Status marching_cubes_backward(Context& c, const MarchingCubesBackwardArgs& a);

/// Arguments of dvdb_surface_features_backward.
struct SurfaceFeaturesBackwardArgs {
  GridBatch* grid = nullptr;
  Operand field;  // dtype [n_voxels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  double iso = 0;  // finite
  Span<int64_t> ends;  // i64 [n_vertices, 2], from dvdb_marching_cubes
  int64_t n_vertices = 0;
  Operand features;  // feature_dtype [n_voxels, channels]
  uint32_t feature_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  Operand gradients;  // feature_dtype [n_vertices, channels]
  Operand out_features;  // feature_dtype [n_voxels, channels]
  Operand out_field;  // dtype [n_voxels]
};

/// Called by dvdb_surface_features_backward.
Status surface_features_backward(Context& c, const SurfaceFeaturesBackwardArgs& a);

/// Arguments of dvdb_surface_normals_backward.
struct SurfaceNormalsBackwardArgs {
  GridBatch* grid = nullptr;
  Operand field;  // dtype [n_voxels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  double iso = 0;  // finite
  Span<int64_t> ends;  // i64 [n_vertices, 2], from dvdb_marching_cubes
  int64_t n_vertices = 0;
  Operand gradients;  // dtype [n_vertices, 3], by the normals of the vertices
  Operand out;  // dtype [n_voxels], by the field
};

/// Called by dvdb_surface_normals_backward.
Status surface_normals_backward(Context& c, const SurfaceNormalsBackwardArgs& a);

/// Arguments of dvdb_mesh_distances.
struct MeshDistancesArgs {
  GridBatch* grid = nullptr;
  Operand vertices;  // dtype [n_vertices, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n_vertices = 0;
  const int64_t* vertex_offsets = nullptr;  // [n_grids + 1]
  Operand faces;  // face_dtype [n_faces, 3], counted from the first vertex of the list
  uint32_t face_dtype = 0;  // DVDB_I32 or DVDB_I64
  int64_t n_faces = 0;
  const int64_t* face_offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  double most = 0;  // world units, 0 or more
  Operand out_distances;  // dtype [n_voxels], infinite beyond `most`
  Span<int64_t> out_triangles;  // i64 [n_voxels], counted from the first triangle of the list, or -1
};

/// Called by dvdb_mesh_distances.
Status mesh_distances(Context& c, const MeshDistancesArgs& a);

/// Arguments of dvdb_signed_mesh_distances.
struct SignedMeshDistancesArgs {
  GridBatch* grid = nullptr;
  Operand vertices;  // dtype [n_vertices, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n_vertices = 0;
  const int64_t* vertex_offsets = nullptr;  // [n_grids + 1]
  Operand faces;  // face_dtype [n_faces, 3], counted from the first vertex of the list
  uint32_t face_dtype = 0;  // DVDB_I32 or DVDB_I64
  int64_t n_faces = 0;
  const int64_t* face_offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  double most = 0;  // world units, 0 or more
  Operand out_distances;  // dtype [n_voxels], infinite beyond `most`
  Span<int64_t> out_triangles;  // i64 [n_voxels], counted from the first triangle of the list, or -1
};

/// Called by dvdb_signed_mesh_distances.
Status signed_mesh_distances(Context& c, const SignedMeshDistancesArgs& a);

/// Arguments of dvdb_mesh_distances_backward.
struct MeshDistancesBackwardArgs {
  GridBatch* grid = nullptr;
  Operand vertices;  // dtype [n_vertices, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n_vertices = 0;
  const int64_t* vertex_offsets = nullptr;  // [n_grids + 1]
  Operand faces;  // face_dtype [n_faces, 3], counted from the first vertex of the list
  uint32_t face_dtype = 0;  // DVDB_I32 or DVDB_I64
  int64_t n_faces = 0;
  const int64_t* face_offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Span<int64_t> triangles;  // i64 [n_voxels], from dvdb_mesh_distances
  Operand gradients;  // dtype [n_voxels], by distances
  Operand out;  // dtype [n_vertices, 3], by world coordinates of the vertices
};

/// Called by dvdb_mesh_distances_backward.
Status mesh_distances_backward(Context& c, const MeshDistancesBackwardArgs& a);

/// Arguments of dvdb_signed_mesh_distances_backward.
struct SignedMeshDistancesBackwardArgs {
  GridBatch* grid = nullptr;
  Operand vertices;  // dtype [n_vertices, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n_vertices = 0;
  const int64_t* vertex_offsets = nullptr;  // [n_grids + 1]
  Operand faces;  // face_dtype [n_faces, 3], counted from the first vertex of the list
  uint32_t face_dtype = 0;  // DVDB_I32 or DVDB_I64
  int64_t n_faces = 0;
  const int64_t* face_offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand distances;  // dtype [n_voxels], from dvdb_signed_mesh_distances, only signs are read
  Span<int64_t> triangles;  // i64 [n_voxels], from dvdb_signed_mesh_distances
  Operand gradients;  // dtype [n_voxels], by distances
  Operand out;  // dtype [n_vertices, 3], by world coordinates of the vertices
};

/// Called by dvdb_signed_mesh_distances_backward.
Status signed_mesh_distances_backward(Context& c, const SignedMeshDistancesBackwardArgs& a);

}  // namespace dvdb::operators
