/// Launches on a CUDA stream. Included through backend/launch.hpp.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "backend/cuda/device.cuh"
#include "backend/team.hpp"
#include "core/portable.hpp"
#include "core/status.hpp"

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

/// Writes a word that other threads may be writing too.
template <class T>
DVDB_FN void atomic_store(T* word, T value) {
  *static_cast<volatile T*>(word) = value;
}

/// Reads a word whose bits other threads may be setting, only to spare needless writes: what it sees may be old.
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

/// Compiled on its own, so that what teams need costs nothing where there are none.
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

/// Lanes that keep every GPU busy; more would only add to the work.
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

/// Statuses of tiles that a lane has under way while it looks back: how far a scan comes in a given time is a window of 32
/// times as many over the latency of memory.
inline constexpr int kLook = 4;

template <class F>
constexpr bool is_striped() {
  if constexpr (requires { F::kScanStriped; }) return F::kScanStriped;
  return false;
}

/// Sum over the lanes up to this one.
__device__ __forceinline__ uint64_t sum_upto_lane(uint64_t value) {
  const int lane = int(threadIdx.x & 31);
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const uint64_t below = __shfl_up_sync(~0u, value, step);
    if (lane >= step) value += below;
  }
  return value;
}

/// What the tiles before a tile count, once each has said its count or the sum up to it; called by a whole warp.
__device__ __forceinline__ uint64_t sum_of_tiles_before(const volatile uint64_t* status, int64_t tile) {
  const int lane = int(threadIdx.x & 31);
  uint64_t own = 0;
  for (int64_t look = tile - 1 - lane;; look -= 32 * kLook) {
    uint64_t seen[kLook];
#pragma unroll
    for (int k = 0; k < kLook; ++k) seen[k] = look - 32 * k >= 0 ? status[look - 32 * k] : kScanInclusive;
#pragma unroll
    for (int k = 0; k < kLook; ++k) {
      while (__any_sync(~0u, seen[k] >> 62 == 0)) seen[k] = look - 32 * k >= 0 ? status[look - 32 * k] : kScanInclusive;
      const uint32_t done = __ballot_sync(~0u, seen[k] >> 63 != 0);
      const int stop = done != 0 ? __ffs(int(done)) - 1 : 31;
      own += lane <= stop ? seen[k] & kScanValue : 0;
      if (done == 0) continue;
#pragma unroll
      for (int step = 16; step > 0; step /= 2) own += __shfl_xor_sync(~0u, own, step);
      return own;
    }
  }
}

/// Single-pass scan with decoupled look-back (Merrill and Garland 2016). Blocks start in the order of their numbers, so a
/// tile never waits for one that has no room. Each scan clears what the one before it on the stream left on its board.
template <int kItems, class F>
__global__ void __launch_bounds__(kBlock) for_each_scan_kernel(F f, int64_t n, ScanBoards boards) {
  constexpr int kWarps = kBlock / 32;
  constexpr bool kStriped = is_striped<F>();
  __shared__ uint64_t warp_sums[kWarps];
  __shared__ uint64_t tile_before;

  boards.clear_spent(kBlock);
  const int lane = int(threadIdx.x & 31);
  const int warp = int(threadIdx.x >> 5);
  const int64_t tile = blockIdx.x;
  const int64_t first = tile * kBlock * kItems + (kStriped ? warp * 32 * kItems + lane : int64_t(threadIdx.x) * kItems);
  constexpr int kStep = kStriped ? 32 : 1;
  uint64_t counts[kItems];
  uint64_t before[kItems];  // of the warp's items
#pragma unroll
  for (int item = 0; item < kItems; ++item) counts[item] = first + item * kStep < n ? f.count(first + item * kStep) : 0;
  uint64_t sum = 0;
  if constexpr (kStriped) {
#pragma unroll
    for (int item = 0; item < kItems; ++item) {
      const uint64_t upto = sum_upto_lane(counts[item]);
      before[item] = sum + upto - counts[item];
      sum += __shfl_sync(~0u, upto, 31);
    }
  } else {
#pragma unroll
    for (int item = 0; item < kItems; ++item) {
      before[item] = sum;
      sum += counts[item];
    }
    const uint64_t upto = sum_upto_lane(sum);
#pragma unroll
    for (int item = 0; item < kItems; ++item) before[item] += upto - sum;
    sum = upto;
  }
  if (lane == 31) warp_sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    const uint64_t mine = lane < kWarps ? warp_sums[lane] : 0;
    const uint64_t upto = sum_upto_lane(mine);
    if (lane < kWarps) warp_sums[lane] = upto - mine;
    const uint64_t total = __shfl_sync(~0u, upto, 31);
    volatile uint64_t* status = boards.now;
    uint64_t below = 0;
    if (tile > 0) {
      if (lane == 0) status[tile] = kScanAggregate | total;
      below = sum_of_tiles_before(status, tile);
    }
    if (lane == 0) {
      if (gridDim.x > 1) status[tile] = kScanInclusive | (below + total);
      tile_before = below;
    }
  }
  __syncthreads();
  const uint64_t base = tile_before + warp_sums[warp];
#pragma unroll
  for (int item = 0; item < kItems; ++item) {
    if (first + item * kStep < n) f.emit(first + item * kStep, counts[item], base + before[item]);
  }
}

template <int kItems, class F>
Status launch_scan(Context& context, int64_t n, F f) {
  constexpr int64_t kTile = int64_t(kBlock) * kItems;
  const int64_t tiles = (n + kTile - 1) / kTile;
  ScanBoards boards;
  if (tiles > 1) DVDB_TRY(take_boards(context, tiles, boards));
  for_each_scan_kernel<kItems><<<unsigned(tiles), kBlock, 0, context.device->stream>>>(f, n, boards);
  return check_cuda(context, cudaGetLastError(), "launch");
}

template <class F>
Status for_each_scan(Context& context, int64_t n, F f) {
  if (n <= 0) return {};
  if constexpr (requires { F::kScanItems; }) {
    return launch_scan<F::kScanItems>(context, n, f);
  } else {
    constexpr int64_t kShort = int64_t(64) * 1024;  // spread thin: its time is latency
    return n <= kShort ? launch_scan<1>(context, n, f) : launch_scan<4>(context, n, f);
  }
}

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

template <class F>
constexpr int tiles_at_once() {
  if constexpr (requires { F::kAtOnce; }) return F::kAtOnce;
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
