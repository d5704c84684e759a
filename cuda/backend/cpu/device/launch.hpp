/// Launches on host threads. Included through backend/api/launch.hpp.
#pragma once

#include <algorithm>
#include <memory>
#include <new>

#include "backend/api/atomics.hpp"
#include "backend/api/team.hpp"
#include "backend/cpu/until_canceled.hpp"
#include "base/context.hpp"
#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb::backend {

/// Items that one thread takes at a time unless a launch says otherwise.
inline constexpr int64_t kGrain = 4096;

/// Up to so many chunks of that size may be too little work to call other threads for: how long one takes will tell.
inline constexpr int64_t kFewChunks = 16;

/// When to call other threads for chunks of usual size.
inline ThreadTeam::Call call_for(int64_t chunks) {
  return chunks <= kFewChunks ? ThreadTeam::Call::kWhenLong : ThreadTeam::Call::kAtOnce;
}

/// Has the team take chunks until all are done or the call is canceled.
template <class Body>
Status run_chunks(Context& context, int64_t chunks, const Body& body,
                  ThreadTeam::Call call = ThreadTeam::Call::kAtOnce) {
  context.team.run(
      chunks,
      [&](int64_t chunk, int thread) {
        if (context.order.canceled()) [[unlikely]]
          return false;  // the chunks that are left may be more than anybody counts
        body(chunk, thread);
        return true;
      },
      call);
  return check_canceled(context);
}

/// Processes items [begin, end) one by one, or by a single call of run_on_host() if the functor has it. Apart, so that
/// it is compiled once for one and for many chunks.
template <class F>
[[gnu::noinline]] void do_items(const F& f, int64_t begin, int64_t end) {
  static_assert(!requires { f.run(begin, end); }, "What host threads call is named run_on_host");
  if constexpr (requires { f.run_on_host(begin, end); }) {
    f.run_on_host(begin, end);
  } else {
    for (int64_t i = begin; i < end; ++i) f(i);
  }
}

template <class F>
Status for_each(Context& context, int64_t n, F f, int64_t grain = kGrain) {
  if (n <= 0) return {};
  const int64_t chunks = (n + grain - 1) / grain;
  if (chunks <= 1) {
    do_items(f, 0, n);
    return check_canceled(context);
  }
  // Smaller chunks have larger items.
  return run_chunks(
      context, chunks, [&](int64_t chunk, int) { do_items(f, chunk * grain, std::min(n, (chunk + 1) * grain)); },
      grain < kGrain ? ThreadTeam::Call::kAtOnce : call_for(chunks));
}

/// Whether a functor has work, if it can say.
template <class F>
bool has_work(const F& f) {
  if constexpr (requires { f.runs(); }) return f.runs();
  return true;
}

template <class F>
struct AsTeamOfOne {
  F f;

  void operator()(int64_t i) const { f(i, Team{}); }
};

template <class F>
Status for_each_team(Context& context, int64_t n, F f, int64_t grain = kGrain) {
  return for_each(context, n, AsTeamOfOne<F>{f}, grain);
}

inline constexpr int kWarpLanes = 1;

template <class F>
Status for_each_warp(Context& context, int64_t n, F f, int64_t grain = kGrain) {
  return for_each_team(context, n, f, grain);
}

template <class T, class F>
struct WriteRun {
  F f;
  int64_t width;
  T* out;

  void operator()(int64_t i) const { f(i, out + i * width); }
};

template <class T, class F>
Status for_each_run(Context& context, int64_t n, int64_t width, T* out, F f) {
  return for_each(context, n, WriteRun<T, F>{f, width, out},
                  std::max<int64_t>(16, kGrain / std::max<int64_t>(1, width)));
}

template <class F>
Status for_each_scan(Context& context, int64_t n, F f) {
  constexpr int64_t kMaxParts = 256;
  const int64_t parts = std::min(kMaxParts, n / kGrain + 1);
  uint64_t sums[kMaxParts + 1] = {};
  DVDB_TRY(run_chunks(
      context, parts,
      [&](int64_t part, int) {
        uint64_t sum = 0;
        until_canceled(context, n * part / parts, n * (part + 1) / parts, kGrain, [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) sum += f.count(i);
        });
        sums[part + 1] = sum;
      },
      call_for(parts)));
  for (int64_t part = 0; part < parts; ++part) sums[part + 1] += sums[part];
  return run_chunks(
      context, parts,
      [&](int64_t part, int) {
        uint64_t before = sums[part];
        until_canceled(context, n * part / parts, n * (part + 1) / parts, kGrain, [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            const uint64_t count = f.count(i);
            f.emit(i, count, before);
            before += count;
          }
        });
      },
      call_for(parts));
}

