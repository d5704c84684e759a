/// The index grid: its nodes, how a voxel is found in it, and how rows are numbered.
///
/// Nodes are stored in canonical order (grid, signed tile, child offset), so the children of a node are consecutive
/// and a child's index is a base plus a rank in a bit mask: no child table is kept.
#pragma once

#include "core/rounding.hpp"

namespace dvdb {

/// 64 children of an upper or lower node: which exist, and the index of the first one.
struct alignas(16) NodeWord {
  uint64_t mask;
  uint32_t base;
  uint32_t groups;  // occupancy of the groups of 4^3 children along z that the word overlaps: bit g is set if group g
                    // has children

  DVDB_FN bool has(uint32_t at) const { return mask >> at & 1; }
  DVDB_FN uint32_t child(uint32_t at) const { return base + uint32_t(rank_below(mask, at)); }
};

/// 8^3 voxels: word x of the mask is the slice x, bit 8 * y + z of it the voxel.
struct alignas(16) Leaf {
  uint64_t mask[8];
  uint64_t prefix;  // seven 9-bit counts: field i holds the voxels of words 0..i
  uint64_t first;   // row of the first voxel

  DVDB_FN int64_t row(uint32_t word, uint32_t at) const {
    const uint64_t before = word == 0 ? 0 : prefix >> (9 * (word - 1)) & 511;
    return int64_t(first + before) + rank_below(mask[word], at);
  }
};
static_assert(sizeof(Leaf) == 80);

/// Position of a lower node.
struct alignas(16) LowerOrigin {
  Coord ijk;  // multiple of 128
  uint32_t grid;
};

inline constexpr int kUpperWords = 512;  // 32^3 children
inline constexpr int kLowerWords = 64;   // 16^3 children
inline constexpr int kTileLog2 = 12;     // 4096^3 voxels: an upper node, the children of the root
inline constexpr int kLowerLog2 = 7;     // 128^3 voxels
inline constexpr int kLeafLog2 = 3;      // 8^3 voxels
inline constexpr int kGroupLog2 = 2;     // 4^3 children of a node: a ray skips an empty group in one step

/// Offset of a voxel's child in its upper node: x slowest, z fastest.
DVDB_FN uint32_t upper_offset(const Coord& c) {
  return (uint32_t(c.x) >> 7 & 31) << 10 | (uint32_t(c.y) >> 7 & 31) << 5 | (uint32_t(c.z) >> 7 & 31);
}

DVDB_FN uint32_t lower_offset(const Coord& c) {
  return (uint32_t(c.x) >> 3 & 15) << 8 | (uint32_t(c.y) >> 3 & 15) << 4 | (uint32_t(c.z) >> 3 & 15);
}

DVDB_FN uint32_t leaf_offset(const Coord& c) {
  return (uint32_t(c.x) & 7) << 6 | (uint32_t(c.y) & 7) << 3 | (uint32_t(c.z) & 7);
}

/// Sorts like the signed coordinates of the tiles, x first.
DVDB_FN uint64_t tile_key(const Coord& c) {
  const uint32_t half = 1u << 19;
  const uint64_t x = uint32_t(c.x >> kTileLog2) + half;
  const uint64_t y = uint32_t(c.y >> kTileLog2) + half;
  const uint64_t z = uint32_t(c.z >> kTileLog2) + half;
  return (x & 0xfffff) << 40 | (y & 0xfffff) << 20 | (z & 0xfffff);
}

/// The lowest coordinate of the tile with this key.
DVDB_FN Coord tile_origin(uint64_t key) {
  const uint32_t half = 1u << 19;
  const auto axis = [&](int shift) { return int32_t((uint32_t(key >> shift & 0xfffff) - half) << kTileLog2); };
  return {axis(40), axis(20), axis(0)};
}

DVDB_FN Coord upper_child_origin(const Coord& tile, uint32_t offset) {
  return {tile.x + int32_t((offset >> 10) << 7), tile.y + int32_t((offset >> 5 & 31) << 7),
          tile.z + int32_t((offset & 31) << 7)};
}

DVDB_FN Coord lower_child_origin(const Coord& lower, uint32_t offset) {
  return {lower.x + int32_t((offset >> 8) << 3), lower.y + int32_t((offset >> 4 & 15) << 3),
          lower.z + int32_t((offset & 15) << 3)};
}

DVDB_FN Coord leaf_voxel(const Coord& leaf, uint32_t offset) {
  return {leaf.x + int32_t(offset >> 6), leaf.y + int32_t(offset >> 3 & 7), leaf.z + int32_t(offset & 7)};
}

/// Rows of the table of offsets at which each grid's part of the shared arrays starts.
enum StartKind { kRowStarts, kTileStarts, kLowerStarts, kLeafStarts, kStartCount };

/// One grid of a batch: its transform, and its part of the arrays that all grids share.
struct GridHead {
  double size[3];    // voxel size, world units
  double origin[3];  // world position of the center of voxel (0,0,0)
  int64_t first_row;
  int32_t bounds[2][3];  // inclusive voxel bounds; all zero if the grid is empty
  uint32_t first_tile;
  uint32_t n_tiles;
};

/// (p - origin) / size per axis. Doubles, so that every backend picks the same voxel for a point.
DVDB_FN Vec3d to_voxel(const GridHead& head, const Vec3d& p) {
  return {(p.x - head.origin[0]) / head.size[0], (p.y - head.origin[1]) / head.size[1],
          (p.z - head.origin[2]) / head.size[2]};
}

DVDB_FN Vec3d to_world(const GridHead& head, const Vec3d& v) {
  return {v.x * head.size[0] + head.origin[0], v.y * head.size[1] + head.origin[1],
          v.z * head.size[2] + head.origin[2]};
}

/// A batch of grids as kernels see it.
struct GridView {
  const GridHead* heads = nullptr;             // [n_grids]
  const uint64_t* tiles = nullptr;             // [n_tiles] keys, ascending within each grid; tile t is upper node t
  const NodeWord* uppers = nullptr;            // [n_tiles, kUpperWords]
  const NodeWord* lowers = nullptr;            // [n_lowers, kLowerWords]
  const LowerOrigin* lower_origins = nullptr;  // [n_lowers]
  const Leaf* leaves = nullptr;                // [n_leaves]
  int64_t n_grids = 0;
  int64_t n_tiles = 0;
  int64_t n_lowers = 0;
  int64_t n_leaves = 0;
  int64_t n_voxels = 0;

