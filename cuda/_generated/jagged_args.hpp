// Generated from ffi/include/denovdb/jagged.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of jagged.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/jagged.h"

namespace dvdb::operators {

/// Arguments of dvdb_take_rows().
struct TakeRowsArgs {
  int64_t n_source = 0, row_bytes = 0, n = 0;
  uint32_t checked = 0, pattern_low = 0, pattern_high = 0, pattern_bytes = 0; Span<uint8_t> source{}, out{};
  Span<int64_t> rows{};
};
Status take_rows(Context& c, const TakeRowsArgs& a);

/// Arguments of dvdb_take_rows_backward().
struct TakeRowsBackwardArgs {
  uint32_t dtype = 0; int64_t n = 0, columns = 0, n_source = 0; Span<int64_t> rows{}; Operand gradients{}, out{};
};
Status take_rows_backward(Context& c, const TakeRowsBackwardArgs& a);

/// Arguments of dvdb_jagged_gather_rows().
struct JaggedGatherRowsArgs {
  uint32_t index_dtype = 0, n_lists = 0; int64_t n = 0; const int64_t* index_offsets = nullptr, *offsets = nullptr;
  Operand indices{}; Span<int64_t> out{};
};
Status jagged_gather_rows(Context& c, const JaggedGatherRowsArgs& a);

/// Arguments of dvdb_jagged_mask_rows().
struct JaggedMaskRowsArgs {
  int64_t n = 0; const int64_t* offsets = nullptr; uint32_t n_lists = 0; int64_t* out_offsets = nullptr;
  Span<uint8_t> mask{}; Span<int64_t> out_rows{};
};
Status jagged_mask_rows(Context& c, const JaggedMaskRowsArgs& a);

/// Arguments of dvdb_list_of_rows().
struct ListOfRowsArgs {
  int64_t n = 0; const int64_t* offsets = nullptr; uint32_t n_lists = 0; Span<int32_t> out{};
};
Status list_of_rows(Context& c, const ListOfRowsArgs& a);

/// Arguments of dvdb_jagged_from_list_of_rows().
struct JaggedFromListOfRowsArgs {
  uint32_t index_dtype = 0, n_lists = 0; int64_t n = 0; int64_t* out_offsets = nullptr; Operand list_of_row{};
};
Status jagged_from_list_of_rows(Context& c, const JaggedFromListOfRowsArgs& a);

/// Arguments of dvdb_copy_lists().
struct CopyListsArgs {
  int64_t n_source = 0, row_bytes = 0, n_out = 0;
  const int64_t* sources = nullptr, *targets = nullptr, *counts = nullptr; uint32_t n_lists = 0;
  Span<uint8_t> source{}, out{};
};
Status copy_lists(Context& c, const CopyListsArgs& a);

/// Arguments of dvdb_copy_column().
struct CopyColumnArgs {
  int64_t n_blocks = 0, block_bytes = 0, out_block_bytes = 0, begin = 0; Span<uint8_t> source{}, out{};
};
Status copy_column(Context& c, const CopyColumnArgs& a);

/// Arguments of dvdb_copy_strided().
struct CopyStridedArgs {
  int64_t n_source = 0, offset = 0; uint32_t element_bytes = 0, rank = 0;
  const int64_t* shape = nullptr, *strides = nullptr; Span<uint8_t> source{}, out{};
};
Status copy_strided(Context& c, const CopyStridedArgs& a);

/// Arguments of dvdb_reduce_segments().
struct ReduceSegmentsArgs {
  uint32_t reduction = 0, dtype = 0, n_offsets = 0, out_dtype = 0; double correction = 0;
  int64_t n = 0, columns = 0, n_segments = 0, length = 0; const int64_t* offsets = nullptr; Operand values{}, out{};
};
Status reduce_segments(Context& c, const ReduceSegmentsArgs& a);

/// Arguments of dvdb_find_extremes().
struct FindExtremesArgs {
  uint32_t greatest = 0, dtype = 0, n_offsets = 0; int64_t n = 0, columns = 0, n_segments = 0, length = 0;
  const int64_t* offsets = nullptr; Operand values{}, out_values{}; Span<int64_t> out_rows{};
};
Status find_extremes(Context& c, const FindExtremesArgs& a);

/// Arguments of dvdb_map_elements().
struct MapElementsArgs {
  uint32_t op = 0, precision = 0, rank = 0, out_dtype = 0;
  const int64_t* shape = nullptr, *sizes = nullptr, *strides = nullptr; const uint32_t* dtypes = nullptr;
  dvdb_buffer out = 0; Operand x{}, y{}, z{};
};
Status map_elements(Context& c, const MapElementsArgs& a);

/// Arguments of dvdb_convert_tensors().
struct ConvertTensorsArgs {
  uint32_t n_tensors = 0; const uint32_t* tensors = nullptr, *dtypes = nullptr, *out_dtypes = nullptr, *out = nullptr;
  const int64_t* counts = nullptr;
};
Status convert_tensors(Context& c, const ConvertTensorsArgs& a);

/// Arguments of dvdb_fill_random().
struct FillRandomArgs {
  uint32_t distribution = 0, seed_low = 0, seed_high = 0, dtype = 0; double low = 0, high = 0; int64_t n = 0;
  Operand out{};
};
Status fill_random(Context& c, const FillRandomArgs& a);

}  // namespace dvdb::operators
