/// Splits work into one contiguous part per thread. Results must not depend on how it is split.
#pragma once

#include <omp.h>

#include <algorithm>
#include <cstdint>

namespace dvdb::backend {

struct Parts {
  static constexpr int kMost = 256;
  static constexpr int64_t kLeastItems = 16384;  // fewer are not worth waking a thread for

  explicit Parts(int64_t n)
      : size(n), count(int(std::min<int64_t>(std::min(omp_get_max_threads(), kMost), n / kLeastItems + 1))) {}
  int64_t begin(int part) const { return size * part / count; }

  const int64_t size;
  const int count;
};

/// Runs body(part, begin, end) for every part, each on a thread of its own.
template <class Body>
void for_each_part(const Parts& parts, Body body) {
  if (parts.count == 1) {
    body(0, int64_t(0), parts.size);
    return;
  }
#pragma omp parallel for schedule(static, 1) num_threads(parts.count)
  for (int part = 0; part < parts.count; ++part) body(part, parts.begin(part), parts.begin(part + 1));
}

}  // namespace dvdb::backend
