/// Kernel maps of 3 x 3 x 3 taps without strides. What a target reads along z lies in at most two half slices of
/// leaves; the half slices are listed with their first rows beforehand.
#pragma once

#include "conv/plan/stencil.hpp"
#include "core/leaf_finder.hpp"
#include "core/leaf_neighbors.hpp"
#include "core/voxel_sites.hpp"

namespace dvdb {

/// Four lines of eight voxels along z, and the row of the first of them.
struct alignas(8) HalfSlice {
  uint32_t mask;
  uint32_t first;
};

/// A leaf as the child of a lower node.
struct alignas(8) LeafAddress {
  uint32_t lower;
  uint32_t offset;
};

inline constexpr int kHalfSlices = 16;  // of a leaf
inline constexpr int kCube = 27;

/// Tables of the nodes of a map, listed before its rows are written; the neighbors of nodes lie around them, z fastest.
struct CubeTables {
  LeafAddress* addresses;  // [target.n_leaves]
  uint32_t* near_lowers;   // [target.n_lowers, kCube] of the source
  uint32_t* near_leaves;   // [target.n_leaves, kCube] of the source, source.n_leaves where there is none
  HalfSlice* halves;       // [source.n_leaves + 1, kHalfSlices], the last without voxels
  uint32_t* first_leaves;  // as the target's SiteFinder has them
};

/// Lists halves of slices, where leaves lie, which of them runs of rows begin in, and the neighbors of lower nodes.
struct ListCubeNodes {
  GridView target;
  GridView source;
  CubeTables tables;

  int64_t items() const {
    return max_of(max_of((source.n_leaves + 1) * kHalfSlices, target.n_leaves), target.n_lowers * kLowerWords);
  }

  DVDB_FN void operator()(int64_t i) const {
    if (i < (source.n_leaves + 1) * kHalfSlices) list_half(i);
    if (i < target.n_leaves) WriteFirstLeaves{target, tables.first_leaves}(i);
    if (i >= target.n_lowers * kLowerWords) return;
    const auto lower = uint32_t(i / kLowerWords);
    const auto at = uint32_t(i % kLowerWords);
    const NodeWord word = target.lowers[i];
    int64_t leaf = word.base;
    for (uint64_t rest = word.mask; rest != 0; rest &= rest - 1, ++leaf)
      tables.addresses[leaf] = {lower, at * 64 + uint32_t(lowest_bit(rest))};
    if (at < kCube) tables.near_lowers[int64_t(lower) * kCube + at] = find_near(target.lower_origins[lower], at);
  }

 private:
  DVDB_FN void list_half(int64_t i) const {
    const int64_t leaf = i / kHalfSlices;
    const auto slice = uint32_t(i / 2 % 8);
    const auto at = uint32_t(i % 2 * 32);
    tables.halves[i] = {0, 0};
    if (leaf == source.n_leaves) return;
    const Leaf& own = source.leaves[leaf];
    tables.halves[i] = {uint32_t(own.mask[slice] >> at), uint32_t(own.row(slice, at))};
  }
  DVDB_FN uint32_t find_near(const LowerOrigin& own, uint32_t at) const {
    constexpr int64_t kExtent = int64_t(1) << kLowerLog2;
    const Vec3<int64_t> c{own.ijk.x + kExtent * (int64_t(at / 9) - 1), own.ijk.y + kExtent * (int64_t(at / 3 % 3) - 1),
                          own.ijk.z + kExtent * (int64_t(at % 3) - 1)};
    if (!fits_coord(c)) return LeafNeighbors::kNone;
    const Coord ijk{int32_t(c.x), int32_t(c.y), int32_t(c.z)};
    const int64_t upper = source.find_upper(source.heads[own.grid], ijk);
    const int64_t lower = upper < 0 ? GridView::kMissing : source.find_lower(upper, ijk);
    return lower < 0 ? LeafNeighbors::kNone : uint32_t(lower);
  }
};

/// Lists three leaves along z next to a leaf. A word of a lower node has four lines of leaves along z.
struct ListCubeLeaves {
  GridView source;
  CubeTables tables;

  DVDB_FN void operator()(int64_t i) const {
    const LeafAddress own = tables.addresses[i / 9];
    const auto column = int32_t(i % 9);
    const int32_t x = int32_t(own.offset >> 8) + column / 3 - 1;
    const int32_t y = int32_t(own.offset >> 4 & 15) + column % 3 - 1;
    const int32_t z = int32_t(own.offset & 15);
    const uint32_t* const lowers =
        tables.near_lowers + int64_t(own.lower) * kCube + ((x >> 4) + 1) * 9 + ((y >> 4) + 1) * 3;
    const uint32_t at = uint32_t(x & 15) << 2 | uint32_t(y & 15) >> 2;
    const uint32_t line = uint32_t(y & 3) << 4;
    const auto word_of = [&](uint32_t lower) {
      return lower == LeafNeighbors::kNone ? NodeWord{0, 0, 0} : source.lowers[int64_t(lower) * kLowerWords + at];
    };
    const auto leaf_of = [&](const NodeWord& word, int32_t along) {
      const uint32_t place = line | uint32_t(along & 15);
      return word.has(place) ? word.child(place) : uint32_t(source.n_leaves);
    };
    const NodeWord word = word_of(lowers[1]);
    uint32_t* const out = tables.near_leaves + i * 3;
    out[0] = leaf_of(z > 0 ? word : word_of(lowers[0]), z - 1);
    out[1] = leaf_of(word, z);
    out[2] = leaf_of(z < 15 ? word : word_of(lowers[2]), z + 1);
  }
};

/// Writes the rows that the taps of a target read; CPU threads go line by line.
struct WriteCube {
  SiteFinder sites;  // of the target
  CubeTables tables;
  int64_t n;
  int32_t* rows;  // [kCube, n]
  bool reversed;  // whether taps go down

