// Generated from ffi/include/denovdb/jagged.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of jagged.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/jagged.h"

namespace dvdb::operators {

/// Arguments of dvdb_take_rows.
struct TakeRowsArgs {
  Span<uint8_t> source;  // u8 [n_source, row_bytes]
  int64_t n_source = 0;
  int64_t row_bytes = 0;
  Span<int64_t> rows;  // i64 [n]
  int64_t n = 0;
  uint32_t checked = 0;  // 0 or 1
  uint32_t pattern_low = 0;
  uint32_t pattern_high = 0;  // one element of the fill value, little-endian, low word first
  uint32_t pattern_bytes = 0;  // 1, 2, 4 or 8; divides row_bytes
  Span<uint8_t> out;  // u8 [n, row_bytes]
};

/// Called by dvdb_take_rows.
Status take_rows(Context& c, const TakeRowsArgs& a);

/// Arguments of dvdb_rows_in_lists.
struct RowsInListsArgs {
  Operand indices;  // index_dtype [n]
  uint32_t index_dtype = 0;  // DVDB_I32 or DVDB_I64
  int64_t n = 0;
  const int64_t* index_offsets = nullptr;  // [n_lists + 1], lists of indices
  const int64_t* offsets = nullptr;  // [n_lists + 1], lists of rows
  uint32_t n_lists = 0;
  Span<int64_t> out;  // i64 [n]
};

/// Called by dvdb_rows_in_lists.
Status rows_in_lists(Context& c, const RowsInListsArgs& a);

/// Arguments of dvdb_kept_rows.
struct KeptRowsArgs {
  Span<uint8_t> mask;  // bool [n]
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_lists + 1]
  uint32_t n_lists = 0;
  Span<int64_t> out_rows;  // i64 [n], undefined after the kept rows
  int64_t* out_offsets = nullptr;
};

/// Called by dvdb_kept_rows.
Status kept_rows(Context& c, const KeptRowsArgs& a);

/// Arguments of dvdb_list_of_rows.
struct ListOfRowsArgs {
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_lists + 1]
  uint32_t n_lists = 0;
  Span<int32_t> out;  // i32 [n]
};

/// Called by dvdb_list_of_rows.
Status list_of_rows(Context& c, const ListOfRowsArgs& a);

/// Arguments of dvdb_offsets_of_rows.
struct OffsetsOfRowsArgs {
  Operand list_of_row;  // index_dtype [n]
  uint32_t index_dtype = 0;  // DVDB_I32 or DVDB_I64
  int64_t n = 0;
  uint32_t n_lists = 0;
  int64_t* out_offsets = nullptr;
};

/// Called by dvdb_offsets_of_rows.
Status offsets_of_rows(Context& c, const OffsetsOfRowsArgs& a);

/// Arguments of dvdb_copy_lists.
struct CopyListsArgs {
  Span<uint8_t> source;  // u8 [n_source, row_bytes]
  int64_t n_source = 0;
  int64_t row_bytes = 0;
  const int64_t* sources = nullptr;  // [n_lists]
  const int64_t* targets = nullptr;  // [n_lists]
  const int64_t* counts = nullptr;  // [n_lists]
  uint32_t n_lists = 0;
  Span<uint8_t> out;  // u8 [n_out, row_bytes]
  int64_t n_out = 0;
};

/// Called by dvdb_copy_lists.
Status copy_lists(Context& c, const CopyListsArgs& a);

/// Arguments of dvdb_copy_column.
struct CopyColumnArgs {
  Span<uint8_t> source;  // u8 [n_blocks, block_bytes]
  int64_t n_blocks = 0;
  int64_t block_bytes = 0;
  Span<uint8_t> out;  // u8 [n_blocks, out_block_bytes]
  int64_t out_block_bytes = 0;
  int64_t begin = 0;
};

/// Called by dvdb_copy_column.
Status copy_column(Context& c, const CopyColumnArgs& a);

/// Arguments of dvdb_copy_strided.
struct CopyStridedArgs {
  Span<uint8_t> source;  // u8 [n_source, element_bytes]
  int64_t n_source = 0;
  uint32_t element_bytes = 0;  // 1, 2, 4 or 8
  int64_t offset = 0;  // of the first element
  const int64_t* shape = nullptr;  // [rank]
  const int64_t* strides = nullptr;  // [rank]
  uint32_t rank = 0;  // 1 to 8
  Span<uint8_t> out;  // u8 [product(shape), element_bytes]
};

/// Called by dvdb_copy_strided.
Status copy_strided(Context& c, const CopyStridedArgs& a);

/// Arguments of dvdb_reduce_segments.
struct ReduceSegmentsArgs {
  uint32_t reduction = 0;  // dvdb_reduction
  double correction = 0;  // for variances
  Operand values;  // dtype [n, columns]
  uint32_t dtype = 0;
  int64_t n = 0;
  int64_t columns = 0;
  int64_t n_segments = 0;
  int64_t length = 0;  // rows of each segment; -1 if given by the offsets
  const int64_t* offsets = nullptr;  // [n_offsets], n_segments + 1, or none if length is given
  uint32_t n_offsets = 0;
  Operand out;  // out_dtype [n_segments, columns]
  uint32_t out_dtype = 0;
};

/// Called by dvdb_reduce_segments.
Status reduce_segments(Context& c, const ReduceSegmentsArgs& a);

/// Arguments of dvdb_find_extremes.
struct FindExtremesArgs {
  uint32_t greatest = 0;  // 0: least, 1: greatest
  Operand values;  // dtype [n, columns]
  uint32_t dtype = 0;  // any but bool
  int64_t n = 0;
  int64_t columns = 0;
  int64_t n_segments = 0;
  int64_t length = 0;  // as in dvdb_reduce_segments
  const int64_t* offsets = nullptr;  // [n_offsets]
  uint32_t n_offsets = 0;
  Operand out_values;  // dtype [n_segments, columns]
  Span<int64_t> out_rows;  // i64 [n_segments, columns]
};

/// Called by dvdb_find_extremes.
Status find_extremes(Context& c, const FindExtremesArgs& a);

/// Arguments of dvdb_map_elements.
struct MapElementsArgs {
  uint32_t op = 0;  // dvdb_element_op
  uint32_t precision = 0;  // DVDB_F32, DVDB_F64 or DVDB_I64, the type computed in
  const int64_t* shape = nullptr;  // [rank]
  uint32_t rank = 0;  // 1 to 6
  Operand x;  // dtypes[0] [sizes[0]]
  Operand y;  // dtypes[1] [sizes[1]]
  Operand z;  // dtypes[2] [sizes[2]]
  const uint32_t* dtypes = nullptr;  // [3]
  const int64_t* sizes = nullptr;  // [3], elements
  const int64_t* strides = nullptr;  // [3, rank]
  dvdb_buffer out = 0;  // unsized, out_dtype of the shape
  uint32_t out_dtype = 0;
};

/// Called by dvdb_map_elements.
Status map_elements(Context& c, const MapElementsArgs& a);

/// Arguments of dvdb_fill_random.
struct FillRandomArgs {
  uint32_t distribution = 0;  // dvdb_distribution
  uint32_t seed_low = 0;
  uint32_t seed_high = 0;
  double low = 0;
  double high = 0;
  Operand out;  // dtype [n]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
};

/// Called by dvdb_fill_random.
Status fill_random(Context& c, const FillRandomArgs& a);

}  // namespace dvdb::operators
