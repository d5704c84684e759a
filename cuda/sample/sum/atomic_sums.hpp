/// Sums that many threads add to at once: what comes before and after.
#pragma once

#include "sample/shared/request.hpp"

namespace dvdb::sample {

/// Whether something is left to be done, which the device decides.
struct Wanted {
  const uint32_t* word = nullptr;  // 0 for no; nullptr for yes

  DVDB_FN bool operator()() const { return word == nullptr || backend::peek(word) != 0; }
};

constexpr int64_t kMostLanes =
    1 << 18;  // more than work at once on any GPU; they end soon where there is nothing to do

/// Clears sums, so many lanes from one to the next.
template <class S>
struct ClearSums {
  Wanted wanted;
  S* sums;
  int64_t n;
  int64_t lanes;

  DVDB_FN void operator()(int64_t lane) const {
    if (!wanted()) return;
    for (int64_t i = lane; i < n; i += lanes) sums[i] = 0;
  }
};

/// Rounds sums to a narrower type.
template <class T>
struct RoundSums {
  Wanted wanted;
  const float* sums;
  T* out;
  int64_t n;
  int64_t lanes;

  DVDB_FN void operator()(int64_t lane) const {
    if (!wanted()) return;
    for (int64_t i = lane; i < n; i += lanes) out[i] = from_double<T>(double(sums[i]));
  }
};

}  // namespace dvdb::sample
