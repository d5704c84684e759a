// Generated from ffi/include/denovdb/fenwick.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of fenwick.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/fenwick.h"

namespace dvdb::operators {

/// Arguments of dvdb_index_sizes.
struct IndexSizesArgs {
  uint32_t layout = 0;  // dvdb_index_form
  const int64_t* dims = nullptr;  // [n_dims]
  uint32_t n_dims = 0;  // 0 to 4
  uint32_t bits = 0;  // 1 to 32
  int64_t* out_sizes = nullptr;
};

/// Called by dvdb_index_sizes.
Status index_sizes(Context& c, const IndexSizesArgs& a);

/// Arguments of dvdb_index_from_bits.
struct IndexFromBitsArgs {
  uint32_t layout = 0;  // dvdb_index_form
  const int64_t* dims = nullptr;  // [n_dims]
  uint32_t n_dims = 0;  // 0 to 4
  dvdb_buffer bits = 0;  // unsized, u8 [ceil(n / 8)], or out_data
  dvdb_buffer out_data = 0;  // unsized, u8 [DVDB_INDEX_SIZE_DATA]
  dvdb_buffer out_counters = 0;  // unsized, u8 [DVDB_INDEX_SIZE_COUNTERS]; 0 for none
};

/// Called by dvdb_index_from_bits.
Status index_from_bits(Context& c, const IndexFromBitsArgs& a);

/// Arguments of dvdb_index_from_values.
struct IndexFromValuesArgs {
  const int64_t* dims = nullptr;  // [n_dims]
  uint32_t n_dims = 0;  // 0 to 4
  uint32_t bits = 0;  // 1 to 32
  Operand values;  // value_dtype [product(dims)]
  uint32_t value_dtype = 0;  // DVDB_BOOL, DVDB_U8, DVDB_I32 or DVDB_I64
  uint32_t checked = 0;  // 0 or 1
  dvdb_buffer out_data = 0;  // unsized, u8 [DVDB_INDEX_SIZE_DATA]
  uint32_t* out_fault = nullptr;
};

/// Called by dvdb_index_from_values.
Status index_from_values(Context& c, const IndexFromValuesArgs& a);

/// Arguments of dvdb_index_bits_from_keys.
struct IndexBitsFromKeysArgs {
  const int64_t* dims = nullptr;  // [n_dims]
  uint32_t n_dims = 0;  // 0 to 4
  Operand keys;  // index_dtype [count, width]
  uint32_t index_dtype = 0;  // DVDB_I32 or DVDB_I64
  int64_t count = 0;
  uint32_t width = 0;  // n_dims, or 1 for linear positions with the first axis fastest
  uint32_t checked = 0;  // 0 or 1
  int64_t n_bytes = 0;  // ceil(n / 8) or more
  Span<uint8_t> out_bits;  // u8 [n_bytes], 4-byte aligned if n_bytes is a multiple of 4
  uint32_t* out_fault = nullptr;
};

/// Called by dvdb_index_bits_from_keys.
Status index_bits_from_keys(Context& c, const IndexBitsFromKeysArgs& a);

/// Arguments of dvdb_index_ask.
struct IndexAskArgs {
  uint32_t layout = 0;  // dvdb_index_form
  const int64_t* dims = nullptr;  // [n_dims]
  uint32_t n_dims = 0;  // 0 to 4
  uint32_t bits = 0;  // 1 to 32
  dvdb_buffer data = 0;  // unsized, u8 [DVDB_INDEX_SIZE_DATA]
  dvdb_buffer counters = 0;  // unsized, u8 [DVDB_INDEX_SIZE_COUNTERS]; 0 for none
  uint32_t question = 0;  // dvdb_index_question; with several axes only POINT and OCCUPIED
  Operand keys;  // index_dtype [count, n_dims]
  uint32_t index_dtype = 0;  // DVDB_I32 or DVDB_I64
  int64_t count = 0;
  uint32_t checked = 0;  // 0 or 1
  uint32_t out_dtype = 0;  // that of the query, i64 or bool; also i32 if all answers are below 2^31
  Operand out;  // out_dtype [count]
  uint32_t* out_fault = nullptr;
};

/// Called by dvdb_index_ask.
Status index_ask(Context& c, const IndexAskArgs& a);

/// Arguments of dvdb_index_sum_boxes.
struct IndexSumBoxesArgs {
  uint32_t layout = 0;  // dvdb_index_form
  const int64_t* dims = nullptr;  // [n_dims]
  uint32_t n_dims = 0;  // 0 to 4
  uint32_t bits = 0;  // 1 to 32
  dvdb_buffer data = 0;  // unsized, u8 [DVDB_INDEX_SIZE_DATA]
  dvdb_buffer counters = 0;  // unsized, u8 [DVDB_INDEX_SIZE_COUNTERS]; 0 for none
  uint32_t question = 0;  // dvdb_index_box_question
  Operand low;  // index_dtype [count, n_dims]
  Operand high;  // index_dtype [count, n_dims], may be `low` where it is not read
  uint32_t index_dtype = 0;  // DVDB_I32 or DVDB_I64
  int64_t count = 0;
  uint32_t checked = 0;  // 0 or 1
  Span<int64_t> out;  // i64 [count]
  uint32_t* out_fault = nullptr;
};

/// Called by dvdb_index_sum_boxes.
Status index_sum_boxes(Context& c, const IndexSumBoxesArgs& a);

/// Arguments of dvdb_index_apply_edit.
struct IndexApplyEditArgs {
  uint32_t layout = 0;  // dvdb_index_form
  const int64_t* dims = nullptr;  // [n_dims]
  uint32_t n_dims = 0;  // 0 to 4
  uint32_t bits = 0;  // 1 to 32
  dvdb_buffer data = 0;  // unsized, u8 [DVDB_INDEX_SIZE_DATA], edited
  dvdb_buffer counters = 0;  // unsized, u8 [DVDB_INDEX_SIZE_COUNTERS], edited; 0 for none
  uint32_t edit = 0;  // dvdb_index_edit; ADD needs PAPER
  Operand keys;  // index_dtype [count, n_dims]
  uint32_t index_dtype = 0;  // DVDB_I32 or DVDB_I64
  int64_t count = 0;  // below 2^31 for a PAPER index
  Operand deltas;  // delta_dtype [count]; 0 unless edit is DVDB_EDIT_ADD
  uint32_t delta_dtype = 0;  // DVDB_I32 or DVDB_I64
  uint32_t checked = 0;  // 0 or 1
  uint32_t* out_fault = nullptr;
};

/// Called by dvdb_index_apply_edit.
Status index_apply_edit(Context& c, const IndexApplyEditArgs& a);

/// Arguments of dvdb_index_to_bits.
struct IndexToBitsArgs {
  uint32_t layout = 0;  // dvdb_index_form
  const int64_t* dims = nullptr;  // [n_dims]
  uint32_t n_dims = 0;  // 0 to 4
  dvdb_buffer data = 0;  // unsized, u8 [DVDB_INDEX_SIZE_DATA]
  Span<uint8_t> out;  // u8 [ceil(product(dims) / 8)]
};

/// Called by dvdb_index_to_bits.
Status index_to_bits(Context& c, const IndexToBitsArgs& a);

/// Arguments of dvdb_index_to_values.
struct IndexToValuesArgs {
  const int64_t* dims = nullptr;  // [n_dims]
  uint32_t n_dims = 0;  // 0 to 4
  uint32_t bits = 0;  // 1 to 32
  dvdb_buffer data = 0;  // unsized, u8 [DVDB_INDEX_SIZE_DATA]
  uint32_t value_dtype = 0;  // DVDB_U8, DVDB_I32 or DVDB_I64; wide enough for `bits`
  Operand out;  // value_dtype [product(dims)]
};

/// Called by dvdb_index_to_values.
Status index_to_values(Context& c, const IndexToValuesArgs& a);

/// Arguments of dvdb_index_compare.
struct IndexCompareArgs {
  const int64_t* dims = nullptr;  // [n_dims]
  uint32_t n_dims = 0;  // 0 to 4
  uint32_t bits = 0;  // 1 to 32
  dvdb_buffer data = 0;  // unsized, u8 [DVDB_INDEX_SIZE_DATA]
  dvdb_buffer made = 0;  // unsized, u8 [DVDB_INDEX_SIZE_DATA]
  uint32_t* out_fault = nullptr;
};

/// Called by dvdb_index_compare.
Status index_compare(Context& c, const IndexCompareArgs& a);

}  // namespace dvdb::operators
