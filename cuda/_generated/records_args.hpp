// Generated from ffi/include/denovdb/records.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of records.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/records.h"

namespace dvdb::operators {

/// Arguments of dvdb_decode_las().
struct DecodeLasArgs {
  int64_t n_records = 0; uint32_t record_length = 0, format = 0, color_bits = 0; const double* transform = nullptr;
  uint32_t* out_color_bits = nullptr; Span<uint8_t> records{}; OptionalSpan<int32_t> out_coordinates{};
  OptionalSpan<double> out_positions{}, out_times{};
  OptionalSpan<uint8_t> out_colors{}, out_classifications{}, out_return_numbers{}, out_return_counts{};
  OptionalSpan<uint16_t> out_intensities{}, out_point_sources{};
};
Status decode_las(Context& c, const DecodeLasArgs& a);

/// Arguments of dvdb_pack_records().
struct PackRecordsArgs {
  uint32_t n_columns = 0; const uint32_t* columns = nullptr;
  int64_t n_fields = 0, n_rows = 0, n_records = 0, record_bytes = 0; const int64_t* fields = nullptr;
  OptionalSpan<int64_t> rows{}; Span<uint8_t> out{};
};
Status pack_records(Context& c, const PackRecordsArgs& a);

/// Arguments of dvdb_column_extremes().
struct ColumnExtremesArgs {
  uint32_t dtype = 0, channels = 0; int64_t n_rows = 0; double* out_least = nullptr, *out_most = nullptr;
  Operand values{};
};
Status column_extremes(Context& c, const ColumnExtremesArgs& a);

}  // namespace dvdb::operators
