/// The neighborhood that a radius covers.
#pragma once

#include "topology/derive.hpp"

namespace dvdb {

struct Neighborhood {
  uint32_t neighbors;
  int32_t radius;

  /// Whether the neighborhood is a box, which takes a single step whatever the radius.
  bool is_box() const { return neighbors == DVDB_NEIGHBORS_CORNERS || radius == 0; }
  nodes::Relation box() const {
    const int32_t low[3] = {-radius, -radius, -radius};
    const int32_t high[3] = {radius, radius, radius};
    return box_relation(low, high);
  }
};

}  // namespace dvdb
