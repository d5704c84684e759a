/// What all query entries begin with: the grid, the offsets of the elements, and the elements.
#pragma once

#include "backend/api/launch.hpp"
#include "core/entry.hpp"
#include "core/grid_batch.hpp"
#include "core/reals.hpp"

namespace dvdb {

/// A batch and the lists of elements to look up in it.
struct Question {
  GridView grid;
  BatchOffsets batch;
  backend::Scratch memory;

  explicit Question(Context& context) : memory(context) {}

  Status place(Context& context, dvdb_grid handle, const int64_t* offsets, uint32_t n_grids, int64_t n) {
    GridBatch* found = nullptr;
    DVDB_TRY(find(context, handle, &found));
    DVDB_TRY(check_grid_count(context, *found, n_grids));
    grid = found->view;
    return place_offsets(context, offsets, n_grids, n, memory, batch);
  }

  /// A query about the batch's own voxels.
  Status place_voxels(Context& context, dvdb_grid handle) {
    GridBatch* found = nullptr;
    DVDB_TRY(find(context, handle, &found));
    grid = found->view;
    return place_offsets(context, found->starts_of(kRowStarts), grid.n_grids, grid.n_voxels, memory, batch);
  }
};

}  // namespace dvdb
