/// A ray and the integer planes of dual space that it crosses.
#pragma once

#include "core/grid.hpp"

namespace dvdb {

/// A ray in dual space, where voxel i is the cell [i, i + 1), mirrored so that it moves up along every axis.
///
/// The cell c of a mirrored axis is the cell ~c of the grid. Aligned blocks of cells stay aligned blocks, and times stay
/// the same to the bit, because negation is exact.
struct DualRay {
  double origin[3];
  double direction[3];
  double inverse[3];  // infinite where the ray stands still
  double slack;       // a position this near to a plane may lie on either side of it
  int32_t mirror[3];  // -1 where the ray goes down, else 0: a cell ^ mirror is the cell of the grid

  /// False for a ray that cannot hit anything: not finite, or without a direction.
  DVDB_FN bool place(const GridHead& head, const Vec3d& from, const Vec3d& along) {
    bool any = false;
    const Vec3d start = to_voxel(head, from);
    double largest = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double at = start[axis] + 0.5;
      const double speed = along[axis] / head.size[axis];
      const double span = at - at + (speed - speed);
      if (!(span == 0)) return false;
      const bool down = speed < 0;
      mirror[axis] = down ? -1 : 0;
      origin[axis] = down ? -at : at;
      direction[axis] = down ? -speed : speed;
      const double reciprocal = 1.0 / direction[axis];
      const bool moves = direction[axis] > 0 && reciprocal - reciprocal == 0;  // one that overflows is standing still
      inverse[axis] = moves ? reciprocal : kForever;
      if (!moves) {
        mirror[axis] = 0;
        origin[axis] = at;
        direction[axis] = 0;
      }
      any |= moves;
      largest = max_of(largest, ::fabs(at));
    }
    slack = (largest + 4294967296.0) * kRounding;
    return any;
  }

  DVDB_FN bool moves(int axis) const { return inverse[axis] < kForever; }

  /// When the ray enters a cell, if it moves along the axis, and when it leaves it: never, if it does not.
  DVDB_FN double enters(int axis, int32_t cell) const { return (plane(cell, 0) - origin[axis]) * inverse[axis]; }
  DVDB_FN double leaves(int axis, int32_t cell) const { return (plane(cell, 1) - origin[axis]) * inverse[axis]; }

  /// The cell of [low, high] that the ray is in just after a time.
  DVDB_FN int32_t cell_after(int axis, double time, int32_t low, int32_t high) const {
    // Adding 1.5 * 2^52 leaves the rounded number in the low bits of the sum.
    const double below = origin[axis] + direction[axis] * time - 0.5;
    const double sum = below + 6755399441055744.0;
    int32_t cell = low_bits(sum);
    if (!(::fabs(below - (sum - 6755399441055744.0)) < 0.5 - slack)) return search_cell(axis, time, low, high);
    cell = cell < low ? low : cell;
    return cell > high ? high : cell;
  }

  static constexpr double kForever = __builtin_huge_val();

 private:
  /// Bounds how far a position's cell, as computed, is from the one that times of planes say, for coordinates up to 1.
  static constexpr double kRounding = 1.0 / (uint64_t(1) << 48);

  /// The plane at the start of a cell plus `offset`; converting by bits is faster than by instruction on a GPU.
  DVDB_FN static double plane(int32_t cell, int offset) {
#if defined(__CUDA_ARCH__)
    return __hiloint2double(0x43300000, int(uint32_t(cell) ^ 0x80000000u)) - (4503601774854144.0 - offset);
#else
    return double(cell) + offset;
#endif
  }

  DVDB_FN static int32_t low_bits(double value) {
#if defined(__CUDA_ARCH__)
    return __double2loint(value);
#else
    return int32_t(__builtin_bit_cast(uint64_t, value));
#endif
  }

  /// What cell_after() comes to by the times of planes alone; they decide.
  DVDB_FN int32_t search_cell(int axis, double time, int32_t low, int32_t high) const {
    if (!moves(axis)) {
      const double cell = ::floor(origin[axis]);
      return cell <= low ? low : cell >= high ? high : int32_t(cell);
    }
    const double guess = ::floor(origin[axis] + direction[axis] * time);
    int32_t cell = guess <= low ? low : guess >= high ? high : int32_t(guess);
    while (cell < high && leaves(axis, cell) <= time) ++cell;
    while (cell > low && enters(axis, cell) > time) --cell;
    return cell;
  }
};

}  // namespace dvdb
