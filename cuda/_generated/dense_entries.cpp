// Generated from ffi/include/denovdb/dense.h by `deno task bindgen`; do not edit.
#include "_generated/dense_args.hpp"

using namespace dvdb;

dvdb_status dvdb_batch_norm(dvdb_context context, dvdb_buffer features, dvdb_buffer scale, dvdb_buffer shift, dvdb_buffer residual, uint32_t dtype, int64_t n, int64_t channels, double epsilon, uint32_t epilogue, dvdb_buffer out, dvdb_buffer out_mean, dvdb_buffer out_variance, dvdb_buffer out_unbiased, dvdb_buffer out_factor) noexcept {
  return entry(context, 0, operators::batch_norm, {dtype, epilogue, n, channels, epsilon}, [&](Checks& c, auto& a) {
    return c.range("channels", channels, 0, 65536)
      && c.choice("epilogue", epilogue, {DVDB_EPILOGUE_NONE, DVDB_EPILOGUE_RELU}, "DVDB_EPILOGUE_NONE or DVDB_EPILOGUE_RELU")
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, channels}, a.features)
      && c.take("scale", scale, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.scale)
      && c.take("shift", shift, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.shift)
      && c.take("residual", residual, dtype, {n, channels}, a.residual, true)
      && c.take("out", out, dtype, {n, channels}, a.out)
      && c.take("out_mean", out_mean, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.out_mean)
      && c.take("out_variance", out_variance, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.out_variance)
      && c.take("out_unbiased", out_unbiased, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.out_unbiased, true)
      && c.take("out_factor", out_factor, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.out_factor);
  });
}

dvdb_status dvdb_batch_norm_inference(dvdb_context context, dvdb_buffer features, dvdb_buffer mean, dvdb_buffer variance, dvdb_buffer scale, dvdb_buffer shift, dvdb_buffer residual, uint32_t dtype, int64_t n, int64_t channels, double epsilon, uint32_t epilogue, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::batch_norm_inference, {dtype, epilogue, n, channels, epsilon}, [&](Checks& c, auto& a) {
    return c.range("channels", channels, 0, 65536)
      && c.choice("epilogue", epilogue, {DVDB_EPILOGUE_NONE, DVDB_EPILOGUE_RELU}, "DVDB_EPILOGUE_NONE or DVDB_EPILOGUE_RELU")
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, channels}, a.features)
      && c.take("mean", mean, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.mean)
      && c.take("variance", variance, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.variance)
      && c.take("scale", scale, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.scale)
      && c.take("shift", shift, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.shift)
      && c.take("residual", residual, dtype, {n, channels}, a.residual, true)
      && c.take("out", out, dtype, {n, channels}, a.out);
  });
}

dvdb_status dvdb_batch_norm_backward(dvdb_context context, dvdb_buffer features, dvdb_buffer scale, dvdb_buffer mean, dvdb_buffer factor, dvdb_buffer results, dvdb_buffer gradients, uint32_t dtype, int64_t n, int64_t channels, dvdb_buffer out_features, dvdb_buffer out_scale, dvdb_buffer out_shift, dvdb_buffer out_residual) noexcept {
  return entry(context, 0, operators::batch_norm_backward, {dtype, n, channels}, [&](Checks& c, auto& a) {
    return c.range("channels", channels, 0, 65536)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, channels}, a.features)
      && c.take("scale", scale, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.scale)
      && c.take("mean", mean, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.mean)
      && c.take("factor", factor, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.factor)
      && c.take("results", results, dtype, {n, channels}, a.results, true)
      && c.take("gradients", gradients, dtype, {n, channels}, a.gradients)
      && c.take("out_features", out_features, dtype, {n, channels}, a.out_features, true)
      && c.take("out_scale", out_scale, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.out_scale)
      && c.take("out_shift", out_shift, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.out_shift)
      && c.take("out_residual", out_residual, dtype, {n, channels}, a.out_residual, true);
  });
}

dvdb_status dvdb_normalize_rows(dvdb_context context, dvdb_buffer features, dvdb_buffer scale, dvdb_buffer shift, dvdb_buffer residual, uint32_t centered, uint32_t dtype, int64_t n, int64_t channels, double epsilon, uint32_t epilogue, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::normalize_rows, {centered, dtype, epilogue, n, channels, epsilon}, [&](Checks& c, auto& a) {
    return c.range("centered", centered, 0, 1) && c.range("channels", channels, 0, 65536)
      && c.choice("epilogue", epilogue, {DVDB_EPILOGUE_NONE, DVDB_EPILOGUE_RELU}, "DVDB_EPILOGUE_NONE or DVDB_EPILOGUE_RELU")
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, channels}, a.features)
      && c.take("scale", scale, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.scale)
      && c.take("shift", shift, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.shift, true)
      && c.take("residual", residual, dtype, {n, channels}, a.residual, true)
      && c.take("out", out, dtype, {n, channels}, a.out);
  });
}

