/// Offsets of lists of rows as entries receive them: checks, and copies in memory that kernels can read.
#pragma once

#include "backend/api/memory.hpp"
#include "base/context.hpp"
#include "base/status.hpp"

namespace dvdb {

/// Checks that offsets start at 0, do not descend and end at the number of rows.
inline Status check_lists(Context& context, const int64_t* offsets, int64_t n_lists, int64_t n, const char* name) {
  if (offsets[0] != 0)
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: they start at %lld, not at 0", name,
                static_cast<long long>(offsets[0]));
  for (int64_t list = 0; list < n_lists; ++list) {
    if (offsets[list + 1] >= offsets[list]) continue;
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: they descend from %lld to %lld at list %lld", name,
                static_cast<long long>(offsets[list]), static_cast<long long>(offsets[list + 1]),
                static_cast<long long>(list));
  }
  if (offsets[n_lists] != n) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: they end at %lld, there are %lld rows", name,
                static_cast<long long>(offsets[n_lists]), static_cast<long long>(n));
  }
  return {};
}

/// Copies a host array to memory that kernels can read.
inline Status place(Context& context, const int64_t* numbers, int64_t count, backend::Scratch& memory,
                    Span<int64_t>& out) {
  DVDB_TRY(memory.allocate(count, out));
  return backend::upload(context, out.data, numbers, count * int64_t(sizeof(int64_t)));
}

}  // namespace dvdb
