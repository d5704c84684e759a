/// Grids of finer voxels: fine = coarse * factor + [0, factor) per axis.
#include "topology/derive.hpp"
#include "topology/masks.hpp"

using namespace dvdb;

Status operators::refined_grid(Context& c, const RefinedGridArgs& a) {
  return derive(c, a, [&](const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) -> Status {
    nodes::Relation relation;
    for (int axis = 0; axis < 3; ++axis) relation.axes[axis] = {a.factor[axis], 1, 0, a.factor[axis] - int64_t(1)};
    MaskWords words(c);
    if (a.mask.given) DVDB_TRY(keep_masked(c, *a.grid, a.mask, words));
    return nodes::relate(c, words.of(*a.grid), relation, transforms, "refine grid", out);
  });
}
