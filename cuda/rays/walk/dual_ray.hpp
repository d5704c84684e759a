/// A ray and the integer planes of dual space that it crosses.
#pragma once

#include "core/grid.hpp"

namespace dvdb {

/// A ray in dual space, where voxel i is the cell [i, i + 1), mirrored so that it moves up along every axis.
///
/// The cell c of a mirrored axis is the cell ~c of the grid. Aligned blocks of cells stay aligned blocks, and times
/// stay the same to the bit, because negation is exact. The origin is rounded so that its distance to every plane of
/// the grid is exact: the time of a plane is then one rounded product, however a walk comes to it.
struct DualRay {
  double origin[3];
  double direction[3];
  double inverse[3];  // infinite along axes on which the ray does not move
  int32_t mirror[3];  // -1 where the ray moves down, else 0: a cell ^ mirror is the cell of the grid
  float reach;        // largest coordinate, in magnitude, of the origin and of the grid's bounds

  /// False for a ray that cannot hit anything: not finite, or without a direction.
  DVDB_FN bool place(const GridHead& head, const Vec3d& from, const Vec3d& along) {
    bool any = false;
    double largest = 0;
    for (int axis = 0; axis < 3; ++axis) {
      double at = from[axis] - head.origin[axis];
      double speed = along[axis];
      // Where multiplying gives the same bits, it is many times faster than dividing.
      const uint64_t size = __builtin_bit_cast(uint64_t, head.size[axis]);
      if (size << 12 == 0 && size - kLeastPower < kMostPower - kLeastPower) {
        const double cells = __builtin_bit_cast(double, kLeastPower + kMostPower - size);
        at *= cells;
        speed *= cells;
      } else {
        at /= head.size[axis];
        speed /= head.size[axis];
      }
      at += 0.5;
      if (!(speed - speed == 0 && ::fabs(at) < kFarthest)) return false;
      const double reciprocal = 1.0 / ::fabs(speed);
      const bool moves = reciprocal < kForever;  // if the reciprocal overflows, the ray counts as not moving
      const bool down = moves && speed < 0;
      mirror[axis] = down ? -1 : 0;
      origin[axis] = down ? -at : at;
      direction[axis] = moves ? ::fabs(speed) : 0;
      inverse[axis] = reciprocal;
      any |= moves;
      largest = max_of(largest, ::fabs(at));
    }
    int32_t bound = 0;
    for (int axis = 0; axis < 3; ++axis) bound = max_of(bound, max_of(head.bounds[1][axis], ~head.bounds[0][axis]));
    largest = max_of(largest, double(bound) + 1);
    reach = float(largest);
    // Sums with 3 * 2^e, for largest < 2^e, are multiples of 2^(e - 51); so are planes.
    const uint64_t power = (__builtin_bit_cast(uint64_t, largest) >> 52) + 1;
    const double coarse = 3 * __builtin_bit_cast(double, power << 52);
    for (int axis = 0; axis < 3; ++axis) {
      if (moves(axis)) origin[axis] = origin[axis] + coarse - coarse;
    }
    return any;
  }

  /// Gives the ray a very slow motion along axes on which it does not move; this changes no result, since it stays
  /// between the same two planes. Returns whether times within a block are then known to within 2^-24 of a voxel; if
  /// not, the ray is unchanged.
  DVDB_FN bool set_in_motion() {
    const double least = min_of(min_of(inverse[0], inverse[1]), inverse[2]);
    bool sure = reach < 0x1p27f && least > 1e-100 && least < 1e100;
    if (max_of(max_of(inverse[0], inverse[1]), inverse[2]) < kStill) return sure;
    for (int axis = 0; axis < 3; ++axis) sure &= inverse[axis] < kStill || !moves(axis);
    if (!sure) return false;
    for (int axis = 0; axis < 3; ++axis) {
      if (moves(axis)) continue;
      origin[axis] = ::floor(origin[axis]) + 0.5;
      direction[axis] = 1 / kStill;
      inverse[axis] = kStill;
    }
    return true;
  }

  /// Whether any two planes that a ray in motion crosses are crossed either at bit-identical times or at least 2^-17 of
  /// a voxel apart: it starts on a fine lattice, and the ratios of its paces along the axes are powers of two.
  DVDB_FN bool is_regular() const {
    const uint64_t fraction = __builtin_bit_cast(uint64_t, min_of(min_of(inverse[0], inverse[1]), inverse[2])) << 12;
    bool regular = reach < 0x1p20f;
    for (int axis = 0; axis < 3; ++axis)
      regular &= inverse[axis] == kStill || __builtin_bit_cast(uint64_t, inverse[axis]) << 12 == fraction;
    if (!regular) return false;  // most are not
    for (int axis = 0; axis < 3; ++axis) {
      const double place = origin[axis] * 131072;
      regular &= (place + 6755399441055744.0) - 6755399441055744.0 == place;
    }
    return regular;
  }

