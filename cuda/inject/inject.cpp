/// Copies rows from the voxels of one batch to those of another.
#include "core/entry.hpp"
#include "core/row_map.hpp"
#include "denovdb/inject.h"
#include "inject/rows.hpp"

using namespace dvdb;

namespace {

/// The checked arguments of both entries.
struct Injection {
  GridView grid;
  GridView source;
  RowForm form;
  void* from = nullptr;
  void* to = nullptr;

  Status place(Context& c, dvdb_grid grid_handle, dvdb_grid source_handle, dvdb_buffer src, uint32_t dtype, int64_t channels, dvdb_buffer out) {
    GridBatch* found = nullptr;
    DVDB_TRY(find(c, grid_handle, &found));
    grid = found->view;
    DVDB_TRY(find(c, source_handle, &found));
    source = found->view;
    DVDB_TRY(check_same_grids(c, grid, source));
    DVDB_TRY(read_row_form(c, dtype, channels, form));
    DVDB_TRY(borrow_rows(c, src, form, source.n_voxels, "src", &from));
    return borrow_rows(c, out, form, grid.n_voxels, "out", &to);
  }
};

}  // namespace

dvdb_status dvdb_inject(dvdb_context context, dvdb_grid grid, dvdb_grid src_grid, dvdb_buffer src, uint32_t dtype, int64_t channels, uint32_t fill_low,
                        uint32_t fill_high, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Injection asked;
    DVDB_TRY(asked.place(c, grid, src_grid, src, dtype, channels, out));
    backend::Scratch memory(c);
    Span<int64_t> map;
    DVDB_TRY(memory.allocate(asked.grid.n_voxels, map));
    DVDB_TRY(write_row_map(c, asked.grid, asked.source, CoordMap{}, false, map));
    return gather_rows(c, asked.form, map, asked.from, asked.source.n_voxels, asked.to, {false, uint64_t(fill_high) << 32 | fill_low});
  });
}

dvdb_status dvdb_inject_into(dvdb_context context, dvdb_grid grid, dvdb_grid src_grid, dvdb_buffer src, uint32_t dtype, int64_t channels,
                             dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Injection asked;
    DVDB_TRY(asked.place(c, grid, src_grid, src, dtype, channels, out));
    // The pairs can be found from either side; the smaller one needs less work.
    const bool scatters = asked.source.n_voxels < asked.grid.n_voxels;
    const GridView& fewer = scatters ? asked.source : asked.grid;
    backend::Scratch memory(c);
    Span<int64_t> map;
    DVDB_TRY(memory.allocate(fewer.n_voxels, map));
    DVDB_TRY(write_row_map(c, fewer, scatters ? asked.grid : asked.source, CoordMap{}, false, map));
    if (scatters) return scatter_rows(c, asked.form, map, asked.from, asked.to);
    return gather_rows(c, asked.form, map, asked.from, asked.source.n_voxels, asked.to, {true, 0});
  });
}
