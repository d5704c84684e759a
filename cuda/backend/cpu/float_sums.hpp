/// Sums of floats on host threads. Included through backend/float_sums.hpp.
#pragma once

#include <atomic>

namespace dvdb::backend {

template <class T>
inline void atomic_sum(T* sum, T value) {
  std::atomic_ref<T>(*sum).fetch_add(value, std::memory_order_relaxed);
}

}  // namespace dvdb::backend
