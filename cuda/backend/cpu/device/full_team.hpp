/// Whole teams on host threads. Included through backend/full_team.hpp.
#pragma once

#include "backend/api/launch.hpp"

namespace dvdb::backend {

inline constexpr int kFullTeam = 1;

template <class F>
Status for_each_full_team(Context& context, int64_t n, F f, int64_t grain = kGrain) {
  return for_each_team(context, n, f, grain);
}

}  // namespace dvdb::backend
