/// Points that move up to inner nodes.
#pragma once

#include <cstring>

#include "lod/tree/samples.hpp"

namespace dvdb::lod {

/// The distance of a point from the center of its cell, in half units; 0 is the nearest.
template <class P>
DVDB_FN double nearness(const P& p, int shift) {
  const uint32_t mask = uint32_t((uint64_t(1) << shift) - 1);
  const double x = double(p.x & mask) * 2 - double(mask);
  const double y = double(p.y & mask) * 2 - double(mask);
  const double z = double(p.z & mask) * 2 - double(mask);
  return -(x * x + y * y + z * z);
}

/// Lists the points of a level in their order, eight at a time.
struct ListLevel {
  static constexpr int64_t kEach = 8;
  const uint8_t* levels;  // with room for whole eights
  int64_t n;
  int32_t level;
  int64_t* begin;  // in the list; behind it goes where the list ends
  int64_t* out;

  static int64_t items(int64_t n) { return (n + kEach - 1) / kEach; }
  /// The highest bit of each byte that is the level.
  DVDB_FN uint64_t found(int64_t i) const {
    constexpr uint64_t kLow = 0x7f7f7f7f7f7f7f7fu;
    uint64_t other = 0;
    std::memcpy(&other, levels + kEach * i, sizeof other);
    other ^= 0x0101010101010101u * uint64_t(level);
    const uint64_t same = ~(((other & kLow) + kLow) | other | kLow);
    const int64_t left = n - kEach * i;
    return left < kEach ? same & (bit(uint32_t(8 * left)) - 1) : same;
  }
  DVDB_FN uint64_t count(int64_t i) const { return uint64_t(popcount(found(i))); }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    int64_t* to = out + begin[0] + int64_t(before);
    for (uint64_t left = found(i); left != 0; left &= left - 1) *to++ = kEach * i + (lowest_bit(left) >> 3);
    if (kEach * (i + 1) >= n) begin[1] = begin[0] + int64_t(before + count);
  }
};

/// Lets points move up that keep a distance, from the levels of leaves on: `levels` [n], of nodes that own points.
Status pick_poisson(Context& context, const Tree& tree, Span<uint8_t> levels);

/// Chooses points that keep the distance of a cell's edge of 2^shift units: `points` in Morton order, of `bits` bits,
/// which are overwritten; `chosen` [n] becomes 1 for those, and stays as it is for others.
Status thin_points(Context& context, Span<Vec3<uint32_t>> points, int bits, int shift, uint8_t* chosen);

}  // namespace dvdb::lod
