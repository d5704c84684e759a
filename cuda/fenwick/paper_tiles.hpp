/// The Fenwick tree of a line of bits, in one launch. A tile of 2^16 bits makes its part of levels 0 to 11, whole words of
/// every level, and hands on sums of 2^12 bits. 64 tiles, then 64 groups of these and so on, make six levels more each.
#pragma once

#include "backend/launch.hpp"
#include "core/fenwick/lift.hpp"
#include "core/fenwick/paper.hpp"
#include "fenwick/bit_source.hpp"
#include "core/fenwick/shape.hpp"

namespace dvdb::fenwick {

inline constexpr int kTileLog = 16;
inline constexpr int kTileLevels = 12;  // (t + 1) * 2^(15 - t) is a multiple of 32 for these
inline constexpr int kFanLog = 6;       // and with 6 more bits for 6 more levels
inline constexpr int kSumsLog = 4;      // sums that a tile or a group hands on
inline constexpr int kOwnLog = 8;       // bits of a thread

/// Where the groups of one height have their sums.
struct Heap {
  int64_t in;      // first sum given
  int64_t out;     // behind the last one: the first sum handed on
  int64_t groups;
  int32_t levels;  // behind the last level that they write; the only group writes all that are left
};

inline constexpr int kMostHeights = (kMostLog - kTileLog + kFanLog - 1) / kFanLog;

struct LiftTile {
  static constexpr int kThreads = 1 << (kTileLog - kOwnLog);
  static constexpr int kPhases = 3;
  static constexpr int kHandOn = 2;
  static constexpr int kAtOnce = 6;
  static constexpr int64_t kFan = 1 << kFanLog;
  static constexpr int kJoinPhases = 4;
  static constexpr int kJoinHandOn = 3;
  static constexpr int kSums = 1 << kSumsLog;
  static constexpr int kGiven = kSums << kFanLog;  // sums that a group begins with
  struct Staged {
    uint32_t level2[kThreads * 3];      // words of level 2
    uint32_t level4[kThreads * 5 / 4];  // those of level 4, of which a thread has 5 bytes
    uint32_t level5[kThreads * 3 / 4];  // 3 bytes
    uint32_t level7[kThreads / 4];      // 1 byte
    uint16_t level6[kThreads];          // fields of a thread's bits, 14 bits
    uint32_t totals[kThreads];
  };
  struct Joined {
    uint64_t sums[2 * kGiven];  // those given, then of 2, 4, 8, ... neighbours
  };
  union Shared {
    Staged staged;
    Joined joined;
  };

  BitSource bits;
  PaperLine tree;
  uint32_t* words;
  uint64_t* sums;  // of each 2^12 bits, then those that groups hand on
  Heap heaps[kMostHeights];

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if ((tile + 1) << kTileLog <= tree.n) {
      lift_tile<P, true>(tile, thread, shared.staged);
    } else {
      lift_tile<P, false>(tile, thread, shared.staged);
    }
  }

  template <int P>
  DVDB_FN void join(int height, int64_t group, int thread, Shared& shared) const {
    Joined& own = shared.joined;
    const Heap& heap = heaps[height - 1];
    if constexpr (P == 0) add_given(heap, group, thread, own);
    if constexpr (P == 1) add_four<2>(thread, own);
    if constexpr (P == 2) {
      add_four<4>(thread, own);
      if (thread < kSums && heap.groups > 1) sums[heap.out + group * kSums + thread] = own.sums[place_of(kFanLog, thread)];
    }
    if constexpr (P == 3) write_levels(height, group, thread, own);
  }

 private:
  static constexpr int kOwnBits = 1 << kOwnLog;
  static DVDB_FN int given_log(int height) { return kTileLog - kSumsLog + kFanLog * (height - 1); }
  static DVDB_FN int own_log(int height) { return kTileLog + kFanLog * height; }
  /// Place of the sum of 2^log neighbours.
  static DVDB_FN int place_of(int log, int at) { return 2 * kGiven - (2 * kGiven >> log) + at; }

