/// Sorts points by cell: points of a cell have the same voxels around them.
///
/// Points are sorted by cell, and keep their order within a cell. Each voxel gets a table of the cells that it is a tap
/// of, so that sums over their points have the same bits on every backend and for any number of threads.
#pragma once

#include "sample/sum/voxel_sums.hpp"

namespace dvdb::sample {

/// Ranges of the points of each cell in the sorted order.
struct CellTable {
  int64_t n_voxels;
  uint32_t* ends;    // [n], end of the cell that begins at a position
  uint32_t* starts;  // [kTaps, n_voxels], 1 + start of the cell that has the voxel as a tap; 0 for none

  DVDB_FN void put(int tap, int64_t row, int64_t place) const { starts[tap * n_voxels + row] = uint32_t(place) + 1; }
};

/// The cells of all points.
template <class R>
struct Cells {
  const uint32_t* order = nullptr;  // [n] indices of points, sorted by cell
  CellTable table = {};
  const Part<R>* parts = nullptr;  // [n]

  /// Calls visit(tap, point) for the points that have a voxel around them, cell by cell.
  template <int kTaps, class Visit>
  DVDB_FN void each_share(int64_t row, Visit visit) const {
    for (int tap = 0; tap < kTaps; ++tap) {
      const uint32_t start = table.starts[tap * table.n_voxels + row];
      if (start == 0) continue;
      const uint32_t end = table.ends[start - 1];
      for (uint32_t at = start - 1; at < end; ++at) visit(tap, int64_t(order[at]));
    }
  }
};

/// Memory of cells.
struct CellMemory {
  explicit CellMemory(Context& c) : keys(c), order(c), parts(c), ends(c), starts(c) {}
  backend::Scratch keys;
  backend::Scratch order;
  backend::Scratch parts;
  backend::Scratch ends;
  backend::Scratch starts;
};

/// Rejects more points than cells can count.
inline Status check_countable(Context& c, int64_t n) {
  if (n < int64_t(UINT32_MAX)) return {};
  return fail(c, DVDB_UNSUPPORTED, "Cannot splat %lld points: at most 4294967294 are possible",
              static_cast<long long>(n));
}

/// Sorts points by cell; see check_countable for their number. The batch must have a voxel.
template <class R, class Stencil>
Status find_cells(Context& context, const LocatedPoints& places, int64_t n, CellMemory& memory, Cells<R>& out);

}  // namespace dvdb::sample
