/// Grouping on host threads. Included through backend/api/special/points/grouping.hpp.
#pragma once

#include <cstring>
#include <memory>
#include <new>

#include "backend/api/launch.hpp"

namespace dvdb::backend {

/// Grouping pays above this many points: as soon as it saves the threads their atomic writes.
inline constexpr int64_t kGroupAbove = int64_t(1) << 15;

/// Sets bits of a word that only one group's items touch; here a group belongs to one thread.
inline void set_own_bits(uint64_t* word, uint64_t bits, bool) { *word |= bits; }

/// A buffer of one cache line per group, so that scattered writes go to memory a whole line at a time.
struct GroupLines {
  static constexpr int kItems = 16;
  uint32_t items[kMaxGroups][kItems];
  uint8_t held[kMaxGroups];

  void flush(Groups& groups, uint32_t group) {
    const int count = held[group];
    if (count == 0) return;
    const int64_t at = atomic_add(&groups.cursors[group], int64_t(count));
    std::memcpy(groups.items + at, items[group], size_t(count) * sizeof(uint32_t));
    held[group] = 0;
  }
};

template <class F>
Status group(Context& context, int64_t n, F f, Groups& groups) {
  constexpr int64_t kChunk = int64_t(1) << 15;
  groups.n = n;
  std::memcpy(groups.cursors, groups.starts, size_t(groups.n_groups) * sizeof(int64_t));
  const int threads = context.team.threads();
  const std::unique_ptr<std::unique_ptr<GroupLines>[]> lines_of(new (std::nothrow)
                                                                    std::unique_ptr<GroupLines>[size_t(threads)]);
  bool failed = !lines_of;
  const int64_t chunks = failed ? 0 : (n + kChunk - 1) / kChunk;
  DVDB_TRY(run_chunks(context, chunks, [&](int64_t chunk, int thread) {
    std::unique_ptr<GroupLines>& lines = lines_of[thread];
    if (!lines) {
      lines.reset(new (std::nothrow) GroupLines);
      if (!lines) return atomic_store(&failed, true);
      std::memset(lines->held, 0, sizeof lines->held);
    }
    const int64_t end = min_of(n, (chunk + 1) * kChunk);
    for (int64_t i = chunk * kChunk; i < end; ++i) {
      uint32_t item;
      const uint32_t owner = f(i, &item);
      uint8_t& held = lines->held[owner];
      lines->items[owner][held++] = item;
      if (held == GroupLines::kItems) lines->flush(groups, owner);
    }
  }));
  if (failed) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot group items: out of host memory");
  return run_chunks(context, threads, [&](int64_t thread, int) {
    if (!lines_of[thread]) return;
    for (int owner = 0; owner < groups.n_groups; ++owner) lines_of[thread]->flush(groups, uint32_t(owner));
  });
}

template <class F>
Status for_each_grouped(Context& context, const Groups& groups, F f) {
  return run_chunks(context, groups.n_groups, [&](int64_t owner, int) {
    for (int64_t at = groups.starts[owner]; at < groups.starts[owner + 1]; ++at) f(int(owner), groups.items[at], false);
  });
}

/// Sets one bit for an item.
template <class F>
struct MarkItem {
  F f;

  void operator()(int group, uint32_t item, bool) const {
    const uint32_t position = f.bit_of(item);
    *f.word(group, position >> 6) |= bit(position & 63);
  }
};

template <class F>
Status mark_grouped(Context& context, const Groups& groups, F f) {
  return for_each_grouped(context, groups, MarkItem<F>{f});
}

}  // namespace dvdb::backend
