// Generated from ffi/include/denovdb/records.h by `deno task bindgen`; do not edit.
#include "_generated/records_args.hpp"

using namespace dvdb;

dvdb_status dvdb_decode_las(dvdb_context context, dvdb_buffer records, int64_t n_records, uint32_t record_length, uint32_t format, const double* transform, uint32_t color_bits, dvdb_buffer out_coordinates, dvdb_buffer out_positions, dvdb_buffer out_colors, dvdb_buffer out_intensities, dvdb_buffer out_classifications, dvdb_buffer out_return_numbers, dvdb_buffer out_return_counts, dvdb_buffer out_point_sources, dvdb_buffer out_times, uint32_t* out_color_bits) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::DecodeLasArgs a;
    DVDB_TRY(require(c, "transform", transform, {6}));
    DVDB_TRY(require(c, "out_color_bits", out_color_bits, {1}));
    DVDB_TRY(check_range(c, "format", format, 0, 10));
    a.n_records = n_records;
    a.record_length = record_length;
    a.format = format;
    a.transform = transform;
    a.color_bits = color_bits;
    a.out_color_bits = out_color_bits;
    DVDB_TRY(take(c, "records", records, {n_records, record_length}, a.records));
    DVDB_TRY(take(c, "out_coordinates", out_coordinates, {n_records, 3}, a.out_coordinates, true));
    DVDB_TRY(take(c, "out_positions", out_positions, {n_records, 3}, a.out_positions, true));
    DVDB_TRY(take(c, "out_colors", out_colors, {n_records, 3}, a.out_colors, true));
    DVDB_TRY(take(c, "out_intensities", out_intensities, {n_records}, a.out_intensities, true));
    DVDB_TRY(take(c, "out_classifications", out_classifications, {n_records}, a.out_classifications, true));
    DVDB_TRY(take(c, "out_return_numbers", out_return_numbers, {n_records}, a.out_return_numbers, true));
    DVDB_TRY(take(c, "out_return_counts", out_return_counts, {n_records}, a.out_return_counts, true));
    DVDB_TRY(take(c, "out_point_sources", out_point_sources, {n_records}, a.out_point_sources, true));
    DVDB_TRY(take(c, "out_times", out_times, {n_records}, a.out_times, true));
    return operators::decode_las(c, a);
  });
}

dvdb_status dvdb_pack_records(dvdb_context context, uint32_t n_columns, const uint32_t* columns, int64_t n_fields, const int64_t* fields, int64_t n_rows, int64_t n_records, dvdb_buffer rows, int64_t record_bytes, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::PackRecordsArgs a;
    DVDB_TRY(require(c, "columns", columns, {n_columns}));
    DVDB_TRY(require(c, "fields", fields, {n_fields}));
    DVDB_TRY(check_range(c, "n_columns", n_columns, 0, 32));
    DVDB_TRY(check_range(c, "n_rows", n_rows, 0, INT64_MAX));
    a.n_columns = n_columns;
    a.columns = columns;
    a.n_fields = n_fields;
    a.fields = fields;
    a.n_rows = n_rows;
    a.n_records = n_records;
    a.record_bytes = record_bytes;
    DVDB_TRY(take(c, "rows", rows, {n_records}, a.rows, true));
    DVDB_TRY(take(c, "out", out, {n_records, record_bytes}, a.out));
    return operators::pack_records(c, a);
  });
}

dvdb_status dvdb_column_extremes(dvdb_context context, dvdb_buffer values, uint32_t dtype, int64_t n_rows, uint32_t channels, double* out_least, double* out_most) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::ColumnExtremesArgs a;
    DVDB_TRY(require(c, "out_least", out_least, {channels}));
    DVDB_TRY(require(c, "out_most", out_most, {channels}));
    DVDB_TRY(check_range(c, "channels", channels, 1, 4096));
    a.dtype = dtype;
    a.n_rows = n_rows;
    a.channels = channels;
    a.out_least = out_least;
    a.out_most = out_most;
    DVDB_TRY(check_dtype(c, "values", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_I32, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "values", values, dtype, {n_rows, channels}, a.values));
    return operators::column_extremes(c, a);
  });
}
