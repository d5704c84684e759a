/// The backend seam, part 11: launches for full teams, which are whole warps on a GPU.
///
///   for_each_full_team(context, n, f)  calls f(i, team) for i in [0, n), in any order, by all lanes of a team of kFullTeam: a
///                                      warp on a GPU, a team of one on a CPU. F::kAtOnce, if defined, is how many blocks
///                                      of four teams a multiprocessor must hold at once, which bounds their registers
#pragma once

#include "backend/api/launch.hpp"

#include "device/full_team.hpp"
