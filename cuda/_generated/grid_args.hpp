// Generated from ffi/include/denovdb/grid.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of grid.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/grid.h"

namespace dvdb::operators {

/// Arguments of dvdb_grid_from_ijk.
struct GridFromIjkArgs {
  Span<int32_t> ijk;  // i32 [n_points, 3]
  int64_t n_points = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  const double* voxel_sizes = nullptr;  // [n_grids, 3], world units
  const double* origins = nullptr;  // [n_grids, 3], world position of the centre of voxel (0,0,0)
  uint32_t n_grids = 0;
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_from_ijk.
Status grid_from_ijk(Context& c, const GridFromIjkArgs& a);

/// Arguments of dvdb_grid_from_points.
struct GridFromPointsArgs {
  Operand points;  // dtype [n_points, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n_points = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  const double* voxel_sizes = nullptr;  // [n_grids, 3], world units
  const double* origins = nullptr;  // [n_grids, 3], world units
  uint32_t n_grids = 0;
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_from_points.
Status grid_from_points(Context& c, const GridFromPointsArgs& a);

/// Arguments of dvdb_grid_from_nearest_voxels.
struct GridFromNearestVoxelsArgs {
  Operand points;  // dtype [n_points, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n_points = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  const double* voxel_sizes = nullptr;  // [n_grids, 3], world units
  const double* origins = nullptr;  // [n_grids, 3], world units
  uint32_t n_grids = 0;
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_from_nearest_voxels.
Status grid_from_nearest_voxels(Context& c, const GridFromNearestVoxelsArgs& a);

/// Arguments of dvdb_grid_from_mesh.
struct GridFromMeshArgs {
  Operand vertices;  // dtype [n_vertices, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n_vertices = 0;
  const int64_t* vertex_offsets = nullptr;  // [n_grids + 1]
  Operand faces;  // face_dtype [n_faces, 3], counted from the first vertex of the list
  uint32_t face_dtype = 0;  // DVDB_I32 or DVDB_I64
  int64_t n_faces = 0;
  const int64_t* face_offsets = nullptr;  // [n_grids + 1]
  const double* voxel_sizes = nullptr;  // [n_grids, 3], world units
  const double* origins = nullptr;  // [n_grids, 3], world units
  uint32_t n_grids = 0;
  double half_width = 0;  // world units, 0 or more
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_from_mesh.
Status grid_from_mesh(Context& c, const GridFromMeshArgs& a);

/// Arguments of dvdb_grid_from_dense.
struct GridFromDenseArgs {
  const int32_t* low = nullptr;  // [3]
  const int64_t* dims = nullptr;  // [3], 1 or more
  dvdb_buffer mask = 0;  // unsized, bool [dims], z fastest, which voxels are kept; 0 for all
  const double* voxel_sizes = nullptr;  // [n_grids, 3], world units
  const double* origins = nullptr;  // [n_grids, 3], world units
  uint32_t n_grids = 0;
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_from_dense.
Status grid_from_dense(Context& c, const GridFromDenseArgs& a);

/// Arguments of dvdb_grid_destroy.
struct GridDestroyArgs {
  dvdb_grid grid = 0;  // handle, invalid afterwards
};

/// Called by dvdb_grid_destroy.
Status grid_destroy(Context& c, const GridDestroyArgs& a);

/// Arguments of dvdb_grid_counts.
struct GridCountsArgs {
  GridBatch* grid = nullptr;
  int64_t* out_counts = nullptr;
};

/// Called by dvdb_grid_counts.
Status grid_counts(Context& c, const GridCountsArgs& a);

/// Arguments of dvdb_grid_table.
struct GridTableArgs {
  GridBatch* grid = nullptr;
  uint32_t n_grids = 0;  // as many as the batch has
  int64_t* out_offsets = nullptr;
  int32_t* out_bboxes = nullptr;
};

/// Called by dvdb_grid_table.
Status grid_table(Context& c, const GridTableArgs& a);

/// Arguments of dvdb_grid_ijk.
struct GridIjkArgs {
  GridBatch* grid = nullptr;
  Span<int32_t> out;  // i32 [n_voxels, 3]
};

/// Called by dvdb_grid_ijk.
Status grid_ijk(Context& c, const GridIjkArgs& a);

}  // namespace dvdb::operators
