/// The backend seam, part 10: items that take different numbers of turns, of two kinds. On a GPU the lanes of a warp take turns
/// of one kind together, and go on to other items when enough of them have finished.
///
///   for_each_in_turns(context, n, f, grain)   for i in [0, n), in any order: f.begin(i, state, far), then f.seek(i, state, far)
///                                             or f.pass(i, state, far), as each says what comes next, and f.end(i, state) when
///                                             it is over. What a turn of the kind that comes most often,
///                                             pass, needs of an item is in its F::State; the rest is in its F::Far.
///                                             f.runs(), if it is there, says whether there is anything to do at all;
///                                             F::kAtOnce, if it is there, for how many blocks at once a GPU's multiprocessor
///                                             shall have registers
///   kTurnsTogether                            whether items share turns, so that those that go other ways hold each other up
#pragma once

#include <cstdint>

namespace dvdb::backend {

enum class Turn : int32_t { kOver, kSeek, kPass };

}  // namespace dvdb::backend

#if defined(__CUDACC__)
#include "backend/cuda/turns.cuh"
#else
#include "backend/cpu/turns.hpp"
#endif
