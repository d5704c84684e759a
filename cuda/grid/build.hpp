/// Building a batch of index grids from coordinates.
#pragma once

#include "core/nodes/builder.hpp"

namespace dvdb {

/// Input of a build. All arrays but the points are host memory.
struct BuildInput {
  Span<const Coord> points;
  const int64_t* offsets;     // [n_grids + 1], checked
  const double* voxel_sizes;  // [n_grids, 3]
  const double* origins;      // [n_grids, 3]
  int64_t n_grids;

  nodes::Transforms transforms() const { return {voxel_sizes, origins, n_grids}; }
};

/// Builds a batch without sorting: nodes are marked in bit masks level by level, and numbered by prefix sums over
/// these. The numbering is NanoVDB's (breadth first, signed tiles, x slowest).
Status build_grid(Context& context, const BuildInput& input, std::unique_ptr<GridBatch>& out);

}  // namespace dvdb
