/// For each voxel of a batch, a row of another batch.
#include "core/row_map.hpp"

#include "_generated/query_args.hpp"

using namespace dvdb;

Status operators::row_map(Context& c, const RowMapArgs& a) {
  DVDB_TRY(check_same_grids(c, a.grid->view, a.other->view));
  CoordMap map;
  for (int axis = 0; axis < 3; ++axis) {
    map.scale[axis] = a.scale[axis];
    map.divisor[axis] = a.divisor[axis];
    map.shift[axis] = a.shift[axis];
    map.remainders[axis] = a.remainders[axis];
  }
  return write_row_map(c, a.grid->view, a.other->view, map, a.row_base == DVDB_ROWS_IN_GRID, a.out);
}
