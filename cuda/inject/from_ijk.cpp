/// Copies rows from lists of coordinates to voxels.
#include "inject/rows.hpp"

using namespace dvdb;

namespace {

/// Records the last position at which each voxel is listed.
struct RecordLast {
  GridView grid;
  BatchOffsets batch;
  const Coord* ijk;
  int64_t* last;  // [n_voxels], -1 before

  DVDB_FN void operator()(int64_t i) const {
    const int64_t row = grid.find_row(grid.heads[batch.list_of(i)], ijk[i]);
    if (row >= 0) backend::atomic_max(&last[row], i);
  }
};

/// Copies the last row that is listed for each voxel.
template <class Args>
Status inject_listed(Context& c, const Args& a, MissingRows rest) {
  const GridView& grid = a.grid->view;
  backend::Scratch starts(c);
  BatchOffsets lists;
  DVDB_TRY(place_offsets(c, a.offsets, a.n_grids, a.n, starts, lists));
  backend::Scratch memory(c);
  Span<int64_t> last;
  DVDB_TRY(memory.allocate(grid.n_voxels, last));
  DVDB_TRY(backend::fill(c, last.data, 0xff, 1, last.size * int64_t(sizeof(int64_t))));
  DVDB_TRY(backend::for_each(c, a.n, RecordLast{grid, lists, reinterpret_cast<const Coord*>(a.ijk.data), last.data}));
  return gather_rows(c, row_form(a), last, a.src.data, a.n, a.out.data, rest);
}

}  // namespace

Status operators::inject_from_ijk(Context& c, const InjectFromIjkArgs& a) { return inject_listed(c, a, fill_of(a)); }

Status operators::inject_from_ijk_into(Context& c, const InjectFromIjkIntoArgs& a) {
  return inject_listed(c, a, {true, 0});
}
