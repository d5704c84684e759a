// Generated from ffi/include/denovdb/attention.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of attention.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/attention.h"

namespace dvdb::operators {

/// Arguments of dvdb_order_by_code().
struct OrderByCodeArgs {
  int64_t n = 0; const int64_t* offsets = nullptr; uint32_t n_lists = 0;
  Span<int64_t> codes{}, out_rows{}, out_inverse{};
};
Status order_by_code(Context& c, const OrderByCodeArgs& a);

/// Arguments of dvdb_group_by_code_count().
struct GroupByCodeCountArgs {
  int64_t n = 0; uint32_t shift = 0, n_lists = 0; const int64_t* offsets = nullptr; int64_t* out_offsets = nullptr;
  Span<int64_t> codes{}, out_rows{}, out_inverse{}, out_groups{};
};
Status group_by_code_count(Context& c, const GroupByCodeCountArgs& a);

/// Arguments of dvdb_group_by_code().
struct GroupByCodeArgs {
  int64_t n = 0, n_groups = 0; uint32_t shift = 0; Span<int64_t> codes{}, rows{}, groups{}, out_codes{}, out_ends{};
};
Status group_by_code(Context& c, const GroupByCodeArgs& a);

/// Arguments of dvdb_window_rows().
struct WindowRowsArgs {
  int64_t n = 0, size = 0, dilation = 0, n_out = 0; const int64_t* offsets = nullptr; uint32_t n_lists = 0, tails = 0;
  Span<int64_t> rows{}, out_rows{}, out_inverse{};
};
Status window_rows(Context& c, const WindowRowsArgs& a);

/// Arguments of dvdb_window_codes().
struct WindowCodesArgs {
  int64_t n = 0; const int32_t* divisor = nullptr, *shift = nullptr; Span<int32_t> ijk{}; Span<int64_t> out{};
};
Status window_codes(Context& c, const WindowCodesArgs& a);

/// Arguments of dvdb_attend().
struct AttendArgs {
  const int64_t* strides = nullptr, *firsts = nullptr, *offsets = nullptr, *key_offsets = nullptr;
  uint32_t dtype = 0, n_lists = 0, causal = 0;
  int64_t n_queries = 0, n_keys = 0, heads = 0, depth = 0, value_depth = 0, reach = 0; double scale = 0;
  Operand q{}, k{}, v{}, table{}, out{}, out_log_sums{}; OptionalSpan<int32_t> positions{}, key_positions{};
};
Status attend(Context& c, const AttendArgs& a);

/// Arguments of dvdb_attend_backward().
struct AttendBackwardArgs {
  const int64_t* strides = nullptr, *firsts = nullptr, *offsets = nullptr, *key_offsets = nullptr;
  uint32_t dtype = 0, n_lists = 0, causal = 0;
  int64_t n_queries = 0, n_keys = 0, heads = 0, depth = 0, value_depth = 0, reach = 0; double scale = 0;
  Operand q{}, k{}, v{}, table{}, results{}, log_sums{}, gradients{}, out_q{}, out_k{}, out_v{}, out_table{};
  OptionalSpan<int32_t> positions{}, key_positions{};
};
Status attend_backward(Context& c, const AttendBackwardArgs& a);

}  // namespace dvdb::operators
