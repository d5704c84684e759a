/// Grids of the voxels with given coordinates.
#include "_generated/grid_args.hpp"
#include "grid/build.hpp"

using namespace dvdb;

Status operators::grid_from_ijk(Context& c, const GridFromIjkArgs& a) {
  *a.out_grid = 0;
  DVDB_TRY(check_offsets(c, a.offsets, a.n_grids, a.n_points));
  DVDB_TRY(check_transforms(c, a.voxel_sizes, a.origins, a.n_grids));
  std::unique_ptr<GridBatch> batch;
  DVDB_TRY(build_grid(c, {coords_of(a.ijk), a.offsets, a.voxel_sizes, a.origins, int64_t(a.n_grids)}, batch));
  return publish(std::move(batch), a.out_grid);
}
