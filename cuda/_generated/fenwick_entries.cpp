// Generated from ffi/include/denovdb/fenwick.h by `deno task bindgen`; do not edit.
#include "_generated/fenwick_args.hpp"

using namespace dvdb;

dvdb_status dvdb_index_sizes(dvdb_context context, uint32_t layout, const int64_t* dims, uint32_t n_dims, uint32_t bits, int64_t* out_sizes) noexcept {
  return entry(context, 0, operators::index_sizes, {layout, n_dims, bits, dims, out_sizes}, [&](Checks& c, auto&) {
    return c.memory("dims", dims, {n_dims}) && c.memory("out_sizes", out_sizes, {DVDB_INDEX_SIZE_COUNT})
      && c.choice("layout", layout, {DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96, DVDB_INDEX_RANK224}, "DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96 or DVDB_INDEX_RANK224")
      && c.range("n_dims", n_dims, 0, 4) && c.range("bits", bits, 1, 32);
  });
}

dvdb_status dvdb_index_from_bits(dvdb_context context, uint32_t layout, const int64_t* dims, uint32_t n_dims, dvdb_buffer bits, dvdb_buffer out_data, dvdb_buffer out_counters) noexcept {
  return entry(context, 0, operators::index_from_bits, {layout, n_dims, dims, bits, out_data, out_counters}, [&](Checks& c, auto&) {
    return c.memory("dims", dims, {n_dims})
      && c.choice("layout", layout, {DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96, DVDB_INDEX_RANK224}, "DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96 or DVDB_INDEX_RANK224")
      && c.range("n_dims", n_dims, 0, 4);
  });
}

dvdb_status dvdb_index_from_values(dvdb_context context, dvdb_ticket ticket, const int64_t* dims, uint32_t n_dims, uint32_t bits, dvdb_buffer values, uint32_t value_dtype, uint32_t checked, dvdb_buffer out_data, uint32_t* out_fault) noexcept {
  return entry(context, ticket, operators::index_from_values, {dims, n_dims, bits, value_dtype, checked, out_data, out_fault}, [&](Checks& c, auto& a) {
    return c.memory("dims", dims, {n_dims}) && c.memory("out_fault", out_fault, {1}) && c.range("n_dims", n_dims, 0, 4)
      && c.range("bits", bits, 1, 32) && c.dtype("values", value_dtype, {DVDB_BOOL, DVDB_U8, DVDB_I32, DVDB_I64})
      && c.take("values", values, value_dtype, {product(dims, n_dims)}, a.values);
  });
}

dvdb_status dvdb_index_from_keys(dvdb_context context, dvdb_ticket ticket, const int64_t* dims, uint32_t n_dims, dvdb_buffer keys, uint32_t index_dtype, int64_t count, uint32_t width, uint32_t checked, int64_t n_bytes, dvdb_buffer out_bits, uint32_t* out_fault) noexcept {
  return entry(context, ticket, operators::index_from_keys, {dims, n_dims, index_dtype, width, checked, count, n_bytes, out_fault}, [&](Checks& c, auto& a) {
    return c.memory("dims", dims, {n_dims}) && c.memory("out_fault", out_fault, {1}) && c.range("n_dims", n_dims, 0, 4)
      && c.dtype("keys", index_dtype, {DVDB_I32, DVDB_I64}) && c.take("keys", keys, index_dtype, {count, width}, a.keys)
      && c.take("out_bits", out_bits, {n_bytes}, a.out_bits);
  });
}

