/// Volumes in bricks, to be read by any kernel: an index says which bricks are there and where, a pool holds their
/// voxels.
///
/// Schneider and Rautek, "GPU-based spatial indexing with Fenwick trees", 2016. A brick has 2^k voxels along each axis.
/// The last is the first of the next brick, so bricks are 2^k - 1 voxels apart and a cell between voxels lies in one of
/// them; behind the volume the last voxel repeats. Bricks and voxels are numbered with x fastest.
#pragma once

#include <cmath>

#include "core/reals.hpp"
#include "core/words.hpp"
#include "denovdb/bricks.h"
#include "fenwick/view/cells.hpp"
#include "fenwick/view/paper.hpp"
#include "fenwick/view/wide.hpp"

namespace dvdb::fenwick {

inline constexpr int kLeastBrickLog = 1;
inline constexpr int kMostBrickLog = 8;
inline constexpr int kMaskLog = 2;  // a mask has a bit for each of 4^3 bricks, or masks
inline constexpr uint32_t kNoSlot = UINT32_MAX;

/// Extents of a volume and of what it is cut into.
struct BrickShape {
  int64_t dims[3] = {};    // voxels
  int64_t grid[3] = {};    // bricks
  int64_t masks[3] = {};   // words of 4^3 bricks
  int64_t coarse[3] = {};  // words of 4^3 such words
  int log = 1;             // k
  Divider payload;         // 2^k - 1
  Divider across;          // grid[0]
  Divider down;            // grid[1]

  static BrickShape of(const int64_t* dims, int log) {
    BrickShape out;
    out.log = log;
    out.payload = Divider::of((int64_t(1) << log) - 1);
    for (int axis = 0; axis < 3; ++axis) {
      out.dims[axis] = dims[axis];
      out.grid[axis] = (dims[axis] + out.payload.by - 1) / out.payload.by;
      out.masks[axis] = (out.grid[axis] + 3) >> kMaskLog;
      out.coarse[axis] = (out.masks[axis] + 3) >> kMaskLog;
    }
    out.across = Divider::of(out.grid[0]);
    out.down = Divider::of(out.grid[1]);
    return out;
  }

  DVDB_FN int64_t edge() const { return int64_t(1) << log; }
  DVDB_FN int64_t voxels() const { return dims[0] * dims[1] * dims[2]; }
  DVDB_FN int64_t bricks() const { return grid[0] * grid[1] * grid[2]; }
  DVDB_FN int64_t mask_words() const { return masks[0] * masks[1] * masks[2]; }
  DVDB_FN int64_t coarse_words() const { return coarse[0] * coarse[1] * coarse[2]; }
  /// Voxels of a brick, padding included.
  DVDB_FN int64_t brick_voxels() const { return int64_t(1) << (3 * log); }
  DVDB_FN int64_t brick(int64_t x, int64_t y, int64_t z) const { return (z * grid[1] + y) * grid[0] + x; }
  /// Coordinates of a brick in the grid of bricks.
  DVDB_FN void place(int64_t brick, int64_t (&out)[3]) const {
    out[2] = down.divide(across.divide(brick, &out[0]), &out[1]);
  }
  /// Number of a voxel in its brick.
  DVDB_FN int64_t inside(int64_t x, int64_t y, int64_t z) const { return (z << log | y) << log | x; }
  /// The bit of a brick in its mask, or of a mask in the coarse one.
  static DVDB_FN uint32_t mask_bit(int64_t x, int64_t y, int64_t z) {
    return uint32_t((x & 3) | (y & 3) << 2 | (z & 3) << 4);
  }
};

/// Positions of bricks in the pool: their ranks in an index of any layout, or a table.
struct BrickSlots {
  uint32_t kind = DVDB_SLOTS_TABLE;
  PaperLine paper;
  WideView wide;
  CellView<3> rank96;
  CellView<7> rank224;
  const uint32_t* table = nullptr;  // [bricks], kNoSlot where there is none
  int64_t n_slots = 0;              // there are no others, whatever an index says

  /// The slot of a brick, or -1 where it is empty.
  DVDB_FN int64_t find(int64_t brick) const {
    uint64_t slot = 0;
    bool filled = true;
    switch (kind) {
      case DVDB_SLOTS_PAPER: filled = paper.lookup(brick, &slot) != 0; break;
      case DVDB_SLOTS_WIDE: filled = wide.lookup(brick, &slot) != 0; break;
      case DVDB_SLOTS_RANK96: filled = rank96.lookup(brick, &slot) != 0; break;
      case DVDB_SLOTS_RANK224: filled = rank224.lookup(brick, &slot) != 0; break;
      default: slot = table[brick];
    }
    return filled && slot < uint64_t(n_slots) ? int64_t(slot) : -1;
  }
};

DVDB_FN float to_float(uint8_t value) { return float(value); }
DVDB_FN float to_float(uint16_t value) { return float(value); }
DVDB_FN float to_float(int16_t value) { return float(value); }
DVDB_FN float to_float(float value) { return value; }
DVDB_FN float to_float(Half value) {
  return float_of_half(value.bits, [&] { return float(double(value)); });
}

/// From a to b; exact at a, and fused so that every backend rounds alike.
DVDB_FN float mix(float a, float b, float part) { return fmaf(part, b - a, a); }

/// A place between eight voxels of one brick.
struct BrickPoint {
  int64_t brick[3];
  int inside[3];  // the least of the eight voxels, below 2^k - 1
  float part[3];  // from 0 to below 1

