/// What a grid handle names, and the checks that batched entries share.
#pragma once

#include <memory>

#include "core/grid.hpp"
#include "backend/memory.hpp"
#include "core/handles.hpp"

namespace dvdb {

struct GridBatch : Resource {
  static constexpr Kind kKind = Kind::kGrid;
  std::shared_ptr<Storage> storage;
  GridView view;
  std::unique_ptr<int64_t[]> starts;   // [kStartCount, n_grids + 1]
  std::unique_ptr<int32_t[]> bounds;   // [n_grids, 2, 3]

  explicit GridBatch(Context& owner) : Resource(kKind, owner) {}

  /// Where the grids' rows (or nodes of a level) start, and how many there are at the end.
  const int64_t* starts_of(StartKind kind) const { return starts.get() + kind * (view.n_grids + 1); }
};

/// Checks that a caller's arrays were sized for this batch.
Status check_grid_count(Context& context, const GridBatch& batch, int64_t n_grids);

/// Checks the lists of a batch: n_grids within the limit, offsets from 0, ascending, ending at n.
Status check_offsets(Context& context, const int64_t* offsets, int64_t n_grids, int64_t n);

/// Checks offsets against a grid and puts them where kernels can read them; a batch of one needs no memory.
Status place_offsets(Context& context, const int64_t* offsets, int64_t n_grids, int64_t n, backend::Scratch& memory, BatchOffsets& out);

}  // namespace dvdb
