/// The backend seam, part 18: crews, which take an item each and have memory of their own next to them.
///
///   for_each_crew(context, n, f)  f(i, crew, memory) for i in [0, n), n below 2^31, in any order, by all members of a crew at once: a block
///                                 of F::kThreads on a GPU, one member on a host thread. They share `memory`, words that
///                                 begin undefined: kLeastCrewWords at least, and on a GPU that has more as many as let
///                                 F::kAtOnce crews work on a multiprocessor; F::kMostWords, if it is there, says
///                                 how many are of use, and a GPU keeps the rest as a cache. A crew of F::kThreads has
///                                 kCrewMembers<F::kThreads> members. Which way a crew goes must not depend on the member where
///                                 crew.wait() or crew.sum_before() is called
///   call_for(address)             asks for memory that is read later, on a GPU, where waiting for it takes longest
#pragma once

#include "core/portable.hpp"

namespace dvdb::backend {

/// Words that every crew has: some targets have 64 KB for all.
inline constexpr int kLeastCrewWords = 64 * 256;

}  // namespace dvdb::backend

#if defined(__CUDACC__)
#include "backend/cuda/crew.cuh"
#else
#include "backend/cpu/crew.hpp"
#endif
