/// Atomic operations on integers, on host threads. Included through backend/api/atomics.hpp.
#pragma once

#include <cstdint>

namespace dvdb::backend {

template <class T>
inline T atomic_or(T* word, T bits) {
  return __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
}

template <class T>
inline T atomic_and(T* word, T bits) {
  return __atomic_fetch_and(word, bits, __ATOMIC_RELAXED);
}

template <class T>
inline T atomic_xor(T* word, T bits) {
  return __atomic_fetch_xor(word, bits, __ATOMIC_RELAXED);
}

/// Sets bits of a word that many items nearby are likely to share.
inline void or_shared(uint64_t* word, uint64_t bits) { atomic_or(word, bits); }

template <class T>
inline T atomic_add(T* word, T value) {
  return __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
}

template <class T>
inline T atomic_min(T* word, T value) {
  T seen = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (value < seen && !__atomic_compare_exchange_n(word, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return seen;
}

template <class T>
inline T atomic_max(T* word, T value) {
  T seen = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (seen < value && !__atomic_compare_exchange_n(word, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return seen;
}

template <class T>
inline T atomic_claim(T* word, T free, T value) {
  __atomic_compare_exchange_n(word, &free, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return free;
}

/// Writes a word that other threads may be writing too.
template <class T>
inline void atomic_store(T* word, T value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

/// Reads a word whose bits other threads may be setting, only to spare needless writes: what it reads may be stale.
template <class T>
inline T peek(const T* word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/// Reads a word that other threads may be writing.
template <class T>
inline T atomic_load(const T* word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

inline uint32_t atomic_exchange(uint32_t* word, uint32_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_RELAXED);
}

}  // namespace dvdb::backend
