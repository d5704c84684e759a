// Generated from ffi/include/denovdb/dense.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of dense.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/dense.h"

namespace dvdb::operators {

/// Arguments of dvdb_batch_norm().
struct BatchNormArgs {
  uint32_t dtype = 0, epilogue = 0; int64_t n = 0, channels = 0; double epsilon = 0;
  Operand features{}, scale{}, shift{}, residual{}, out{}, out_mean{}, out_variance{}, out_unbiased{}, out_factor{};
};
Status batch_norm(Context& c, const BatchNormArgs& a);

/// Arguments of dvdb_batch_norm_inference().
struct BatchNormInferenceArgs {
  uint32_t dtype = 0, epilogue = 0; int64_t n = 0, channels = 0; double epsilon = 0;
  Operand features{}, mean{}, variance{}, scale{}, shift{}, residual{}, out{};
};
Status batch_norm_inference(Context& c, const BatchNormInferenceArgs& a);

/// Arguments of dvdb_batch_norm_backward().
struct BatchNormBackwardArgs {
  uint32_t dtype = 0; int64_t n = 0, channels = 0;
  Operand features{}, scale{}, mean{}, factor{}, results{}, gradients{}, out_features{}, out_scale{}, out_shift{}, out_residual{};
};
Status batch_norm_backward(Context& c, const BatchNormBackwardArgs& a);

/// Arguments of dvdb_normalize_rows().
struct NormalizeRowsArgs {
  uint32_t centered = 0, dtype = 0, epilogue = 0; int64_t n = 0, channels = 0; double epsilon = 0;
  Operand features{}, scale{}, shift{}, residual{}, out{};
};
Status normalize_rows(Context& c, const NormalizeRowsArgs& a);

/// Arguments of dvdb_normalize_rows_backward().
struct NormalizeRowsBackwardArgs {
  uint32_t centered = 0, dtype = 0; int64_t n = 0, channels = 0; double epsilon = 0;
  Operand features{}, scale{}, results{}, gradients{}, out_features{}, out_scale{}, out_shift{}, out_residual{};
};
Status normalize_rows_backward(Context& c, const NormalizeRowsBackwardArgs& a);

/// Arguments of dvdb_group_norm().
struct GroupNormArgs {
  const int64_t* offsets = nullptr; uint32_t n_lists = 0, dtype = 0, epilogue = 0;
  int64_t groups = 0, n = 0, channels = 0; double epsilon = 0;
  Operand features{}, scale{}, shift{}, residual{}, out{}, out_mean{}, out_factor{};
};
Status group_norm(Context& c, const GroupNormArgs& a);

/// Arguments of dvdb_group_norm_backward().
struct GroupNormBackwardArgs {
  const int64_t* offsets = nullptr; uint32_t n_lists = 0, dtype = 0; int64_t groups = 0, n = 0, channels = 0;
  Operand features{}, scale{}, mean{}, factor{}, results{}, gradients{}, out_features{}, out_scale{}, out_shift{}, out_residual{};
};
Status group_norm_backward(Context& c, const GroupNormBackwardArgs& a);

/// Arguments of dvdb_cross_entropy().
struct CrossEntropyArgs {
  uint32_t dtype = 0, target_dtype = 0, mean = 0; int64_t n = 0, classes = 0, ignore = 0; double smoothing = 0;
  Operand logits{}, targets{}, weights{}, out{};
};
Status cross_entropy(Context& c, const CrossEntropyArgs& a);

/// Arguments of dvdb_cross_entropy_backward().
struct CrossEntropyBackwardArgs {
  uint32_t dtype = 0, target_dtype = 0, mean = 0; int64_t n = 0, classes = 0, ignore = 0; double smoothing = 0;
  Operand logits{}, targets{}, weights{}, gradients{}, out{};
};
Status cross_entropy_backward(Context& c, const CrossEntropyBackwardArgs& a);

/// Arguments of dvdb_share_scores().
struct ShareScoresArgs {
  uint32_t dtype = 0, logarithm = 0; int64_t n = 0, channels = 0; Operand x{}, out{};
};
Status share_scores(Context& c, const ShareScoresArgs& a);

/// Arguments of dvdb_share_scores_backward().
struct ShareScoresBackwardArgs {
  uint32_t dtype = 0, logarithm = 0; int64_t n = 0, channels = 0; Operand result{}, gradients{}, out{};
};
Status share_scores_backward(Context& c, const ShareScoresBackwardArgs& a);

/// Arguments of dvdb_log_sum_exp().
struct LogSumExpArgs {
  uint32_t dtype = 0; int64_t n = 0, channels = 0; Operand x{}, out{};
};
Status log_sum_exp(Context& c, const LogSumExpArgs& a);

/// Arguments of dvdb_log_sum_exp_backward().
struct LogSumExpBackwardArgs {
  uint32_t dtype = 0; int64_t n = 0, channels = 0; Operand x{}, gradients{}, out{};
};
Status log_sum_exp_backward(Context& c, const LogSumExpBackwardArgs& a);

/// Arguments of dvdb_element_loss().
struct ElementLossArgs {
  uint32_t loss = 0, dtype = 0, mean = 0; int64_t n = 0; double delta = 0; Operand x{}, targets{}, out{};
};
Status element_loss(Context& c, const ElementLossArgs& a);

/// Arguments of dvdb_element_loss_backward().
struct ElementLossBackwardArgs {
  uint32_t loss = 0, dtype = 0, mean = 0; int64_t n = 0; double delta = 0;
  Operand x{}, targets{}, gradients{}, out_x{}, out_targets{};
};
Status element_loss_backward(Context& c, const ElementLossBackwardArgs& a);

/// Arguments of dvdb_linear().
struct LinearArgs {
  uint32_t dtype = 0, epilogue = 0; int64_t n = 0, in_channels = 0, out_channels = 0;
  Operand features{}, weights{}, bias{}, residual{}, out{};
};
Status linear(Context& c, const LinearArgs& a);

/// Arguments of dvdb_linear_backward().
struct LinearBackwardArgs {
  uint32_t dtype = 0; int64_t n = 0, in_channels = 0, out_channels = 0;
  Operand features{}, weights{}, results{}, gradients{}, out_features{}, out_weights{}, out_bias{}, out_residual{};
};
Status linear_backward(Context& c, const LinearBackwardArgs& a);

/// Arguments of dvdb_matmul().
struct MatmulArgs {
  uint32_t dtype = 0, left_transposed = 0, right_transposed = 0; int64_t batches = 0, m = 0, k = 0, n = 0;
  Operand left{}, right{}, out{};
};
Status matmul(Context& c, const MatmulArgs& a);

/// Arguments of dvdb_fill_stream().
struct FillStreamArgs {
  uint32_t normal = 0, seed_low = 0, seed_high = 0, stream_low = 0, stream_high = 0, dtype = 0;
  double low = 0, high = 0; int64_t n = 0; Operand out{};
};
Status fill_stream(Context& c, const FillStreamArgs& a);

/// Arguments of dvdb_dropout().
struct DropoutArgs {
  uint32_t dtype = 0, seed_low = 0, seed_high = 0, stream_low = 0, stream_high = 0; int64_t n = 0; double p = 0;
  Operand x{}, out{};
};
Status dropout(Context& c, const DropoutArgs& a);

}  // namespace dvdb::operators
