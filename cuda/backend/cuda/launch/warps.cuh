/// Warps on a CUDA stream. Included through backend/api/launch.hpp.
#pragma once

#include "backend/cuda/launch/tiles.cuh"

namespace dvdb::backend {

inline constexpr int kWarpLanes = 32;
inline constexpr int kTeamBlock = 128;  // teams that take long hold up few others

template <class F>
constexpr int warp_blocks_at_once() {
  if constexpr (requires { F::kAtOnce; })
    return F::kAtOnce < kLeastRoom / kTeamBlock ? F::kAtOnce : kLeastRoom / kTeamBlock;
  return 1;
}

template <class F>
__global__ void __launch_bounds__(kTeamBlock, warp_blocks_at_once<F>())
    for_each_warp_kernel(F f, int64_t first, int64_t n) {
  const int64_t i = first + int64_t(blockIdx.x) * (kTeamBlock / kWarpLanes) + threadIdx.x / kWarpLanes;
  if (i < n) f(i, Team{int(threadIdx.x) % kWarpLanes, kWarpLanes});
}

template <class F>
Status for_each_warp(Context& context, int64_t n, F f, int64_t grain = kGrain) {
  constexpr int64_t kTeams = kTeamBlock / kWarpLanes;
  constexpr int64_t kMost = kTeams << 30;  // of a launch
  if (n <= 0) return {};
  return launch_items(context, n, max_of<int64_t>(1, grain / kWarpLanes), [&](int64_t first, int64_t end) {
    for (; first < end; first += kMost) {
      const int64_t blocks = (min_of(kMost, end - first) + kTeams - 1) / kTeams;
      for_each_warp_kernel<<<unsigned(blocks), kTeamBlock, 0, context.device->stream>>>(f, first, end);
    }
  });
}

}  // namespace dvdb::backend
