/// Steps through the cells of a block by whole numbers, for walks that need no times.
#pragma once

#include "core/dual_ray.hpp"

namespace dvdb {

/// A way through the cells of a block of 2^(3 * kLog2) cells of 2^(3 * kCellLog2) voxels, by whole numbers.
template <int kLog2, int kCellLog2>
struct CellSteps {
  // Times in a block are those in which the fastest axis goes on by so many cells.
  static constexpr int kBits = 26;
  // What is later than this in a block is behind its end, 16 cells on.
  static constexpr double kNever = 17;

  uint32_t wait[3];  // until the ray comes to the next plane along each axis
  uint32_t step[3];  // from plane to plane
  uint32_t move[3];  // what a step along an axis adds to `at`
  uint32_t at = kOutside;
  uint32_t now = 0;       // when the ray passed the last plane
  uint32_t near = ~0u;    // the least time between two planes
  const uint64_t* masks;  // of the block
  uint64_t word;          // the one that has the cell

  /// Goes to where the ray is in a leaf at a time.
  DVDB_FN void enter(const DualRay& ray, double pace, double begin) {
    static_assert(kCellLog2 == 0);
    place(ray, begin, [&](int, int32_t, double leaves, uint32_t& last) {
      last = kLastCell;
      return (leaves - begin) * pace;
    });
  }

  /// Goes to where the ray is in a lower node at a time, as far as the last voxel in the bounds, as the ray counts.
  DVDB_FN void enter(const DualRay& ray, double pace, double begin, const int32_t (&high)[3]) {
    static_assert(kCellLog2 != 0);
    constexpr int32_t kLastVoxel = (1 << (kLog2 + kCellLog2)) - 1;
    place(ray, begin, [&](int axis, int32_t cell, double, uint32_t& last) {
      last = uint32_t(min_of(high[axis] - (cell & ~kLastVoxel), kLastVoxel)) >> kCellLog2;
      return (ray.leaves(axis, cell | ((1 << kCellLog2) - 1)) - begin) * (pace * (1.0 / (1 << kCellLog2)));
    });
  }

  /// A time of a block. Comparing upper halves, which tell numbers below that of whose lower half is 0, takes a GPU less time.
  DVDB_FN static uint32_t fixed(double cells) {
    const auto upper_half = [](double value) { return int32_t(__builtin_bit_cast(uint64_t, value) >> 32); };
    const auto rounded = uint32_t(DualRay::fixed<kBits>(cells));
    return upper_half(cells) < upper_half(kNever) ? rounded : uint32_t(DualRay::fixed<kBits>(kNever));
  }

  DVDB_FN bool inside() const { return (at & kOutside) == 0; }

  DVDB_FN uint32_t offset() const { return at & kOffset; }

  /// 1 if the cell is there, or 0.
  DVDB_FN uint32_t has() const { return uint32_t(word >> (at & 63)) & 1; }

  /// When the ray comes to the next plane.
  DVDB_FN uint32_t next() const { return min_of(min_of(wait[0], wait[1]), wait[2]); }

  /// Goes on to the next cell, or out of the block. Of planes that are passed at once the others are next.
  DVDB_FN void go() {
    const uint32_t before = at;
    const uint32_t time = next();
    near = min_of(near, time - now);
    now = time;
    pass_plane(time);
    if (kReadsAlways || ((at ^ before) & kWordOfOffset) != 0) word = masks[word_of(at)];
  }

  /// The least time between two planes, when the ray has left the block.
  DVDB_FN uint32_t nearest() const { return min_of(near, next() - now); }

 private:
  // Where the walk is: the offset of the cell in the low bits; above these a bit from which a step out of the block may
  // borrow, and for each axis four bits that count the steps, and one that is set when the ray leaves the block.
  static constexpr uint32_t kOffset = 0xfff;
  static constexpr uint32_t kWordOfOffset = ((1u << (3 * kLog2)) - 1) & ~63u;
  static constexpr uint32_t kBorrow = 1u << 14;
  DVDB_FN static constexpr int shift_of(int axis) { return 16 + 5 * axis; }
  static constexpr uint32_t kOutside = 1u << 20 | 1u << 25 | 1u << 30;

#if defined(__CUDA_ARCH__)
  static constexpr bool kReadsAlways = false;
#else
  static constexpr bool kReadsAlways = true;  // takes less time than to foresee whether to
#endif

  static constexpr uint32_t kLastCell = (1u << kLog2) - 1;

  /// Sets the place from wait(axis, cell, leaves, last), which tells how long the ray stays in the cell, and the last cell.
  template <class Wait>
  DVDB_FN void place(const DualRay& ray, double begin, Wait wait_of) {
    at = kBorrow;
    for (int axis = 0; axis < 3; ++axis) {
      double leaves;
      uint32_t last;
      const int32_t voxel = ray.cell_after(axis, begin, leaves);
      wait[axis] = fixed(wait_of(axis, voxel, leaves, last));
      const uint32_t cell = uint32_t(voxel) >> kCellLog2 & kLastCell;
      const int shift = kLog2 * (2 - axis);
      at += (cell ^ (uint32_t(ray.mirror[axis]) & kLastCell)) << shift | (cell + 15 - last) << shift_of(axis);
      move[axis] = (1u << shift_of(axis)) + (uint32_t(ray.mirror[axis] | 1) << shift);
    }
    now = 1u << 31;  // long before
    near = ~0u;
    word = masks[word_of(at)];
  }

  /// Passes the next plane.
  DVDB_FN void pass_plane(uint32_t time) {
#if defined(__CUDA_ARCH__)
    // Left to itself, the compiler selects what to add, which takes twice as many instructions.
    asm("{.reg .pred p, q, r, s; setp.eq.u32 p|q, %0, %4; setp.eq.and.u32 r|s, %1, %4, q;"
        "@p add.u32 %3, %3, %8; @p add.u32 %0, %0, %5; @r add.u32 %3, %3, %9; @r add.u32 %1, %1, %6; @s add.u32 %3, %3, %10; @s add.u32 %2, %2, %7;}"
        : "+r"(wait[0]), "+r"(wait[1]), "+r"(wait[2]), "+r"(at)
        : "r"(time), "r"(step[0]), "r"(step[1]), "r"(step[2]), "r"(move[0]), "r"(move[1]), "r"(move[2]));
#else
    const uint32_t x = wait[0] == time ? ~0u : 0;
    const uint32_t y = wait[1] == time ? ~x : 0;
    const uint32_t z = ~(x | y);
    wait[0] += step[0] & x;
    wait[1] += step[1] & y;
    wait[2] += step[2] & z;
    at += (move[0] & x) + (move[1] & y) + (move[2] & z);
#endif
  }

  /// The word of an offset, one of the block. Those of lower nodes are two apart.
  DVDB_FN static uint32_t word_of(uint32_t offset) { return (offset & kWordOfOffset) >> 6 << (kCellLog2 == 0 ? 0 : 1); }
};

}  // namespace dvdb
