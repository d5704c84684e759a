/// Voxels sorted by coordinates, x first, in which the active voxels of a box of any size can be listed in a fixed
/// order.
#pragma once

#include "backend/api/memory.hpp"
#include "backend/api/team.hpp"
#include "core/grid_batch.hpp"

namespace dvdb::pool {

/// The sorted voxels of a batch; those of a grid take the same range as its rows.
struct VoxelOrder {
  const Coord* voxels = nullptr;   // [n_voxels] ascending within each grid
  const uint32_t* rows = nullptr;  // [n_voxels] their rows

  /// Visits the active voxels of a box in one grid, x slowest, z fastest. Each lane of a team loads one row, mine =
  /// load(row, whether it is in the box); then all lanes together call take(mine, row, lane) for each row in turn,
  /// where `lane` is the one that loaded it. Takes a few steps for each column along z that has voxels, be they in the
  /// box or not.
  template <class Load, class Take>
  DVDB_FN void each(const GridView& grid, int64_t list, const Coord& low, const Coord& high, const backend::Team& team,
                    Load load, Take take) const {
    const int64_t end = grid.rows_end(list);
    int64_t at = seek(grid.heads[list].first_row, end, low);
    while (at < end) {
      const int64_t own = min_of(at + team.rank, end - 1);
      const Coord voxel = voxels[own];
      const bool inside = is_inside(voxel, low, high) && own == at + team.rank;
      uint32_t found = team.ballot(inside);
      if (found != 0) {
        const int64_t row = rows[own];
        const auto mine = load(row, inside);
        for (; found != 0; found &= found - 1) take(mine, row, lowest_bit(uint64_t(found)));
        at += team.size;
        continue;
      }
      const int last = int(min_of<int64_t>(team.size, end - at)) - 1;
      Coord next = {team.from(voxel.x, last), team.from(voxel.y, last), team.from(voxel.z, last)};
      if (!go_on(next, low, high)) return;
      at = seek(at + last, end, next);
    }
  }

 private:
  DVDB_FN static bool is_before(const Coord& a, const Coord& b) {
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
  }

  DVDB_FN static bool is_inside(const Coord& voxel, const Coord& low, const Coord& high) {
    return voxel.x >= low.x && voxel.x <= high.x && voxel.y >= low.y && voxel.y <= high.y && voxel.z >= low.z &&
           voxel.z <= high.z;
  }

  /// Advances a position outside a box, after the box's first one, to the next one inside; false if there is none.
  DVDB_FN static bool go_on(Coord& place, const Coord& low, const Coord& high) {
    const bool behind_row = place.y > high.y || (place.y == high.y && place.z > high.z);
    if (place.x > high.x || (place.x == high.x && behind_row)) return false;
    if (behind_row) {
      place = {place.x + 1, low.y, low.z};
    } else if (place.y < low.y) {
      place = {place.x, low.y, low.z};
    } else {
      place = {place.x, place.y + (place.z > high.z ? 1 : 0), low.z};
    }
    return true;
  }

  /// The first voxel from `at` on that does not precede a position, by galloping search: fast where it is near.
  DVDB_FN int64_t seek(int64_t at, int64_t end, const Coord& place) const {
    int64_t step = 1;
    while (at + step < end && is_before(voxels[at + step], place)) {
      at += step;
      step *= 2;
    }
    int64_t below = at - 1;  // a voxel that precedes the position
    int64_t above = min_of(at + step, end);
    while (above - below > 1) {
      const int64_t middle = below + (above - below) / 2;
      if (is_before(voxels[middle], place)) {
        below = middle;
      } else {
        above = middle;
      }
    }
    return above;
  }
};

/// Sorts the voxels of a batch, fewer than 2^32, into `memory`, which must outlive the order.
Status order_voxels(Context& context, const GridView& grid, backend::Scratch& memory, VoxelOrder& out);

}  // namespace dvdb::pool
