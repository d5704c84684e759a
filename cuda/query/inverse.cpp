/// Positions of voxels in lists of coordinates.
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

Status operators::ijk_to_inv_index(Context& c, const IjkToInvIndexArgs& a) {
  LookupRequest asked(c);
  DVDB_TRY(asked.place(c, a));
  DVDB_TRY(backend::fill(c, a.out.data, 0xff, 1, a.out.size * int64_t(sizeof(int64_t))));
  return backend::for_each(
      c, a.n,
      WritePosition{asked.grid, asked.batch, coords_of(a.ijk).data, a.row_base == DVDB_ROWS_IN_GRID, a.out.data});
}
