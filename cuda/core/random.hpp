/// A counter-based random number generator: a number depends on seed and index alone (SplitMix64, Steele, Lea and Flood
/// 2014).
#pragma once

#include "base/portable.hpp"

namespace dvdb {

/// The i-th 64 random bits of a seed's sequence.
DVDB_FN uint64_t random_bits(uint64_t seed, uint64_t i) {
  uint64_t mixed = seed + (i + 1) * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
  return mixed ^ mixed >> 31;
}

}  // namespace dvdb
