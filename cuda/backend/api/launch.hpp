/// The backend seam, part 2: launches of functors, and the few device-side operations that differ between targets.
///
///   for_each(context, n, f)       calls f(i) for i in [0, n), in any order; f.run(begin, end), if defined, does the same for
///                                 [begin, end), and the CPU backend calls it instead
///   for_each_run(context, n, width, out, f)
///                                 f(i, run) for i in [0, n), in any order, which fills the `width` elements of its run;
///                                 the runs lie end to end in `out`. On a GPU they are staged in shared memory, so that
///                                 writes are coalesced: f must write all of its run, and not read it
///   for_each_team(context, n, f)  f(i, team) for i in [0, n), in any order, by all lanes of a team: where there are too few
///                                 items to fill a GPU, several lanes share one
///   for_each_scan(context, n, f)  f.emit(i, count, sum of f.count(j) over j < i), an exclusive prefix sum below 2^62;
///                                 F::kScanItems, if defined, is how many items a GPU thread takes: consecutive ones, or
///                                 with F::kScanStriped every 32nd, so that neighbouring lanes have consecutive items
///   for_each_tile(context, n, f)  f.phase<P>(tile, thread, shared) for tiles in [0, n), in any order: all F::kThreads threads
///                                 of a tile finish phase P before phase P + 1 of F::kPhases begins, and see what the others
///                                 left in their F::Shared (shared memory), which is undefined at first; F::kAtOnce, if
///                                 defined, is how many tiles a multiprocessor must hold at once, which bounds their
///                                 registers; f.run(tile, shared), if defined, does the same as all phases, and the CPU
///                                 backend calls it instead.
///                                 With F::kSums, a tile of whole warps outputs numbers below 2^62 after F::kHandOn phases:
///                                 f.hand_on(tile, at, shared) for `at` in [0, F::kSums).
///                                 With F::kFan, these are reduced as a tree: of the numbers of F::kFan consecutive tiles
///                                 (fewer at the end) each thread gets its share by f.take(thread, numbers, shared), in
///                                 order and 0 for missing ones; f.join<P>(1, group, thread, shared) follows for P in
///                                 [0, F::kJoinPhases). A group outputs f.sum(at, shared) after F::kJoinHandOn of these;
///                                 groups are joined by f.join<P>(2, ...), and so on until one group holds all.
///                                 Without F::kFan, the numbers of all tiles are scanned: f.emit(i, number, sum of the
///                                 numbers before it), which may not see yet what a tile wrote
///
/// Functors live in anonymous namespaces, are trivially copyable and hold plain pointers.
/// atomic_or / atomic_and / atomic_xor / atomic_add / atomic_min / atomic_max act on 32- and 64-bit integers, atomic_load / atomic_store on words;
/// atomic_claim(word, free, value) is a compare-and-swap: it writes a value if the word equals `free`, and returns the previous one.
/// All are relaxed.
#pragma once

#include "backend/api/team.hpp"

#include "device/launch.hpp"
