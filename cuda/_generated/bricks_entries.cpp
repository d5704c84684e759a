// Generated from ffi/include/denovdb/bricks.h by `deno task bindgen`; do not edit.
#include "_generated/bricks_args.hpp"

using namespace dvdb;

dvdb_status dvdb_brick_threshold(dvdb_context context, dvdb_ticket ticket, const int64_t* extents, uint32_t order, dvdb_buffer voxels, uint32_t dtype, double threshold, uint32_t checked, int64_t first, dvdb_buffer out_bits, uint32_t* out_fault) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::BrickThresholdArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(require(c, "out_fault", out_fault, {1}));
    DVDB_TRY(check_choice(c, "order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST"));
    a.extents = extents;
    a.order = order;
    a.dtype = dtype;
    a.threshold = threshold;
    a.checked = checked;
    a.first = first;
    a.out_fault = out_fault;
    DVDB_TRY(check_dtype(c, "voxels", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32}));
    DVDB_TRY(take(c, "voxels", voxels, dtype, {product(extents, 3)}, a.voxels));
    DVDB_TRY(take(c, "out_bits", out_bits, {extents[2], extents[1], ceil_div(Count(extents[0]), 32)}, a.out_bits));
    return operators::brick_threshold(c, a);
  });
}

dvdb_status dvdb_brick_count(dvdb_context context, dvdb_ticket ticket, const int64_t* extents, dvdb_buffer bits, uint32_t coverage, int64_t* out_counts) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::BrickCountArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(require(c, "out_counts", out_counts, {DVDB_COUNTED_COUNT}));
    DVDB_TRY(check_choice(c, "coverage", coverage, {DVDB_COVERAGE_PAYLOAD, DVDB_COVERAGE_CELLS}, "DVDB_COVERAGE_PAYLOAD or DVDB_COVERAGE_CELLS"));
    a.extents = extents;
    a.coverage = coverage;
    a.out_counts = out_counts;
    DVDB_TRY(take(c, "bits", bits, {extents[2], extents[1], ceil_div(Count(extents[0]), 32)}, a.bits));
    return operators::brick_count(c, a);
  });
}

dvdb_status dvdb_brick_occupancy(dvdb_context context, dvdb_ticket ticket, const int64_t* extents, dvdb_buffer bits, uint32_t coverage, uint32_t log2_edge, int64_t layers, int64_t first, int64_t n_bricks, dvdb_buffer out_bits, int64_t* out_filled) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::BrickOccupancyArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(require(c, "out_filled", out_filled, {1}));
    DVDB_TRY(check_choice(c, "coverage", coverage, {DVDB_COVERAGE_PAYLOAD, DVDB_COVERAGE_CELLS}, "DVDB_COVERAGE_PAYLOAD or DVDB_COVERAGE_CELLS"));
    DVDB_TRY(check_range(c, "log2_edge", log2_edge, 1, 8));
    DVDB_TRY(check_range(c, "n_bricks", n_bricks, 0, 1099511627776));
    a.extents = extents;
    a.coverage = coverage;
    a.log2_edge = log2_edge;
    a.layers = layers;
    a.first = first;
    a.n_bricks = n_bricks;
    a.out_filled = out_filled;
    DVDB_TRY(take(c, "bits", bits, {extents[2], extents[1], ceil_div(Count(extents[0]), 32)}, a.bits));
    DVDB_TRY(take(c, "out_bits", out_bits, {Count(8) * (ceil_div(Count(n_bricks), 256))}, a.out_bits));
    return operators::brick_occupancy(c, a);
  });
}

dvdb_status dvdb_brick_fill(dvdb_context context, const int64_t* extents, uint32_t order, dvdb_buffer voxels, uint32_t dtype, uint32_t log2_edge, int64_t layers, int64_t first, int64_t n_bricks, dvdb_buffer bits, int64_t filled, dvdb_buffer out_pool) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::BrickFillArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(check_choice(c, "order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST"));
    DVDB_TRY(check_range(c, "log2_edge", log2_edge, 1, 8));
    DVDB_TRY(check_range(c, "n_bricks", n_bricks, 0, 1099511627776));
    a.extents = extents;
    a.order = order;
    a.dtype = dtype;
    a.log2_edge = log2_edge;
    a.layers = layers;
    a.first = first;
    a.n_bricks = n_bricks;
    a.filled = filled;
    DVDB_TRY(check_dtype(c, "voxels", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32}));
    DVDB_TRY(take(c, "voxels", voxels, dtype, {product(extents, 3)}, a.voxels));
    DVDB_TRY(take(c, "bits", bits, {Count(8) * (ceil_div(Count(n_bricks), 256))}, a.bits));
    DVDB_TRY(take(c, "out_pool", out_pool, dtype, {filled, power(Count(8), log2_edge)}, a.out_pool));
    return operators::brick_fill(c, a);
  });
}

