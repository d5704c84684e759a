/// Words of a result's leaves under any relation per axis: gathered from the source's leaves that they are related to,
/// or added by these.
#pragma once

#include "backend/api/launch.hpp"
#include "core/nodes/leaf_source.hpp"

namespace dvdb::nodes {

/// Relation of the eight voxels along an axis of a source's leaf, which begins at `from`, to those of a leaf of the
/// result, which begins at `to`: byte s holds a bit for each place in the leaf of the result.
DVDB_FN uint64_t axis_table(const AxisMap& axis, int64_t from, int64_t to) {
  int64_t first = axis.first(from) - to;
  int64_t last = axis.last(from) - to;
  uint64_t table = 0;
  if (axis.to == 1) {
    for (int s = 0; s < 8; ++s, first += axis.from, last += axis.from)
      table |= uint64_t(bit_range(first, last)) << 8 * s;
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
  int32_t phases = 0;          // leaves after which the tables repeat; 0 when they are too many to keep
  int32_t columns = 0;         // source leaves that a leaf may be related to
  int32_t step = 0;            // source leaves further for each period
  int32_t first[kMost] = {};   // [phases] first source leaf, for the first period
  uint64_t table[kMost] = {};  // [phases, columns]

  AxisTables() = default;
  explicit AxisTables(const AxisMap& map) : axis(map) {
    if (map.from > kMost || (map.from != 1 && map.to != 1)) return;
    const AxisMap back = map.reversed();
    for (int64_t k = 0; k < map.from; ++k)
      columns = max_of(columns, int32_t((back.last(8 * k + 7) >> 3) - (back.first(8 * k) >> 3) + 1));
    if (int64_t(columns) * map.from > kMost) return;
    phases = map.from;
    step = map.to;
    for (int32_t k = 0; k < phases; ++k) {
      first[k] = int32_t(back.first(8 * int64_t(k)) >> 3);
      for (int32_t c = 0; c < columns; ++c)
        table[k * columns + c] = axis_table(map, 8 * (int64_t(first[k]) + c), 8 * int64_t(k));
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

/// The leaves along an axis that the items of a launch look at, counted from the first one that they have to. A leaf
/// may be related to a hundred thousand others: a thread of a GPU would take longer for them than a canceled call may
/// wait.
struct Window {
  static constexpr int64_t kMost = 1024;
  int axis = 0;
  int64_t first = 0;
  int64_t count = kMost;

  /// Cuts [begin, end).
  DVDB_FN void cut(int along, int64_t& begin, int64_t& end) const {
    if (along != axis) return;
    begin += first;
    end = min_of(end, begin + count);
  }

  /// Calls launch(window, grain) for windows of all that an item looks at, which is up to `most` leaves along each
  /// axis.
  template <class Launch>
  static Status each(const int64_t (&most)[3], Launch launch) {
    constexpr int64_t kGrain = 512;
    constexpr int64_t kLeavesAtOnce = 1 << 14;  // that a host thread looks at before it asks whether to go on
    Window window;
    for (int axis = 1; axis < 3; ++axis) window.axis = most[axis] > most[window.axis] ? axis : window.axis;
    const int64_t all = most[window.axis];
    const int64_t grain = max_of<int64_t>(1, min_of(kGrain, kLeavesAtOnce / max_of<int64_t>(1, min_of(all, kMost))));
    do {
      DVDB_TRY(launch(window, grain));
      window.first += kMost;
    } while (window.first < all);
    return {};
  }
};

/// A relation with its tables.
struct RelatedLeaves {
  AxisTables axes[3];

  explicit RelatedLeaves(const Relation& relation)
      : axes{AxisTables(relation.axes[0]), AxisTables(relation.axes[1]), AxisTables(relation.axes[2])} {}
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

/// Slices [x0, x0 + kSlices) of the leaf of the result at `leaf`, as far as a window of the source's leaves gives them.
/// With `kInverse` the source is what is not active.
template <int kSlices, bool kInverse>
DVDB_FN void related_words(const SourceLeaves& source, const RelatedLeaves& related, const Window& window,
                           uint32_t grid, const Coord& leaf, int x0, uint64_t (&out)[kSlices]) {
  constexpr uint32_t kOwn = (1u << kSlices) - 1;
  for (uint64_t& word : out) word = 0;
  LeafFinder finder(source.grid, source.grid.heads[grid]);
  const AxisTables::Columns xs = related.axes[0].columns_of(leaf.x);
  const AxisTables::Columns ys = related.axes[1].columns_of(leaf.y);
  const AxisTables::Columns zs = related.axes[2].columns_of(leaf.z);
  // Active voxels lie within the grid's bounds; inactive ones have none.
  const int32_t* low = source.grid.heads[grid].bounds[0];
  const int32_t* high = source.grid.heads[grid].bounds[1];
  int64_t begin[3];
  int64_t end[3];
  const auto bound = [&](const AxisTables::Columns& own, int axis) {
    begin[axis] = kInverse ? 0 : max_of<int64_t>(0, (low[axis] >> kLeafLog2) - own.first);
    end[axis] = kInverse ? own.count : min_of(own.count, (high[axis] >> kLeafLog2) - own.first + 1);
    window.cut(axis, begin[axis], end[axis]);
  };
  bound(xs, 0);
  bound(ys, 1);
  bound(zs, 2);
  for (int64_t y = begin[1]; y < end[1]; ++y) {
    const uint64_t y_table = related.axes[1].at(ys, y, leaf.y);
    for (int64_t z = begin[2]; z < end[2]; ++z) {
      const uint64_t z_table = related.axes[2].at(zs, z, leaf.z);
      uint64_t pending = 0;  // slices that are related to the same ones
      uint32_t targets = kSlices == 1 ? 1 : 0;
      const auto flush = [&] {
        if (pending == 0) return;
        const uint64_t mapped = map_y(y_table, map_z(z_table, pending));
        for (int k = 0; k < kSlices; ++k) out[k] |= (targets >> k & 1) != 0 ? mapped : 0;
        pending = 0;
      };
      for (int64_t x = begin[0]; x < end[0]; ++x) {
        const uint64_t x_table = related.axes[0].at(xs, x, leaf.x);
        if ((x_table & (kOwn << x0) * uint64_t(0x0101010101010101)) == 0) continue;
        const Vec3<int64_t> at{8 * (xs.first + x), 8 * (ys.first + y), 8 * (zs.first + z)};
        const bool fits = at.x == int32_t(at.x) && at.y == int32_t(at.y) && at.z == int32_t(at.z);
        const int64_t found =
            fits ? finder.find_leaf({int32_t(at.x), int32_t(at.y), int32_t(at.z)}) : GridView::kMissing;
        if (found < 0 && !kInverse) continue;
        if (kSlices == 1 && pending == ~uint64_t(0)) break;  // nothing more can be added
        for (int s = 0; s < 8; ++s) {
          const uint32_t next = uint32_t(x_table >> 8 * s & 255) >> x0 & kOwn;
          if (next == 0) continue;
          if (kSlices > 1 && next != targets) {
            flush();
            targets = next;
          }
          pending |= found < 0  ? ~uint64_t(0)
                     : kInverse ? ~source.word(found, uint32_t(s))
                                : source.word(found, uint32_t(s));
        }
      }
      flush();
      if (kSlices == 1 && out[0] == ~uint64_t(0)) return;
    }
  }
}

/// Writes the words of a result's leaves, kSlices at a time; adds to them what windows after the first one give.
template <int kSlices>
struct WriteRelated {
  SourceLeaves source;
  RelatedLeaves related;
  Window window;
  const LeafPlace* places;  // [n_leaves]
  Leaf* leaves;

  DVDB_FN void operator()(int64_t i) const {
    constexpr int kParts = 8 / kSlices;
    const int64_t leaf = i / kParts;
    const int x0 = int(i % kParts) * kSlices;
    const LeafPlace place = places[leaf];
    uint64_t words[kSlices];
    related_words<kSlices, false>(source, related, window, place.grid, place.origin, x0, words);
    for (int k = 0; k < kSlices; ++k) {
      uint64_t& word = leaves[leaf].mask[x0 + k];
      word = window.first == 0 ? words[k] : word | words[k];
    }
  }
};

/// Adds what the voxels of a source's leaf are related to, to the words of the result, which start out 0.
struct AddRelated {
  SourceLeaves source;
  Relation relation;
  Window window;
  GridView made;
  Leaf* leaves;

  DVDB_FN void operator()(int64_t i) const {
    const LeafPlace place = source.places[i];
    int64_t begin[3];
    int64_t end[3];
    for (int axis = 0; axis < 3; ++axis) {
      begin[axis] = relation.axes[axis].first(place.origin[axis]) >> kLeafLog2;
      end[axis] = (relation.axes[axis].last(int64_t(place.origin[axis]) + 7) >> kLeafLog2) + 1;
      window.cut(axis, begin[axis], end[axis]);
    }
    LeafFinder finder(made, made.heads[place.grid]);
    for (int64_t x = 8 * begin[0]; x < 8 * end[0]; x += 8) {
      const uint64_t x_table = axis_table(relation.axes[0], place.origin.x, x);
      for (int64_t y = 8 * begin[1]; y < 8 * end[1]; y += 8) {
        const uint64_t y_table = axis_table(relation.axes[1], place.origin.y, y);
        for (int64_t z = 8 * begin[2]; z < 8 * end[2]; z += 8) {
          const int64_t found = fits_int32(x) && fits_int32(y) && fits_int32(z)
                                    ? finder.find_leaf({int32_t(x), int32_t(y), int32_t(z)})
                                    : GridView::kMissing;
          if (found < 0) continue;
          const uint64_t z_table = axis_table(relation.axes[2], place.origin.z, z);
          add(i, found, x_table, y_table, z_table);
        }
      }
    }
  }

  DVDB_FN void add(int64_t leaf, int64_t found, uint64_t x_table, uint64_t y_table, uint64_t z_table) const {
    uint64_t pending = 0;  // slices that are related to the same ones
    uint32_t targets = 0;
    for (int s = 0; s <= 8; ++s) {
      const uint32_t next = s == 8 ? 0 : uint32_t(x_table >> 8 * s & 255);
      if (next != targets) {
        const uint64_t mapped = pending == 0 ? 0 : map_y(y_table, map_z(z_table, pending));
        for (; mapped != 0 && targets != 0; targets &= targets - 1) {
          uint64_t* word = &leaves[found].mask[lowest_bit(targets)];
          if ((mapped & ~backend::peek(word)) != 0) backend::atomic_or(word, mapped);
        }
        pending = 0;
        targets = next;
      }
      if (next != 0) pending |= source.word(leaf, uint32_t(s));
    }
  }
};

/// Writes what is left of a source's words when what is related to inactive voxels is taken away; of what is left when
/// those of the windows before are.
struct TakeRelated {
  SourceLeaves source;
  RelatedLeaves related;
  Window window;
  uint64_t* out;  // [n_leaves, 8]

  DVDB_FN void operator()(int64_t i) const {
    const LeafPlace place = source.places[i / 8];
    const uint64_t own = window.first == 0 ? source.word(i / 8, uint32_t(i % 8)) : out[i];
    uint64_t words[1] = {0};
    if (own != 0) related_words<1, true>(source, related, window, place.grid, place.origin, int(i % 8), words);
    out[i] = own & ~words[0];
  }
};

}  // namespace dvdb::nodes
