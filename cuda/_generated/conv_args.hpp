// Generated from ffi/include/denovdb/conv.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of conv.h, checked, and these operators.
#pragma once

#include "conv/plan/plan.hpp"
#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/conv.h"

namespace dvdb::operators {

/// Arguments of dvdb_conv_plan_create.
struct ConvPlanCreateArgs {
  GridBatch* source = nullptr;
  GridBatch* target = nullptr;  // with as many grids; may be the source
  const int32_t* kernel = nullptr;  // [3], 1 or more
  const int32_t* stride = nullptr;  // [3], 1 or more
  uint32_t transposed = 0;  // 0 to 1, whether the target is fine and not the source
  dvdb_conv_plan* out_plan = nullptr;
};

/// Called by dvdb_conv_plan_create.
Status conv_plan_create(Context& c, const ConvPlanCreateArgs& a);

/// Arguments of dvdb_conv_plan_reverse.
struct ConvPlanReverseArgs {
  ConvPlan* plan = nullptr;
  dvdb_conv_plan* out_plan = nullptr;
};

/// Called by dvdb_conv_plan_reverse.
Status conv_plan_reverse(Context& c, const ConvPlanReverseArgs& a);

/// Arguments of dvdb_conv_plan_destroy.
struct ConvPlanDestroyArgs {
  dvdb_conv_plan plan = 0;  // handle, given up
};

/// Called by dvdb_conv_plan_destroy.
Status conv_plan_destroy(Context& c, const ConvPlanDestroyArgs& a);

/// Arguments of dvdb_conv_plan_prepare.
struct ConvPlanPrepareArgs {
  ConvPlan* plan = nullptr;
};

/// Called by dvdb_conv_plan_prepare.
Status conv_plan_prepare(Context& c, const ConvPlanPrepareArgs& a);

/// Arguments of dvdb_conv_plan_map.
struct ConvPlanMapArgs {
  ConvPlan* plan = nullptr;
  Span<int32_t> out;  // i32 [n_taps, n_targets]
};

/// Called by dvdb_conv_plan_map.
Status conv_plan_map(Context& c, const ConvPlanMapArgs& a);

/// Arguments of dvdb_conv_plan_counts.
struct ConvPlanCountsArgs {
  ConvPlan* plan = nullptr;
  int64_t* out_counts = nullptr;
  uint32_t taps = 0;  // 0, or those of the kernel
  int64_t* out_tap_pairs = nullptr;
};

/// Called by dvdb_conv_plan_counts.
Status conv_plan_counts(Context& c, const ConvPlanCountsArgs& a);

/// Arguments of dvdb_conv_plan_choose.
struct ConvPlanChooseArgs {
  ConvPlan* plan = nullptr;
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t in_channels = 0;  // 0 to 65536
  int64_t out_channels = 0;  // 0 to 65536
  uint32_t backend = 0;  // dvdb_conv_backend
  uint32_t* out_backend = nullptr;
  uint8_t* out_text = nullptr;
  uint32_t capacity = 0;
  uint32_t* out_length = nullptr;
};

/// Called by dvdb_conv_plan_choose.
Status conv_plan_choose(Context& c, const ConvPlanChooseArgs& a);

/// Arguments of dvdb_sparse_conv.
struct SparseConvArgs {
  ConvPlan* plan = nullptr;
  Operand features;  // dtype [n_sources, in_channels]
  Operand weights;  // dtype [out_channels, in_channels, n_taps]
  Operand bias;  // dtype [out_channels]; 0 for none
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t in_channels = 0;  // 0 to 65536
  int64_t out_channels = 0;  // 0 to 65536
  uint32_t activation = 0;  // dvdb_conv_activation
  uint32_t backend = 0;  // dvdb_conv_backend
  Operand out;  // dtype [n_targets, out_channels]
};

/// Called by dvdb_sparse_conv.
Status sparse_conv(Context& c, const SparseConvArgs& a);

/// Arguments of dvdb_sparse_conv_backward.
struct SparseConvBackwardArgs {
  ConvPlan* plan = nullptr;
  Operand features;  // dtype [n_sources, in_channels]
  Operand weights;  // dtype [out_channels, in_channels, n_taps]
  Operand results;  // dtype [n_targets, out_channels]; 0 for none
  Operand gradients;  // dtype [n_targets, out_channels], of a loss by the results
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t in_channels = 0;  // 0 to 65536
  int64_t out_channels = 0;  // 0 to 65536
  uint32_t backend = 0;  // dvdb_conv_backend
  Operand out_features;  // dtype [n_sources, in_channels]; 0 for none
  Operand out_weights;  // dtype [out_channels, in_channels, n_taps]; 0 for none
  Operand out_bias;  // dtype [out_channels]; 0 for none
};

/// Called by dvdb_sparse_conv_backward.
Status sparse_conv_backward(Context& c, const SparseConvBackwardArgs& a);

}  // namespace dvdb::operators