/// Runs the phases P to kEnd - 1 of a tile, in each phase one thread after the other.
template <int P, int kEnd, class F>
inline void do_phases(const F& f, int64_t tile, typename F::Shared& shared) {
  if constexpr (P < kEnd) {
    for (int thread = 0; thread < F::kThreads; ++thread) f.template phase<P>(tile, thread, shared);
    do_phases<P + 1, kEnd>(f, tile, shared);
  }
}

template <int P, int kEnd, class F>
inline void do_join(const F& f, int height, int64_t group, typename F::Shared& shared) {
  if constexpr (P < kEnd) {
    for (int thread = 0; thread < F::kThreads; ++thread) f.template join<P>(height, group, thread, shared);
    do_join<P + 1, kEnd>(f, height, group, shared);
  }
}

/// Joins a group of what handed on the numbers [given, end).
template <class F>
void do_group(const F& f, int height, int64_t group, const uint64_t* given, uint64_t* end) {
  constexpr int64_t kOwn = F::kFan * F::kSums / F::kThreads;
  typename F::Shared shared;
  for (int thread = 0; thread < F::kThreads; ++thread) {
    const uint64_t* first = given + (group * F::kThreads + thread) * kOwn;
    uint64_t own[kOwn];
    for (int k = 0; k < kOwn; ++k) own[k] = first + k < end ? first[k] : 0;
    f.take(thread, own, shared);
  }
  do_join<0, F::kJoinHandOn>(f, height, group, shared);
  for (int at = 0; at < F::kSums; ++at) end[group * F::kSums + at] = f.sum(at, shared);
  do_join<F::kJoinHandOn, F::kJoinPhases>(f, height, group, shared);
}

/// Reads what the tiles handed on, and hands on their sums.
template <class F>
struct ScanNumbers {
  const F& f;
  const uint64_t* numbers;

  uint64_t count(int64_t i) const { return numbers[i]; }
  void emit(int64_t i, uint64_t count, uint64_t before) const { f.emit(i, count, before); }
};

/// Tiles that hand on, and then joins groups of them or scans their numbers.
template <class F>
Status for_each_tile_and_all(Context& context, int64_t n, const F& f) {
  constexpr bool kJoins = requires { F::kFan; };
  int64_t members = n;
  if constexpr (kJoins) {
    for (int64_t count = n; members == n || count > 1;) members += count = (count + F::kFan - 1) / F::kFan;
  }
  const std::unique_ptr<uint64_t[]> numbers(new (std::nothrow) uint64_t[size_t(members * F::kSums)]);
  if (!numbers) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot join tiles: out of host memory");
  uint64_t* given = numbers.get();
  DVDB_TRY(run_chunks(context, n, [&](int64_t tile, int) {
    typename F::Shared shared;
    do_phases<0, F::kHandOn>(f, tile, shared);
    for (int at = 0; at < F::kSums; ++at) given[tile * F::kSums + at] = f.hand_on(tile, at, shared);
    do_phases<F::kHandOn, F::kPhases>(f, tile, shared);
  }));
  if constexpr (kJoins) {
    members = n;
    for (int height = 1; height == 1 || members > 1; ++height) {
      uint64_t* end = given + members * F::kSums;
      members = (members + F::kFan - 1) / F::kFan;
      DVDB_TRY(run_chunks(context, members, [&](int64_t group, int) { do_group(f, height, group, given, end); }));
      given = end;
    }
    return {};
  } else {
    return for_each_scan(context, n * F::kSums, ScanNumbers<F>{f, given});
  }
}

template <class F>
Status for_each_tile(Context& context, int64_t n, F f) {
  if (n <= 0) return {};
  static_assert(!requires { &F::run; }, "What host threads call is named run_on_host");
  if constexpr (requires { F::kSums; }) {
    return for_each_tile_and_all(context, n, f);
  } else {
    static_assert(!requires { &F::emit; }, "A tile that is scanned says how many numbers it hands on");
    return run_chunks(context, n, [&](int64_t tile, int) {
      typename F::Shared shared;
      if constexpr (requires { &F::run_on_host; }) {
        f.run_on_host(tile, shared);
      } else {
        do_phases<0, F::kPhases>(f, tile, shared);
      }
    });
  }
}

/// Words of a block's shared memory: those of a core's first-level cache.
inline constexpr int kHostBlockWords = 112 * 256;
static_assert(kHostBlockWords >= kLeastBlockWords);

template <int>
inline constexpr int kBlockMembers = 1;

struct Block {
  int rank = 0;
  int size = 1;

  void wait() const {}
  uint32_t sum_before(uint32_t, uint32_t (&)[32]) const { return 0; }
};

template <class F>
Status for_each_block(Context& context, int64_t n, F f) {
  return run_chunks(context, n, [&](int64_t i, int) {
    alignas(16) uint32_t memory[kHostBlockWords];
    f(i, Block{}, Span<uint32_t>{memory, kHostBlockWords});
  });
}

}  // namespace dvdb::backend
