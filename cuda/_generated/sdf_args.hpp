// Generated from ffi/include/denovdb/sdf.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of sdf.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/sdf.h"

namespace dvdb::operators {

/// Arguments of dvdb_integrate_tsdf_grid().
struct IntegrateTsdfGridArgs {
  uint32_t depth_dtype = 0, image_weight_dtype = 0, n_images = 0, n_grids = 0; int64_t height = 0, width = 0;
  const double* intrinsics = nullptr, *poses = nullptr, *voxel_sizes = nullptr, *origins = nullptr;
  const int64_t* offsets = nullptr; double half_width = 0, max_depth = 0; dvdb_grid* out_grid = nullptr;
  GridBatch* grid = nullptr; Operand depth{}, image_weights{};
};
Status integrate_tsdf_grid(Context& c, const IntegrateTsdfGridArgs& a);

/// Arguments of dvdb_integrate_tsdf().
struct IntegrateTsdfArgs {
  uint32_t depth_dtype = 0, image_weight_dtype = 0, n_images = 0, n_grids = 0, dtype = 0, image_feature_dtype = 0;
  int64_t height = 0, width = 0, channels = 0; const double* intrinsics = nullptr, *poses = nullptr;
  const int64_t* offsets = nullptr; double half_width = 0, max_depth = 0; GridBatch* grid = nullptr, *source = nullptr;
  Operand depth{}, image_weights{}, tsdf{}, weights{}, features{}, image_features{}, out_tsdf{}, out_weights{}, out_features{};
};
Status integrate_tsdf(Context& c, const IntegrateTsdfArgs& a);

/// Arguments of dvdb_integrate_tsdf_backward().
struct IntegrateTsdfBackwardArgs {
  uint32_t depth_dtype = 0, image_weight_dtype = 0, n_images = 0, n_grids = 0, dtype = 0, image_feature_dtype = 0;
  int64_t height = 0, width = 0, channels = 0; const double* intrinsics = nullptr, *poses = nullptr;
  const int64_t* offsets = nullptr; double half_width = 0, max_depth = 0; GridBatch* grid = nullptr, *source = nullptr;
  Operand depth{}, image_weights{}, tsdf{}, weights{}, features{}, image_features{}, tsdf_gradients{}, weight_gradients{}, feature_gradients{}, out_tsdf{}, out_weights{}, out_features{}, out_depth{}, out_image_weights{}, out_image_features{};
};
Status integrate_tsdf_backward(Context& c, const IntegrateTsdfBackwardArgs& a);

/// Arguments of dvdb_close_tsdf().
struct CloseTsdfArgs {
  uint32_t depth_dtype = 0, image_weight_dtype = 0, n_images = 0, n_grids = 0, background = 0, dtype = 0;
  int64_t height = 0, width = 0; const double* intrinsics = nullptr, *poses = nullptr; const int64_t* offsets = nullptr;
  double half_width = 0, max_depth = 0; GridBatch* grid = nullptr;
  Operand depth{}, image_weights{}, tsdf{}, weights{}, out{};
};
Status close_tsdf(Context& c, const CloseTsdfArgs& a);

/// Arguments of dvdb_reinitialize_sdf().
struct ReinitializeSdfArgs {
  uint32_t dtype = 0, order = 0, steps = 0, smooth = 0, smoothing = 0; double half_width_in_voxels = 0;
  GridBatch* grid = nullptr; Operand field{}, out{};
};
Status reinitialize_sdf(Context& c, const ReinitializeSdfArgs& a);

/// Arguments of dvdb_retopologize_sdf_widen().
struct RetopologizeSdfWidenArgs {
  uint32_t dtype = 0, rounds = 0; double half_width_in_voxels = 0; GridBatch* grid = nullptr, *source = nullptr;
  Operand field{}, out{};
};
Status retopologize_sdf_widen(Context& c, const RetopologizeSdfWidenArgs& a);

/// Arguments of dvdb_retopologize_sdf_band().
struct RetopologizeSdfBandArgs {
  uint32_t dtype = 0; double half_width_in_voxels = 0; GridBatch* grid = nullptr; Operand field{}; Span<uint8_t> out{};
};
Status retopologize_sdf_band(Context& c, const RetopologizeSdfBandArgs& a);

}  // namespace dvdb::operators
