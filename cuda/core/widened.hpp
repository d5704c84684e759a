/// Elements in the type of sums, as general cores multiply them.
#pragma once

#include <type_traits>

#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"
#include "core/numbers.hpp"

namespace dvdb {

/// Converts elements to the type of the sums. The outputs of these functors do not alias anything; the host compiler
/// has to know that to vectorize them.
template <class T, class Sum>
struct Widen {
  const T* __restrict__ from;
  Sum* __restrict__ to;

  DVDB_FN void operator()(int64_t i) const { to[i] = widen(from[i]); }
};

/// Elements in the type of the sums: the caller's own buffer if the types are the same.
template <class T, class Sum>
Status widen_all(Context& context, const void* from, int64_t n, backend::Scratch& memory, const Sum** out) {
  if constexpr (std::is_same_v<T, Sum>) {
    *out = static_cast<const Sum*>(from);
    return {};
  } else {
    Span<Sum> wide;
    DVDB_TRY(memory.allocate(n, wide));
    *out = wide.data;
    return backend::for_each(context, n, Widen<T, Sum>{static_cast<const T*>(from), wide.data});
  }
}

}  // namespace dvdb
