/// Which items of a tile begin something, and what they are one after the other.
#pragma once

#include "backend/placed_tiles.hpp"

namespace dvdb::lod {

/// How tiles of items are worked on.
struct HeadTile {
  static constexpr int kThreads = 256;
  static constexpr int kEach = 8;  // items of a thread, every 256th
  static constexpr int kItems = kThreads * kEach;
  static constexpr int kHandOn = 3;
  static constexpr int kPhases = kHandOn + 2;

  DVDB_FN static int64_t tiles(int64_t n) { return (n + kItems - 1) / kItems; }
};

/// Lives in a tile's shared memory. Between its calls, all threads of the tile meet.
struct HeadList {
  static constexpr int kWords = HeadTile::kItems / 64;
  uint64_t heads[kWords];
  uint32_t before[kWords + 1];         // heads in the words before
  uint16_t firsts[HeadTile::kItems];  // items that are heads

  DVDB_FN void clear(int thread) {
    if (thread < kWords) heads[thread] = 0;
  }
  /// Marks those of a thread's items, bit by bit, that are heads.
  DVDB_FN void mark(int thread, uint32_t own, int64_t count) {
    for (int each = 0; each < HeadTile::kEach; ++each) {
      const int k = thread + each * HeadTile::kThreads;
      if ((own >> each & 1) != 0 && k < count) backend::atomic_or(&heads[k >> 6], bit(uint32_t(k & 63)));
    }
  }
  DVDB_FN void add_up(int thread) {
    if (thread > kWords) return;
    uint32_t sum = 0;
    for (int word = 0; word < thread; ++word) sum += uint32_t(popcount(heads[word]));
    before[thread] = sum;
  }
  DVDB_FN void list(int thread) {
    for (int each = 0; each < HeadTile::kEach; ++each) {
      const int k = thread + each * HeadTile::kThreads;
      const uint64_t word = heads[k >> 6];
      if ((word >> (k & 63) & 1) != 0) firsts[before[k >> 6] + rank_below(word, uint32_t(k & 63))] = uint16_t(k);
    }
  }
  DVDB_FN int count() const { return int(before[kWords]); }
};

}  // namespace dvdb::lod
