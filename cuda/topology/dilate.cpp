/// Grids of the voxels within a distance of others: in the maximum norm, or in steps of 6, 18 or 26 neighbors.
#include "topology/derive.hpp"
#include "topology/neighborhood.hpp"

using namespace dvdb;

Status operators::dilate_by_box(Context& c, const DilateByBoxArgs& a) {
  return derive(c, a, [&](const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) -> Status {
    DVDB_TRY(check_box(c, a.low, a.high));
    return nodes::relate(c, {a.grid}, box_relation(a.low, a.high), transforms, "dilate grid", out);
  });
}

Status operators::dilated_grid(Context& c, const DilatedGridArgs& a) {
  return derive(c, a, [&](const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) -> Status {
    const Neighborhood around{a.neighborhood, int32_t(a.radius)};
    if (around.is_box()) return nodes::relate(c, {a.grid}, around.box(), transforms, "dilate grid", out);
    DVDB_TRY(nodes::check_relation(c, *a.grid, around.box(), "dilate grid"));
    for (uint32_t step = 0; step < a.radius && (step == 0 || out->view.n_voxels > 0); ++step) {
      std::unique_ptr<GridBatch> next;
      DVDB_TRY(nodes::dilate_once(c, out ? *out : *a.grid, a.neighborhood, transforms, next));
      out = std::move(next);
    }
    return {};
  });
}
