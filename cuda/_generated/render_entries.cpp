// Generated from ffi/include/denovdb/render.h by `deno task bindgen`; do not edit.
#include "_generated/render_args.hpp"

using namespace dvdb;

dvdb_status dvdb_volume_render(dvdb_context context, dvdb_buffer sigmas, dvdb_buffer rgbs, dvdb_buffer deltas, dvdb_buffer ts, uint32_t dtype, int64_t n, int64_t channels, const int64_t* offsets, uint32_t n_rays, double threshold, dvdb_buffer out_rgb, dvdb_buffer out_depth, dvdb_buffer out_opacity, dvdb_buffer out_weights, dvdb_buffer out_counts) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::VolumeRenderArgs a;
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_rays) + 1}));
    DVDB_TRY(check_range(c, "channels", channels, 0, 1073741824));
    a.dtype = dtype;
    a.n = n;
    a.channels = channels;
    a.offsets = offsets;
    a.n_rays = n_rays;
    a.threshold = threshold;
    DVDB_TRY(check_dtype(c, "sigmas", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "sigmas", sigmas, dtype, {n}, a.sigmas));
    DVDB_TRY(take(c, "rgbs", rgbs, dtype, {n, channels}, a.rgbs));
    DVDB_TRY(take(c, "deltas", deltas, dtype, {n}, a.deltas));
    DVDB_TRY(take(c, "ts", ts, dtype, {n}, a.ts));
    DVDB_TRY(take(c, "out_rgb", out_rgb, dtype, {n_rays, channels}, a.out_rgb));
    DVDB_TRY(take(c, "out_depth", out_depth, dtype, {n_rays}, a.out_depth));
    DVDB_TRY(take(c, "out_opacity", out_opacity, dtype, {n_rays}, a.out_opacity));
    DVDB_TRY(take(c, "out_weights", out_weights, dtype, {n}, a.out_weights));
    DVDB_TRY(take(c, "out_counts", out_counts, {n_rays}, a.out_counts));
    return operators::volume_render(c, a);
  });
}

dvdb_status dvdb_volume_render_backward(dvdb_context context, dvdb_buffer sigmas, dvdb_buffer rgbs, dvdb_buffer deltas, dvdb_buffer ts, uint32_t dtype, int64_t n, int64_t channels, const int64_t* offsets, uint32_t n_rays, double threshold, dvdb_buffer rgb_gradients, dvdb_buffer depth_gradients, dvdb_buffer opacity_gradients, dvdb_buffer weight_gradients, dvdb_buffer out_sigmas, dvdb_buffer out_rgbs, dvdb_buffer out_deltas, dvdb_buffer out_ts) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::VolumeRenderBackwardArgs a;
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_rays) + 1}));
    DVDB_TRY(check_range(c, "channels", channels, 0, 1073741824));
    a.dtype = dtype;
    a.n = n;
    a.channels = channels;
    a.offsets = offsets;
    a.n_rays = n_rays;
    a.threshold = threshold;
    DVDB_TRY(check_dtype(c, "sigmas", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "sigmas", sigmas, dtype, {n}, a.sigmas));
    DVDB_TRY(take(c, "rgbs", rgbs, dtype, {n, channels}, a.rgbs));
    DVDB_TRY(take(c, "deltas", deltas, dtype, {n}, a.deltas));
    DVDB_TRY(take(c, "ts", ts, dtype, {n}, a.ts));
    DVDB_TRY(take(c, "rgb_gradients", rgb_gradients, dtype, {n_rays, channels}, a.rgb_gradients, true));
    DVDB_TRY(take(c, "depth_gradients", depth_gradients, dtype, {n_rays}, a.depth_gradients, true));
    DVDB_TRY(take(c, "opacity_gradients", opacity_gradients, dtype, {n_rays}, a.opacity_gradients, true));
    DVDB_TRY(take(c, "weight_gradients", weight_gradients, dtype, {n}, a.weight_gradients, true));
    DVDB_TRY(take(c, "out_sigmas", out_sigmas, dtype, {n}, a.out_sigmas, true));
    DVDB_TRY(take(c, "out_rgbs", out_rgbs, dtype, {n, channels}, a.out_rgbs, true));
    DVDB_TRY(take(c, "out_deltas", out_deltas, dtype, {n}, a.out_deltas, true));
    DVDB_TRY(take(c, "out_ts", out_ts, dtype, {n}, a.out_ts, true));
    return operators::volume_render_backward(c, a);
  });
}

dvdb_status dvdb_sample_rays_by_weight(dvdb_context context, dvdb_ticket ticket, dvdb_buffer intervals, dvdb_buffer weights, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_rays, int64_t count, uint32_t stratified, uint32_t seed_low, uint32_t seed_high, uint32_t checked, int64_t n_out, dvdb_buffer out) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::SampleRaysByWeightArgs a;
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_rays) + 1}));
    DVDB_TRY(check_range(c, "count", count, 0, INT64_MAX));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_rays = n_rays;
    a.count = count;
    a.stratified = stratified;
    a.seed_low = seed_low;
    a.seed_high = seed_high;
    a.checked = checked;
    a.n_out = n_out;
    DVDB_TRY(check_dtype(c, "intervals", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "intervals", intervals, dtype, {n, 2}, a.intervals));
    DVDB_TRY(take(c, "weights", weights, dtype, {n}, a.weights));
    DVDB_TRY(take(c, "out", out, dtype, {n_out}, a.out));
    return operators::sample_rays_by_weight(c, a);
  });
}
