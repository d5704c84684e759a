/// The backend seam, part 4: passes over points that each backend does in its own way.
#pragma once

#include "core/context.hpp"
#include "core/portable.hpp"
#include "core/status.hpp"

namespace dvdb::backend {

/// Widens `bounds[b]` by the coordinates of list b, for every list.
Status widen_bounds(Context& context, Span<const Coord> points, BatchOffsets batch, Bounds* bounds);

}  // namespace dvdb::backend
