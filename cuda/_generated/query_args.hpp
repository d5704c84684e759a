// Generated from ffi/include/denovdb/query.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of query.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/query.h"

namespace dvdb::operators {

/// Arguments of dvdb_ijk_to_index().
struct IjkToIndexArgs {
  int64_t n = 0; const int64_t* offsets = nullptr; uint32_t n_grids = 0, row_base = 0; GridBatch* grid = nullptr;
  Span<int32_t> ijk{}; Span<int64_t> out{};
};
Status ijk_to_index(Context& c, const IjkToIndexArgs& a);

/// Arguments of dvdb_points_to_index().
struct PointsToIndexArgs {
  uint32_t dtype = 0, n_grids = 0, row_base = 0; int64_t n = 0; const int64_t* offsets = nullptr;
  GridBatch* grid = nullptr; Operand points{}; Span<int64_t> out{};
};
Status points_to_index(Context& c, const PointsToIndexArgs& a);

/// Arguments of dvdb_coords_in_grid().
struct CoordsInGridArgs {
  int64_t n = 0; const int64_t* offsets = nullptr; uint32_t n_grids = 0; GridBatch* grid = nullptr; Span<int32_t> ijk{};
  Span<uint8_t> out{};
};
Status coords_in_grid(Context& c, const CoordsInGridArgs& a);

/// Arguments of dvdb_points_in_grid().
struct PointsInGridArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0; const int64_t* offsets = nullptr; GridBatch* grid = nullptr;
  Operand points{}; Span<uint8_t> out{};
};
Status points_in_grid(Context& c, const PointsInGridArgs& a);

/// Arguments of dvdb_world_to_voxel().
struct WorldToVoxelArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0; const int64_t* offsets = nullptr; GridBatch* grid = nullptr;
  Operand points{}, out{};
};
Status world_to_voxel(Context& c, const WorldToVoxelArgs& a);

/// Arguments of dvdb_voxel_to_world().
struct VoxelToWorldArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0; const int64_t* offsets = nullptr; GridBatch* grid = nullptr;
  Operand points{}, out{};
};
Status voxel_to_world(Context& c, const VoxelToWorldArgs& a);

/// Arguments of dvdb_neighbor_indexes().
struct NeighborIndexesArgs {
  int64_t n = 0; const int64_t* offsets = nullptr; uint32_t n_grids = 0, extent = 0, bitshift = 0, row_base = 0;
  GridBatch* grid = nullptr; Span<int32_t> ijk{}; Span<int64_t> out{};
};
Status neighbor_indexes(Context& c, const NeighborIndexesArgs& a);

/// Arguments of dvdb_neighbor_rows().
struct NeighborRowsArgs {
  uint32_t extent = 0, row_base = 0; GridBatch* grid = nullptr; Span<int64_t> out{};
};
Status neighbor_rows(Context& c, const NeighborRowsArgs& a);

/// Arguments of dvdb_ijk_to_inv_index().
struct IjkToInvIndexArgs {
  int64_t n = 0; const int64_t* offsets = nullptr; uint32_t n_grids = 0, row_base = 0; GridBatch* grid = nullptr;
  Span<int32_t> ijk{}; Span<int64_t> out{};
};
Status ijk_to_inv_index(Context& c, const IjkToInvIndexArgs& a);

/// Arguments of dvdb_cubes_in_grid().
struct CubesInGridArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0; const int64_t* offsets = nullptr;
  const double* cube_min = nullptr, *cube_max = nullptr; GridBatch* grid = nullptr; Operand centers{};
  Span<uint8_t> out{};
};
Status cubes_in_grid(Context& c, const CubesInGridArgs& a);

/// Arguments of dvdb_cubes_intersect_grid().
struct CubesIntersectGridArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0; const int64_t* offsets = nullptr;
  const double* cube_min = nullptr, *cube_max = nullptr; GridBatch* grid = nullptr; Operand centers{};
  Span<uint8_t> out{};
};
Status cubes_intersect_grid(Context& c, const CubesIntersectGridArgs& a);

/// Arguments of dvdb_curve_codes().
struct CurveCodesArgs {
  int64_t n = 0; uint32_t curve = 0; const int64_t* offset = nullptr; Span<int32_t> ijk{}; Span<int64_t> out{};
};
Status curve_codes(Context& c, const CurveCodesArgs& a);

/// Arguments of dvdb_edge_network().
struct EdgeNetworkArgs {
  uint32_t space = 0, dtype = 0; GridBatch* grid = nullptr; Operand out_vertices{}; Span<int64_t> out_edges{};
};
Status edge_network(Context& c, const EdgeNetworkArgs& a);

/// Arguments of dvdb_row_grids().
struct RowGridsArgs {
  GridBatch* grid = nullptr; Span<int32_t> out{};
};
Status row_grids(Context& c, const RowGridsArgs& a);

/// Arguments of dvdb_leaf_origins().
struct LeafOriginsArgs {
  GridBatch* grid = nullptr; Span<int32_t> out{};
};
Status leaf_origins(Context& c, const LeafOriginsArgs& a);

/// Arguments of dvdb_leaf_grids().
struct LeafGridsArgs {
  GridBatch* grid = nullptr; Span<int32_t> out{};
};
Status leaf_grids(Context& c, const LeafGridsArgs& a);

/// Arguments of dvdb_leaf_neighbors().
struct LeafNeighborsArgs {
  GridBatch* grid = nullptr; Span<int64_t> out{};
};
Status leaf_neighbors(Context& c, const LeafNeighborsArgs& a);

/// Arguments of dvdb_row_map().
struct RowMapArgs {
  const int32_t* scale = nullptr, *divisor = nullptr, *shift = nullptr, *remainders = nullptr; uint32_t row_base = 0;
  GridBatch* grid = nullptr, *other = nullptr; Span<int64_t> out{};
};
Status row_map(Context& c, const RowMapArgs& a);

}  // namespace dvdb::operators
