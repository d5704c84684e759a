// Generated from ffi/include/denovdb/sample.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of sample.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/sample.h"

namespace dvdb::operators {

/// Arguments of dvdb_sample_trilinear().
struct SampleTrilinearArgs {
  uint32_t point_dtype = 0, n_grids = 0, dtype = 0; int64_t n = 0, channels = 0; const int64_t* offsets = nullptr;
  GridBatch* grid = nullptr; Operand points{}, features{}, out{};
};
Status sample_trilinear(Context& c, const SampleTrilinearArgs& a);

/// Arguments of dvdb_sample_trilinear_with_grad().
struct SampleTrilinearWithGradArgs {
  uint32_t point_dtype = 0, n_grids = 0, dtype = 0; int64_t n = 0, channels = 0; const int64_t* offsets = nullptr;
  GridBatch* grid = nullptr; Operand points{}, features{}, out{}, out_gradients{};
};
Status sample_trilinear_with_grad(Context& c, const SampleTrilinearWithGradArgs& a);

/// Arguments of dvdb_sample_kernel().
struct SampleKernelArgs {
  uint32_t point_dtype = 0, n_grids = 0, dtype = 0, kernel = 0; int64_t n = 0, channels = 0;
  const int64_t* offsets = nullptr; GridBatch* grid = nullptr; Operand points{}, features{}, out{};
};
Status sample_kernel(Context& c, const SampleKernelArgs& a);

/// Arguments of dvdb_sample_kernel_with_grad().
struct SampleKernelWithGradArgs {
  uint32_t point_dtype = 0, n_grids = 0, dtype = 0, kernel = 0; int64_t n = 0, channels = 0;
  const int64_t* offsets = nullptr; GridBatch* grid = nullptr; Operand points{}, features{}, out{}, out_gradients{};
};
Status sample_kernel_with_grad(Context& c, const SampleKernelWithGradArgs& a);

/// Arguments of dvdb_sample_point_gradients().
struct SamplePointGradientsArgs {
  uint32_t point_dtype = 0, n_grids = 0, dtype = 0, kernel = 0; int64_t n = 0, channels = 0;
  const int64_t* offsets = nullptr; GridBatch* grid = nullptr; Operand points{}, features{}, weights{}, out{};
};
Status sample_point_gradients(Context& c, const SamplePointGradientsArgs& a);

/// Arguments of dvdb_splat().
struct SplatArgs {
  uint32_t point_dtype = 0, n_grids = 0, dtype = 0, kernel = 0; int64_t n = 0, channels = 0;
  const int64_t* offsets = nullptr; GridBatch* grid = nullptr; Operand points{}, features{}, out{};
};
Status splat(Context& c, const SplatArgs& a);

/// Arguments of dvdb_splat_atomic().
struct SplatAtomicArgs {
  uint32_t point_dtype = 0, n_grids = 0, dtype = 0, kernel = 0; int64_t n = 0, channels = 0;
  const int64_t* offsets = nullptr; GridBatch* grid = nullptr; Operand points{}, features{}, out{};
};
Status splat_atomic(Context& c, const SplatAtomicArgs& a);

/// Arguments of dvdb_splat_slopes().
struct SplatSlopesArgs {
  uint32_t point_dtype = 0, n_grids = 0, dtype = 0, kernel = 0; int64_t n = 0, channels = 0;
  const int64_t* offsets = nullptr; GridBatch* grid = nullptr; Operand points{}, features{}, slopes{}, out{};
};
Status splat_slopes(Context& c, const SplatSlopesArgs& a);

/// Arguments of dvdb_splat_slopes_atomic().
struct SplatSlopesAtomicArgs {
  uint32_t point_dtype = 0, n_grids = 0, dtype = 0, kernel = 0; int64_t n = 0, channels = 0;
  const int64_t* offsets = nullptr; GridBatch* grid = nullptr; Operand points{}, features{}, slopes{}, out{};
};
Status splat_slopes_atomic(Context& c, const SplatSlopesAtomicArgs& a);

/// Arguments of dvdb_sample_slope_gradients().
struct SampleSlopeGradientsArgs {
  uint32_t point_dtype = 0, n_grids = 0, dtype = 0, kernel = 0; int64_t n = 0, channels = 0;
  const int64_t* offsets = nullptr; GridBatch* grid = nullptr;
  Operand points{}, features{}, weights{}, slope_weights{}, out{};
};
Status sample_slope_gradients(Context& c, const SampleSlopeGradientsArgs& a);

}  // namespace dvdb::operators
