/// Finds the lower node around a voxel, for ray walks that go from voxel to voxel.
#pragma once

#include "core/grid.hpp"

namespace dvdb {

struct LowerFinder {
  static constexpr uint32_t kNone = ~0u;  // what -1 becomes

  uint32_t upper = kNone;
  uint32_t lower = kNone;
  int empty = 0;  // size of the empty block around the voxel, disregarding leaves

  DVDB_FN bool any() const { return lower != kNone; }

  /// Finds the lower node around a voxel, or how large the empty block around it is.
  DVDB_FN void find(const GridView& grid, const GridHead& head, const Coord& c, bool other_tile) {
    if (other_tile) upper = uint32_t(grid.find_upper(head, c));
    lower = kNone;
    empty = kTileLog2;
    if (upper == kNone) return;
    lower = uint32_t(grid.find_lower(upper, c));
    empty = grid.lowers_around_empty(upper, c) ? kLowerLog2 + kGroupLog2 : kLowerLog2;
  }
};

}  // namespace dvdb
