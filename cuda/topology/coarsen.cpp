#include "denovdb/topology.h"
#include "topology/derive.hpp"

using namespace dvdb;

dvdb_status dvdb_grid_coarsen(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* factor, const double* voxel_sizes,
                              const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  const Result result{voxel_sizes, origins, n_grids, out_grid};
  return derive(context, ticket, grid, result, [&](Context& c, const GridBatch& batch, std::unique_ptr<GridBatch>& out) -> Status {
    DVDB_TRY(check_positive(c, factor, "factor"));
    nodes::Relation relation;
    for (int axis = 0; axis < 3; ++axis) relation.axes[axis] = {1, factor[axis], 1 - int64_t(factor[axis]), 0};
    return nodes::relate(c, {&batch}, relation, result.transforms(), "coarsen grid", out);
  });
}
