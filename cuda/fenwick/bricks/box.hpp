/// Boxes of voxels that get new values, and the bricks that hold these voxels.
#pragma once

#include "fenwick/bricks/bits.hpp"

namespace dvdb::fenwick {

struct BrickBox {
  BrickShape shape;
  int64_t low[3] = {};
  int64_t size[3] = {};
  int64_t first[3] = {};  // of the bricks that hold a voxel, as their own or as padding
  int64_t count[3] = {};

  DVDB_FN int64_t bricks() const { return count[0] * count[1] * count[2]; }
  DVDB_FN bool contains(const int64_t (&voxel)[3]) const {
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis)
      inside = inside && voxel[axis] >= low[axis] && voxel[axis] - low[axis] < size[axis];
    return inside;
  }
  /// The position in the brick grid of brick `at` of the box.
  DVDB_FN void place(int64_t at, int64_t (&out)[3]) const {
    out[0] = first[0] + at % count[0];
    out[1] = first[1] + at / count[0] % count[1];
    out[2] = first[2] + at / count[0] / count[1];
  }
  /// The number within the box of the brick at a position in the brick grid, or -1.
  DVDB_FN int64_t find(const int64_t (&place)[3]) const {
    int64_t at = 0;
    for (int axis = 2; axis >= 0; --axis) {
      const int64_t own = place[axis] - first[axis];
      if (own < 0 || own >= count[axis]) return -1;
      at = at * count[axis] + own;
    }
    return at;
  }
};

/// Dense values of the voxels in a box.
template <class T>
struct BoxValues {
  const T* data = nullptr;
  VoxelOrder order = {};

  DVDB_FN T at(const BrickBox& box, const int64_t (&voxel)[3]) const {
    return data[order.at(voxel[0] - box.low[0], voxel[1] - box.low[1], voxel[2] - box.low[2])];
  }
};

template <class Args>
Status read_box(Context& c, const Args& a, BrickBox& out) {
  const int64_t* const extents = a.extents;
  const int64_t* const low = a.low;
  const int64_t* const size = a.size;
  DVDB_TRY(read_brick_shape(c, extents, a.log2_edge, out.shape));
  bool empty = false;
  for (int axis = 0; axis < 3; ++axis) {
    if (low[axis] < 0 || size[axis] < 0 || low[axis] > extents[axis] || size[axis] > extents[axis] - low[axis]) {
      return fail(c, DVDB_INVALID_ARGUMENT,
                  "Cannot use box: %lld voxels from %lld on are not among the %lld of axis %d",
                  static_cast<long long>(size[axis]), static_cast<long long>(low[axis]),
                  static_cast<long long>(extents[axis]), axis);
    }
    out.low[axis] = low[axis];
    out.size[axis] = size[axis];
    empty = empty || size[axis] == 0;
  }
  if (empty) return {};
  const int64_t step = out.shape.payload.by;
  for (int axis = 0; axis < 3; ++axis) {
    out.first[axis] = max_of<int64_t>((low[axis] + step - 1) / step - 1, 0);
    out.count[axis] = (low[axis] + size[axis] - 1) / step + 1 - out.first[axis];
  }
  return {};
}

/// A bricked volume with a table, as edits receive it.
struct EditedBricks {
  Span<uint32_t> table;
  uint8_t* pool = nullptr;
  int64_t n_slots = 0;

  /// The voxels of a brick, or null if it is empty.
  template <class T>
  DVDB_FN T* voxels(const BrickShape& shape, const int64_t (&place)[3]) const {
    const uint32_t slot = table[shape.brick(place[0], place[1], place[2])];
    return int64_t(slot) < n_slots ? reinterpret_cast<T*>(pool) + (int64_t(slot) << (3 * shape.log)) : nullptr;
  }
};

template <class Args>
EditedBricks edited_of(const Args& a) {
  return {a.table, static_cast<uint8_t*>(a.pool.data), a.n_slots};
}

}  // namespace dvdb::fenwick
