/// A scan by teams in one launch, which write their output while they still hold what they counted.
///
///   for_each_team_scan(context, n, f)    calls f.count(i, team, state), which returns the same number to all lanes of
///   a team,
///                                        with an F::State per lane, and once all earlier items are counted f.emit(i,
///                                        team, state, count, sum before i), again by all lanes. For few items: all
///                                        states are kept at once
///   wait_for_report(context, word)       returns once a word of the report slot that was 0 before the launch is
///   non-zero; the
///                                        launch may still be running then
#pragma once

#include "backend/api/launch.hpp"

#include "device/special/rays/team_scan.hpp"
