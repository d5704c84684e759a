// Generated from ffi/include/denovdb/records.h by `deno task bindgen`; do not edit.
#include "_generated/records_args.hpp"

using namespace dvdb;

dvdb_status dvdb_decode_las(dvdb_context context, dvdb_buffer records, int64_t n_records, uint32_t record_length, uint32_t format, const double* transform, uint32_t color_bits, dvdb_buffer out_coordinates, dvdb_buffer out_positions, dvdb_buffer out_colors, dvdb_buffer out_intensities, dvdb_buffer out_classifications, dvdb_buffer out_return_numbers, dvdb_buffer out_return_counts, dvdb_buffer out_point_sources, dvdb_buffer out_times, uint32_t* out_color_bits) noexcept {
  return entry(context, 0, operators::decode_las, {n_records, record_length, format, color_bits, transform, out_color_bits}, [&](Checks& c, auto& a) {
    return c.memory("transform", transform, {6}) && c.memory("out_color_bits", out_color_bits, {1})
      && c.range("format", format, 0, 10) && c.take("records", records, {n_records, record_length}, a.records)
      && c.take("out_coordinates", out_coordinates, {n_records, 3}, a.out_coordinates, true)
      && c.take("out_positions", out_positions, {n_records, 3}, a.out_positions, true)
      && c.take("out_colors", out_colors, {n_records, 3}, a.out_colors, true)
      && c.take("out_intensities", out_intensities, {n_records}, a.out_intensities, true)
      && c.take("out_classifications", out_classifications, {n_records}, a.out_classifications, true)
      && c.take("out_return_numbers", out_return_numbers, {n_records}, a.out_return_numbers, true)
      && c.take("out_return_counts", out_return_counts, {n_records}, a.out_return_counts, true)
      && c.take("out_point_sources", out_point_sources, {n_records}, a.out_point_sources, true)
      && c.take("out_times", out_times, {n_records}, a.out_times, true);
  });
}

dvdb_status dvdb_pack_records(dvdb_context context, uint32_t n_columns, const uint32_t* columns, int64_t n_fields, const int64_t* fields, int64_t n_rows, int64_t n_records, dvdb_buffer rows, int64_t record_bytes, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::pack_records, {n_columns, columns, n_fields, n_rows, n_records, record_bytes, fields}, [&](Checks& c, auto& a) {
    return c.memory("columns", columns, {n_columns}) && c.memory("fields", fields, {n_fields})
      && c.range("n_columns", n_columns, 0, 32) && c.range("n_rows", n_rows, 0, INT64_MAX)
      && c.take("rows", rows, {n_records}, a.rows, true) && c.take("out", out, {n_records, record_bytes}, a.out);
  });
}

dvdb_status dvdb_column_extremes(dvdb_context context, dvdb_buffer values, uint32_t dtype, int64_t n_rows, uint32_t channels, double* out_least, double* out_most) noexcept {
  return entry(context, 0, operators::column_extremes, {dtype, channels, n_rows, out_least, out_most}, [&](Checks& c, auto& a) {
    return c.memory("out_least", out_least, {channels}) && c.memory("out_most", out_most, {channels})
      && c.range("channels", channels, 1, 4096)
      && c.dtype("values", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_I32, DVDB_F32, DVDB_F64})
      && c.take("values", values, dtype, {n_rows, channels}, a.values);
  });
}
