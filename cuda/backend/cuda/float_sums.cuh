/// Sums of floats on a GPU. Included through backend/float_sums.hpp.
#pragma once

#include <cuda_runtime.h>

#include "core/portable.hpp"

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

}  // namespace dvdb::backend
