/// Memory of the C library from a multiple of some address on. On Windows, where it comes from another heap than the
/// rest, it has to be given back in its own way.
#pragma once

#if defined(_WIN32)
#include <malloc.h>
#endif

#include <cstdint>
#include <cstdlib>

namespace dvdb::backend {

/// Allocates memory; null if there is none. The size has to be a multiple of the alignment, a power of two.
inline void* allocate_aligned(int64_t alignment, int64_t bytes) {
#if defined(_WIN32)
  return _aligned_malloc(size_t(bytes), size_t(alignment));
#else
  return std::aligned_alloc(size_t(alignment), size_t(bytes));
#endif
}

/// Frees it.
inline void free_aligned(void* memory) {
#if defined(_WIN32)
  _aligned_free(memory);
#else
  std::free(memory);
#endif
}

}  // namespace dvdb::backend
