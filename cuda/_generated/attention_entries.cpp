// Generated from ffi/include/denovdb/attention.h by `deno task bindgen`; do not edit.
#include "_generated/attention_args.hpp"

using namespace dvdb;

dvdb_status dvdb_order_by_code(dvdb_context context, dvdb_buffer codes, int64_t n, const int64_t* offsets, uint32_t n_lists, dvdb_buffer out_rows, dvdb_buffer out_inverse) noexcept {
  return entry(context, 0, operators::order_by_code, {n, offsets, n_lists}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_lists) + 1}) && c.take("codes", codes, {n}, a.codes)
      && c.take("out_rows", out_rows, {n}, a.out_rows) && c.take("out_inverse", out_inverse, {n}, a.out_inverse);
  });
}

dvdb_status dvdb_group_by_code_count(dvdb_context context, dvdb_buffer codes, int64_t n, uint32_t shift, const int64_t* offsets, uint32_t n_lists, dvdb_buffer out_rows, dvdb_buffer out_inverse, dvdb_buffer out_groups, int64_t* out_offsets) noexcept {
  return entry(context, 0, operators::group_by_code_count, {n, shift, n_lists, offsets, out_offsets}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_lists) + 1})
      && c.memory("out_offsets", out_offsets, {Count(n_lists) + 1}) && c.range("shift", shift, 0, 63)
      && c.take("codes", codes, {n}, a.codes) && c.take("out_rows", out_rows, {n}, a.out_rows)
      && c.take("out_inverse", out_inverse, {n}, a.out_inverse) && c.take("out_groups", out_groups, {n}, a.out_groups);
  });
}

dvdb_status dvdb_group_by_code(dvdb_context context, dvdb_buffer codes, dvdb_buffer rows, dvdb_buffer groups, int64_t n, uint32_t shift, int64_t n_groups, dvdb_buffer out_codes, dvdb_buffer out_ends) noexcept {
  return entry(context, 0, operators::group_by_code, {n, n_groups, shift}, [&](Checks& c, auto& a) {
    return c.range("shift", shift, 0, 63) && c.take("codes", codes, {n}, a.codes) && c.take("rows", rows, {n}, a.rows)
      && c.take("groups", groups, {n}, a.groups) && c.take("out_codes", out_codes, {n_groups}, a.out_codes)
      && c.take("out_ends", out_ends, {n_groups}, a.out_ends);
  });
}

dvdb_status dvdb_window_rows(dvdb_context context, dvdb_buffer rows, int64_t n, const int64_t* offsets, uint32_t n_lists, int64_t size, int64_t dilation, uint32_t tails, int64_t n_out, dvdb_buffer out_rows, dvdb_buffer out_inverse) noexcept {
  return entry(context, 0, operators::window_rows, {n, size, dilation, n_out, offsets, n_lists, tails}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_lists) + 1}) && c.range("size", size, 1, 16777216)
      && c.range("dilation", dilation, 1, 16777216)
      && c.choice("tails", tails, {DVDB_TAILS_SHORT, DVDB_TAILS_BORROW}, "DVDB_TAILS_SHORT or DVDB_TAILS_BORROW")
      && c.range("n_out", n_out, 0, INT64_MAX) && c.take("rows", rows, {n}, a.rows)
      && c.take("out_rows", out_rows, {n_out}, a.out_rows) && c.take("out_inverse", out_inverse, {n}, a.out_inverse);
  });
}

dvdb_status dvdb_window_codes(dvdb_context context, dvdb_buffer ijk, int64_t n, const int32_t* divisor, const int32_t* shift, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::window_codes, {n, divisor, shift}, [&](Checks& c, auto& a) {
    return c.memory("divisor", divisor, {3}) && c.memory("shift", shift, {3})
      && c.ranges("divisor", divisor, 3, 1, INT64_MAX) && c.take("ijk", ijk, {n, 3}, a.ijk)
      && c.take("out", out, {n}, a.out);
  });
}
