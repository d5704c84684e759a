/// Space-filling curves through the cube [0, 2^21)^3.
#pragma once

#include "base/portable.hpp"

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

/// Morton code: bit b of the first coordinate becomes bit 3 b, of the second 3 b + 1, of the third 3 b + 2.
DVDB_FN uint64_t morton_code(uint32_t first, uint32_t second, uint32_t third) {
  return spread_bits(first) | spread_bits(second) << 1 | spread_bits(third) << 2;
}

/// Hilbert code, the first coordinate leading: J. Skilling, "Programming the Hilbert curve", AIP Conference Proceedings
/// 707, 2004. Level by level from the top, the lower bits of the coordinates are reflected and permuted so that the
/// curve in a cell starts where that in the cell before ended; a Gray code of the transformed bits gives the position.
DVDB_FN uint64_t hilbert_code(uint32_t first, uint32_t second, uint32_t third) {
  uint32_t a = first;
  uint32_t b = second;
  uint32_t c = third;
  const auto turn = [&a](uint32_t& other, int level) {
    const uint32_t below = (1u << level) - 1;
    const uint32_t mirror = 0u - (other >> level & 1);  // all ones or zero, which avoids branches
    a ^= below & mirror;
    const uint32_t swap = (a ^ other) & below & ~mirror;
    a ^= swap;
    other ^= swap;
  };
  for (int level = kCurveBits - 1; level > 0; --level) {
    a ^= ((1u << level) - 1) & (0u - (a >> level & 1));
    turn(b, level);
    turn(c, level);
  }
  b ^= a;
  c ^= b;
  uint32_t parity = c;  // of all bits from each one upwards
  for (int step = 1; step < kCurveBits; step *= 2) parity ^= parity >> step;
  const uint32_t flip = parity >> 1;
  return morton_code(c ^ flip, b ^ flip, a ^ flip);
}

}  // namespace dvdb
