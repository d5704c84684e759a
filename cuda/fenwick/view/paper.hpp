/// Fenwick trees in the packed layout of Schneider and Rautek (2016), to be read by any kernel.
///
/// Level t over elements of b bits has fields of b + t bits and starts on a 32-bit word; fields lie least significant
/// bit first. Trees of several axes have a level for each tuple of levels, x innermost.
#pragma once

#include "fenwick/view/fields.hpp"

namespace dvdb::fenwick {

/// A tree along one axis.
struct PaperLine {
  const uint32_t* words = nullptr;
  int64_t n = 0;
  int bits = 1;
  int64_t starts[kMostLevels + 1] = {};  // first word of each level, and the number of words

  DVDB_FN uint64_t node(int level, int64_t place) const {
    const int width = bits + level;
    return read_field(words, starts[level] * kWordBits + place * width, width);
  }
  /// Levels whose fields have at most 33 bits.
  DVDB_FN int narrow_levels() const { return kWordBits + 2 - bits; }
  DVDB_FN uint64_t narrow_node(int level, int64_t place) const {
    const int width = bits + level;
    return read_narrow_field(words, starts[level] * kWordBits + place * width, width);
  }
  /// The node modulo 2^bits; of occupancy one bit, for which one word is read.
  DVDB_FN uint64_t low_node(int level, int64_t place) const {
    return read_field(words, starts[level] * kWordBits + place * (bits + level), bits);
  }

  /// Element k < n. Arithmetic is modulo 2^bits, so only the low bits of the nodes are read.
  DVDB_FN uint64_t point(int64_t k) const {
    const int t = level_of(k);
    uint64_t value = low_node(t, k >> (t + 1));
    for (int j = 0; j < t; ++j) value -= low_node(j, k >> (j + 1));
    return value & low_bits(bits);
  }
  DVDB_FN bool occupied(int64_t k) const { return point(k) != 0; }
  /// Sum of the elements before k <= n.
  DVDB_FN uint64_t prefix(int64_t k) const { return fenwick::prefix(*this, k); }
  /// Sum of elements [low, high).
  DVDB_FN uint64_t range(int64_t low, int64_t high) const { return fenwick::range(*this, low, high); }
  /// Element k < n, and the sum before it if it is not 0.
  DVDB_FN uint64_t lookup(int64_t k, uint64_t* before) const { return fenwick::lookup(*this, k, before); }
  /// The element where the running sum passes `rank`, or n.
  DVDB_FN int64_t select(uint64_t rank) const { return fenwick::select(*this, n, rank); }
};

/// A tree along one to four axes; axes that are not there have one element. Sums need the table of levels.
struct PaperBox {
  const uint32_t* words = nullptr;
  const int64_t* starts = nullptr;  // [levels x * y * z * w] on the device, first word of each
  int64_t n[kMostAxes] = {1, 1, 1, 1};
  int n_levels[kMostAxes] = {1, 1, 1, 1};
  int bits = 1;

  /// One node, by the number of its level and its place in it; kLow cuts it to the width of elements.
  template <bool kLow>
  DVDB_FN uint64_t node(int64_t level, int64_t place, int t_sum) const {
    const int width = bits + t_sum;
    return read_field(words, starts[level] * kWordBits + place * width, kLow ? bits : width);
  }
  /// Sum over a box given as terms of each axis; with kLow modulo 2^bits.
  template <bool kLow>
  DVDB_FN uint64_t sum(const Terms (&terms)[kMostAxes]) const {
    return sum_from<kMostAxes - 1, kLow>(terms, 0, 0, 0);
  }
  /// Sum of elements [low, high) of each axis.
  DVDB_FN uint64_t box(const int64_t* low, const int64_t* high) const {
    Terms terms[kMostAxes];
    for (int axis = 0; axis < kMostAxes; ++axis) terms[axis] = range_terms(low[axis], high[axis]);
    return sum<false>(terms);
  }
  /// One element.
  DVDB_FN uint64_t point(const int64_t* k) const {
    Terms terms[kMostAxes];
    for (int axis = 0; axis < kMostAxes; ++axis) terms[axis] = range_terms(k[axis], k[axis] + 1);
    return sum<true>(terms) & low_bits(bits);
  }
  /// Sum of the elements that come before k when x varies fastest: one box for each axis.
  DVDB_FN uint64_t linear_rank(const int64_t* k) const {
    uint64_t total = 0;
    for (int axis = 0; axis < kMostAxes; ++axis) {
      Terms terms[kMostAxes];
      for (int other = 0; other < kMostAxes; ++other) terms[other] = linear_terms(k[other], other, axis);
      total += sum<false>(terms);
    }
    return total;
  }
  /// Terms of box number `box` of the elements before k on an axis: all, those before k, or k alone.
  DVDB_FN Terms linear_terms(int64_t k, int axis, int box) const {
    return axis < box ? range_terms(0, n[axis]) : axis == box ? range_terms(0, k) : range_terms(k, k + 1);
  }

 private:
  // The axes behind `kAxis` have chosen a level and a place, and t_sum levels above 0.
  template <int kAxis, bool kLow>
  DVDB_FN uint64_t sum_from(const Terms (&terms)[kMostAxes], int64_t level, int64_t place, int t_sum) const {
    if constexpr (kAxis < 0) {
      return node<kLow>(level, place, t_sum);
    } else {
      const Terms& own = terms[kAxis];
      uint64_t total = 0;
      for (int side = 0; side < 2; ++side) {
        const int64_t end = side == 0 ? own.plus_place : own.minus_place;
        each_bit(side == 0 ? own.plus : own.minus, [&](int c) {
          const uint64_t part = sum_from<kAxis - 1, kLow>(
              terms, level * n_levels[kAxis] + c, place * nodes_of_level(n[kAxis], c) + (end >> (c + 1)), t_sum + c);
          total += side == 0 ? part : ~part + 1;
        });
      }
      return total;
    }
  }
};

}  // namespace dvdb::fenwick
