// Generated from ffi/include/denovdb/fenwick.h by `deno task bindgen`; do not edit.
#include "_generated/fenwick_args.hpp"

using namespace dvdb;

dvdb_status dvdb_index_sizes(dvdb_context context, uint32_t layout, const int64_t* dims, uint32_t n_dims, uint32_t bits, int64_t* out_sizes) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::IndexSizesArgs a;
    DVDB_TRY(require(c, "dims", dims, {n_dims}));
    DVDB_TRY(require(c, "out_sizes", out_sizes, {DVDB_INDEX_SIZE_COUNT}));
    DVDB_TRY(check_choice(c, "layout", layout, {DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96, DVDB_INDEX_RANK224}, "DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96 or DVDB_INDEX_RANK224"));
    DVDB_TRY(check_range(c, "n_dims", n_dims, 0, 4));
    DVDB_TRY(check_range(c, "bits", bits, 1, 32));
    a.layout = layout;
    a.dims = dims;
    a.n_dims = n_dims;
    a.bits = bits;
    a.out_sizes = out_sizes;
    return operators::index_sizes(c, a);
  });
}

dvdb_status dvdb_index_from_bits(dvdb_context context, uint32_t layout, const int64_t* dims, uint32_t n_dims, dvdb_buffer bits, dvdb_buffer out_data, dvdb_buffer out_counters) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::IndexFromBitsArgs a;
    DVDB_TRY(require(c, "dims", dims, {n_dims}));
    DVDB_TRY(check_choice(c, "layout", layout, {DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96, DVDB_INDEX_RANK224}, "DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96 or DVDB_INDEX_RANK224"));
    DVDB_TRY(check_range(c, "n_dims", n_dims, 0, 4));
    a.layout = layout;
    a.dims = dims;
    a.n_dims = n_dims;
    a.bits = bits;
    a.out_data = out_data;
    a.out_counters = out_counters;
    return operators::index_from_bits(c, a);
  });
}

dvdb_status dvdb_index_from_values(dvdb_context context, dvdb_ticket ticket, const int64_t* dims, uint32_t n_dims, uint32_t bits, dvdb_buffer values, uint32_t value_dtype, uint32_t checked, dvdb_buffer out_data, uint32_t* out_fault) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::IndexFromValuesArgs a;
    DVDB_TRY(require(c, "dims", dims, {n_dims}));
    DVDB_TRY(require(c, "out_fault", out_fault, {1}));
    DVDB_TRY(check_range(c, "n_dims", n_dims, 0, 4));
    DVDB_TRY(check_range(c, "bits", bits, 1, 32));
    a.dims = dims;
    a.n_dims = n_dims;
    a.bits = bits;
    a.value_dtype = value_dtype;
    a.checked = checked;
    a.out_data = out_data;
    a.out_fault = out_fault;
    DVDB_TRY(check_dtype(c, "values", value_dtype, {DVDB_BOOL, DVDB_U8, DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "values", values, value_dtype, {product(dims, n_dims)}, a.values));
    return operators::index_from_values(c, a);
  });
}

dvdb_status dvdb_index_bits_from_keys(dvdb_context context, dvdb_ticket ticket, const int64_t* dims, uint32_t n_dims, dvdb_buffer keys, uint32_t index_dtype, int64_t count, uint32_t width, uint32_t checked, int64_t n_bytes, dvdb_buffer out_bits, uint32_t* out_fault) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::IndexBitsFromKeysArgs a;
    DVDB_TRY(require(c, "dims", dims, {n_dims}));
    DVDB_TRY(require(c, "out_fault", out_fault, {1}));
    DVDB_TRY(check_range(c, "n_dims", n_dims, 0, 4));
    a.dims = dims;
    a.n_dims = n_dims;
    a.index_dtype = index_dtype;
    a.count = count;
    a.width = width;
    a.checked = checked;
    a.n_bytes = n_bytes;
    a.out_fault = out_fault;
    DVDB_TRY(check_dtype(c, "keys", index_dtype, {DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "keys", keys, index_dtype, {count, width}, a.keys));
    DVDB_TRY(take(c, "out_bits", out_bits, {n_bytes}, a.out_bits));
    return operators::index_bits_from_keys(c, a);
  });
}