dvdb_status dvdb_normalize_rows_backward(dvdb_context context, dvdb_buffer features, dvdb_buffer scale, dvdb_buffer results, dvdb_buffer gradients, uint32_t centered, uint32_t dtype, int64_t n, int64_t channels, double epsilon, dvdb_buffer out_features, dvdb_buffer out_scale, dvdb_buffer out_shift, dvdb_buffer out_residual) noexcept {
  return entry(context, 0, operators::normalize_rows_backward, {centered, dtype, n, channels, epsilon}, [&](Checks& c, auto& a) {
    return c.range("centered", centered, 0, 1) && c.range("channels", channels, 0, 65536)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, channels}, a.features)
      && c.take("scale", scale, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.scale)
      && c.take("results", results, dtype, {n, channels}, a.results, true)
      && c.take("gradients", gradients, dtype, {n, channels}, a.gradients)
      && c.take("out_features", out_features, dtype, {n, channels}, a.out_features, true)
      && c.take("out_scale", out_scale, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.out_scale)
      && c.take("out_shift", out_shift, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.out_shift, true)
      && c.take("out_residual", out_residual, dtype, {n, channels}, a.out_residual, true);
  });
}

dvdb_status dvdb_group_norm(dvdb_context context, dvdb_buffer features, dvdb_buffer scale, dvdb_buffer shift, dvdb_buffer residual, const int64_t* offsets, uint32_t n_lists, int64_t groups, uint32_t dtype, int64_t n, int64_t channels, double epsilon, uint32_t epilogue, dvdb_buffer out, dvdb_buffer out_mean, dvdb_buffer out_factor) noexcept {
  return entry(context, 0, operators::group_norm, {offsets, n_lists, dtype, epilogue, groups, n, channels, epsilon}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_lists) + 1}) && c.range("groups", groups, 1, 65536)
      && c.range("channels", channels, 0, 65536)
      && c.choice("epilogue", epilogue, {DVDB_EPILOGUE_NONE, DVDB_EPILOGUE_RELU}, "DVDB_EPILOGUE_NONE or DVDB_EPILOGUE_RELU")
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, channels}, a.features)
      && c.take("scale", scale, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.scale)
      && c.take("shift", shift, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.shift)
      && c.take("residual", residual, dtype, {n, channels}, a.residual, true)
      && c.take("out", out, dtype, {n, channels}, a.out)
      && c.take("out_mean", out_mean, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {n_lists, groups}, a.out_mean)
      && c.take("out_factor", out_factor, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {n_lists, groups}, a.out_factor);
  });
}

dvdb_status dvdb_group_norm_backward(dvdb_context context, dvdb_buffer features, dvdb_buffer scale, dvdb_buffer mean, dvdb_buffer factor, dvdb_buffer results, dvdb_buffer gradients, const int64_t* offsets, uint32_t n_lists, int64_t groups, uint32_t dtype, int64_t n, int64_t channels, dvdb_buffer out_features, dvdb_buffer out_scale, dvdb_buffer out_shift, dvdb_buffer out_residual) noexcept {
  return entry(context, 0, operators::group_norm_backward, {offsets, n_lists, dtype, groups, n, channels}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_lists) + 1}) && c.range("groups", groups, 1, 65536)
      && c.range("channels", channels, 0, 65536)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, channels}, a.features)
      && c.take("scale", scale, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.scale)
      && c.take("mean", mean, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {n_lists, groups}, a.mean)
      && c.take("factor", factor, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {n_lists, groups}, a.factor)
      && c.take("results", results, dtype, {n, channels}, a.results, true)
      && c.take("gradients", gradients, dtype, {n, channels}, a.gradients)
      && c.take("out_features", out_features, dtype, {n, channels}, a.out_features, true)
      && c.take("out_scale", out_scale, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.out_scale)
      && c.take("out_shift", out_shift, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {channels}, a.out_shift)
      && c.take("out_residual", out_residual, dtype, {n, channels}, a.out_residual, true);
  });
}

dvdb_status dvdb_cross_entropy(dvdb_context context, dvdb_buffer logits, dvdb_buffer targets, dvdb_buffer weights, uint32_t dtype, uint32_t target_dtype, int64_t n, int64_t classes, int64_t ignore, double smoothing, uint32_t mean, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::cross_entropy, {dtype, target_dtype, mean, n, classes, ignore, smoothing}, [&](Checks& c, auto& a) {
    return c.range("classes", classes, 1, 65536) && c.range("mean", mean, 0, 1)
      && c.dtype("logits", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("logits", logits, dtype, {n, classes}, a.logits)
      && c.dtype("targets", target_dtype, {DVDB_U8, DVDB_I32, DVDB_I64})
      && c.take("targets", targets, target_dtype, {n}, a.targets)
      && c.take("weights", weights, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {classes}, a.weights, true)
      && c.take("out", out, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {1}, a.out);
  });
}

