/// Philox4x32-10, a counter-based random number generator (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as
/// easy as 1, 2, 3", 2011): streams of different seeds or numbers never repeat each other.
#pragma once

#include "base/portable.hpp"

namespace dvdb {

/// A stream of random words: which one, and of which seed.
struct Philox {
  uint64_t seed;
  uint64_t stream;

  /// Four words of 32 bits.
  struct Block {
    uint32_t words[4];
  };

  /// The words 4 index to 4 index + 3 of the stream.
  DVDB_FN Block block(uint64_t index) const {
    uint32_t a = uint32_t(index);
    uint32_t b = uint32_t(index >> 32);
    uint32_t c = uint32_t(stream);
    uint32_t d = uint32_t(stream >> 32);
    uint32_t low_key = uint32_t(seed);
    uint32_t high_key = uint32_t(seed >> 32);
    for (int round = 0; round < 10; ++round) {
      const uint64_t first = uint64_t(0xd2511f53u) * a;
      const uint64_t second = uint64_t(0xcd9e8d57u) * c;
      a = uint32_t(second >> 32) ^ b ^ low_key;
      c = uint32_t(first >> 32) ^ d ^ high_key;
      b = uint32_t(second);
      d = uint32_t(first);
      low_key += 0x9e3779b9u;
      high_key += 0xbb67ae85u;
    }
    return {{a, b, c, d}};
  }

  /// Word i of the stream.
  DVDB_FN uint32_t word(uint64_t i) const {
    const Block found = block(i / 4);
    return i % 4 < 2 ? (i % 2 == 0 ? found.words[0] : found.words[1]) : i % 2 == 0 ? found.words[2] : found.words[3];
  }
};

/// A number in [0, 1) of a random word, in steps of 2^-24.
DVDB_FN double unit_of(uint32_t word) { return double(word >> 8) * 0x1p-24; }

}  // namespace dvdb
