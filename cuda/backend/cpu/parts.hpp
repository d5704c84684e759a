/// Splits work into one contiguous part per thread. Results must not depend on how it is split.
#pragma once

#include <algorithm>
#include <cstdint>

#include "backend/cpu/until_canceled.hpp"
#include "base/context.hpp"

namespace dvdb::backend {

struct Parts {
  static constexpr int kMost = 256;
  static constexpr int64_t kLeastItems = 1 << 16;  // all of fewer are not worth waking a thread for
  static constexpr int64_t kLeastOfPart = 1 << 14;

  Parts(Context& of, int64_t n)
      : context(of),
        size(n),
        count(n < kLeastItems ? 1 : int(std::min<int64_t>(std::min(of.team.threads(), kMost), n / kLeastOfPart))) {}
  int64_t begin(int part) const { return size * part / count; }

  Context& context;
  const int64_t size;
  const int count;
};

/// Runs body(part, begin, end) for every part, each on one thread.
template <class Body>
void for_each_part(const Parts& parts, Body body) {
  parts.context.team.run(
      parts.count, [&](int64_t part, int) { body(int(part), parts.begin(int(part)), parts.begin(int(part) + 1)); });
}

/// Calls body(begin, end) for a piece of a part after the other, until the call is canceled.
template <class Body>
void for_each_piece(const Context& context, int64_t begin, int64_t end, Body body) {
  constexpr int64_t kAtOnce = 4096;  // each of which may touch a page for the first time, which can take long
  until_canceled(context, begin, end, kAtOnce, body);
}

}  // namespace dvdb::backend
