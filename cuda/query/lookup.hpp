/// The beginning of most queries: the grid, and the offsets of the elements.
#pragma once

#include "_generated/query_args.hpp"
#include "backend/api/launch.hpp"
#include "core/reals.hpp"

namespace dvdb {

/// A batch and the lists of elements to look up in it.
struct LookupRequest {
  GridView grid;
  BatchOffsets batch;
  backend::Scratch memory;

  explicit LookupRequest(Context& context) : memory(context) {}

  /// A query about the lists of an entry's checked arguments.
  template <class Args>
  Status place(Context& context, const Args& a) {
    grid = a.grid->view;
    return place_offsets(context, a.offsets, a.n_grids, a.n, memory, batch);
  }

  /// A query about the batch's own voxels.
  Status place_voxels(Context& context, const GridBatch& own) {
    grid = own.view;
    return place_offsets(context, own.starts_of(kRowStarts), grid.n_grids, grid.n_voxels, memory, batch);
  }
};

}  // namespace dvdb
