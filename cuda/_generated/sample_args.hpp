// Generated from ffi/include/denovdb/sample.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of sample.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/sample.h"

namespace dvdb::operators {

/// Arguments of dvdb_sample_trilinear.
struct SampleTrilinearArgs {
  GridBatch* grid = nullptr;
  Operand points;  // point_dtype [n, 3], world space
  uint32_t point_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand features;  // dtype [n_voxels, channels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  Operand out;  // dtype [n, channels]
};

/// Called by dvdb_sample_trilinear.
Status sample_trilinear(Context& c, const SampleTrilinearArgs& a);

/// Arguments of dvdb_sample_trilinear_with_grad.
struct SampleTrilinearWithGradArgs {
  GridBatch* grid = nullptr;
  Operand points;  // point_dtype [n, 3], world space
  uint32_t point_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand features;  // dtype [n_voxels, channels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  Operand out;  // dtype [n, channels]
  Operand out_gradients;  // dtype [n, channels, 3]
};

/// Called by dvdb_sample_trilinear_with_grad.
Status sample_trilinear_with_grad(Context& c, const SampleTrilinearWithGradArgs& a);

/// Arguments of dvdb_sample_kernel.
struct SampleKernelArgs {
  GridBatch* grid = nullptr;
  Operand points;  // point_dtype [n, 3], world space
  uint32_t point_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand features;  // dtype [n_voxels, channels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  uint32_t kernel = 0;  // dvdb_kernel
  Operand out;  // dtype [n, channels]
};

/// Called by dvdb_sample_kernel.
Status sample_kernel(Context& c, const SampleKernelArgs& a);

/// Arguments of dvdb_sample_kernel_with_grad.
struct SampleKernelWithGradArgs {
  GridBatch* grid = nullptr;
  Operand points;  // point_dtype [n, 3], world space
  uint32_t point_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand features;  // dtype [n_voxels, channels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  uint32_t kernel = 0;  // dvdb_kernel
  Operand out;  // dtype [n, channels]
  Operand out_gradients;  // dtype [n, channels, 3]
};

/// Called by dvdb_sample_kernel_with_grad.
Status sample_kernel_with_grad(Context& c, const SampleKernelWithGradArgs& a);

/// Arguments of dvdb_sample_point_gradients.
struct SamplePointGradientsArgs {
  GridBatch* grid = nullptr;
  Operand points;  // point_dtype [n, 3], world space
  uint32_t point_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand features;  // dtype [n_voxels, channels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  uint32_t kernel = 0;  // dvdb_kernel
  Operand weights;  // dtype [n, channels]
  Operand out;  // point_dtype [n, 3]
};

/// Called by dvdb_sample_point_gradients.
Status sample_point_gradients(Context& c, const SamplePointGradientsArgs& a);

/// Arguments of dvdb_splat.
struct SplatArgs {
  GridBatch* grid = nullptr;
  Operand points;  // point_dtype [n, 3], world space
  uint32_t point_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand features;  // dtype [n, channels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  uint32_t kernel = 0;  // dvdb_kernel
  Operand out;  // dtype [n_voxels, channels]
};

/// Called by dvdb_splat.
Status splat(Context& c, const SplatArgs& a);

/// Arguments of dvdb_splat_atomic.
struct SplatAtomicArgs {
  GridBatch* grid = nullptr;
  Operand points;  // point_dtype [n, 3], world space
  uint32_t point_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand features;  // dtype [n, channels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  uint32_t kernel = 0;  // dvdb_kernel
  Operand out;  // dtype [n_voxels, channels]
};

/// Called by dvdb_splat_atomic.
Status splat_atomic(Context& c, const SplatAtomicArgs& a);

/// Arguments of dvdb_splat_slopes.
struct SplatSlopesArgs {
  GridBatch* grid = nullptr;
  Operand points;  // point_dtype [n, 3], world space
  uint32_t point_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand features;  // dtype [n, channels]; 0 for none
  Operand slopes;  // dtype [n, channels, 3]; 0 for none
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  uint32_t kernel = 0;  // dvdb_kernel
  Operand out;  // dtype [n_voxels, channels]
};

/// Called by dvdb_splat_slopes.
Status splat_slopes(Context& c, const SplatSlopesArgs& a);

/// Arguments of dvdb_splat_slopes_atomic.
struct SplatSlopesAtomicArgs {
  GridBatch* grid = nullptr;
  Operand points;  // point_dtype [n, 3], world space
  uint32_t point_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand features;  // dtype [n, channels]; 0 for none
  Operand slopes;  // dtype [n, channels, 3]; 0 for none
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  uint32_t kernel = 0;  // dvdb_kernel
  Operand out;  // dtype [n_voxels, channels]
};

/// Called by dvdb_splat_slopes_atomic.
Status splat_slopes_atomic(Context& c, const SplatSlopesAtomicArgs& a);

/// Arguments of dvdb_sample_slope_gradients.
struct SampleSlopeGradientsArgs {
  GridBatch* grid = nullptr;
  Operand points;  // point_dtype [n, 3], world space
  uint32_t point_dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  Operand features;  // dtype [n_voxels, channels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t channels = 0;
  uint32_t kernel = 0;  // dvdb_kernel
  Operand weights;  // dtype [n, channels]; 0 for none
  Operand slope_weights;  // dtype [n, channels, 3]; 0 for none
  Operand out;  // point_dtype [n, 3]
};

/// Called by dvdb_sample_slope_gradients.
Status sample_slope_gradients(Context& c, const SampleSlopeGradientsArgs& a);

}  // namespace dvdb::operators
