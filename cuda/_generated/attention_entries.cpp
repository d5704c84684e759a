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

dvdb_status dvdb_attend(dvdb_context context, dvdb_buffer q, dvdb_buffer k, dvdb_buffer v, const int64_t* strides, const int64_t* firsts, uint32_t dtype, int64_t n_queries, int64_t n_keys, int64_t heads, int64_t depth, int64_t value_depth, const int64_t* offsets, const int64_t* key_offsets, uint32_t n_lists, double scale, uint32_t causal, int64_t reach, dvdb_buffer table, dvdb_buffer positions, dvdb_buffer key_positions, dvdb_buffer out, dvdb_buffer out_log_sums) noexcept {
  return entry(context, 0, operators::attend, {strides, firsts, offsets, key_offsets, dtype, n_lists, causal, n_queries, n_keys, heads, depth, value_depth, reach, scale}, [&](Checks& c, auto& a) {
    return c.memory("strides", strides, {3}) && c.memory("firsts", firsts, {3})
      && c.memory("offsets", offsets, {Count(n_lists) + 1})
      && c.memory("key_offsets", key_offsets, {Count(n_lists) + 1}) && c.range("heads", heads, 1, 65536)
      && c.range("depth", depth, 1, 65536) && c.range("value_depth", value_depth, 1, 65536)
      && c.range("reach", reach, 0, 65535) && c.dtype("q", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("q", q, dtype, {n_queries, strides[0]}, a.q) && c.take("k", k, dtype, {n_keys, strides[1]}, a.k)
      && c.take("v", v, dtype, {n_keys, strides[2]}, a.v)
      && c.take("table", table, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {3, ((Count(2) * reach) + 1), heads}, a.table, true)
      && c.take("positions", positions, {n_queries, 3}, a.positions, true)
      && c.take("key_positions", key_positions, {n_keys, 3}, a.key_positions, true)
      && c.take("out", out, dtype, {n_queries, heads, value_depth}, a.out)
      && c.take("out_log_sums", out_log_sums, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {heads, n_queries}, a.out_log_sums);
  });
}

dvdb_status dvdb_attend_backward(dvdb_context context, dvdb_buffer q, dvdb_buffer k, dvdb_buffer v, const int64_t* strides, const int64_t* firsts, uint32_t dtype, int64_t n_queries, int64_t n_keys, int64_t heads, int64_t depth, int64_t value_depth, const int64_t* offsets, const int64_t* key_offsets, uint32_t n_lists, double scale, uint32_t causal, int64_t reach, dvdb_buffer table, dvdb_buffer positions, dvdb_buffer key_positions, dvdb_buffer results, dvdb_buffer log_sums, dvdb_buffer gradients, dvdb_buffer out_q, dvdb_buffer out_k, dvdb_buffer out_v, dvdb_buffer out_table) noexcept {
  return entry(context, 0, operators::attend_backward, {strides, firsts, offsets, key_offsets, dtype, n_lists, causal, n_queries, n_keys, heads, depth, value_depth, reach, scale}, [&](Checks& c, auto& a) {
    return c.memory("strides", strides, {3}) && c.memory("firsts", firsts, {3})
      && c.memory("offsets", offsets, {Count(n_lists) + 1})
      && c.memory("key_offsets", key_offsets, {Count(n_lists) + 1}) && c.range("heads", heads, 1, 65536)
      && c.range("depth", depth, 1, 65536) && c.range("value_depth", value_depth, 1, 65536)
      && c.range("reach", reach, 0, 65535) && c.dtype("q", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("q", q, dtype, {n_queries, strides[0]}, a.q) && c.take("k", k, dtype, {n_keys, strides[1]}, a.k)
      && c.take("v", v, dtype, {n_keys, strides[2]}, a.v)
      && c.take("table", table, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {3, ((Count(2) * reach) + 1), heads}, a.table, true)
      && c.take("positions", positions, {n_queries, 3}, a.positions, true)
      && c.take("key_positions", key_positions, {n_keys, 3}, a.key_positions, true)
      && c.take("results", results, dtype, {n_queries, heads, value_depth}, a.results)
      && c.take("log_sums", log_sums, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {heads, n_queries}, a.log_sums)
      && c.take("gradients", gradients, dtype, {n_queries, heads, value_depth}, a.gradients)
      && c.take("out_q", out_q, dtype, {n_queries, strides[0]}, a.out_q, true)
      && c.take("out_k", out_k, dtype, {n_keys, strides[1]}, a.out_k, true)
      && c.take("out_v", out_v, dtype, {n_keys, strides[2]}, a.out_v, true)
      && c.take("out_table", out_table, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {3, ((Count(2) * reach) + 1), heads}, a.out_table, true);
  });
}
