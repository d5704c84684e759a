/// Builds the Fenwick tree of a line of bits in one launch. A tile of 2^16 bits computes its part of levels 0 to 11,
/// whole words of every level, and passes sums of 2^12 bits on. 64 tiles, then 64 groups of these and so on, compute
/// six more levels each.
#pragma once

#include "backend/api/launch.hpp"
#include "fenwick/input/bit_source.hpp"
#include "fenwick/view/lift.hpp"
#include "fenwick/view/paper.hpp"
#include "fenwick/view/shape.hpp"

namespace dvdb::fenwick {

inline constexpr int kTileLog = 16;
inline constexpr int kTileLevels = 12;  // (t + 1) * 2^(15 - t) is a multiple of 32 for these
inline constexpr int kFanLog = 6;       // and with 6 more bits for 6 more levels
inline constexpr int kSumsLog = 4;      // sums that a tile or a group hands on
inline constexpr int kOwnLog = 8;       // bits of a thread

inline constexpr int kMostHeights = (kMostLog - kTileLog + kFanLog - 1) / kFanLog;

/// Words of a tile in a level, and in all levels below.
DVDB_FN constexpr int words_of_tile(int level) { return ((level + 1) << (kTileLog - 1 - level)) / kWordBits; }
DVDB_FN constexpr int words_before(int level) {
  return level == 0 ? 0 : words_before(level - 1) + words_of_tile(level - 1);
}

/// A tile, and the groups that it belongs to.
struct LiftTile {
  static constexpr int kThreads = 1 << (kTileLog - kOwnLog);
  static constexpr int kPhases = 4;
  static constexpr int kHandOn = 1;
  static constexpr int kAtOnce = 6;
  static constexpr int64_t kFan = 1 << kFanLog;
  static constexpr int kSums = 1 << kSumsLog;
  static constexpr int kJoinPhases = 5;
  static constexpr int kJoinHandOn = 2;
  static constexpr int kGiven = kSums << kFanLog;  // sums that a group begins with
  struct Staged {
    alignas(16) uint32_t totals[kThreads];
    uint32_t words[words_before(kTileLevels)];  // of the tile, level by level; of whole ones those that threads share
    uint16_t level6[kThreads];                  // fields of a thread's bits, 14 bits
    uint16_t level9[kThreads / 4];              // fields of the levels above
    uint16_t level10[kThreads / 8];
    uint16_t level11[kThreads / 16];
  };
  struct Joined {
    uint64_t sums[2 * kGiven];  // those given, then of 2, 4, 8, ... neighbors
  };
  union Shared {
    Staged staged;
    Joined joined;
  };

