/// The backend seam, part 20: atomic exchange.
///
///   atomic_exchange(word, value)  stores a 32-bit value in a word of global memory and returns the previous value; relaxed
#pragma once

#include "backend/api/launch.hpp"

namespace dvdb::backend {

DVDB_FN uint32_t atomic_exchange(uint32_t* word, [[maybe_unused]] uint32_t value) {
#if defined(__CUDA_ARCH__)
  return atomicExch(word, value);
#elif defined(__CUDACC__)
  return *word;  // never called
#else
  return __atomic_exchange_n(word, value, __ATOMIC_RELAXED);
#endif
}

}  // namespace dvdb::backend
