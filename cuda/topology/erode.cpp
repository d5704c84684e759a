#include "denovdb/topology.h"
#include "topology/derive.hpp"
#include "topology/masks.hpp"
#include "topology/neighborhood.hpp"

using namespace dvdb;

namespace {

/// One step of erosion: keeps the voxels that `write(batch, words)` leaves.
template <class Write>
Status erode_once(Context& context, const GridBatch& batch, const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out, Write write) {
  MaskWords words(context);
  DVDB_TRY(words.place(context, batch));
  DVDB_TRY(write(batch, words.words.data));
  return prune(context, batch, words, transforms, "erode grid", out);
}

/// Erodes by a box: in one step if it reaches few leaves around a leaf, otherwise axis by axis.
Status erode_box(Context& context, const GridBatch& batch, const nodes::Relation& box, const nodes::Transforms& transforms,
                 std::unique_ptr<GridBatch>& out) {
  const auto once = [&](const nodes::MaskedBatch& from, const nodes::Relation& by, std::unique_ptr<GridBatch>& made) {
    return erode_once(context, *from.batch, transforms, made,
                      [&](const GridBatch& own, uint64_t* words) { return nodes::erode_words(context, own, by, words); });
  };
  return box.most_nodes(kLeafLog2) <= nodes::kMostLeaves ? once({&batch}, box, out) : nodes::by_axes({&batch}, box, out, once);
}

}  // namespace

dvdb_status dvdb_grid_erode_box(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* low, const int32_t* high,
                                const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  const Result result{voxel_sizes, origins, n_grids, out_grid};
  return derive(context, ticket, grid, result, [&](Context& c, const GridBatch& batch, std::unique_ptr<GridBatch>& out) -> Status {
    DVDB_TRY(check_box(c, low, high));
    for (int axis = 0; axis < 3; ++axis) {
      if (low[axis] <= 0 && high[axis] >= 0) continue;
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot erode grid: the box %d to %d along axis %d does not hold 0", low[axis], high[axis], axis);
    }
    return erode_box(c, batch, box_relation(low, high), result.transforms(), out);
  });
}

dvdb_status dvdb_grid_erode(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, uint32_t neighborhood, uint32_t radius, const double* voxel_sizes,
                            const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  const Result result{voxel_sizes, origins, n_grids, out_grid};
  return derive(context, ticket, grid, result, [&](Context& c, const GridBatch& batch, std::unique_ptr<GridBatch>& out) -> Status {
    Neighborhood around;
    DVDB_TRY(around.set(c, neighborhood, radius));
    if (around.is_box()) return erode_box(c, batch, around.box(), result.transforms(), out);
    for (uint32_t step = 0; step < radius && !(out && out->view.n_voxels == 0); ++step) {
      std::unique_ptr<GridBatch> next;
      DVDB_TRY(erode_once(c, out ? *out : batch, result.transforms(), next,
                          [&](const GridBatch& own, uint64_t* words) { return nodes::erode_words(c, own, neighborhood, words); }));
      out = std::move(next);
    }
    return {};
  });
}
