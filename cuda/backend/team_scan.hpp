/// The backend seam, part 13: teams that place what they count, while they still have it.
///
///   for_each_team_scan(context, n, f)    F::State of each lane: f.count(i, team, state), the same for all lanes of a team, and
///                                        when all items before are counted f.emit(i, team, state, count, sum before i), by all
///                                        lanes again; for few items: their states are kept at once
///   wait_for_report(context, word)       returns when a word of the report slot that was 0 before the launch is not any more:
///                                        what was launched has not always ended then
#pragma once

#include "backend/launch.hpp"

#if defined(__CUDACC__)
#include "backend/cuda/team_scan.cuh"
#else
#include "backend/cpu/team_scan.hpp"
#endif
