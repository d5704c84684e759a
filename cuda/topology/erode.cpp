/// Grids of the voxels all of whose neighbors are active: complements of dilated complements.
#include "topology/derive.hpp"
#include "topology/masks.hpp"
#include "topology/neighborhood.hpp"

using namespace dvdb;

namespace {

/// One step of erosion: keeps the voxels that `write(batch, words)` leaves.
template <class Write>
Status erode_once(Context& context, const GridBatch& batch, const nodes::Transforms& transforms,
                  std::unique_ptr<GridBatch>& out, Write write) {
  MaskWords words(context);
  DVDB_TRY(words.place(context, batch));
  DVDB_TRY(write(batch, words.words.data));
  return prune(context, batch, words, transforms, "erode grid", out);
}

/// Erodes by a box: in one step if it reaches few leaves around a leaf, otherwise axis by axis.
Status erode_box(Context& context, const GridBatch& batch, const nodes::Relation& box,
                 const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) {
  const auto once = [&](const nodes::MaskedBatch& from, const nodes::Relation& by, std::unique_ptr<GridBatch>& made) {
    return erode_once(context, *from.batch, transforms, made, [&](const GridBatch& own, uint64_t* words) {
      return nodes::erode_words(context, own, by, words);
    });
  };
  return box.most_nodes(kLeafLog2) <= nodes::kMostLeaves ? once({&batch}, box, out)
                                                         : nodes::by_axes({&batch}, box, out, once);
}

}  // namespace

Status operators::erode_by_box(Context& c, const ErodeByBoxArgs& a) {
  return derive(c, a, [&](const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) -> Status {
    DVDB_TRY(check_box(c, a.low, a.high));
    for (int axis = 0; axis < 3; ++axis) {
      if (a.low[axis] <= 0 && a.high[axis] >= 0) continue;
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot erode grid: the box %d to %d along axis %d does not hold 0",
                  a.low[axis], a.high[axis], axis);
    }
    return erode_box(c, *a.grid, box_relation(a.low, a.high), transforms, out);
  });
}

Status operators::eroded_grid(Context& c, const ErodedGridArgs& a) {
  return derive(c, a, [&](const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) -> Status {
    const Neighborhood around{a.neighborhood, int32_t(a.radius)};
    if (around.is_box()) return erode_box(c, *a.grid, around.box(), transforms, out);
    for (uint32_t step = 0; step < a.radius && !(out && out->view.n_voxels == 0); ++step) {
      std::unique_ptr<GridBatch> next;
      DVDB_TRY(erode_once(c, out ? *out : *a.grid, transforms, next, [&](const GridBatch& own, uint64_t* words) {
        return nodes::erode_words(c, own, a.neighborhood, words);
      }));
      out = std::move(next);
    }
    return {};
  });
}
