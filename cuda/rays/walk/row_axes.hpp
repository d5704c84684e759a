/// The order of the axes (u, v, and that of the rows) for rows along one of them.
#pragma once

#include "base/portable.hpp"

namespace dvdb {

/// Axis number `at` in the order for rows along `axis`: 2 is `axis` itself, 0 and 1 are the others, ascending.
DVDB_FN int axis_of_rows(int axis, int at) {
  return at == 2 ? axis : at == 0 ? (axis == 0 ? 1 : 0) : (axis == 2 ? 1 : 2);
}

}  // namespace dvdb
