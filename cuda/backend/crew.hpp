/// The backend seam, part 18: crews. A crew (a thread block on a GPU, one thread on a CPU) works on one item and has memory of
/// its own (shared memory on a GPU).
///
///   for_each_crew(context, n, f)  calls f(i, crew, memory) for i in [0, n), n below 2^31, in any order, by all members of a crew at once:
///                                 a block of F::kThreads threads on a GPU, one thread on a CPU. They share `memory`, initially
///                                 undefined words: at least kLeastCrewWords; on a GPU with more shared memory as many as still
///                                 let F::kAtOnce crews be resident on a multiprocessor. F::kMostWords, if defined, says how
///                                 many words are of use; a GPU leaves the rest to the L1 cache. A crew has
///                                 kCrewMembers<F::kThreads> members. Control flow must be the same for all members where
///                                 crew.wait() or crew.sum_before() is called
///   call_for(address)             prefetches memory that is read later; on a GPU only, where memory latency is longest
#pragma once

#include "base/portable.hpp"

namespace dvdb::backend {

/// Words that every crew has: some targets have only 64 KB of shared memory.
inline constexpr int kLeastCrewWords = 64 * 256;

}  // namespace dvdb::backend

#if defined(__CUDACC__)
#include "backend/cuda/crew.cuh"
#else
#include "backend/cpu/crew.hpp"
#endif
