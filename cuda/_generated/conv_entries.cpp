// Generated from ffi/include/denovdb/conv.h by `deno task bindgen`; do not edit.
#include "_generated/conv_args.hpp"

using namespace dvdb;

dvdb_status dvdb_conv_plan_create(dvdb_context context, dvdb_grid source, dvdb_grid target, const int32_t* kernel, const int32_t* stride, uint32_t transposed, dvdb_conv_plan* out_plan) noexcept {
  return entry(context, 0, operators::conv_plan_create, {kernel, stride, transposed, out_plan}, [&](Checks& c, auto& a) {
    return c.take("source", source, a.source) && c.take("target", target, a.target) && c.memory("kernel", kernel, {3})
      && c.memory("stride", stride, {3}) && c.memory("out_plan", out_plan, {1})
      && c.ranges("kernel", kernel, 3, 1, INT64_MAX) && c.ranges("stride", stride, 3, 1, INT64_MAX)
      && c.range("transposed", transposed, 0, 1);
  });
}

dvdb_status dvdb_conv_plan_reverse(dvdb_context context, dvdb_conv_plan plan, dvdb_conv_plan* out_plan) noexcept {
  return entry(context, 0, operators::conv_plan_reverse, {out_plan}, [&](Checks& c, auto& a) {
    return c.take("plan", plan, a.plan) && c.memory("out_plan", out_plan, {1});
  });
}

dvdb_status dvdb_conv_plan_destroy(dvdb_context context, dvdb_conv_plan plan) noexcept {
  return entry(context, 0, operators::conv_plan_destroy, {plan}, [&](Checks&, auto&) {
    return true;
  });
}

dvdb_status dvdb_conv_plan_prepare(dvdb_context context, dvdb_conv_plan plan) noexcept {
  return entry(context, 0, operators::conv_plan_prepare, {}, [&](Checks& c, auto& a) {
    return c.take("plan", plan, a.plan);
  });
}

dvdb_status dvdb_conv_plan_map(dvdb_context context, dvdb_conv_plan plan, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::conv_plan_map, {}, [&](Checks& c, auto& a) {
    return c.take("plan", plan, a.plan) && c.take("out", out, {a.plan->ties->taps(), a.plan->target().n_voxels}, a.out);
  });
}

dvdb_status dvdb_conv_plan_counts(dvdb_context context, dvdb_ticket ticket, dvdb_conv_plan plan, int64_t* out_counts, uint32_t taps, int64_t* out_tap_pairs) noexcept {
  return entry(context, ticket, operators::conv_plan_counts, {out_counts, out_tap_pairs, taps}, [&](Checks& c, auto& a) {
    return c.take("plan", plan, a.plan) && c.memory("out_counts", out_counts, {DVDB_CONV_COUNT})
      && c.memory("out_tap_pairs", out_tap_pairs, {taps});
  });
}

