/// The stretches of rays that lie in active voxels.
#include "denovdb/rays.h"
#include "rays/lists.hpp"

using namespace dvdb;

namespace {

/// Meets the longest runs of active voxels: their times.
template <class T, bool kAll>
struct SegmentsAlongRays {
  using Met = Interval;

  Rays<T> rays;
  double t_min;
  double t_max;
  double eps;  // unused when all segments count

  template <class Visit>
  DVDB_FN bool each(int64_t i, const backend::Team& team, Visit visit) const {
    Interval kept[kKept];
    const RunsOfParts joints = join(i, team, kept);
    const double least = eps;
    int64_t run = 0;
    const auto take = [&](double enter, double leave) {
      const bool first = run == 0;
      const bool last = ++run == joints.count;
      if (first && joints.continues) return true;  // the lane in which it begins sees to it
      const Interval met = {enter, last ? joints.end : leave};
      if constexpr (!kAll) {
        if (met.leave - met.enter < least) return true;
      }
      return visit(met);
    };
    if (team.size > 1 && joints.count <= kKept) {
      for (bool on = true; on && run < joints.count;) on = take(kept[run].enter, kept[run].leave);
    } else {
      each_run(i, team, take);
    }
    return true;
  }

 private:
  static constexpr int kKept = 4;  // runs that a lane of a team need not look for again

  /// How a lane's runs fit those of the other lanes.
  struct RunsOfParts {
    int64_t count;   // runs of this lane, or -1 where it is alone and need not know
    bool continues;  // the first one began in a lane before
    double end;      // of the last one, in whichever lane that is
  };

  template <class Visit>
  DVDB_FN void each_run(int64_t i, const backend::Team& team, Visit visit) const {
    rays.with_walk(i, team, t_min, t_max, [&](const GridHead&, const DualRay&, RayWalk& walk) { walk.each_run(visit); });
  }

  DVDB_FN RunsOfParts join(int64_t i, const backend::Team& team, Interval* kept) const {
    if (team.size == 1) return {-1, false, 0};
    int64_t count = 0;
    Interval last = {};
    double first_leave = 0;
    each_run(i, team, [&](double enter, double leave) {
      last = {enter, leave};
      if (count == 0) first_leave = leave;
      if (count < kKept) kept[count] = last;
      ++count;
      return true;
    });
    const uint32_t any = team.ballot(count > 0);
    const uint32_t before = any & ((1u << team.rank) - 1);
    const double reached = team.from(last.leave, before != 0 ? highest_bit(before) : team.rank);
    const bool continues = count > 0 && before != 0 && reached == kept[0].enter;
    // A last run goes on through lanes that have no other, up to one that has, or to a gap.
    const uint32_t linked = team.ballot(continues);
    const uint32_t single = team.ballot(count == 1);
    int owner = team.rank;
    for (uint32_t after = any >> team.rank >> 1 << team.rank << 1; after != 0; after &= after - 1) {
      const int next = lowest_bit(after);
      if ((linked >> next & 1) == 0) break;
      owner = next;
      if ((single >> next & 1) == 0) break;
    }
    const double end = team.from(first_leave, owner);
    return {count, continues, owner == team.rank ? last.leave : end};
  }
};

/// Keeps the first segments of each ray.
template <class T>
struct KeepSegments {
  static constexpr int kRoom = DVDB_KEPT_SEGMENTS;

  T* kept;  // [n, kRoom, 2]

  DVDB_FN void put(int64_t i, int64_t which, const Interval& met) const { WriteInterval<T>{kept}(i * kRoom + which, met); }
  DVDB_FN bool take(int64_t i, int64_t at, int64_t end, const WriteInterval<T>& write) const {
    if (end - at > kRoom) return false;
    for (int64_t number = 0; number < 2 * (end - at); ++number) write.out[2 * at + number] = kept[2 * i * kRoom + number];
    return true;
  }
};

}  // namespace

dvdb_status dvdb_count_segments_along_rays(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n,
                                           const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, int64_t most,
                                           dvdb_buffer out_ends, dvdb_buffer out_kept) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(check_range(c, t_min, t_max));
    DVDB_TRY(check_eps(c, eps));
    DVDB_TRY(check_most(c, most));
    const RayRequest request{grid, origins, directions, dtype, n, offsets, n_grids};
    return with_rays(c, request, [&]<class T>(const Rays<T>& rays) -> Status {
      Span<int64_t> ends;
      Span<T> first;
      DVDB_TRY(borrow(c, out_ends, n, "out_ends", ends));
      DVDB_TRY(borrow(c, out_kept, n * DVDB_KEPT_SEGMENTS * 2, "out_kept", first));
      return with_walk<SegmentsAlongRays>(rays, t_min, t_max, eps, [&](const auto& walk) { return count_along_rays(c, n, walk, most, ends, KeepSegments<T>{first.data}); });
    });
  });
}

dvdb_status dvdb_segments_along_rays(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n,
                                     const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, dvdb_buffer ray_ends,
                                     dvdb_buffer kept, int64_t n_segments, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(check_range(c, t_min, t_max));
    DVDB_TRY(check_eps(c, eps));
    DVDB_TRY(check_total(c, n_segments));
    const RayRequest request{grid, origins, directions, dtype, n, offsets, n_grids};
    return with_rays(c, request, [&]<class T>(const Rays<T>& rays) -> Status {
      Span<int64_t> ends;
      Span<T> times;
      Span<T> first;
      DVDB_TRY(borrow(c, ray_ends, n, "ray_ends", ends));
      DVDB_TRY(borrow(c, kept, n * DVDB_KEPT_SEGMENTS * 2, "kept", first));
      DVDB_TRY(borrow(c, out, n_segments * 2, "out", times));
      return with_walk<SegmentsAlongRays>(rays, t_min, t_max, eps, [&](const auto& walk) {
        return write_along_rays(c, n, walk, WriteInterval<T>{times.data}, ends, n_segments, KeepSegments<T>{first.data});
      });
    });
  });
}