dvdb_status dvdb_index_ask(dvdb_context context, dvdb_ticket ticket, uint32_t layout, const int64_t* dims, uint32_t n_dims, uint32_t bits, dvdb_buffer data, dvdb_buffer counters, uint32_t question, dvdb_buffer keys, uint32_t index_dtype, int64_t count, uint32_t checked, uint32_t out_dtype, dvdb_buffer out, uint32_t* out_fault) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::IndexAskArgs a;
    DVDB_TRY(require(c, "dims", dims, {n_dims}));
    DVDB_TRY(require(c, "out_fault", out_fault, {1}));
    DVDB_TRY(check_choice(c, "layout", layout, {DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96, DVDB_INDEX_RANK224}, "DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96 or DVDB_INDEX_RANK224"));
    DVDB_TRY(check_range(c, "n_dims", n_dims, 0, 4));
    DVDB_TRY(check_range(c, "bits", bits, 1, 32));
    DVDB_TRY(check_choice(c, "question", question, {DVDB_ASK_POINT, DVDB_ASK_OCCUPIED, DVDB_ASK_PREFIX, DVDB_ASK_LOOKUP, DVDB_ASK_SELECT}, "DVDB_ASK_POINT, DVDB_ASK_OCCUPIED, DVDB_ASK_PREFIX, DVDB_ASK_LOOKUP or DVDB_ASK_SELECT"));
    a.layout = layout;
    a.dims = dims;
    a.n_dims = n_dims;
    a.bits = bits;
    a.data = data;
    a.counters = counters;
    a.question = question;
    a.index_dtype = index_dtype;
    a.count = count;
    a.checked = checked;
    a.out_dtype = out_dtype;
    a.out_fault = out_fault;
    DVDB_TRY(check_dtype(c, "keys", index_dtype, {DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "keys", keys, index_dtype, {count, n_dims}, a.keys));
    DVDB_TRY(check_dtype(c, "out", out_dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "out", out, out_dtype, {count}, a.out));
    return operators::index_ask(c, a);
  });
}

dvdb_status dvdb_index_sum_boxes(dvdb_context context, dvdb_ticket ticket, uint32_t layout, const int64_t* dims, uint32_t n_dims, uint32_t bits, dvdb_buffer data, dvdb_buffer counters, uint32_t question, dvdb_buffer low, dvdb_buffer high, uint32_t index_dtype, int64_t count, uint32_t checked, dvdb_buffer out, uint32_t* out_fault) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::IndexSumBoxesArgs a;
    DVDB_TRY(require(c, "dims", dims, {n_dims}));
    DVDB_TRY(require(c, "out_fault", out_fault, {1}));
    DVDB_TRY(check_choice(c, "layout", layout, {DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96, DVDB_INDEX_RANK224}, "DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96 or DVDB_INDEX_RANK224"));
    DVDB_TRY(check_range(c, "n_dims", n_dims, 0, 4));
    DVDB_TRY(check_range(c, "bits", bits, 1, 32));
    DVDB_TRY(check_choice(c, "question", question, {DVDB_BOX_SUM, DVDB_BOX_LINEAR_RANK}, "DVDB_BOX_SUM or DVDB_BOX_LINEAR_RANK"));
    a.layout = layout;
    a.dims = dims;
    a.n_dims = n_dims;
    a.bits = bits;
    a.data = data;
    a.counters = counters;
    a.question = question;
    a.index_dtype = index_dtype;
    a.count = count;
    a.checked = checked;
    a.out_fault = out_fault;
    DVDB_TRY(check_dtype(c, "low", index_dtype, {DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "low", low, index_dtype, {count, n_dims}, a.low));
    DVDB_TRY(take(c, "high", high, index_dtype, {count, n_dims}, a.high));
    DVDB_TRY(take(c, "out", out, {count}, a.out));
    return operators::index_sum_boxes(c, a);
  });
}