dvdb_status dvdb_index_ask(dvdb_context context, dvdb_ticket ticket, uint32_t layout, const int64_t* dims, uint32_t n_dims, uint32_t bits, dvdb_buffer data, dvdb_buffer counters, uint32_t question, dvdb_buffer keys, uint32_t index_dtype, int64_t count, uint32_t checked, uint32_t out_dtype, dvdb_buffer out, uint32_t* out_fault) noexcept {
  return entry(context, ticket, operators::index_ask, {layout, n_dims, bits, question, index_dtype, checked, out_dtype, dims, data, counters, count, out_fault}, [&](Checks& c, auto& a) {
    return c.memory("dims", dims, {n_dims}) && c.memory("out_fault", out_fault, {1})
      && c.choice("layout", layout, {DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96, DVDB_INDEX_RANK224}, "DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96 or DVDB_INDEX_RANK224")
      && c.range("n_dims", n_dims, 0, 4) && c.range("bits", bits, 1, 32)
      && c.choice("question", question, {DVDB_ASK_POINT, DVDB_ASK_OCCUPIED, DVDB_ASK_PREFIX, DVDB_ASK_LOOKUP, DVDB_ASK_SELECT}, "DVDB_ASK_POINT, DVDB_ASK_OCCUPIED, DVDB_ASK_PREFIX, DVDB_ASK_LOOKUP or DVDB_ASK_SELECT")
      && c.dtype("keys", index_dtype, {DVDB_I32, DVDB_I64})
      && c.take("keys", keys, index_dtype, {count, n_dims}, a.keys)
      && c.dtype("out", out_dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("out", out, out_dtype, {count}, a.out);
  });
}

dvdb_status dvdb_index_sum_boxes(dvdb_context context, dvdb_ticket ticket, uint32_t layout, const int64_t* dims, uint32_t n_dims, uint32_t bits, dvdb_buffer data, dvdb_buffer counters, uint32_t question, dvdb_buffer low, dvdb_buffer high, uint32_t index_dtype, int64_t count, uint32_t checked, dvdb_buffer out, uint32_t* out_fault) noexcept {
  return entry(context, ticket, operators::index_sum_boxes, {layout, n_dims, bits, question, index_dtype, checked, dims, data, counters, count, out_fault}, [&](Checks& c, auto& a) {
    return c.memory("dims", dims, {n_dims}) && c.memory("out_fault", out_fault, {1})
      && c.choice("layout", layout, {DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96, DVDB_INDEX_RANK224}, "DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96 or DVDB_INDEX_RANK224")
      && c.range("n_dims", n_dims, 0, 4) && c.range("bits", bits, 1, 32)
      && c.choice("question", question, {DVDB_BOX_SUM, DVDB_BOX_LINEAR_RANK}, "DVDB_BOX_SUM or DVDB_BOX_LINEAR_RANK")
      && c.dtype("low", index_dtype, {DVDB_I32, DVDB_I64}) && c.take("low", low, index_dtype, {count, n_dims}, a.low)
      && c.take("high", high, index_dtype, {count, n_dims}, a.high) && c.take("out", out, {count}, a.out);
  });
}

dvdb_status dvdb_index_apply_edit(dvdb_context context, dvdb_ticket ticket, uint32_t layout, const int64_t* dims, uint32_t n_dims, uint32_t bits, dvdb_buffer data, dvdb_buffer counters, uint32_t edit, dvdb_buffer keys, uint32_t index_dtype, int64_t count, dvdb_buffer deltas, uint32_t delta_dtype, uint32_t checked, uint32_t* out_fault) noexcept {
  return entry(context, ticket, operators::index_apply_edit, {layout, n_dims, bits, edit, index_dtype, delta_dtype, checked, dims, data, counters, count, out_fault}, [&](Checks& c, auto& a) {
    return c.memory("dims", dims, {n_dims}) && c.memory("out_fault", out_fault, {1})
      && c.choice("layout", layout, {DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96, DVDB_INDEX_RANK224}, "DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96 or DVDB_INDEX_RANK224")
      && c.range("n_dims", n_dims, 0, 4) && c.range("bits", bits, 1, 32)
      && c.choice("edit", edit, {DVDB_EDIT_ADD, DVDB_EDIT_SET, DVDB_EDIT_CLEAR, DVDB_EDIT_TOGGLE}, "DVDB_EDIT_ADD, DVDB_EDIT_SET, DVDB_EDIT_CLEAR or DVDB_EDIT_TOGGLE")
      && c.dtype("keys", index_dtype, {DVDB_I32, DVDB_I64})
      && c.take("keys", keys, index_dtype, {count, n_dims}, a.keys)
      && c.dtype("deltas", delta_dtype, {DVDB_I32, DVDB_I64})
      && c.take("deltas", deltas, delta_dtype, {count}, a.deltas, edit != DVDB_EDIT_ADD);
  });
}

dvdb_status dvdb_index_to_bits(dvdb_context context, uint32_t layout, const int64_t* dims, uint32_t n_dims, dvdb_buffer data, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::index_to_bits, {layout, n_dims, dims, data}, [&](Checks& c, auto& a) {
    return c.memory("dims", dims, {n_dims})
      && c.choice("layout", layout, {DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96, DVDB_INDEX_RANK224}, "DVDB_INDEX_PAPER, DVDB_INDEX_WIDE, DVDB_INDEX_RANK96 or DVDB_INDEX_RANK224")
      && c.range("n_dims", n_dims, 0, 4) && c.take("out", out, {ceil_div(product(dims, n_dims), 8)}, a.out);
  });
}

dvdb_status dvdb_index_to_values(dvdb_context context, const int64_t* dims, uint32_t n_dims, uint32_t bits, dvdb_buffer data, uint32_t value_dtype, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::index_to_values, {dims, n_dims, bits, value_dtype, data}, [&](Checks& c, auto& a) {
    return c.memory("dims", dims, {n_dims}) && c.range("n_dims", n_dims, 0, 4) && c.range("bits", bits, 1, 32)
      && c.dtype("out", value_dtype, {DVDB_U8, DVDB_I32, DVDB_I64})
      && c.take("out", out, value_dtype, {product(dims, n_dims)}, a.out);
  });
}

dvdb_status dvdb_index_from_bytes(dvdb_context context, dvdb_ticket ticket, const int64_t* dims, uint32_t n_dims, uint32_t bits, dvdb_buffer data, dvdb_buffer made, uint32_t* out_fault) noexcept {
  return entry(context, ticket, operators::index_from_bytes, {dims, n_dims, bits, data, made, out_fault}, [&](Checks& c, auto&) {
    return c.memory("dims", dims, {n_dims}) && c.memory("out_fault", out_fault, {1}) && c.range("n_dims", n_dims, 0, 4)
      && c.range("bits", bits, 1, 32);
  });
}
