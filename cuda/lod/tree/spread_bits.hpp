/// Bit interleaving, as in Morton codes of cells.
#pragma once

#include "base/portable.hpp"

namespace dvdb {

/// Spreads the lowest 10 bits two apart.
DVDB_FN uint32_t spread3(uint32_t v) {
#if DVDB_HAS_FAST_PEXT
  return deposit32(v, 0x09249249);
#else
  v = (v | v << 16) & 0x030000ff;
  v = (v | v << 8) & 0x0300f00f;
  v = (v | v << 4) & 0x030c30c3;
  return (v | v << 2) & 0x09249249;
#endif
}

/// Interleaves the lowest 6 bits of three words, x leading. Two of them share a word on the way.
DVDB_FN uint32_t interleave6(uint32_t x, uint32_t y, uint32_t z) {
#if DVDB_HAS_FAST_PEXT
  return deposit32(x, 0x24924) | deposit32(y, 0x12492) | deposit32(z, 0x09249);
#else
  uint32_t both = x << 16 | y;
  both = (both | both << 8) & 0x300f300f;
  both = (both << 4 & 0x00c000c0) | (both & 0x30033003);
  both = (both | both << 2) & 0x92499249;
  z = (z | z << 8) & 0x300f;
  z = (z | z << 4) & 0x30c3;
  z = (z | z << 2) & 0x9249;
  return (both >> 14 & 0x3fffc) | (both << 1 & 0x1fffe) | z;
#endif
}

/// Joins 10 bits that are two apart.
DVDB_FN uint32_t join3(uint32_t v) {
#if DVDB_HAS_FAST_PEXT
  return extract32(v, 0x09249249);
#else
  v &= 0x09249249;
  v = (v | v >> 2) & 0x030c30c3;
  v = (v | v >> 4) & 0x0300f00f;
  v = (v | v >> 8) & 0x030000ff;
  return (v | v >> 16) & 0x3ff;
#endif
}

/// Spreads the lowest 16 bits one apart.
DVDB_FN uint32_t spread2(uint32_t v) {
#if DVDB_HAS_FAST_PEXT
  return deposit32(v, 0x55555555);
#else
  v = (v | v << 8) & 0x00ff00ff;
  v = (v | v << 4) & 0x0f0f0f0f;
  v = (v | v << 2) & 0x33333333;
  return (v | v << 1) & 0x55555555;
#endif
}

}  // namespace dvdb