dvdb_status dvdb_conv_plan_choose(dvdb_context context, dvdb_conv_plan plan, uint32_t dtype, int64_t in_channels, int64_t out_channels, uint32_t backend, uint32_t* out_backend, uint8_t* out_text, uint32_t capacity, uint32_t* out_length) noexcept {
  return entry(context, 0, operators::conv_plan_choose, {dtype, backend, capacity, in_channels, out_channels, out_backend, out_length, out_text}, [&](Checks& c, auto& a) {
    return c.take("plan", plan, a.plan) && c.memory("out_backend", out_backend, {1})
      && c.memory("out_text", out_text, {capacity}) && c.memory("out_length", out_length, {1})
      && c.dtype("dtype", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.range("in_channels", in_channels, 0, 65536) && c.range("out_channels", out_channels, 0, 65536)
      && c.choice("backend", backend, {DVDB_CONV_AUTO, DVDB_CONV_GATHER_SCATTER, DVDB_CONV_WINDOW, DVDB_CONV_IGEMM, DVDB_CONV_IGEMM_SPLIT, DVDB_CONV_TF32, DVDB_CONV_LGGS, DVDB_CONV_LEAF, DVDB_CONV_BRICK}, "DVDB_CONV_AUTO, DVDB_CONV_GATHER_SCATTER, DVDB_CONV_WINDOW, DVDB_CONV_IGEMM, DVDB_CONV_IGEMM_SPLIT, DVDB_CONV_TF32, DVDB_CONV_LGGS, DVDB_CONV_LEAF or DVDB_CONV_BRICK");
  });
}

dvdb_status dvdb_sparse_conv(dvdb_context context, dvdb_conv_plan plan, dvdb_buffer features, dvdb_buffer weights, dvdb_buffer bias, dvdb_buffer residual, uint32_t dtype, int64_t in_channels, int64_t out_channels, uint32_t activation, uint32_t backend, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::sparse_conv, {dtype, activation, backend, in_channels, out_channels}, [&](Checks& c, auto& a) {
    return c.take("plan", plan, a.plan) && c.range("in_channels", in_channels, 0, 65536)
      && c.range("out_channels", out_channels, 0, 65536)
      && c.choice("activation", activation, {DVDB_ACTIVATION_NONE, DVDB_ACTIVATION_RELU}, "DVDB_ACTIVATION_NONE or DVDB_ACTIVATION_RELU")
      && c.choice("backend", backend, {DVDB_CONV_AUTO, DVDB_CONV_GATHER_SCATTER, DVDB_CONV_WINDOW, DVDB_CONV_IGEMM, DVDB_CONV_IGEMM_SPLIT, DVDB_CONV_TF32, DVDB_CONV_LGGS, DVDB_CONV_LEAF, DVDB_CONV_BRICK}, "DVDB_CONV_AUTO, DVDB_CONV_GATHER_SCATTER, DVDB_CONV_WINDOW, DVDB_CONV_IGEMM, DVDB_CONV_IGEMM_SPLIT, DVDB_CONV_TF32, DVDB_CONV_LGGS, DVDB_CONV_LEAF or DVDB_CONV_BRICK")
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {a.plan->source().n_voxels, in_channels}, a.features)
      && c.take("weights", weights, dtype, {out_channels, in_channels, a.plan->ties->taps()}, a.weights)
      && c.take("bias", bias, dtype, {out_channels}, a.bias, true)
      && c.take("residual", residual, dtype, {a.plan->target().n_voxels, out_channels}, a.residual, true)
      && c.take("out", out, dtype, {a.plan->target().n_voxels, out_channels}, a.out);
  });
}

dvdb_status dvdb_sparse_conv_backward(dvdb_context context, dvdb_conv_plan plan, dvdb_buffer features, dvdb_buffer weights, dvdb_buffer results, dvdb_buffer gradients, uint32_t dtype, int64_t in_channels, int64_t out_channels, uint32_t weights_dtype, uint32_t backend, dvdb_buffer out_features, dvdb_buffer out_weights, dvdb_buffer out_bias, dvdb_buffer out_residual) noexcept {
  return entry(context, 0, operators::sparse_conv_backward, {dtype, weights_dtype, backend, in_channels, out_channels}, [&](Checks& c, auto& a) {
    return c.take("plan", plan, a.plan) && c.range("in_channels", in_channels, 0, 65536)
      && c.range("out_channels", out_channels, 0, 65536)
      && c.choice("backend", backend, {DVDB_CONV_AUTO, DVDB_CONV_GATHER_SCATTER, DVDB_CONV_WINDOW, DVDB_CONV_IGEMM, DVDB_CONV_IGEMM_SPLIT, DVDB_CONV_TF32, DVDB_CONV_LGGS, DVDB_CONV_LEAF, DVDB_CONV_BRICK}, "DVDB_CONV_AUTO, DVDB_CONV_GATHER_SCATTER, DVDB_CONV_WINDOW, DVDB_CONV_IGEMM, DVDB_CONV_IGEMM_SPLIT, DVDB_CONV_TF32, DVDB_CONV_LGGS, DVDB_CONV_LEAF or DVDB_CONV_BRICK")
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {a.plan->source().n_voxels, in_channels}, a.features)
      && c.take("weights", weights, dtype, {out_channels, in_channels, a.plan->ties->taps()}, a.weights)
      && c.take("results", results, dtype, {a.plan->target().n_voxels, out_channels}, a.results, true)
      && c.take("gradients", gradients, dtype, {a.plan->target().n_voxels, out_channels}, a.gradients)
      && c.take("out_features", out_features, dtype, {a.plan->source().n_voxels, in_channels}, a.out_features, true)
      && ((out_weights | out_bias) == 0 || c.dtype("out_weights", weights_dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}))
      && c.take("out_weights", out_weights, weights_dtype, {out_channels, in_channels, a.plan->ties->taps()}, a.out_weights, true)
      && c.take("out_bias", out_bias, weights_dtype, {out_channels}, a.out_bias, true)
      && c.take("out_residual", out_residual, dtype, {a.plan->target().n_voxels, out_channels}, a.out_residual, true);
  });
}
