/// Uniform samples along rays inside active voxels.
/// Intervals of a sequence of steps, as far as they are in voxels on the way: walk/reference.hpp.
#include "denovdb/rays.h"
#include "rays/lists.hpp"

using namespace dvdb;

namespace {

/// A ray with more samples than this is refused: a step that is too small must not occupy the device forever.
constexpr int64_t kMostSamples = int64_t(1) << 28;

/// The maximum step with a cone angle.
constexpr double kLongestStep = 1e10;

/// The shortest interval at the ends of a segment: what the element type can still resolve.
template <class T>
DVDB_FN double shortest_end() {
  return sizeof(T) == 2 ? 1e-3 : sizeof(T) == 4 ? 1e-5 : 1e-9;
}

struct Sampling {
  double step;
  double cone;
  double eps;
  bool ends;
};

/// Finds samples: their times.
template <class T, bool kCone>
struct UniformRaySamples {
  using Met = Interval;

  Rays<T> rays;
  const T* t_min;  // [n]
  const T* t_max;  // [n]
  Sampling sampling;

  DVDB_FN double step_at(double time) const {
    if constexpr (!kCone) return sampling.step;
    const double wide = min_of(time * sampling.cone, kLongestStep);
    return max_of(wide, sampling.step);
  }

  template <class Visit>
  DVDB_FN bool each(int64_t i, const backend::Team& team, Visit visit) const {
    const double first = to_double(t_min[i]);
    // The start of a sample depends on all samples before it, so one lane computes them all.
    if (!(first - first == 0) || team.rank != 0) return true;
    bool listed = true;
    rays.with_walk(i, backend::Team{}, first, to_double(t_max[i]), [&](const GridHead&, const DualRay&, RayWalk& walk) {
      double at = first;  // a point of the lattice, where the next sample begins
      bool on = true;     // the visitor wants more
      walk.each_run([&](double enter, double leave) {
        if (leave - enter < sampling.eps) return true;
        listed = sampling.ends ? with_ends(enter, leave, at, on, visit) : without_ends(enter, leave, at, on, visit);
        return listed && on;
      });
    });
    return listed;
  }

 private:
  /// Steps do not shrink, so the last one says at once how many samples there will be at least.
  DVDB_FN bool too_many(double at, double leave) const { return (leave - at) / step_at(leave) > double(kMostSamples); }

  /// Splits the segment at the times of the sequence.
  template <class Visit>
  DVDB_FN bool with_ends(double enter, double leave, double& at, bool& on, Visit& visit) const {
    const double least = shortest_end<T>();
    double step = step_at(at);
    at += ::ceil((enter - at) / step) * step;
    if (at > leave) {
      on = visit(Interval{enter, leave});
      return true;
    }
    if (at - enter > least && !(on = visit(Interval{enter, at}))) return true;
    if (too_many(at, leave)) return false;
    for (double next = at + step; next < leave; next = at + step) {
      if (!(next > at)) return false;
      if (!(on = visit(Interval{at, next}))) return true;
      at = next;
      step = step_at(at);
    }
    if (leave - at > least) on = visit(Interval{at, leave});
    return true;
  }

  /// Keeps the intervals of the sequence whose midpoint is inside the segment.
  template <class Visit>
  DVDB_FN bool without_ends(double enter, double leave, double& at, bool& on, Visit& visit) const {
    double step = step_at(at);
    at += nearest_whole((enter - at) / step) * step;
    step = step_at(at);
    if (too_many(at, leave)) return false;
    double next = at + step;
    // Rounding may leave the first midpoint just before the segment: that interval is skipped.
    for (double middle = 0.5 * (at + next); middle < leave; middle = 0.5 * (at + next)) {
      if (!(next > at)) return false;
      if (middle >= enter && !(on = visit(Interval{at, next}))) return true;
      at = next;
      step = step_at(at);
      next = at + step;
    }
    return true;
  }
};

template <class T>
struct WriteSample {
  bool midpoints;
  T* out;  // [total] or [total, 2]

  DVDB_FN void operator()(int64_t at, const Interval& met) const {
    if (midpoints) {
      out[at] = from_double<T>(0.5 * (met.enter + met.leave));
    } else {
      WriteInterval<T>{out}(at, met);
    }
  }
};

/// Checks the requests and calls body(walk), with a separate walk for constant steps.
template <class Body>
Status with_samples(Context& c, const RayRequest& request, dvdb_buffer t_min, dvdb_buffer t_max, const Sampling& sampling, Body body) {
  const auto [step, cone, eps, ends] = sampling;
  if (!(step > 0 && step - step == 0)) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot sample rays: step %g is not finite and above 0", step);
  if (!(cone >= 0 && cone - cone == 0)) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot sample rays: cone %g is not finite and 0 or more", cone);
  DVDB_TRY(check_eps(c, eps));
  return with_rays(c, request, [&]<class T>(const Rays<T>& rays) -> Status {
    Span<T> first;
    Span<T> last;
    DVDB_TRY(borrow(c, t_min, request.n, "t_min", first));
    DVDB_TRY(borrow(c, t_max, request.n, "t_max", last));
    if (sampling.cone == 0) return body.template operator()<T>(UniformRaySamples<T, false>{rays, first.data, last.data, sampling});
    return body.template operator()<T>(UniformRaySamples<T, true>{rays, first.data, last.data, sampling});
  });
}

}  // namespace

dvdb_status dvdb_count_uniform_ray_samples(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, dvdb_buffer t_min,
                                           dvdb_buffer t_max, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double step, double cone,
                                           double eps, uint32_t ends, dvdb_buffer out_ends) noexcept {
  return entry(context, [=](Context& c) -> Status {
    const RayRequest request{grid, origins, directions, dtype, n, offsets, n_grids};
    return with_samples(c, request, t_min, t_max, {step, cone, eps, ends != 0}, [&]<class T>(const auto& walk) -> Status {
      Span<int64_t> lists;
      DVDB_TRY(borrow(c, out_ends, n, "out_ends", lists));
      return count_along_rays(c, n, walk, kMostSamples + 1, lists);
    });
  });
}

dvdb_status dvdb_uniform_ray_samples(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, dvdb_buffer t_min, dvdb_buffer t_max,
                                     uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double step, double cone, double eps, uint32_t ends,
                                     uint32_t midpoints, dvdb_buffer ray_ends, int64_t n_samples, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(check_total(c, n_samples));
    const RayRequest request{grid, origins, directions, dtype, n, offsets, n_grids};
    return with_samples(c, request, t_min, t_max, {step, cone, eps, ends != 0}, [&]<class T>(const auto& walk) -> Status {
      Span<int64_t> lists;
      Span<T> samples;
      DVDB_TRY(borrow(c, ray_ends, n, "ray_ends", lists));
      DVDB_TRY(borrow(c, out, midpoints != 0 ? n_samples : n_samples * 2, "out", samples));
      return write_along_rays(c, n, walk, WriteSample<T>{midpoints != 0, samples.data}, lists, n_samples);
    });
  });
}