  BitSource bits;
  PaperLine tree;
  uint32_t* levels[kTileLevels];  // words of the lowest levels
  uint32_t* words;
  int64_t groups[kMostHeights];  // of each height
  int32_t ends[kMostHeights];    // behind the last level that a height writes; the only group writes all that are left
  int32_t places[kMostLevels];   // words of a group before those of a level

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) count_own(tile, thread, shared.staged);
    if constexpr (P == 1) lift_own(tile, thread, shared.staged);
    if constexpr (P == 2) share_words(tile, thread, shared.staged);
    if constexpr (P == 3) write_last(tile, thread, shared.staged);
  }

  /// Sum number `at` of 2^12 bits; what it is made of are fields of levels in between.
  DVDB_FN uint64_t hand_on(int64_t, int at, Shared& shared) const {
    Staged& own = shared.staged;
    const uint32_t* totals = own.totals + at * (kThreads / kSums);
    uint32_t pairs[8];
    for (int k = 0; k < 8; ++k) pairs[k] = totals[2 * k] + totals[2 * k + 1];
    for (int k = 0; k < 4; ++k) own.level9[4 * at + k] = uint16_t(pairs[2 * k]);
    uint32_t fours[4];
    for (int k = 0; k < 4; ++k) fours[k] = pairs[2 * k] + pairs[2 * k + 1];
    own.level10[2 * at] = uint16_t(fours[0]);
    own.level10[2 * at + 1] = uint16_t(fours[2]);
    own.level11[at] = uint16_t(fours[0] + fours[1]);
    return fours[0] + fours[1] + fours[2] + fours[3];
  }

  DVDB_FN void take(int thread, const uint64_t (&given)[kGiven / kThreads], Shared& shared) const {
    for (int k = 0; k < 4; ++k) shared.joined.sums[thread * 4 + k] = given[k];
    add_four<0>(thread, shared.joined);
  }
  template <int P>
  DVDB_FN void join(int height, int64_t group, int thread, Shared& shared) const {
    if constexpr (P < 2) add_four<2 * P + 2>(thread, shared.joined);
    if constexpr (P == 2 || P == 3) {
      if (groups[height - 1] == 1) add_four<2 * P + 2>(thread, shared.joined);
    }
    if constexpr (P == 4) write_levels(height, group, thread, shared.joined);
  }
  DVDB_FN uint64_t sum(int at, const Shared& shared) const { return shared.joined.sums[place_of(kFanLog, at)]; }

  static DVDB_FN int given_log(int height) { return kTileLog - kSumsLog + kFanLog * (height - 1); }
  static DVDB_FN int own_log(int height) { return kTileLog + kFanLog * height; }

 private:
  /// Place of the sum of 2^log neighbors.
  static DVDB_FN int place_of(int log, int at) { return 2 * kGiven - (2 * kGiven >> log) + at; }

  DVDB_FN bool is_whole(int64_t tile) const { return (tile + 1) << kTileLog <= tree.n; }

  /// Comes first, so that sums are handed on early; the bits stay near to be read again.
  DVDB_FN void count_own(int64_t tile, int thread, Staged& shared) const {
    uint64_t given[4];
    bits.block(tile * kThreads + thread, given);
    shared.totals[thread] = uint32_t(popcount(given[0]) + popcount(given[1]) + popcount(given[2]) + popcount(given[3]));
  }

  /// Levels 0 to 3 of a thread's 256 bits are whole words again.
  DVDB_FN void lift_own(int64_t tile, int thread, Staged& shared) const {
    uint64_t given[4];
    bits.block(tile * kThreads + thread, given);
    const Lifted own = lift(given);
    for (int k = 0; k < 3; ++k) shared.words[words_before(2) + thread * 3 + k] = own.level2[k];
    put<4>(shared.words + words_before(4), thread * 5, uint32_t(own.level4));
    put<1>(shared.words + words_before(4), thread * 5 + 4, uint32_t(own.level4 >> 32));
    put<3>(shared.words + words_before(5), thread * 3, own.level5);
    shared.level6[thread] = uint16_t(own.level6);
    put<1>(shared.words + words_before(7), thread, own.level7);
    write_own<0>(tile, thread, own.level0, shared);
    write_own<1>(tile, thread, own.level1, shared);
    write_own<3>(tile, thread, own.level3, shared);
  }

  template <int kLevel, int kCount>
  DVDB_FN void write_own(int64_t tile, int thread, const uint32_t (&values)[kCount], Staged& shared) const {
    uint32_t* out =
        is_whole(tile) ? levels[kLevel] + tile * words_of_tile(kLevel) : shared.words + words_before(kLevel);
    out += thread * kCount;
    if ((reinterpret_cast<uintptr_t>(out) & (4 * kCount - 1)) != 0) {
      for (int k = 0; k < kCount; ++k) out[k] = values[k];
    } else if constexpr (kCount == 4) {
      store_whole(reinterpret_cast<Word16*>(out),
                  {uint64_t(values[1]) << 32 | values[0], uint64_t(values[3]) << 32 | values[2]});
    } else {
      *reinterpret_cast<uint64_t*>(out) = uint64_t(values[1]) << 32 | values[0];
    }
  }

  /// Leaves bytes in words, least significant first, as both machines have them.
  template <int kBytes>
  static DVDB_FN void put(uint32_t* words, int place, uint32_t value) {
    uint8_t* bytes = reinterpret_cast<uint8_t*>(words) + place;
    for (int at = 0; at < kBytes; ++at) bytes[at] = uint8_t(value >> (8 * at));
  }

  /// Shares of the words for each warp, so that none has to do them all.
  DVDB_FN void share_words(int64_t tile, int thread, Staged& own) const {
    const bool whole = is_whole(tile);
    if (whole) {
      for (int k = 0; k < 3; ++k) copy<2>(tile, thread + k * kThreads, own);
      copy<4>(tile, thread, own);
      if (thread < 64) {
        copy<4>(tile, thread + kThreads, own);
      } else {
        copy<5>(tile, thread - 64, own);
      }
      if (thread >= 128 && thread < 192) copy<7>(tile, thread - 128, own);
    }
    if (thread < 128) {
      gather<6, 14>(tile, thread, whole, own.level6, own);
    } else if (thread >= 192) {
      gather<8, 9, 2>(tile, thread - 192, whole, own.totals, own);
      if (thread >= 224) {
        gather<9, 10>(tile, thread - 224, whole, own.level9, own);
      } else {
        gather<10, 11>(tile, thread - 192, whole, own.level10, own);
        gather<11, 12>(tile, thread - 208, whole, own.level11, own);
      }
    }
  }

  template <int kLevel>
  DVDB_FN void copy(int64_t tile, int at, const Staged& own) const {
    levels[kLevel][tile * words_of_tile(kLevel) + at] = own.words[words_before(kLevel) + at];
  }

  /// One word of a level from fields, or pieces, of kWidth bits.
  template <int kLevel, int kWidth, int kStep = 1, class Piece>
  DVDB_FN void gather(int64_t tile, int at, bool whole, const Piece* pieces, Staged& own) const {
    if (at < 0 || at >= words_of_tile(kLevel)) return;
    const int begin = at * kWordBits;
    int piece = begin / kWidth;
    int shift = piece * kWidth - begin;  // of the piece in the word, negative for the first one
    uint32_t word = uint32_t(pieces[piece * kStep]) >> -shift;
    for (int k = 0; k < (kWordBits + kWidth - 2) / kWidth; ++k) {
      shift += kWidth;
      if (shift < kWordBits) word |= uint32_t(pieces[++piece * kStep]) << shift;
    }
    if (whole) {
      levels[kLevel][tile * words_of_tile(kLevel) + at] = word;
    } else {
      own.words[words_before(kLevel) + at] = word;
    }
  }

  /// Of the last elements only nodes that are there: words without nodes are another level's.
  DVDB_FN void write_last(int64_t tile, int thread, const Staged& own) const {
    if (is_whole(tile)) return;
    const uint32_t* made = own.words;
    DVDB_ROLLED
    for (int t = 0; t < kTileLevels; ++t) {
      const int left = int(nodes_of_level(tree.n, t) - (tile << (kTileLog - 1 - t))) * (t + 1);
      DVDB_ROLLED
      for (int at = thread; at * kWordBits < left; at += kThreads) {
        levels[t][tile * words_of_tile(t) + at] =
            made[at] & uint32_t(low_bits(min_of(left - at * kWordBits, kWordBits)));
      }
      made += words_of_tile(t);
    }
  }

  /// Adds four neighboring sums of 2^log, first in pairs.
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
    const int end = ends[height - 1];
    int t = given_log(height);
    for (int at = thread;; at += kThreads) {
      while (t + 1 < end && at >= places[t + 1]) ++t;
      const int64_t all = tree.starts[t + 1] - tree.starts[t];
      const int64_t each = groups[height - 1] == 1 ? all : ((t + 1) << (own_log(height) - t - 1)) / kWordBits;
      const int64_t place = group * each + at - places[t];
      if (t >= end || at - places[t] >= each) return;
      if (place >= all) continue;
      const int64_t nodes = nodes_of_level(tree.n, t) - (group << own_log(height) >> (t + 1));
      words[tree.starts[t] + place] =
          upper_word(t, t - given_log(height), int(min_of<int64_t>(nodes, kGiven)), at - places[t], own);
    }
  }

  /// Word `at` of those of a group in level t, whose nodes have 2^log of the sums given.
  static DVDB_FN uint32_t upper_word(int t, int log, int nodes, int at, const Joined& own) {
    const int width = t + 1;
    const int begin = at * kWordBits;
    const uint64_t* sums = own.sums + place_of(log, 0);
    uint32_t word = 0;
    DVDB_ROLLED
    for (int node = int(uint32_t(begin) / uint32_t(width)); node < nodes && node * width < begin + kWordBits; ++node) {
      const uint64_t sum = sums[2 * node];
      const int shift = node * width - begin;
      word |= shift < 0 ? uint32_t(sum >> -shift) : uint32_t(sum << shift);
    }
    return word;
  }
};

inline Status lift_bits(Context& c, const Shape& shape, const BitSource& bits, uint32_t* words) {
  LiftTile lift{bits, paper_line(shape, words), {}, words, {}, {}, {}};
  for (int t = 0; t < kTileLevels; ++t) lift.levels[t] = words + lift.tree.starts[t];
  const int64_t tiles = (shape.n + (int64_t(1) << kTileLog) - 1) >> kTileLog;
  int64_t count = tiles;
  for (int height = 1; height <= kMostHeights; ++height) {
    lift.groups[height - 1] = count = (count + LiftTile::kFan - 1) >> kFanLog;
    const int end = count == 1 ? shape.n_levels[0] : min_of(shape.n_levels[0], kTileLevels + kFanLog * height);
    lift.ends[height - 1] = end;
    int32_t place = 0;
    for (int t = LiftTile::given_log(height); t < end; ++t) {
      lift.places[t] = place;
      place += count == 1 ? int32_t(lift.tree.starts[t + 1] - lift.tree.starts[t])
                          : ((t + 1) << (LiftTile::own_log(height) - t - 1)) / kWordBits;
    }
    if (count == 1) break;
  }
  return backend::for_each_tile(c, tiles, lift);
}

}  // namespace dvdb::fenwick
