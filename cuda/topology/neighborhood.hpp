/// The neighbourhood that a radius covers.
#pragma once

#include "denovdb/topology.h"
#include "topology/derive.hpp"

namespace dvdb {

struct Neighborhood {
  uint32_t neighbors = 0;
  int32_t radius = 0;

  Status set(Context& context, uint32_t asked, uint32_t asked_radius) {
    if (asked != DVDB_NEIGHBORS_FACES && asked != DVDB_NEIGHBORS_EDGES && asked != DVDB_NEIGHBORS_CORNERS) {
      return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use neighborhood: %u neighbours are neither 6, 18 nor 26", asked);
    }
    if (asked_radius > uint32_t(INT32_MAX)) return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use radius: %u does not fit int32", asked_radius);
    neighbors = asked;
    radius = int32_t(asked_radius);
    return {};
  }

  /// Whether the neighbourhood is a box, which takes a single step whatever the radius.
  bool is_box() const { return neighbors == DVDB_NEIGHBORS_CORNERS || radius == 0; }
  nodes::Relation box() const {
    const int32_t low[3] = {-radius, -radius, -radius};
    const int32_t high[3] = {radius, radius, radius};
    return box_relation(low, high);
  }
};

}  // namespace dvdb
