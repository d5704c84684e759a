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
inline constexpr int kTileLevels = 12;  // (t + 1) * 2^(15 - t) is a multiple of 32 for these
inline constexpr int kCarryLog = 12;
inline constexpr int kCarries = 1 << (kTileLog - kCarryLog);
inline constexpr int kOwnLog = 8;  // bits of a thread

struct LiftTile {
  static constexpr int kThreads = 1 << (kTileLog - kOwnLog);
  static constexpr int kPhases = 4;
  static constexpr int kAtOnce = 6;
  struct Shared {
    uint32_t level4[kThreads * 5 / 4];  // words of level 4, of which a thread has 5 bytes
    uint32_t level5[kThreads * 3 / 4];  // those of level 5, 3 bytes
    uint16_t level6[kThreads];          // fields of a thread's bits, 14 bits
    uint32_t level7[kThreads / 4];      // words of level 7, 1 byte
    uint32_t totals[kThreads];
    uint32_t groups[kFan];
    uint32_t before[kThreads + 1];  // ones of the tile before each thread's bits
  };

  BitSource bits;
  PaperLine tree;
  uint32_t* words;
  uint32_t* carries;  // ones of each 2^12 bits

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) lift_own(tile, thread, shared);
    if constexpr (P == 1) {
      add_group(thread, shared);
      copy<4>(tile, thread, shared.level4);
      copy<5>(tile, thread, shared.level5);
      copy<7>(tile, thread, shared.level7);
      gather<6>(tile, thread, shared);
    }
    if constexpr (P == 2) add_before(thread, shared);
    if constexpr (P == 3) {
      gather<8>(tile, thread, shared);
      gather<9>(tile, thread, shared);
      gather<10>(tile, thread, shared);
      gather<11>(tile, thread, shared);
      hand_on(tile, thread, shared);
    }
  }

 private:
  static constexpr int kOwnBits = 1 << kOwnLog;

  /// Levels 0 to 3 of a thread's 256 bits are whole words again, which it writes at once.
  DVDB_FN void lift_own(int64_t tile, int thread, Shared& shared) const {
    const int64_t chunk = tile * kThreads + thread;
    uint64_t own[4];
    bits.block(chunk, own);
    const Lifted a = lift(own[0]);
    const Lifted b = lift(own[1]);
    const Lifted c = lift(own[2]);
    const Lifted d = lift(own[3]);
    const uint32_t level0[4] = {a.level0, b.level0, c.level0, d.level0};
    const uint32_t level1[4] = {a.level1, b.level1, c.level1, d.level1};
    const uint32_t level2[3] = {a.level2 | b.level2 << 24, b.level2 >> 8 | c.level2 << 16, c.level2 >> 16 | d.level2 << 8};
    const uint32_t level3[2] = {a.level3 | b.level3 << 16, c.level3 | d.level3 << 16};
    put<5>(shared.level4, thread, uint64_t(c.level4 | d.level4 << 10) << 20 | a.level4 | b.level4 << 10);
    put<3>(shared.level5, thread, a.level5 | b.level5 << 6 | c.level5 << 12 | d.level5 << 18);
    shared.level6[thread] = uint16_t(a.count | c.count << 7);
    put<1>(shared.level7, thread, a.count + b.count);
    shared.totals[thread] = a.count + b.count + c.count + d.count;
    write_own<0>(chunk, level0);
    write_own<1>(chunk, level1);
    write_own<2>(chunk, level2);
    write_own<3>(chunk, level3);
  }

  template <int kLevel, int kCount>
  DVDB_FN void write_own(int64_t chunk, const uint32_t (&values)[kCount]) const {
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
    for (int at = 0; at < kCount && at * kWordBits < left; ++at) out[at] = cut(values[at], left - at * kWordBits);
  }

  /// The first bits of a word.
  static DVDB_FN uint32_t cut(uint32_t word, int64_t bits) { return bits >= kWordBits ? word : word & uint32_t(low_bits(int(bits))); }

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

  /// Leaves the bytes of a thread in words, least significant first, as both machines have them.
  template <int kBytes>
  static DVDB_FN void put(uint32_t* words, int thread, uint64_t value) {
    uint8_t* bytes = reinterpret_cast<uint8_t*>(words) + thread * kBytes;
    for (int at = 0; at < kBytes; ++at) bytes[at] = uint8_t(value >> (8 * at));
  }

  /// Calls body(place in the tile's words of a level, place in memory, bits that are left from there on).
  template <int kLevel, class Body>
  DVDB_FN void each_word(int64_t tile, int thread, Body body) const {
    constexpr int kNodes = 1 << (kTileLog - 1 - kLevel);
    constexpr int kWidth = kLevel + 1;
    const int64_t left = (nodes_of_level(tree.n, kLevel) - tile * kNodes) * kWidth;
    if (left <= 0) return;
    const int n_bits = left < kNodes * kWidth ? int(left) : kNodes * kWidth;
    uint32_t* out = words + tree.starts[kLevel] + tile * (kNodes * kWidth / kWordBits);
    for (int at = thread; at * kWordBits < n_bits; at += kThreads) body(at, out + at, n_bits - at * kWordBits);
  }

  template <int kLevel>
  DVDB_FN void copy(int64_t tile, int thread, const uint32_t* made) const {
    each_word<kLevel>(tile, thread, [&](int at, uint32_t* out, int left) { *out = cut(made[at], left); });
  }

  template <int kLevel>
  DVDB_FN void gather(int64_t tile, int thread, const Shared& shared) const {
    each_word<kLevel>(tile, thread, [&](int at, uint32_t* out, int left) { *out = cut(word_of<kLevel>(at, shared), left); });
  }

  DVDB_FN void hand_on(int64_t tile, int thread, const Shared& shared) const {
    if (thread >= kCarries) return;
    const int first = thread << (kCarryLog - kOwnLog);
    carries[tile * kCarries + thread] = shared.before[first + (1 << (kCarryLog - kOwnLog))] - shared.before[first];
  }

  /// One word of a level: pieces of what threads left, or sums of whole threads.
  template <int kLevel>
  static DVDB_FN uint32_t word_of(int at, const Shared& shared) {
    constexpr int kPiece = kLevel < kOwnLog ? (kLevel + 1) << (kOwnLog - 1 - kLevel) : kLevel + 1;
    const int begin = at * kWordBits;
    int piece = begin / kPiece;
    int shift = piece * kPiece - begin;  // of the piece in the word, negative for the first one
    uint64_t word = piece_of<kLevel>(piece, shared) >> -shift;
    for (shift += kPiece; shift < kWordBits; shift += kPiece) word |= piece_of<kLevel>(++piece, shared) << shift;
    return uint32_t(word);
  }

  template <int kLevel>
  static DVDB_FN uint64_t piece_of(int at, const Shared& shared) {
    if constexpr (kLevel == 6) return shared.level6[at];
    if constexpr (kLevel >= kOwnLog) {
      const int first = at << (kLevel + 1 - kOwnLog);
      return shared.before[first + (1 << (kLevel - kOwnLog))] - shared.before[first];
    }
  }
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

