/// The common part of operators that make a grid from grids: checks at the start, publishing the result at the end.
#pragma once

#include "_generated/topology_args.hpp"
#include "core/nodes/relate.hpp"

namespace dvdb {

/// Runs `make(transforms, batch)` with the transforms of the result, and publishes the batch that it makes.
template <class Args, class Make>
Status derive(Context& c, const Args& a, Make make) {
  *a.out_grid = 0;
  DVDB_TRY(check_transforms(c, a.voxel_sizes, a.origins, a.n_grids));
  std::unique_ptr<GridBatch> made;
  DVDB_TRY(make(nodes::Transforms{a.voxel_sizes, a.origins, int64_t(a.n_grids)}, made));
  return publish(std::move(made), a.out_grid);
}

/// Rejects boxes whose low end is above the high end.
inline Status check_box(Context& context, const int32_t* low, const int32_t* high) {
  for (int axis = 0; axis < 3; ++axis) {
    if (low[axis] <= high[axis]) continue;
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use box: low %d is above high %d along axis %d", low[axis],
                high[axis], axis);
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