dvdb_status dvdb_cross_entropy_backward(dvdb_context context, dvdb_buffer logits, dvdb_buffer targets, dvdb_buffer weights, dvdb_buffer gradients, uint32_t dtype, uint32_t target_dtype, int64_t n, int64_t classes, int64_t ignore, double smoothing, uint32_t mean, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::cross_entropy_backward, {dtype, target_dtype, mean, n, classes, ignore, smoothing}, [&](Checks& c, auto& a) {
    return c.range("classes", classes, 1, 65536) && c.range("mean", mean, 0, 1)
      && c.dtype("logits", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("logits", logits, dtype, {n, classes}, a.logits)
      && c.dtype("targets", target_dtype, {DVDB_U8, DVDB_I32, DVDB_I64})
      && c.take("targets", targets, target_dtype, {n}, a.targets)
      && c.take("weights", weights, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {classes}, a.weights, true)
      && c.take("gradients", gradients, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {1}, a.gradients)
      && c.take("out", out, dtype, {n, classes}, a.out);
  });
}

dvdb_status dvdb_share_scores(dvdb_context context, dvdb_buffer x, uint32_t dtype, int64_t n, int64_t channels, uint32_t logarithm, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::share_scores, {dtype, logarithm, n, channels}, [&](Checks& c, auto& a) {
    return c.range("channels", channels, 0, 65536) && c.range("logarithm", logarithm, 0, 1)
      && c.dtype("x", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}) && c.take("x", x, dtype, {n, channels}, a.x)
      && c.take("out", out, dtype, {n, channels}, a.out);
  });
}

dvdb_status dvdb_share_scores_backward(dvdb_context context, dvdb_buffer result, dvdb_buffer gradients, uint32_t dtype, int64_t n, int64_t channels, uint32_t logarithm, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::share_scores_backward, {dtype, logarithm, n, channels}, [&](Checks& c, auto& a) {
    return c.range("channels", channels, 0, 65536) && c.range("logarithm", logarithm, 0, 1)
      && c.dtype("result", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("result", result, dtype, {n, channels}, a.result)
      && c.take("gradients", gradients, dtype, {n, channels}, a.gradients)
      && c.take("out", out, dtype, {n, channels}, a.out);
  });
}

dvdb_status dvdb_log_sum_exp(dvdb_context context, dvdb_buffer x, uint32_t dtype, int64_t n, int64_t channels, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::log_sum_exp, {dtype, n, channels}, [&](Checks& c, auto& a) {
    return c.range("channels", channels, 0, 65536) && c.dtype("x", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("x", x, dtype, {n, channels}, a.x) && c.take("out", out, dtype, {n}, a.out);
  });
}

dvdb_status dvdb_log_sum_exp_backward(dvdb_context context, dvdb_buffer x, dvdb_buffer gradients, uint32_t dtype, int64_t n, int64_t channels, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::log_sum_exp_backward, {dtype, n, channels}, [&](Checks& c, auto& a) {
    return c.range("channels", channels, 0, 65536) && c.dtype("x", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("x", x, dtype, {n, channels}, a.x) && c.take("gradients", gradients, dtype, {n}, a.gradients)
      && c.take("out", out, dtype, {n, channels}, a.out);
  });
}

dvdb_status dvdb_element_loss(dvdb_context context, uint32_t loss, dvdb_buffer x, dvdb_buffer targets, uint32_t dtype, int64_t n, double delta, uint32_t mean, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::element_loss, {loss, dtype, mean, n, delta}, [&](Checks& c, auto& a) {
    return c.choice("loss", loss, {DVDB_LOSS_SQUARE, DVDB_LOSS_ABS, DVDB_LOSS_HUBER, DVDB_LOSS_BINARY_CROSS_ENTROPY}, "DVDB_LOSS_SQUARE, DVDB_LOSS_ABS, DVDB_LOSS_HUBER or DVDB_LOSS_BINARY_CROSS_ENTROPY")
      && c.range("mean", mean, 0, 1) && c.dtype("x", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("x", x, dtype, {n}, a.x) && c.take("targets", targets, dtype, {n}, a.targets)
      && c.take("out", out, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {1}, a.out);
  });
}

