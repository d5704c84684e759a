/// What entries that make a grid from grids have in common: checks at the start, publishing the result at the end.
#pragma once

#include "core/entry.hpp"
#include "core/nodes/relate.hpp"

namespace dvdb {

/// What a caller specifies about the result.
struct Result {
  const double* voxel_sizes;
  const double* origins;
  uint32_t n_grids;
  dvdb_grid* out;

  nodes::Transforms transforms() const { return {voxel_sizes, origins, int64_t(n_grids)}; }
};

/// Runs `make(context, batch, out)` on a batch, and publishes the batch that it makes.
template <class Make>
dvdb_status derive(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const Result& result, Make make) {
  return entry(context, ticket, [&](Context& c) -> Status {
    DVDB_TRY(require(c, result.out, 1, "out_grid"));
    *result.out = 0;
    GridBatch* batch = nullptr;
    DVDB_TRY(find(c, grid, &batch));
    DVDB_TRY(check_grid_count(c, *batch, result.n_grids));
    DVDB_TRY(check_transforms(c, result.voxel_sizes, result.origins, result.n_grids));
    std::unique_ptr<GridBatch> made;
    DVDB_TRY(make(c, *batch, made));
    return publish(std::move(made), result.out);
  });
}

/// Rejects values, one per axis, of which any is not positive.
inline Status check_positive(Context& context, const int32_t* values, const char* name) {
  DVDB_TRY(require(context, values, 3, name));
  for (int axis = 0; axis < 3; ++axis) {
    if (values[axis] > 0) continue;
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: %d along axis %d is not positive", name, values[axis], axis);
  }
  return {};
}

/// Rejects boxes whose low end is above the high end.
inline Status check_box(Context& context, const int32_t* low, const int32_t* high) {
  DVDB_TRY(require(context, low, 3, "low"));
  DVDB_TRY(require(context, high, 3, "high"));
  for (int axis = 0; axis < 3; ++axis) {
    if (low[axis] <= high[axis]) continue;
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use box: low %d is above high %d along axis %d", low[axis], high[axis], axis);
  }
  return {};
}

/// The relation of a voxel to the voxels at offsets low to high from it.
inline nodes::Relation box_relation(const int32_t* low, const int32_t* high) {
  nodes::Relation relation;
  for (int axis = 0; axis < 3; ++axis) relation.axes[axis] = {1, 1, low[axis], high[axis]};
  return relation;
}

}  // namespace dvdb
