/// Slots for clouds whose bounds hold far more tiles than are occupied.
#pragma once

#include "backend/memory.hpp"
#include "grid/build_steps.hpp"

namespace dvdb {

/// Sorts the points' tile keys and gives a slot to each distinct one. Writes the grids' slots, makes `work` find slots
/// in the list and counts them. The list lives in `memory`.
Status list_tiles(Context& context, steps::Work& work, backend::Scratch& memory, int64_t* out_slots);

}  // namespace dvdb
