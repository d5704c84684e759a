/// The backend seam, part 20: words that change hands.
///
///   atomic_exchange(word, value)  puts a value of 32 bits in a word of memory that all see and returns what was there, relaxed
#pragma once

#include "backend/launch.hpp"

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