  /// Whether a ray in motion keeps to a coarse lattice, and so often crosses several planes at once.
  DVDB_FN bool keeps_to_lattice() const {
    const auto is_whole = [](double value) {
      return ::fabs((value + 6755399441055744.0) - 6755399441055744.0 - value) < 1e-9;
    };
    bool keeps = true;
    for (int axis = 0; axis < 3; ++axis) keeps &= inverse[axis] == kStill || is_whole(origin[axis] * 64);
    if (!keeps) return false;  // most do not
    const double pace = max_of(max_of(direction[0], direction[1]), direction[2]);
    int moving = 0;
    for (int axis = 0; axis < 3; ++axis) {
      if (inverse[axis] == kStill) continue;
      ++moving;
      keeps &= is_whole(pace * inverse[axis] * 840);  // 840 is divisible by all numbers up to 8
    }
    return keeps && moving > 1;
  }

  DVDB_FN bool moves(int axis) const { return inverse[axis] < kForever; }

  /// Distances along an axis, in cells, to the planes at the start and at the end of a cell.
  DVDB_FN double before(int axis, int32_t cell) const { return whole_sum(cell, 0) - origin[axis]; }
  DVDB_FN double behind(int axis, int32_t cell) const { return whole_sum(cell, 1) - origin[axis]; }

  /// The times at which the ray enters a cell (only if it moves along the axis) and leaves it (never, if it does not).
  DVDB_FN double enters(int axis, int32_t cell) const { return before(axis, cell) * inverse[axis]; }
  DVDB_FN double leaves(int axis, int32_t cell) const { return behind(axis, cell) * inverse[axis]; }

  /// The cell that the ray is in just after a time, and when it leaves it.
  DVDB_FN int32_t cell_after(int axis, double time, double& until) const {
    // The computed position is off by less than half a cell, so the cell is one of two, and the time of the plane
    // between them decides. Adding 1.5 * 2^52 rounds, and leaves the rounded number in the low bits of the sum.
    const double sum = near_position(axis, time) + 6755399441055744.0;
    const double way = (sum - 6755399441055744.0) - origin[axis];
    const double reached = way * inverse[axis];
    const bool is_next = reached > time;
    until = is_next ? reached : (way + 1) * inverse[axis];
    return int32_t(low_word(sum) - (is_next ? 1u : 0u));
  }
  DVDB_FN int32_t cell_after(int axis, double time) const {
    double until;
    return cell_after(axis, time, until);
  }

  /// The position of the ray at a time, up to rounding.
  DVDB_FN double near_position(int axis, double time) const {
    return estimate_sum(direction[axis], time, origin[axis]);
  }

  /// Clips a time interval to that in which the ray is within inclusive bounds; false when this is no longer than an
  /// instant.
  DVDB_FN bool clip(const int32_t (&bounds)[2][3], double& begin, double& end) const {
    for (int axis = 0; axis < 3; ++axis) {
      const bool down = mirror[axis] != 0;
      const int32_t low = down ? ~bounds[1][axis] : bounds[0][axis];
      const int32_t high = down ? ~bounds[0][axis] : bounds[1][axis];
      if (!moves(axis)) {
        if (!(origin[axis] >= low && origin[axis] < double(high) + 1)) return false;
        continue;
      }
      begin = max_of(begin, enters(axis, low));
      end = min_of(end, leaves(axis, high));
    }
    return begin < end;
  }

  /// A number in units of 2^-kBits, rounded, that fits.
  template <int kBits>
  DVDB_FN static int32_t fixed(double value) {
    // Adding 1.5 * 2^(52 - kBits) rounds, and leaves the rounded number in the low bits of the sum.
    return int32_t(low_word(value + 3 * double(int64_t(1) << (51 - kBits))));
  }

  static constexpr double kForever = __builtin_huge_val();

  // The time per cell that set_in_motion() gives to axes on which the ray does not move.
  static constexpr double kStill = 0x1p700;

  /// Rays that start farther away, in voxels, hit nothing: doubles cannot resolve where in a voxel they start.
  static constexpr double kFarthest = 70368744177664.0;

 private:
  // The bits of 2^-1022 and 2^1022: the inverses of powers of two in this range are exact.
  static constexpr uint64_t kLeastPower = uint64_t(1) << 52;
  static constexpr uint64_t kMostPower = uint64_t(2045) << 52;
};

}  // namespace dvdb
