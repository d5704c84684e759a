/// The backend seam, part 11: launches for teams that are whole.
///
///   for_each_full_team(context, n, f)  f(i, team) for i in [0, n), in any order, by all lanes of a team of kFullTeam: a
///                                      warp on a GPU, one lane on a host thread; F::kAtOnce, if it is there, says for
///                                      how many groups of four teams a GPU's multiprocessor shall have registers
#pragma once

#include "backend/launch.hpp"

#if defined(__CUDACC__)
#include "backend/cuda/full_team.cuh"
#else
#include "backend/cpu/full_team.hpp"
#endif
