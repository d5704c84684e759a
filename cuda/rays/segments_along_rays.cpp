/// Segments of rays inside active voxels.
/// The times of the voxels on the way (walk/reference.hpp), joined where one leaves when the next enters.
#include "core/buffers.hpp"
#include "rays/lists.hpp"

using namespace dvdb;

namespace {

/// Finds the maximal runs of active voxels: their times.
template <class T, bool kAll>
struct SegmentsAlongRays {
  using Intersection = Interval;

  TracedRays<T> traced;

  template <class Visit>
  DVDB_FN bool each(int64_t i, const backend::Team& team, Visit visit) const {
    Interval kept[kKept];
    const RunsOfParts joints = join(i, team, kept);
    const double least = traced.eps;
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

  /// Connections between a lane's runs and those of the other lanes.
  struct RunsOfParts {
    int64_t count;   // runs of this lane, or -1 where it is alone and need not know
    bool continues;  // the first one began in a lane before
    double end;      // of the last one, in whichever lane that is
  };

  template <class Visit>
  DVDB_FN void each_run(int64_t i, const backend::Team& team, Visit visit) const {
    traced.with_walk(i, team, [&](const GridHead&, const DualRay&, RayWalk& walk) { walk.each_run(visit); });
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
    // A last run continues through lanes that have no other run, up to a lane that has one, or to a gap.
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
  static constexpr bool kKeeps = true;

  T* kept;  // [n, room, 2]
  int64_t room = DVDB_KEPT_SEGMENTS;

  DVDB_FN void put(int64_t i, int64_t which, const Interval& met) const {
    WriteInterval<T>{kept}(i * room + which, met);
  }
  DVDB_FN bool take(int64_t i, int64_t at, int64_t end, const WriteInterval<T>& write) const {
    if (end - at > room) return false;
    for (int64_t number = 0; number < 2 * (end - at); ++number)
      write.out[2 * at + number] = kept[2 * i * room + number];
    return true;
  }
};

/// Passes the maximal runs of active voxels along a ray that are eps or longer to a sink.
template <class Sink>
struct VisitSegments {
  struct Seen {
    double first = 0;
    double last = 0;
    bool open = false;
    typename Sink::Place place = {};
  };

  double eps;
  Sink sink;

  DVDB_FN bool begin(int64_t i, Seen& seen) const {
    seen.open = false;
    return sink.begin(i, seen.place);
  }
  DVDB_FN bool visit(int64_t i, Seen& seen, bool active, double enter, double leave) const {
    if (!active) return true;
    const bool goes_on = seen.open && enter == seen.last;
    if (!goes_on) {
      if (seen.open && !put(i, seen)) {
        seen.open = false;
        return false;
      }
      seen.open = true;
      seen.first = enter;
    }
    seen.last = leave;
    return true;
  }
  DVDB_FN void end(int64_t i, Seen& seen) const {
    if (seen.open) put(i, seen);
    sink.end(i, seen.place);
  }

 private:
  DVDB_FN bool put(int64_t i, Seen& seen) const {
    const Interval met = {seen.first, seen.last};
    return !(met.leave - met.enter >= eps) || sink.put(i, seen.place, met);
  }
};

/// Counts segments, and keeps the first ones of each ray.
template <class T>
struct CountSegments {
  using Place = int64_t;

  KeepSegments<T> keep;
  int64_t most;
  int64_t* counts;  // [n]

  DVDB_FN bool begin(int64_t, int64_t& count) const {
    count = 0;
    return true;
  }
  DVDB_FN bool put(int64_t i, int64_t& count, const Interval& met) const {
    if (count < keep.room) keep.put(i, count, met);
    return ++count < most;
  }
  DVDB_FN void end(int64_t i, int64_t count) const { counts[i] = count; }
};

/// Writes segments where a ray's list is, as many as it has room for: those that were kept at once.
template <class T>
struct WriteSegments {
  struct Place {
    int64_t at;
    int64_t end;
  };

  KeepSegments<T> keep;
  WriteInterval<T> write;
  const int64_t* ends;  // [n]
  int64_t total;

  DVDB_FN bool begin(int64_t i, Place& place) const {
    // Whatever the ends are, nothing outside the results is written.
    place = {i == 0 ? 0 : ends[i - 1], min_of(ends[i], total)};
    return place.at >= 0 && place.at < place.end && !keep.take(i, place.at, place.end, write);
  }
  DVDB_FN bool put(int64_t, Place& place, const Interval& met) const {
    write(place.at++, met);
    return place.at < place.end;
  }
  DVDB_FN void end(int64_t, Place&) const {}
};

/// Rays, with the bounds of what is followed of them.
template <class T>
struct SegmentRequest {
  Rays<T> rays;
  double t_min;
  double t_max;
  double eps;
  int64_t n;
};

/// Calls body(walk), on a GPU with a walk of its own for eps 0, where all segments count.
template <class T, class Body>
Status with_segments(const SegmentRequest<T>& request, Body body) {
  const auto& [rays, t_min, t_max, eps, n] = request;
  if constexpr (kLaunchesOnGpu) {
    return with_walk<SegmentsAlongRays>(rays, t_min, t_max, eps, body);
  } else {
    return body(SegmentsAlongRays<T, false>{{rays, t_min, t_max, eps}});
  }
}

template <class T>
Status count_segments(Context& c, const SegmentRequest<T>& request, int64_t most, Span<int64_t> ends,
                      const KeepSegments<T>& keep) {
  const auto& [rays, t_min, t_max, eps, n] = request;
  if constexpr (kLaunchesOnGpu) {
    if (n < kManyRays)
      return with_segments(request,
                           [&, n = n](const auto& walk) { return count_along_rays(c, n, walk, most, ends, keep); });
  }
  using Visit = VisitSegments<CountSegments<T>>;
  DVDB_TRY(backend::for_each_in_turns(c, n, FollowInTurns<T, Visit>{rays, t_min, t_max, {eps, {keep, most, ends.data}}},
                                      kRayGrain));
  return backend::for_each_scan(c, n, PlaceLists{ends.data});
}

template <class T>
Status write_segments(Context& c, const SegmentRequest<T>& request, Span<int64_t> ends, int64_t total,
                      const KeepSegments<T>& keep, const WriteInterval<T>& write) {
  const auto& [rays, t_min, t_max, eps, n] = request;
  if constexpr (kLaunchesOnGpu) {
    if (n < kManyRays)
      return with_segments(
          request, [&, n = n](const auto& walk) { return write_along_rays(c, n, walk, write, ends, total, keep); });
  }
  using Visit = VisitSegments<WriteSegments<T>>;
  return backend::for_each_in_turns(
      c, n, FollowInTurns<T, Visit>{rays, t_min, t_max, {eps, {keep, write, ends.data, total}}}, kRayGrain);
}

/// Up to this many rays, room for kRoomOfFew segments of each ray is allocated before their number is known, and
/// everything is done in one pass.
constexpr int64_t kFewRays = 4096;
constexpr int64_t kRoomOfFew = 4;

/// Creates lists in their own buffers.
template <class T>
class ListSegments {
 public:
  ListSegments(Context& context, const SegmentRequest<T>& request)
      : context_(context), request_(request), n_(request.n) {}

  /// Writes the lists, and says how many segments there are.
  Status list(int64_t most, int64_t* out_total) {
    if (n_ <= kFewRays) {
      return with_segments(request_, [&](const auto& walk) { return list_few(walk, most, out_total); });
    }
    DVDB_TRY(make_storage(context_, n_ * int64_t(sizeof(int64_t)), ends_));
    DVDB_TRY(scratch_.allocate(n_ * DVDB_KEPT_SEGMENTS * kWidth));
    DVDB_TRY(count_segments(context_, request_, most, ends(), kept()));
    DVDB_TRY(backend::download(context_, out_total, ends().data + n_ - 1, int64_t(sizeof(int64_t))));
    if (*out_total == 0) return {};
    DVDB_TRY(make_times(*out_total));
    return write_segments(context_, request_, ends(), *out_total, kept(), write());
  }

  /// Passes the lists on: their ends, and the times.
  Status publish(int64_t total, dvdb_buffer* out) {
    DVDB_TRY(publish_span(context_, ends_, 0, n_ * int64_t(sizeof(int64_t)), &out[0]));
    const Status status = publish_span(context_, total > 0 ? times_ : nullptr, first_time_, total * kWidth, &out[1]);
    if (!status.ok()) static_cast<void>(retire(context_, out[0], Kind::kBuffer));
    return status;
  }

 private:
  static constexpr int64_t kWidth = 2 * int64_t(sizeof(T));

  Span<int64_t> ends() const { return {static_cast<int64_t*>(ends_->data), n_}; }
  KeepSegments<T> kept() const { return {static_cast<T*>(scratch_.data())}; }
  WriteInterval<T> write() const { return {reinterpret_cast<T*>(static_cast<uint8_t*>(times_->data) + first_time_)}; }

  Status make_times(int64_t total) {
    DVDB_TRY(check_total(context_, total));
    first_time_ = 0;
    return make_storage(context_, total * kWidth, times_);
  }

  template <class Walk>
  Status list_few(const Walk& walk, int64_t most, int64_t* out_total) {
    *out_total = 0;
    if (n_ == 0) return {};
    backend::Layout layout;
    layout.reserve<int64_t>(n_);
    first_time_ = layout.reserve<T>(2 * n_ * kRoomOfFew);
    DVDB_TRY(make_storage(context_, layout.bytes(), ends_));
    times_ = ends_;
    auto* report = static_cast<uint64_t*>(backend::report_slot(context_));
    *report = 0;
    const ListAlongRay<Walk, WriteInterval<T>> list{walk, write(), most, ends().data, n_, n_ * kRoomOfFew, report};
    DVDB_TRY(backend::for_each_team_scan(context_, n_, list, kRayGrain));
    DVDB_TRY(backend::wait_for_report(context_, report));
    const PlacedLists placed = PlacedLists::of(*report);
    *out_total = placed.total;
    if (!placed.rest) return {};
    DVDB_TRY(make_times(placed.total));
    return write_along_rays(context_, n_, walk, write(), ends(), placed.total);
  }

  Context& context_;
  SegmentRequest<T> request_;
  int64_t n_;
  int64_t first_time_ = 0;  // where times begin in their memory
  backend::Scratch scratch_{context_};
  std::shared_ptr<Storage> ends_;
  std::shared_ptr<Storage> times_;
};

template <class T, class Args>
SegmentRequest<T> request_of(const Rays<T>& rays, const Args& a) {
  return {rays, a.t_min, a.t_max, a.eps, a.n};
}

}  // namespace

Status operators::segments_along_rays(Context& c, const SegmentsAlongRaysArgs& a) {
  a.out_lists[0] = a.out_lists[1] = 0;
  *a.out_total = 0;
  DVDB_TRY(check_range(c, a.t_min, a.t_max));
  DVDB_TRY(check_eps(c, a.eps));
  return with_rays(c, a, [&]<class T>(const Rays<T>& rays) -> Status {
    ListSegments<T> lists(c, request_of(rays, a));
    DVDB_TRY(lists.list(a.most, a.out_total));
    return lists.publish(*a.out_total, a.out_lists);
  });
}

Status operators::segments_along_rays_count(Context& c, const SegmentsAlongRaysCountArgs& a) {
  DVDB_TRY(check_range(c, a.t_min, a.t_max));
  DVDB_TRY(check_eps(c, a.eps));
  return with_rays(c, a, [&]<class T>(const Rays<T>& rays) -> Status {
    return count_segments(c, request_of(rays, a), a.most, a.out_ends, KeepSegments<T>{a.out_kept.as<T>().data});
  });
}

Status operators::segments_along_rays_fill(Context& c, const SegmentsAlongRaysFillArgs& a) {
  DVDB_TRY(check_range(c, a.t_min, a.t_max));
  DVDB_TRY(check_eps(c, a.eps));
  return with_rays(c, a, [&]<class T>(const Rays<T>& rays) -> Status {
    const KeepSegments<T> keep{a.kept.as<T>().data};
    return write_segments(c, request_of(rays, a), a.ray_ends, a.n_segments, keep, WriteInterval<T>{a.out.as<T>().data});
  });
}
