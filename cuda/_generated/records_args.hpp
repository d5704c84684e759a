// Generated from ffi/include/denovdb/records.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of records.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/records.h"

namespace dvdb::operators {

/// Arguments of dvdb_decode_las.
struct DecodeLasArgs {
  Span<uint8_t> records;  // u8 [n_records, record_length]
  int64_t n_records = 0;
  uint32_t record_length = 0;  // bytes, at least those of the format
  uint32_t format = 0;  // 0 to 10
  const double* transform = nullptr;  // [6] scale and offset of each axis; read for positions alone
  uint32_t color_bits = 0;  // 8 or 16: width of a channel in the file; 0: detected from these records
  OptionalSpan<int32_t> out_coordinates;  // i32 [n_records, 3], as stored; 0 for none
  OptionalSpan<double> out_positions;  // f64 [n_records, 3], coordinate * scale + offset; 0 for none
  OptionalSpan<uint8_t> out_colors;  // u8 [n_records, 3]; 0 for none
  OptionalSpan<uint16_t> out_intensities;  // u16 [n_records]; 0 for none
  OptionalSpan<uint8_t> out_classifications;  // u8 [n_records], without flags; 0 for none
  OptionalSpan<uint8_t> out_return_numbers;  // u8 [n_records]; 0 for none
  OptionalSpan<uint8_t> out_return_counts;  // u8 [n_records]; 0 for none
  OptionalSpan<uint16_t> out_point_sources;  // u16 [n_records]; 0 for none
  OptionalSpan<double> out_times;  // f64 [n_records]; 0 for none
  uint32_t* out_color_bits = nullptr;
};

/// Called by dvdb_decode_las.
Status decode_las(Context& c, const DecodeLasArgs& a);

/// Arguments of dvdb_pack_records.
struct PackRecordsArgs {
  uint32_t n_columns = 0;  // 0 to 32
  const uint32_t* columns = nullptr;  // [n_columns], dvdb_buffer handles of n_rows rows each
  int64_t n_fields = 0;  // DVDB_RECORD_FIELD_COUNT for each column
  const int64_t* fields = nullptr;  // [n_fields]
  int64_t n_rows = 0;  // 0 or more
  int64_t n_records = 0;
  OptionalSpan<int64_t> rows;  // i64 [n_records], row of each record, else all n_rows in order, n_records of them; 0 for none
  int64_t record_bytes = 0;  // of all fields together
  Span<uint8_t> out;  // u8 [n_records, record_bytes]
};

/// Called by dvdb_pack_records.
Status pack_records(Context& c, const PackRecordsArgs& a);

/// Arguments of dvdb_column_extremes.
struct ColumnExtremesArgs {
  Operand values;  // dtype [n_rows, channels]
  uint32_t dtype = 0;  // DVDB_U8, DVDB_U16, DVDB_I16, DVDB_I32, DVDB_F32 or DVDB_F64
  int64_t n_rows = 0;
  uint32_t channels = 0;  // 1 to 4096
  double* out_least = nullptr;
  double* out_most = nullptr;
};

/// Called by dvdb_column_extremes.
Status column_extremes(Context& c, const ColumnExtremesArgs& a);

}  // namespace dvdb::operators
