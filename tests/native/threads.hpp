/// Runs a test with several numbers of host threads; once where the work is not done by host threads.
#pragma once

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace dvdb::test {

template <class Body>
void with_thread_counts(Body body) {
#if defined(_OPENMP)
  const int usual = omp_get_max_threads();
  for (const int threads : {1, 2, 3, 8}) {
    omp_set_num_threads(threads);
    body();
  }
  omp_set_num_threads(usual);
#else
  body();
#endif
}

}  // namespace dvdb::test
