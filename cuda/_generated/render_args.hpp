// Generated from ffi/include/denovdb/render.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of render.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/render.h"

namespace dvdb::operators {

/// Arguments of dvdb_volume_render().
struct VolumeRenderArgs {
  uint32_t dtype = 0, n_rays = 0; int64_t n = 0, channels = 0; const int64_t* offsets = nullptr;
  double transmittance_threshold = 0;
  Operand sigmas{}, rgbs{}, deltas{}, ts{}, out_rgb{}, out_depth{}, out_opacity{}, out_weights{};
  Span<int64_t> out_counts{};
};
Status volume_render(Context& c, const VolumeRenderArgs& a);

/// Arguments of dvdb_volume_render_backward().
struct VolumeRenderBackwardArgs {
  uint32_t dtype = 0, n_rays = 0; int64_t n = 0, channels = 0; const int64_t* offsets = nullptr;
  double transmittance_threshold = 0;
  Operand sigmas{}, rgbs{}, deltas{}, ts{}, rgb_gradients{}, depth_gradients{}, opacity_gradients{}, weight_gradients{}, out_sigmas{}, out_rgbs{}, out_deltas{}, out_ts{};
};
Status volume_render_backward(Context& c, const VolumeRenderBackwardArgs& a);

/// Arguments of dvdb_sample_rays_by_weight().
struct SampleRaysByWeightArgs {
  uint32_t dtype = 0, n_rays = 0, stratified = 0, seed_low = 0, seed_high = 0, checked = 0;
  int64_t n = 0, count = 0, n_out = 0; const int64_t* offsets = nullptr; Operand intervals{}, weights{}, out{};
};
Status sample_rays_by_weight(Context& c, const SampleRaysByWeightArgs& a);

}  // namespace dvdb::operators
