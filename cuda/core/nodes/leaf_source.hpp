/// What sources that go from leaf to leaf share: the leaves of a batch with their places and masks, and words that
/// travel between leaves.
#pragma once

#include "core/leaf_finder.hpp"
#include "core/nodes/axis_map.hpp"
#include "core/nodes/leaf_places.hpp"

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

  DVDB_FN uint64_t word(int64_t leaf, uint32_t x) const { return words != nullptr ? words[leaf * 8 + x] : grid.leaves[leaf].mask[x]; }
};

/// The words of one grid around a place. With `kInverse` it reads what is not active, beyond the leaves too.
template <bool kInverse>
struct WordReader {
  const SourceLeaves& source;
  LeafFinder finder;

  DVDB_FN WordReader(const SourceLeaves& leaves, int64_t grid) : source(leaves), finder(leaves.grid, grid) {}

  /// The union of slices [x0, x1] of the leaves at (y, z), multiples of 8.
  DVDB_FN uint64_t slices(int64_t x0, int64_t x1, int64_t y, int64_t z) {
    uint64_t all = 0;
    for (int64_t x = x0; x <= x1; x = (x | 7) + 1) {
      const bool outside = kInverse && (x != int32_t(x) || y != int32_t(y) || z != int32_t(z));
      const int64_t leaf = outside ? GridView::kMissing : finder.find({int32_t(x), int32_t(y), int32_t(z)});
      if (leaf < 0) {
        if (kInverse) all = ~uint64_t(0);
        continue;
      }
      const int64_t end = min_of(x1, x | 7);
      for (int64_t at = x; at <= end; ++at) all |= kInverse ? ~source.word(leaf, uint32_t(at & 7)) : source.word(leaf, uint32_t(at & 7));
    }
    return all;
  }
};

}  // namespace dvdb::nodes