/// Word number i of the levels that no tile holds whole, from the ones before each 2^12 bits.
template <class T>
DVDB_FN uint32_t upper_word(const PaperLine& tree, const T* before, int64_t i) {
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
  return word;
}

struct LiftUpper {
  PaperLine tree;
  const uint64_t* before;
  uint32_t* words;

  DVDB_FN void operator()(int64_t i) const { words[tree.starts[kTileLevels] + i] = upper_word(tree, before, i); }
};

/// The same for few sums, which one tile can place: a launch less where launches are what takes time.
struct LiftFewUpper {
  static constexpr int kThreads = kFan * kFan;
  static constexpr int kPhases = 4;
  static constexpr int kOwn = 4;
  static constexpr int kMost = kThreads * kOwn;
  struct Shared {
    uint32_t before[kMost + 1];
    uint32_t totals[kThreads];
    uint32_t groups[kFan];
  };

  PaperLine tree;
  const uint32_t* carries;
  int64_t n_carries;
  int64_t n_words;
  uint32_t* words;

  template <int P>
  DVDB_FN void phase(int64_t, int thread, Shared& shared) const {
    if constexpr (P == 0) shared.totals[thread] = place_own(thread, 0, shared);
    if constexpr (P == 1) {
      if (thread >= kFan) return;
      uint32_t total = 0;
      for (int at = 0; at < kFan; ++at) total += shared.totals[thread * kFan + at];
      shared.groups[thread] = total;
    }
    if constexpr (P == 2) {
      uint32_t before = 0;
      for (int group = 0; group < thread / kFan; ++group) before += shared.groups[group];
      for (int at = thread / kFan * kFan; at < thread; ++at) before += shared.totals[at];
      before = place_own(thread, before, shared);
      if (thread == kThreads - 1) shared.before[kMost] = before;
    }
    if constexpr (P == 3) {
      for (int64_t at = thread; at < n_words; at += kThreads) words[tree.starts[kTileLevels] + at] = upper_word(tree, shared.before, at);
    }
  }

 private:
  DVDB_FN uint32_t place_own(int thread, uint32_t before, Shared& shared) const {
    for (int at = thread * kOwn; at < (thread + 1) * kOwn; ++at) {
      shared.before[at] = before;
      before += at < n_carries ? carries[at] : 0;
    }
    return before;
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
  if (carries.size <= LiftFewUpper::kMost) return backend::for_each_tile(c, 1, LiftFewUpper{tree, carries.data, carries.size, upper, words});
  DVDB_TRY(before_memory.allocate(carries.size + 1, before));
  DVDB_TRY(backend::for_each_scan(c, carries.size, PlaceCarries{carries.data, carries.size, before.data}));
  return backend::for_each(c, upper, LiftUpper{tree, before.data, words});
}

}  // namespace dvdb::fenwick
