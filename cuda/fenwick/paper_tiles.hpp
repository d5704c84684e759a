/// The Fenwick tree of a line of bits. A tile of 2^16 bits makes its part of levels 0 to 11, whole words of every level,
/// and hands on sums of 2^12 bits, of which one scan and one pass over their words make the levels above.
#pragma once

#include "backend/launch.hpp"
#include "core/fenwick/lift.hpp"
#include "core/fenwick/paper.hpp"
#include "fenwick/bit_source.hpp"
#include "core/fenwick/shape.hpp"

namespace dvdb::fenwick {

inline constexpr int kTileLog = 16;
inline constexpr int kTileWords = 1 << (kTileLog - 5);
inline constexpr int kTileLevels = 12;  // (t + 1) * 2^(15 - t) is a multiple of 32 for these
inline constexpr int kCarryLog = 12;
inline constexpr int kCarries = 1 << (kTileLog - kCarryLog);
inline constexpr int kOwnLog = 8;
inline constexpr int kOwnWords = 1 << (kOwnLog - 5);  // words of a thread

struct LiftTile {
  static constexpr int kThreads = kTileWords / kOwnWords;
  static constexpr int kPhases = 4;
  struct Shared {
    uint64_t level4[kThreads];  // a byte for each word: its first 16 elements
    uint64_t within[kThreads];  // a byte for each word: ones of the thread's words before it
    uint32_t totals[kThreads];
    uint32_t groups[kFan];
    uint32_t before[kThreads + 1];  // ones of the tile before each thread's words
  };

  BitSource bits;
  PaperLine tree;
  uint32_t* words;
  uint32_t* carries;  // ones of each 2^12 bits

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) lift_own(tile, thread, shared);
    if constexpr (P == 1) add_group(thread, shared);
    if constexpr (P == 2) add_before(thread, shared);
    if constexpr (P == 3) gather(tile, thread, shared);
  }

 private:
  static constexpr int kOwnBits = kOwnWords * kWordBits;

  /// Levels 0 to 3 of a thread's words are whole words again, which it writes at once.
  DVDB_FN void lift_own(int64_t tile, int thread, Shared& shared) const {
    const int64_t chunk = tile * kThreads + thread;
    uint32_t own[kOwnWords];
    bits.words8(chunk * kOwnWords, own);
    uint32_t level0[4] = {}, level1[4] = {}, level2[3] = {}, level3[2] = {};
    uint64_t level4 = 0;
    uint64_t within = 0;
    uint32_t total = 0;
    for (int at = 0; at < kOwnWords; ++at) {
      const Lifted lifted = lift(own[at]);
      level0[at / 2] |= lifted.level0 << (16 * (at % 2));
      level1[at / 2] |= lifted.level1 << (16 * (at % 2));
      const uint64_t wide = uint64_t(lifted.level2) << (12 * at % 32);
      level2[12 * at / 32] |= uint32_t(wide);
      if (12 * at % 32 > 20) level2[12 * at / 32 + 1] |= uint32_t(wide >> 32);
      level3[at / 4] |= lifted.level3 << (8 * (at % 4));
      level4 |= uint64_t(lifted.level4) << (8 * at);
      within |= uint64_t(total) << (8 * at);
      total += lifted.count;
    }
    shared.level4[thread] = level4;
    shared.within[thread] = within;
    shared.totals[thread] = total;
    write_own<0>(chunk, level0);
    write_own<1>(chunk, level1);
    write_own<2>(chunk, level2);
    write_own<3>(chunk, level3);
  }

  template <int kLevel, int kCount>
  DVDB_FN void write_own(int64_t chunk, uint32_t (&values)[kCount]) const {
    uint32_t* out = words + tree.starts[kLevel] + chunk * kCount;
    if ((chunk + 1) * kOwnBits <= tree.n) {
      if (kCount == 4 && (reinterpret_cast<uintptr_t>(out) & 15) == 0) {
        *reinterpret_cast<Word16*>(out) = {uint64_t(values[1]) << 32 | values[0], uint64_t(values[kCount - 1]) << 32 | values[kCount - 2]};
        return;
      }
      for (int at = 0; at < kCount; ++at) out[at] = values[at];
      return;
    }
    // The last elements: nodes that are not there hold nothing, and words without nodes are another level's.
    const int64_t left = (nodes_of_level(tree.n, kLevel) - chunk * (kOwnBits >> (kLevel + 1))) * (kLevel + 1);
    for (int at = 0; at < kCount && at * kWordBits < left; ++at) {
      const int64_t valid = left - at * kWordBits;
      out[at] = valid >= kWordBits ? values[at] : values[at] & uint32_t(low_bits(int(valid)));
    }
  }

  DVDB_FN void add_group(int thread, Shared& shared) const {
    if (thread >= kThreads / kFan) return;
    uint32_t total = 0;
    for (int at = 0; at < kFan; ++at) total += shared.totals[thread * kFan + at];
    shared.groups[thread] = total;
  }

  DVDB_FN void add_before(int thread, Shared& shared) const {
    uint32_t before = 0;
    for (int group = 0; group < thread / kFan; ++group) before += shared.groups[group];
    for (int at = thread / kFan * kFan; at < thread; ++at) before += shared.totals[at];
    shared.before[thread] = before;
    if (thread == kThreads - 1) shared.before[kThreads] = before + shared.totals[thread];
  }

  DVDB_FN void gather(int64_t tile, int thread, Shared& shared) const {
    for (int t = 4; t < kTileLevels; ++t) {
      const int64_t nodes = nodes_of_level(tree.n, t);
      const int own_nodes = 1 << (kTileLog - 1 - t);
      const int64_t left = nodes - tile * own_nodes;
      if (left <= 0) break;  // levels above have none either
      const int n_nodes = left < own_nodes ? int(left) : own_nodes;
      const int width = t + 1;
      const int n_words = (n_nodes * width + kWordBits - 1) / kWordBits;
      uint32_t* out = words + tree.starts[t] + tile * (own_nodes * width / kWordBits);
      for (int at = thread; at < n_words; at += kThreads) {
        const int end = at * kWordBits + kWordBits;
        uint32_t word = 0;
        for (int node = at * kWordBits / width; node < n_nodes && node * width < end; ++node) {
          const uint32_t sum = sum_of(t, node, shared);
          const int shift = node * width - at * kWordBits;
          word |= shift < 0 ? sum >> -shift : sum << shift;
        }
        out[at] = word;
      }
    }
    if (thread < kCarries) {
      const int first = thread << (kCarryLog - kOwnLog);
      carries[tile * kCarries + thread] = shared.before[first + (1 << (kCarryLog - kOwnLog))] - shared.before[first];
    }
  }

  /// A node below level 8 lies in the words of one thread, and the others cover those of whole threads.
  DVDB_FN uint32_t sum_of(int t, int node, const Shared& shared) const {
    if (t == 4) return byte_of(shared.level4, node);
    if (t < kOwnLog) {
      const int first = node << (t + 1 - 5);
      return byte_of(shared.within, first + (1 << (t - 5))) - byte_of(shared.within, first);
    }
    const int first = node << (t + 1 - kOwnLog);
    return shared.before[first + (1 << (t - kOwnLog))] - shared.before[first];
  }

  static DVDB_FN uint32_t byte_of(const uint64_t* words, int at) { return reinterpret_cast<const uint8_t*>(words)[at]; }
};