dvdb_status dvdb_brick_masks(dvdb_context context, const int64_t* extents, uint32_t log2_edge, dvdb_buffer bits, dvdb_buffer out_masks) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::BrickMasksArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(check_range(c, "log2_edge", log2_edge, 1, 8));
    a.extents = extents;
    a.log2_edge = log2_edge;
    a.out_masks = out_masks;
    DVDB_TRY(take(c, "bits", bits, {Count(8) * (ceil_div(Count(Count(Count(ceil_div(Count(extents[0]), Count(power(Count(2), log2_edge)) - (1))) * (ceil_div(Count(extents[1]), Count(power(Count(2), log2_edge)) - (1)))) * (ceil_div(Count(extents[2]), Count(power(Count(2), log2_edge)) - (1)))), 256))}, a.bits));
    return operators::brick_masks(c, a);
  });
}

dvdb_status dvdb_brick_table(dvdb_context context, int64_t n_bricks, dvdb_buffer bits, dvdb_buffer out_table) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::BrickTableArgs a;
    DVDB_TRY(check_range(c, "n_bricks", n_bricks, 0, 1099511627776));
    a.n_bricks = n_bricks;
    DVDB_TRY(take(c, "bits", bits, {Count(8) * (ceil_div(Count(n_bricks), 256))}, a.bits));
    DVDB_TRY(take(c, "out_table", out_table, {n_bricks}, a.out_table));
    return operators::brick_table(c, a);
  });
}

dvdb_status dvdb_brick_to_dense(dvdb_context context, const int64_t* extents, uint32_t log2_edge, uint32_t slots, dvdb_buffer data, dvdb_buffer counters, dvdb_buffer masks, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, uint32_t order, double background, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::BrickToDenseArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(check_range(c, "log2_edge", log2_edge, 1, 8));
    DVDB_TRY(check_choice(c, "slots", slots, {DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224, DVDB_SLOTS_TABLE}, "DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224 or DVDB_SLOTS_TABLE"));
    DVDB_TRY(check_choice(c, "order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST"));
    a.extents = extents;
    a.log2_edge = log2_edge;
    a.slots = slots;
    a.data = data;
    a.counters = counters;
    a.masks = masks;
    a.n_slots = n_slots;
    a.dtype = dtype;
    a.order = order;
    a.background = background;
    DVDB_TRY(check_dtype(c, "pool", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32}));
    DVDB_TRY(take(c, "pool", pool, dtype, {n_slots, power(Count(8), log2_edge)}, a.pool));
    DVDB_TRY(take(c, "out", out, dtype, {product(extents, 3)}, a.out));
    return operators::brick_to_dense(c, a);
  });
}

dvdb_status dvdb_brick_lookup(dvdb_context context, const int64_t* extents, uint32_t log2_edge, uint32_t slots, dvdb_buffer data, dvdb_buffer counters, dvdb_buffer masks, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, dvdb_buffer ijk, int64_t count, double background, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::BrickLookupArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(check_range(c, "log2_edge", log2_edge, 1, 8));
    DVDB_TRY(check_choice(c, "slots", slots, {DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224, DVDB_SLOTS_TABLE}, "DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224 or DVDB_SLOTS_TABLE"));
    a.extents = extents;
    a.log2_edge = log2_edge;
    a.slots = slots;
    a.data = data;
    a.counters = counters;
    a.masks = masks;
    a.n_slots = n_slots;
    a.dtype = dtype;
    a.count = count;
    a.background = background;
    DVDB_TRY(check_dtype(c, "pool", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32}));
    DVDB_TRY(take(c, "pool", pool, dtype, {n_slots, power(Count(8), log2_edge)}, a.pool));
    DVDB_TRY(take(c, "ijk", ijk, {count, 3}, a.ijk));
    DVDB_TRY(take(c, "out", out, dtype, {count}, a.out));
    return operators::brick_lookup(c, a);
  });
}

