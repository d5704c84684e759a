/// Sums of floats on host threads. Included through backend/api/special/sample/float_sums.hpp.
#pragma once

#include <atomic>

namespace dvdb::backend {

template <class T>
inline void atomic_sum(T* sum, T value) {
  std::atomic_ref<T>(*sum).fetch_add(value, std::memory_order_relaxed);
}

template <class T, int kCount>
inline void atomic_sums(T* sums, const T (&values)[kCount]) {
  for (int i = 0; i < kCount; ++i) atomic_sum(&sums[i], values[i]);
}

}  // namespace dvdb::backend
