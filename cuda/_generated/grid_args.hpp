// Generated from ffi/include/denovdb/grid.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of grid.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/grid.h"

namespace dvdb::operators {

/// Arguments of dvdb_grid_from_ijk().
struct GridFromIjkArgs {
  int64_t n_points = 0; const int64_t* offsets = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr;
  uint32_t n_grids = 0; dvdb_grid* out_grid = nullptr; Span<int32_t> ijk{};
};
Status grid_from_ijk(Context& c, const GridFromIjkArgs& a);

/// Arguments of dvdb_grid_from_points().
struct GridFromPointsArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n_points = 0; const int64_t* offsets = nullptr;
  const double* voxel_sizes = nullptr, *origins = nullptr; dvdb_grid* out_grid = nullptr; Operand points{};
};
Status grid_from_points(Context& c, const GridFromPointsArgs& a);

/// Arguments of dvdb_grid_from_nearest_voxels_to_points().
struct GridFromNearestVoxelsToPointsArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n_points = 0; const int64_t* offsets = nullptr;
  const double* voxel_sizes = nullptr, *origins = nullptr; dvdb_grid* out_grid = nullptr; Operand points{};
};
Status grid_from_nearest_voxels_to_points(Context& c, const GridFromNearestVoxelsToPointsArgs& a);

/// Arguments of dvdb_grid_from_mesh().
struct GridFromMeshArgs {
  uint32_t dtype = 0, face_dtype = 0, n_grids = 0; int64_t n_vertices = 0, n_faces = 0;
  const int64_t* vertex_offsets = nullptr, *face_offsets = nullptr;
  const double* voxel_sizes = nullptr, *origins = nullptr; double half_width = 0; dvdb_grid* out_grid = nullptr;
  Operand vertices{}, faces{};
};
Status grid_from_mesh(Context& c, const GridFromMeshArgs& a);

/// Arguments of dvdb_grid_from_dense().
struct GridFromDenseArgs {
  const int32_t* low = nullptr; const int64_t* dims = nullptr; dvdb_buffer mask = 0;
  const double* voxel_sizes = nullptr, *origins = nullptr; uint32_t n_grids = 0; dvdb_grid* out_grid = nullptr;
};
Status grid_from_dense(Context& c, const GridFromDenseArgs& a);

/// Arguments of dvdb_grid_destroy().
struct GridDestroyArgs {
  dvdb_grid grid = 0;
};
Status grid_destroy(Context& c, const GridDestroyArgs& a);

/// Arguments of dvdb_grid_counts().
struct GridCountsArgs {
  int64_t* out_counts = nullptr; GridBatch* grid = nullptr;
};
Status grid_counts(Context& c, const GridCountsArgs& a);

/// Arguments of dvdb_grid_table().
struct GridTableArgs {
  uint32_t n_grids = 0; int64_t* out_offsets = nullptr; int32_t* out_bboxes = nullptr; GridBatch* grid = nullptr;
};
Status grid_table(Context& c, const GridTableArgs& a);

/// Arguments of dvdb_grid_ijk().
struct GridIjkArgs {
  GridBatch* grid = nullptr; Span<int32_t> out{};
};
Status grid_ijk(Context& c, const GridIjkArgs& a);

}  // namespace dvdb::operators
