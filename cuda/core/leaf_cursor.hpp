/// Finding leaves near each other without going down from the root each time.
#pragma once

#include "core/grid.hpp"

namespace dvdb {

DVDB_FN bool fits_int32(int64_t value) { return value >= INT32_MIN && value <= INT32_MAX; }

/// Remembers the nodes above the last coordinate: a question in the same leaf costs a comparison, one in the same lower
/// node a single load.
class LeafCursor {
 public:
  DVDB_FN LeafCursor(const GridView& grid, const GridHead& head, const Coord& start) : grid_(grid), head_(head), last_(start) {
    upper_ = grid.find_upper(head, start);
    lower_ = upper_ < 0 ? GridView::kMissing : grid.find_lower(upper_, start);
    leaf_ = lower_ < 0 ? GridView::kMissing : grid.find_leaf(lower_, start);
  }

  /// Index of the leaf that covers a coordinate, or -1.
  DVDB_FN int64_t find_leaf(const Coord& c) {
    const uint32_t differ = uint32_t(c.x ^ last_.x) | uint32_t(c.y ^ last_.y) | uint32_t(c.z ^ last_.z);
    last_ = c;
    if (differ >> kLeafLog2 == 0) return leaf_;
    if (differ >> kLowerLog2 != 0) {
      if (differ >> kTileLog2 != 0) upper_ = grid_.find_upper(head_, c);
      lower_ = upper_ < 0 ? GridView::kMissing : grid_.find_lower(upper_, c);
    }
    leaf_ = lower_ < 0 ? GridView::kMissing : grid_.find_leaf(lower_, c);
    return leaf_;
  }

  /// Writes the rows, less `base`, of the `count` voxels from (x, y, z) upwards along z; -1 for those that are not active
  /// and those beyond int32.
  DVDB_FN void find_column(int64_t x, int64_t y, int64_t z, int64_t count, int64_t base, int64_t* out) {
    const bool inside = fits_int32(x) && fits_int32(y);
    for (int64_t k = 0; k < count;) {
      const int64_t first = z + k;
      if (!inside || !fits_int32(first)) {
        out[k++] = GridView::kMissing;
        continue;
      }
      const int64_t end = k + min_of(count - k, 8 - (first & 7));
      const int64_t leaf = find_leaf({int32_t(x), int32_t(y), int32_t(first)});
      if (leaf < 0) {
        for (; k < end; ++k) out[k] = GridView::kMissing;
        continue;
      }
      const Leaf& found = grid_.leaves[leaf];
      const uint32_t word = uint32_t(x) & 7;
      const uint32_t at = (uint32_t(y) & 7) << 3 | (uint32_t(first) & 7);
      uint64_t rest = found.mask[word] >> at;
      int64_t row = found.row(word, at) - base;
      for (; k < end; ++k, rest >>= 1) {
        out[k] = (rest & 1) != 0 ? row : GridView::kMissing;
        row += int64_t(rest & 1);
      }
    }
  }

 private:
  const GridView& grid_;
  const GridHead& head_;
  Coord last_;
  int64_t upper_;
  int64_t lower_;
  int64_t leaf_;
};

}  // namespace dvdb
