/// Sums of bits in one 32-bit word, as the lowest levels of a Fenwick tree hold them, and back.
///
/// The fields of a level lie next to each other, none straddling its neighbour, so packing them is a matter of
/// multiplying by 1 + 2^s and masking.
#pragma once

#include "core/portable.hpp"

namespace dvdb::fenwick {

/// What a word gives to levels 0 to 4, and to the levels above.
struct Lifted {
  uint32_t level0;  // 16 fields of 1 bit
  uint32_t level1;  // 8 fields of 2 bits
  uint32_t level2;  // 4 fields of 3 bits
  uint32_t level3;  // 2 fields of 4 bits
  uint32_t level4;  // 1 field of 5 bits
  uint32_t count;   // ones of the word
};

DVDB_FN Lifted lift(uint32_t x) {
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
  out.count = running >> 24;
  return out;
}

/// The bits of a word from its fields of levels 0 to 4, and from whether element 31 and all that its node covers in
/// this word have an odd sum. Each node's lowest bit is the parity of what it covers, which is all that bits need.
DVDB_FN uint32_t lower(uint32_t level0, uint32_t level1, uint32_t level2, uint32_t level3, uint32_t level4, uint32_t odd31) {
  uint32_t a = level0;
  a = (a | a << 8) & 0x00ff00ffu;
  a = (a | a << 4) & 0x0f0f0f0fu;
  a = (a | a << 2) & 0x33333333u;
  uint32_t word = (a | a << 1) & 0x55555555u;
  a = level1;
  a = (a | a << 8) & 0x00ff00ffu;
  a = (a | a << 4) & 0x0f0f0f0fu;
  word |= ((a | a << 2) & 0x11111111u) << 1;
  a = level2;
  a = (a | a << 10) & 0x003f003fu;
  word |= ((a | a << 5) & 0x01010101u) << 3;
  word |= ((level3 | level3 << 12) & 0x00010001u) << 7;
  word |= (level4 & 1u) << 15 | (odd31 & 1u) << 31;
  word ^= (word << 16) & 0x80000000u;
  word ^= (word << 8) & 0x80008000u;
  word ^= (word << 4) & 0x80808080u;
  word ^= (word << 2) & 0x88888888u;
  word ^= (word << 1) & 0xaaaaaaaau;
  return word;
}

}  // namespace dvdb::fenwick
