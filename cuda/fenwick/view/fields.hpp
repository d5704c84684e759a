/// Fields of bits in 32-bit words, and the geometry of the levels of a Fenwick tree.
///
/// Schneider and Rautek, "GPU-based spatial indexing with Fenwick trees", 2016: node k of a tree over x holds
/// x[k - 2^t + 1] + ... + x[k], t being the number of trailing ones of k. It lies in level t at place k >> (t + 1).
#pragma once

#include "base/portable.hpp"

namespace dvdb::fenwick {

inline constexpr int kMostAxes = 4;
inline constexpr int kMostLog = 40;               // of the number of elements
inline constexpr int kMostLevels = kMostLog + 1;  // along an axis
inline constexpr int kWordBits = 32;

/// Nodes in level t over n elements.
DVDB_FN int64_t nodes_of_level(int64_t n, int t) { return (n + (int64_t(1) << t)) >> (t + 1); }

/// Levels over n > 0 elements.
DVDB_FN int levels_of(int64_t n) { return highest_bit(uint64_t(n)) + 1; }

/// Level of node k >= 0.
DVDB_FN int level_of(int64_t k) { return lowest_bit(~uint64_t(k)); }

/// Words that `fields` fields of `width` bits take.
DVDB_FN int64_t words_of(int64_t fields, int width) { return (fields * width + kWordBits - 1) / kWordBits; }

/// The lowest bits of a word, 0 to 64 of them.
DVDB_FN uint64_t low_bits(int count) { return count >= 64 ? ~uint64_t(0) : bit(uint32_t(count)) - 1; }

/// Calls body(c) for each set bit, ascending. The threads of a warp come to a level together, so that they read near
/// each other and what depends on the level alone is the same for all of them.
template <class Body>
DVDB_FN void each_bit(uint64_t bits, Body body) {
  if constexpr (kOnGpu) {
    for (int c = 0; bits != 0; ++c, bits >>= 1) {
      if ((bits & 1) != 0) body(c);
    }
  } else {
    for (; bits != 0; bits &= bits - 1) body(lowest_bit(bits));
  }
}

/// Reads a field of 1 to 63 bits, least significant bit first.
DVDB_FN uint64_t read_field(const uint32_t* words, int64_t at_bit, int width) {
  const uint32_t* at = words + (at_bit >> 5);
  const int shift = int(at_bit & 31);
  uint64_t value = at[0] >> shift;
  if (shift + width > 32) value |= uint64_t(at[1]) << (32 - shift);
  if (shift + width > 64) value |= uint64_t(at[2]) << (64 - shift);
  return value & low_bits(width);
}

/// Reads a field of 1 to 33 bits without a branch: where one word holds it, that is read twice.
DVDB_FN uint64_t read_narrow_field(const uint32_t* words, int64_t at_bit, int width) {
  const uint32_t* at = words + (at_bit >> 5);
  const int shift = int(at_bit & 31);
  const uint64_t pair = uint64_t(at[shift + width > kWordBits ? 1 : 0]) << kWordBits | at[0];
  return pair >> shift & low_bits(width);
}

/// Elements of an axis between two places, as nodes to add and nodes to subtract. Bit c of a mask asks for the node of
/// level c at place (place of the mask) >> (c + 1). What both ends have in common above their highest different bit
/// cancels and is not read.
struct Terms {
  int64_t plus_place = 0;
  int64_t minus_place = 0;
  uint64_t plus = 0;
  uint64_t minus = 0;
};

/// The nodes whose sum is that of elements [low, high).
DVDB_FN Terms range_terms(int64_t low, int64_t high) {
  if (low == high) return {};
  const uint64_t levels = low_bits(highest_bit(uint64_t(low ^ high)) + 1);
  return {high, low, uint64_t(high) & levels, uint64_t(low) & levels};
}

// A tree is anything that gives node(level, place), and maybe narrow_node(level, place) for levels below
// narrow_levels(). These follow Fenwick (1994) with the columns of k as levels: no load depends on another.

/// Sum of the nodes of levels in `plus` around one place, less those in `minus` around another.
template <class Tree>
DVDB_FN uint64_t sum_levels(const Tree& tree, const Terms& terms) {
  uint64_t sum = 0;
  uint64_t wide = ~uint64_t(0);
  if constexpr (kOnGpu && requires { tree.narrow_levels(); }) {
    // Four levels at a time are asked for before any is added.
    constexpr int kStep = 4;
    const uint64_t narrow = low_bits(tree.narrow_levels());
    uint64_t plus = terms.plus & narrow;
    uint64_t minus = terms.minus & narrow;
    for (int c = 0; (plus | minus) != 0; c += kStep, plus >>= kStep, minus >>= kStep) {
      uint64_t parts[kStep];
      DVDB_UNROLLED
      for (int k = 0; k < kStep; ++k) {
        const uint64_t added = (plus >> k & 1) != 0 ? tree.narrow_node(c + k, terms.plus_place >> (c + k + 1)) : 0;
        const uint64_t taken = (minus >> k & 1) != 0 ? tree.narrow_node(c + k, terms.minus_place >> (c + k + 1)) : 0;
        parts[k] = added - taken;
      }
      DVDB_UNROLLED
      for (int k = 0; k < kStep; ++k) sum += parts[k];
    }
    wide = ~narrow;
  }
  each_bit(terms.plus & wide, [&](int c) { sum += tree.node(c, terms.plus_place >> (c + 1)); });
  each_bit(terms.minus & wide, [&](int c) { sum -= tree.node(c, terms.minus_place >> (c + 1)); });
  return sum;
}

/// Sum of the elements before k.
template <class Tree>
DVDB_FN uint64_t prefix(const Tree& tree, int64_t k) {
  return sum_levels(tree, {k, 0, uint64_t(k), 0});
}

/// Sum of elements [low, high), low <= high.
template <class Tree>
DVDB_FN uint64_t range(const Tree& tree, int64_t low, int64_t high) {
  return sum_levels(tree, range_terms(low, high));
}

/// An element and the sum of those before it. The children that give the element begin the sum, so nothing is read
/// twice, and an element of 0 ends it early; `before` stays as it is then.
template <class Tree>
DVDB_FN uint64_t lookup(const Tree& tree, int64_t k, uint64_t* before) {
  const int t = level_of(k);
  uint64_t sum = 0;
  for (int j = 0; j < t; ++j) sum += tree.node(j, k >> (j + 1));
  const uint64_t value = tree.node(t, k >> (t + 1)) - sum;
  if (value == 0) return 0;
  each_bit(uint64_t(k) >> (t + 1) << (t + 1), [&](int c) { sum += tree.node(c, k >> (c + 1)); });
  *before = sum;
  return value;
}

/// The element where the running sum passes `rank`, of n elements; n when their sum is not above it.
template <class Tree>
DVDB_FN int64_t select(const Tree& tree, int64_t n, uint64_t rank) {
  int64_t place = 0;
  for (int c = highest_bit(uint64_t(n)); c >= 0; --c) {
    const int64_t end = place + (int64_t(1) << c);
    if (end > n) continue;
    const uint64_t sum = tree.node(c, place >> (c + 1));
    if (sum > rank) continue;
    rank -= sum;
    place = end;
  }
  return place;
}

}  // namespace dvdb::fenwick
