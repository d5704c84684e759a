/// The answers of an index as they are defined: what every view of this folder must say, whatever the layout.
///
/// x[0 .. n) are the elements; prefix(k) = x[0] + ... + x[k - 1]; range(a, b) = prefix(b) - prefix(a);
/// select(r) = the k with prefix(k) <= r < prefix(k + 1), or n. Along several axes, a box is the sum over all of its
/// elements. Node p of level t holds x[p 2^(t + 1)] + ... 2^t of them: Fenwick, "A new data structure for cumulative
/// frequency tables", 1994, by levels as in Schneider and Rautek, "GPU-based spatial indexing with Fenwick trees",
/// 2016.
///
/// Engines: PaperLine and PaperBox (paper.hpp), WideView (wide.hpp), CellView (cells.hpp). On the host.
#pragma once

#include "base/portable.hpp"

namespace dvdb::fenwick {

struct ReferenceIndex {
  const uint64_t* x;  // [n]
  uint64_t* before;   // [n + 1], room for the prefix sums
  int64_t n;

  ReferenceIndex(const uint64_t* elements, uint64_t* room, int64_t count) : x(elements), before(room), n(count) {
    before[0] = 0;
    for (int64_t k = 0; k < n; ++k) before[k + 1] = before[k] + x[k];
  }
  uint64_t prefix(int64_t k) const { return before[k]; }
  uint64_t range(int64_t low, int64_t high) const { return prefix(high) - prefix(low); }
  int64_t select(uint64_t rank) const {
    int64_t k = 0;
    while (k < n && prefix(k + 1) <= rank) ++k;
    return k;
  }
  /// A node has fewer elements where there are no more.
  uint64_t node(int level, int64_t place) const {
    const int64_t low = place << (level + 1);
    return range(low, min_of(n, low + (int64_t(1) << level)));
  }
  /// Sum of elements [low, high) of each of four axes, the first of which varies fastest.
  uint64_t box(const int64_t (&dims)[4], const int64_t (&low)[4], const int64_t (&high)[4]) const {
    uint64_t sum = 0;
    for (int64_t w = low[3]; w < high[3]; ++w) {
      for (int64_t z = low[2]; z < high[2]; ++z) {
        for (int64_t y = low[1]; y < high[1]; ++y) {
          for (int64_t i = low[0]; i < high[0]; ++i) sum += x[((w * dims[2] + z) * dims[1] + y) * dims[0] + i];
        }
      }
    }
    return sum;
  }
};

}  // namespace dvdb::fenwick
