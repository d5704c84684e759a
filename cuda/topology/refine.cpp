#include "denovdb/topology.h"
#include "topology/derive.hpp"
#include "topology/masks.hpp"

using namespace dvdb;

dvdb_status dvdb_grid_refine(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* factor, dvdb_buffer mask, const double* voxel_sizes,
                             const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  const Result result{voxel_sizes, origins, n_grids, out_grid};
  return derive(context, ticket, grid, result, [&](Context& c, const GridBatch& batch, std::unique_ptr<GridBatch>& out) -> Status {
    DVDB_TRY(check_positive(c, factor, "factor"));
    nodes::Relation relation;
    for (int axis = 0; axis < 3; ++axis) relation.axes[axis] = {factor[axis], 1, 0, factor[axis] - int64_t(1)};
    MaskWords words(c);
    if (mask != 0) DVDB_TRY(keep_masked(c, batch, mask, words));
    return nodes::relate(c, words.of(batch), relation, result.transforms(), "refine grid", out);
  });
}
