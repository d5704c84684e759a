/// Tiles on a CUDA stream: alone, joined in groups or scanned. Included through backend/launch.hpp.
///
/// Joined and scanned tiles write what they hand on to a board, each number with a flag in its own word, so that nobody
/// has to wait for other memory. More blocks behind those of the tiles read it there as it comes. Blocks start in the order
/// of their numbers, so a block never waits for one that has no room.
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

/// Reads neighbouring numbers of a board, as soon as all are there.
template <int kCount>
__device__ __forceinline__ void read_board(const volatile uint64_t* board, int64_t first, int64_t end, uint64_t (&out)[kCount]) {
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
__device__ __forceinline__ void do_group(const F& f, int64_t tiles, const ScanBoards& boards, typename F::Shared& shared) {
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
  if (members > F::kFan && threadIdx.x < F::kSums) given[(members + group) * F::kSums + threadIdx.x] = kScanAggregate | f.sum(int(threadIdx.x), shared);
  do_join<F::kJoinHandOn, F::kJoinPhases>(f, height, group, shared);
}

template <class F>
__global__ void __launch_bounds__(F::kThreads, tiles_at_once<F>()) for_each_tile_kernel(F f) {
#if defined(__CUDA_ARCH__)
  __shared__ typename F::Shared shared;
  do_phases<0, F::kPhases>(f, int64_t(blockIdx.x), shared);
#endif
}

template <class F>
__global__ void __launch_bounds__(F::kThreads, tiles_at_once<F>()) for_each_tile_group_kernel(F f, int64_t tiles, ScanBoards boards) {
#if defined(__CUDA_ARCH__)
  __shared__ typename F::Shared shared;
  boards.clear_spent(F::kThreads);
  const int64_t tile = blockIdx.x;
  if (tile >= tiles) {
    do_group(f, tiles, boards, shared);
    return;
  }
  do_phases<0, F::kHandOn>(f, tile, shared);
  __syncthreads();
  if (threadIdx.x < F::kSums) boards.now[tile * F::kSums + threadIdx.x] = kScanAggregate | f.hand_on(int(threadIdx.x), shared);
  do_phases<F::kHandOn, F::kPhases>(f, tile, shared);
#endif
}

/// Counts of tiles that a block scans.
template <class F>
inline constexpr int64_t kScannedTiles = 4 * F::kThreads;

/// Sum of a number of each thread, for all of them.
template <int kThreads>
__device__ __forceinline__ uint64_t sum_of_block(uint64_t own, uint64_t (&sums)[kThreads / 32]) {
#pragma unroll
  for (int step = 16; step > 0; step /= 2) own += __shfl_xor_sync(~0u, own, step);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = own;
  __syncthreads();
  uint64_t sum = 0;
#pragma unroll
  for (int warp = 0; warp < kThreads / 32; ++warp) sum += sums[warp];
  return sum;
}

/// Scans the counts of some tiles. What those before them count is known as soon as all blocks before have said so: there
/// are few, so that none has to wait for what another has summed up.
template <class F>
__device__ __forceinline__ void scan_tiles(const F& f, int64_t tiles, const ScanBoards& boards) {
  constexpr int kWarps = F::kThreads / 32;
  __shared__ uint64_t sums[kWarps];
  __shared__ uint64_t sums_before[kWarps];
  const int64_t block = int64_t(blockIdx.x) - tiles;
  volatile uint64_t* const totals = boards.now + tiles;  // of blocks
  const int64_t first = block * kScannedTiles<F> + int64_t(threadIdx.x) * 4;
  uint64_t counts[4];
  read_board(boards.now, first, tiles, counts);
  const uint64_t own = counts[0] + counts[1] + counts[2] + counts[3];
  const uint64_t upto = sum_upto_lane(own);
  if (threadIdx.x % 32 == 31) sums[threadIdx.x / 32] = upto;
  __syncthreads();
  uint64_t before = upto - own;
  uint64_t total = 0;
#pragma unroll
  for (int warp = 0; warp < kWarps; ++warp) {
    if (warp == int(threadIdx.x / 32)) before += total;
    total += sums[warp];
  }
  if (threadIdx.x == 0) totals[block] = kScanAggregate | total;
  uint64_t earlier = 0;
  for (int64_t at = threadIdx.x; at < block; at += F::kThreads) {
    uint64_t seen[1];
    read_board(totals, at, block, seen);
    earlier += seen[0];
  }
  if (block > 0) before += sum_of_block<F::kThreads>(earlier, sums_before);
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    if (first + k < tiles) f.emit(first + k, counts[k], before);
    before += counts[k];
  }
}

template <class F>
__global__ void __launch_bounds__(F::kThreads, tiles_at_once<F>()) for_each_tile_scan_kernel(F f, int64_t tiles, ScanBoards boards) {
#if defined(__CUDA_ARCH__)
  __shared__ typename F::Shared shared;
  boards.clear_spent(F::kThreads);
  const int64_t tile = blockIdx.x;
  if (tile >= tiles) {
    scan_tiles(f, tiles, boards);
    return;
  }
  do_phases<0, F::kHandOn>(f, tile, shared);
  __syncthreads();
  if (threadIdx.x == 0) boards.now[tile] = kScanAggregate | f.count(tile, shared);
  do_phases<F::kHandOn, F::kPhases>(f, tile, shared);
#endif
}

template <class F>
Status for_each_tile(Context& context, int64_t n, F f) {
  if (n <= 0) return {};
  cudaStream_t stream = context.device->stream;
  if constexpr (requires { F::kFan; }) {
    int64_t blocks = n;
    for (int64_t members = n; blocks == n || members > 1;) blocks += members = (members + F::kFan - 1) / F::kFan;
    ScanBoards boards;
    DVDB_TRY(take_boards(context, blocks * F::kSums, boards));
    for_each_tile_group_kernel<<<unsigned(blocks), F::kThreads, 0, stream>>>(f, n, boards);
  } else if constexpr (requires { &F::emit; }) {
    const int64_t blocks = n + (n + kScannedTiles<F> - 1) / kScannedTiles<F>;
    ScanBoards boards;
    DVDB_TRY(take_boards(context, blocks, boards));
    for_each_tile_scan_kernel<<<unsigned(blocks), F::kThreads, 0, stream>>>(f, n, boards);
  } else {
    for_each_tile_kernel<<<unsigned(n), F::kThreads, 0, stream>>>(f);
  }
  return check_cuda(context, cudaGetLastError(), "launch");
}

}  // namespace dvdb::backend
