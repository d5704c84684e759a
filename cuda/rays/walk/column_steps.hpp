/// Fixed-point steps through the cells of a block, column by column along z, for walks that need no exact times.
#pragma once

#include "rays/walk/dual_ray.hpp"

namespace dvdb {

/// Fixed-point times and positions of a ray within a frame of a few lower nodes. The unit of time is that in which the
/// ray crosses a voxel along its fastest axis; positions are relative to the frame's lowest corner, as the ray sees it.
struct ColumnUnits {
  // Times and positions, in voxels from the start of a frame, are in units of 2^-kBits.
  static constexpr int kBits = 23;
  static constexpr int kLeafBits = kBits + kLeafLog2;
  static constexpr int kNodeBits = kBits + kLowerLog2;
  // The duration of a frame of more than one lower node. Later planes of two axes never coincide, and nothing is
  // queried after the latest. The number format holds twice as much.
  static constexpr double kMostSpan = 240;
  static constexpr uint32_t kLatest = uint32_t(250.37 * (1 << kBits));
  static constexpr double kMostPace = 242.77;
  DVDB_FN static constexpr double latest(int axis) { return 241.37 + 4.13 * axis; }
  // The least distance of a position from a plane, and half of that between two times, at which the order is surely
  // that of RayWalk: 2^-18. The times that RayWalk compares are rounded twice, by less than 2^-24 of a voxel for planes
  // as far away as DualRay::set_in_motion() allows, and so are those from which the fixed-point times are computed.
  // Rounding these to 2^-23 adds 2^-24 for each of up to 30 strides and 7 paces, and two units at the end: less than 3
  // * 2^-20.
  static constexpr uint32_t kMargin = 32;
  static constexpr int32_t kLastVoxel = (1 << kLeafLog2) - 1;
  static constexpr int32_t kNodeOf = ~((1 << kLowerLog2) - 1);

  // The position in a block: the column in the low bits; above these a bit from which a step out of the block may
  // borrow, and for each of x and y six bits that count cells, whose high bits change when the ray leaves the block.
  // For lower nodes, two more bits count cells along z.
  static constexpr uint32_t kBorrow = 1u << 14;
  static constexpr int kUpShift = 28;
  DVDB_FN static constexpr int shift_of(int axis) { return 16 + 6 * axis; }

  // Ways out of a block: along one of the axes, or because the ray ended.
  static constexpr uint32_t kByX = 1u << 20;
  static constexpr uint32_t kByY = 1u << 26;
  static constexpr uint32_t kByZ = 1;
  static constexpr uint32_t kEnded = 2;
  static constexpr uint32_t kNotYet = 4;

  /// A time in units of 2^-kBits, clamped to about `most`. Comparing upper halves takes less time than comparing
  /// doubles.
  DVDB_FN static uint32_t fixed_up_to(double time, double most) {
    return upper_half(time) < upper_half(most) ? uint32_t(DualRay::fixed<kBits>(time))
                                               : uint32_t(DualRay::fixed<kBits>(most));
  }
  DVDB_FN static int32_t upper_half(double value) { return int32_t(__builtin_bit_cast(uint64_t, value) >> 32); }

  /// The upper 32 bits of a product.
  DVDB_FN static uint32_t high(uint32_t a, uint32_t b) { return uint32_t(uint64_t(a) * b >> 32); }
};

/// The path of a ray through the columns of a block of 2^(3 * kLog2) cells; the cells of a leaf are voxels.
template <int kLog2>
struct ColumnSteps : ColumnUnits {
  static constexpr uint32_t kLast = (1u << kLog2) - 1;
  static constexpr bool kVoxels = kLog2 == kLeafLog2;
  static constexpr int kCellBits = kVoxels ? kBits : kLeafBits;
  static constexpr uint32_t kFraction = (1u << kCellBits) - 1;
  static constexpr uint32_t kOut = (kLast + 1) << shift_of(0) | (kLast + 1) << shift_of(1);

  uint32_t next[2];  // times at which the ray reaches the next plane along x and y
  uint32_t step[2];  // what a step along an axis adds to `at`
  uint32_t at;
  uint32_t cell_bit;      // bit of the ray's cell in its column
  uint32_t floor;         // height above the block's floor at which the ray would have been at time 0
  const uint64_t* masks;  // of the block
  uint32_t out;           // how the walk left the block, or 0
  bool by_x;              // whether the last step was along x

  /// Sets the column from cells in the ray's mirrored coordinates.
  DVDB_FN void enter(const uint32_t (&cell)[3], uint32_t mirror) {
    cell_bit = 1u << (cell[2] ^ (mirror & kLast));
    at = kBorrow;
    for (int axis = 0; axis < 2; ++axis) {
      const int shift = axis == 0 ? kLog2 : 0;
      const uint32_t mirrored = mirror >> 4 * (2 - axis) & kLast;
      at += (cell[axis] ^ mirrored) << shift | cell[axis] << shift_of(axis);
      step[axis] = (1u << shift_of(axis)) + (mirrored != 0 ? ~0u << shift : 1u << shift);
    }
    out = 0;
  }

  /// A bit per cell of the column that exists.
  DVDB_FN uint32_t cells() const {
    // Mask words of lower nodes are two words apart, and hold four columns each.
    if constexpr (kVoxels) return uint32_t(masks[at >> 3 & 7] >> (at << 3 & 63)) & 0xff;
    return uint32_t(masks[(at & 0xfc) >> 1] >> (at << 4 & 63)) & 0xffff;
  }

  /// Returns the cells of the column that the ray passes, and moves on to the next column, which the ray reaches at
  /// `time`, unless it leaves the block along z before that, or ends at `stop`.
  DVDB_FN uint32_t go(const uint32_t (&pace)[2], uint32_t slope, uint32_t mirror, uint32_t stop, uint32_t& near,
                      uint32_t& time) {
    const bool first = next[0] < next[1];
    const uint32_t sooner = min_of(next[0], next[1]);
    time = min_of(sooner, stop);
    const uint32_t later = max_of(sooner, min_of(max_of(next[0], next[1]), stop));
    const uint32_t up = floor + high(time, slope);
    near = min_of(near, min_of(later - time, up & kFraction));
    const uint32_t to = up >> kCellBits;
    const uint32_t bit = 1u << (min_of(to, kLast) ^ (mirror & kLast));
    const uint32_t run = ((bit - 1) ^ (cell_bit - 1)) | bit | cell_bit;
    const uint32_t met = cells() & run;
    cell_bit = bit;
    const bool on = to <= kLast && sooner < stop;
    const uint32_t before = at;
    next[0] += first ? pace[0] : 0;
    next[1] += first ? 0 : pace[1];
    at += first ? step[0] : step[1];
    by_x = first;
    if constexpr (kVoxels) {
      out = on ? at & kOut : kEnded;
    } else {
      out = on ? (at ^ before) & kOut : to > kLast ? kByZ : kEnded;
    }
    return met;
  }

  /// Undoes the last step if the ray has left the block along z: making each step wait for this decision would take
  /// longer.
  DVDB_FN void undo(const uint32_t (&pace)[2]) {
    next[0] -= by_x ? pace[0] : 0;
    next[1] -= by_x ? 0 : pace[1];
    at -= by_x ? step[0] : step[1];
  }
};

}  // namespace dvdb
