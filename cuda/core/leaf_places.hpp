/// The positions of the leaves of a batch.
#pragma once

#include "backend/api/memory.hpp"
#include "core/grid.hpp"

namespace dvdb {

/// The position of a leaf: its lowest voxel, and its grid.
struct alignas(16) LeafPlace {
  Coord origin;
  uint32_t grid;
};

/// Writes the position of each leaf.
Status list_leaves(Context& context, const NodeWord* lowers, const LowerOrigin* origins, int64_t n_lowers,
                   LeafPlace* out);

/// Lists the positions of all leaves of a batch, in `memory`.
Status list_leaves(Context& context, const GridView& grid, backend::Scratch& memory, Span<LeafPlace>& out);

}  // namespace dvdb
