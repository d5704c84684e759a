/// The order of axes for rows along one of them.
#pragma once

#include "core/portable.hpp"

namespace dvdb {

/// Number `at` of the three axes for rows along an axis.
DVDB_FN int axis_of_rows(int axis, int at) { return at == 2 ? axis : at == 0 ? (axis == 0 ? 1 : 0) : (axis == 2 ? 1 : 2); }

}  // namespace dvdb
