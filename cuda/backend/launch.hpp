/// The backend seam, part 2: launches of functors, and the few device-side operations that differ between targets.
///
///   for_each(context, n, f)       f(i) for i in [0, n), in any order; f.run(begin, end), if it is there, does the same for
///                                 [begin, end) and is what host threads call
///   for_each_run(context, n, width, out, f)
///                                 f(i, run) for i in [0, n), in any order, which fills the `width` elements of its run;
///                                 the runs lie end to end in `out`. On a GPU they are staged, so that memory is written
///                                 in whole lines: a run must only be written, and completely
///   for_each_team(context, n, f)  f(i, team) for i in [0, n), in any order, by all lanes of a team: on a GPU that few items
///                                 would leave idle, several lanes share one
///   for_each_scan(context, n, f)  f.emit(i, count, sum of f.count(j) over j < i), ascending sums below 2^62;
///                                 F::kScanItems, if it is there, says how many items a GPU thread takes: neighbours,
///                                 or with F::kScanStriped every 32nd, so that neighbouring lanes have neighbours
///   for_each_tile(context, n, f)  f.phase<P>(tile, thread, shared) for tiles in [0, n), in any order: all F::kThreads threads
///                                 of a tile finish phase P before phase P + 1 of F::kPhases begins, and see what the others
///                                 left in their F::Shared, which begins undefined; F::kAtOnce, if it is there, says for how
///                                 many tiles at once a GPU's multiprocessor shall have registers; f.run(tile, shared), if
///                                 it is there, does the same as all phases and is what host threads call.
///                                 With F::kSums, a tile of whole warps hands on numbers below 2^62 after F::kHandOn phases:
///                                 f.hand_on(tile, at, shared) for `at` in [0, F::kSums).
///                                 With F::kFan, tiles are joined in groups: of the numbers of F::kFan neighbours (fewer at
///                                 the end) each thread gets its share with f.take(thread, numbers, shared), one behind the
///                                 other and 0 for those that are not there; f.join<P>(1, group, thread, shared) follows for
///                                 P in [0, F::kJoinPhases). Groups hand on f.sum(at, shared) after F::kJoinHandOn of these
///                                 and are joined by f.join<P>(2, ...), and so on until one group has all.
///                                 Else the numbers of all tiles are scanned: f.emit(i, number, sum of the numbers before
///                                 it), which need not see what a tile wrote
///
/// Functors live in anonymous namespaces, are trivially copyable and hold plain pointers.
/// atomic_or / atomic_and / atomic_xor / atomic_add / atomic_min / atomic_max act on 32- and 64-bit integers, atomic_load / atomic_store on words;
/// atomic_claim(word, free, value) writes a value where the word is `free`, and returns what it was; all are relaxed.
#pragma once

#include "backend/team.hpp"

#if defined(__CUDACC__)
#include "backend/cuda/launch.cuh"
#else
#include "backend/cpu/launch.hpp"
#endif
