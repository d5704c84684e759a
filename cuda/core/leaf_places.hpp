/// Where the leaves of a batch lie.
#pragma once

#include "backend/memory.hpp"
#include "core/grid.hpp"

namespace dvdb {

/// Where a leaf lies: its least voxel, and its grid.
struct alignas(16) LeafPlace {
  Coord origin;
  uint32_t grid;
};

/// Writes where each leaf lies.
Status list_leaves(Context& context, const NodeWord* lowers, const LowerOrigin* origins, int64_t n_lowers, LeafPlace* out);

/// Lists where all leaves of a batch lie, in `memory`.
Status list_leaves(Context& context, const GridView& grid, backend::Scratch& memory, Span<LeafPlace>& out);

}  // namespace dvdb
