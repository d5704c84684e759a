/// Slots: candidate upper nodes of a build. Usually every tile in each grid's bounds has one, so that a point finds
/// its slot by arithmetic; where that would be too many, only the occupied tiles have one, found by search.
#pragma once

#include "core/grid.hpp"

namespace dvdb {

/// One grid's slots.
struct GridSlots {
  int32_t tile_low[3];  // least tile coordinate (voxels >> 12)
  uint32_t dims[3];     // tiles per axis
  int64_t first;
  int64_t count;
};

struct SlotTable {
  const GridSlots* grids;
  const uint64_t* listed;  // tile keys, ascending within each grid; null when every tile in bounds has a slot
  int64_t n_grids;

  DVDB_FN int64_t slot_of(int64_t grid, const Coord& c) const {
    const GridSlots& own = grids[grid];
    if (listed != nullptr) return own.first + last_not_above(listed + own.first, own.count, tile_key(c));
    const int64_t x = (c.x >> kTileLog2) - own.tile_low[0];
    const int64_t y = (c.y >> kTileLog2) - own.tile_low[1];
    const int64_t z = (c.z >> kTileLog2) - own.tile_low[2];
    return own.first + (x * own.dims[1] + y) * own.dims[2] + z;
  }

  DVDB_FN int64_t grid_of(int64_t slot) const {
    int64_t low = 0;
    int64_t high = n_grids;
    while (high - low > 1) {
      const int64_t middle = (low + high) / 2;
      if (grids[middle].first <= slot) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// Tile key of a slot of a grid.
  DVDB_FN uint64_t key_of(int64_t grid, int64_t slot) const {
    if (listed != nullptr) return listed[slot];
    const GridSlots& own = grids[grid];
    const int64_t at = slot - own.first;
    const int64_t z = at % own.dims[2];
    const int64_t y = at / own.dims[2] % own.dims[1];
    const int64_t x = at / own.dims[2] / own.dims[1];
    return tile_key({int32_t((own.tile_low[0] + x) * (int64_t(1) << kTileLog2)), int32_t((own.tile_low[1] + y) * (int64_t(1) << kTileLog2)),
                     int32_t((own.tile_low[2] + z) * (int64_t(1) << kTileLog2))});
  }
};

}  // namespace dvdb
