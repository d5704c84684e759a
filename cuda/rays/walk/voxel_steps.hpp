/// Fixed-point steps through the voxels of a leaf, for ray walks that need no exact times.
#pragma once

#include "rays/walk/block_times.hpp"

namespace dvdb {

struct VoxelSteps : BlockTimes {
  uint32_t wait[3];  // when the ray reaches the next plane along each axis
  uint32_t step[3];  // from plane to plane
  uint32_t move[3];  // what a step along an axis adds to `at`
  uint32_t at = kOutside;
  uint32_t now = 0;       // when the ray passed the last plane
  uint32_t near = ~0u;    // the least time between two planes
  const uint64_t* masks;  // of the leaf
  uint64_t word;          // the mask word of the voxel

  /// Moves to where the ray is just after a time.
  DVDB_FN void enter(const DualRay& ray, double pace, double time) {
    at = kBorrow;
    for (int axis = 0; axis < 3; ++axis) {
      double leaves;
      const auto voxel = uint32_t(ray.cell_after(axis, time, leaves));
      wait[axis] = fixed((leaves - time) * pace);
      start(axis, voxel, ray.mirror[axis]);
    }
    now = 1u << 31;  // long before
    word = masks[at >> 6 & kLastVoxel];
  }

  /// Moves to where the ray is at a time, soon after it entered the leaf. Times then count from kAhead earlier. Returns
  /// how long before that time the ray crossed the last plane but one.
  DVDB_FN uint32_t enter_soon(const DualRay& ray, double pace, double time) {
    AxisPosition<0> positions[3];
    at = kBorrow;
    for (int axis = 0; axis < 3; ++axis) {
      positions[axis].find(ray, uint32_t(axis), time, pace, step[axis]);
      wait[axis] = positions[axis].wait;
      start(axis, positions[axis].cell(), ray.mirror[axis]);
    }
    now = 0;
    word = masks[at >> 6 & kLastVoxel];
    return middle_of(positions[0].since, positions[1].since, positions[2].since);
  }

  DVDB_FN bool inside() const { return (at & kOutside) == 0; }

  /// 1 if the voxel is active, or 0.
  DVDB_FN uint32_t has() const { return uint32_t(word >> (at & 63)) & 1; }

  /// When the ray reaches the next plane.
  DVDB_FN uint32_t next() const { return min_of(min_of(wait[0], wait[1]), wait[2]); }

  /// Advances to the next voxel, or out of the leaf. Of planes crossed at the same time only one is passed; the others
  /// follow.
  DVDB_FN void go() {
    const uint32_t time = next();
    const bool by_x = wait[0] == time;
    near = min_of(near, time - now);
    now = time;
    advance_one(time, wait, step, at, move);
    if (kReadsAlways || by_x) word = masks[at >> 6 & kLastVoxel];
  }

  /// The least time between two planes, when the ray has left the leaf.
  DVDB_FN uint32_t nearest() const { return min_of(near, next() - now); }

 private:
  static constexpr uint32_t kLastVoxel = (1u << kLeafLog2) - 1;

  // The position of the walk: the offset of the voxel in the low bits; above these a bit from which a step out of the
  // leaf may borrow, and for each axis four bits that count steps and a carry bit that is set when the ray leaves the
  // leaf.
  static constexpr uint32_t kBorrow = 1u << 14;
  DVDB_FN static constexpr int shift_of(int axis) { return 16 + 5 * axis; }
  static constexpr uint32_t kOutside = 1u << 20 | 1u << 25 | 1u << 30;

  static constexpr bool kReadsAlways = !kOnGpu;  // an unconditional load is faster than a branch on a CPU

  /// Starts along an axis in a voxel, given in the ray's mirrored coordinates, of which only the low bits are used.
  DVDB_FN void start(int axis, uint32_t voxel, int32_t mirror) {
    const int shift = kLeafLog2 * (2 - axis);
    const uint32_t place = voxel & kLastVoxel;
    at += (place ^ (uint32_t(mirror) & kLastVoxel)) << shift | (place + 15 - kLastVoxel) << shift_of(axis);
    move[axis] = (1u << shift_of(axis)) + (uint32_t(mirror | 1) << shift);
  }
};

}  // namespace dvdb
