/// Whole numbers for walks through the cells of a block that need no times.
#pragma once

#include "core/dual_ray.hpp"

namespace dvdb {

/// Times in a block of cells: those in which the fastest axis goes on by a cell are 2^kBits.
struct BlockTimes {
  static constexpr int kBits = 26;
  // What is later than this in a block is behind its end, 16 cells on.
  static constexpr double kNever = 17;
  // Times may count from a little before the ray is in the block, so that what rounding puts before that stays a time.
  static constexpr int kAhead = 32;

  /// A time of a block. Comparing upper halves, which tell numbers below that of whose lower half is 0, takes a GPU less time.
  DVDB_FN static uint32_t fixed(double cells) {
    const auto rounded = uint32_t(DualRay::fixed<kBits>(cells));
    return upper_half(cells) < upper_half(kNever) ? rounded : uint32_t(DualRay::fixed<kBits>(kNever));
  }

  /// A time of a block from kAhead before, if it is less than 64; a later one, or one before that, becomes the latest. `pace` is
  /// that of the fastest axis, in cells.
  DVDB_FN static uint32_t fixed_ahead(double time, double pace) {
    constexpr double kUnits = 3 * double(int64_t(1) << (51 - kBits));
    const double sum = DualRay::fused(time, pace, kUnits + kAhead * (1.0 / (1 << kBits)));
    return upper_half(sum) == upper_half(kUnits) ? uint32_t(__builtin_bit_cast(uint64_t, sum)) : ~0u;
  }

 private:
  DVDB_FN static int32_t upper_half(double value) {
#if defined(__CUDA_ARCH__)
    return __double2hiint(value);
#else
    return int32_t(__builtin_bit_cast(uint64_t, value) >> 32);
#endif
  }
};

/// Where a ray is along an axis of a block of cells of 2^kCellLog2 voxels.
template <int kCellLog2>
struct Spot {
  static constexpr int kPlaceBits = 24;
  static constexpr int kFractionBits = kPlaceBits + kCellLog2;

  uint32_t place;  // in units of 2^-24 of a voxel
  uint32_t wait;   // until the ray comes to the next plane, as a time from BlockTimes::kAhead before
  uint32_t since;  // it passed the last plane, as a time of a block

  /// Finds the ray at a time. `pace` is that of the fastest axis, in cells, and `step` the time from plane to plane.
  DVDB_FN void find(const DualRay& ray, uint32_t axis, double time, double pace, uint32_t step) {
    // Adding 1.5 * 2^(52 - kPlaceBits) rounds, and what is left below the bits of a fraction is a plane.
    constexpr double kWhole = 3 * double(int64_t(1) << (51 - kPlaceBits));
    constexpr uint64_t kFraction = (uint64_t(1) << kFractionBits) - 1;
    const uint64_t sum = __builtin_bit_cast(uint64_t, ray.near_position(int(axis), time) + kWhole);
    const double plane = __builtin_bit_cast(double, sum & ~kFraction) - (kWhole - (1 << kCellLog2));
    place = uint32_t(sum);
    double left = DualRay::fused(plane - ray.origin[axis], ray.inverse[axis], -time);
    if ((place & uint32_t(kFraction)) == 0) {
      // What is rounded to a plane may be before it, and stay there for long.
      const double before = DualRay::fused(plane - (1 << kCellLog2) - ray.origin[axis], ray.inverse[axis], -time);
      if (before > 0) {
        left = before;
        --place;
      }
    }
    wait = BlockTimes::fixed_ahead(left, pace);
    since = high_half(place << (32 - kFractionBits), step);
  }

  /// The cell, of which low bits count.
  DVDB_FN uint32_t cell() const { return place >> kFractionBits; }

 private:
  DVDB_FN static uint32_t high_half(uint32_t a, uint32_t b) {
#if defined(__CUDA_ARCH__)
    return __umulhi(a, b);
#else
    return uint32_t(uint64_t(a) * b >> 32);
#endif
  }
};

DVDB_FN uint32_t middle_of(uint32_t a, uint32_t b, uint32_t c) { return max_of(min_of(a, b), min_of(max_of(a, b), c)); }

}  // namespace dvdb
