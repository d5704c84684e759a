// Generated from ffi/include/denovdb/fenwick.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of fenwick.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/fenwick.h"

namespace dvdb::operators {

/// Arguments of dvdb_index_sizes().
struct IndexSizesArgs {
  uint32_t layout = 0, n_dims = 0, bits = 0; const int64_t* dims = nullptr; int64_t* out_sizes = nullptr;
};
Status index_sizes(Context& c, const IndexSizesArgs& a);

/// Arguments of dvdb_index_from_bits().
struct IndexFromBitsArgs {
  uint32_t layout = 0, n_dims = 0; const int64_t* dims = nullptr; dvdb_buffer bits = 0, out_data = 0, out_counters = 0;
};
Status index_from_bits(Context& c, const IndexFromBitsArgs& a);

/// Arguments of dvdb_index_from_values().
struct IndexFromValuesArgs {
  const int64_t* dims = nullptr; uint32_t n_dims = 0, bits = 0, value_dtype = 0, checked = 0; dvdb_buffer out_data = 0;
  uint32_t* out_fault = nullptr; Operand values{};
};
Status index_from_values(Context& c, const IndexFromValuesArgs& a);

/// Arguments of dvdb_index_from_keys().
struct IndexFromKeysArgs {
  const int64_t* dims = nullptr; uint32_t n_dims = 0, index_dtype = 0, width = 0, checked = 0;
  int64_t count = 0, n_bytes = 0; uint32_t* out_fault = nullptr; Operand keys{}; Span<uint8_t> out_bits{};
};
Status index_from_keys(Context& c, const IndexFromKeysArgs& a);

/// Arguments of dvdb_index_ask().
struct IndexAskArgs {
  uint32_t layout = 0, n_dims = 0, bits = 0, question = 0, index_dtype = 0, checked = 0, out_dtype = 0;
  const int64_t* dims = nullptr; dvdb_buffer data = 0, counters = 0; int64_t count = 0; uint32_t* out_fault = nullptr;
  Operand keys{}, out{};
};
Status index_ask(Context& c, const IndexAskArgs& a);

/// Arguments of dvdb_index_sum_boxes().
struct IndexSumBoxesArgs {
  uint32_t layout = 0, n_dims = 0, bits = 0, question = 0, index_dtype = 0, checked = 0; const int64_t* dims = nullptr;
  dvdb_buffer data = 0, counters = 0; int64_t count = 0; uint32_t* out_fault = nullptr; Operand low{}, high{};
  Span<int64_t> out{};
};
Status index_sum_boxes(Context& c, const IndexSumBoxesArgs& a);

/// Arguments of dvdb_index_apply_edit().
struct IndexApplyEditArgs {
  uint32_t layout = 0, n_dims = 0, bits = 0, edit = 0, index_dtype = 0, delta_dtype = 0, checked = 0;
  const int64_t* dims = nullptr; dvdb_buffer data = 0, counters = 0; int64_t count = 0; uint32_t* out_fault = nullptr;
  Operand keys{}, deltas{};
};
Status index_apply_edit(Context& c, const IndexApplyEditArgs& a);

/// Arguments of dvdb_index_to_bits().
struct IndexToBitsArgs {
  uint32_t layout = 0, n_dims = 0; const int64_t* dims = nullptr; dvdb_buffer data = 0; Span<uint8_t> out{};
};
Status index_to_bits(Context& c, const IndexToBitsArgs& a);

/// Arguments of dvdb_index_to_values().
struct IndexToValuesArgs {
  const int64_t* dims = nullptr; uint32_t n_dims = 0, bits = 0, value_dtype = 0; dvdb_buffer data = 0; Operand out{};
};
Status index_to_values(Context& c, const IndexToValuesArgs& a);

/// Arguments of dvdb_index_from_bytes().
struct IndexFromBytesArgs {
  const int64_t* dims = nullptr; uint32_t n_dims = 0, bits = 0; dvdb_buffer data = 0, made = 0;
  uint32_t* out_fault = nullptr;
};
Status index_from_bytes(Context& c, const IndexFromBytesArgs& a);

}  // namespace dvdb::operators
