/// Loops of differing length, with iterations (turns) of two kinds. On a GPU the lanes of a warp take
/// turns of one kind together, and fetch new items when enough of them have finished.
///
///   for_each_in_turns(context, n, f, grain)   for i in [0, n), in any order: f.begin(i, state, far), then f.seek(i,
///   state, far)
///                                             or f.pass(i, state, far), where each call returns which comes next, and
///                                             finally f.end(i, state). What the more frequent kind of turn, pass,
///                                             needs of an item is in its F::State (registers); the rest is in its
///                                             F::Far. f.runs(), if defined, says whether there is anything to do at
///                                             all; F::kAtOnce, if defined, is how many blocks a multiprocessor must
///                                             hold at once, which bounds their registers
///   kTurnsTogether                            whether items run in lockstep, so that diverging ones hold each other up
#pragma once

#include <cstdint>

namespace dvdb::backend {

enum class Turn : int32_t { kOver, kSeek, kPass };

}  // namespace dvdb::backend

#include "device/special/rays/turns.hpp"
