/// Sums of bits in one word, as the lowest levels of a Fenwick tree hold them, and back.
///
/// The fields of a level lie next to each other, none straddling its neighbor, so packing them is a matter of shifting
/// and masking, or of one instruction where the machine has it.
#pragma once

#include "base/portable.hpp"

namespace dvdb::fenwick {

/// Sums of 256 bits for levels 0 to 7, each in whole words but the last four, and for the levels above.
struct Lifted {
  uint32_t level0[4];  // 128 fields of 1 bit
  uint32_t level1[4];  // 64 fields of 2 bits
  uint32_t level2[3];  // 32 fields of 3 bits
  uint32_t level3[2];  // 16 fields of 4 bits
  uint64_t level4;     // 8 fields of 5 bits
  uint32_t level5;     // 4 fields of 6 bits
  uint32_t level6;     // 2 fields of 7 bits
  uint32_t level7;     // 1 field of 8 bits
  uint32_t count;      // all ones
};

#if DVDB_HAS_PEXT

DVDB_FN Lifted lift(const uint64_t (&x)[4]) {
  Lifted out = {};
  uint64_t level2[4];
  uint32_t counts[4];
  for (int k = 0; k < 4; ++k) {
    const uint64_t pairs = x[k] - (x[k] >> 1 & 0x5555555555555555u);
    const uint64_t fours = (pairs & 0x3333333333333333u) + (pairs >> 2 & 0x3333333333333333u);
    const uint64_t eights = (fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    const uint64_t sixteens = (eights + (eights >> 8)) & 0x00ff00ff00ff00ffu;
    out.level0[k] = uint32_t(extract64(x[k], 0x5555555555555555u));
    out.level1[k] = uint32_t(extract64(pairs, 0x3333333333333333u));
    level2[k] = extract64(fours, 0x0707070707070707u);
    out.level3[k / 2] |= uint32_t(extract64(eights, 0x000f000f000f000fu)) << (k % 2 * 16);
    out.level4 |= extract64(sixteens, 0x0000001f0000001fu) << (10 * k);
    out.level5 |= uint32_t(popcount(x[k] & UINT32_MAX)) << (6 * k);
    counts[k] = uint32_t(popcount(x[k]));
  }
  out.level2[0] = uint32_t(level2[0] | level2[1] << 24);
  out.level2[1] = uint32_t(level2[1] >> 8 | level2[2] << 16);
  out.level2[2] = uint32_t(level2[2] >> 16 | level2[3] << 8);
  out.level6 = counts[0] | counts[2] << 7;
  out.level7 = counts[0] + counts[1];
  out.count = out.level7 + counts[2] + counts[3];
  return out;
}

#else

/// Of two words with a number in the lower half of each byte, these numbers side by side.
DVDB_FN uint32_t join_halves(uint32_t low, uint32_t high, uint32_t shift) {
  return every_other_byte<0>(low, high) + every_other_byte<1>(low, high) * (1u << shift);
}

/// Numbers of kWidth bits in bytes, moved together.
template <uint32_t kWidth>
DVDB_FN uint32_t join_bytes(uint32_t bytes) {
  bytes -= (bytes >> 8 & 0x00ff00ffu) * (256u - (1u << kWidth));
  return bytes - (bytes >> 16) * (65536u - (1u << 2 * kWidth));
}

/// Words take their steps alone as long as they are full of sums, then the bytes of two of them share one.
DVDB_FN Lifted lift(const uint64_t (&x)[4]) {
  Lifted out;
  uint32_t level2[4];
  uint32_t even_eights[4];  // sums of 8 that are nodes, of two words each
  uint32_t sixteens[4];
  for (int k = 0; k < 4; ++k) {
    uint32_t ones[2], twos[2], fours[2], eights[2];
    for (int side = 0; side < 2; ++side) {
      const uint32_t own = side == 0 ? uint32_t(x[k]) : uint32_t(x[k] >> 32);
      const uint32_t a = own & 0x55555555u;
      const uint32_t pairs = a + (own >> 1 & 0x55555555u);
      const uint32_t b = pairs & 0x33333333u;
      const uint32_t sums = b + (pairs >> 2 & 0x33333333u);
      fours[side] = sums & 0x0f0f0f0fu;
      eights[side] = fours[side] + (sums >> 4 & 0x0f0f0f0fu);
      const uint32_t packed = (a | a >> 1) & 0x33333333u;
      ones[side] = (packed | packed >> 2) & 0x0f0f0f0fu;
      twos[side] = (b | b >> 2) & 0x0f0f0f0fu;
    }
    out.level0[k] = join_halves(ones[0], ones[1], 4);
    out.level1[k] = join_halves(twos[0], twos[1], 4);
    level2[k] = join_bytes<6>(join_halves(fours[0], fours[1], 3));
    even_eights[k] = every_other_byte<0>(eights[0], eights[1]);
    sixteens[k] = even_eights[k] + every_other_byte<1>(eights[0], eights[1]);
  }
  out.level2[0] = level2[0] | level2[1] << 24;
  out.level2[1] = level2[1] >> 8 | level2[2] << 16;
  out.level2[2] = level2[2] >> 16 | level2[3] << 8;
  uint32_t level4[2];
  uint32_t sums[2];  // of words
  for (int k = 0; k < 2; ++k) {
    out.level3[k] = join_halves(even_eights[2 * k], even_eights[2 * k + 1], 4);
    const uint32_t even = every_other_byte<0>(sixteens[2 * k], sixteens[2 * k + 1]);
    sums[k] = even + every_other_byte<1>(sixteens[2 * k], sixteens[2 * k + 1]);
    level4[k] = join_bytes<5>(even);
  }
  out.level4 = uint64_t(level4[1]) << 20 | level4[0];
  const uint32_t even = every_other_byte<0>(sums[0], sums[1]);
  const uint32_t doubles = even + every_other_byte<1>(sums[0], sums[1]);
  out.level5 = join_bytes<6>(even);
  const uint32_t first = doubles & 0x00ff00ffu;
  out.level6 = (first | first >> 9) & 0x3fffu;
  const uint32_t fours = first + (doubles >> 8 & 0x00ff00ffu);
  out.level7 = fours & 0xffffu;
  out.count = out.level7 + (fours >> 16);
  return out;
}

#endif

/// The bits of a word from its fields of levels 0 to 4, and from whether elements 31 and 63 and all that their nodes
/// cover in the same half have an odd sum. Each node's lowest bit is the parity of what it covers, which is all that
/// bits need.
DVDB_FN uint64_t lower(uint32_t level0, uint32_t level1, uint32_t level2, uint32_t level3, uint32_t level4,
                       uint32_t odd31, uint32_t odd63) {
#if DVDB_HAS_PEXT
  uint64_t word = deposit64(level0, 0x5555555555555555u) |
                  (deposit64(level1, 0x6666666666666666u) & 0x2222222222222222u) |
                  (deposit64(level2, 0x3838383838383838u) & 0x0808080808080808u) |
                  (deposit64(level3, 0x0780078007800780u) & 0x0080008000800080u) |
                  (deposit64(level4, 0x000f8000000f8000u) & 0x0000800000008000u);
#else
  uint32_t half[2];
  for (int side = 0; side < 2; ++side) {
    uint32_t a = level0 >> (16 * side) & 0xffffu;
    a = (a | a << 8) & 0x00ff00ffu;
    a = (a | a << 4) & 0x0f0f0f0fu;
    a = (a | a << 2) & 0x33333333u;
    uint32_t own = (a | a << 1) & 0x55555555u;
    a = level1 >> (16 * side) & 0xffffu;
    a = (a | a << 8) & 0x00ff00ffu;
    a = (a | a << 4) & 0x0f0f0f0fu;
    own |= ((a | a << 2) & 0x11111111u) << 1;
    a = level2 >> (12 * side) & 0xfffu;
    a = (a | a << 10) & 0x003f003fu;
    own |= ((a | a << 5) & 0x01010101u) << 3;
    a = level3 >> (8 * side) & 0xffu;
    own |= ((a | a << 12) & 0x00010001u) << 7;
    half[side] = own | (level4 >> (5 * side) & 1u) << 15;
  }
  uint64_t word = uint64_t(half[1]) << 32 | half[0];
#endif
  word |= uint64_t(odd31 & 1u) << 31 | uint64_t(odd63 & 1u) << 63;
  word ^= (word << 16) & 0x8000000080000000u;
  word ^= (word << 8) & 0x8000800080008000u;
  word ^= (word << 4) & 0x8080808080808080u;
  word ^= (word << 2) & 0x8888888888888888u;
  word ^= (word << 1) & 0xaaaaaaaaaaaaaaaau;
  return word;
}

}  // namespace dvdb::fenwick
