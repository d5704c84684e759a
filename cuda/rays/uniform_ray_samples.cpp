/// Uniform samples along rays inside active voxels.
/// Intervals of a sequence of steps, as far as they are in voxels on the way: walk/reference.hpp.
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
  using Intersection = Interval;

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

/// Checks the arguments and calls body(walk), with a separate walk for constant steps.
template <class Args, class Body>
Status with_samples(Context& c, const Args& a, Body body) {
  const Sampling sampling = {a.step_size, a.cone_angle, a.eps, a.ends != 0};
  const auto [step, cone, eps, ends] = sampling;
  if (!(step > 0 && step - step == 0))
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot sample rays: step %g is not finite and above 0", step);
  if (!(cone >= 0 && cone - cone == 0))
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot sample rays: cone %g is not finite and 0 or more", cone);
  DVDB_TRY(check_eps(c, eps));
  return with_rays(c, a, [&]<class T>(const Rays<T>& rays) -> Status {
    const T* const first = a.t_min.template as<T>().data;
    const T* const last = a.t_max.template as<T>().data;
    if (sampling.cone == 0)
      return body.template operator()<T>(UniformRaySamples<T, false>{rays, first, last, sampling});
    return body.template operator()<T>(UniformRaySamples<T, true>{rays, first, last, sampling});
  });
}

}  // namespace

Status operators::uniform_ray_samples_count(Context& c, const UniformRaySamplesCountArgs& a) {
  return with_samples(
      c, a, [&]<class T>(const auto& walk) { return count_along_rays(c, a.n, walk, kMostSamples + 1, a.out_ends); });
}

Status operators::uniform_ray_samples(Context& c, const UniformRaySamplesArgs& a) {
  return with_samples(c, a, [&]<class T>(const auto& walk) {
    return write_along_rays(c, a.n, walk, WriteSample<T>{a.midpoints != 0, a.out.as<T>().data}, a.ray_ends,
                            a.n_samples);
  });
}
