/// Sums of bits in one 64-bit word, as the lowest levels of a Fenwick tree hold them, and back.
///
/// The fields of a level lie next to each other, none straddling its neighbour, so packing them is a matter of
/// multiplying by 1 + 2^s and masking, or of one instruction where the machine has it.
#pragma once

#include "core/portable.hpp"

#if defined(__BMI2__) && !defined(__CUDACC__)
#include <immintrin.h>
#define DVDB_HAS_PEXT 1
#else
#define DVDB_HAS_PEXT 0
#endif

namespace dvdb::fenwick {

/// What a word gives to levels 0 to 5, and to the levels above.
struct Lifted {
  uint32_t level0;  // 32 fields of 1 bit
  uint32_t level1;  // 16 fields of 2 bits
  uint32_t level2;  // 8 fields of 3 bits
  uint32_t level3;  // 4 fields of 4 bits
  uint32_t level4;  // 2 fields of 5 bits
  uint32_t level5;  // 1 field of 6 bits
  uint32_t count;   // ones of the word
};

#if DVDB_HAS_PEXT

DVDB_FN Lifted lift(uint64_t x) {
  const uint64_t pairs = x - (x >> 1 & 0x5555555555555555u);
  const uint64_t fours = (pairs & 0x3333333333333333u) + (pairs >> 2 & 0x3333333333333333u);
  const uint64_t eights = (fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  const uint64_t sixteens = (eights + (eights >> 8)) & 0x00ff00ff00ff00ffu;
  return {uint32_t(_pext_u64(x, 0x5555555555555555u)),
          uint32_t(_pext_u64(pairs, 0x3333333333333333u)),
          uint32_t(_pext_u64(fours, 0x0707070707070707u)),
          uint32_t(_pext_u64(eights, 0x000f000f000f000fu)),
          uint32_t(_pext_u64(sixteens, 0x0000001f0000001fu)),
          uint32_t(popcount(x & UINT32_MAX)),
          uint32_t(popcount(x))};
}

#else

/// The same for half a word; level 5 is left to the caller.
DVDB_FN Lifted lift_half(uint32_t x) {
  Lifted out;
  uint32_t a = x & 0x55555555u;
  a = (a * 3) & 0x66666666u;
  a = (a * 5) & 0x78787878u;
  a = (a * 17) & 0x7f807f80u;
  out.level0 = (a * 257) >> 15 & 0xffffu;
  const uint32_t pairs = x - (x >> 1 & 0x55555555u);
  a = pairs & 0x33333333u;
  a = (a * 5) & 0x3c3c3c3cu;
  a = (a * 17) & 0x3fc03fc0u;
  out.level1 = (a * 257) >> 14 & 0xffffu;
  const uint32_t fours = (pairs & 0x33333333u) + (pairs >> 2 & 0x33333333u);
  a = fours & 0x0f0f0f0fu;
  a = (a * 33) & 0x07e007e0u;
  out.level2 = (a * 1025) >> 15 & 0xfffu;
  const uint32_t eights = (fours * 17 >> 4) & 0x0f0f0f0fu;
  out.level3 = (eights | eights >> 12) & 0xffu;
  const uint32_t running = eights * 0x01010101u;
  out.level4 = running >> 8 & 31u;
  out.level5 = 0;
  out.count = running >> 24;
  return out;
}

DVDB_FN Lifted lift(uint64_t x) {
  const Lifted low = lift_half(uint32_t(x));
  const Lifted high = lift_half(uint32_t(x >> 32));
  return {low.level0 | high.level0 << 16, low.level1 | high.level1 << 16, low.level2 | high.level2 << 12, low.level3 | high.level3 << 8,
          low.level4 | high.level4 << 5,  low.count,                      low.count + high.count};
}

#endif

/// The bits of a word from its fields of levels 0 to 4, and from whether elements 31 and 63 and all that their nodes cover
/// in the same half have an odd sum. Each node's lowest bit is the parity of what it covers, which is all that bits need.
DVDB_FN uint64_t lower(uint32_t level0, uint32_t level1, uint32_t level2, uint32_t level3, uint32_t level4, uint32_t odd31, uint32_t odd63) {
#if DVDB_HAS_PEXT
  uint64_t word = _pdep_u64(level0, 0x5555555555555555u) | (_pdep_u64(level1, 0x6666666666666666u) & 0x2222222222222222u) |
                  (_pdep_u64(level2, 0x3838383838383838u) & 0x0808080808080808u) | (_pdep_u64(level3, 0x0780078007800780u) & 0x0080008000800080u) |
                  (_pdep_u64(level4, 0x000f8000000f8000u) & 0x0000800000008000u);
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
