/// Space-filling curves through the cube [0, 2^21)^3.
#pragma once

#include "core/portable.hpp"

namespace dvdb {

inline constexpr int kCurveBits = 21;

/// Moves bit b of a 21-bit number to bit 3 b.
DVDB_FN uint64_t spread_bits(uint32_t value) {
  uint64_t bits = value & 0x1fffff;
  bits = (bits | bits << 32) & 0x001f00000000ffff;
  bits = (bits | bits << 16) & 0x001f0000ff0000ff;
  bits = (bits | bits << 8) & 0x100f00f00f00f00f;
  bits = (bits | bits << 4) & 0x10c30c30c30c30c3;
  return (bits | bits << 2) & 0x1249249249249249;
}

/// Morton's code: bit b of the first coordinate becomes bit 3 b, of the second 3 b + 1, of the third 3 b + 2.
DVDB_FN uint64_t morton_code(uint32_t first, uint32_t second, uint32_t third) {
  return spread_bits(first) | spread_bits(second) << 1 | spread_bits(third) << 2;
}

/// Hilbert's code, the first coordinate leading: J. Skilling, "Programming the Hilbert curve", AIP Conference
/// Proceedings 707, 2004. Level by level from the top, what lies in a cell is turned so that its curve starts where the
/// last one ended; a Gray code of the turned bits numbers the cells.
DVDB_FN uint64_t hilbert_code(uint32_t first, uint32_t second, uint32_t third) {
  uint32_t a = first;
  uint32_t b = second;
  uint32_t c = third;
  const auto turn = [&a](uint32_t& other, uint32_t level) {
    const uint32_t below = level - 1;
    if ((other & level) != 0) {
      a ^= below;  // mirror
    } else {
      const uint32_t differ = (a ^ other) & below;  // swap axes
      a ^= differ;
      other ^= differ;
    }
  };
  for (uint32_t level = 1u << (kCurveBits - 1); level > 1; level >>= 1) {
    if ((a & level) != 0) a ^= level - 1;
    turn(b, level);
    turn(c, level);
  }
  b ^= a;
  c ^= b;
  uint32_t flip = 0;
  for (uint32_t level = 1u << (kCurveBits - 1); level > 1; level >>= 1) {
    if ((c & level) != 0) flip ^= level - 1;
  }
  return morton_code(c ^ flip, b ^ flip, a ^ flip);
}

}  // namespace dvdb
