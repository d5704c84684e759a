/// Grids of coarser voxels: coarse = floor(fine / factor).
#include "topology/derive.hpp"

using namespace dvdb;

namespace {

constexpr int kMostLevels = 32;  // as the header says

}  // namespace

Status operators::coarsened_grid(Context& c, const CoarsenedGridArgs& a) {
  return derive(c, a, [&](const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) -> Status {
    nodes::Relation relation;
    for (int axis = 0; axis < 3; ++axis) relation.axes[axis] = {1, a.factor[axis], 1 - int64_t(a.factor[axis]), 0};
    return nodes::relate(c, {a.grid}, relation, transforms, "coarsen grid", out);
  });
}

Status operators::coarsened_grids(Context& c, const CoarsenedGridsArgs& a) {
  for (uint32_t level = 0; level < a.n_levels; ++level) a.out_grids[level] = 0;
  const int64_t of_level = 3 * int64_t(a.n_grids);
  nodes::Transforms transforms[kMostLevels];
  std::unique_ptr<GridBatch> made[kMostLevels];
  for (uint32_t level = 0; level < a.n_levels; ++level) {
    transforms[level] = {a.voxel_sizes + level * of_level, a.origins + level * of_level, int64_t(a.n_grids)};
    DVDB_TRY(check_transforms(c, transforms[level].voxel_sizes, transforms[level].origins, a.n_grids));
  }
  const Coord factor{a.factor[0], a.factor[1], a.factor[2]};
  DVDB_TRY(nodes::coarsen_levels(c, *a.grid, factor, transforms, int(a.n_levels), made));
  for (uint32_t level = 0; level < a.n_levels; ++level) {
    const Status published = publish(std::move(made[level]), &a.out_grids[level]);
    if (published.ok()) continue;
    while (level-- > 0) (void)retire(c, a.out_grids[level], Kind::kGrid);
    return published;
  }
  return {};
}
