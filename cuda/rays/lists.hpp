/// Lists of what rays intersect: one pass counts for each ray, a prefix sum places the lists, a second pass writes
/// them.
///
/// A walk is a functor with `each(i, team, visit)`, which passes the lane's part of what ray i intersects, as
/// `Intersection`, to `visit` until that returns false. It returns false for a ray that intersects more than can be
/// listed. Both passes use the same walk, so they agree.
#pragma once

#include "_generated/rays_args.hpp"
#include "backend/api/launch.hpp"
#include "backend/api/special/rays/team_scan.hpp"
#include "backend/api/special/rays/turns.hpp"
#include "core/reals.hpp"
#include "rays/walk/cell_walk.hpp"
#include "rays/walk/hdda.hpp"

namespace dvdb {

/// Rays that a CPU thread takes at a time.
inline constexpr int64_t kRayGrain = 64;

/// Rays and the grids that they traverse.
template <class T>
struct Rays {
  GridView grid;
  BatchOffsets batch;
  const T* origins = nullptr;     // [n, 3]
  const T* directions = nullptr;  // [n, 3]

  DVDB_FN const GridHead& head_of(int64_t i) const { return grid.heads[batch.list_of(i)]; }

  /// Calls body(head, ray, walk) if a lane's part of the ray is inside the bounds of its grid anywhere in [t_min,
  /// t_max].
  template <class Body>
  DVDB_FN void with_walk(int64_t i, const backend::Team& team, double t_min, double t_max, Body body) const {
    const GridHead head = head_of(i);
    DualRay ray;
    RayWalk walk;
    if (!ray.place(head, load_point(origins, i), load_point(directions, i))) return;
    if (walk.start(grid, head, ray, t_min, t_max, team.rank, team.size)) body(head, ray, walk);
  }
};

/// A segment of a ray.
struct Interval {
  double enter;
  double leave;
};

template <class T>
struct WriteInterval {
  T* out;  // [total, 2]

  DVDB_FN void operator()(int64_t at, const Interval& met) const {
    out[2 * at] = from_double<T>(met.enter);
    out[2 * at + 1] = from_double<T>(met.leave);
  }
};

/// Calls body(rays) with the lists of rays of the arguments on the device.
template <class Args, class Body>
Status with_rays(Context& c, const Args& a, Body body) {
  return with_real(c, a.dtype, "origins", [&]<class T>() -> Status {
    backend::Scratch memory(c);
    BatchOffsets batch;
    DVDB_TRY(place_offsets(c, a.offsets, a.n_grids, a.n, memory, batch));
    return body(Rays<T>{a.grid->view, batch, a.origins.template as<T>().data, a.directions.template as<T>().data});
  });
}

/// Rays between two times, and for how long at least they are in what counts.
template <class T>
struct TracedRays {
  Rays<T> rays;
  double t_min;
  double t_max;
  double eps;  // unused when everything counts

  template <class Body>
  DVDB_FN void with_walk(int64_t i, const backend::Team& team, Body body) const {
    rays.with_walk(i, team, t_min, t_max, body);
  }
};

/// Calls body(walk) with a Walk<T, all>; `all` is a separate instance for eps 0, where everything intersected counts.
template <template <class, bool> class Walk, class T, class Body>
Status with_walk(const Rays<T>& rays, double t_min, double t_max, double eps, Body body) {
  const TracedRays<T> traced{rays, t_min, t_max, eps};
  if (eps == 0) return body(Walk<T, true>{traced});
  return body(Walk<T, false>{traced});
}

inline Status check_range(Context& context, double t_min, double t_max) {
  if (t_min <= t_max) return {};
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot trace rays: t_min %g is not at most t_max %g", t_min, t_max);
}

inline Status check_eps(Context& context, double eps) {
  if (eps >= 0) return {};
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot trace rays: eps %g is not 0 or more", eps);
}

/// Refuses a number of results whose byte sizes could overflow; no memory can hold that many.
inline Status check_total(Context& context, int64_t total) {
  if (total >= 0 && total <= int64_t(1) << 44) return {};
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot trace rays: a count of %lld is out of range",
              static_cast<long long>(total));
}

/// Entries that a lane of a team keeps before it knows where to write, so that they need not be found again.
inline constexpr int kKeptOfTeam = 8;

