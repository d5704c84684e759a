/// Positions of voxels in lists of coordinates.
#include "denovdb/query.h"
#include "query/lookup.hpp"

using namespace dvdb;

namespace {

/// Stores the position of a coordinate at its voxel; the greatest position wins, whatever the execution order.
struct WritePosition {
  GridView grid;
  BatchOffsets batch;
  const Coord* ijk;
  bool in_list;  // positions count from the list's first coordinate
  int64_t* out;  // [n_voxels], -1 before

  DVDB_FN void operator()(int64_t i) const {
    const int64_t list = batch.list_of(i);
    const int64_t row = grid.find_row(grid.heads[list], ijk[i]);
    if (row < 0) return;
    const int64_t first = in_list && batch.n > 1 ? batch.starts[list] : 0;
    backend::atomic_max(&out[row], i - first);
  }
};

}  // namespace

dvdb_status dvdb_ijk_to_inv_index(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids,
                                  uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    if (row_base > DVDB_ROWS_IN_BATCH) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot number coordinates: base %u is unknown", row_base);
    Question asked(c);
    DVDB_TRY(asked.place(c, grid, offsets, n_grids, n));
    Span<Coord> coordinates;
    Span<int64_t> positions;
    DVDB_TRY(borrow(c, ijk, n, "ijk", coordinates));
    DVDB_TRY(borrow(c, out, asked.grid.n_voxels, "out", positions));
    DVDB_TRY(backend::fill(c, positions.data, 0xff, 1, positions.size * int64_t(sizeof(int64_t))));
    return backend::for_each(c, n, WritePosition{asked.grid, asked.batch, coordinates.data, row_base == DVDB_ROWS_IN_GRID, positions.data});
  });
}