dvdb_status dvdb_brick_sample(dvdb_context context, const int64_t* extents, uint32_t log2_edge, uint32_t slots, dvdb_buffer data, dvdb_buffer counters, dvdb_buffer masks, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, dvdb_buffer points, int64_t count, double background, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::BrickSampleArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(check_range(c, "log2_edge", log2_edge, 1, 8));
    DVDB_TRY(check_choice(c, "slots", slots, {DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224, DVDB_SLOTS_TABLE}, "DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224 or DVDB_SLOTS_TABLE"));
    a.extents = extents;
    a.log2_edge = log2_edge;
    a.slots = slots;
    a.data = data;
    a.counters = counters;
    a.masks = masks;
    a.n_slots = n_slots;
    a.dtype = dtype;
    a.count = count;
    a.background = background;
    DVDB_TRY(check_dtype(c, "pool", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32}));
    DVDB_TRY(take(c, "pool", pool, dtype, {n_slots, power(Count(8), log2_edge)}, a.pool));
    DVDB_TRY(take(c, "points", points, {count, 3}, a.points));
    DVDB_TRY(take(c, "out", out, {count}, a.out));
    return operators::brick_sample(c, a);
  });
}

dvdb_status dvdb_brick_plan_edit(dvdb_context context, dvdb_ticket ticket, const int64_t* extents, uint32_t log2_edge, dvdb_buffer table, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, const int64_t* low, const int64_t* size, uint32_t order, dvdb_buffer values, double threshold, uint32_t coverage, uint32_t checked, dvdb_buffer out_edits, int64_t* out_counts, uint32_t* out_fault) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::BrickPlanEditArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(require(c, "low", low, {3}));
    DVDB_TRY(require(c, "size", size, {3}));
    DVDB_TRY(require(c, "out_counts", out_counts, {DVDB_BRICK_COUNT}));
    DVDB_TRY(require(c, "out_fault", out_fault, {1}));
    DVDB_TRY(check_range(c, "log2_edge", log2_edge, 1, 8));
    DVDB_TRY(check_range(c, "n_slots", n_slots, 0, 4294967294));
    DVDB_TRY(check_choice(c, "order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST"));
    DVDB_TRY(check_choice(c, "coverage", coverage, {DVDB_COVERAGE_PAYLOAD, DVDB_COVERAGE_CELLS}, "DVDB_COVERAGE_PAYLOAD or DVDB_COVERAGE_CELLS"));
    a.extents = extents;
    a.log2_edge = log2_edge;
    a.n_slots = n_slots;
    a.dtype = dtype;
    a.low = low;
    a.size = size;
    a.order = order;
    a.threshold = threshold;
    a.coverage = coverage;
    a.checked = checked;
    a.out_edits = out_edits;
    a.out_counts = out_counts;
    a.out_fault = out_fault;
    DVDB_TRY(take(c, "table", table, {ceil_div(Count(extents[2]), Count(power(Count(2), log2_edge)) - (1)), ceil_div(Count(extents[1]), Count(power(Count(2), log2_edge)) - (1)), ceil_div(Count(extents[0]), Count(power(Count(2), log2_edge)) - (1))}, a.table));
    DVDB_TRY(check_dtype(c, "pool", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32}));
    DVDB_TRY(take(c, "pool", pool, dtype, {n_slots, power(Count(8), log2_edge)}, a.pool));
    DVDB_TRY(take(c, "values", values, dtype, {product(size, 3)}, a.values));
    return operators::brick_plan_edit(c, a);
  });
}

