/// Sums of floats on a GPU. Included through backend/api/special/sample/float_sums.hpp.
#pragma once

#include <cuda_runtime.h>

#include "base/portable.hpp"

namespace dvdb::backend {

// Functors are compiled for the host too, where this is never called.
template <class T>
DVDB_FN void atomic_sum(T* sum, T value) {
#if defined(__CUDA_ARCH__)
  atomicAdd(sum, value);
#else
  *sum += value;
#endif
}

template <class T, int kCount>
DVDB_FN void atomic_sums(T* sums, const T (&values)[kCount]) {
#if __CUDA_ARCH__ >= 900
  constexpr bool kFours = sizeof(T) == sizeof(float) && kCount % 4 == 0;
#else
  constexpr bool kFours = false;
#endif
  if constexpr (kFours) {
#if __CUDA_ARCH__ >= 900
    for (int i = 0; i < kCount; i += 4)
      atomicAdd(reinterpret_cast<float4*>(sums + i),
                make_float4(values[i], values[i + 1], values[i + 2], values[i + 3]));
#endif
  } else {
    for (int i = 0; i < kCount; ++i) atomic_sum(&sums[i], values[i]);
  }
}

}  // namespace dvdb::backend
