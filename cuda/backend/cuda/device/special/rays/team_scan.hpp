/// Teams that place what they count, on a CUDA stream. Included through backend/api/special/rays/team_scan.hpp.
#pragma once

#include "backend/api/launch.hpp"

namespace dvdb::backend {

/// A scan with decoupled look-back, as for_each_scan, whose items are those of teams. Blocks start in the order of
/// their numbers, so one never waits for another that has no room.
template <class F>
__global__ void __launch_bounds__(kBlock) for_each_team_scan_kernel(F f, int64_t n, int size_log2, ScanBoards boards) {
  __shared__ uint64_t placed[kBlock];  // of each team of the block
  __shared__ uint64_t block_before;
  boards.clear_spent(kBlock);
  const int teams = kBlock >> size_log2;
  const int own = int(threadIdx.x) >> size_log2;
  const int64_t i = int64_t(blockIdx.x) * teams + own;
  const Team team{int(threadIdx.x) & ((1 << size_log2) - 1), 1 << size_log2};
  typename F::State state;
  const uint64_t count = i < n ? f.count(i, team, state) : 0;
  if (team.rank == 0) placed[own] = count;
  __syncthreads();
  if (threadIdx.x < 32) {
    const int lane = int(threadIdx.x);
    uint64_t sum = 0;
    for (int first = 0; first < teams; first += 32) {
      const uint64_t value = first + lane < teams ? placed[first + lane] : 0;
      const uint64_t upto = sum_upto_lane(value);
      if (first + lane < teams) placed[first + lane] = sum + upto - value;
      sum += __shfl_sync(~0u, upto, 31);
    }
    uint64_t below = 0;
    if (gridDim.x > 1) {
      volatile uint64_t* status = boards.now;
      if (blockIdx.x > 0) {
        if (lane == 0) status[blockIdx.x] = kScanAggregate | sum;
        below = sum_of_tiles_before(status, int64_t(blockIdx.x));
      }
      if (lane == 0) status[blockIdx.x] = kScanInclusive | (below + sum);
    }
    if (lane == 0) block_before = below;
  }
  __syncthreads();
  if (i < n) f.emit(i, team, state, count, block_before + placed[own]);
}

template <class F>
Status for_each_team_scan(Context& context, int64_t n, F f, int64_t = kGrain) {
  if (n <= 0) return {};
  const int size_log2 = team_size_log2(n);
  const int64_t blocks = ((n << size_log2) + kBlock - 1) / kBlock;
  ScanBoards boards;
  if (blocks > 1) DVDB_TRY(take_boards(context, blocks, boards));
  for_each_team_scan_kernel<<<unsigned(blocks), kBlock, 0, context.device->stream>>>(f, n, size_log2, boards);
  return check_launch(context);
}

/// Looking at the word costs less than the driver's way of waiting, which is asked now and then for faults.
inline Status wait_for_report(Context& context, const uint64_t* word) {
  constexpr int kLooks = 4096;
  for (;;) {
    for (int look = 0; look < kLooks; ++look) {
      if (atomic_load(word) != 0) return {};
    }
    const cudaError_t state = cudaStreamQuery(context.device->stream);
    if (state != cudaErrorNotReady) {
      DVDB_TRY(check_cuda(context, state, "wait for the device"));
      return check_canceled(context);
    }
  }
}

}  // namespace dvdb::backend
