// Generated from ffi/include/denovdb/conv.h by `deno task bindgen`; do not edit.
#include "_generated/conv_args.hpp"

using namespace dvdb;

dvdb_status dvdb_conv_plan_create(dvdb_context context, dvdb_grid source, dvdb_grid target, const int32_t* kernel, const int32_t* stride, uint32_t transposed, dvdb_conv_plan* out_plan) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::ConvPlanCreateArgs a;
    DVDB_TRY(take(c, "source", source, a.source));
    DVDB_TRY(take(c, "target", target, a.target));
    DVDB_TRY(require(c, "kernel", kernel, {3}));
    DVDB_TRY(require(c, "stride", stride, {3}));
    DVDB_TRY(require(c, "out_plan", out_plan, {1}));
    DVDB_TRY(check_ranges(c, "kernel", kernel, 3, 1, INT64_MAX));
    DVDB_TRY(check_ranges(c, "stride", stride, 3, 1, INT64_MAX));
    DVDB_TRY(check_range(c, "transposed", transposed, 0, 1));
    a.kernel = kernel;
    a.stride = stride;
    a.transposed = transposed;
    a.out_plan = out_plan;
    return operators::conv_plan_create(c, a);
  });
}

dvdb_status dvdb_conv_plan_reverse(dvdb_context context, dvdb_conv_plan plan, dvdb_conv_plan* out_plan) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::ConvPlanReverseArgs a;
    DVDB_TRY(take(c, "plan", plan, a.plan));
    DVDB_TRY(require(c, "out_plan", out_plan, {1}));
    a.out_plan = out_plan;
    return operators::conv_plan_reverse(c, a);
  });
}

dvdb_status dvdb_conv_plan_destroy(dvdb_context context, dvdb_conv_plan plan) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::ConvPlanDestroyArgs a;
    a.plan = plan;
    return operators::conv_plan_destroy(c, a);
  });
}

dvdb_status dvdb_conv_plan_prepare(dvdb_context context, dvdb_conv_plan plan) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::ConvPlanPrepareArgs a;
    DVDB_TRY(take(c, "plan", plan, a.plan));
    return operators::conv_plan_prepare(c, a);
  });
}

dvdb_status dvdb_conv_plan_map(dvdb_context context, dvdb_conv_plan plan, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::ConvPlanMapArgs a;
    DVDB_TRY(take(c, "plan", plan, a.plan));
    DVDB_TRY(take(c, "out", out, {a.plan->ties->taps(), a.plan->target().n_voxels}, a.out));
    return operators::conv_plan_map(c, a);
  });
}

dvdb_status dvdb_conv_plan_counts(dvdb_context context, dvdb_ticket ticket, dvdb_conv_plan plan, int64_t* out_counts, uint32_t taps, int64_t* out_tap_pairs) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::ConvPlanCountsArgs a;
    DVDB_TRY(take(c, "plan", plan, a.plan));
    DVDB_TRY(require(c, "out_counts", out_counts, {DVDB_CONV_COUNT}));
    DVDB_TRY(require(c, "out_tap_pairs", out_tap_pairs, {taps}));
    a.out_counts = out_counts;
    a.taps = taps;
    a.out_tap_pairs = out_tap_pairs;
    return operators::conv_plan_counts(c, a);
  });
}

dvdb_status dvdb_conv_plan_choose(dvdb_context context, dvdb_conv_plan plan, uint32_t dtype, int64_t in_channels, int64_t out_channels, uint32_t backend, uint32_t* out_backend, uint8_t* out_text, uint32_t capacity, uint32_t* out_length) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::ConvPlanChooseArgs a;
    DVDB_TRY(take(c, "plan", plan, a.plan));
    DVDB_TRY(require(c, "out_backend", out_backend, {1}));
    DVDB_TRY(require(c, "out_text", out_text, {capacity}));
    DVDB_TRY(require(c, "out_length", out_length, {1}));
    DVDB_TRY(check_dtype(c, "dtype", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(check_range(c, "in_channels", in_channels, 0, 65536));
    DVDB_TRY(check_range(c, "out_channels", out_channels, 0, 65536));
    DVDB_TRY(check_choice(c, "backend", backend, {DVDB_CONV_AUTO, DVDB_CONV_GATHER_SCATTER, DVDB_CONV_WINDOW, DVDB_CONV_IGEMM, DVDB_CONV_IGEMM_SPLIT, DVDB_CONV_TF32, DVDB_CONV_LGGS, DVDB_CONV_LEAF, DVDB_CONV_BRICK}, "DVDB_CONV_AUTO, DVDB_CONV_GATHER_SCATTER, DVDB_CONV_WINDOW, DVDB_CONV_IGEMM, DVDB_CONV_IGEMM_SPLIT, DVDB_CONV_TF32, DVDB_CONV_LGGS, DVDB_CONV_LEAF or DVDB_CONV_BRICK"));
    a.dtype = dtype;
    a.in_channels = in_channels;
    a.out_channels = out_channels;
    a.backend = backend;
    a.out_backend = out_backend;
    a.out_text = out_text;
    a.capacity = capacity;
    a.out_length = out_length;
    return operators::conv_plan_choose(c, a);
  });
}

