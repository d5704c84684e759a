#include "core/entry.hpp"
#include "denovdb/grid.h"
#include "grid/build.hpp"

using namespace dvdb;

dvdb_status dvdb_grid_from_ijk(dvdb_context context, dvdb_ticket ticket, dvdb_buffer ijk, int64_t n_points, const int64_t* offsets,
                               const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    DVDB_TRY(require(c, out_grid, 1, "out_grid"));
    *out_grid = 0;
    BuildInput input{{}, offsets, voxel_sizes, origins, int64_t(n_grids)};
    DVDB_TRY(check_offsets(c, offsets, n_grids, n_points));
    DVDB_TRY(check_transforms(c, voxel_sizes, origins, n_grids));
    Span<Coord> points;
    DVDB_TRY(borrow(c, ijk, n_points, "ijk", points));
    input.points = points;
    std::unique_ptr<GridBatch> batch;
    DVDB_TRY(build_grid(c, input, batch));
    return publish(std::move(batch), out_grid);
  });
}
