/// Leaf lookups that are close together, without a descent from the root each time.
#pragma once

#include "core/grid.hpp"

namespace dvdb {

DVDB_FN bool fits_int32(int64_t value) { return value >= INT32_MIN && value <= INT32_MAX; }

/// Caches the nodes around the last coordinate: a lookup in the same leaf costs a comparison, one in the same lower
/// node a single load.
class LeafFinder {
 public:
  DVDB_FN LeafFinder(const GridView& grid, const GridHead& head) : grid_(grid), head_(head) {}

  /// Index of the leaf that contains a coordinate, or -1.
  DVDB_FN int64_t find_leaf(const Coord& c) {
    const uint32_t differ = walked_ ? uint32_t(c.x ^ last_.x) | uint32_t(c.y ^ last_.y) | uint32_t(c.z ^ last_.z) : ~0u;
    walked_ = true;
    last_ = c;
    if (differ >> kLeafLog2 == 0) return leaf_;
    if (differ >> kLowerLog2 != 0) {
      if (differ >> kTileLog2 != 0) upper_ = grid_.find_upper(head_, c);
      lower_ = upper_ < 0 ? GridView::kMissing : grid_.find_lower(upper_, c);
    }
    leaf_ = lower_ < 0 ? GridView::kMissing : grid_.find_leaf(lower_, c);
    return leaf_;
  }

  /// Row of a voxel over the whole batch, or -1 where it is not active.
  DVDB_FN int64_t find_row(const Coord& c) {
    const int64_t at = find_leaf(c);
    return at < 0 ? GridView::kMissing : row_in(grid_.leaves[at], c);
  }

  /// Row of a voxel within a given leaf, or -1 where it is not active.
  DVDB_FN static int64_t row_in(const Leaf& leaf, const Coord& c) {
    const uint32_t offset = leaf_offset(c);
    return leaf.mask[offset >> 6] >> (offset & 63) & 1 ? leaf.row(offset >> 6, offset & 63) : GridView::kMissing;
  }

  /// Writes the rows, minus `base`, of the voxels of a box, x slowest and z fastest; -1 for inactive voxels and those
  /// beyond int32.
  DVDB_FN void find_box(const Vec3<int64_t>& low, const Vec3<int32_t>& size, int64_t base, int64_t* out) {
    for (int32_t k = 0; k < size.z;) {  // each pass covers the part of the columns within one leaf along z
      const int64_t z = low.z + k;
      const int32_t end = min_of(size.z, k + 8 - int32_t(z & 7));
      int64_t* target = out + k;
      for (int32_t i = 0; i < size.x; ++i) {
        for (int32_t j = 0; j < size.y; ++j, target += size.z)
          find_column({low.x + i, low.y + j, z}, end - k, base, target);
      }
      k = end;
    }
  }

 private:
  /// Writes the rows of `count` voxels along z within one leaf.
  DVDB_FN void find_column(const Vec3<int64_t>& first, int32_t count, int64_t base, int64_t* out) {
    const bool inside = fits_int32(first.x) && fits_int32(first.y) && fits_int32(first.z);
    const int64_t leaf =
        inside ? find_leaf({int32_t(first.x), int32_t(first.y), int32_t(first.z)}) : GridView::kMissing;
    uint64_t rest = 0;
    int64_t row = 0;
    if (leaf >= 0) {
      const Leaf& found = grid_.leaves[leaf];
      const uint32_t word = uint32_t(first.x) & 7;
      const uint32_t at = (uint32_t(first.y) & 7) << 3 | (uint32_t(first.z) & 7);
      rest = found.mask[word] >> at;
      row = found.row(word, at) - base;
    }
    for (int32_t k = 0; k < count; ++k, rest >>= 1) {
      const int64_t one = int64_t(rest & 1);
      out[k] = row | (one - 1);  // -1 without a branch
      row += one;
    }
  }

  const GridView& grid_;
  const GridHead& head_;
  Coord last_ = {0, 0, 0};
  int64_t upper_ = GridView::kMissing;
  int64_t lower_ = GridView::kMissing;
  int64_t leaf_ = GridView::kMissing;
  bool walked_ = false;
};

}  // namespace dvdb
