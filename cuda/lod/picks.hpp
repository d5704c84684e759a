/// Points that move up to inner nodes.
#pragma once

#include "lod/samples.hpp"

namespace dvdb::lod {

/// How near a point is to the centre of its cell, in half units; 0 is the nearest.
template <class P>
DVDB_FN double nearness(const P& p, int shift) {
  const uint32_t mask = uint32_t((uint64_t(1) << shift) - 1);
  const double x = double(p.x & mask) * 2 - double(mask);
  const double y = double(p.y & mask) * 2 - double(mask);
  const double z = double(p.z & mask) * 2 - double(mask);
  return -(x * x + y * y + z * z);
}

/// Lets points move up that keep a distance, from the levels of leaves on: `levels` [n], of nodes that own points.
Status pick_poisson(Context& context, const Tree& tree, Span<uint8_t> levels);

}  // namespace dvdb::lod
