// Generated from ffi/include/denovdb/jagged.h by `deno task bindgen`; do not edit.
#include "_generated/jagged_args.hpp"

using namespace dvdb;

dvdb_status dvdb_take_rows(dvdb_context context, dvdb_ticket ticket, dvdb_buffer source, int64_t n_source, int64_t row_bytes, dvdb_buffer rows, int64_t n, uint32_t checked, uint32_t pattern_low, uint32_t pattern_high, uint32_t pattern_bytes, dvdb_buffer out) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::TakeRowsArgs a;
    a.n_source = n_source;
    a.row_bytes = row_bytes;
    a.n = n;
    a.checked = checked;
    a.pattern_low = pattern_low;
    a.pattern_high = pattern_high;
    a.pattern_bytes = pattern_bytes;
    DVDB_TRY(take(c, "source", source, {n_source, row_bytes}, a.source));
    DVDB_TRY(take(c, "rows", rows, {n}, a.rows));
    DVDB_TRY(take(c, "out", out, {n, row_bytes}, a.out));
    return operators::take_rows(c, a);
  });
}

dvdb_status dvdb_rows_in_lists(dvdb_context context, dvdb_ticket ticket, dvdb_buffer indices, uint32_t index_dtype, int64_t n, const int64_t* index_offsets, const int64_t* offsets, uint32_t n_lists, dvdb_buffer out) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::RowsInListsArgs a;
    DVDB_TRY(require(c, "index_offsets", index_offsets, {Count(n_lists) + 1}));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_lists) + 1}));
    a.index_dtype = index_dtype;
    a.n = n;
    a.index_offsets = index_offsets;
    a.offsets = offsets;
    a.n_lists = n_lists;
    DVDB_TRY(check_dtype(c, "indices", index_dtype, {DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "indices", indices, index_dtype, {n}, a.indices));
    DVDB_TRY(take(c, "out", out, {n}, a.out));
    return operators::rows_in_lists(c, a);
  });
}

dvdb_status dvdb_kept_rows(dvdb_context context, dvdb_ticket ticket, dvdb_buffer mask, int64_t n, const int64_t* offsets, uint32_t n_lists, dvdb_buffer out_rows, int64_t* out_offsets) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::KeptRowsArgs a;
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_lists) + 1}));
    DVDB_TRY(require(c, "out_offsets", out_offsets, {Count(n_lists) + 1}));
    a.n = n;
    a.offsets = offsets;
    a.n_lists = n_lists;
    a.out_offsets = out_offsets;
    DVDB_TRY(take(c, "mask", mask, {n}, a.mask));
    DVDB_TRY(take(c, "out_rows", out_rows, {n}, a.out_rows));
    return operators::kept_rows(c, a);
  });
}

dvdb_status dvdb_list_of_rows(dvdb_context context, int64_t n, const int64_t* offsets, uint32_t n_lists, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::ListOfRowsArgs a;
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_lists) + 1}));
    a.n = n;
    a.offsets = offsets;
    a.n_lists = n_lists;
    DVDB_TRY(take(c, "out", out, {n}, a.out));
    return operators::list_of_rows(c, a);
  });
}

dvdb_status dvdb_offsets_of_rows(dvdb_context context, dvdb_ticket ticket, dvdb_buffer list_of_row, uint32_t index_dtype, int64_t n, uint32_t n_lists, int64_t* out_offsets) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::OffsetsOfRowsArgs a;
    DVDB_TRY(require(c, "out_offsets", out_offsets, {Count(n_lists) + 1}));
    a.index_dtype = index_dtype;
    a.n = n;
    a.n_lists = n_lists;
    a.out_offsets = out_offsets;
    DVDB_TRY(check_dtype(c, "list_of_row", index_dtype, {DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "list_of_row", list_of_row, index_dtype, {n}, a.list_of_row));
    return operators::offsets_of_rows(c, a);
  });
}

dvdb_status dvdb_copy_lists(dvdb_context context, dvdb_buffer source, int64_t n_source, int64_t row_bytes, const int64_t* sources, const int64_t* targets, const int64_t* counts, uint32_t n_lists, dvdb_buffer out, int64_t n_out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::CopyListsArgs a;
    DVDB_TRY(require(c, "sources", sources, {n_lists}));
    DVDB_TRY(require(c, "targets", targets, {n_lists}));
    DVDB_TRY(require(c, "counts", counts, {n_lists}));
    a.n_source = n_source;
    a.row_bytes = row_bytes;
    a.sources = sources;
    a.targets = targets;
    a.counts = counts;
    a.n_lists = n_lists;
    a.n_out = n_out;
    DVDB_TRY(take(c, "source", source, {n_source, row_bytes}, a.source));
    DVDB_TRY(take(c, "out", out, {n_out, row_bytes}, a.out));
    return operators::copy_lists(c, a);
  });
}

