#include "core/entry.hpp"
#include "core/grid_batch.hpp"
#include "core/voxel_sites.hpp"
#include "denovdb/grid.h"

using namespace dvdb;

dvdb_status dvdb_grid_ijk(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    GridBatch* batch = nullptr;
    DVDB_TRY(find(c, grid, &batch));
    Span<Coord> voxels;
    DVDB_TRY(borrow(c, out, batch->view.n_voxels, "out", voxels));
    return list_voxels(c, batch->view, voxels);
  });
}