  /// A place given in voxels whose centers are halves; outside of them, the nearest one. NaN counts as low.
  static DVDB_FN BrickPoint at(const BrickShape& shape, float x, float y, float z) {
    BrickPoint out;
    const float given[3] = {x, y, z};
    for (int axis = 0; axis < 3; ++axis) {
      const float most = float(shape.dims[axis] - 1);
      const float from = given[axis] - 0.5f;
      const float clamped = from > 0 ? (from < most ? from : most) : 0;
      const int64_t voxel = min_of(int64_t(clamped), shape.dims[axis] - 1);
      int64_t rest = 0;
      out.brick[axis] = shape.payload.divide(voxel, &rest);
      out.inside[axis] = int(rest);
      out.part[axis] = clamped - float(voxel);
    }
    return out;
  }
};

/// A volume in bricks of voxels of type T: uint8_t, uint16_t, int16_t, Half or float.
template <class T>
struct BrickView {
  BrickShape shape;
  BrickSlots slots;
  const uint64_t* masks = nullptr;   // [mask_words]: a bit for each of 4^3 bricks
  const uint64_t* coarse = nullptr;  // [coarse_words]: a bit for each of 4^3 masks, 1 where one is not 0
  const T* pool = nullptr;           // [slots, 8^k]

  /// The 4^3 bricks around a brick, by its place in the grid; bit mask_bit(x, y, z) is the brick itself.
  DVDB_FN uint64_t mask(int64_t x, int64_t y, int64_t z) const {
    return masks[((z >> kMaskLog) * shape.masks[1] + (y >> kMaskLog)) * shape.masks[0] + (x >> kMaskLog)];
  }
  /// The 4^3 masks around a mask, by its place among masks.
  DVDB_FN uint64_t coarse_mask(int64_t x, int64_t y, int64_t z) const {
    return coarse[((z >> kMaskLog) * shape.coarse[1] + (y >> kMaskLog)) * shape.coarse[0] + (x >> kMaskLog)];
  }
  DVDB_FN bool occupied(int64_t x, int64_t y, int64_t z) const {
    return (mask(x, y, z) >> BrickShape::mask_bit(x, y, z) & 1) != 0;
  }

  /// The slot of a brick, or -1 where it is empty.
  DVDB_FN int64_t slot(int64_t x, int64_t y, int64_t z) const { return slots.find(shape.brick(x, y, z)); }
  /// The voxels of a slot, x fastest.
  DVDB_FN const T* brick(int64_t slot) const { return pool + (slot << (3 * shape.log)); }
  /// A voxel of a brick, padding included.
  DVDB_FN float voxel(const T* brick, int x, int y, int z) const { return to_float(brick[shape.inside(x, y, z)]); }

  /// A voxel by its place in the volume, from the brick that it is not padding of; `background` where that is empty,
  /// and outside of the volume.
  DVDB_FN T at(int64_t x, int64_t y, int64_t z, T background) const {
    const int64_t voxel[3] = {x, y, z};
    int64_t place[3];
    int64_t in[3];
    for (int axis = 0; axis < 3; ++axis) {
      if (voxel[axis] < 0 || voxel[axis] >= shape.dims[axis]) return background;
      place[axis] = shape.payload.divide(voxel[axis], &in[axis]);
    }
    if (!occupied(place[0], place[1], place[2])) return background;
    const int64_t own = slot(place[0], place[1], place[2]);
    return own < 0 ? background : brick(own)[shape.inside(in[0], in[1], in[2])];
  }

  /// Between the eight voxels from (x, y, z) on, all below 2^k - 1.
  DVDB_FN float trilinear(const T* brick, const int (&at)[3], const float (&part)[3]) const {
    const int row = 1 << shape.log;
    const int plane = row << shape.log;
    const T* low = brick + shape.inside(at[0], at[1], at[2]);
    const float a = mix(to_float(low[0]), to_float(low[1]), part[0]);
    const float b = mix(to_float(low[row]), to_float(low[row + 1]), part[0]);
    const float c = mix(to_float(low[plane]), to_float(low[plane + 1]), part[0]);
    const float d = mix(to_float(low[plane + row]), to_float(low[plane + row + 1]), part[0]);
    return mix(mix(a, b, part[1]), mix(c, d, part[1]), part[2]);
  }
  /// At a place given in voxels whose centers are halves; `background` where its brick is empty.
  DVDB_FN float sample(float x, float y, float z, float background) const {
    const BrickPoint point = BrickPoint::at(shape, x, y, z);
    if (!occupied(point.brick[0], point.brick[1], point.brick[2])) return background;
    const int64_t own = slot(point.brick[0], point.brick[1], point.brick[2]);
    return own < 0 ? background : trilinear(brick(own), point.inside, point.part);
  }
};

}  // namespace dvdb::fenwick
