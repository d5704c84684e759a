// Generated from ffi/include/denovdb/bricks.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of bricks.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/bricks.h"

namespace dvdb::operators {

/// Arguments of dvdb_brick_threshold.
struct BrickThresholdArgs {
  const int64_t* extents = nullptr;  // [3]
  uint32_t order = 0;  // dvdb_voxel_order
  Operand voxels;  // dtype [product(extents)]
  uint32_t dtype = 0;  // DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32
  double threshold = 0;  // a whole number for integer types, or infinite
  uint32_t checked = 0;  // 0 or 1
  int64_t first = 0;  // number of the first voxel, used in error messages
  Span<uint32_t> out_bits;  // u32 [extents[2], extents[1], ceil(extents[0] / 32)]
  uint32_t* out_fault = nullptr;
};

/// Called by dvdb_brick_threshold.
Status brick_threshold(Context& c, const BrickThresholdArgs& a);

/// Arguments of dvdb_brick_count.
struct BrickCountArgs {
  const int64_t* extents = nullptr;  // [3]
  Span<uint32_t> bits;  // u32 [extents[2], extents[1], ceil(extents[0] / 32)]
  uint32_t coverage = 0;  // dvdb_coverage_form
  int64_t* out_counts = nullptr;
};

/// Called by dvdb_brick_count.
Status brick_count(Context& c, const BrickCountArgs& a);

/// Arguments of dvdb_brick_occupancy.
struct BrickOccupancyArgs {
  const int64_t* extents = nullptr;  // [3], z is the number of slices given
  Span<uint32_t> bits;  // u32 [extents[2], extents[1], ceil(extents[0] / 32)]
  uint32_t coverage = 0;  // dvdb_coverage_form
  uint32_t log2_edge = 0;  // 1 to 8
  int64_t layers = 0;  // ceil(z / (2^k - 1)), or one less
  int64_t first = 0;  // number of the first brick
  int64_t n_bricks = 0;  // 0 to 1099511627776, of the whole volume
  Span<uint32_t> out_bits;  // u32 [8 * ceil(n_bricks / 256)], the bits are 0 before
  int64_t* out_filled = nullptr;
};

/// Called by dvdb_brick_occupancy.
Status brick_occupancy(Context& c, const BrickOccupancyArgs& a);

/// Arguments of dvdb_brick_fill.
struct BrickFillArgs {
  const int64_t* extents = nullptr;  // [3], z is the number of slices given
  uint32_t order = 0;  // dvdb_voxel_order
  Operand voxels;  // dtype [product(extents)]
  uint32_t dtype = 0;  // DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32
  uint32_t log2_edge = 0;  // 1 to 8
  int64_t layers = 0;
  int64_t first = 0;  // number of the first brick
  int64_t n_bricks = 0;  // 0 to 1099511627776, of the whole volume
  Span<uint32_t> bits;  // u32 [8 * ceil(n_bricks / 256)]
  int64_t filled = 0;  // filled bricks in these layers
  Operand out_pool;  // dtype [filled, 8 ^ log2_edge], aligned to a row of a brick or 16 bytes
};

/// Called by dvdb_brick_fill.
Status brick_fill(Context& c, const BrickFillArgs& a);

/// Arguments of dvdb_brick_masks.
struct BrickMasksArgs {
  const int64_t* extents = nullptr;  // [3]
  uint32_t log2_edge = 0;  // 1 to 8
  Span<uint32_t> bits;  // u32 [8 * ceil(ceil(extents[0] / (2 ^ log2_edge - 1)) * ceil(extents[1] / (2 ^ log2_edge - 1)) * ceil(extents[2] / (2 ^ log2_edge - 1)) / 256)]
  dvdb_buffer out_masks = 0;  // unsized, u64 [words of bricks + words of words]
};

/// Called by dvdb_brick_masks.
Status brick_masks(Context& c, const BrickMasksArgs& a);

/// Arguments of dvdb_brick_table.
struct BrickTableArgs {
  int64_t n_bricks = 0;  // 0 to 1099511627776
  Span<uint32_t> bits;  // u32 [8 * ceil(n_bricks / 256)]
  Span<uint32_t> out_table;  // u32 [n_bricks]
};

/// Called by dvdb_brick_table.
Status brick_table(Context& c, const BrickTableArgs& a);

/// Arguments of dvdb_brick_to_dense.
struct BrickToDenseArgs {
  const int64_t* extents = nullptr;  // [3]
  uint32_t log2_edge = 0;  // 1 to 8
  uint32_t slots = 0;  // dvdb_brick_slots
  dvdb_buffer data = 0;  // unsized, u8, or u32 [bricks]
  dvdb_buffer counters = 0;  // unsized, u8; 0 for none
  dvdb_buffer masks = 0;  // unsized, u64 [words of bricks + words of words]
  int64_t n_slots = 0;
  Operand pool;  // dtype [n_slots, 8 ^ log2_edge]
  uint32_t dtype = 0;  // DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32
  uint32_t order = 0;  // dvdb_voxel_order
  double background = 0;  // a value that dtype can represent
  Operand out;  // dtype [product(extents)]
};

/// Called by dvdb_brick_to_dense.
Status brick_to_dense(Context& c, const BrickToDenseArgs& a);

/// Arguments of dvdb_brick_lookup.
struct BrickLookupArgs {
  const int64_t* extents = nullptr;  // [3]
  uint32_t log2_edge = 0;  // 1 to 8
  uint32_t slots = 0;  // dvdb_brick_slots
  dvdb_buffer data = 0;  // unsized, u8, or u32 [bricks]
  dvdb_buffer counters = 0;  // unsized, u8; 0 for none
  dvdb_buffer masks = 0;  // unsized, u64 [words of bricks + words of words]
  int64_t n_slots = 0;
  Operand pool;  // dtype [n_slots, 8 ^ log2_edge]
  uint32_t dtype = 0;  // DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32
  Span<int32_t> ijk;  // i32 [count, 3]
  int64_t count = 0;
  double background = 0;  // a value that dtype can represent
  Operand out;  // dtype [count]
};

/// Called by dvdb_brick_lookup.
Status brick_lookup(Context& c, const BrickLookupArgs& a);

/// Arguments of dvdb_brick_sample.
struct BrickSampleArgs {
  const int64_t* extents = nullptr;  // [3]
  uint32_t log2_edge = 0;  // 1 to 8
  uint32_t slots = 0;  // dvdb_brick_slots
  dvdb_buffer data = 0;  // unsized, u8, or u32 [bricks]
  dvdb_buffer counters = 0;  // unsized, u8; 0 for none
  dvdb_buffer masks = 0;  // unsized, u64 [words of bricks + words of words]
  int64_t n_slots = 0;
  Operand pool;  // dtype [n_slots, 8 ^ log2_edge]
  uint32_t dtype = 0;  // DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32
  Span<float> points;  // f32 [count, 3]
  int64_t count = 0;
  double background = 0;  // where the brick is empty
  Span<float> out;  // f32 [count]
};

/// Called by dvdb_brick_sample.
Status brick_sample(Context& c, const BrickSampleArgs& a);

/// Arguments of dvdb_brick_plan_edit.
struct BrickPlanEditArgs {
  const int64_t* extents = nullptr;  // [3]
  uint32_t log2_edge = 0;  // 1 to 8
  Span<uint32_t> table;  // u32 [ceil(extents[2] / (2 ^ log2_edge - 1)), ceil(extents[1] / (2 ^ log2_edge - 1)), ceil(extents[0] / (2 ^ log2_edge - 1))]
  int64_t n_slots = 0;  // 0 to 4294967294
  Operand pool;  // dtype [n_slots, 8 ^ log2_edge]
  uint32_t dtype = 0;  // DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32
  const int64_t* low = nullptr;  // [3]
  const int64_t* size = nullptr;  // [3]
  uint32_t order = 0;  // dvdb_voxel_order
  Operand values;  // dtype [product(size)]
  double threshold = 0;  // a whole number for integer types, or infinite
  uint32_t coverage = 0;  // dvdb_coverage_form
  uint32_t checked = 0;  // 0 or 1: whether NaN is refused
  dvdb_buffer out_edits = 0;  // unsized, u32 [bricks of the box], dvdb_brick_edit, x fastest
  int64_t* out_counts = nullptr;
  uint32_t* out_fault = nullptr;
};

/// Called by dvdb_brick_plan_edit.
Status brick_plan_edit(Context& c, const BrickPlanEditArgs& a);

/// Arguments of dvdb_brick_list_edit.
struct BrickListEditArgs {
  const int64_t* extents = nullptr;  // [3]
  uint32_t log2_edge = 0;  // 1 to 8
  Span<uint32_t> table;  // u32 [ceil(extents[2] / (2 ^ log2_edge - 1)), ceil(extents[1] / (2 ^ log2_edge - 1)), ceil(extents[0] / (2 ^ log2_edge - 1))]
  int64_t n_slots = 0;  // 0 to 4294967294, with at least as many free slots as bricks are added
  const int64_t* low = nullptr;  // [3]
  const int64_t* size = nullptr;  // [3]
  dvdb_buffer edits = 0;  // unsized, u32 [bricks of the box]
  int64_t added = 0;
  int64_t removed = 0;
  Span<int64_t> out_bricks;  // i64 [added + removed]
  Span<uint32_t> out_slots;  // u32 [added]
};

/// Called by dvdb_brick_list_edit.
Status brick_list_edit(Context& c, const BrickListEditArgs& a);

/// Arguments of dvdb_brick_apply_edit.
struct BrickApplyEditArgs {
  const int64_t* extents = nullptr;  // [3]
  uint32_t log2_edge = 0;  // 1 to 8
  Span<uint32_t> table;  // u32 [ceil(extents[2] / (2 ^ log2_edge - 1)), ceil(extents[1] / (2 ^ log2_edge - 1)), ceil(extents[0] / (2 ^ log2_edge - 1))], edited
  int64_t n_slots = 0;  // 0 to 4294967294
  Operand pool;  // dtype [n_slots, 8 ^ log2_edge], edited
  uint32_t dtype = 0;  // DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32
  const int64_t* low = nullptr;  // [3]
  const int64_t* size = nullptr;  // [3]
  uint32_t order = 0;  // dvdb_voxel_order
  Operand values;  // dtype [product(size)]
  double background = 0;  // a value that dtype can represent
  dvdb_buffer edits = 0;  // unsized, u32 [bricks of the box]
  int64_t added = 0;
  int64_t removed = 0;
  Span<int64_t> bricks;  // i64 [added + removed]
  Span<uint32_t> places;  // u32 [added]
};

/// Called by dvdb_brick_apply_edit.
Status brick_apply_edit(Context& c, const BrickApplyEditArgs& a);

/// Arguments of dvdb_brick_compact.
struct BrickCompactArgs {
  const int64_t* extents = nullptr;  // [3]
  uint32_t log2_edge = 0;  // 1 to 8
  uint32_t slots = 0;  // dvdb_brick_slots
  dvdb_buffer data = 0;  // unsized, u8, or u32 [bricks]
  dvdb_buffer counters = 0;  // unsized, u8; 0 for none
  dvdb_buffer masks = 0;  // unsized, u64 [words of bricks + words of words]
  int64_t n_slots = 0;
  Operand pool;  // dtype [n_slots, 8 ^ log2_edge]
  uint32_t dtype = 0;  // DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32
  Span<uint32_t> bits;  // u32 [8 * ceil(ceil(extents[0] / (2 ^ log2_edge - 1)) * ceil(extents[1] / (2 ^ log2_edge - 1)) * ceil(extents[2] / (2 ^ log2_edge - 1)) / 256)]
  int64_t filled = 0;
  Operand out_pool;  // dtype [filled, 8 ^ log2_edge]
};

/// Called by dvdb_brick_compact.
Status brick_compact(Context& c, const BrickCompactArgs& a);

}  // namespace dvdb::operators
