/// What the host knows of a batch.
#include <cstring>

#include "core/entry.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/grid.h"

using namespace dvdb;

dvdb_status dvdb_grid_destroy(dvdb_context context, dvdb_grid grid) noexcept {
  return entry(context, [=](Context& c) { return retire(c, grid, Kind::kGrid); });
}

dvdb_status dvdb_grid_counts(dvdb_context context, dvdb_grid grid, int64_t* out_counts) noexcept {
  return entry(context, [=](Context& c) -> Status {
    GridBatch* batch = nullptr;
    DVDB_TRY(find(c, grid, &batch));
    DVDB_TRY(require(c, out_counts, 1, "out_counts"));
    out_counts[DVDB_COUNT_GRIDS] = batch->view.n_grids;
    out_counts[DVDB_COUNT_VOXELS] = batch->view.n_voxels;
    out_counts[DVDB_COUNT_LEAVES] = batch->view.n_leaves;
    out_counts[DVDB_COUNT_LOWERS] = batch->view.n_lowers;
    out_counts[DVDB_COUNT_UPPERS] = batch->view.n_tiles;
    out_counts[DVDB_COUNT_BYTES] = batch->storage->bytes;
    return {};
  });
}

dvdb_status dvdb_grid_table(dvdb_context context, dvdb_grid grid, uint32_t n_grids, int64_t* out_offsets, int32_t* out_bboxes) noexcept {
  return entry(context, [=](Context& c) -> Status {
    GridBatch* batch = nullptr;
    DVDB_TRY(find(c, grid, &batch));
    DVDB_TRY(check_grid_count(c, *batch, n_grids));
    const int64_t n = n_grids;
    DVDB_TRY(require(c, out_offsets, 1, "out_offsets"));
    DVDB_TRY(require(c, out_bboxes, n, "out_bboxes"));
    std::memcpy(out_offsets, batch->starts_of(kRowStarts), size_t(n + 1) * sizeof(int64_t));
    if (n > 0) std::memcpy(out_bboxes, batch->bounds.get(), size_t(6 * n) * sizeof(int32_t));
    return {};
  });
}
