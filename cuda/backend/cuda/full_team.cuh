/// Whole teams on a GPU. Included through backend/full_team.hpp.
#pragma once

#include "backend/launch.hpp"

namespace dvdb::backend {

inline constexpr int kFullTeam = 32;
inline constexpr int kTeamBlock = 128;  // teams that take long hold up few others

template <class F>
constexpr int team_blocks_at_once() {
  if constexpr (requires { F::kAtOnce; }) return F::kAtOnce < kLeastRoom / kTeamBlock ? F::kAtOnce : kLeastRoom / kTeamBlock;
  return 1;
}

template <class F>
__global__ void __launch_bounds__(kTeamBlock, team_blocks_at_once<F>()) for_each_full_team_kernel(F f, int64_t n) {
  const int64_t i = int64_t(blockIdx.x) * (kTeamBlock / kFullTeam) + threadIdx.x / kFullTeam;
  if (i < n) f(i, Team{int(threadIdx.x) % kFullTeam, kFullTeam});
}

template <class F>
Status for_each_full_team(Context& context, int64_t n, F f, int64_t = kGrain) {
  if (n <= 0) return {};
  constexpr int64_t kTeams = kTeamBlock / kFullTeam;
  for_each_full_team_kernel<<<unsigned((n + kTeams - 1) / kTeams), kTeamBlock, 0, context.device->stream>>>(f, n);
  return check_cuda(context, cudaGetLastError(), "launch");
}

}  // namespace dvdb::backend
