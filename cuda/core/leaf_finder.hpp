/// Looking up many leaves that lie near each other.
#pragma once

#include "core/grid.hpp"

namespace dvdb {

/// Finds leaves of one grid and remembers the lower node of the last one, which neighbours mostly share.
class LeafFinder {
 public:
  DVDB_FN LeafFinder(const GridView& grid, int64_t index) : grid_(grid), head_(grid.heads[index]) {}

  /// Index of the leaf that covers a coordinate, or -1.
  DVDB_FN int64_t find(const Coord& c) {
    const Coord block{c.x >> kLowerLog2, c.y >> kLowerLog2, c.z >> kLowerLog2};
    if (!known_ || block.x != block_.x || block.y != block_.y || block.z != block_.z) {
      const int64_t upper = grid_.find_upper(head_, c);
      lower_ = upper < 0 ? GridView::kMissing : grid_.find_lower(upper, c);
      block_ = block;
      known_ = true;
    }
    return lower_ < 0 ? GridView::kMissing : grid_.find_leaf(lower_, c);
  }

 private:
  const GridView& grid_;
  const GridHead& head_;
  Coord block_ = {0, 0, 0};
  int64_t lower_ = GridView::kMissing;
  bool known_ = false;
};

}  // namespace dvdb
