/// Slots for grids whose bounds hold far more tiles than are occupied.
#pragma once

#include "backend/api/memory.hpp"
#include "core/nodes/steps.hpp"

namespace dvdb::nodes {

/// Sorts the tile keys of coordinates and gives a slot to each distinct one. Writes the grids' slots, makes `work` find
/// slots in the list and counts them. The list lives in `memory`.
Status list_tiles(Context& context, Span<const Coord> points, BatchOffsets batch, Work& work, backend::Scratch& memory,
                  int64_t* out_slots);

}  // namespace dvdb::nodes