  static constexpr int64_t kMissing = -1;

  /// One past the last row of a grid.
  DVDB_FN int64_t rows_end(int64_t list) const { return list + 1 < n_grids ? heads[list + 1].first_row : n_voxels; }

  /// Index of the upper node that covers a coordinate, or -1.
  DVDB_FN int64_t find_upper(const GridHead& head, const Coord& c) const {
    if (head.n_tiles == 0) return kMissing;
    const uint64_t key = tile_key(c);
    const uint64_t* keys = tiles + head.first_tile;
    const uint32_t found = last_not_above(uint32_t(0), head.n_tiles, key, [keys](uint32_t tile) { return keys[tile]; });
    return keys[found] == key ? int64_t(head.first_tile) + found : kMissing;
  }

  /// Whether the group of 4^3 lower nodes around a coordinate is empty.
  DVDB_FN bool lowers_around_empty(int64_t upper, const Coord& c) const {
    const uint32_t offset = upper_offset(c);
    return (uppers[upper * kUpperWords + (offset >> 6)].groups >> ((offset & 31) >> kGroupLog2) & 1) == 0;
  }

  DVDB_FN int64_t find_lower(int64_t upper, const Coord& c) const {
    const uint32_t offset = upper_offset(c);
    const NodeWord word = uppers[upper * kUpperWords + (offset >> 6)];
    return word.has(offset & 63) ? int64_t(word.child(offset & 63)) : kMissing;
  }

  DVDB_FN int64_t find_leaf(int64_t lower, const Coord& c) const {
    const uint32_t offset = lower_offset(c);
    const NodeWord word = lowers[lower * kLowerWords + (offset >> 6)];
    return word.has(offset & 63) ? int64_t(word.child(offset & 63)) : kMissing;
  }

  /// Row of a voxel over the whole batch, or -1 where it is not active.
  DVDB_FN int64_t find_row(const GridHead& head, const Coord& c) const {
    const int64_t upper = find_upper(head, c);
    if (upper < 0) return kMissing;
    const int64_t lower = find_lower(upper, c);
    if (lower < 0) return kMissing;
    const int64_t leaf = find_leaf(lower, c);
    if (leaf < 0) return kMissing;
    const uint32_t offset = leaf_offset(c);
    const Leaf& found = leaves[leaf];
    return found.mask[offset >> 6] >> (offset & 63) & 1 ? found.row(offset >> 6, offset & 63) : kMissing;
  }
};

}  // namespace dvdb