dvdb_status dvdb_copy_column(dvdb_context context, dvdb_buffer source, int64_t n_blocks, int64_t block_bytes, dvdb_buffer out, int64_t out_block_bytes, int64_t begin) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::CopyColumnArgs a;
    a.n_blocks = n_blocks;
    a.block_bytes = block_bytes;
    a.out_block_bytes = out_block_bytes;
    a.begin = begin;
    DVDB_TRY(take(c, "source", source, {n_blocks, block_bytes}, a.source));
    DVDB_TRY(take(c, "out", out, {n_blocks, out_block_bytes}, a.out));
    return operators::copy_column(c, a);
  });
}

dvdb_status dvdb_copy_strided(dvdb_context context, dvdb_buffer source, int64_t n_source, uint32_t element_bytes, int64_t offset, const int64_t* shape, const int64_t* strides, uint32_t rank, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::CopyStridedArgs a;
    DVDB_TRY(require(c, "shape", shape, {rank}));
    DVDB_TRY(require(c, "strides", strides, {rank}));
    DVDB_TRY(check_range(c, "rank", rank, 1, 8));
    a.n_source = n_source;
    a.element_bytes = element_bytes;
    a.offset = offset;
    a.shape = shape;
    a.strides = strides;
    a.rank = rank;
    DVDB_TRY(take(c, "source", source, {n_source, element_bytes}, a.source));
    DVDB_TRY(take(c, "out", out, {product(shape, rank), element_bytes}, a.out));
    return operators::copy_strided(c, a);
  });
}

dvdb_status dvdb_reduce_segments(dvdb_context context, uint32_t reduction, double correction, dvdb_buffer values, uint32_t dtype, int64_t n, int64_t columns, int64_t n_segments, int64_t length, const int64_t* offsets, uint32_t n_offsets, dvdb_buffer out, uint32_t out_dtype) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::ReduceSegmentsArgs a;
    DVDB_TRY(require(c, "offsets", offsets, {n_offsets}));
    DVDB_TRY(check_choice(c, "reduction", reduction, {DVDB_REDUCE_SUM, DVDB_REDUCE_PROD, DVDB_REDUCE_MEAN, DVDB_REDUCE_ANY, DVDB_REDUCE_ALL, DVDB_REDUCE_NORM_1, DVDB_REDUCE_NORM_2, DVDB_REDUCE_NORM_MAX, DVDB_REDUCE_VAR, DVDB_REDUCE_STD}, "DVDB_REDUCE_SUM, DVDB_REDUCE_PROD, DVDB_REDUCE_MEAN, DVDB_REDUCE_ANY, DVDB_REDUCE_ALL, DVDB_REDUCE_NORM_1, DVDB_REDUCE_NORM_2, DVDB_REDUCE_NORM_MAX, DVDB_REDUCE_VAR or DVDB_REDUCE_STD"));
    a.reduction = reduction;
    a.correction = correction;
    a.dtype = dtype;
    a.n = n;
    a.columns = columns;
    a.n_segments = n_segments;
    a.length = length;
    a.offsets = offsets;
    a.n_offsets = n_offsets;
    a.out_dtype = out_dtype;
    DVDB_TRY(check_dtype(c, "values", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "values", values, dtype, {n, columns}, a.values));
    DVDB_TRY(check_dtype(c, "out", out_dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "out", out, out_dtype, {n_segments, columns}, a.out));
    return operators::reduce_segments(c, a);
  });
}

dvdb_status dvdb_find_extremes(dvdb_context context, uint32_t greatest, dvdb_buffer values, uint32_t dtype, int64_t n, int64_t columns, int64_t n_segments, int64_t length, const int64_t* offsets, uint32_t n_offsets, dvdb_buffer out_values, dvdb_buffer out_rows) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::FindExtremesArgs a;
    DVDB_TRY(require(c, "offsets", offsets, {n_offsets}));
    a.greatest = greatest;
    a.dtype = dtype;
    a.n = n;
    a.columns = columns;
    a.n_segments = n_segments;
    a.length = length;
    a.offsets = offsets;
    a.n_offsets = n_offsets;
    DVDB_TRY(check_dtype(c, "values", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "values", values, dtype, {n, columns}, a.values));
    DVDB_TRY(take(c, "out_values", out_values, dtype, {n_segments, columns}, a.out_values));
    DVDB_TRY(take(c, "out_rows", out_rows, {n_segments, columns}, a.out_rows));
    return operators::find_extremes(c, a);
  });
}