dvdb_status dvdb_sparse_conv(dvdb_context context, dvdb_conv_plan plan, dvdb_buffer features, dvdb_buffer weights, dvdb_buffer bias, uint32_t dtype, int64_t in_channels, int64_t out_channels, uint32_t activation, uint32_t backend, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SparseConvArgs a;
    DVDB_TRY(take(c, "plan", plan, a.plan));
    DVDB_TRY(check_range(c, "in_channels", in_channels, 0, 65536));
    DVDB_TRY(check_range(c, "out_channels", out_channels, 0, 65536));
    DVDB_TRY(check_choice(c, "activation", activation, {DVDB_ACTIVATION_NONE, DVDB_ACTIVATION_RELU}, "DVDB_ACTIVATION_NONE or DVDB_ACTIVATION_RELU"));
    DVDB_TRY(check_choice(c, "backend", backend, {DVDB_CONV_AUTO, DVDB_CONV_GATHER_SCATTER, DVDB_CONV_WINDOW, DVDB_CONV_IGEMM, DVDB_CONV_IGEMM_SPLIT, DVDB_CONV_TF32, DVDB_CONV_LGGS, DVDB_CONV_LEAF, DVDB_CONV_BRICK}, "DVDB_CONV_AUTO, DVDB_CONV_GATHER_SCATTER, DVDB_CONV_WINDOW, DVDB_CONV_IGEMM, DVDB_CONV_IGEMM_SPLIT, DVDB_CONV_TF32, DVDB_CONV_LGGS, DVDB_CONV_LEAF or DVDB_CONV_BRICK"));
    a.dtype = dtype;
    a.in_channels = in_channels;
    a.out_channels = out_channels;
    a.activation = activation;
    a.backend = backend;
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {a.plan->source().n_voxels, in_channels}, a.features));
    DVDB_TRY(take(c, "weights", weights, dtype, {out_channels, in_channels, a.plan->ties->taps()}, a.weights));
    DVDB_TRY(take(c, "bias", bias, dtype, {out_channels}, a.bias, true));
    DVDB_TRY(take(c, "out", out, dtype, {a.plan->target().n_voxels, out_channels}, a.out));
    return operators::sparse_conv(c, a);
  });
}

dvdb_status dvdb_sparse_conv_backward(dvdb_context context, dvdb_conv_plan plan, dvdb_buffer features, dvdb_buffer weights, dvdb_buffer results, dvdb_buffer gradients, uint32_t dtype, int64_t in_channels, int64_t out_channels, uint32_t backend, dvdb_buffer out_features, dvdb_buffer out_weights, dvdb_buffer out_bias) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SparseConvBackwardArgs a;
    DVDB_TRY(take(c, "plan", plan, a.plan));
    DVDB_TRY(check_range(c, "in_channels", in_channels, 0, 65536));
    DVDB_TRY(check_range(c, "out_channels", out_channels, 0, 65536));
    DVDB_TRY(check_choice(c, "backend", backend, {DVDB_CONV_AUTO, DVDB_CONV_GATHER_SCATTER, DVDB_CONV_WINDOW, DVDB_CONV_IGEMM, DVDB_CONV_IGEMM_SPLIT, DVDB_CONV_TF32, DVDB_CONV_LGGS, DVDB_CONV_LEAF, DVDB_CONV_BRICK}, "DVDB_CONV_AUTO, DVDB_CONV_GATHER_SCATTER, DVDB_CONV_WINDOW, DVDB_CONV_IGEMM, DVDB_CONV_IGEMM_SPLIT, DVDB_CONV_TF32, DVDB_CONV_LGGS, DVDB_CONV_LEAF or DVDB_CONV_BRICK"));
    a.dtype = dtype;
    a.in_channels = in_channels;
    a.out_channels = out_channels;
    a.backend = backend;
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {a.plan->source().n_voxels, in_channels}, a.features));
    DVDB_TRY(take(c, "weights", weights, dtype, {out_channels, in_channels, a.plan->ties->taps()}, a.weights));
    DVDB_TRY(take(c, "results", results, dtype, {a.plan->target().n_voxels, out_channels}, a.results, true));
    DVDB_TRY(take(c, "gradients", gradients, dtype, {a.plan->target().n_voxels, out_channels}, a.gradients));
    DVDB_TRY(take(c, "out_features", out_features, dtype, {a.plan->source().n_voxels, in_channels}, a.out_features, true));
    DVDB_TRY(take(c, "out_weights", out_weights, dtype, {out_channels, in_channels, a.plan->ties->taps()}, a.out_weights, true));
    DVDB_TRY(take(c, "out_bias", out_bias, dtype, {out_channels}, a.out_bias, true));
    return operators::sparse_conv_backward(c, a);
  });
}
