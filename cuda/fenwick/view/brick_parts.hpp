/// Volumes in bricks as the entries take them: checks, and views of their buffers.
#pragma once

#include "fenwick/view/bricks.hpp"
#include "fenwick/view/shape.hpp"

namespace dvdb::fenwick {

/// The arguments by which entries know a volume in bricks.
struct BrickArguments {
  const int64_t* dims;
  uint32_t log2_edge;
  uint32_t slots;
  dvdb_buffer data;
  dvdb_buffer counters;
  dvdb_buffer masks;
  int64_t n_slots;
  dvdb_buffer pool;
  uint32_t dtype;
};

/// Bytes of a voxel, or 0 for a dtype that voxels do not have.
inline int voxel_bytes(uint32_t dtype) {
  const bool known = dtype == DVDB_U8 || dtype == DVDB_U16 || dtype == DVDB_I16 || dtype == DVDB_F16 || dtype == DVDB_F32;
  return known ? dtype_bytes(dtype) : 0;
}

inline Status refuse_voxels(Context& c, uint32_t dtype) {
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use volume: dtype %u is not u8, u16, i16, f16 or f32", dtype);
}

/// Calls `body.operator()<T>()` with the C++ type of voxels.
template <class Body>
Status with_voxel(Context& c, uint32_t dtype, Body body) {
  switch (dtype) {
    case DVDB_U8: return body.template operator()<uint8_t>();
    case DVDB_U16: return body.template operator()<uint16_t>();
    case DVDB_I16: return body.template operator()<int16_t>();
    case DVDB_F16: return body.template operator()<Half>();
    case DVDB_F32: return body.template operator()<float>();
    default: return refuse_voxels(c, dtype);
  }
}

inline Status read_extents(Context& c, const int64_t* dims, int64_t* n) {
  DVDB_TRY(require(c, dims, 3, "extents"));
  int64_t room = int64_t(1) << kMostLog;
  for (int axis = 0; axis < 3; ++axis) {
    if (dims[axis] < 0 || dims[axis] > room) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use volume: the extent %lld of axis %d is negative, or there are more than 2^%d voxels",
                  static_cast<long long>(dims[axis]), axis, kMostLog);
    }
    room /= max_of<int64_t>(dims[axis], 1);
  }
  *n = dims[0] * dims[1] * dims[2];
  return {};
}

inline Status read_brick_shape(Context& c, const int64_t* dims, uint32_t log2_edge, BrickShape& out) {
  int64_t n = 0;
  DVDB_TRY(read_extents(c, dims, &n));
  if (log2_edge < uint32_t(kLeastBrickLog) || log2_edge > uint32_t(kMostBrickLog)) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use bricks: an edge of 2^%u voxels, 2^%d to 2^%d expected", log2_edge, kLeastBrickLog, kMostBrickLog);
  }
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

inline Status borrow_slots(Context& c, uint32_t kind, int64_t n_slots, int64_t bricks, dvdb_buffer data, dvdb_buffer counters, BrickSlots& out) {
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

/// Checks a volume's arguments and finds its buffers.
inline Status borrow_bricks(Context& c, const BrickArguments& given, Bricks& out) {
  DVDB_TRY(read_brick_shape(c, given.dims, given.log2_edge, out.shape));
  const int bytes = voxel_bytes(given.dtype);
  if (bytes == 0) return refuse_voxels(c, given.dtype);
  const int64_t most = INT64_MAX >> (3 * out.shape.log + 3);
  if (given.n_slots < 0 || given.n_slots > most) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use bricks: %lld slots are out of range", static_cast<long long>(given.n_slots));
  }
  DVDB_TRY(borrow_slots(c, given.slots, given.n_slots, out.shape.bricks(), given.data, given.counters, out.slots));
  Span<uint64_t> masks;
  DVDB_TRY(borrow(c, given.masks, out.shape.mask_words() + out.shape.coarse_words(), "masks", masks));
  void* pool = nullptr;
  DVDB_TRY(borrow_bytes(c, given.pool, given.n_slots * out.shape.brick_voxels(), bytes, bytes, "pool", &pool));
  out.masks = masks.data;
  out.pool = static_cast<uint8_t*>(pool);
  out.n_slots = given.n_slots;
  out.dtype = given.dtype;
  return {};
}

}  // namespace dvdb::fenwick
