/// The launches that operators choose from. Each runs a functor for the items i of [0, n) on a context's device, after
/// the work enqueued so far. What belongs to a few operators alone is in special/.
///
///   each    for_each(context, n, f)
///               f(i), on a thread per item
///           for_each_run(context, n, width, out, f)
///               f(i, run), on a thread per item, which fills the `width` elements of its run; runs lie end to end in
///               `out`
///   scan    for_each_scan(context, n, f)
///               f.emit(i, count, sum of f.count(j) over j < i)
///   team    for_each_team(context, n, f)
///               f(i, team), on several lanes per item where there are too few items to fill a GPU
///   warp    for_each_warp(context, n, f)
///               f(i, team), on a whole warp per item
///   block   for_each_block(context, n, f)
///               f(i, block, memory), on a block per item, which shares memory
///   tile    for_each_tile(context, n, f)
///               f.phase<P>(i, thread, shared), on a block per item (a tile), phase by phase; tiles may hand numbers
///               on, which are joined in groups or scanned
///
/// Functors live in anonymous namespaces, are trivially copyable and hold plain pointers.
///
/// **Order.** Items run in any order and concurrently, so what f does for an item must not depend on what it did for
/// others; results that must be reproducible add up integers by atomics.hpp, or anything in an order of their own. Sums
/// of a scan or of a tile are those of the order of items, on every backend. Launches of a context run one after the
/// other.
///
/// **each.** Threads share nothing. f.run_on_host(begin, end), if defined, does the same for [begin, end), and the CPU
/// backend calls it instead. The runs of for_each_run are staged in shared memory on a GPU, so that writes are
/// coalesced: f must write all of its run, and not read it.
///
/// **scan.** An exclusive prefix sum below 2^62, in one pass; a CPU calls f.count twice per item. F::kScanItems, if
/// defined, is how many items a GPU thread takes: consecutive ones, or with F::kScanStriped every 32nd, so that
/// neighboring lanes have consecutive items.
///
/// **team, warp.** All lanes of a team call f for the item at once, and exchange values through it (team.hpp). On a CPU
/// a team is one lane. for_each_warp has teams of kWarpLanes; F::kAtOnce, if defined, is how many blocks of four warps
/// a multiprocessor must hold at once, which bounds their registers.
///
/// **block.** All members of a block call f for the item at once: F::kThreads threads of a GPU, or one thread of a CPU;
/// n is below 2^31. They share `memory`, initially undefined words: at least kLeastBlockWords; on a GPU with more
/// shared memory as many as still let F::kAtOnce blocks be resident on a multiprocessor. F::kMostWords, if defined,
/// says how many words are of use; a GPU leaves the rest to the L1 cache. A block has kBlockMembers<F::kThreads>
/// members. block.wait() is a barrier, and block.sum_before(value, sums) the sum over members of lower rank, where
/// `sums` is memory that must not be used otherwise until the next barrier; control flow must be the same for all
/// members where these are called.
///
/// **tile.** All F::kThreads threads of a tile finish phase P before phase P + 1 of F::kPhases begins, and see what the
/// others left in their F::Shared (shared memory), which is undefined at first. F::kAtOnce, if defined, is how many
/// tiles a multiprocessor must hold at once, which bounds their registers. f.run_on_host(tile, shared), if defined,
/// does the same as all phases, and the CPU backend calls it instead. With F::kSums, a tile of whole warps outputs
/// numbers below 2^62 after F::kHandOn phases: f.hand_on(tile, at, shared) for `at` in [0, F::kSums). With F::kFan,
/// these are reduced as a tree: of the numbers of F::kFan consecutive tiles (fewer at the end) each thread gets its
/// share by f.take(thread, numbers, shared), in order and 0 for missing ones; f.join<P>(1, group, thread, shared)
/// follows for P in [0, F::kJoinPhases). A group outputs f.sum(at, shared) after F::kJoinHandOn of these; groups are
/// joined by f.join<P>(2, ...), and so on until one group holds all. Without F::kFan, the numbers of all tiles are
/// scanned: f.emit(i, number, sum of the numbers before it), which may not see yet what a tile wrote.
#pragma once

#include "backend/api/atomics.hpp"
#include "backend/api/team.hpp"

namespace dvdb::backend {

/// Words that every block has: some targets have only 64 KB of shared memory.
inline constexpr int kLeastBlockWords = 64 * 256;

}  // namespace dvdb::backend

#include "device/launch.hpp"
