/// For each voxel of a batch, a row of another batch.
#include "core/row_map.hpp"

#include "core/entry.hpp"
#include "denovdb/query.h"

using namespace dvdb;

dvdb_status dvdb_row_map(dvdb_context context, dvdb_grid grid, dvdb_grid other, const int32_t* scale, const int32_t* divisor, const int32_t* shift,
                         const int32_t* remainders, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    GridBatch* from = nullptr;
    GridBatch* to = nullptr;
    DVDB_TRY(find(c, grid, &from));
    DVDB_TRY(find(c, other, &to));
    DVDB_TRY(check_same_grids(c, from->view, to->view));
    DVDB_TRY(require(c, scale, 3, "scale"));
    DVDB_TRY(require(c, divisor, 3, "divisor"));
    DVDB_TRY(require(c, shift, 3, "shift"));
    DVDB_TRY(require(c, remainders, 3, "remainders"));
    CoordMap map;
    for (int axis = 0; axis < 3; ++axis) {
      if (divisor[axis] < 1) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot map rows: divisor %d is not positive", divisor[axis]);
      if (remainders[axis] < 1) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot map rows: remainders %d is not positive", remainders[axis]);
      map.scale[axis] = scale[axis];
      map.divisor[axis] = divisor[axis];
      map.shift[axis] = shift[axis];
      map.remainders[axis] = remainders[axis];
    }
    if (row_base > DVDB_ROWS_IN_BATCH) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot number rows: base %u is unknown", row_base);
    Span<int64_t> rows;
    DVDB_TRY(borrow(c, out, from->view.n_voxels, "out", rows));
    return write_row_map(c, from->view, to->view, map, row_base == DVDB_ROWS_IN_GRID, rows);
  });
}
