// Generated from ffi/include/denovdb/jagged.h by `deno task bindgen`; do not edit.
#include "_generated/jagged_args.hpp"

using namespace dvdb;

dvdb_status dvdb_take_rows(dvdb_context context, dvdb_ticket ticket, dvdb_buffer source, int64_t n_source, int64_t row_bytes, dvdb_buffer rows, int64_t n, uint32_t checked, uint32_t pattern_low, uint32_t pattern_high, uint32_t pattern_bytes, dvdb_buffer out) noexcept {
  return entry(context, ticket, operators::take_rows, {n_source, row_bytes, n, checked, pattern_low, pattern_high, pattern_bytes}, [&](Checks& c, auto& a) {
    return c.take("source", source, {n_source, row_bytes}, a.source) && c.take("rows", rows, {n}, a.rows)
      && c.take("out", out, {n, row_bytes}, a.out);
  });
}

dvdb_status dvdb_take_rows_backward(dvdb_context context, dvdb_buffer rows, dvdb_buffer gradients, uint32_t dtype, int64_t n, int64_t columns, int64_t n_source, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::take_rows_backward, {dtype, n, columns, n_source}, [&](Checks& c, auto& a) {
    return c.take("rows", rows, {n}, a.rows) && c.dtype("gradients", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("gradients", gradients, dtype, {n, columns}, a.gradients)
      && c.take("out", out, dtype, {n_source, columns}, a.out);
  });
}

dvdb_status dvdb_jagged_gather_rows(dvdb_context context, dvdb_ticket ticket, dvdb_buffer indices, uint32_t index_dtype, int64_t n, const int64_t* index_offsets, const int64_t* offsets, uint32_t n_lists, dvdb_buffer out) noexcept {
  return entry(context, ticket, operators::jagged_gather_rows, {index_dtype, n_lists, n, index_offsets, offsets}, [&](Checks& c, auto& a) {
    return c.memory("index_offsets", index_offsets, {Count(n_lists) + 1})
      && c.memory("offsets", offsets, {Count(n_lists) + 1}) && c.dtype("indices", index_dtype, {DVDB_I32, DVDB_I64})
      && c.take("indices", indices, index_dtype, {n}, a.indices) && c.take("out", out, {n}, a.out);
  });
}

dvdb_status dvdb_jagged_mask_rows(dvdb_context context, dvdb_ticket ticket, dvdb_buffer mask, int64_t n, const int64_t* offsets, uint32_t n_lists, dvdb_buffer out_rows, int64_t* out_offsets) noexcept {
  return entry(context, ticket, operators::jagged_mask_rows, {n, offsets, n_lists, out_offsets}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_lists) + 1})
      && c.memory("out_offsets", out_offsets, {Count(n_lists) + 1}) && c.take("mask", mask, {n}, a.mask)
      && c.take("out_rows", out_rows, {n}, a.out_rows);
  });
}

dvdb_status dvdb_list_of_rows(dvdb_context context, int64_t n, const int64_t* offsets, uint32_t n_lists, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::list_of_rows, {n, offsets, n_lists}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_lists) + 1}) && c.take("out", out, {n}, a.out);
  });
}

dvdb_status dvdb_jagged_from_list_of_rows(dvdb_context context, dvdb_ticket ticket, dvdb_buffer list_of_row, uint32_t index_dtype, int64_t n, uint32_t n_lists, int64_t* out_offsets) noexcept {
  return entry(context, ticket, operators::jagged_from_list_of_rows, {index_dtype, n_lists, n, out_offsets}, [&](Checks& c, auto& a) {
    return c.memory("out_offsets", out_offsets, {Count(n_lists) + 1})
      && c.dtype("list_of_row", index_dtype, {DVDB_I32, DVDB_I64})
      && c.take("list_of_row", list_of_row, index_dtype, {n}, a.list_of_row);
  });
}

dvdb_status dvdb_copy_lists(dvdb_context context, dvdb_buffer source, int64_t n_source, int64_t row_bytes, const int64_t* sources, const int64_t* targets, const int64_t* counts, uint32_t n_lists, dvdb_buffer out, int64_t n_out) noexcept {
  return entry(context, 0, operators::copy_lists, {n_source, row_bytes, n_out, sources, targets, counts, n_lists}, [&](Checks& c, auto& a) {
    return c.memory("sources", sources, {n_lists}) && c.memory("targets", targets, {n_lists})
      && c.memory("counts", counts, {n_lists}) && c.take("source", source, {n_source, row_bytes}, a.source)
      && c.take("out", out, {n_out, row_bytes}, a.out);
  });
}