  template <int P, bool kWhole>
  DVDB_FN void lift_tile(int64_t tile, int thread, Staged& own) const {
    if constexpr (P == 0) lift_own<kWhole>(tile, thread, own);
    if constexpr (P == 1) hand_on(tile, thread, own);
    if constexpr (P == 2) {
      // Shares of the words for each warp, so that none has to do them all.
      copy<2, kWhole>(tile, thread, 0, kThreads, own.level2);
      copy<4, kWhole>(tile, thread, 0, kThreads, own.level4);
      copy<5, kWhole>(tile, thread, 0, 192, own.level5);
      copy<7, kWhole>(tile, thread, 192, 64, own.level7);
      gather<6, kWhole>(tile, thread, 64, 128, own);
      gather<8, kWhole>(tile, thread, 192, 32, own);
      gather<9, kWhole>(tile, thread, 192, 32, own);
      gather<10, kWhole>(tile, thread, 224, 32, own);
      gather<11, kWhole>(tile, thread, 224, 32, own);
    }
  }

  /// Levels 0 to 3 of a thread's 256 bits are whole words again.
  template <bool kWhole>
  DVDB_FN void lift_own(int64_t tile, int thread, Staged& shared) const {
    const int64_t chunk = tile * kThreads + thread;
    uint64_t own[4];
    bits.block<kWhole>(chunk, own);
    const Lifted a = lift(own[0]);
    const Lifted b = lift(own[1]);
    const Lifted c = lift(own[2]);
    const Lifted d = lift(own[3]);
    const uint32_t level0[4] = {a.level0, b.level0, c.level0, d.level0};
    const uint32_t level1[4] = {a.level1, b.level1, c.level1, d.level1};
    const uint32_t level3[2] = {a.level3 | b.level3 << 16, c.level3 | d.level3 << 16};
    shared.level2[thread * 3] = a.level2 | b.level2 << 24;
    shared.level2[thread * 3 + 1] = b.level2 >> 8 | c.level2 << 16;
    shared.level2[thread * 3 + 2] = c.level2 >> 16 | d.level2 << 8;
    const uint32_t level4[2] = {a.level4 | b.level4 << 10, c.level4 | d.level4 << 10};
    put<4>(shared.level4, thread * 5, level4[0] | level4[1] << 20);
    put<1>(shared.level4, thread * 5 + 4, level4[1] >> 12);
    put<3>(shared.level5, thread * 3, a.level5 | b.level5 << 6 | c.level5 << 12 | d.level5 << 18);
    shared.level6[thread] = uint16_t(a.count | c.count << 7);
    put<1>(shared.level7, thread, a.count + b.count);
    shared.totals[thread] = a.count + b.count + c.count + d.count;
    write_own<0, kWhole>(chunk, level0);
    write_own<1, kWhole>(chunk, level1);
    write_own<3, kWhole>(chunk, level3);
  }

  template <int kLevel, bool kWhole, int kCount>
  DVDB_FN void write_own(int64_t chunk, const uint32_t (&values)[kCount]) const {
    uint32_t* out = words + tree.starts[kLevel] + chunk * kCount;
    if (kWhole) {
      if ((reinterpret_cast<uintptr_t>(out) & (4 * kCount - 1)) != 0) {
        for (int at = 0; at < kCount; ++at) out[at] = values[at];
      } else if constexpr (kCount == 4) {
        write_word(reinterpret_cast<Word16*>(out), {uint64_t(values[1]) << 32 | values[0], uint64_t(values[3]) << 32 | values[2]});
      } else {
        *reinterpret_cast<uint64_t*>(out) = uint64_t(values[1]) << 32 | values[0];
      }
      return;
    }
    // The last elements: nodes that are not there hold nothing, and words without nodes are another level's.
    const int64_t left = (nodes_of_level(tree.n, kLevel) - chunk * (kOwnBits >> (kLevel + 1))) * (kLevel + 1);
    for (int at = 0; at < kCount && at * kWordBits < left; ++at) out[at] = cut(values[at], left - at * kWordBits);
  }

