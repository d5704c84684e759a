/// Fixed-point times and positions for ray walks through the cells of a block, where exact times are not needed.
#pragma once

#include "rays/walk/dual_ray.hpp"

namespace dvdb {

/// Fixed-point times in a block of cells: 2^kBits is the time in which the ray crosses a cell along its fastest axis.
struct BlockTimes {
  static constexpr int kBits = 26;
  // Later than any time within a block, which ends after 16 cells.
  static constexpr double kNever = 17;
  // Times may count from a little before the ray enters the block, so that rounding never makes them negative.
  static constexpr int kAhead = 32;

  /// A time of a block, clamped. The clamp compares upper halves only, which takes a GPU less time and is exact because
  /// the lower half of the bound is 0.
  DVDB_FN static uint32_t fixed(double cells) {
    const auto rounded = uint32_t(DualRay::fixed<kBits>(cells));
    return high_word(cells) < high_word(kNever) ? rounded : uint32_t(DualRay::fixed<kBits>(kNever));
  }

  /// A time of a block from kAhead before, if it is less than 64; a later one, or one before that, becomes the latest.
  /// `pace` is that of the fastest axis, in cells.
  DVDB_FN static uint32_t fixed_ahead(double time, double pace) {
    constexpr double kUnits = 3 * double(int64_t(1) << (51 - kBits));
    const double sum = estimate_sum(time, pace, kUnits + kAhead * (1.0 / (1 << kBits)));
    return high_word(sum) == high_word(kUnits) ? uint32_t(__builtin_bit_cast(uint64_t, sum)) : ~0u;
  }
};

/// The position of a ray along an axis of a block of cells of 2^kCellLog2 voxels.
template <int kCellLog2>
struct AxisPosition {
  static constexpr int kPlaceBits = 24;
  static constexpr int kFractionBits = kPlaceBits + kCellLog2;

  uint32_t place;  // in units of 2^-24 of a voxel
  uint32_t wait;   // time until the ray reaches the next plane, counted from BlockTimes::kAhead earlier
  uint32_t since;  // time since it passed the last plane

  /// Locates the ray at a time. `pace` is that of the fastest axis, in cells, and `step` the time from plane to plane.
  DVDB_FN void find(const DualRay& ray, uint32_t axis, double time, double pace, uint32_t step) {
    // Adding 1.5 * 2^(52 - kPlaceBits) rounds, and what is left below the bits of a fraction is a plane.
    constexpr double kWhole = 3 * double(int64_t(1) << (51 - kPlaceBits));
    constexpr uint64_t kFraction = (uint64_t(1) << kFractionBits) - 1;
    const uint64_t sum = __builtin_bit_cast(uint64_t, ray.near_position(int(axis), time) + kWhole);
    const double plane = __builtin_bit_cast(double, sum & ~kFraction) - (kWhole - (1 << kCellLog2));
    place = uint32_t(sum);
    double left = estimate_sum(plane - ray.origin[axis], ray.inverse[axis], -time);
    if ((place & uint32_t(kFraction)) == 0) {
      // A position that was rounded to a plane may lie before it, and stay there for long.
      const double before = estimate_sum(plane - (1 << kCellLog2) - ray.origin[axis], ray.inverse[axis], -time);
      if (before > 0) {
        left = before;
        --place;
      }
    }
    wait = BlockTimes::fixed_ahead(left, pace);
    since = high_product(place << (32 - kFractionBits), step);
  }

  /// The cell, of which low bits count.
  DVDB_FN uint32_t cell() const { return place >> kFractionBits; }
};

DVDB_FN uint32_t middle_of(uint32_t a, uint32_t b, uint32_t c) { return max_of(min_of(a, b), min_of(max_of(a, b), c)); }

}  // namespace dvdb
