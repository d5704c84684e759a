/// Runs a test with several numbers of host threads.
#pragma once

#include "base/context.hpp"
#include "check.hpp"

namespace dvdb::test {

template <class Body>
void with_thread_counts(Context& context, Body body) {
  const int usual = context.team.threads();
  for (const int threads : {1, 2, 3, 8}) {
    if (kLaunchesOnGpu && threads > 1) break;
    context.team.set_threads(threads);
    body();
  }
  context.team.set_threads(usual);
}

}  // namespace dvdb::test
