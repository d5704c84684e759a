/// Tiles that count their output and write it end to end, in one launch.
///
///   for_each_placed_tile(context, n, f)  f.phase<P>(tile, thread, shared) for P in [0, F::kHandOn), as in
///   for_each_tile; then
///                                        f.count(tile, shared) is known, and f.place<P>(tile, before, thread, shared)
///                                        for P in [F::kHandOn, F::kPhases), where `before` is the sum of the counts of
///                                        the tiles before. On a CPU the first phases run twice
#pragma once

#include "backend/api/launch.hpp"

#include "device/special/lod/placed_tiles.hpp"
