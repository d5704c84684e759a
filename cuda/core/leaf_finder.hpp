/// Finding leaves for coordinates that lie near each other: where each leaf is, and lookups that remember the last one.
#pragma once

#include "backend/memory.hpp"
#include "core/grid.hpp"

namespace dvdb {

/// Where a leaf lies.
struct alignas(16) LeafPlace {
  Coord ijk;  // multiple of 8
  uint32_t grid;
};

/// Lists where every leaf of a batch lies, in `memory`.
Status place_leaves(Context& context, const GridView& grid, backend::Scratch& memory, Span<LeafPlace>& out);

/// Looks voxels of one grid up; neighbours of the last one are found without a walk from the root.
class LeafFinder {
 public:
  DVDB_FN LeafFinder(const GridView& grid, const GridHead& head) : grid_(grid), head_(head) {}

  /// Index of the leaf that covers a coordinate, or -1.
  DVDB_FN int64_t leaf(const Coord& c) {
    const uint32_t apart = uint32_t(c.x ^ last_.x) | uint32_t(c.y ^ last_.y) | uint32_t(c.z ^ last_.z);
    if (walked_ && apart >> kLeafLog2 == 0) return leaf_;
    if (!walked_ || apart >> kLowerLog2 != 0) {
      const int64_t upper = grid_.find_upper(head_, c);
      lower_ = upper < 0 ? GridView::kMissing : grid_.find_lower(upper, c);
    }
    leaf_ = lower_ < 0 ? GridView::kMissing : grid_.find_leaf(lower_, c);
    last_ = c;
    walked_ = true;
    return leaf_;
  }

  /// Row of a voxel over the whole batch, or -1 where it is not active.
  DVDB_FN int64_t row(const Coord& c) {
    const int64_t at = leaf(c);
    if (at < 0) return GridView::kMissing;
    const uint32_t offset = leaf_offset(c);
    const Leaf& found = grid_.leaves[at];
    return found.mask[offset >> 6] >> (offset & 63) & 1 ? found.row(offset >> 6, offset & 63) : GridView::kMissing;
  }

 private:
  const GridView& grid_;
  const GridHead& head_;
  Coord last_ = {0, 0, 0};
  int64_t lower_ = GridView::kMissing;
  int64_t leaf_ = GridView::kMissing;
  bool walked_ = false;
};

}  // namespace dvdb
