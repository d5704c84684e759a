/// Grids of coarser voxels: coarse = floor(fine / factor).
#include "topology/derive.hpp"

using namespace dvdb;

Status operators::coarsened_grid(Context& c, const CoarsenedGridArgs& a) {
  return derive(c, a, [&](const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) -> Status {
    nodes::Relation relation;
    for (int axis = 0; axis < 3; ++axis) relation.axes[axis] = {1, a.factor[axis], 1 - int64_t(a.factor[axis]), 0};
    return nodes::relate(c, {a.grid}, relation, transforms, "coarsen grid", out);
  });
}
