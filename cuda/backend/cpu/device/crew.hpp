/// Crews of one on host threads. Included through backend/crew.hpp.
#pragma once

#include "backend/api/launch.hpp"

namespace dvdb::backend {

/// What a core's nearest cache holds.
inline constexpr int kHostCrewWords = 112 * 256;
static_assert(kHostCrewWords >= kLeastCrewWords);

template <int>
inline constexpr int kCrewMembers = 1;

struct Crew {
  int rank = 0;
  int size = 1;

  /// A barrier: afterwards each member sees what the others wrote before it.
  void wait() const {}
  /// The sum over members of lower rank. `sums` is memory that must not be used otherwise until the next barrier.
  uint32_t sum_before(uint32_t, uint32_t (&)[32]) const { return 0; }
};

inline void call_for(const void*) {}

template <class F>
Status for_each_crew(Context&, int64_t n, F f) {
#pragma omp parallel for schedule(dynamic) if (n > 1)
  for (int64_t i = 0; i < n; ++i) {
    alignas(16) uint32_t memory[kHostCrewWords];
    f(i, Crew{}, Span<uint32_t>{memory, kHostCrewWords});
  }
  return {};
}

}  // namespace dvdb::backend
