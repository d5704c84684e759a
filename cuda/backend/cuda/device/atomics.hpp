/// Atomic operations on integers, on a GPU. Included through backend/api/atomics.hpp.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "base/portable.hpp"

namespace dvdb::backend {

/// CUDA has no atomics on int64_t or uint64_t by these names; the widths agree.
template <class T>
DVDB_FN auto* as_cuda_word(T* word) {
  if constexpr (sizeof(T) == 8) {
    return reinterpret_cast<unsigned long long*>(word);
  } else {
    return reinterpret_cast<unsigned int*>(word);
  }
}

/// The same with the sign kept, for minima and maxima.
template <class T>
DVDB_FN auto* as_ordered_word(T* word) {
  if constexpr (sizeof(T) == 4) {
    return word;
  } else if constexpr (std::is_signed_v<T>) {
    return reinterpret_cast<long long*>(word);
  } else {
    return reinterpret_cast<unsigned long long*>(word);
  }
}

// Functors are compiled for the host too, where these are never called.
template <class T>
DVDB_FN T atomic_or(T* word, T bits) {
#if defined(__CUDA_ARCH__)
  using Word = std::remove_pointer_t<decltype(as_cuda_word(word))>;
  return static_cast<T>(atomicOr(as_cuda_word(word), static_cast<Word>(bits)));
#else
  return *word | bits;
#endif
}

template <class T>
DVDB_FN T atomic_and(T* word, T bits) {
#if defined(__CUDA_ARCH__)
  using Word = std::remove_pointer_t<decltype(as_cuda_word(word))>;
  return static_cast<T>(atomicAnd(as_cuda_word(word), static_cast<Word>(bits)));
#else
  return *word & bits;
#endif
}

template <class T>
DVDB_FN T atomic_xor(T* word, T bits) {
#if defined(__CUDA_ARCH__)
  using Word = std::remove_pointer_t<decltype(as_cuda_word(word))>;
  return static_cast<T>(atomicXor(as_cuda_word(word), static_cast<Word>(bits)));
#else
  return *word ^ bits;
#endif
}

/// Sets bits of a word that many lanes of a warp are likely to share; one of them writes for all.
DVDB_FN void or_shared(uint64_t* word, uint64_t bits) {
#if __CUDA_ARCH__ >= 800
  const uint32_t peers = __match_any_sync(__activemask(), reinterpret_cast<unsigned long long>(word));
  const uint64_t low = __reduce_or_sync(peers, uint32_t(bits));
  const uint64_t high = __reduce_or_sync(peers, uint32_t(bits >> 32));
  if (int(threadIdx.x & 31) == __ffs(int(peers)) - 1) atomic_or(word, high << 32 | low);
#else
  atomic_or(word, bits);
#endif
}

template <class T>
DVDB_FN T atomic_add(T* word, T value) {
#if defined(__CUDA_ARCH__)
  using Word = std::remove_pointer_t<decltype(as_cuda_word(word))>;
  return static_cast<T>(atomicAdd(as_cuda_word(word), static_cast<Word>(value)));
#else
  return *word + value;
#endif
}

template <class T>
DVDB_FN T atomic_min(T* word, T value) {
#if defined(__CUDA_ARCH__)
  return static_cast<T>(atomicMin(as_ordered_word(word), *as_ordered_word(&value)));
#else
  return min_of(*word, value);
#endif
}

template <class T>
DVDB_FN T atomic_max(T* word, T value) {
#if defined(__CUDA_ARCH__)
  return static_cast<T>(atomicMax(as_ordered_word(word), *as_ordered_word(&value)));
#else
  return max_of(*word, value);
#endif
}

template <class T>
DVDB_FN T atomic_claim(T* word, T free, T value) {
#if defined(__CUDA_ARCH__)
  using Word = std::remove_pointer_t<decltype(as_cuda_word(word))>;
  return static_cast<T>(atomicCAS(as_cuda_word(word), static_cast<Word>(free), static_cast<Word>(value)));
#else
  return *word == free ? value : *word;
#endif
}

/// Writes a word that other threads may be writing too.
template <class T>
DVDB_FN void atomic_store(T* word, T value) {
  *static_cast<volatile T*>(word) = value;
}

/// Reads a word whose bits other threads may be setting, only to spare needless writes: what it reads may be stale.
template <class T>
DVDB_FN T peek(const T* word) {
  return *word;
}

/// Reads a word that other threads may be writing.
template <class T>
DVDB_FN T atomic_load(const T* word) {
  return *const_cast<const volatile T*>(word);
}

DVDB_FN uint32_t atomic_exchange(uint32_t* word, [[maybe_unused]] uint32_t value) {
#if defined(__CUDA_ARCH__)
  return atomicExch(word, value);
#else
  return *word;
#endif
}

}  // namespace dvdb::backend
