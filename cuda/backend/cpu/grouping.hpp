/// Grouping on host threads: count and scatter in the same parts. Included through backend/grouping.hpp.
#pragma once

#include <cstring>
#include <memory>
#include <new>

#include "backend/launch.hpp"

namespace dvdb::backend {

template <class F>
Status group(Context& context, int64_t n, F f, Groups& groups) {
  groups.n = n;
  const int parts = omp_get_max_threads();
  const int n_groups = groups.n_groups;
  const std::unique_ptr<int64_t[]> cursors(new (std::nothrow) int64_t[size_t(parts) * kMaxGroups]());
  if (!cursors) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot group items: out of host memory");
#pragma omp parallel for schedule(static, 1) num_threads(parts)
  for (int part = 0; part < parts; ++part) {
    int64_t* counts = cursors.get() + int64_t(part) * kMaxGroups;
    uint32_t item;
    for (int64_t i = n * part / parts; i < n * (part + 1) / parts; ++i) ++counts[f(i, &item)];
  }
  for (int g = 0; g < n_groups; ++g) {
    int64_t at = groups.starts[g];
    for (int part = 0; part < parts; ++part) {
      int64_t& cursor = cursors[size_t(part) * kMaxGroups + size_t(g)];
      const int64_t count = cursor;
      cursor = at;
      at += count;
    }
  }
#pragma omp parallel for schedule(static, 1) num_threads(parts)
  for (int part = 0; part < parts; ++part) {
    int64_t* cursor = cursors.get() + int64_t(part) * kMaxGroups;
    for (int64_t i = n * part / parts; i < n * (part + 1) / parts; ++i) {
      uint32_t item;
      const uint32_t g = f(i, &item);
      groups.items[cursor[g]++] = item;
    }
  }
  return {};
}

template <class F>
Status for_each_grouped(Context&, const Groups& groups, F f) {
  const int64_t chunks = (groups.n + kGrain - 1) / kGrain;
#pragma omp parallel for schedule(dynamic)
  for (int64_t chunk = 0; chunk < chunks; ++chunk) {
    const int64_t end = std::min(groups.n, (chunk + 1) * kGrain);
    int64_t at = chunk * kGrain;
    int64_t g = last_not_above(groups.starts, groups.n_groups, at);
    for (; at < end; ++at) {
      while (at >= groups.starts[g + 1]) ++g;
      f(int(g), groups.items[at], true);  // a look is always cheaper than a locked write
    }
  }
  return {};
}

/// Sets one bit for an item.
template <class F>
struct MarkItem {
  F f;

  void operator()(int group, uint32_t item, bool) const {
    const uint32_t position = f.bit_of(item);
    uint64_t* word = f.word(group, position >> 6);
    if ((peek(word) & bit(position & 63)) == 0) atomic_or(word, bit(position & 63));
  }
};

template <class F>
Status mark_grouped(Context& context, const Groups& groups, F f) {
  return for_each_grouped(context, groups, MarkItem<F>{f});
}

}  // namespace dvdb::backend