dvdb_status dvdb_index_apply_edit(dvdb_context context, dvdb_ticket ticket, uint32_t layout, const int64_t* dims, uint32_t n_dims, uint32_t bits, dvdb_buffer data, dvdb_buffer counters, uint32_t edit, dvdb_buffer keys, uint32_t index_dtype, int64_t count, dvdb_buffer deltas, uint32_t delta_dtype, uint32_t checked, uint32_t* out_fault) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::IndexApplyEditArgs a;
    DVDB_TRY(require(c, "dims", dims, {n_dims}));
    DVDB_TRY(require(c, "out_fault", out_fault, {1}));
    DVDB_TRY(check_choice(c, "layout", layout, {DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96, DVDB_INDEX_RANK224}, "DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96 or DVDB_INDEX_RANK224"));
    DVDB_TRY(check_range(c, "n_dims", n_dims, 0, 4));
    DVDB_TRY(check_range(c, "bits", bits, 1, 32));
    DVDB_TRY(check_choice(c, "edit", edit, {DVDB_EDIT_ADD, DVDB_EDIT_SET, DVDB_EDIT_CLEAR, DVDB_EDIT_TOGGLE}, "DVDB_EDIT_ADD, DVDB_EDIT_SET, DVDB_EDIT_CLEAR or DVDB_EDIT_TOGGLE"));
    a.layout = layout;
    a.dims = dims;
    a.n_dims = n_dims;
    a.bits = bits;
    a.data = data;
    a.counters = counters;
    a.edit = edit;
    a.index_dtype = index_dtype;
    a.count = count;
    a.delta_dtype = delta_dtype;
    a.checked = checked;
    a.out_fault = out_fault;
    DVDB_TRY(check_dtype(c, "keys", index_dtype, {DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "keys", keys, index_dtype, {count, n_dims}, a.keys));
    DVDB_TRY(check_dtype(c, "deltas", delta_dtype, {DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "deltas", deltas, delta_dtype, {count}, a.deltas, edit != DVDB_EDIT_ADD));
    return operators::index_apply_edit(c, a);
  });
}

dvdb_status dvdb_index_to_bits(dvdb_context context, uint32_t layout, const int64_t* dims, uint32_t n_dims, dvdb_buffer data, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::IndexToBitsArgs a;
    DVDB_TRY(require(c, "dims", dims, {n_dims}));
    DVDB_TRY(check_choice(c, "layout", layout, {DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96, DVDB_INDEX_RANK224}, "DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96 or DVDB_INDEX_RANK224"));
    DVDB_TRY(check_range(c, "n_dims", n_dims, 0, 4));
    a.layout = layout;
    a.dims = dims;
    a.n_dims = n_dims;
    a.data = data;
    DVDB_TRY(take(c, "out", out, {ceil_div(Count(product(dims, n_dims)), 8)}, a.out));
    return operators::index_to_bits(c, a);
  });
}

dvdb_status dvdb_index_to_values(dvdb_context context, const int64_t* dims, uint32_t n_dims, uint32_t bits, dvdb_buffer data, uint32_t value_dtype, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::IndexToValuesArgs a;
    DVDB_TRY(require(c, "dims", dims, {n_dims}));
    DVDB_TRY(check_range(c, "n_dims", n_dims, 0, 4));
    DVDB_TRY(check_range(c, "bits", bits, 1, 32));
    a.dims = dims;
    a.n_dims = n_dims;
    a.bits = bits;
    a.data = data;
    a.value_dtype = value_dtype;
    DVDB_TRY(check_dtype(c, "out", value_dtype, {DVDB_U8, DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "out", out, value_dtype, {product(dims, n_dims)}, a.out));
    return operators::index_to_values(c, a);
  });
}

dvdb_status dvdb_index_compare(dvdb_context context, dvdb_ticket ticket, const int64_t* dims, uint32_t n_dims, uint32_t bits, dvdb_buffer data, dvdb_buffer made, uint32_t* out_fault) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::IndexCompareArgs a;
    DVDB_TRY(require(c, "dims", dims, {n_dims}));
    DVDB_TRY(require(c, "out_fault", out_fault, {1}));
    DVDB_TRY(check_range(c, "n_dims", n_dims, 0, 4));
    DVDB_TRY(check_range(c, "bits", bits, 1, 32));
    a.dims = dims;
    a.n_dims = n_dims;
    a.bits = bits;
    a.data = data;
    a.made = made;
    a.out_fault = out_fault;
    return operators::index_compare(c, a);
  });
}
