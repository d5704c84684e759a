/// The base of every file, compiled by g++ and by nvcc alike: intrinsics, spans, small maths, searches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/intrinsics.hpp"

namespace dvdb {

/// A typed view of memory that somebody else owns.
template <class T>
struct Span {
  T* data = nullptr;
  int64_t size = 0;

  DVDB_FN T& operator[](int64_t i) const { return data[i]; }
  DVDB_FN bool empty() const { return size == 0; }
  template <class U = T, class = std::enable_if_t<!std::is_const_v<U>>>
  DVDB_FN operator Span<const U>() const {
    return {data, size};
  }
};

/// Three components of one type.
template <class T>
struct Vec3 {
  T x, y, z;

  DVDB_FN T operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
};

using Coord = Vec3<int32_t>;
using Vec3d = Vec3<double>;

template <class T>
DVDB_FN T min_of(T a, T b) {
  return b < a ? b : a;
}

template <class T>
DVDB_FN T max_of(T a, T b) {
  return a < b ? b : a;
}

/// Rounds a count up to a multiple of a power of two.
DVDB_FN int64_t round_up(int64_t n, int64_t alignment) { return (n + alignment - 1) & ~(alignment - 1); }

/// A word with only one bit set.
DVDB_FN uint64_t bit(uint32_t index) { return uint64_t(1) << index; }

/// The set bits below a position.
DVDB_FN int rank_below(uint64_t bits, uint32_t index) { return popcount(bits & (bit(index) - 1)); }

/// Largest i in [low, high) with at(i) <= value, for ascending at(i); at(low) <= value is assumed, not read.
template <class Index, class V, class At>
DVDB_FN Index last_not_above(Index low, Index high, V value, At at) {
  while (high - low > 1) {
    const Index middle = low + (high - low) / 2;
    if (at(middle) <= value) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Largest i in [0, n) with starts[i] <= value, for ascending starts with starts[0] <= value.
template <class T, class V>
DVDB_FN int64_t last_not_above(const T* starts, int64_t n, V value) {
  return last_not_above(int64_t(0), n, value, [starts](int64_t i) { return starts[i]; });
}

/// The offsets of a batch's lists, which are concatenated: tells which list an element belongs to.
struct BatchOffsets {
  const int64_t* starts = nullptr;  // [n + 1] on the device; unused for a batch of one
  int64_t n = 0;

  DVDB_FN int64_t list_of(int64_t element) const { return n == 1 ? 0 : last_not_above(starts, n, element); }
};

/// On a host thread: calls f(i, list) for elements from one on, of which the list is known, in order.
template <class F>
void each_with_list(const int64_t* starts, int64_t list, int64_t begin, int64_t end, F f) {
  for (int64_t i = begin; i < end; ++i) {
    while (starts[list + 1] <= i) ++list;
    f(i, list);
  }
}

/// Inclusive bounds of coordinates; low > high when there are none.
struct Bounds {
  int32_t low[3];
  int32_t high[3];

  DVDB_FN bool empty() const { return low[0] > high[0]; }
};

}  // namespace dvdb