dvdb_status dvdb_element_loss_backward(dvdb_context context, uint32_t loss, dvdb_buffer x, dvdb_buffer targets, dvdb_buffer gradients, uint32_t dtype, int64_t n, double delta, uint32_t mean, dvdb_buffer out_x, dvdb_buffer out_targets) noexcept {
  return entry(context, 0, operators::element_loss_backward, {loss, dtype, mean, n, delta}, [&](Checks& c, auto& a) {
    return c.choice("loss", loss, {DVDB_LOSS_SQUARE, DVDB_LOSS_ABS, DVDB_LOSS_HUBER, DVDB_LOSS_BINARY_CROSS_ENTROPY}, "DVDB_LOSS_SQUARE, DVDB_LOSS_ABS, DVDB_LOSS_HUBER or DVDB_LOSS_BINARY_CROSS_ENTROPY")
      && c.range("mean", mean, 0, 1) && c.dtype("x", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("x", x, dtype, {n}, a.x) && c.take("targets", targets, dtype, {n}, a.targets)
      && c.take("gradients", gradients, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {1}, a.gradients)
      && c.take("out_x", out_x, dtype, {n}, a.out_x, true)
      && c.take("out_targets", out_targets, dtype, {n}, a.out_targets, true);
  });
}

dvdb_status dvdb_linear(dvdb_context context, dvdb_buffer features, dvdb_buffer weights, dvdb_buffer bias, dvdb_buffer residual, uint32_t dtype, int64_t n, int64_t in_channels, int64_t out_channels, uint32_t epilogue, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::linear, {dtype, epilogue, n, in_channels, out_channels}, [&](Checks& c, auto& a) {
    return c.range("in_channels", in_channels, 0, 65536) && c.range("out_channels", out_channels, 0, 65536)
      && c.choice("epilogue", epilogue, {DVDB_EPILOGUE_NONE, DVDB_EPILOGUE_RELU}, "DVDB_EPILOGUE_NONE or DVDB_EPILOGUE_RELU")
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, in_channels}, a.features)
      && c.take("weights", weights, dtype, {out_channels, in_channels}, a.weights)
      && c.take("bias", bias, dtype, {out_channels}, a.bias, true)
      && c.take("residual", residual, dtype, {n, out_channels}, a.residual, true)
      && c.take("out", out, dtype, {n, out_channels}, a.out);
  });
}

dvdb_status dvdb_linear_backward(dvdb_context context, dvdb_buffer features, dvdb_buffer weights, dvdb_buffer results, dvdb_buffer gradients, uint32_t dtype, int64_t n, int64_t in_channels, int64_t out_channels, dvdb_buffer out_features, dvdb_buffer out_weights, dvdb_buffer out_bias, dvdb_buffer out_residual) noexcept {
  return entry(context, 0, operators::linear_backward, {dtype, n, in_channels, out_channels}, [&](Checks& c, auto& a) {
    return c.range("in_channels", in_channels, 0, 65536) && c.range("out_channels", out_channels, 0, 65536)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, in_channels}, a.features)
      && c.take("weights", weights, dtype, {out_channels, in_channels}, a.weights)
      && c.take("results", results, dtype, {n, out_channels}, a.results, true)
      && c.take("gradients", gradients, dtype, {n, out_channels}, a.gradients)
      && c.take("out_features", out_features, dtype, {n, in_channels}, a.out_features, true)
      && c.take("out_weights", out_weights, dtype, {out_channels, in_channels}, a.out_weights, true)
      && c.take("out_bias", out_bias, dtype, {out_channels}, a.out_bias, true)
      && c.take("out_residual", out_residual, dtype, {n, out_channels}, a.out_residual, true);
  });
}

dvdb_status dvdb_matmul(dvdb_context context, dvdb_buffer left, dvdb_buffer right, uint32_t dtype, int64_t batches, int64_t m, int64_t k, int64_t n, uint32_t left_transposed, uint32_t right_transposed, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::matmul, {dtype, left_transposed, right_transposed, batches, m, k, n}, [&](Checks& c, auto& a) {
    return c.dtype("left", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("left", left, dtype, {batches, m, k}, a.left) && c.take("right", right, dtype, {batches, k, n}, a.right)
      && c.take("out", out, dtype, {batches, m, n}, a.out);
  });
}

dvdb_status dvdb_fill_stream(dvdb_context context, uint32_t normal, uint32_t seed_low, uint32_t seed_high, uint32_t stream_low, uint32_t stream_high, double low, double high, uint32_t dtype, int64_t n, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::fill_stream, {normal, seed_low, seed_high, stream_low, stream_high, dtype, low, high, n}, [&](Checks& c, auto& a) {
    return c.range("normal", normal, 0, 1) && c.dtype("out", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("out", out, dtype, {n}, a.out);
  });
}

dvdb_status dvdb_dropout(dvdb_context context, dvdb_buffer x, uint32_t dtype, int64_t n, double p, uint32_t seed_low, uint32_t seed_high, uint32_t stream_low, uint32_t stream_high, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::dropout, {dtype, seed_low, seed_high, stream_low, stream_high, n, p}, [&](Checks& c, auto& a) {
    return c.dtype("x", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}) && c.take("x", x, dtype, {n}, a.x)
      && c.take("out", out, dtype, {n}, a.out);
  });
}
