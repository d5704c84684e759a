/// Lists of what a batch holds: its leaves and its voxels, in order.
#pragma once

#include "backend/memory.hpp"
#include "core/grid.hpp"

namespace dvdb {

/// Where a leaf lies: its least voxel, and the lower node that it belongs to.
struct alignas(16) LeafSite {
  Coord origin;
  uint32_t lower;
};

/// Writes where each leaf lies.
Status list_leaves(Context& context, const GridView& grid, Span<LeafSite> out);

/// Writes the coordinates of all active voxels, in row order.
Status list_voxels(Context& context, const GridView& grid, Span<Coord> out);

}  // namespace dvdb
