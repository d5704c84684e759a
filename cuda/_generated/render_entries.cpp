// Generated from ffi/include/denovdb/render.h by `deno task bindgen`; do not edit.
#include "_generated/render_args.hpp"

using namespace dvdb;

dvdb_status dvdb_volume_render(dvdb_context context, dvdb_buffer sigmas, dvdb_buffer rgbs, dvdb_buffer deltas, dvdb_buffer ts, uint32_t dtype, int64_t n, int64_t channels, const int64_t* offsets, uint32_t n_rays, double transmittance_threshold, dvdb_buffer out_rgb, dvdb_buffer out_depth, dvdb_buffer out_opacity, dvdb_buffer out_weights, dvdb_buffer out_counts) noexcept {
  return entry(context, 0, operators::volume_render, {dtype, n_rays, n, channels, offsets, transmittance_threshold}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_rays) + 1}) && c.range("channels", channels, 0, 1073741824)
      && c.dtype("sigmas", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}) && c.take("sigmas", sigmas, dtype, {n}, a.sigmas)
      && c.take("rgbs", rgbs, dtype, {n, channels}, a.rgbs) && c.take("deltas", deltas, dtype, {n}, a.deltas)
      && c.take("ts", ts, dtype, {n}, a.ts) && c.take("out_rgb", out_rgb, dtype, {n_rays, channels}, a.out_rgb)
      && c.take("out_depth", out_depth, dtype, {n_rays}, a.out_depth)
      && c.take("out_opacity", out_opacity, dtype, {n_rays}, a.out_opacity)
      && c.take("out_weights", out_weights, dtype, {n}, a.out_weights)
      && c.take("out_counts", out_counts, {n_rays}, a.out_counts);
  });
}

dvdb_status dvdb_volume_render_backward(dvdb_context context, dvdb_buffer sigmas, dvdb_buffer rgbs, dvdb_buffer deltas, dvdb_buffer ts, uint32_t dtype, int64_t n, int64_t channels, const int64_t* offsets, uint32_t n_rays, double transmittance_threshold, dvdb_buffer rgb_gradients, dvdb_buffer depth_gradients, dvdb_buffer opacity_gradients, dvdb_buffer weight_gradients, dvdb_buffer out_sigmas, dvdb_buffer out_rgbs, dvdb_buffer out_deltas, dvdb_buffer out_ts) noexcept {
  return entry(context, 0, operators::volume_render_backward, {dtype, n_rays, n, channels, offsets, transmittance_threshold}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_rays) + 1}) && c.range("channels", channels, 0, 1073741824)
      && c.dtype("sigmas", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}) && c.take("sigmas", sigmas, dtype, {n}, a.sigmas)
      && c.take("rgbs", rgbs, dtype, {n, channels}, a.rgbs) && c.take("deltas", deltas, dtype, {n}, a.deltas)
      && c.take("ts", ts, dtype, {n}, a.ts)
      && c.take("rgb_gradients", rgb_gradients, dtype, {n_rays, channels}, a.rgb_gradients, true)
      && c.take("depth_gradients", depth_gradients, dtype, {n_rays}, a.depth_gradients, true)
      && c.take("opacity_gradients", opacity_gradients, dtype, {n_rays}, a.opacity_gradients, true)
      && c.take("weight_gradients", weight_gradients, dtype, {n}, a.weight_gradients, true)
      && c.take("out_sigmas", out_sigmas, dtype, {n}, a.out_sigmas, true)
      && c.take("out_rgbs", out_rgbs, dtype, {n, channels}, a.out_rgbs, true)
      && c.take("out_deltas", out_deltas, dtype, {n}, a.out_deltas, true)
      && c.take("out_ts", out_ts, dtype, {n}, a.out_ts, true);
  });
}

dvdb_status dvdb_sample_rays_by_weight(dvdb_context context, dvdb_ticket ticket, dvdb_buffer intervals, dvdb_buffer weights, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_rays, int64_t count, uint32_t stratified, uint32_t seed_low, uint32_t seed_high, uint32_t checked, int64_t n_out, dvdb_buffer out) noexcept {
  return entry(context, ticket, operators::sample_rays_by_weight, {dtype, n_rays, stratified, seed_low, seed_high, checked, n, count, n_out, offsets}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_rays) + 1}) && c.range("count", count, 0, INT64_MAX)
      && c.dtype("intervals", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("intervals", intervals, dtype, {n, 2}, a.intervals) && c.take("weights", weights, dtype, {n}, a.weights)
      && c.take("out", out, dtype, {n_out}, a.out);
  });
}
