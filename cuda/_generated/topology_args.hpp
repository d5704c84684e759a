// Generated from ffi/include/denovdb/topology.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of topology.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/topology.h"

namespace dvdb::operators {

/// Arguments of dvdb_grid_coarsen.
struct GridCoarsenArgs {
  GridBatch* grid = nullptr;
  const int32_t* factor = nullptr;  // [3], 1 or more
  const double* voxel_sizes = nullptr;  // [n_grids, 3], of the result
  const double* origins = nullptr;  // [n_grids, 3], of the result
  uint32_t n_grids = 0;  // as many as the batch has
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_coarsen.
Status grid_coarsen(Context& c, const GridCoarsenArgs& a);

/// Arguments of dvdb_grid_refine.
struct GridRefineArgs {
  GridBatch* grid = nullptr;
  const int32_t* factor = nullptr;  // [3], 1 or more
  OptionalSpan<uint8_t> mask;  // bool [n_voxels], which voxels are kept; 0 for all
  const double* voxel_sizes = nullptr;  // [n_grids, 3], of the result
  const double* origins = nullptr;  // [n_grids, 3], of the result
  uint32_t n_grids = 0;  // as many as the batch has
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_refine.
Status grid_refine(Context& c, const GridRefineArgs& a);

/// Arguments of dvdb_grid_dilate_box.
struct GridDilateBoxArgs {
  GridBatch* grid = nullptr;
  const int32_t* low = nullptr;  // [3]
  const int32_t* high = nullptr;  // [3], not below low
  const double* voxel_sizes = nullptr;  // [n_grids, 3], of the result
  const double* origins = nullptr;  // [n_grids, 3], of the result
  uint32_t n_grids = 0;  // as many as the batch has
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_dilate_box.
Status grid_dilate_box(Context& c, const GridDilateBoxArgs& a);

/// Arguments of dvdb_grid_erode_box.
struct GridErodeBoxArgs {
  GridBatch* grid = nullptr;
  const int32_t* low = nullptr;  // [3], not above 0
  const int32_t* high = nullptr;  // [3], not below 0
  const double* voxel_sizes = nullptr;  // [n_grids, 3], of the result
  const double* origins = nullptr;  // [n_grids, 3], of the result
  uint32_t n_grids = 0;  // as many as the batch has
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_erode_box.
Status grid_erode_box(Context& c, const GridErodeBoxArgs& a);

/// Arguments of dvdb_grid_dilate.
struct GridDilateArgs {
  GridBatch* grid = nullptr;
  uint32_t neighborhood = 0;  // dvdb_neighborhood
  uint32_t radius = 0;  // 0 to 2147483647
  const double* voxel_sizes = nullptr;  // [n_grids, 3], of the result
  const double* origins = nullptr;  // [n_grids, 3], of the result
  uint32_t n_grids = 0;  // as many as the batch has
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_dilate.
Status grid_dilate(Context& c, const GridDilateArgs& a);

/// Arguments of dvdb_grid_erode.
struct GridErodeArgs {
  GridBatch* grid = nullptr;
  uint32_t neighborhood = 0;  // dvdb_neighborhood
  uint32_t radius = 0;  // 0 to 2147483647
  const double* voxel_sizes = nullptr;  // [n_grids, 3], of the result
  const double* origins = nullptr;  // [n_grids, 3], of the result
  uint32_t n_grids = 0;  // as many as the batch has
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_erode.
Status grid_erode(Context& c, const GridErodeArgs& a);

/// Arguments of dvdb_grid_conv.
struct GridConvArgs {
  GridBatch* grid = nullptr;
  const int32_t* kernel = nullptr;  // [3], 1 or more
  const int32_t* stride = nullptr;  // [3], 1 or more
  const double* voxel_sizes = nullptr;  // [n_grids, 3], of the result
  const double* origins = nullptr;  // [n_grids, 3], of the result
  uint32_t n_grids = 0;  // as many as the batch has
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_conv.
Status grid_conv(Context& c, const GridConvArgs& a);

/// Arguments of dvdb_grid_conv_transpose.
struct GridConvTransposeArgs {
  GridBatch* grid = nullptr;
  const int32_t* kernel = nullptr;  // [3], 1 or more
  const int32_t* stride = nullptr;  // [3], 1 or more
  const double* voxel_sizes = nullptr;  // [n_grids, 3], of the result
  const double* origins = nullptr;  // [n_grids, 3], of the result
  uint32_t n_grids = 0;  // as many as the batch has
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_conv_transpose.
Status grid_conv_transpose(Context& c, const GridConvTransposeArgs& a);

/// Arguments of dvdb_grid_merge.
struct GridMergeArgs {
  const uint32_t* grids = nullptr;  // [n_sources], dvdb_grid handles with n_grids grids each
  uint32_t n_sources = 0;  // 1 or more
  const double* voxel_sizes = nullptr;  // [n_grids, 3], of the result
  const double* origins = nullptr;  // [n_grids, 3], of the result
  uint32_t n_grids = 0;  // as many as each batch has
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_merge.
Status grid_merge(Context& c, const GridMergeArgs& a);

/// Arguments of dvdb_grid_prune.
struct GridPruneArgs {
  GridBatch* grid = nullptr;
  Span<uint8_t> mask;  // bool [n_voxels]
  const double* voxel_sizes = nullptr;  // [n_grids, 3], of the result
  const double* origins = nullptr;  // [n_grids, 3], of the result
  uint32_t n_grids = 0;  // as many as the batch has
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_prune.
Status grid_prune(Context& c, const GridPruneArgs& a);

/// Arguments of dvdb_grid_clip.
struct GridClipArgs {
  GridBatch* grid = nullptr;
  const int32_t* boxes = nullptr;  // [n_grids, 2, 3], low not above high
  const double* voxel_sizes = nullptr;  // [n_grids, 3], of the result
  const double* origins = nullptr;  // [n_grids, 3], of the result
  uint32_t n_grids = 0;  // as many as the batch has
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_clip.
Status grid_clip(Context& c, const GridClipArgs& a);

/// Arguments of dvdb_grid_select.
struct GridSelectArgs {
  const uint32_t* grids = nullptr;  // [n_sources], dvdb_grid handles
  uint32_t n_sources = 0;
  const uint32_t* sources = nullptr;  // [n_grids], below n_sources
  const uint32_t* indices = nullptr;  // [n_grids], below the source's number of grids
  const double* voxel_sizes = nullptr;  // [n_grids, 3], of the result
  const double* origins = nullptr;  // [n_grids, 3], of the result
  uint32_t n_grids = 0;
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_grid_select.
Status grid_select(Context& c, const GridSelectArgs& a);

}  // namespace dvdb::operators
