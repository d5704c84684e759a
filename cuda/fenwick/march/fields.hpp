/// Storage forms of the voxels that rays are marched through; all give the same values by the same arithmetic.
#pragma once

#include "fenwick/march/rays.hpp"
#include "fenwick/view/bricks.hpp"

namespace dvdb::fenwick {

/// The extents of a volume in the form that sampling needs.
struct VoxelBox {
  int dims[3];
  float most[3];  // the last voxels
  float floor;    // values at or below are seen as this

  /// The eight voxels around a position in voxels, where voxel i has its center at i + 1/2; positions beyond the
  /// outermost centers are clamped.
  DVDB_FN VoxelCell cell(const Vec3f& place) const {
    VoxelCell out;
    for (int axis = 0; axis < 3; ++axis) {
      const float from = place[axis] - 0.5f;
      const float clamped = from > 0 ? (from < most[axis] ? from : most[axis]) : 0;
      out.at[axis] = int(clamped);
      out.part[axis] = clamped - float(out.at[axis]);
    }
    return out;
  }
  /// The value, or the floor if the value is below it or NaN.
  DVDB_FN float above_floor(float value) const { return value > floor ? value : floor; }
};

/// Dense voxels of type T: uint8_t, uint16_t, int16_t, Half or float.
template <class T>
struct DenseVoxels {
  const T* voxels = nullptr;
  int64_t strides[3] = {};

  DVDB_FN float trilinear(const VoxelBox& box, const VoxelCell& cell) const {
    const T* low = voxels + (cell.at[0] * strides[0] + cell.at[1] * strides[1] + cell.at[2] * strides[2]);
    // Beyond the last voxel, it is repeated.
    const int64_t x = cell.at[0] + 1 < box.dims[0] ? strides[0] : 0;
    const int64_t y = cell.at[1] + 1 < box.dims[1] ? strides[1] : 0;
    const int64_t z = cell.at[2] + 1 < box.dims[2] ? strides[2] : 0;
    const float a = mix(to_float(low[0]), to_float(low[x]), cell.part[0]);
    const float b = mix(to_float(low[y]), to_float(low[y + x]), cell.part[0]);
    const float c = mix(to_float(low[z]), to_float(low[z + x]), cell.part[0]);
    const float d = mix(to_float(low[z + y]), to_float(low[z + y + x]), cell.part[0]);
    return mix(mix(a, b, cell.part[1]), mix(c, d, cell.part[1]), cell.part[2]);
  }
};

/// Dense voxels without empty-space skipping.
template <class T>
struct DenseField : VoxelBox {
  struct Cursor {};

  DenseVoxels<T> dense;

  DVDB_FN Cursor begin() const { return {}; }
  DVDB_FN bool seek(Cursor&, const VoxelCell&) const { return true; }
  DVDB_FN uint32_t last_empty(const Cursor&, const MarchRay&, float, uint32_t i) const { return i; }
  DVDB_FN float value(const Cursor&, const VoxelCell& cell) const { return above_floor(dense.trilinear(*this, cell)); }
  DVDB_FN int64_t hit(const Cursor&, const VoxelCell& cell) const {
    return cell.at[0] + int64_t(dims[0]) * (cell.at[1] + int64_t(dims[1]) * cell.at[2]);
  }
};

/// The cube of bricks that a ray is in: one filled brick, or an empty cube as large as the masks tell.
struct BrickCursor {
  int low[3];     // the first voxels of the cube
  uint32_t edge;  // its cells along each axis
  bool filled;
  int brick[3];
  int64_t word;   // which mask was read last
  uint64_t mask;  // and what it was

  /// Not in any cube.
  static DVDB_FN BrickCursor nowhere() { return {{0, 0, 0}, 0, false, {0, 0, 0}, -1, 0}; }
  DVDB_FN bool holds(const VoxelCell& cell) const {
    return uint32_t(cell.at[0] - low[0]) < edge && uint32_t(cell.at[1] - low[1]) < edge &&
           uint32_t(cell.at[2] - low[2]) < edge;
  }
};

/// Finds cubes in the masks, and where rays leave them.
template <class T>
struct BrickWalk : VoxelBox {
  BrickView<T> view;

