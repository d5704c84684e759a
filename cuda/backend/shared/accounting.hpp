/// Bookkeeping that the allocators of both backends share: counters, and failures injected by tests.
#pragma once

#include <algorithm>

#include "base/context.hpp"
#include "base/status.hpp"

namespace dvdb::backend {

inline Status out_of_memory(Context& context, int64_t bytes) {
  return fail(context, DVDB_OUT_OF_MEMORY,
              "Cannot allocate %lld bytes: the device holds %lld bytes for this context and has no room for more",
              static_cast<long long>(bytes), static_cast<long long>(context.held_bytes.load()));
}

/// Rejects negative sizes, and the allocation for which a test has requested a failure.
inline Status admit_allocation(Context& context, int64_t bytes) {
  if (bytes < 0)
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot allocate %lld bytes: the size is negative",
                static_cast<long long>(bytes));
  const uint32_t countdown = context.fail_countdown.load();
  if (countdown > 0) {
    context.fail_countdown = countdown - 1;
    if (countdown == 1)
      return fail(context, DVDB_OUT_OF_MEMORY, "Cannot allocate %lld bytes: failure injected",
                  static_cast<long long>(bytes));
  }
  if (bytes > context.memory_limit.load() - context.held_bytes.load()) return out_of_memory(context, bytes);
  return {};
}

inline void account_allocation(Context& context, int64_t bytes) {
  const int64_t held = context.held_bytes += bytes;
  context.peak_bytes = std::max(context.peak_bytes.load(), held);
  ++context.allocations;
}

}  // namespace dvdb::backend
