/// Volumes in bricks as the entries take them: checks, and views of their buffers.
#pragma once

#include "core/arguments.hpp"
#include "fenwick/view/bricks.hpp"
#include "fenwick/view/shape.hpp"

namespace dvdb::fenwick {

/// Calls `body.operator()<T>()` with the C++ type of voxels, whose dtype is checked.
template <class Body>
Status with_voxel(uint32_t dtype, Body body) {
  switch (dtype) {
    case DVDB_U8: return body.template operator()<uint8_t>();
    case DVDB_U16: return body.template operator()<uint16_t>();
    case DVDB_I16: return body.template operator()<int16_t>();
    case DVDB_F16: return body.template operator()<Half>();
    default: return body.template operator()<float>();
  }
}

inline Status check_extents(Context& c, const int64_t* dims) {
  int64_t room = int64_t(1) << kMostLog;
  for (int axis = 0; axis < 3; ++axis) {
    if (dims[axis] < 0 || dims[axis] > room) {
      return fail(c, DVDB_INVALID_ARGUMENT,
                  "Cannot use volume: the extent %lld of axis %d is negative, or there are more than 2^%d voxels",
                  static_cast<long long>(dims[axis]), axis, kMostLog);
    }
    room /= max_of<int64_t>(dims[axis], 1);
  }
  return {};
}

inline Status read_brick_shape(Context& c, const int64_t* dims, uint32_t log2_edge, BrickShape& out) {
  DVDB_TRY(check_extents(c, dims));
  out = BrickShape::of(dims, int(log2_edge));
  return {};
}

/// The index over bricks as an index of one axis.
inline Shape index_shape(int64_t bricks) {
  Shape out;
  out.dims[0] = bricks;
  out.n = bricks;
  out.n_levels[0] = bricks > 0 ? levels_of(bricks) : 1;
  return out;
}

inline Status borrow_slots(Context& c, uint32_t kind, int64_t n_slots, int64_t bricks, dvdb_buffer data,
                           dvdb_buffer counters, BrickSlots& out) {
  out.kind = kind;
  out.n_slots = n_slots;
  if (kind == DVDB_SLOTS_TABLE) {
    Span<uint32_t> table;
    DVDB_TRY(borrow(c, data, bricks, "data", table));
    out.table = table.data;
    return {};
  }
  Parts parts;
  const Shape shape = index_shape(bricks);
  DVDB_TRY(borrow_parts(c, kind, shape, data, counters, parts));
  if (kind == DVDB_SLOTS_PAPER) out.paper = paper_line(shape, reinterpret_cast<const uint32_t*>(parts.data));
  if (kind == DVDB_SLOTS_WIDE) out.wide = wide_view(shape, parts);
  if (kind == DVDB_SLOTS_RANK96) out.rank96 = cell_view<3>(shape, parts);
  if (kind == DVDB_SLOTS_RANK224) out.rank224 = cell_view<7>(shape, parts);
  return {};
}

/// A volume in bricks whose voxel type is not known yet.
struct Bricks {
  BrickShape shape;
  BrickSlots slots;
  uint64_t* masks = nullptr;
  uint8_t* pool = nullptr;
  int64_t n_slots = 0;
  uint32_t dtype = DVDB_U8;

  template <class T>
  BrickView<T> view() const {
    return {shape, slots, masks, masks + shape.mask_words(), reinterpret_cast<const T*>(pool)};
  }
};

/// Finds the buffers of a volume whose pool is checked.
template <class Args>
Status borrow_bricks(Context& c, const Args& a, const Operand& pool, Bricks& out) {
  DVDB_TRY(read_brick_shape(c, a.extents, a.log2_edge, out.shape));
  DVDB_TRY(borrow_slots(c, a.slots, a.n_slots, out.shape.bricks(), a.data, a.counters, out.slots));
  Span<uint64_t> masks;
  DVDB_TRY(borrow(c, a.masks, out.shape.mask_words() + out.shape.coarse_words(), "masks", masks));
  out.masks = masks.data;
  out.pool = static_cast<uint8_t*>(pool.data);
  out.n_slots = a.n_slots;
  out.dtype = pool.dtype;
  return {};
}

}  // namespace dvdb::fenwick