  /// The first bits of a word.
  static DVDB_FN uint32_t cut(uint32_t word, int64_t bits) { return bits >= kWordBits ? word : word & uint32_t(low_bits(int(bits))); }

  /// Leaves bytes in words, least significant first, as both machines have them.
  template <int kBytes>
  static DVDB_FN void put(uint32_t* words, int place, uint32_t value) {
    uint8_t* bytes = reinterpret_cast<uint8_t*>(words) + place;
    for (int at = 0; at < kBytes; ++at) bytes[at] = uint8_t(value >> (8 * at));
  }

  /// Calls body(place in the tile's words of a level, place in memory, bits that are left from there on) for the words of
  /// one of the threads that share them.
  template <int kLevel, bool kWhole, class Body>
  DVDB_FN void each_word(int64_t tile, int thread, int first, int threads, Body body) const {
    constexpr int kNodes = 1 << (kTileLog - 1 - kLevel);
    constexpr int kWidth = kLevel + 1;
    if (thread < first || thread >= first + threads) return;
    int n_bits = kNodes * kWidth;
    if (!kWhole) n_bits = int(max_of<int64_t>(0, min_of<int64_t>(n_bits, (nodes_of_level(tree.n, kLevel) - tile * kNodes) * kWidth)));
    uint32_t* out = words + tree.starts[kLevel] + tile * (kNodes * kWidth / kWordBits);
    for (int at = thread - first; at * kWordBits < n_bits; at += threads) body(at, out + at, n_bits - at * kWordBits);
  }

  template <int kLevel, bool kWhole>
  DVDB_FN void copy(int64_t tile, int thread, int first, int threads, const uint32_t* made) const {
    each_word<kLevel, kWhole>(tile, thread, first, threads, [&](int at, uint32_t* out, int left) { *out = kWhole ? made[at] : cut(made[at], left); });
  }

  template <int kLevel, bool kWhole>
  DVDB_FN void gather(int64_t tile, int thread, int first, int threads, const Staged& shared) const {
    each_word<kLevel, kWhole>(tile, thread, first, threads,
                              [&](int at, uint32_t* out, int left) { *out = kWhole ? word_of<kLevel>(at, shared) : cut(word_of<kLevel>(at, shared), left); });
  }

  DVDB_FN void hand_on(int64_t tile, int at, const Staged& shared) const {
    constexpr int kOf = kThreads / kSums;
    if (at >= kSums) return;
    uint64_t sum = 0;
    for (int k = 0; k < kOf; ++k) sum += shared.totals[at * kOf + k];
    sums[tile * kSums + at] = sum;
  }

  /// One word of a level: pieces of what threads left, or sums of whole threads.
  template <int kLevel>
  static DVDB_FN uint32_t word_of(int at, const Staged& shared) {
    constexpr int kPiece = kLevel < kOwnLog ? (kLevel + 1) << (kOwnLog - 1 - kLevel) : kLevel + 1;
    const int begin = at * kWordBits;
    int piece = begin / kPiece;
    int shift = piece * kPiece - begin;  // of the piece in the word, negative for the first one
    uint32_t word = piece_of<kLevel>(piece, shared) >> -shift;
    for (shift += kPiece; shift < kWordBits; shift += kPiece) word |= piece_of<kLevel>(++piece, shared) << shift;
    return word;
  }

  template <int kLevel>
  static DVDB_FN uint32_t piece_of(int at, const Staged& shared) {
    if constexpr (kLevel == 6) return shared.level6[at];
    if constexpr (kLevel >= kOwnLog) {
      const uint32_t* first = shared.totals + (at << (kLevel + 1 - kOwnLog));
      uint32_t sum = 0;
      for (int k = 0; k < 1 << (kLevel - kOwnLog); ++k) sum += first[k];
      return sum;
    }
  }