dvdb_status dvdb_map_elements(dvdb_context context, uint32_t op, uint32_t precision, const int64_t* shape, uint32_t rank, dvdb_buffer x, dvdb_buffer y, dvdb_buffer z, const uint32_t* dtypes, const int64_t* sizes, const int64_t* strides, dvdb_buffer out, uint32_t out_dtype) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::MapElementsArgs a;
    DVDB_TRY(require(c, "shape", shape, {rank}));
    DVDB_TRY(require(c, "dtypes", dtypes, {3}));
    DVDB_TRY(require(c, "sizes", sizes, {3}));
    DVDB_TRY(require(c, "strides", strides, {3, rank}));
    DVDB_TRY(check_choice(c, "op", op, {DVDB_OP_CAST, DVDB_OP_NEGATE, DVDB_OP_ABS, DVDB_OP_SQRT, DVDB_OP_RSQRT, DVDB_OP_FLOOR, DVDB_OP_CEIL, DVDB_OP_ROUND, DVDB_OP_TRUNC, DVDB_OP_RELU, DVDB_OP_ADD, DVDB_OP_SUBTRACT, DVDB_OP_MULTIPLY, DVDB_OP_DIVIDE, DVDB_OP_FLOOR_DIVIDE, DVDB_OP_REMAINDER, DVDB_OP_FMOD, DVDB_OP_MAXIMUM, DVDB_OP_MINIMUM, DVDB_OP_FMAX, DVDB_OP_FMIN, DVDB_OP_EQUAL, DVDB_OP_NOT_EQUAL, DVDB_OP_LESS, DVDB_OP_LESS_EQUAL, DVDB_OP_GREATER, DVDB_OP_GREATER_EQUAL, DVDB_OP_WHERE, DVDB_OP_LERP, DVDB_OP_REPLACE_NAN, DVDB_OP_CLAMP, DVDB_OP_REPLACE_INFINITE, DVDB_OP_EXP, DVDB_OP_EXPM1, DVDB_OP_LOG, DVDB_OP_LOG1P, DVDB_OP_SIGMOID, DVDB_OP_TANH, DVDB_OP_SILU, DVDB_OP_GELU, DVDB_OP_POWER}, "DVDB_OP_CAST, DVDB_OP_NEGATE, DVDB_OP_ABS, DVDB_OP_SQRT, DVDB_OP_RSQRT, DVDB_OP_FLOOR, DVDB_OP_CEIL, DVDB_OP_ROUND, DVDB_OP_TRUNC, DVDB_OP_RELU, DVDB_OP_ADD, DVDB_OP_SUBTRACT, DVDB_OP_MULTIPLY, DVDB_OP_DIVIDE, DVDB_OP_FLOOR_DIVIDE, DVDB_OP_REMAINDER, DVDB_OP_FMOD, DVDB_OP_MAXIMUM, DVDB_OP_MINIMUM, DVDB_OP_FMAX, DVDB_OP_FMIN, DVDB_OP_EQUAL, DVDB_OP_NOT_EQUAL, DVDB_OP_LESS, DVDB_OP_LESS_EQUAL, DVDB_OP_GREATER, DVDB_OP_GREATER_EQUAL, DVDB_OP_WHERE, DVDB_OP_LERP, DVDB_OP_REPLACE_NAN, DVDB_OP_CLAMP, DVDB_OP_REPLACE_INFINITE, DVDB_OP_EXP, DVDB_OP_EXPM1, DVDB_OP_LOG, DVDB_OP_LOG1P, DVDB_OP_SIGMOID, DVDB_OP_TANH, DVDB_OP_SILU, DVDB_OP_GELU or DVDB_OP_POWER"));
    DVDB_TRY(check_dtype(c, "precision", precision, {DVDB_F32, DVDB_F64, DVDB_I64}));
    DVDB_TRY(check_range(c, "rank", rank, 1, 6));
    a.op = op;
    a.precision = precision;
    a.shape = shape;
    a.rank = rank;
    a.dtypes = dtypes;
    a.sizes = sizes;
    a.strides = strides;
    a.out = out;
    a.out_dtype = out_dtype;
    DVDB_TRY(check_dtype(c, "x", dtypes[0], {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "x", x, dtypes[0], {sizes[0]}, a.x));
    DVDB_TRY(check_dtype(c, "y", dtypes[1], {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "y", y, dtypes[1], {sizes[1]}, a.y));
    DVDB_TRY(check_dtype(c, "z", dtypes[2], {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "z", z, dtypes[2], {sizes[2]}, a.z));
    return operators::map_elements(c, a);
  });
}

dvdb_status dvdb_fill_random(dvdb_context context, uint32_t distribution, uint32_t seed_low, uint32_t seed_high, double low, double high, dvdb_buffer out, uint32_t dtype, int64_t n) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::FillRandomArgs a;
    DVDB_TRY(check_choice(c, "distribution", distribution, {DVDB_UNIFORM, DVDB_NORMAL}, "DVDB_UNIFORM or DVDB_NORMAL"));
    a.distribution = distribution;
    a.seed_low = seed_low;
    a.seed_high = seed_high;
    a.low = low;
    a.high = high;
    a.dtype = dtype;
    a.n = n;
    DVDB_TRY(check_dtype(c, "out", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "out", out, dtype, {n}, a.out));
    return operators::fill_random(c, a);
  });
}
