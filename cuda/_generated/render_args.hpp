// Generated from ffi/include/denovdb/render.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of render.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/render.h"

namespace dvdb::operators {

/// Arguments of dvdb_volume_render.
struct VolumeRenderArgs {
  Operand sigmas;  // dtype [n]
  Operand rgbs;  // dtype [n, channels]
  Operand deltas;  // dtype [n]
  Operand ts;  // dtype [n]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  int64_t channels = 0;  // 0 to 1073741824
  const int64_t* offsets = nullptr;  // [n_rays + 1]
  uint32_t n_rays = 0;
  double threshold = 0;  // 0 to 1
  Operand out_rgb;  // dtype [n_rays, channels]
  Operand out_depth;  // dtype [n_rays]
  Operand out_opacity;  // dtype [n_rays]
  Operand out_weights;  // dtype [n]
  Span<int64_t> out_counts;  // i64 [n_rays], number of samples composited
};

/// Called by dvdb_volume_render.
Status volume_render(Context& c, const VolumeRenderArgs& a);

/// Arguments of dvdb_volume_render_backward.
struct VolumeRenderBackwardArgs {
  Operand sigmas;  // dtype [n]
  Operand rgbs;  // dtype [n, channels]
  Operand deltas;  // dtype [n]
  Operand ts;  // dtype [n]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  int64_t channels = 0;  // 0 to 1073741824
  const int64_t* offsets = nullptr;  // [n_rays + 1]
  uint32_t n_rays = 0;
  double threshold = 0;  // 0 to 1
  Operand rgb_gradients;  // dtype [n_rays, channels]; 0 for none
  Operand depth_gradients;  // dtype [n_rays]; 0 for none
  Operand opacity_gradients;  // dtype [n_rays]; 0 for none
  Operand weight_gradients;  // dtype [n]; 0 for none
  Operand out_sigmas;  // dtype [n]; 0 for none
  Operand out_rgbs;  // dtype [n, channels]; 0 for none
  Operand out_deltas;  // dtype [n]; 0 for none
  Operand out_ts;  // dtype [n]; 0 for none
};

/// Called by dvdb_volume_render_backward.
Status volume_render_backward(Context& c, const VolumeRenderBackwardArgs& a);

/// Arguments of dvdb_sample_rays_by_weight.
struct SampleRaysByWeightArgs {
  Operand intervals;  // dtype [n, 2]
  Operand weights;  // dtype [n]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_rays + 1]
  uint32_t n_rays = 0;
  int64_t count = 0;  // 0 or more
  uint32_t stratified = 0;  // 0: the middle of each stratum, 1: a random position in it
  uint32_t seed_low = 0;
  uint32_t seed_high = 0;
  uint32_t checked = 0;  // 0 or 1
  int64_t n_out = 0;  // count times the rays that have intervals
  Operand out;  // dtype [n_out]
};

/// Called by dvdb_sample_rays_by_weight.
Status sample_rays_by_weight(Context& c, const SampleRaysByWeightArgs& a);

}  // namespace dvdb::operators
