#include "denovdb/topology.h"
#include "topology/derive.hpp"
#include "topology/neighborhood.hpp"

using namespace dvdb;

dvdb_status dvdb_grid_dilate_box(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* low, const int32_t* high,
                                 const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  const Result result{voxel_sizes, origins, n_grids, out_grid};
  return derive(context, ticket, grid, result, [&](Context& c, const GridBatch& batch, std::unique_ptr<GridBatch>& out) -> Status {
    DVDB_TRY(check_box(c, low, high));
    return nodes::relate(c, {&batch}, box_relation(low, high), result.transforms(), "dilate grid", out);
  });
}

dvdb_status dvdb_grid_dilate(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, uint32_t neighborhood, uint32_t radius, const double* voxel_sizes,
                             const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  const Result result{voxel_sizes, origins, n_grids, out_grid};
  return derive(context, ticket, grid, result, [&](Context& c, const GridBatch& batch, std::unique_ptr<GridBatch>& out) -> Status {
    Neighborhood around;
    DVDB_TRY(around.set(c, neighborhood, radius));
    if (around.is_box()) return nodes::relate(c, {&batch}, around.box(), result.transforms(), "dilate grid", out);
    DVDB_TRY(nodes::check_relation(c, batch, around.box(), "dilate grid"));
    for (uint32_t step = 0; step < radius && (step == 0 || out->view.n_voxels > 0); ++step) {
      std::unique_ptr<GridBatch> next;
      DVDB_TRY(nodes::dilate_once(c, out ? *out : batch, neighborhood, result.transforms(), next));
      out = std::move(next);
    }
    return {};
  });
}
