// Generated from ffi/include/denovdb/topology.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of topology.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/topology.h"

namespace dvdb::operators {

/// Arguments of dvdb_grid_coarsen().
struct GridCoarsenArgs {
  const int32_t* factor = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr; uint32_t n_grids = 0;
  dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status grid_coarsen(Context& c, const GridCoarsenArgs& a);

/// Arguments of dvdb_grid_refine().
struct GridRefineArgs {
  const int32_t* factor = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr; uint32_t n_grids = 0;
  dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr; OptionalSpan<uint8_t> mask{};
};
Status grid_refine(Context& c, const GridRefineArgs& a);

/// Arguments of dvdb_grid_dilate_box().
struct GridDilateBoxArgs {
  const int32_t* low = nullptr, *high = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr;
  uint32_t n_grids = 0; dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status grid_dilate_box(Context& c, const GridDilateBoxArgs& a);

/// Arguments of dvdb_grid_erode_box().
struct GridErodeBoxArgs {
  const int32_t* low = nullptr, *high = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr;
  uint32_t n_grids = 0; dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status grid_erode_box(Context& c, const GridErodeBoxArgs& a);

/// Arguments of dvdb_grid_dilate().
struct GridDilateArgs {
  uint32_t neighborhood = 0, radius = 0, n_grids = 0; const double* voxel_sizes = nullptr, *origins = nullptr;
  dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status grid_dilate(Context& c, const GridDilateArgs& a);

/// Arguments of dvdb_grid_erode().
struct GridErodeArgs {
  uint32_t neighborhood = 0, radius = 0, n_grids = 0; const double* voxel_sizes = nullptr, *origins = nullptr;
  dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status grid_erode(Context& c, const GridErodeArgs& a);

/// Arguments of dvdb_grid_conv().
struct GridConvArgs {
  const int32_t* kernel = nullptr, *stride = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr;
  uint32_t n_grids = 0; dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status grid_conv(Context& c, const GridConvArgs& a);

/// Arguments of dvdb_grid_conv_transpose().
struct GridConvTransposeArgs {
  const int32_t* kernel = nullptr, *stride = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr;
  uint32_t n_grids = 0; dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status grid_conv_transpose(Context& c, const GridConvTransposeArgs& a);

/// Arguments of dvdb_grid_merge().
struct GridMergeArgs {
  const uint32_t* grids = nullptr; uint32_t n_sources = 0, n_grids = 0;
  const double* voxel_sizes = nullptr, *origins = nullptr; dvdb_grid* out_grid = nullptr;
};
Status grid_merge(Context& c, const GridMergeArgs& a);

/// Arguments of dvdb_grid_prune().
struct GridPruneArgs {
  const double* voxel_sizes = nullptr, *origins = nullptr; uint32_t n_grids = 0; dvdb_grid* out_grid = nullptr;
  GridBatch* grid = nullptr; Span<uint8_t> mask{};
};
Status grid_prune(Context& c, const GridPruneArgs& a);

/// Arguments of dvdb_grid_clip().
struct GridClipArgs {
  const int32_t* boxes = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr; uint32_t n_grids = 0;
  dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status grid_clip(Context& c, const GridClipArgs& a);

/// Arguments of dvdb_grid_select().
struct GridSelectArgs {
  const uint32_t* grids = nullptr, *sources = nullptr, *indices = nullptr; uint32_t n_sources = 0, n_grids = 0;
  const double* voxel_sizes = nullptr, *origins = nullptr; dvdb_grid* out_grid = nullptr;
};
Status grid_select(Context& c, const GridSelectArgs& a);

}  // namespace dvdb::operators
