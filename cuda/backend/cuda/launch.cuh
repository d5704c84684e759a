/// Launches on a CUDA stream. Included through backend/launch.hpp.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "backend/cuda/device.cuh"
#include "backend/team.hpp"
#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb::backend {

inline constexpr int64_t kGrain = 4096;  // host threads only; kept so that call sites agree
inline constexpr int kBlock = 256;

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

template <class F>
__global__ void __launch_bounds__(kBlock) for_each_kernel(F f, int64_t n) {
  const int64_t i = int64_t(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) f(i);
}

template <class F>
Status for_each(Context& context, int64_t n, F f, int64_t = kGrain) {
  if constexpr (requires { &F::run; }) static_cast<void>(&F::run);  // for host threads; else the compiler calls it unused
  if (n <= 0) return {};
  const int64_t blocks = (n + kBlock - 1) / kBlock;
  for_each_kernel<<<unsigned(blocks), kBlock, 0, context.device->stream>>>(f, n);
  return check_cuda(context, cudaGetLastError(), "launch");
}

/// A kernel of its own, so that the registers of teams cost nothing where a team is a single lane.
template <class F>
__global__ void __launch_bounds__(kBlock) for_each_alone_kernel(F f, int64_t n) {
  const int64_t i = int64_t(blockIdx.x) * kBlock + threadIdx.x;
  if (i < n) f(i, Team{});
}

template <class F>
__global__ void __launch_bounds__(kBlock) for_each_team_kernel(F f, int64_t n, int size_log2) {
  const int64_t at = int64_t(blockIdx.x) * kBlock + threadIdx.x;
  const int64_t i = at >> size_log2;
  const int size = 1 << size_log2;
  if (i < n) f(i, Team{int(at & (size - 1)), size});
}

/// The number of lanes that keeps every GPU busy; more would only add work.
inline constexpr int64_t kBusyLanes = 1 << 17;

template <class F>
Status for_each_team(Context& context, int64_t n, F f, int64_t = kGrain) {
  if (n <= 0) return {};
  int size_log2 = 0;
  while (size_log2 < 5 && n << (size_log2 + 1) <= kBusyLanes) ++size_log2;
  const int64_t blocks = ((n << size_log2) + kBlock - 1) / kBlock;
  if (size_log2 == 0) {
    for_each_alone_kernel<<<unsigned(blocks), kBlock, 0, context.device->stream>>>(f, n);
  } else {
    for_each_team_kernel<<<unsigned(blocks), kBlock, 0, context.device->stream>>>(f, n, size_log2);
  }
  return check_cuda(context, cudaGetLastError(), "launch");
}

/// Shared memory of a block that stages runs; two or more such blocks fit a multiprocessor of every target.
inline constexpr int64_t kStagedBytes = 32 * 1024;

template <class T, class F>
__global__ void __launch_bounds__(kBlock) for_each_run_kernel(F f, int64_t n, int width, T* out) {
  extern __shared__ unsigned long long staged_words[];
  T* const staged = reinterpret_cast<T*>(staged_words);
  const int64_t first = int64_t(blockIdx.x) * blockDim.x;
  const int items = int(n - first < int64_t(blockDim.x) ? n - first : int64_t(blockDim.x));
  if (int(threadIdx.x) < items) f(first + threadIdx.x, staged + int(threadIdx.x) * width);
  __syncthreads();
  T* const target = out + first * width;
  for (int at = int(threadIdx.x); at < items * width; at += int(blockDim.x)) target[at] = staged[at];
}

template <class T, class F>
struct WriteRun {
  F f;
  int64_t width;
  T* out;

  DVDB_FN void operator()(int64_t i) const { f(i, out + i * width); }
};

template <class T, class F>
Status for_each_run(Context& context, int64_t n, int64_t width, T* out, F f) {
  static_assert(sizeof(T) <= sizeof(unsigned long long));
  if (n <= 0) return {};
  int64_t threads = kBlock;
  while (threads > 32 && threads * width * int64_t(sizeof(T)) > kStagedBytes) threads /= 2;
  const int64_t bytes = threads * width * int64_t(sizeof(T));
  if (bytes > kStagedBytes) return for_each(context, n, WriteRun<T, F>{f, width, out});
  const int64_t blocks = (n + threads - 1) / threads;
  for_each_run_kernel<<<unsigned(blocks), unsigned(threads), size_t(bytes), context.device->stream>>>(f, n, int(width), out);
  return check_cuda(context, cudaGetLastError(), "launch");
}

}  // namespace dvdb::backend

#include "backend/cuda/scan.cuh"
#include "backend/cuda/tiles.cuh"
