// Generated from ffi/include/denovdb/conv.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of conv.h, which says what they are, checked, and these operators.
#pragma once

#include "conv/plan/plan.hpp"
#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/conv.h"

namespace dvdb::operators {

/// Arguments of dvdb_conv_plan_create().
struct ConvPlanCreateArgs {
  const int32_t* kernel = nullptr, *stride = nullptr; uint32_t transposed = 0; dvdb_conv_plan* out_plan = nullptr;
  GridBatch* source = nullptr, *target = nullptr;
};
Status conv_plan_create(Context& c, const ConvPlanCreateArgs& a);

/// Arguments of dvdb_conv_plan_reverse().
struct ConvPlanReverseArgs {
  dvdb_conv_plan* out_plan = nullptr; ConvPlan* plan = nullptr;
};
Status conv_plan_reverse(Context& c, const ConvPlanReverseArgs& a);

/// Arguments of dvdb_conv_plan_destroy().
struct ConvPlanDestroyArgs {
  dvdb_conv_plan plan = 0;
};
Status conv_plan_destroy(Context& c, const ConvPlanDestroyArgs& a);

/// Arguments of dvdb_conv_plan_prepare().
struct ConvPlanPrepareArgs {
  ConvPlan* plan = nullptr;
};
Status conv_plan_prepare(Context& c, const ConvPlanPrepareArgs& a);

/// Arguments of dvdb_conv_plan_map().
struct ConvPlanMapArgs {
  ConvPlan* plan = nullptr; Span<int32_t> out{};
};
Status conv_plan_map(Context& c, const ConvPlanMapArgs& a);

/// Arguments of dvdb_conv_plan_counts().
struct ConvPlanCountsArgs {
  int64_t* out_counts = nullptr, *out_tap_pairs = nullptr; uint32_t taps = 0; ConvPlan* plan = nullptr;
};
Status conv_plan_counts(Context& c, const ConvPlanCountsArgs& a);

/// Arguments of dvdb_conv_plan_choose().
struct ConvPlanChooseArgs {
  uint32_t dtype = 0, backend = 0, capacity = 0; int64_t in_channels = 0, out_channels = 0;
  uint32_t* out_backend = nullptr, *out_length = nullptr; uint8_t* out_text = nullptr; ConvPlan* plan = nullptr;
};
Status conv_plan_choose(Context& c, const ConvPlanChooseArgs& a);

/// Arguments of dvdb_sparse_conv().
struct SparseConvArgs {
  uint32_t dtype = 0, activation = 0, backend = 0; int64_t in_channels = 0, out_channels = 0; ConvPlan* plan = nullptr;
  Operand features{}, weights{}, bias{}, residual{}, out{};
};
Status sparse_conv(Context& c, const SparseConvArgs& a);

/// Arguments of dvdb_sparse_conv_backward().
struct SparseConvBackwardArgs {
  uint32_t dtype = 0, weights_dtype = 0, backend = 0; int64_t in_channels = 0, out_channels = 0;
  ConvPlan* plan = nullptr;
  Operand features{}, weights{}, results{}, gradients{}, out_features{}, out_weights{}, out_bias{}, out_residual{};
};
Status sparse_conv_backward(Context& c, const SparseConvBackwardArgs& a);

}  // namespace dvdb::operators
