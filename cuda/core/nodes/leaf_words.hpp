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

/// The tables of an axis for every leaf of the result. They repeat, from leaf to leaf or after a few.
struct AxisTables {
  static constexpr int kMost = 64;
  AxisMap axis;
  int32_t phases = 0;         // leaves after which the tables repeat; 0 when they are too many to keep
  int32_t columns = 0;        // source leaves that a leaf may be related to
  int32_t step = 0;           // source leaves further for each period
  int32_t first[kMost] = {};  // [phases] first source leaf, for the first period
  uint64_t table[kMost] = {};  // [phases, columns]

  AxisTables() = default;
  explicit AxisTables(const AxisMap& map) : axis(map) {
    if (map.from > kMost || (map.from != 1 && map.to != 1)) return;
    const AxisMap back = map.reversed();
    for (int64_t k = 0; k < map.from; ++k) columns = max_of(columns, int32_t((back.last(8 * k + 7) >> 3) - (back.first(8 * k) >> 3) + 1));
    if (int64_t(columns) * map.from > kMost) return;
    phases = map.from;
    step = map.to;
    for (int32_t k = 0; k < phases; ++k) {
      first[k] = int32_t(back.first(8 * int64_t(k)) >> 3);
      for (int32_t c = 0; c < columns; ++c) table[k * columns + c] = axis_table(map, 8 * (int64_t(first[k]) + c), 8 * int64_t(k));
    }
  }

  /// The source leaves that a leaf of the result may be related to: first, count, and the phase.
  struct Columns {
    int64_t first;
    int64_t count;
    int32_t phase;
  };
  DVDB_FN Columns columns_of(int32_t leaf) const {
    if (phases == 0) {
      const AxisMap back = axis.reversed();
      const int64_t low = back.first(leaf) >> 3;
      return {low, (back.last(int64_t(leaf) + 7) >> 3) - low + 1, 0};
    }
    const int32_t index = leaf >> kLeafLog2;
    if (phases == 1) return {first[0] + int64_t(step) * index, columns, 0};
    int32_t period = index / phases;
    if (period * phases > index) --period;
    const int32_t phase = index - period * phases;
    return {first[phase] + int64_t(step) * period, columns, phase};
  }
  DVDB_FN uint64_t at(const Columns& own, int64_t column, int32_t leaf) const {
    return phases == 0 ? axis_table(axis, 8 * (own.first + column), leaf) : table[own.phase * columns + column];
  }
};

/// A relation with its tables.
struct RelatedLeaves {
  AxisTables axes[3];

  explicit RelatedLeaves(const Relation& relation) : axes{AxisTables(relation.axes[0]), AxisTables(relation.axes[1]), AxisTables(relation.axes[2])} {}
};

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
DVDB_FN void related_words(const SourceLeaves& source, const RelatedLeaves& related, uint32_t grid, const Coord& leaf, int x0, uint64_t (&out)[kSlices]) {
  constexpr uint32_t kOwn = (1u << kSlices) - 1;
  for (uint64_t& word : out) word = 0;
  LeafFinder finder(source.grid, grid);
  const AxisTables::Columns xs = related.axes[0].columns_of(leaf.x);
  const AxisTables::Columns ys = related.axes[1].columns_of(leaf.y);
  const AxisTables::Columns zs = related.axes[2].columns_of(leaf.z);
  for (int64_t y = 0; y < ys.count; ++y) {
    const uint64_t y_table = related.axes[1].at(ys, y, leaf.y);
    for (int64_t z = 0; z < zs.count; ++z) {
      const uint64_t z_table = related.axes[2].at(zs, z, leaf.z);
      uint64_t pending = 0;  // slices that are related to the same ones
      uint32_t targets = kSlices == 1 ? 1 : 0;
      const auto flush = [&] {
        if (pending == 0) return;
        const uint64_t mapped = map_y(y_table, map_z(z_table, pending));
        for (int k = 0; k < kSlices; ++k) out[k] |= (targets >> k & 1) != 0 ? mapped : 0;
        pending = 0;
      };
      for (int64_t x = 0; x < xs.count; ++x) {
        const uint64_t x_table = related.axes[0].at(xs, x, leaf.x);
        if ((x_table & (kOwn << x0) * uint64_t(0x0101010101010101)) == 0) continue;
        const Vec3<int64_t> at{8 * (xs.first + x), 8 * (ys.first + y), 8 * (zs.first + z)};
        const bool fits = at.x == int32_t(at.x) && at.y == int32_t(at.y) && at.z == int32_t(at.z);
        const int64_t found = fits ? finder.find({int32_t(at.x), int32_t(at.y), int32_t(at.z)}) : GridView::kMissing;
        if (found < 0 && !kInverse) continue;
        for (int s = 0; s < 8; ++s) {
          const uint32_t next = uint32_t(x_table >> 8 * s & 255) >> x0 & kOwn;
          if (next == 0) continue;
          if (kSlices > 1 && next != targets) {
            flush();
            targets = next;
          }
          pending |= found < 0 ? ~uint64_t(0) : kInverse ? ~source.word(found, uint32_t(s)) : source.word(found, uint32_t(s));
        }
      }
      flush();
    }
  }
}

/// Writes the words of a result's leaves, kSlices at a time.
template <int kSlices>
struct WriteRelated {
  SourceLeaves source;
  RelatedLeaves related;
  const LeafPlace* places;  // [n_leaves]
  Leaf* leaves;

  DVDB_FN void operator()(int64_t i) const {
    constexpr int kParts = 8 / kSlices;
    const int64_t leaf = i / kParts;
    const int x0 = int(i % kParts) * kSlices;
    const LeafPlace place = places[leaf];
    uint64_t words[kSlices];
    related_words<kSlices, false>(source, related, place.grid, place.origin, x0, words);
    for (int k = 0; k < kSlices; ++k) leaves[leaf].mask[x0 + k] = words[k];
  }
};

/// Writes what is left of a source's words when what is related to inactive voxels is taken away.
struct TakeRelated {
  SourceLeaves source;
  RelatedLeaves related;
  uint64_t* out;  // [n_leaves, 8]

  DVDB_FN void operator()(int64_t i) const {
    const LeafPlace place = source.places[i / 8];
    const uint64_t own = source.word(i / 8, uint32_t(i % 8));
    uint64_t words[1] = {0};
    if (own != 0) related_words<1, true>(source, related, place.grid, place.origin, int(i % 8), words);
    out[i] = own & ~words[0];
  }
};

}  // namespace dvdb::nodes
