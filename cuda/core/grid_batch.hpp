/// The batch of grids that a handle names, and the checks that batched entries share.
#pragma once

#include <memory>

#include "backend/api/memory.hpp"
#include "core/grid.hpp"
#include "core/handles.hpp"

namespace dvdb {

struct GridBatch : Resource {
  static constexpr Kind kKind = Kind::kGrid;
  std::shared_ptr<Storage> storage;
  GridView view;
  std::unique_ptr<int64_t[]> starts;  // [kStartCount, n_grids + 1]
  std::unique_ptr<int32_t[]> bounds;  // [n_grids, 2, 3]

  explicit GridBatch(Context& owner) : Resource(kKind, owner) {}

  /// The offsets at which the rows (or the nodes of a level) of each grid start; the last entry is the total.
  const int64_t* starts_of(StartKind kind) const { return starts.get() + kind * (view.n_grids + 1); }
};

/// Checks that a caller's arrays were sized for this batch's number of grids.
Status check_grid_count(Context& context, const GridBatch& batch, int64_t n_grids);

/// Names of what has offsets, for messages.
struct OffsetWords {
  const char* owner;     // such as "rays"
  const char* list;      // such as "ray"
  const char* elements;  // such as "samples"
};

/// Checks that offsets start at 0, do not descend and end at n.
Status check_ascending(Context& context, const int64_t* offsets, int64_t n_lists, int64_t n, const OffsetWords& words);

/// Checks the offsets of the lists of a batch: n_grids within the limit, from 0, ascending, up to n.
Status check_offsets(Context& context, const int64_t* offsets, int64_t n_grids, int64_t n);

/// Checks offsets and copies them to the device; a batch of one needs no memory.
Status place_offsets(Context& context, const int64_t* offsets, int64_t n_grids, int64_t n, backend::Scratch& memory,
                     BatchOffsets& out);

}  // namespace dvdb