  /// Moves a cursor to the cube that contains a cell outside the current one.
  DVDB_FN void move(BrickCursor& cursor, const VoxelCell& cell) const {
    const int payload = int(view.shape.payload.by);
    for (int axis = 0; axis < 3; ++axis) cursor.brick[axis] = int(view.shape.payload.quotient(cell.at[axis]));
    const int (&b)[3] = cursor.brick;
    const int64_t word =
        ((b[2] >> kMaskLog) * view.shape.masks[1] + (b[1] >> kMaskLog)) * view.shape.masks[0] + (b[0] >> kMaskLog);
    if (word != cursor.word) {
      cursor.word = word;
      cursor.mask = view.masks[word];
    }
    cursor.filled = (cursor.mask >> BrickShape::mask_bit(b[0], b[1], b[2]) & 1) != 0;
    int size = 0;  // log2 of the cube's bricks along each axis
    if (cursor.mask == 0)
      size = view.coarse_mask(b[0] >> kMaskLog, b[1] >> kMaskLog, b[2] >> kMaskLog) == 0 ? 2 * kMaskLog : kMaskLog;
    for (int axis = 0; axis < 3; ++axis) cursor.low[axis] = (b[axis] >> size << size) * payload;
    cursor.edge = uint32_t(payload) << size;
  }

  /// The last sample of a ray such that it and all samples from i on are in the cube of sample i. The computed exit is
  /// only an estimate: the sample itself decides. Positions along a ray are monotonic on each axis, so the samples
  /// between are inside too.
  DVDB_FN uint32_t last_inside(const BrickCursor& cursor, const MarchRay& ray, float step, uint32_t i) const {
    float leave = INFINITY;
    for (int axis = 0; axis < 3; ++axis) {
      const float along = ray.direction[axis];
      const int end = cursor.low[axis] + int(cursor.edge);
      // Samples before the first voxel center and after the last one belong to these voxels.
      if (along > 0 && end < dims[axis])
        leave = fminf(leave, (float(end) + 0.5f - ray.start[axis]) * ray.inverse[axis]);
      if (along < 0 && cursor.low[axis] > 0)
        leave = fminf(leave, (float(cursor.low[axis]) + 0.5f - ray.start[axis]) * ray.inverse[axis]);
    }
    const float guess = leave / step - 0.5f;
    uint32_t last = guess >= float(ray.count) ? ray.count - 1 : guess > float(i) ? uint32_t(guess) : i;
    while (last > i && !cursor.holds(cell(ray.at(MarchRay::time(last, step))))) --last;
    return last;
  }

  DVDB_FN uint32_t last_empty(const BrickCursor& cursor, const MarchRay& ray, float step, uint32_t i) const {
    return last_inside(cursor, ray, step, i);
  }
};

/// Dense voxels with brick masks, by which empty bricks are skipped.
template <class T>
struct MaskedField : BrickWalk<T> {
  using Cursor = BrickCursor;

  DenseVoxels<T> dense;

  DVDB_FN Cursor begin() const { return BrickCursor::nowhere(); }
  DVDB_FN bool seek(Cursor& cursor, const VoxelCell& cell) const {
    if (!cursor.holds(cell)) this->move(cursor, cell);
    return cursor.filled;
  }
  DVDB_FN float value(const Cursor&, const VoxelCell& cell) const {
    return this->above_floor(dense.trilinear(*this, cell));
  }
  DVDB_FN int64_t hit(const Cursor& cursor, const VoxelCell&) const {
    return this->view.shape.brick(cursor.brick[0], cursor.brick[1], cursor.brick[2]);
  }
};

/// Voxels in bricks; the position of a brick is looked up when a ray enters it.
template <class T>
struct BrickField : BrickWalk<T> {
  struct Cursor : BrickCursor {
    const T* voxels;
  };

  DVDB_FN Cursor begin() const { return {BrickCursor::nowhere(), nullptr}; }
  DVDB_FN bool seek(Cursor& cursor, const VoxelCell& cell) const {
    if (cursor.holds(cell)) return cursor.filled;
    this->move(cursor, cell);
    if (cursor.filled) {
      const int (&b)[3] = cursor.brick;
      const int64_t slot = this->view.slot(b[0], b[1], b[2]);
      cursor.filled = slot >= 0;  // what masks and slots say may differ if a caller mixes them up
      cursor.voxels = this->view.brick(cursor.filled ? slot : 0);
    }
    return cursor.filled;
  }
  DVDB_FN float value(const Cursor& cursor, const VoxelCell& cell) const {
    const int inside[3] = {cell.at[0] - cursor.low[0], cell.at[1] - cursor.low[1], cell.at[2] - cursor.low[2]};
    return this->above_floor(this->view.trilinear(cursor.voxels, inside, cell.part));
  }
  DVDB_FN int64_t hit(const Cursor& cursor, const VoxelCell&) const {
    return this->view.shape.brick(cursor.brick[0], cursor.brick[1], cursor.brick[2]);
  }
};

/// The value at any position.
template <class Field>
DVDB_FN float value_at(const Field& field, typename Field::Cursor& cursor, const Vec3f& place) {
  const VoxelCell cell = field.cell(place);
  return field.seek(cursor, cell) ? field.value(cursor, cell) : field.floor;
}

}  // namespace dvdb::fenwick
