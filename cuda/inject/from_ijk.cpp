/// Copies rows from lists of coordinates to voxels.
#include "core/entry.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/inject.h"
#include "inject/rows.hpp"

using namespace dvdb;

namespace {

/// Records the last position at which each voxel is listed.
struct NoteLast {
  GridView grid;
  BatchOffsets batch;
  const Coord* ijk;
  int64_t* last;  // [n_voxels], -1 before

  DVDB_FN void operator()(int64_t i) const {
    const int64_t row = grid.find_row(grid.heads[batch.list_of(i)], ijk[i]);
    if (row >= 0) backend::atomic_max(&last[row], i);
  }
};

/// The arguments that both entries share.
struct ListedRows {
  dvdb_grid grid;
  dvdb_buffer ijk;
  int64_t n;
  const int64_t* offsets;
  uint32_t n_grids;
  dvdb_buffer src;
  uint32_t dtype;
  int64_t channels;
  dvdb_buffer out;

  Status inject(Context& c, Rest rest) const {
    GridBatch* batch = nullptr;
    DVDB_TRY(find(c, grid, &batch));
    DVDB_TRY(check_grid_count(c, *batch, n_grids));
    DVDB_TRY(check_offsets(c, offsets, n_grids, n));
    RowForm form;
    DVDB_TRY(read_row_form(c, dtype, channels, form));
    Span<Coord> coordinates;
    void* from = nullptr;
    void* to = nullptr;
    DVDB_TRY(borrow(c, ijk, n, "ijk", coordinates));
    DVDB_TRY(borrow_rows(c, src, form, n, "src", &from));
    DVDB_TRY(borrow_rows(c, out, form, batch->view.n_voxels, "out", &to));
    backend::Scratch starts(c);
    BatchOffsets lists;
    DVDB_TRY(place_offsets(c, offsets, n_grids, n, starts, lists));
    backend::Scratch memory(c);
    Span<int64_t> last;
    DVDB_TRY(memory.allocate(batch->view.n_voxels, last));
    DVDB_TRY(backend::fill(c, last.data, 0xff, 1, last.size * int64_t(sizeof(int64_t))));
    DVDB_TRY(backend::for_each(c, n, NoteLast{batch->view, lists, coordinates.data, last.data}));
    return gather_rows(c, form, last, from, n, to, rest);
  }
};

}  // namespace

dvdb_status dvdb_inject_from_ijk(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer src,
                                 uint32_t dtype, int64_t channels, uint32_t fill_low, uint32_t fill_high, dvdb_buffer out) noexcept {
  const ListedRows asked{grid, ijk, n, offsets, n_grids, src, dtype, channels, out};
  return entry(context, [=](Context& c) -> Status { return asked.inject(c, {false, uint64_t(fill_high) << 32 | fill_low}); });
}

dvdb_status dvdb_inject_from_ijk_into(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids,
                                      dvdb_buffer src, uint32_t dtype, int64_t channels, dvdb_buffer out) noexcept {
  const ListedRows asked{grid, ijk, n, offsets, n_grids, src, dtype, channels, out};
  return entry(context, [=](Context& c) -> Status { return asked.inject(c, {true, 0}); });
}