/// The maximum number of items kept for a ray while counting.
inline constexpr int kMostKept = 32;

/// A sink that keeps nothing while counting. Others have room for `room` items of each ray, up to kMostKept.
struct KeepNone {
  static constexpr bool kKeeps = false;

  template <class Intersection>
  DVDB_FN void put(int64_t, int64_t, const Intersection&) const {}
  /// Whether the whole list of a ray was kept, and has now been written.
  template <class Write>
  DVDB_FN bool take(int64_t, int64_t, int64_t, const Write&) const {
    return false;
  }
};

/// Counts what a ray intersects, up to `most`; one more than that for a ray that intersects too much.
template <class Walk, class Keep>
struct CountAlongRay {
  Walk walk;
  Keep keep;
  int64_t most;
  int64_t* counts;  // [n]

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    using Intersection = typename Walk::Intersection;
    [[maybe_unused]] Intersection kept[Keep::kKeeps ? kMostKept : 1];
    int64_t count = 0;
    const int64_t limit = most;
    const bool listed = walk.each(i, team, [&](const Intersection& met) {
      if constexpr (Keep::kKeeps) {
        if (count < keep.room) {
          if (team.size == 1) {
            keep.put(i, count, met);
          } else {
            kept[count] = met;
          }
        }
      }
      return ++count < limit;
    });
    if constexpr (Keep::kKeeps) {
      if (team.size > 1) {
        const int64_t before = team.sum_before(count);
        for (int64_t which = 0; which < count && before + which < keep.room; ++which)
          keep.put(i, before + which, kept[which]);
      }
    }
    const bool all = team.ballot(!listed) == 0;
    const int64_t sum = min_of(team.sum(count), limit);
    if (team.rank == 0) counts[i] = all ? sum : limit + 1;
  }
};

/// Converts counts to the ends of the lists (an inclusive prefix sum), in place.
struct PlaceLists {
  int64_t* ends;  // [n]

  DVDB_FN uint64_t count(int64_t i) const { return uint64_t(ends[i]); }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const { ends[i] = int64_t(before + count); }
};

/// The same for many rays: fewer tiles wait for one another.
struct PlaceManyLists : PlaceLists {
  static constexpr int kScanItems = 8;
  static constexpr bool kScanStriped = true;
};

/// The host's summary of lists that were placed, in a word that is 0 at first.
struct PlacedLists {
  int64_t total;
  bool rest;  // some are not written yet

  DVDB_FN uint64_t word() const { return uint64_t(total) << 2 | (rest ? 2 : 0) | 1; }
  static PlacedLists of(uint64_t word) { return {int64_t(word >> 2), (word & 2) != 0}; }
};

/// Counts what a ray intersects, places its list once those before it are placed, and writes it as far as there is
/// room. A ray that intersects too much to be kept is counted in the high bits, as one whose list must be written
/// later.
template <class Walk, class Write>
struct ListAlongRay {
  using Intersection = typename Walk::Intersection;
  struct State {
    Intersection kept[kMostKept];
    int64_t count;  // of this lane
  };

  Walk walk;
  Write write;
  int64_t most;
  int64_t* ends;  // [n]
  int64_t n;
  int64_t room;
  uint64_t* report;

  DVDB_FN uint64_t count(int64_t i, const backend::Team& team, State& state) const {
    int64_t count = 0;
    const int64_t limit = most;
    const bool listed = walk.each(i, team, [&](const Intersection& met) {
      if (count < kMostKept) state.kept[count] = met;
      return ++count < limit;
    });
    state.count = count;
    const bool lost = team.ballot(count > kMostKept || !listed) != 0;
    return uint64_t(min_of(team.sum(count), limit)) | (lost ? kLater : 0);
  }
  DVDB_FN void emit(int64_t i, const backend::Team& team, const State& state, uint64_t count, uint64_t before) const {
    const int64_t begin = int64_t(before % kLater);
    const int64_t end = begin + int64_t(count % kLater);
    if (team.rank == 0) ends[i] = end;
    if (team.rank == 0 && i == n - 1)
      backend::atomic_store(report, PlacedLists{end, end > room || (before + count) / kLater != 0}.word());
    if (count / kLater != 0 || end > room) return;
    int64_t at = begin + team.sum_before(state.count);
    for (int64_t which = 0; which < state.count && at < end; ++which) write(at++, state.kept[which]);
  }

