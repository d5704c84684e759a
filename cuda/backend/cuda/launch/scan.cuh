/// Scans on a CUDA stream. Included through backend/api/launch.hpp.
#pragma once

#include "backend/cuda/launch/lanes.cuh"
#include "backend/cuda/state.cuh"
#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb::backend {

/// Tile statuses whose loads a lane has in flight during look-back: the throughput of a scan is a window of 32 times as
/// many tiles per memory latency.
inline constexpr int kLook = 4;

template <class F>
constexpr bool is_striped() {
  if constexpr (requires { F::kScanStriped; }) return F::kScanStriped;
  return false;
}

/// Sum of the counts of the tiles before a tile, once each has published its count or prefix; called by a whole warp.
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

/// Single-pass scan with decoupled look-back (Merrill and Garland 2016). Blocks start in the order of their numbers, so
/// a tile never waits for one that has no room. Each scan clears what the one before it on the stream left on its
/// board.
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
  return check_launch(context);
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

}  // namespace dvdb::backend
