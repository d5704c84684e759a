/// Launches on a CUDA stream. Included through backend/api/launch.hpp.
#pragma once

#include <cuda_runtime.h>

#include "backend/api/atomics.hpp"
#include "backend/api/team.hpp"
#include "backend/cuda/launch/slices.cuh"
#include "backend/cuda/state.cuh"
#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb::backend {

inline constexpr int kBlock = 256;

template <class F>
__global__ void __launch_bounds__(kBlock) for_each_kernel(F f, int64_t first, int64_t end) {
  const int64_t i = first + int64_t(blockIdx.x) * kBlock + threadIdx.x;
  if (i < end) f(i);
}

template <class F>
Status for_each(Context& context, int64_t n, F f, int64_t grain = kGrain) {
  if constexpr (requires { &F::run_on_host; })
    static_cast<void>(&F::run_on_host);  // for host threads; else the compiler calls it unused
  if (n <= 0) return {};
  return launch_items(context, n, grain, [&](int64_t first, int64_t end) {
    const int64_t blocks = (end - first + kBlock - 1) / kBlock;
    for_each_kernel<<<unsigned(blocks), kBlock, 0, context.device->stream>>>(f, first, end);
  });
}

/// A kernel of its own, so that the registers of teams cost nothing where a team is a single lane.
template <class F>
__global__ void __launch_bounds__(kBlock) for_each_alone_kernel(F f, int64_t first, int64_t end) {
  const int64_t i = first + int64_t(blockIdx.x) * kBlock + threadIdx.x;
  if (i < end) f(i, Team{});
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

/// log2 of the number of lanes that each of so many items gets.
inline int team_size_log2(int64_t n) {
  int size_log2 = 0;
  while (size_log2 < 5 && n << (size_log2 + 1) <= kBusyLanes) ++size_log2;
  return size_log2;
}

template <class F>
Status for_each_team(Context& context, int64_t n, F f, int64_t grain = kGrain) {
  if (n <= 0) return {};
  const int size_log2 = team_size_log2(n);
  if (size_log2 > 0) {  // fewer items than a slice has
    const int64_t blocks = ((n << size_log2) + kBlock - 1) / kBlock;
    for_each_team_kernel<<<unsigned(blocks), kBlock, 0, context.device->stream>>>(f, n, size_log2);
    return check_launch(context);
  }
  return launch_items(context, n, grain, [&](int64_t first, int64_t end) {
    const int64_t blocks = (end - first + kBlock - 1) / kBlock;
    for_each_alone_kernel<<<unsigned(blocks), kBlock, 0, context.device->stream>>>(f, first, end);
  });
}

/// Shared memory of a block that stages runs; two or more such blocks fit a multiprocessor of every target.
inline constexpr int64_t kStagedBytes = 32 * 1024;

template <class T, class F>
__global__ void __launch_bounds__(kBlock) for_each_run_kernel(F f, int64_t begin, int64_t end, int width, T* out) {
  extern __shared__ unsigned long long staged_words[];
  T* const staged = reinterpret_cast<T*>(staged_words);
  const int64_t first = begin + int64_t(blockIdx.x) * blockDim.x;
  const int items = int(end - first < int64_t(blockDim.x) ? end - first : int64_t(blockDim.x));
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
  const int64_t grain = max_of<int64_t>(1, kGrain / max_of<int64_t>(1, width));
  if (bytes > kStagedBytes) return for_each(context, n, WriteRun<T, F>{f, width, out}, grain);
  return launch_items(context, n, grain, [&](int64_t first, int64_t end) {
    const int64_t blocks = (end - first + threads - 1) / threads;
    for_each_run_kernel<<<unsigned(blocks), unsigned(threads), size_t(bytes), context.device->stream>>>(
        f, first, end, int(width), out);
  });
}

}  // namespace dvdb::backend

#include "backend/cuda/launch/blocks.cuh"
#include "backend/cuda/launch/scan.cuh"
#include "backend/cuda/launch/tiles.cuh"
#include "backend/cuda/launch/warps.cuh"
