/// Slots: candidate upper nodes of a build. Usually every tile in each grid's bounds has one, so that a point finds
/// its slot by arithmetic; where that would be too many, only the occupied tiles have one, found by search.
#pragma once

#include "core/grid.hpp"

namespace dvdb {

/// One grid's slots. Two 16-byte loads are enough to place a point.
struct alignas(16) GridSlots {
  int32_t tile_low[3];  // least tile coordinate (voxels >> 12)
  uint32_t dims[3];     // tiles per axis
  int64_t first;
  int64_t count;

  DVDB_FN uint32_t offset(int axis, const Coord& c) const { return uint32_t((c[axis] >> kTileLog2) - tile_low[axis]); }

  /// Whether a point's tile has a slot; plans made from a sample may lack some.
  DVDB_FN bool covers(const Coord& c) const {
    return offset(0, c) < dims[0] && offset(1, c) < dims[1] && offset(2, c) < dims[2];
  }
};

struct SlotTable {
  const GridSlots* grids;
  const uint64_t* listed;  // tile keys, ascending within each grid; null when every tile in bounds has a slot
  int64_t n_grids;

  DVDB_FN bool covers(const GridSlots& own, const Coord& c) const { return listed != nullptr || own.covers(c); }

  DVDB_FN int64_t slot_of(const GridSlots& own, const Coord& c) const {
    if (listed != nullptr) return own.first + last_not_above(listed + own.first, own.count, tile_key(c));
    return own.first + ((own.offset(0, c) * own.dims[1] + own.offset(1, c)) * own.dims[2] +
                        own.offset(2, c));  // fewer than 2^32 are dense
  }
  DVDB_FN int64_t slot_of(int64_t grid, const Coord& c) const { return slot_of(GridSlots(grids[grid]), c); }

  DVDB_FN int64_t grid_of(int64_t slot) const {
    const GridSlots* own = grids;
    return last_not_above(int64_t(0), n_grids, slot, [own](int64_t grid) { return own[grid].first; });
  }

  /// Tile key of a slot of a grid.
  DVDB_FN uint64_t key_of(int64_t grid, int64_t slot) const {
    if (listed != nullptr) return listed[slot];
    const GridSlots& own = grids[grid];
    const int64_t at = slot - own.first;
    const int64_t z = at % own.dims[2];
    const int64_t y = at / own.dims[2] % own.dims[1];
    const int64_t x = at / own.dims[2] / own.dims[1];
    return tile_key({int32_t((own.tile_low[0] + x) * (int64_t(1) << kTileLog2)),
                     int32_t((own.tile_low[1] + y) * (int64_t(1) << kTileLog2)),
                     int32_t((own.tile_low[2] + z) * (int64_t(1) << kTileLog2))});
  }
};

}  // namespace dvdb
