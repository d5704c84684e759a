/// Copies rows from the voxels of one batch to those of another.
#include "core/row_map.hpp"
#include "inject/rows.hpp"

using namespace dvdb;

Status operators::inject(Context& c, const InjectArgs& a) {
  const GridView& grid = a.grid->view;
  const GridView& source = a.src_grid->view;
  DVDB_TRY(check_same_grids(c, grid, source));
  backend::Scratch memory(c);
  Span<int64_t> map;
  DVDB_TRY(memory.allocate(grid.n_voxels, map));
  DVDB_TRY(write_row_map(c, grid, source, CoordMap{}, false, map));
  return gather_rows(c, row_form(a), map, a.src.data, source.n_voxels, a.out.data, fill_of(a));
}

Status operators::inject_into(Context& c, const InjectIntoArgs& a) {
  const GridView& grid = a.grid->view;
  const GridView& source = a.src_grid->view;
  DVDB_TRY(check_same_grids(c, grid, source));
  // The pairs can be found from either side; the smaller one needs less work.
  const bool scatters = source.n_voxels < grid.n_voxels;
  const GridView& fewer = scatters ? source : grid;
  backend::Scratch memory(c);
  Span<int64_t> map;
  DVDB_TRY(memory.allocate(fewer.n_voxels, map));
  DVDB_TRY(write_row_map(c, fewer, scatters ? grid : source, CoordMap{}, false, map));
  if (scatters) return scatter_rows(c, row_form(a), map, a.src.data, a.out.data);
  return gather_rows(c, row_form(a), map, a.src.data, source.n_voxels, a.out.data, {true, 0});
}
