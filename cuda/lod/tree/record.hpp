/// Points of a level-of-detail tree: integer coordinates below 2^bits, a color, and their order: by Morton code, x the
/// leading bit of each triple, then by color, then by row of the input.
#pragma once

#include "base/portable.hpp"
#include "lod/tree/spread_bits.hpp"

namespace dvdb::lod {

/// The maximum number of bits of a coordinate.
inline constexpr int kMostBits = 32;

struct alignas(16) Point {
  uint32_t x, y, z;
  uint32_t rgba;  // red in the low byte
};

/// A point that stores its row of the input.
struct TrackedPoint {
  uint32_t x, y, z;
  uint32_t rgba;
  int64_t row;
};

DVDB_FN uint32_t shift_right(uint32_t value, int by) { return by >= 32 ? 0 : value >> by; }

/// Whether the highest bit of `a` is below that of `b`.
DVDB_FN bool is_lower(uint32_t a, uint32_t b) { return a < b && a < (a ^ b); }

template <class A, class B>
DVDB_FN int compare_cells(const A& a, const B& b) {
  const uint32_t dx = a.x ^ b.x;
  const uint32_t dy = a.y ^ b.y;
  const uint32_t dz = a.z ^ b.z;
  uint32_t most = dx;
  uint32_t u = a.x;
  uint32_t v = b.x;
  if (is_lower(most, dy)) {
    most = dy;
    u = a.y;
    v = b.y;
  }
  if (is_lower(most, dz)) {
    u = a.z;
    v = b.z;
  }
  return u < v ? -1 : u > v ? 1 : 0;
}

template <class A, class B>
DVDB_FN bool same_cell(const A& a, const B& b, int shift) {
  return shift_right((a.x ^ b.x) | (a.y ^ b.y) | (a.z ^ b.z), shift) == 0;
}

/// Which of eight: the bits at a place, x leading.
template <class P>
DVDB_FN uint32_t octant_of(const P& p, int place) {
  return (p.x >> place & 1) << 2 | (p.y >> place & 1) << 1 | (p.z >> place & 1);
}

/// Morton digits of `levels` levels that end at a place, at most 10.
template <class P>
DVDB_FN uint32_t digits_of(const P& p, int place, int levels) {
  const uint32_t mask = (1u << levels) - 1;
  return spread3(p.x >> place & mask) << 2 | spread3(p.y >> place & mask) << 1 | spread3(p.z >> place & mask);
}

DVDB_FN int64_t row_of(const Point&) { return 0; }
DVDB_FN int64_t row_of(const TrackedPoint& p) { return p.row; }

/// The order of points; see backend/cells.hpp.
struct PointOrder {
  template <class P>
  DVDB_FN int compare(const P& a, const P& b) const {
    const int sign = compare_cells(a, b);
    if (sign != 0) return sign;
    if (a.rgba != b.rgba) return a.rgba < b.rgba ? -1 : 1;
    return row_of(a) < row_of(b) ? -1 : row_of(a) > row_of(b) ? 1 : 0;
  }
  template <class P>
  DVDB_FN uint32_t difference(const P& a, const P& b) const {
    return (a.x ^ b.x) | (a.y ^ b.y) | (a.z ^ b.z);
  }
  template <class P>
  DVDB_FN uint32_t digit(const P& p, int top, int levels) const {
    const int used = min_of(levels, top + 1);
    return digits_of(p, top + 1 - used, used) << (3 * (levels - used));
  }
};

/// Numbers the cells of a level in Morton order, without the leading bits that are 0 in all of them, so that flat
/// clouds do not waste memory for the height of their cube.
struct CellNumbers {
  int shift = 0;         // from coordinates to cells
  int bits3 = 0;         // levels in which all three axes have bits
  int bits2 = 0;         // levels in which two or more have
  int pair[2] = {0, 1};  // the axes with more than bits3
  int longest = 0;
  int total = 0;  // bits of a number

  static CellNumbers of(const uint32_t (&most)[3], int bits, int depth) {
    CellNumbers numbers;
    numbers.shift = bits - depth;
    int own[3];
    for (int axis = 0; axis < 3; ++axis) {
      const uint32_t cell = shift_right(most[axis], numbers.shift);
      own[axis] = cell == 0 ? 0 : highest_bit(cell) + 1;
    }
    int least = 0;
    for (int axis = 1; axis < 3; ++axis) least = own[axis] < own[least] ? axis : least;
    numbers.pair[0] = least == 0 ? 1 : 0;
    numbers.pair[1] = least == 2 ? 1 : 2;
    const int a = own[numbers.pair[0]];
    const int b = own[numbers.pair[1]];
    numbers.bits3 = own[least];
    numbers.bits2 = min_of(a, b);
    numbers.longest = numbers.pair[a >= b ? 0 : 1];
    numbers.total = numbers.bits3 + a + b;
    return numbers;
  }

  DVDB_FN static uint32_t pick(const uint32_t (&cell)[3], int axis) {
    return axis == 0 ? cell[0] : axis == 1 ? cell[1] : cell[2];
  }

  DVDB_FN uint32_t number_of(uint32_t x, uint32_t y, uint32_t z) const {
    const uint32_t cell[3] = {shift_right(x, shift), shift_right(y, shift), shift_right(z, shift)};
    const uint32_t low = (1u << bits3) - 1;
    uint32_t number = spread3(cell[0] & low) << 2 | spread3(cell[1] & low) << 1 | spread3(cell[2] & low);
    const uint32_t middle = (1u << (bits2 - bits3)) - 1;
    const uint32_t first = pick(cell, pair[0]) >> bits3 & middle;
    const uint32_t second = pick(cell, pair[1]) >> bits3 & middle;
    number |= (spread2(first) << 1 | spread2(second)) << (3 * bits3);
    return number | (pick(cell, longest) >> bits2) << (bits3 + 2 * bits2);
  }
};

}  // namespace dvdb::lod