/// Ones before each 2^12 bits, and all of them.
struct PlaceCarries {
  const uint32_t* carries;
  int64_t n;
  uint64_t* before;  // [n + 1]

  DVDB_FN uint64_t count(int64_t i) const { return carries[i]; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t sum) const {
    before[i] = sum;
    if (i == n - 1) before[n] = sum + count;
  }
};

/// Words of the levels that no tile holds whole.
struct LiftUpper {
  PaperLine tree;
  const uint64_t* before;
  uint32_t* words;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t at = tree.starts[kTileLevels] + i;
    int t = kTileLevels;
    while (tree.starts[t + 1] <= at) ++t;
    const int64_t nodes = nodes_of_level(tree.n, t);
    const int width = t + 1;
    const int64_t begin = (at - tree.starts[t]) * kWordBits;
    uint32_t word = 0;
    for (int64_t node = begin / width; node < nodes && node * width < begin + kWordBits; ++node) {
      const int64_t first = node << (t + 1 - kCarryLog);
      const uint64_t sum = before[first + (int64_t(1) << (t - kCarryLog))] - before[first];
      const int64_t shift = node * width - begin;
      word |= shift < 0 ? uint32_t(sum >> -shift) : uint32_t(sum << shift);
    }
    words[at] = word;
  }
};

inline Status lift_bits(Context& c, const Shape& shape, const BitSource& bits, uint32_t* words) {
  const int64_t tiles = (shape.n + (int64_t(1) << kTileLog) - 1) >> kTileLog;
  const PaperLine tree = paper_line(shape, words);
  backend::Scratch carry_memory(c);
  backend::Scratch before_memory(c);
  Span<uint32_t> carries;
  Span<uint64_t> before;
  DVDB_TRY(carry_memory.allocate(tiles * kCarries, carries));
  DVDB_TRY(backend::for_each_tile(c, tiles, LiftTile{bits, tree, words, carries.data}));
  const int64_t upper = tree.starts[kMostLevels] - tree.starts[kTileLevels];
  if (upper == 0) return {};
  DVDB_TRY(before_memory.allocate(carries.size + 1, before));
  DVDB_TRY(backend::for_each_scan(c, carries.size, PlaceCarries{carries.data, carries.size, before.data}));
  return backend::for_each(c, upper, LiftUpper{tree, before.data, words});
}

}  // namespace dvdb::fenwick