 private:
  static constexpr uint64_t kLater = uint64_t(1) << 48;  // above the counts of all
};

/// Writes what a ray intersects, as far as its list has room.
template <class Walk, class Keep, class Write>
struct WriteAlongRay {
  Walk walk;
  Keep keep;
  Write write;
  const int64_t* ends;  // [n]
  int64_t total;

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    using Intersection = typename Walk::Intersection;
    int64_t at = i == 0 ? 0 : ends[i - 1];
    // Whatever the ends are, nothing outside the results is written.
    const int64_t end = min_of(ends[i], total);
    if (at < 0 || at >= end) return;
    if (keep.take(i, at, end, write)) return;
    if (team.size > 1) {
      Intersection kept[kKeptOfTeam];
      int64_t count = 0;
      const int64_t room = end - at;
      walk.each(i, team, [&](const Intersection& met) {
        if (count < kKeptOfTeam) kept[count] = met;
        return ++count < room;
      });
      at += team.sum_before(count);
      if (team.ballot(count > kKeptOfTeam) == 0) {
        for (int64_t which = 0; which < count && at < end; ++which) write(at++, kept[which]);
        return;
      }
    }
    walk.each(i, team, [&](const Intersection& met) {
      if (at >= end) return false;
      write(at, met);
      return ++at < end;
    });
  }
};

/// From this number of rays on, teams of lanes do not share a ray; lanes take rays in turns instead, as host threads
/// always do.
inline constexpr int64_t kManyRays = 1 << 16;

/// Follows rays in turns: visitor.visit(i, seen, active, enter, leave) for each cell, which is active if it is an
/// active voxel, until it says no, and visitor.end(i, seen). What a visitor remembers of a ray begins as a
/// Visitor::Seen, which visitor.begin(i, seen) sets up; it says whether to follow the ray.
template <class T, class Visitor>
struct FollowInTurns {
  struct State {
    CellWalk walk;
    uint32_t grid = 0;
    typename Visitor::Seen seen = {};
  };
  using Far = DualRay;

  Rays<T> rays;
  double t_min;
  double t_max;
  Visitor visitor;

  DVDB_FN backend::Turn begin(int64_t i, State& state, Far& ray) const {
    if (!visitor.begin(i, state.seen)) return backend::Turn::kOver;
    state.grid = uint32_t(rays.batch.list_of(i));
    const GridHead& head = rays.grid.heads[state.grid];
    const bool placed = ray.place(head, load_point(rays.origins, i), load_point(rays.directions, i));
    return placed && state.walk.start(head, ray, t_min, t_max) ? backend::Turn::kSeek : backend::Turn::kOver;
  }

  DVDB_FN backend::Turn seek(int64_t, State& state, const Far& ray) const {
    state.walk.seek(rays.grid, rays.grid.heads[state.grid], ray);
    return backend::Turn::kPass;
  }

  DVDB_FN backend::Turn pass(int64_t i, State& state, const Far&) const {
    return state.walk.pass(
        [&](bool active, double enter, double leave) { return visitor.visit(i, state.seen, active, enter, leave); });
  }

  DVDB_FN void end(int64_t i, State& state) const { visitor.end(i, state.seen); }
};

template <class Walk, class Keep = KeepNone>
Status count_along_rays(Context& context, int64_t n, const Walk& walk, int64_t most, Span<int64_t> ends,
                        const Keep& keep = {}) {
  DVDB_TRY(backend::for_each_team(context, n, CountAlongRay<Walk, Keep>{walk, keep, most, ends.data}, kRayGrain));
  return backend::for_each_scan(context, n, PlaceLists{ends.data});
}

template <class Walk, class Write, class Keep = KeepNone>
Status write_along_rays(Context& context, int64_t n, const Walk& walk, const Write& write, Span<int64_t> ends,
                        int64_t total, const Keep& keep = {}) {
  return backend::for_each_team(context, n, WriteAlongRay<Walk, Keep, Write>{walk, keep, write, ends.data, total},
                                kRayGrain);
}

}  // namespace dvdb
