// Generated from ffi/include/denovdb/sdf.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of sdf.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/sdf.h"

namespace dvdb::operators {

/// Arguments of dvdb_tsdf_grid.
struct TsdfGridArgs {
  GridBatch* grid = nullptr;
  Operand depth;  // depth_dtype [n_images, height, width], world units
  uint32_t depth_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  Operand image_weights;  // image_weight_dtype [n_images, height, width], weight 1 if left out; 0 for none
  uint32_t image_weight_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  uint32_t n_images = 0;
  int64_t height = 0;
  int64_t width = 0;
  const double* intrinsics = nullptr;  // [n_images, 3, 3], the last row 0, 0, 1
  const double* poses = nullptr;  // [n_images, 4, 4], from camera to world, the last row 0, 0, 0, 1
  const int64_t* offsets = nullptr;  // [n_grids + 1], in images
  double truncation = 0;  // world units, above 0
  double max_depth = 0;  // world units, above 0
  const double* voxel_sizes = nullptr;  // [n_grids, 3], those of the grids
  const double* origins = nullptr;  // [n_grids, 3], those of the grids
  uint32_t n_grids = 0;  // as many as the batch has
  dvdb_grid* out_grid = nullptr;
};

/// Called by dvdb_tsdf_grid.
Status tsdf_grid(Context& c, const TsdfGridArgs& a);

/// Arguments of dvdb_integrate_tsdf.
struct IntegrateTsdfArgs {
  GridBatch* grid = nullptr;
  GridBatch* source = nullptr;
  Operand depth;  // depth_dtype [n_images, height, width], world units
  uint32_t depth_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  Operand image_weights;  // image_weight_dtype [n_images, height, width], weight 1 if left out; 0 for none
  uint32_t image_weight_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  uint32_t n_images = 0;
  int64_t height = 0;
  int64_t width = 0;
  const double* intrinsics = nullptr;  // [n_images, 3, 3], the last row 0, 0, 1
  const double* poses = nullptr;  // [n_images, 4, 4], from camera to world, the last row 0, 0, 0, 1
  const int64_t* offsets = nullptr;  // [n_grids + 1], in images
  double truncation = 0;  // world units, above 0
  double max_depth = 0;  // world units, above 0
  uint32_t n_grids = 0;  // as many as grid has
  Operand tsdf;  // dtype [n_voxels(source)]
  Operand weights;  // dtype [n_voxels(source)], weights not above 0 count as 0
  Operand features;  // dtype [n_voxels(source), channels]; 0 if channels is 0
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  Operand image_features;  // image_feature_dtype [n_images, height, width, channels]; 0 if channels is 0
  uint32_t image_feature_dtype = 0;  // one of dvdb_dtype
  int64_t channels = 0;  // 0 for no features
  Operand out_tsdf;  // dtype [n_voxels(grid)], -1 to 1
  Operand out_weights;  // dtype [n_voxels(grid)], at most the largest number of dtype
  Operand out_features;  // dtype [n_voxels(grid), channels]; 0 if channels is 0
};

/// Called by dvdb_integrate_tsdf.
Status integrate_tsdf(Context& c, const IntegrateTsdfArgs& a);

/// Arguments of dvdb_integrate_tsdf_backward.
struct IntegrateTsdfBackwardArgs {
  GridBatch* grid = nullptr;
  GridBatch* source = nullptr;
  Operand depth;  // depth_dtype [n_images, height, width], world units
  uint32_t depth_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  Operand image_weights;  // image_weight_dtype [n_images, height, width], weight 1 if left out; 0 for none
  uint32_t image_weight_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  uint32_t n_images = 0;
  int64_t height = 0;
  int64_t width = 0;
  const double* intrinsics = nullptr;  // [n_images, 3, 3], the last row 0, 0, 1
  const double* poses = nullptr;  // [n_images, 4, 4], from camera to world, the last row 0, 0, 0, 1
  const int64_t* offsets = nullptr;  // [n_grids + 1], in images
  double truncation = 0;  // world units, above 0
  double max_depth = 0;  // world units, above 0
  uint32_t n_grids = 0;  // as many as grid has
  Operand tsdf;  // dtype [n_voxels(source)]
  Operand weights;  // dtype [n_voxels(source)], weights not above 0 count as 0
  Operand features;  // dtype [n_voxels(source), channels]; 0 if channels is 0
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  Operand image_features;  // image_feature_dtype [n_images, height, width, channels]; 0 if channels is 0
  uint32_t image_feature_dtype = 0;  // one of dvdb_dtype; a floating-point type if out_image_features is given
  int64_t channels = 0;  // 0 for no features
  Operand tsdf_gradients;  // dtype [n_voxels(grid)]; 0 for none
  Operand weight_gradients;  // dtype [n_voxels(grid)]; 0 for none
  Operand feature_gradients;  // dtype [n_voxels(grid), channels]; 0 for none
  Operand out_tsdf;  // dtype [n_voxels(source)]; 0 for none
  Operand out_weights;  // dtype [n_voxels(source)]; 0 for none
  Operand out_features;  // dtype [n_voxels(source), channels]; 0 for none
  Operand out_depth;  // depth_dtype [n_images, height, width]; 0 for none
  Operand out_image_weights;  // image_weight_dtype [n_images, height, width]; 0 for none
  Operand out_image_features;  // image_feature_dtype [n_images, height, width, channels]; 0 for none
};

/// Called by dvdb_integrate_tsdf_backward.
Status integrate_tsdf_backward(Context& c, const IntegrateTsdfBackwardArgs& a);

/// Arguments of dvdb_close_tsdf.
struct CloseTsdfArgs {
  GridBatch* grid = nullptr;
  Operand depth;  // depth_dtype [n_images, height, width], world units
  uint32_t depth_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  Operand image_weights;  // image_weight_dtype [n_images, height, width], weight 1 if left out; 0 for none
  uint32_t image_weight_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  uint32_t n_images = 0;
  int64_t height = 0;
  int64_t width = 0;
  const double* intrinsics = nullptr;  // [n_images, 3, 3], the last row 0, 0, 1
  const double* poses = nullptr;  // [n_images, 4, 4], from camera to world, the last row 0, 0, 0, 1
  const int64_t* offsets = nullptr;  // [n_grids + 1], in images
  double truncation = 0;  // world units, above 0
  double max_depth = 0;  // world units, above 0
  uint32_t n_grids = 0;  // as many as the batch has
  uint32_t background = 0;  // dvdb_depth_background
  Operand tsdf;  // dtype [n_voxels]
  Operand weights;  // dtype [n_voxels], weights not above 0 count as 0
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  Operand out;  // dtype [n_voxels], -1 to 1, or NaN
};

/// Called by dvdb_close_tsdf.
Status close_tsdf(Context& c, const CloseTsdfArgs& a);

/// Arguments of dvdb_reinitialize_sdf.
struct ReinitializeSdfArgs {
  GridBatch* grid = nullptr;
  Operand field;  // dtype [n_voxels], world units, below 0 inside
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  double band = 0;  // in least voxel extents, above 0
  uint32_t order = 0;  // 1 to 3, of the steps in time: 1 Euler, 2 Heun, 3 Shu and Osher
  uint32_t steps = 0;
  uint32_t smooth = 0;
  uint32_t smoothing = 0;  // dvdb_smoothing
  Operand out;  // dtype [n_voxels]
};

/// Called by dvdb_reinitialize_sdf.
Status reinitialize_sdf(Context& c, const ReinitializeSdfArgs& a);

/// Arguments of dvdb_widen_sdf.
struct WidenSdfArgs {
  GridBatch* grid = nullptr;
  GridBatch* source = nullptr;
  Operand field;  // dtype [n_voxels(source)]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  double band = 0;  // in least voxel extents, above 0
  uint32_t rounds = 0;
  Operand out;  // dtype [n_voxels(grid)]
};

/// Called by dvdb_widen_sdf.
Status widen_sdf(Context& c, const WidenSdfArgs& a);

/// Arguments of dvdb_sdf_band.
struct SdfBandArgs {
  GridBatch* grid = nullptr;
  Operand field;  // dtype [n_voxels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  double band = 0;  // in least voxel extents, above 0
  Span<uint8_t> out;  // bool [n_voxels]
};

/// Called by dvdb_sdf_band.
Status sdf_band(Context& c, const SdfBandArgs& a);

}  // namespace dvdb::operators
