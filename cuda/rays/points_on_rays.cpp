/// Points of rays at times, and the backward pass: o + t d.
#include "_generated/rays_args.hpp"
#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"
#include "core/grid_batch.hpp"
#include "core/reals.hpp"

using namespace dvdb;

namespace {

constexpr int64_t kTimeGrain = 2048;  // times that a CPU thread takes at a time
constexpr int64_t kSumGrain = 64;     // rays, whose times it sums up

/// Calls place(i, ray) of a functor for times, each with its ray.
template <class F>
struct EachTime {
  BatchOffsets rays;
  F place;

  DVDB_FN void operator()(int64_t i) const { place(i, rays.list_of(i)); }

  void run_on_host(int64_t begin, int64_t end) const {
    each_with_list(rays.starts, rays.list_of(begin), begin, end, place);
  }
};

template <class T>
struct PlacePoint {
  const T* origins;
  const T* directions;
  const T* ts;
  T* out;

  DVDB_FN void operator()(int64_t i, int64_t ray) const {
    const Vec3d o = load_point(origins, ray);
    const Vec3d d = load_point(directions, ray);
    const double t = to_double(ts[i]);
    store_point(out, i, {o.x + t * d.x, o.y + t * d.y, o.z + t * d.z});
  }
};

/// The gradient of a time: that of its point along the direction.
template <class T>
struct ProjectGradient {
  const T* directions;
  const T* gradients;
  T* out;

  DVDB_FN void operator()(int64_t i, int64_t ray) const {
    const Vec3d d = load_point(directions, ray);
    const Vec3d g = load_point(gradients, i);
    out[i] = from_double<T>(g.x * d.x + g.y * d.y + g.z * d.z);
  }
};

/// Sums the gradients of an axis over the times of a ray, and their products with the times.
template <class T>
struct SumAlongRay {
  const int64_t* starts;
  const T* ts;
  const T* gradients;
  T* origins;     // null if not wanted
  T* directions;  // null if not wanted

  DVDB_FN void operator()(int64_t at) const {
    const int64_t ray = at / 3;
    const int64_t axis = at % 3;
    double sum = 0;
    double moment = 0;
    for (int64_t i = starts[ray]; i < starts[ray + 1]; ++i) {
      const double g = to_double(gradients[3 * i + axis]);
      sum += g;
      moment += g * to_double(ts[i]);
    }
    if (origins != nullptr) origins[at] = from_double<T>(sum);
    if (directions != nullptr) directions[at] = from_double<T>(moment);
  }
};

/// Checks the offsets of rays, and copies them to the device.
template <class Args>
Status place_rays(Context& c, const Args& a, backend::Scratch& memory, BatchOffsets& out) {
  DVDB_TRY(check_ascending(c, a.offsets, a.n_rays, a.n, {"rays", "ray", "times"}));
  const int64_t count = int64_t(a.n_rays) + 1;
  Span<int64_t> starts;
  DVDB_TRY(memory.allocate(count, starts));
  DVDB_TRY(backend::upload(c, starts.data, a.offsets, count * int64_t(sizeof(int64_t))));
  out = {starts.data, int64_t(a.n_rays)};
  return {};
}

}  // namespace

Status operators::points_on_rays(Context& c, const PointsOnRaysArgs& a) {
  return with_real(c, a.dtype, "rays", [&]<class T>() -> Status {
    backend::Scratch memory(c);
    BatchOffsets rays;
    DVDB_TRY(place_rays(c, a, memory, rays));
    const PlacePoint<T> place{a.origins.as<T>().data, a.directions.as<T>().data, a.ts.as<T>().data, a.out.as<T>().data};
    return backend::for_each(c, a.n, EachTime<PlacePoint<T>>{rays, place}, kTimeGrain);
  });
}

Status operators::points_on_rays_backward(Context& c, const PointsOnRaysBackwardArgs& a) {
  return with_real(c, a.dtype, "rays", [&]<class T>() -> Status {
    backend::Scratch memory(c);
    BatchOffsets rays;
    DVDB_TRY(place_rays(c, a, memory, rays));
    const auto data = [](const Operand& of) { return of.as<T>().data; };
    const T* gradients = data(a.gradients);
    if (T* out = data(a.out_ts); out != nullptr) {
      const ProjectGradient<T> project{data(a.directions), gradients, out};
      DVDB_TRY(backend::for_each(c, a.n, EachTime<ProjectGradient<T>>{rays, project}, kTimeGrain));
    }
    T* origins = data(a.out_origins);
    T* directions = data(a.out_directions);
    if (origins == nullptr && directions == nullptr) return {};
    const SumAlongRay<T> sum{rays.starts, data(a.ts), gradients, origins, directions};
    return backend::for_each(c, 3 * int64_t(a.n_rays), sum, kSumGrain);
  });
}