dvdb_status dvdb_brick_list_edit(dvdb_context context, const int64_t* extents, uint32_t log2_edge, dvdb_buffer table, int64_t n_slots, const int64_t* low, const int64_t* size, dvdb_buffer edits, int64_t added, int64_t removed, dvdb_buffer out_bricks, dvdb_buffer out_slots) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::BrickListEditArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(require(c, "low", low, {3}));
    DVDB_TRY(require(c, "size", size, {3}));
    DVDB_TRY(check_range(c, "log2_edge", log2_edge, 1, 8));
    DVDB_TRY(check_range(c, "n_slots", n_slots, 0, 4294967294));
    a.extents = extents;
    a.log2_edge = log2_edge;
    a.n_slots = n_slots;
    a.low = low;
    a.size = size;
    a.edits = edits;
    a.added = added;
    a.removed = removed;
    DVDB_TRY(take(c, "table", table, {ceil_div(Count(extents[2]), Count(power(Count(2), log2_edge)) - (1)), ceil_div(Count(extents[1]), Count(power(Count(2), log2_edge)) - (1)), ceil_div(Count(extents[0]), Count(power(Count(2), log2_edge)) - (1))}, a.table));
    DVDB_TRY(take(c, "out_bricks", out_bricks, {Count(added) + (removed)}, a.out_bricks));
    DVDB_TRY(take(c, "out_slots", out_slots, {added}, a.out_slots));
    return operators::brick_list_edit(c, a);
  });
}

dvdb_status dvdb_brick_apply_edit(dvdb_context context, const int64_t* extents, uint32_t log2_edge, dvdb_buffer table, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, const int64_t* low, const int64_t* size, uint32_t order, dvdb_buffer values, double background, dvdb_buffer edits, int64_t added, int64_t removed, dvdb_buffer bricks, dvdb_buffer places) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::BrickApplyEditArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(require(c, "low", low, {3}));
    DVDB_TRY(require(c, "size", size, {3}));
    DVDB_TRY(check_range(c, "log2_edge", log2_edge, 1, 8));
    DVDB_TRY(check_range(c, "n_slots", n_slots, 0, 4294967294));
    DVDB_TRY(check_choice(c, "order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST"));
    a.extents = extents;
    a.log2_edge = log2_edge;
    a.n_slots = n_slots;
    a.dtype = dtype;
    a.low = low;
    a.size = size;
    a.order = order;
    a.background = background;
    a.edits = edits;
    a.added = added;
    a.removed = removed;
    DVDB_TRY(take(c, "table", table, {ceil_div(Count(extents[2]), Count(power(Count(2), log2_edge)) - (1)), ceil_div(Count(extents[1]), Count(power(Count(2), log2_edge)) - (1)), ceil_div(Count(extents[0]), Count(power(Count(2), log2_edge)) - (1))}, a.table));
    DVDB_TRY(check_dtype(c, "pool", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32}));
    DVDB_TRY(take(c, "pool", pool, dtype, {n_slots, power(Count(8), log2_edge)}, a.pool));
    DVDB_TRY(take(c, "values", values, dtype, {product(size, 3)}, a.values));
    DVDB_TRY(take(c, "bricks", bricks, {Count(added) + (removed)}, a.bricks));
    DVDB_TRY(take(c, "places", places, {added}, a.places));
    return operators::brick_apply_edit(c, a);
  });
}

dvdb_status dvdb_brick_compact(dvdb_context context, const int64_t* extents, uint32_t log2_edge, uint32_t slots, dvdb_buffer data, dvdb_buffer counters, dvdb_buffer masks, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, dvdb_buffer bits, int64_t filled, dvdb_buffer out_pool) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::BrickCompactArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(check_range(c, "log2_edge", log2_edge, 1, 8));
    DVDB_TRY(check_choice(c, "slots", slots, {DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224, DVDB_SLOTS_TABLE}, "DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224 or DVDB_SLOTS_TABLE"));
    a.extents = extents;
    a.log2_edge = log2_edge;
    a.slots = slots;
    a.data = data;
    a.counters = counters;
    a.masks = masks;
    a.n_slots = n_slots;
    a.dtype = dtype;
    a.filled = filled;
    DVDB_TRY(check_dtype(c, "pool", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32}));
    DVDB_TRY(take(c, "pool", pool, dtype, {n_slots, power(Count(8), log2_edge)}, a.pool));
    DVDB_TRY(take(c, "bits", bits, {Count(8) * (ceil_div(Count(Count(Count(ceil_div(Count(extents[0]), Count(power(Count(2), log2_edge)) - (1))) * (ceil_div(Count(extents[1]), Count(power(Count(2), log2_edge)) - (1)))) * (ceil_div(Count(extents[2]), Count(power(Count(2), log2_edge)) - (1)))), 256))}, a.bits));
    DVDB_TRY(take(c, "out_pool", out_pool, dtype, {filled, power(Count(8), log2_edge)}, a.out_pool));
    return operators::brick_compact(c, a);
  });
}
