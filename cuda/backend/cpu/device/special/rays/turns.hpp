/// Turns on host threads: one item after the other. Included through backend/api/special/rays/turns.hpp.
#pragma once

#include "backend/api/launch.hpp"

namespace dvdb::backend {

inline constexpr bool kTurnsTogether = false;

template <class F>
struct TakeTurns {
  F f;

  void operator()(int64_t i) const {
    typename F::State state;
    typename F::Far far{};
    Turn turn = f.begin(i, state, far);
    while (turn != Turn::kOver) turn = turn == Turn::kSeek ? f.seek(i, state, far) : f.pass(i, state, far);
    f.end(i, state);
  }
};

template <class F>
Status for_each_in_turns(Context& context, int64_t n, F f, int64_t grain) {
  return has_work(f) ? for_each(context, n, TakeTurns<F>{f}, grain) : Status{};
}

}  // namespace dvdb::backend
