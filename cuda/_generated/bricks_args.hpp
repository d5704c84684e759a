// Generated from ffi/include/denovdb/bricks.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of bricks.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/bricks.h"

namespace dvdb::operators {

/// Arguments of dvdb_brick_threshold().
struct BrickThresholdArgs {
  const int64_t* extents = nullptr; uint32_t order = 0, dtype = 0, checked = 0; double threshold = 0; int64_t first = 0;
  uint32_t* out_fault = nullptr; Operand voxels{}; Span<uint32_t> out_bits{};
};
Status brick_threshold(Context& c, const BrickThresholdArgs& a);

/// Arguments of dvdb_brick_count().
struct BrickCountArgs {
  const int64_t* extents = nullptr; uint32_t coverage = 0; int64_t* out_counts = nullptr; Span<uint32_t> bits{};
};
Status brick_count(Context& c, const BrickCountArgs& a);

/// Arguments of dvdb_brick_occupancy().
struct BrickOccupancyArgs {
  const int64_t* extents = nullptr; uint32_t coverage = 0, log2_edge = 0; int64_t layers = 0, first = 0, n_bricks = 0;
  int64_t* out_filled = nullptr; Span<uint32_t> bits{}, out_bits{};
};
Status brick_occupancy(Context& c, const BrickOccupancyArgs& a);

/// Arguments of dvdb_brick_fill().
struct BrickFillArgs {
  const int64_t* extents = nullptr; uint32_t order = 0, dtype = 0, log2_edge = 0;
  int64_t layers = 0, first = 0, n_bricks = 0, filled = 0; Operand voxels{}, out_pool{}; Span<uint32_t> bits{};
};
Status brick_fill(Context& c, const BrickFillArgs& a);

/// Arguments of dvdb_brick_masks().
struct BrickMasksArgs {
  const int64_t* extents = nullptr; uint32_t log2_edge = 0; dvdb_buffer out_masks = 0; Span<uint32_t> bits{};
};
Status brick_masks(Context& c, const BrickMasksArgs& a);

/// Arguments of dvdb_brick_table().
struct BrickTableArgs {
  int64_t n_bricks = 0; Span<uint32_t> bits{}, out_table{};
};
Status brick_table(Context& c, const BrickTableArgs& a);

/// Arguments of dvdb_brick_to_dense().
struct BrickToDenseArgs {
  const int64_t* extents = nullptr; uint32_t log2_edge = 0, slots = 0, dtype = 0, order = 0;
  dvdb_buffer data = 0, counters = 0, masks = 0; int64_t n_slots = 0; double background = 0; Operand pool{}, out{};
};
Status brick_to_dense(Context& c, const BrickToDenseArgs& a);

/// Arguments of dvdb_brick_lookup().
struct BrickLookupArgs {
  const int64_t* extents = nullptr; uint32_t log2_edge = 0, slots = 0, dtype = 0;
  dvdb_buffer data = 0, counters = 0, masks = 0; int64_t n_slots = 0, count = 0; double background = 0;
  Operand pool{}, out{}; Span<int32_t> ijk{};
};
Status brick_lookup(Context& c, const BrickLookupArgs& a);

/// Arguments of dvdb_brick_sample().
struct BrickSampleArgs {
  const int64_t* extents = nullptr; uint32_t log2_edge = 0, slots = 0, dtype = 0;
  dvdb_buffer data = 0, counters = 0, masks = 0; int64_t n_slots = 0, count = 0; double background = 0; Operand pool{};
  Span<float> points{}, out{};
};
Status brick_sample(Context& c, const BrickSampleArgs& a);

/// Arguments of dvdb_brick_set_box_plan().
struct BrickSetBoxPlanArgs {
  const int64_t* extents = nullptr, *low = nullptr, *size = nullptr;
  uint32_t log2_edge = 0, dtype = 0, order = 0, coverage = 0, checked = 0; int64_t n_slots = 0; double threshold = 0;
  dvdb_buffer out_edits = 0; int64_t* out_counts = nullptr; uint32_t* out_fault = nullptr; Span<uint32_t> table{};
  Operand pool{}, values{};
};
Status brick_set_box_plan(Context& c, const BrickSetBoxPlanArgs& a);

/// Arguments of dvdb_brick_set_box_list().
struct BrickSetBoxListArgs {
  const int64_t* extents = nullptr, *low = nullptr, *size = nullptr; uint32_t log2_edge = 0;
  int64_t n_slots = 0, added = 0, removed = 0; dvdb_buffer edits = 0; Span<uint32_t> table{}, out_slots{};
  Span<int64_t> out_bricks{};
};
Status brick_set_box_list(Context& c, const BrickSetBoxListArgs& a);

/// Arguments of dvdb_brick_set_box_apply().
struct BrickSetBoxApplyArgs {
  const int64_t* extents = nullptr, *low = nullptr, *size = nullptr; uint32_t log2_edge = 0, dtype = 0, order = 0;
  int64_t n_slots = 0, added = 0, removed = 0; double background = 0; dvdb_buffer edits = 0;
  Span<uint32_t> table{}, places{}; Operand pool{}, values{}; Span<int64_t> bricks{};
};
Status brick_set_box_apply(Context& c, const BrickSetBoxApplyArgs& a);

/// Arguments of dvdb_brick_compact().
struct BrickCompactArgs {
  const int64_t* extents = nullptr; uint32_t log2_edge = 0, slots = 0, dtype = 0;
  dvdb_buffer data = 0, counters = 0, masks = 0; int64_t n_slots = 0, filled = 0; Operand pool{}, out_pool{};
  Span<uint32_t> bits{};
};
Status brick_compact(Context& c, const BrickCompactArgs& a);

}  // namespace dvdb::operators