dvdb_status dvdb_copy_column(dvdb_context context, dvdb_buffer source, int64_t n_blocks, int64_t block_bytes, dvdb_buffer out, int64_t out_block_bytes, int64_t begin) noexcept {
  return entry(context, 0, operators::copy_column, {n_blocks, block_bytes, out_block_bytes, begin}, [&](Checks& c, auto& a) {
    return c.take("source", source, {n_blocks, block_bytes}, a.source)
      && c.take("out", out, {n_blocks, out_block_bytes}, a.out);
  });
}

dvdb_status dvdb_copy_strided(dvdb_context context, dvdb_buffer source, int64_t n_source, uint32_t element_bytes, int64_t offset, const int64_t* shape, const int64_t* strides, uint32_t rank, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::copy_strided, {n_source, offset, element_bytes, rank, shape, strides}, [&](Checks& c, auto& a) {
    return c.memory("shape", shape, {rank}) && c.memory("strides", strides, {rank}) && c.range("rank", rank, 1, 8)
      && c.take("source", source, {n_source, element_bytes}, a.source)
      && c.take("out", out, {product(shape, rank), element_bytes}, a.out);
  });
}

dvdb_status dvdb_reduce_segments(dvdb_context context, uint32_t reduction, double correction, dvdb_buffer values, uint32_t dtype, int64_t n, int64_t columns, int64_t n_segments, int64_t length, const int64_t* offsets, uint32_t n_offsets, dvdb_buffer out, uint32_t out_dtype) noexcept {
  return entry(context, 0, operators::reduce_segments, {reduction, dtype, n_offsets, out_dtype, correction, n, columns, n_segments, length, offsets}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {n_offsets})
      && c.choice("reduction", reduction, {DVDB_REDUCE_SUM, DVDB_REDUCE_PROD, DVDB_REDUCE_MEAN, DVDB_REDUCE_ANY, DVDB_REDUCE_ALL, DVDB_REDUCE_NORM_1, DVDB_REDUCE_NORM_2, DVDB_REDUCE_NORM_MAX, DVDB_REDUCE_VAR, DVDB_REDUCE_STD}, "DVDB_REDUCE_SUM, DVDB_REDUCE_PROD, DVDB_REDUCE_MEAN, DVDB_REDUCE_ANY, DVDB_REDUCE_ALL, DVDB_REDUCE_NORM_1, DVDB_REDUCE_NORM_2, DVDB_REDUCE_NORM_MAX, DVDB_REDUCE_VAR or DVDB_REDUCE_STD")
      && c.dtype("values", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("values", values, dtype, {n, columns}, a.values)
      && c.dtype("out", out_dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("out", out, out_dtype, {n_segments, columns}, a.out);
  });
}

dvdb_status dvdb_find_extremes(dvdb_context context, uint32_t greatest, dvdb_buffer values, uint32_t dtype, int64_t n, int64_t columns, int64_t n_segments, int64_t length, const int64_t* offsets, uint32_t n_offsets, dvdb_buffer out_values, dvdb_buffer out_rows) noexcept {
  return entry(context, 0, operators::find_extremes, {greatest, dtype, n_offsets, n, columns, n_segments, length, offsets}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {n_offsets})
      && c.dtype("values", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("values", values, dtype, {n, columns}, a.values)
      && c.take("out_values", out_values, dtype, {n_segments, columns}, a.out_values)
      && c.take("out_rows", out_rows, {n_segments, columns}, a.out_rows);
  });
}

