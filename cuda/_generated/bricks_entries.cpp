// Generated from ffi/include/denovdb/bricks.h by `deno task bindgen`; do not edit.
#include "_generated/bricks_args.hpp"

using namespace dvdb;

dvdb_status dvdb_brick_threshold(dvdb_context context, dvdb_ticket ticket, const int64_t* extents, uint32_t order, dvdb_buffer voxels, uint32_t dtype, double threshold, uint32_t checked, int64_t first, dvdb_buffer out_bits, uint32_t* out_fault) noexcept {
  return entry(context, ticket, operators::brick_threshold, {extents, order, dtype, checked, threshold, first, out_fault}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3}) && c.memory("out_fault", out_fault, {1})
      && c.choice("order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST")
      && c.dtype("voxels", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32})
      && c.take("voxels", voxels, dtype, {product(extents, 3)}, a.voxels)
      && c.take("out_bits", out_bits, {extents[2], extents[1], ceil_div(extents[0], 32)}, a.out_bits);
  });
}

dvdb_status dvdb_brick_count(dvdb_context context, dvdb_ticket ticket, const int64_t* extents, dvdb_buffer bits, uint32_t coverage, int64_t* out_counts) noexcept {
  return entry(context, ticket, operators::brick_count, {extents, coverage, out_counts}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3}) && c.memory("out_counts", out_counts, {DVDB_COUNTED_COUNT})
      && c.choice("coverage", coverage, {DVDB_COVERAGE_PAYLOAD, DVDB_COVERAGE_CELLS}, "DVDB_COVERAGE_PAYLOAD or DVDB_COVERAGE_CELLS")
      && c.take("bits", bits, {extents[2], extents[1], ceil_div(extents[0], 32)}, a.bits);
  });
}

dvdb_status dvdb_brick_occupancy(dvdb_context context, dvdb_ticket ticket, const int64_t* extents, dvdb_buffer bits, uint32_t coverage, uint32_t log2_edge, int64_t layers, int64_t first, int64_t n_bricks, dvdb_buffer out_bits, int64_t* out_filled) noexcept {
  return entry(context, ticket, operators::brick_occupancy, {extents, coverage, log2_edge, layers, first, n_bricks, out_filled}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3}) && c.memory("out_filled", out_filled, {1})
      && c.choice("coverage", coverage, {DVDB_COVERAGE_PAYLOAD, DVDB_COVERAGE_CELLS}, "DVDB_COVERAGE_PAYLOAD or DVDB_COVERAGE_CELLS")
      && c.range("log2_edge", log2_edge, 1, 8) && c.range("n_bricks", n_bricks, 0, 1099511627776)
      && c.take("bits", bits, {extents[2], extents[1], ceil_div(extents[0], 32)}, a.bits)
      && c.take("out_bits", out_bits, {(Count(8) * ceil_div(n_bricks, 256))}, a.out_bits);
  });
}

dvdb_status dvdb_brick_fill(dvdb_context context, const int64_t* extents, uint32_t order, dvdb_buffer voxels, uint32_t dtype, uint32_t log2_edge, int64_t layers, int64_t first, int64_t n_bricks, dvdb_buffer bits, int64_t filled, dvdb_buffer out_pool) noexcept {
  return entry(context, 0, operators::brick_fill, {extents, order, dtype, log2_edge, layers, first, n_bricks, filled}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3})
      && c.choice("order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST")
      && c.range("log2_edge", log2_edge, 1, 8) && c.range("n_bricks", n_bricks, 0, 1099511627776)
      && c.dtype("voxels", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32})
      && c.take("voxels", voxels, dtype, {product(extents, 3)}, a.voxels)
      && c.take("bits", bits, {(Count(8) * ceil_div(n_bricks, 256))}, a.bits)
      && c.take("out_pool", out_pool, dtype, {filled, power(8, log2_edge)}, a.out_pool);
  });
}

dvdb_status dvdb_brick_masks(dvdb_context context, const int64_t* extents, uint32_t log2_edge, dvdb_buffer bits, dvdb_buffer out_masks) noexcept {
  return entry(context, 0, operators::brick_masks, {extents, log2_edge, out_masks}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3}) && c.range("log2_edge", log2_edge, 1, 8)
      && c.take("bits", bits, {(Count(8) * ceil_div(((ceil_div(extents[0], (power(2, log2_edge) - 1)) * ceil_div(extents[1], (power(2, log2_edge) - 1))) * ceil_div(extents[2], (power(2, log2_edge) - 1))), 256))}, a.bits);
  });
}

