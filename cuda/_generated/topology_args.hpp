// Generated from ffi/include/denovdb/topology.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of topology.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/topology.h"

namespace dvdb::operators {

/// Arguments of dvdb_coarsened_grid().
struct CoarsenedGridArgs {
  const int32_t* factor = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr; uint32_t n_grids = 0;
  dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status coarsened_grid(Context& c, const CoarsenedGridArgs& a);

/// Arguments of dvdb_coarsened_grids().
struct CoarsenedGridsArgs {
  const int32_t* factor = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr;
  uint32_t n_levels = 0, n_grids = 0; dvdb_grid* out_grids = nullptr; GridBatch* grid = nullptr;
};
Status coarsened_grids(Context& c, const CoarsenedGridsArgs& a);

/// Arguments of dvdb_refined_grid().
struct RefinedGridArgs {
  const int32_t* factor = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr; uint32_t n_grids = 0;
  dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr; OptionalSpan<uint8_t> mask{};
};
Status refined_grid(Context& c, const RefinedGridArgs& a);

/// Arguments of dvdb_dilate_by_box().
struct DilateByBoxArgs {
  const int32_t* low = nullptr, *high = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr;
  uint32_t n_grids = 0; dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status dilate_by_box(Context& c, const DilateByBoxArgs& a);

/// Arguments of dvdb_erode_by_box().
struct ErodeByBoxArgs {
  const int32_t* low = nullptr, *high = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr;
  uint32_t n_grids = 0; dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status erode_by_box(Context& c, const ErodeByBoxArgs& a);

/// Arguments of dvdb_dilated_grid().
struct DilatedGridArgs {
  uint32_t neighborhood = 0, radius = 0, n_grids = 0; const double* voxel_sizes = nullptr, *origins = nullptr;
  dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status dilated_grid(Context& c, const DilatedGridArgs& a);

/// Arguments of dvdb_eroded_grid().
struct ErodedGridArgs {
  uint32_t neighborhood = 0, radius = 0, n_grids = 0; const double* voxel_sizes = nullptr, *origins = nullptr;
  dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status eroded_grid(Context& c, const ErodedGridArgs& a);

/// Arguments of dvdb_conv_grid().
struct ConvGridArgs {
  const int32_t* kernel = nullptr, *stride = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr;
  uint32_t n_grids = 0; dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status conv_grid(Context& c, const ConvGridArgs& a);

/// Arguments of dvdb_conv_transpose_grid().
struct ConvTransposeGridArgs {
  const int32_t* kernel = nullptr, *stride = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr;
  uint32_t n_grids = 0; dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status conv_transpose_grid(Context& c, const ConvTransposeGridArgs& a);

/// Arguments of dvdb_merged_grid().
struct MergedGridArgs {
  const uint32_t* grids = nullptr; uint32_t n_sources = 0, n_grids = 0;
  const double* voxel_sizes = nullptr, *origins = nullptr; dvdb_grid* out_grid = nullptr;
};
Status merged_grid(Context& c, const MergedGridArgs& a);

/// Arguments of dvdb_pruned_grid().
struct PrunedGridArgs {
  const double* voxel_sizes = nullptr, *origins = nullptr; uint32_t n_grids = 0; dvdb_grid* out_grid = nullptr;
  GridBatch* grid = nullptr; Span<uint8_t> mask{};
};
Status pruned_grid(Context& c, const PrunedGridArgs& a);

/// Arguments of dvdb_clipped_grid().
struct ClippedGridArgs {
  const int32_t* boxes = nullptr; const double* voxel_sizes = nullptr, *origins = nullptr; uint32_t n_grids = 0;
  dvdb_grid* out_grid = nullptr; GridBatch* grid = nullptr;
};
Status clipped_grid(Context& c, const ClippedGridArgs& a);

/// Arguments of dvdb_select_grids().
struct SelectGridsArgs {
  const uint32_t* grids = nullptr, *sources = nullptr, *indices = nullptr; uint32_t n_sources = 0, n_grids = 0;
  const double* voxel_sizes = nullptr, *origins = nullptr; dvdb_grid* out_grid = nullptr;
};
Status select_grids(Context& c, const SelectGridsArgs& a);

}  // namespace dvdb::operators