dvdb_status dvdb_map_elements(dvdb_context context, uint32_t op, uint32_t precision, const int64_t* shape, uint32_t rank, dvdb_buffer x, dvdb_buffer y, dvdb_buffer z, const uint32_t* dtypes, const int64_t* sizes, const int64_t* strides, dvdb_buffer out, uint32_t out_dtype) noexcept {
  return entry(context, 0, operators::map_elements, {op, precision, rank, out_dtype, shape, sizes, strides, dtypes, out}, [&](Checks& c, auto& a) {
    return c.memory("shape", shape, {rank}) && c.memory("dtypes", dtypes, {3}) && c.memory("sizes", sizes, {3})
      && c.memory("strides", strides, {3, rank})
      && c.choice("op", op, {DVDB_OP_CAST, DVDB_OP_NEGATE, DVDB_OP_ABS, DVDB_OP_SQRT, DVDB_OP_RSQRT, DVDB_OP_FLOOR, DVDB_OP_CEIL, DVDB_OP_ROUND, DVDB_OP_TRUNC, DVDB_OP_RELU, DVDB_OP_ADD, DVDB_OP_SUBTRACT, DVDB_OP_MULTIPLY, DVDB_OP_DIVIDE, DVDB_OP_FLOOR_DIVIDE, DVDB_OP_REMAINDER, DVDB_OP_FMOD, DVDB_OP_MAXIMUM, DVDB_OP_MINIMUM, DVDB_OP_FMAX, DVDB_OP_FMIN, DVDB_OP_EQUAL, DVDB_OP_NOT_EQUAL, DVDB_OP_LESS, DVDB_OP_LESS_EQUAL, DVDB_OP_GREATER, DVDB_OP_GREATER_EQUAL, DVDB_OP_WHERE, DVDB_OP_LERP, DVDB_OP_REPLACE_NAN, DVDB_OP_CLAMP, DVDB_OP_REPLACE_INFINITE, DVDB_OP_LEAKY_RELU, DVDB_OP_LEAKY_RELU_BACKWARD, DVDB_OP_EXP, DVDB_OP_EXPM1, DVDB_OP_LOG, DVDB_OP_LOG1P, DVDB_OP_SIGMOID, DVDB_OP_TANH, DVDB_OP_SILU, DVDB_OP_GELU, DVDB_OP_POWER, DVDB_OP_SILU_BACKWARD, DVDB_OP_GELU_BACKWARD, DVDB_OP_GELU_TANH, DVDB_OP_GELU_TANH_BACKWARD, DVDB_OP_ELU, DVDB_OP_ELU_BACKWARD}, "DVDB_OP_CAST, DVDB_OP_NEGATE, DVDB_OP_ABS, DVDB_OP_SQRT, DVDB_OP_RSQRT, DVDB_OP_FLOOR, DVDB_OP_CEIL, DVDB_OP_ROUND, DVDB_OP_TRUNC, DVDB_OP_RELU, DVDB_OP_ADD, DVDB_OP_SUBTRACT, DVDB_OP_MULTIPLY, DVDB_OP_DIVIDE, DVDB_OP_FLOOR_DIVIDE, DVDB_OP_REMAINDER, DVDB_OP_FMOD, DVDB_OP_MAXIMUM, DVDB_OP_MINIMUM, DVDB_OP_FMAX, DVDB_OP_FMIN, DVDB_OP_EQUAL, DVDB_OP_NOT_EQUAL, DVDB_OP_LESS, DVDB_OP_LESS_EQUAL, DVDB_OP_GREATER, DVDB_OP_GREATER_EQUAL, DVDB_OP_WHERE, DVDB_OP_LERP, DVDB_OP_REPLACE_NAN, DVDB_OP_CLAMP, DVDB_OP_REPLACE_INFINITE, DVDB_OP_LEAKY_RELU, DVDB_OP_LEAKY_RELU_BACKWARD, DVDB_OP_EXP, DVDB_OP_EXPM1, DVDB_OP_LOG, DVDB_OP_LOG1P, DVDB_OP_SIGMOID, DVDB_OP_TANH, DVDB_OP_SILU, DVDB_OP_GELU, DVDB_OP_POWER, DVDB_OP_SILU_BACKWARD, DVDB_OP_GELU_BACKWARD, DVDB_OP_GELU_TANH, DVDB_OP_GELU_TANH_BACKWARD, DVDB_OP_ELU or DVDB_OP_ELU_BACKWARD")
      && c.dtype("precision", precision, {DVDB_F32, DVDB_F64, DVDB_I64}) && c.range("rank", rank, 1, 6)
      && c.dtype("x", dtypes[0], {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("x", x, dtypes[0], {sizes[0]}, a.x)
      && c.dtype("y", dtypes[1], {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("y", y, dtypes[1], {sizes[1]}, a.y)
      && c.dtype("z", dtypes[2], {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("z", z, dtypes[2], {sizes[2]}, a.z);
  });
}

dvdb_status dvdb_convert_tensors(dvdb_context context, uint32_t n_tensors, const uint32_t* tensors, const int64_t* counts, const uint32_t* dtypes, const uint32_t* out_dtypes, const uint32_t* out) noexcept {
  return entry(context, 0, operators::convert_tensors, {n_tensors, tensors, dtypes, out_dtypes, out, counts}, [&](Checks& c, auto&) {
    return c.memory("tensors", tensors, {n_tensors}) && c.memory("counts", counts, {n_tensors})
      && c.memory("dtypes", dtypes, {n_tensors}) && c.memory("out_dtypes", out_dtypes, {n_tensors})
      && c.memory("out", out, {n_tensors}) && c.range("n_tensors", n_tensors, 0, 1048576);
  });
}

dvdb_status dvdb_fill_random(dvdb_context context, dvdb_ticket ticket, uint32_t distribution, uint32_t seed_low, uint32_t seed_high, double low, double high, dvdb_buffer out, uint32_t dtype, int64_t n) noexcept {
  return entry(context, ticket, operators::fill_random, {distribution, seed_low, seed_high, dtype, low, high, n}, [&](Checks& c, auto& a) {
    return c.choice("distribution", distribution, {DVDB_UNIFORM, DVDB_NORMAL}, "DVDB_UNIFORM or DVDB_NORMAL")
      && c.dtype("out", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}) && c.take("out", out, dtype, {n}, a.out);
  });
}
