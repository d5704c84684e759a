#include "denovdb/topology.h"
#include "topology/derive.hpp"

using namespace dvdb;

namespace {

/// The relation fine = stride * coarse + t - floor((kernel - 1) / 2), 0 <= t < kernel, from fine to coarse voxels.
Status kernel_relation(Context& context, const int32_t* kernel, const int32_t* stride, nodes::Relation& out) {
  DVDB_TRY(check_positive(context, kernel, "kernel"));
  DVDB_TRY(check_positive(context, stride, "stride"));
  for (int axis = 0; axis < 3; ++axis) {
    const int64_t before = (kernel[axis] - 1) / 2;
    out.axes[axis] = {1, stride[axis], before - (kernel[axis] - 1), before};
  }
  return {};
}

}  // namespace

dvdb_status dvdb_grid_conv(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* kernel, const int32_t* stride,
                           const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  const Result result{voxel_sizes, origins, n_grids, out_grid};
  return derive(context, ticket, grid, result, [&](Context& c, const GridBatch& batch, std::unique_ptr<GridBatch>& out) -> Status {
    nodes::Relation relation;
    DVDB_TRY(kernel_relation(c, kernel, stride, relation));
    return nodes::relate(c, {&batch}, relation, result.transforms(), "make convolution grid", out);
  });
}

dvdb_status dvdb_grid_conv_transpose(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* kernel, const int32_t* stride,
                                     const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  const Result result{voxel_sizes, origins, n_grids, out_grid};
  return derive(context, ticket, grid, result, [&](Context& c, const GridBatch& batch, std::unique_ptr<GridBatch>& out) -> Status {
    nodes::Relation relation;
    DVDB_TRY(kernel_relation(c, kernel, stride, relation));
    for (nodes::AxisMap& axis : relation.axes) axis = axis.reversed();
    return nodes::relate(c, {&batch}, relation, result.transforms(), "make transposed convolution grid", out);
  });
}