dvdb_status dvdb_brick_table(dvdb_context context, int64_t n_bricks, dvdb_buffer bits, dvdb_buffer out_table) noexcept {
  return entry(context, 0, operators::brick_table, {n_bricks}, [&](Checks& c, auto& a) {
    return c.range("n_bricks", n_bricks, 0, 1099511627776)
      && c.take("bits", bits, {(Count(8) * ceil_div(n_bricks, 256))}, a.bits)
      && c.take("out_table", out_table, {n_bricks}, a.out_table);
  });
}

dvdb_status dvdb_brick_to_dense(dvdb_context context, const int64_t* extents, uint32_t log2_edge, uint32_t slots, dvdb_buffer data, dvdb_buffer counters, dvdb_buffer masks, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, uint32_t order, double background, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::brick_to_dense, {extents, log2_edge, slots, dtype, order, data, counters, masks, n_slots, background}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3}) && c.range("log2_edge", log2_edge, 1, 8)
      && c.choice("slots", slots, {DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224, DVDB_SLOTS_TABLE}, "DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224 or DVDB_SLOTS_TABLE")
      && c.choice("order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST")
      && c.dtype("pool", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32})
      && c.take("pool", pool, dtype, {n_slots, power(8, log2_edge)}, a.pool)
      && c.take("out", out, dtype, {product(extents, 3)}, a.out);
  });
}

dvdb_status dvdb_brick_lookup(dvdb_context context, const int64_t* extents, uint32_t log2_edge, uint32_t slots, dvdb_buffer data, dvdb_buffer counters, dvdb_buffer masks, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, dvdb_buffer ijk, int64_t count, double background, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::brick_lookup, {extents, log2_edge, slots, dtype, data, counters, masks, n_slots, count, background}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3}) && c.range("log2_edge", log2_edge, 1, 8)
      && c.choice("slots", slots, {DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224, DVDB_SLOTS_TABLE}, "DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224 or DVDB_SLOTS_TABLE")
      && c.dtype("pool", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32})
      && c.take("pool", pool, dtype, {n_slots, power(8, log2_edge)}, a.pool) && c.take("ijk", ijk, {count, 3}, a.ijk)
      && c.take("out", out, dtype, {count}, a.out);
  });
}

dvdb_status dvdb_brick_sample(dvdb_context context, const int64_t* extents, uint32_t log2_edge, uint32_t slots, dvdb_buffer data, dvdb_buffer counters, dvdb_buffer masks, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, dvdb_buffer points, int64_t count, double background, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::brick_sample, {extents, log2_edge, slots, dtype, data, counters, masks, n_slots, count, background}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3}) && c.range("log2_edge", log2_edge, 1, 8)
      && c.choice("slots", slots, {DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224, DVDB_SLOTS_TABLE}, "DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224 or DVDB_SLOTS_TABLE")
      && c.dtype("pool", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32})
      && c.take("pool", pool, dtype, {n_slots, power(8, log2_edge)}, a.pool)
      && c.take("points", points, {count, 3}, a.points) && c.take("out", out, {count}, a.out);
  });
}

dvdb_status dvdb_brick_set_box_plan(dvdb_context context, dvdb_ticket ticket, const int64_t* extents, uint32_t log2_edge, dvdb_buffer table, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, const int64_t* low, const int64_t* size, uint32_t order, dvdb_buffer values, double threshold, uint32_t coverage, uint32_t checked, dvdb_buffer out_edits, int64_t* out_counts, uint32_t* out_fault) noexcept {
  return entry(context, ticket, operators::brick_set_box_plan, {extents, low, size, log2_edge, dtype, order, coverage, checked, n_slots, threshold, out_edits, out_counts, out_fault}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3}) && c.memory("low", low, {3}) && c.memory("size", size, {3})
      && c.memory("out_counts", out_counts, {DVDB_BRICK_COUNT}) && c.memory("out_fault", out_fault, {1})
      && c.range("log2_edge", log2_edge, 1, 8) && c.range("n_slots", n_slots, 0, 4294967294)
      && c.choice("order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST")
      && c.choice("coverage", coverage, {DVDB_COVERAGE_PAYLOAD, DVDB_COVERAGE_CELLS}, "DVDB_COVERAGE_PAYLOAD or DVDB_COVERAGE_CELLS")
      && c.take("table", table, {ceil_div(extents[2], (power(2, log2_edge) - 1)), ceil_div(extents[1], (power(2, log2_edge) - 1)), ceil_div(extents[0], (power(2, log2_edge) - 1))}, a.table)
      && c.dtype("pool", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32})
      && c.take("pool", pool, dtype, {n_slots, power(8, log2_edge)}, a.pool)
      && c.take("values", values, dtype, {product(size, 3)}, a.values);
  });
}

