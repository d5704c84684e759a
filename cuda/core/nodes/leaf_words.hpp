/// Words of a result's leaves under any relation per axis, gathered from the source's leaves that they are related to.
#pragma once

#include "core/nodes/leaf_source.hpp"

namespace dvdb::nodes {

/// What the eight voxels along an axis of a source's leaf, which begins at `from`, are related to in a leaf of the
/// result, which begins at `to`: byte s holds a bit for each place in the leaf of the result.
DVDB_FN uint64_t axis_table(const AxisMap& axis, int64_t from, int64_t to) {
  int64_t first = axis.first(from) - to;
  int64_t last = axis.last(from) - to;
  uint64_t table = 0;
  if (axis.to == 1) {
    for (int s = 0; s < 8; ++s, first += axis.from, last += axis.from) table |= uint64_t(bit_range(first, last)) << 8 * s;
    return table;
  }
  // first = ceil(n / to) and last = floor(n / to), n growing by `from`: quotients and what is left of n.
  const int32_t whole = axis.from / axis.to;
  const int64_t rest = axis.from % axis.to;
  int64_t short_of = (first + to) * axis.to - (axis.from * from + axis.low);  // in [0, to)
  int64_t beyond = axis.from * from + axis.high - (last + to) * axis.to;      // in [0, to)
  for (int s = 0; s < 8; ++s) {
    table |= uint64_t(bit_range(first, last)) << 8 * s;
    first += whole;
    last += whole;
    short_of -= rest;
    beyond += rest;
    if (short_of < 0) {
      short_of += axis.to;
      ++first;
    }
    if (beyond >= axis.to) {
      beyond -= axis.to;
      ++last;
    }
  }
  return table;
}

/// A slice with each bit along z replaced by its byte of a table.
DVDB_FN uint64_t map_z(uint64_t table, uint64_t word) {
  uint64_t out = 0;
  for (int z = 0; z < 8; ++z) out |= (word >> z & uint64_t(0x0101010101010101)) * (table >> 8 * z & 255);
  return out;
}

/// A slice with each row replaced by the rows of its byte of a table.
DVDB_FN uint64_t map_y(uint64_t table, uint64_t word) {
  uint64_t out = 0;
  for (int y = 0; y < 8; ++y) {
    const uint64_t row = word >> 8 * y & 255;
    if (row != 0) out |= row * spread_bits(uint32_t(table >> 8 * y & 255));
  }
  return out;
}

/// Slices [x0, x0 + kSlices) of the leaf of the result at `leaf`. With `kInverse` the source is what is not active.
template <int kSlices, bool kInverse>
DVDB_FN void related_words(const SourceLeaves& source, const Relation& relation, uint32_t grid, const Coord& leaf, int x0, uint64_t (&out)[kSlices]) {
  int64_t low[3];
  int64_t high[3];
  for (int axis = 0; axis < 3; ++axis) {
    const AxisMap back = relation.axes[axis].reversed();
    const int64_t d = leaf[axis];
    low[axis] = back.first(axis == 0 ? d + x0 : d);
    high[axis] = back.last(axis == 0 ? d + x0 + kSlices - 1 : d + 7);
    if (kInverse) continue;  // what is not active has no bounds
    low[axis] = max_of<int64_t>(low[axis], source.grid.heads[grid].bounds[0][axis]);
    high[axis] = min_of<int64_t>(high[axis], source.grid.heads[grid].bounds[1][axis]);
  }
  for (uint64_t& word : out) word = 0;
  LeafFinder finder(source.grid, grid);
  for (int64_t y = low[1] & ~int64_t(7); y <= high[1]; y += 8) {
    const uint64_t y_table = axis_table(relation.axes[1], y, leaf.y);
    for (int64_t z = low[2] & ~int64_t(7); z <= high[2]; z += 8) {
      const uint64_t z_table = axis_table(relation.axes[2], z, leaf.z);
      for (int64_t x = low[0] & ~int64_t(7); x <= high[0]; x += 8) {
        const bool fits = x == int32_t(x) && y == int32_t(y) && z == int32_t(z);
        const int64_t found = fits ? finder.find({int32_t(x), int32_t(y), int32_t(z)}) : GridView::kMissing;
        if (found < 0 && !kInverse) continue;
        const uint64_t x_table = axis_table(relation.axes[0], x, leaf.x);
        uint64_t pending = 0;   // slices that are related to the same ones
        uint32_t targets = 0;
        for (int s = 0; s <= 8; ++s) {
          const uint32_t next = s == 8 ? 0 : uint32_t(x_table >> 8 * s & 255) >> x0 & ((1u << kSlices) - 1);
          if (next != targets) {
            if (pending != 0 && targets != 0) {
              const uint64_t mapped = map_y(y_table, map_z(z_table, pending));
              for (int k = 0; k < kSlices; ++k) out[k] |= (targets >> k & 1) != 0 ? mapped : 0;
            }
            pending = 0;
            targets = next;
          }
          if (next != 0) pending |= found < 0 ? ~uint64_t(0) : kInverse ? ~source.word(found, uint32_t(s)) : source.word(found, uint32_t(s));
        }
      }
    }
  }
}

/// Writes the words of a result's leaves, kSlices at a time.
template <int kSlices>
struct WriteRelated {
  SourceLeaves source;
  Relation relation;
  const LeafPlace* places;  // [n_leaves]
  Leaf* leaves;

  DVDB_FN void operator()(int64_t i) const {
    constexpr int kParts = 8 / kSlices;
    const int64_t leaf = i / kParts;
    const int x0 = int(i % kParts) * kSlices;
    const LeafPlace place = places[leaf];
    uint64_t words[kSlices];
    related_words<kSlices, false>(source, relation, place.grid, place.origin, x0, words);
    for (int k = 0; k < kSlices; ++k) leaves[leaf].mask[x0 + k] = words[k];
  }
};

/// Writes what is left of a source's words when what is related to inactive voxels is taken away.
struct TakeRelated {
  SourceLeaves source;
  Relation relation;
  uint64_t* out;  // [n_leaves, 8]

  DVDB_FN void operator()(int64_t i) const {
    const LeafPlace place = source.places[i / 8];
    const uint64_t own = source.word(i / 8, uint32_t(i % 8));
    uint64_t words[1] = {0};
    if (own != 0) related_words<1, true>(source, relation, place.grid, place.origin, int(i % 8), words);
    out[i] = own & ~words[0];
  }
};

}  // namespace dvdb::nodes
