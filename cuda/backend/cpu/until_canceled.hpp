/// Loops of host threads that end when the call is canceled.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/context.hpp"

namespace dvdb::backend {

/// Calls body(begin, end) for `at_once` of the items [begin, end) after the other, until the call is canceled. As a
/// canceled call stays so, nothing that comes later uses what is missing then.
template <class Body>
void until_canceled(const Context& context, int64_t begin, int64_t end, int64_t at_once, Body body) {
  for (; begin < end && !context.order.canceled(); begin += at_once) body(begin, std::min(begin + at_once, end));
}

}  // namespace dvdb::backend
