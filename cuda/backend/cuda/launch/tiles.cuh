/// Tiles on a CUDA stream: alone, joined in groups or scanned. Included through backend/api/launch.hpp.
///
/// Joined and scanned tiles write what they hand on to a board, each number with a flag in its own word, so that nobody
/// has to wait for other memory. More blocks behind those of the tiles read it there as it comes. Blocks start in the
/// order of their numbers, so a block never waits for one that has no room.
#pragma once

#include "backend/cuda/launch/scan.cuh"

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
  if constexpr (requires { F::kAtOnce; })
    return F::kAtOnce < kLeastRoom / F::kThreads ? F::kAtOnce : kLeastRoom / F::kThreads;
  return 1;
}

/// Reads neighboring numbers of a board, as soon as all are there.
template <int kCount>
__device__ __forceinline__ void read_board(const volatile uint64_t* board, int64_t first, int64_t end,
                                           uint64_t (&out)[kCount]) {
  bool wait = true;
  while (wait) {
    wait = false;
#pragma unroll
    for (int k = 0; k < kCount; ++k) out[k] = first + k < end ? board[first + k] : kScanAggregate;
#pragma unroll
    for (int k = 0; k < kCount; ++k) wait |= out[k] < kScanAggregate;
  }
#pragma unroll
  for (int k = 0; k < kCount; ++k) out[k] &= kScanValue;
}

template <class F>
__device__ __forceinline__ void do_group(const F& f, int64_t tiles, const ScanBoards& boards,
                                         typename F::Shared& shared) {
  constexpr int kGiven = F::kFan * F::kSums / F::kThreads;
  static_assert(kGiven * F::kThreads == F::kFan * F::kSums);
  int64_t group = int64_t(blockIdx.x) - tiles;
  int64_t members = tiles;
  int height = 1;
  uint64_t* given = boards.now;
  for (int64_t groups; group >= (groups = (members + F::kFan - 1) / F::kFan); ++height) {
    group -= groups;
    given += members * F::kSums;
    members = groups;
  }
  uint64_t numbers[kGiven];
  const int at = int(threadIdx.x) * kGiven;
  read_board(given, group * F::kFan * F::kSums + at, members * F::kSums, numbers);
  f.take(int(threadIdx.x), numbers, shared);
  do_join<0, F::kJoinHandOn>(f, height, group, shared);
  __syncthreads();
  if (members > F::kFan && threadIdx.x < F::kSums)
    given[(members + group) * F::kSums + threadIdx.x] = kScanAggregate | f.sum(int(threadIdx.x), shared);
  do_join<F::kJoinHandOn, F::kJoinPhases>(f, height, group, shared);
}

template <class F>
__global__ void __launch_bounds__(F::kThreads, tiles_at_once<F>()) for_each_tile_kernel(F f) {
#if defined(__CUDA_ARCH__)
  __shared__ typename F::Shared shared;
  do_phases<0, F::kPhases>(f, int64_t(blockIdx.x), shared);
#endif
}

/// Numbers that a thread scans.
inline constexpr int kScanned = 4;

/// Scans what some tiles handed on. The sum of what those before them did is known as soon as all blocks before have
/// said theirs: there are few, so that none has to wait for what another has summed up.
template <class F>
__device__ __forceinline__ void scan_numbers(const F& f, int64_t tiles, const ScanBoards& boards) {
  constexpr int kWarps = F::kThreads / 32;
  __shared__ uint64_t sums[2][kWarps];  // of this block, and of blocks before
  const int64_t block = int64_t(blockIdx.x) - tiles;
  const int64_t end = tiles * F::kSums;
  const int64_t first = (block * F::kThreads + threadIdx.x) * kScanned;
  const int warp = int(threadIdx.x / 32);
  volatile uint64_t* const totals = boards.now + end;  // of blocks
  uint64_t numbers[kScanned];
  read_board(boards.now, first, end, numbers);
  uint64_t own = 0;
#pragma unroll
  for (const uint64_t number : numbers) own += number;
  const uint64_t upto = sum_upto_lane(own);
  if (threadIdx.x % 32 == 31) sums[0][warp] = upto;
  __syncthreads();
  uint64_t total = 0;
  uint64_t before = upto - own;
#pragma unroll
  for (int other = 0; other < kWarps; ++other) {
    before += other < warp ? sums[0][other] : 0;
    total += sums[0][other];
  }
  if (threadIdx.x == 0) totals[block] = kScanAggregate | total;
  if (block > 0) {
    uint64_t earlier = 0;
#pragma unroll 1
    for (int64_t at = threadIdx.x; at < block; at += F::kThreads) {
      uint64_t seen[1];
      read_board(totals, at, block, seen);
      earlier += seen[0];
    }
    const uint64_t sum = sum_upto_lane(earlier);
    if (threadIdx.x % 32 == 31) sums[1][warp] = sum;
    __syncthreads();
#pragma unroll
    for (int other = 0; other < kWarps; ++other) before += sums[1][other];
  }
#pragma unroll
  for (int k = 0; k < kScanned; ++k) {
    if (first + k < end) f.emit(first + k, numbers[k], before);
    before += numbers[k];
  }
}

/// Tiles that hand on, and behind them blocks that take it.
template <class F>
__global__ void __launch_bounds__(F::kThreads, tiles_at_once<F>())
    for_each_tile_and_all_kernel(F f, int64_t tiles, ScanBoards boards) {
#if defined(__CUDA_ARCH__)
  __shared__ typename F::Shared shared;
  const int64_t tile = blockIdx.x;
  if (__builtin_expect(tile < tiles, true)) {
    do_phases<0, F::kHandOn>(f, tile, shared);
    __syncthreads();
    if (threadIdx.x < F::kSums)
      boards.now[tile * F::kSums + threadIdx.x] = kScanAggregate | f.hand_on(tile, int(threadIdx.x), shared);
    do_phases<F::kHandOn, F::kPhases>(f, tile, shared);
  } else if constexpr (requires { F::kFan; }) {
    do_group(f, tiles, boards, shared);
  } else {
    scan_numbers(f, tiles, boards);
  }
  boards.clear_spent(F::kThreads);
#endif
}

template <class F>
Status for_each_tile(Context& context, int64_t n, F f) {
  if constexpr (requires { &F::run_on_host; })
    static_cast<void>(&F::run_on_host);  // for host threads; else the compiler calls it unused
  if (n <= 0) return {};
  cudaStream_t stream = context.device->stream;
  if constexpr (requires { F::kSums; }) {
    int64_t blocks = n;
    int64_t numbers = n * F::kSums;
    if constexpr (requires { F::kFan; }) {
      for (int64_t members = n; blocks == n || members > 1;) blocks += members = (members + F::kFan - 1) / F::kFan;
      numbers = blocks * F::kSums;
    } else {
      blocks += (numbers + kScanned * F::kThreads - 1) / (kScanned * F::kThreads);
      numbers += blocks - n;
    }
    ScanBoards boards;
    DVDB_TRY(take_boards(context, numbers, boards));
    for_each_tile_and_all_kernel<<<unsigned(blocks), F::kThreads, 0, stream>>>(f, n, boards);
  } else {
    static_assert(!requires { &F::emit; }, "A tile that is scanned says how many numbers it hands on");
    for_each_tile_kernel<<<unsigned(n), F::kThreads, 0, stream>>>(f);
  }
  return check_launch(context);
}

}  // namespace dvdb::backend
