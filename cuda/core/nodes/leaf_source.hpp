/// Sources that go from leaf to leaf: the leaves of a batch with their places and masks, and words that
/// travel between leaves.
#pragma once

#include "core/leaf_finder.hpp"
#include "core/leaf_places.hpp"
#include "core/nodes/axis_map.hpp"

namespace dvdb::nodes {

/// The bytes of a word, each 1 where the bit of that number is set.
DVDB_FN uint64_t spread_bits(uint32_t bits) {
  const uint64_t each = bits * uint64_t(0x0101010101010101) & uint64_t(0x8040201008040201);
  return (each + uint64_t(0x7f7f7f7f7f7f7f7f)) >> 7 & uint64_t(0x0101010101010101);
}

/// The bits `low` to `high` of eight; none when they are the wrong way round.
DVDB_FN uint32_t bit_range(int64_t low, int64_t high) {
  low = max_of<int64_t>(low, 0);
  high = min_of<int64_t>(high, 7);
  return low > high ? 0 : (2u << high) - (1u << low);
}

/// The bits of slice `x` of the leaf at `origin` that lie in a box of voxels.
DVDB_FN uint64_t slice_in_box(const Coord& origin, uint32_t x, const Coord& low, const Coord& high) {
  const int64_t slice = int64_t(origin.x) + x;
  if (slice < low.x || slice > high.x) return 0;
  const auto within = [&](int axis) {
    return bit_range(int64_t(low[axis]) - origin[axis], int64_t(high[axis]) - origin[axis]);
  };
  return spread_bits(within(1)) * within(2);
}

/// A slice moved along z by -7 to 7 places; what leaves the leaf is lost.
DVDB_FN uint64_t move_z(uint64_t word, int places) {
  const uint64_t ones = 0x0101010101010101;
  return places >= 0 ? word << places & ones * (255u << places & 255u) : word >> -places & ones * (255u >> -places);
}

/// A slice moved along y by -7 to 7 places.
DVDB_FN uint64_t move_y(uint64_t word, int places) { return places >= 0 ? word << 8 * places : word >> -8 * places; }

/// Leaves of a batch; `words` stand in for their masks unless null.
struct SourceLeaves {
  GridView grid;
  const LeafPlace* places;  // [n_leaves]
  const uint64_t* words;    // [n_leaves, 8], or null

  DVDB_FN uint64_t word(int64_t leaf, uint32_t x) const {
    return words != nullptr ? words[leaf * 8 + x] : grid.leaves[leaf].mask[x];
  }
};

/// A leaf of a source, and which of its slices along each axis hold voxels.
struct SourceUnit {
  int64_t leaf;
  Coord origin;
  uint32_t slices[3];

  DVDB_FN static SourceUnit load(const SourceLeaves& source, int64_t leaf) {
    SourceUnit unit{leaf, source.places[leaf].origin, {0, 0, 0}};
    uint64_t plane = 0;
    for (uint32_t x = 0; x < 8; ++x) {
      const uint64_t word = source.word(leaf, x);
      plane |= word;
      unit.slices[0] |= word != 0 ? 1u << x : 0;
    }
    for (int y = 0; y < 8; ++y) {
      const uint32_t row = uint32_t(plane >> 8 * y & 255);
      unit.slices[1] |= row != 0 ? 1u << y : 0;
      unit.slices[2] |= row;
    }
    return unit;
  }
  /// Whether it has a voxel in the given slices of all axes.
  DVDB_FN bool has_any(const SourceLeaves& source, uint32_t x, uint32_t y, uint32_t z) const {
    x &= slices[0];
    y &= slices[1];
    z &= slices[2];
    if (x == 0 || y == 0 || z == 0) return false;
    const uint64_t bits = spread_bits(y) * z;
    for (; x != 0; x &= x - 1) {
      if ((source.word(leaf, uint32_t(lowest_bit(x))) & bits) != 0) return true;
    }
    return false;
  }
};

}  // namespace dvdb::nodes
