// Generated from ffi/include/denovdb/query.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of query.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/query.h"

namespace dvdb::operators {

/// Arguments of dvdb_ijk_to_index.
struct IjkToIndexArgs {
  GridBatch* grid = nullptr;
  Span<int32_t> ijk;  // i32 [n, 3]
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  uint32_t row_base = 0;  // dvdb_row_base
  Span<int64_t> out;  // i64 [n]
};

/// Called by dvdb_ijk_to_index.
Status ijk_to_index(Context& c, const IjkToIndexArgs& a);

/// Arguments of dvdb_points_to_index.
struct PointsToIndexArgs {
  GridBatch* grid = nullptr;
  Operand points;  // dtype [n, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  uint32_t row_base = 0;  // dvdb_row_base
  Span<int64_t> out;  // i64 [n]
};

/// Called by dvdb_points_to_index.
Status points_to_index(Context& c, const PointsToIndexArgs& a);

/// Arguments of dvdb_coords_in_grid.
struct CoordsInGridArgs {
  GridBatch* grid = nullptr;
  Span<int32_t> ijk;  // i32 [n, 3]
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Span<uint8_t> out;  // bool [n]
};

/// Called by dvdb_coords_in_grid.
Status coords_in_grid(Context& c, const CoordsInGridArgs& a);

/// Arguments of dvdb_points_in_grid.
struct PointsInGridArgs {
  GridBatch* grid = nullptr;
  Operand points;  // dtype [n, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Span<uint8_t> out;  // bool [n]
};

/// Called by dvdb_points_in_grid.
Status points_in_grid(Context& c, const PointsInGridArgs& a);

/// Arguments of dvdb_world_to_voxel.
struct WorldToVoxelArgs {
  GridBatch* grid = nullptr;
  Operand points;  // dtype [n, 3]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand out;  // dtype [n, 3]
};

/// Called by dvdb_world_to_voxel.
Status world_to_voxel(Context& c, const WorldToVoxelArgs& a);

/// Arguments of dvdb_voxel_to_world.
struct VoxelToWorldArgs {
  GridBatch* grid = nullptr;
  Operand points;  // dtype [n, 3]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand out;  // dtype [n, 3]
};

/// Called by dvdb_voxel_to_world.
Status voxel_to_world(Context& c, const VoxelToWorldArgs& a);

/// Arguments of dvdb_neighbor_indexes.
struct NeighborIndexesArgs {
  GridBatch* grid = nullptr;
  Span<int32_t> ijk;  // i32 [n, 3]
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  uint32_t extent = 0;  // 0 to 8191, cells on each side
  uint32_t bitshift = 0;  // 0 to 31
  uint32_t row_base = 0;  // dvdb_row_base
  Span<int64_t> out;  // i64 [n, 2 * extent + 1, 2 * extent + 1, 2 * extent + 1]
};

/// Called by dvdb_neighbor_indexes.
Status neighbor_indexes(Context& c, const NeighborIndexesArgs& a);

/// Arguments of dvdb_neighbor_rows.
struct NeighborRowsArgs {
  GridBatch* grid = nullptr;
  uint32_t extent = 0;  // 0 to 8191, cells on each side
  uint32_t row_base = 0;  // dvdb_row_base
  Span<int64_t> out;  // i64 [n_voxels, 2 * extent + 1, 2 * extent + 1, 2 * extent + 1]
};

/// Called by dvdb_neighbor_rows.
Status neighbor_rows(Context& c, const NeighborRowsArgs& a);

/// Arguments of dvdb_ijk_to_inv_index.
struct IjkToInvIndexArgs {
  GridBatch* grid = nullptr;
  Span<int32_t> ijk;  // i32 [n, 3]
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  uint32_t row_base = 0;  // dvdb_row_base, positions within the list of a grid, or over all lists
  Span<int64_t> out;  // i64 [n_voxels]
};

/// Called by dvdb_ijk_to_inv_index.
Status ijk_to_inv_index(Context& c, const IjkToInvIndexArgs& a);

/// Arguments of dvdb_cubes_in_grid.
struct CubesInGridArgs {
  GridBatch* grid = nullptr;
  Operand centers;  // dtype [n, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  const double* cube_min = nullptr;  // [3], world units; finite
  const double* cube_max = nullptr;  // [3], world units; finite, not below cube_min
  Span<uint8_t> out;  // bool [n]
};

/// Called by dvdb_cubes_in_grid.
Status cubes_in_grid(Context& c, const CubesInGridArgs& a);

/// Arguments of dvdb_cubes_intersect_grid.
struct CubesIntersectGridArgs {
  GridBatch* grid = nullptr;
  Operand centers;  // dtype [n, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  const double* cube_min = nullptr;  // [3], world units; finite
  const double* cube_max = nullptr;  // [3], world units; finite, not below cube_min
  Span<uint8_t> out;  // bool [n]
};

/// Called by dvdb_cubes_intersect_grid.
Status cubes_intersect_grid(Context& c, const CubesIntersectGridArgs& a);

/// Arguments of dvdb_curve_codes.
struct CurveCodesArgs {
  Span<int32_t> ijk;  // i32 [n, 3]
  int64_t n = 0;
  uint32_t curve = 0;  // dvdb_curve
  const int64_t* offset = nullptr;  // [3], added to the coordinates
  Span<int64_t> out;  // i64 [n]
};

/// Called by dvdb_curve_codes.
Status curve_codes(Context& c, const CurveCodesArgs& a);

/// Arguments of dvdb_edge_network.
struct EdgeNetworkArgs {
  GridBatch* grid = nullptr;
  uint32_t space = 0;  // dvdb_space of the corners
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  Operand out_vertices;  // dtype [n_voxels, 8, 3], rounded once
  Span<int64_t> out_edges;  // i64 [n_voxels, 12, 2]
};

/// Called by dvdb_edge_network.
Status edge_network(Context& c, const EdgeNetworkArgs& a);

/// Arguments of dvdb_row_grids.
struct RowGridsArgs {
  GridBatch* grid = nullptr;
  Span<int32_t> out;  // i32 [n_voxels]
};

/// Called by dvdb_row_grids.
Status row_grids(Context& c, const RowGridsArgs& a);

/// Arguments of dvdb_leaf_origins.
struct LeafOriginsArgs {
  GridBatch* grid = nullptr;
  Span<int32_t> out;  // i32 [n_leaves, 3]
};

/// Called by dvdb_leaf_origins.
Status leaf_origins(Context& c, const LeafOriginsArgs& a);

/// Arguments of dvdb_leaf_grids.
struct LeafGridsArgs {
  GridBatch* grid = nullptr;
  Span<int32_t> out;  // i32 [n_leaves]
};

/// Called by dvdb_leaf_grids.
Status leaf_grids(Context& c, const LeafGridsArgs& a);

/// Arguments of dvdb_leaf_neighbors.
struct LeafNeighborsArgs {
  GridBatch* grid = nullptr;
  Span<int64_t> out;  // i64 [n_leaves, 27]
};

/// Called by dvdb_leaf_neighbors.
Status leaf_neighbors(Context& c, const LeafNeighborsArgs& a);

/// Arguments of dvdb_row_map.
struct RowMapArgs {
  GridBatch* grid = nullptr;
  GridBatch* other = nullptr;  // as many grids as `grid` has
  const int32_t* scale = nullptr;  // [3]
  const int32_t* divisor = nullptr;  // [3], 1 or more
  const int32_t* shift = nullptr;  // [3]
  const int32_t* remainders = nullptr;  // [3], 1 or more; divisor or more to keep all
  uint32_t row_base = 0;  // dvdb_row_base, for rows of `other`
  Span<int64_t> out;  // i64 [n_voxels(grid)]
};

/// Called by dvdb_row_map.
Status row_map(Context& c, const RowMapArgs& a);

}  // namespace dvdb::operators
