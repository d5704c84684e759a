/// Selecting set bits by their rank.
#pragma once

#include "base/portable.hpp"

namespace dvdb {

/// The position of the set bit that has `rank` set bits below it.
DVDB_FN uint32_t bit_of_rank(uint64_t word, uint32_t rank) {
  uint32_t at = 0;
  for (uint32_t half = 32; half > 0; half /= 2) {  // it lies in the lower half, or else in the upper one
    const uint32_t below = uint32_t(popcount(word & (bit(half) - 1)));
    if (rank >= below) {
      rank -= below;
      word >>= half;
      at += half;
    }
  }
  return at;
}

}  // namespace dvdb