dvdb_status dvdb_brick_set_box_list(dvdb_context context, const int64_t* extents, uint32_t log2_edge, dvdb_buffer table, int64_t n_slots, const int64_t* low, const int64_t* size, dvdb_buffer edits, int64_t added, int64_t removed, dvdb_buffer out_bricks, dvdb_buffer out_slots) noexcept {
  return entry(context, 0, operators::brick_set_box_list, {extents, low, size, log2_edge, n_slots, added, removed, edits}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3}) && c.memory("low", low, {3}) && c.memory("size", size, {3})
      && c.range("log2_edge", log2_edge, 1, 8) && c.range("n_slots", n_slots, 0, 4294967294)
      && c.take("table", table, {ceil_div(extents[2], (power(2, log2_edge) - 1)), ceil_div(extents[1], (power(2, log2_edge) - 1)), ceil_div(extents[0], (power(2, log2_edge) - 1))}, a.table)
      && c.take("out_bricks", out_bricks, {(Count(added) + removed)}, a.out_bricks)
      && c.take("out_slots", out_slots, {added}, a.out_slots);
  });
}

dvdb_status dvdb_brick_set_box_apply(dvdb_context context, const int64_t* extents, uint32_t log2_edge, dvdb_buffer table, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, const int64_t* low, const int64_t* size, uint32_t order, dvdb_buffer values, double background, dvdb_buffer edits, int64_t added, int64_t removed, dvdb_buffer bricks, dvdb_buffer places) noexcept {
  return entry(context, 0, operators::brick_set_box_apply, {extents, low, size, log2_edge, dtype, order, n_slots, added, removed, background, edits}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3}) && c.memory("low", low, {3}) && c.memory("size", size, {3})
      && c.range("log2_edge", log2_edge, 1, 8) && c.range("n_slots", n_slots, 0, 4294967294)
      && c.choice("order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST")
      && c.take("table", table, {ceil_div(extents[2], (power(2, log2_edge) - 1)), ceil_div(extents[1], (power(2, log2_edge) - 1)), ceil_div(extents[0], (power(2, log2_edge) - 1))}, a.table)
      && c.dtype("pool", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32})
      && c.take("pool", pool, dtype, {n_slots, power(8, log2_edge)}, a.pool)
      && c.take("values", values, dtype, {product(size, 3)}, a.values)
      && c.take("bricks", bricks, {(Count(added) + removed)}, a.bricks) && c.take("places", places, {added}, a.places);
  });
}

dvdb_status dvdb_brick_compact(dvdb_context context, const int64_t* extents, uint32_t log2_edge, uint32_t slots, dvdb_buffer data, dvdb_buffer counters, dvdb_buffer masks, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, dvdb_buffer bits, int64_t filled, dvdb_buffer out_pool) noexcept {
  return entry(context, 0, operators::brick_compact, {extents, log2_edge, slots, dtype, data, counters, masks, n_slots, filled}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3}) && c.range("log2_edge", log2_edge, 1, 8)
      && c.choice("slots", slots, {DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224, DVDB_SLOTS_TABLE}, "DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224 or DVDB_SLOTS_TABLE")
      && c.dtype("pool", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32})
      && c.take("pool", pool, dtype, {n_slots, power(8, log2_edge)}, a.pool)
      && c.take("bits", bits, {(Count(8) * ceil_div(((ceil_div(extents[0], (power(2, log2_edge) - 1)) * ceil_div(extents[1], (power(2, log2_edge) - 1))) * ceil_div(extents[2], (power(2, log2_edge) - 1))), 256))}, a.bits)
      && c.take("out_pool", out_pool, dtype, {filled, power(8, log2_edge)}, a.out_pool);
  });
}
