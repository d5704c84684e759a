/// Tiles on a CUDA stream: alone, joined in groups or scanned. Included through backend/launch.hpp.
#pragma once

#include "backend/cuda/scan.cuh"

namespace dvdb::backend {

/// The phases of a tile from P on to kEnd, with a barrier before each but the first of all.
template <int P, int kEnd, class F>
__device__ __forceinline__ void do_phases(const F& f, int64_t tile, typename F::Shared& shared) {
  if constexpr (P < kEnd) {
    if constexpr (P > 0) __syncthreads();
    f.template phase<P>(tile, int(threadIdx.x), shared);
    do_phases<P + 1, kEnd>(f, tile, shared);
  }
}

template <int P, int kEnd, class F>
__device__ __forceinline__ void do_join(const F& f, int height, int64_t group, typename F::Shared& shared) {
  if constexpr (P < kEnd) {
    __syncthreads();
    f.template join<P>(height, group, int(threadIdx.x), shared);
    do_join<P + 1, kEnd>(f, height, group, shared);
  }
}

/// Threads that a multiprocessor of every target has room for.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
inline constexpr int kLeastRoom = 1024;
#else
inline constexpr int kLeastRoom = 1536;
#endif

template <class F>
constexpr int tiles_at_once() {
  if constexpr (requires { F::kAtOnce; }) return F::kAtOnce < kLeastRoom / F::kThreads ? F::kAtOnce : kLeastRoom / F::kThreads;
  return 1;
}

/// Says that what a member of a group hands on is written, and whether all members have; for one thread of the block.
/// Only the last one has to wait until it sees what the others wrote.
__device__ __forceinline__ bool is_last_of(uint32_t* ticket, uint32_t members) {
  uint32_t before;
  asm volatile("atom.add.release.gpu.global.u32 %0, [%1], 1;" : "=r"(before) : "l"(ticket) : "memory");
  if (before != members - 1) return false;
  *ticket = 0;
  __threadfence();
  return true;
}

/// A tile, and then what it is the last of, from group to group: the next group is known to be complete as soon as all
/// is handed on, while the rest is still being written. `tickets` counts who is done, 0 between launches.
template <class F>
__device__ __forceinline__ void do_tile_and_groups(const F& f, uint32_t* tickets, typename F::Shared& shared) {
  __shared__ bool is_last;
  int64_t place = blockIdx.x;
  int64_t count = gridDim.x;
  do_phases<0, F::kHandOn>(f, place, shared);
  for (int height = 1;; ++height) {
    const int64_t group = place / F::kFan;
    __syncthreads();
    if (threadIdx.x == 0) is_last = is_last_of(&tickets[group], uint32_t(min_of<int64_t>(F::kFan, count - group * F::kFan)));
    if (height == 1) {
      do_phases<F::kHandOn, F::kPhases>(f, place, shared);
    } else {
      do_join<F::kJoinHandOn, F::kJoinPhases>(f, height - 1, place, shared);
    }
    __syncthreads();
    if (!is_last) return;
    count = (count + F::kFan - 1) / F::kFan;
    tickets += count;
    place = group;
    do_join<0, F::kJoinHandOn>(f, height, place, shared);
    if (count > 1) continue;
    do_join<F::kJoinHandOn, F::kJoinPhases>(f, height, place, shared);
    return;
  }
}

template <class F>
__global__ void __launch_bounds__(F::kThreads, tiles_at_once<F>()) for_each_tile_kernel(F f) {
#if defined(__CUDA_ARCH__)
  __shared__ typename F::Shared shared;
  do_phases<0, F::kPhases>(f, int64_t(blockIdx.x), shared);
#endif
}

template <class F>
__global__ void __launch_bounds__(F::kThreads, tiles_at_once<F>()) for_each_tile_group_kernel(F f, uint32_t* tickets) {
#if defined(__CUDA_ARCH__)
  __shared__ typename F::Shared shared;
  do_tile_and_groups(f, tickets, shared);
#endif
}

template <class F>
__global__ void __launch_bounds__(F::kThreads, tiles_at_once<F>()) for_each_tile_scan_kernel(F f, ScanBoards boards) {
#if defined(__CUDA_ARCH__)
  __shared__ typename F::Shared shared;
  boards.clear_spent(F::kThreads);
  const int64_t tile = blockIdx.x;
  do_phases<0, F::kHandOn>(f, tile, shared);
  __syncthreads();
  volatile uint64_t* status = boards.now;
  const uint64_t count = f.count(tile, shared);
  if (threadIdx.x == 0 && gridDim.x > 1) status[tile] = (tile == 0 ? kScanInclusive : kScanAggregate) | count;
  do_phases<F::kHandOn, F::kPhases>(f, tile, shared);
  if (threadIdx.x >= 32) return;
  const uint64_t before = tile == 0 ? 0 : sum_of_tiles_before(status, tile);
  if (threadIdx.x != 0) return;
  if (tile > 0) status[tile] = kScanInclusive | (before + count);
  f.emit(tile, count, before);
#endif
}

template <class F>
Status for_each_tile(Context& context, int64_t n, F f) {
  if (n <= 0) return {};
  cudaStream_t stream = context.device->stream;
  if constexpr (requires { F::kFan; }) {
    int64_t groups = 0;
    for (int64_t count = n; groups == 0 || count > 1;) groups += count = (count + F::kFan - 1) / F::kFan;
    uint32_t* tickets = nullptr;
    DVDB_TRY(take_tickets(context, groups, &tickets));
    for_each_tile_group_kernel<<<unsigned(n), F::kThreads, 0, stream>>>(f, tickets);
  } else if constexpr (requires { &F::emit; }) {
    ScanBoards boards;
    if (n > 1) DVDB_TRY(take_boards(context, n, boards));
    for_each_tile_scan_kernel<<<unsigned(n), F::kThreads, 0, stream>>>(f, boards);
  } else {
    for_each_tile_kernel<<<unsigned(n), F::kThreads, 0, stream>>>(f);
  }
  return check_cuda(context, cudaGetLastError(), "launch");
}

}  // namespace dvdb::backend