  DVDB_FN void add_given(const Heap& heap, int64_t group, int thread, Joined& own) const {
    static_assert(kGiven == 4 * kThreads);
    const int64_t first = heap.in + group * kGiven + thread * 4;
    uint64_t given[4];
    for (int k = 0; k < 4; ++k) given[k] = first + k < heap.out ? backend::atomic_load(sums + first + k) : 0;
    for (int k = 0; k < 4; ++k) own.sums[thread * 4 + k] = given[k];
    add_four<0>(thread, own);
  }

  /// Adds four neighbouring sums of 2^log, first in pairs.
  template <int kLog>
  static DVDB_FN void add_four(int thread, Joined& own) {
    if (thread >= kGiven >> (kLog + 2)) return;
    const uint64_t* four = own.sums + place_of(kLog, 4 * thread);
    const uint64_t low = four[0] + four[1];
    const uint64_t high = four[2] + four[3];
    own.sums[place_of(kLog + 1, 2 * thread)] = low;
    own.sums[place_of(kLog + 1, 2 * thread + 1)] = high;
    own.sums[place_of(kLog + 2, thread)] = low + high;
  }

  /// Writes the group's words of all levels of its height, one level behind the other.
  DVDB_FN void write_levels(int height, int64_t group, int thread, const Joined& own) const {
    const Heap& heap = heaps[height - 1];
    int t = given_log(height);
    int at = thread;
    DVDB_ROLLED
    while (t < heap.levels) {
      const int64_t all = tree.starts[t + 1] - tree.starts[t];
      const int64_t each = heap.groups == 1 ? all : ((t + 1) << (own_log(height) - t - 1)) / kWordBits;
      const int count = int(max_of<int64_t>(0, min_of(each, all - group * each)));
      if (at >= count) {
        at -= count;
        ++t;
        continue;
      }
      const int64_t nodes = nodes_of_level(tree.n, t) - (group << own_log(height) >> (t + 1));
      words[tree.starts[t] + group * each + at] = upper_word(t, t - given_log(height), int(min_of<int64_t>(nodes, kGiven)), at, own);
      at += kThreads;
    }
  }

  /// Word `at` of those of a group in level t, whose nodes have 2^log of the sums given.
  static DVDB_FN uint32_t upper_word(int t, int log, int nodes, int at, const Joined& own) {
    const int width = t + 1;
    const int begin = at * kWordBits;
    const int ready = min_of(log, kFanLog);  // of longer sums there is but one each
    uint32_t word = 0;
    DVDB_ROLLED
    for (int node = int(uint32_t(begin) / uint32_t(width)); node < nodes && node * width < begin + kWordBits; ++node) {
      const uint64_t* first = own.sums + place_of(ready, node << (log - ready + 1));
      uint64_t sum = 0;
      DVDB_ROLLED
      for (int k = 0; k < 1 << (log - ready); ++k) sum += first[k];
      const int shift = node * width - begin;
      word |= shift < 0 ? uint32_t(sum >> -shift) : uint32_t(sum << shift);
    }
    return word;
  }
};

inline Status lift_bits(Context& c, const Shape& shape, const BitSource& bits, uint32_t* words) {
  backend::Scratch memory(c);
  LiftTile lift{bits, paper_line(shape, words), words, nullptr, {}};
  const int64_t tiles = (shape.n + (int64_t(1) << kTileLog) - 1) >> kTileLog;
  int64_t n_sums = 0;
  int64_t count = tiles;
  for (int height = 1; height <= kMostHeights; ++height) {
    Heap& heap = lift.heaps[height - 1];
    heap.in = n_sums;
    heap.out = n_sums += count << kSumsLog;
    heap.groups = count = (count + LiftTile::kFan - 1) >> kFanLog;
    heap.levels = count == 1 ? shape.n_levels[0] : min_of(shape.n_levels[0], kTileLevels + kFanLog * height);
  }
  Span<uint64_t> sums;
  DVDB_TRY(memory.allocate(n_sums, sums));
  lift.sums = sums.data;
  return backend::for_each_tile(c, tiles, lift);
}

}  // namespace dvdb::fenwick