  DVDB_FN void operator()(int64_t row) const {
    const VoxelSite site = sites.find(row);
    int32_t* out = rows + row + (reversed ? (kCube - 1) * n : 0);
    const int64_t step = reversed ? -n : n;
    const auto y = int32_t(site.at >> 3);
    const int32_t z = int32_t(site.at & 7) - 1;
    const uint32_t* const near = tables.near_leaves + site.leaf * kCube + (z < 0 ? 0 : 1);
    const auto place = uint32_t(z & 7);
    const int next = place > 5 ? 1 : 0;  // whether the column goes on in the next leaf
    int32_t found[kCube];                // stores in between would keep loads back
    for (int column = 0; column < 9; ++column) {
      const int32_t x = int32_t(site.slice) + column / 3 - 1;
      const int32_t line = y + column % 3 - 1;
      const uint32_t* const ids = near + around(x, line);
      read_three(ids[0], ids[next], half_at(x, line), uint32_t(line & 3) << 3, place, found + 3 * column);
    }
    for (int k = 0; k < kCube; ++k, out += step) *out = found[k];
  }

  DVDB_FN void run_on_host(int64_t begin, int64_t end) const {
    const Leaf* const leaves = sites.grid.leaves;
    for (int64_t leaf = sites.find_leaf(begin), row = begin; row < end; ++leaf) {
      Columns columns;
      int64_t at = int64_t(leaves[leaf].first);
      for (int32_t line = 0; line < 64 && at < end; ++line) {
        int32_t places[8];
        int count = 0;
        int64_t first = at;
        for (uint64_t rest = leaves[leaf].mask[line >> 3] >> 8 * (line & 7) & 255; rest != 0; rest &= rest - 1, ++at) {
          if (at < begin || at >= end) continue;
          if (count == 0) first = at;
          places[count++] = lowest_bit(rest);
        }
        if (count > 0) write_line(leaf, line, columns, first, places, count);
      }
      row = at;
    }
  }

 private:
  /// Place of the leaves around one that have a line in the list, counted from it, and the next along z.
  DVDB_FN static int32_t around(int32_t x, int32_t y) { return ((x >> 3) + 1) * 9 + ((y >> 3) + 1) * 3; }
  /// The half of its leaf's slices that has a line.
  DVDB_FN const HalfSlice* half_at(int32_t x, int32_t y) const {
    return tables.halves + (uint32_t(x & 7) << 1 | uint32_t(y & 7) >> 2);
  }

  /// Looks up three voxels along z from a place of a leaf on; those from place 8 on lie in the next one.
  DVDB_FN static void read_three(uint32_t leaf, uint32_t next_leaf, const HalfSlice* half, uint32_t line,
                                 uint32_t place, int32_t* out) {
    const HalfSlice left = half[int64_t(leaf) * kHalfSlices];
    const HalfSlice right = half[int64_t(next_leaf) * kHalfSlices];
    const uint32_t bits = ((left.mask >> line & 255) | (right.mask >> line & 255) << 8) >> place;
    uint32_t row = left.first + uint32_t(rank_below(left.mask, line | place));
    const uint32_t next_row = right.first + uint32_t(rank_below(right.mask, line));
    for (uint32_t c = 0; c < 3; ++c) {
      if (c > 0 && place + c == 8) row = next_row;
      const uint32_t one = bits >> c & 1;
      out[c] = int32_t(row | (one - 1));  // -1 without a branch
      row += one;
    }
  }

  /// The source rows of the voxels of a leaf, ten along z each; looked up on first use.
  struct Columns {
    int32_t rows[100][10];
    bool listed[100] = {};
  };

  DVDB_FN const int32_t* find_column(int64_t leaf, int32_t x, int32_t y, Columns& columns) const {
    const int32_t at = (x + 1) * 10 + y + 1;
    int32_t* const to = columns.rows[at];
    if (columns.listed[at]) return to;
    columns.listed[at] = true;
    const uint32_t* const ids = tables.near_leaves + leaf * kCube + around(x, y);
    const HalfSlice* const half = half_at(x, y);
    const auto read = [&](uint32_t of, uint32_t first, int count, int32_t* rows_of) {
      const HalfSlice own = half[int64_t(of) * kHalfSlices];
      uint32_t next = own.first + uint32_t(rank_below(own.mask, first));
      for (int k = 0; k < count; ++k) {
        const uint32_t one = own.mask >> (first + uint32_t(k)) & 1;
        rows_of[k] = int32_t(next | (one - 1));
        next += one;
      }
    };
    const uint32_t line = uint32_t(y & 3) << 3;
    read(ids[0], line | 7, 1, to);
    read(ids[1], line, 8, to + 1);
    read(ids[2], line, 1, to + 9);
    return to;
  }

  /// Writes what some voxels of a line read, whose rows follow each other.
  DVDB_FN void write_line(int64_t leaf, int32_t line, Columns& columns, int64_t row, const int32_t* places,
                          int count) const {
    int32_t* out = rows + row + (reversed ? (kCube - 1) * n : 0);
    const int64_t step = reversed ? -n : n;
    for (int column = 0; column < 9; ++column) {
      const int32_t* const found = find_column(leaf, line / 8 + column / 3 - 1, line % 8 + column % 3 - 1, columns);
      for (int c = 0; c < 3; ++c, out += step) {
        for (int k = 0; k < count; ++k) out[k] = found[places[k] + c];
      }
    }
  }
};

}  // namespace dvdb
