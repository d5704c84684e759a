/// Occupancy bits with counters that are 16 wide, to be read by any kernel: four reads for a rank, four writes for an
/// edit, 1.067 bits an element.
#pragma once

#include "core/words.hpp"
#include "fenwick/view/fields.hpp"

namespace dvdb::fenwick {

inline constexpr int kBlockLog = 8;   // 256 bits, one sector of 32 bytes
inline constexpr int kGroupLog = 12;  // 16 blocks
inline constexpr int kSuperLog = 16;  // 16 groups
inline constexpr int kFan = 16;

/// The place of the set bit of rank `rank` in a word that has more than `rank` ones.
DVDB_FN int select_bit(uint32_t word, uint32_t rank) {
  int place = 0;
  for (int half = 16; half > 0; half /= 2) {
    const uint32_t ones = uint32_t(popcount(word & uint32_t(low_bits(half))));
    if (rank < ones) continue;
    rank -= ones;
    place += half;
    word >>= half;
  }
  return place;
}

/// An index over n bits; all arrays are padded to whole sectors of 32 bytes, and begin with one.
struct WideView {
  const uint32_t* words = nullptr;   // whole blocks, 0 behind n
  const uint16_t* blocks = nullptr;  // ones of a group before each block; whole groups
  const uint16_t* groups = nullptr;  // ones of a superblock before each group; whole superblocks
  const uint64_t* supers = nullptr;  // ones before each superblock, and all ones
  int64_t n = 0;

  DVDB_FN int64_t n_supers() const { return (n + low_part(kSuperLog)) >> kSuperLog; }
  DVDB_FN bool occupied(int64_t k) const { return (words[k >> 5] >> (k & 31) & 1u) != 0; }
  DVDB_FN uint64_t point(int64_t k) const { return occupied(k) ? 1 : 0; }
  DVDB_FN uint64_t total() const { return supers[n_supers()]; }

  /// Ones before k <= n.
  DVDB_FN uint64_t prefix(int64_t k) const { return k == n ? total() : rank(k); }
  /// Ones before k < n.
  DVDB_FN uint64_t rank(int64_t k) const {
    // The whole block comes in two loads that wait for nothing.
    const Word16* block = reinterpret_cast<const Word16*>(words + (k >> kBlockLog << (kBlockLog - 5)));
    const Word16 first = block[0];
    const Word16 second = block[1];
    const uint64_t ones = supers[k >> kSuperLog] + groups[k >> kGroupLog] + blocks[k >> kBlockLog];
    const int in = int(k & 255);
    const int count = popcount(first.low & low_bits(in)) + popcount(first.high & low_bits(max_of(in - 64, 0))) +
                      popcount(second.low & low_bits(max_of(in - 128, 0))) +
                      popcount(second.high & low_bits(max_of(in - 192, 0)));
    return ones + uint64_t(count);
  }
  DVDB_FN uint64_t range(int64_t low, int64_t high) const { return prefix(high) - prefix(low); }
  /// Whether k < n is occupied, and its rank if it is.
  DVDB_FN uint64_t lookup(int64_t k, uint64_t* before) const {
    if (!occupied(k)) return 0;
    *before = rank(k);
    return 1;
  }
  /// The place of the one of rank `ones`, or n. Whatever the counters say, nothing outside the arrays is read.
  DVDB_FN int64_t select(uint64_t ones) const {
    if (ones >= total()) return n;
    const int64_t super = last_not_above(supers, n_supers(), ones);
    ones -= supers[super];
    const int64_t group = super * kFan + last_not_above(groups + super * kFan, kFan, ones);
    if (group << kGroupLog >= n) return n;
    ones -= groups[group];
    const int64_t block = group * kFan + last_not_above(blocks + group * kFan, kFan, ones);
    if (block << kBlockLog >= n) return n;
    ones -= blocks[block];
    for (int64_t at = block << (kBlockLog - 5); at < (block + 1) << (kBlockLog - 5); ++at) {
      const uint64_t count = uint64_t(popcount(words[at]));
      if (ones < count) return at * kWordBits + select_bit(words[at], uint32_t(ones));
      ones -= count;
    }
    return n;
  }

 private:
  static DVDB_FN int64_t low_part(int log) { return (int64_t(1) << log) - 1; }
};

}  // namespace dvdb::fenwick
