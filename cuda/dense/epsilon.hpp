/// What normalizations add to variances.
#pragma once

#include <limits>

#include "base/context.hpp"
#include "base/status.hpp"

namespace dvdb {

inline Status check_epsilon(Context& c, double epsilon) {
  if (epsilon >= 0 && epsilon <= std::numeric_limits<double>::max()) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use epsilon: it is %g, 0 or more expected", epsilon);
}

}  // namespace dvdb
