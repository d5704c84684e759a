// Generated from ffi/include/denovdb/dense.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of dense.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/dense.h"

namespace dvdb::operators {

/// Arguments of dvdb_batch_norm().
struct BatchNormArgs {
  uint32_t dtype = 0, epilogue = 0; int64_t n = 0, channels = 0; double epsilon = 0;
  Operand features{}, scale{}, shift{}, residual{}, out{}, out_mean{}, out_variance{}, out_factor{};
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

}  // namespace dvdb::operators
