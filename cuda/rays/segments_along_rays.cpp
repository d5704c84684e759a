/// The stretches of rays that lie in active voxels.
#include "denovdb/rays.h"
#include "rays/lists.hpp"

using namespace dvdb;

namespace {

/// Meets the longest runs of active voxels: their times.
template <class T, bool kAll>
struct SegmentsAlongRays {
  Rays<T> rays;
  double t_min;
  double t_max;
  double eps;  // unused when all segments count

  template <class Visit>
  DVDB_FN bool each(int64_t i, Visit visit) const {
    const double least = eps;
    return rays.with_walk(i, t_min, t_max, [&](const GridHead&, RayWalk& walk) {
      walk.each_run([&](double enter, double leave) {
        if constexpr (!kAll) {
          if (leave - enter < least) return true;
        }
        return visit(enter, leave);
      });
      return true;
    });
  }
};

template <class T>
struct WriteSegment {
  T* out;  // [total, 2]

  DVDB_FN void operator()(int64_t at, double enter, double leave) const {
    out[2 * at] = from_double<T>(enter);
    out[2 * at + 1] = from_double<T>(leave);
  }
};

/// Calls body(walk), with a walk of its own for eps 0.
template <class T, class Body>
Status with_walk(const Rays<T>& rays, double t_min, double t_max, double eps, Body body) {
  if (eps == 0) return body(SegmentsAlongRays<T, true>{rays, t_min, t_max, eps});
  return body(SegmentsAlongRays<T, false>{rays, t_min, t_max, eps});
}

}  // namespace

dvdb_status dvdb_count_segments_along_rays(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n,
                                           const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, int64_t most,
                                           dvdb_buffer out_ends) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(check_range(c, t_min, t_max));
    DVDB_TRY(check_eps(c, eps));
    DVDB_TRY(check_most(c, most));
    return with_real(c, dtype, "rays", [&]<class T>() -> Status {
      RayQuestion asked(c);
      Rays<T> rays;
      Span<int64_t> ends;
      DVDB_TRY(asked.place(c, grid, offsets, n_grids, n));
      DVDB_TRY(asked.take(c, origins, directions, n, rays));
      DVDB_TRY(borrow(c, out_ends, n, "out_ends", ends));
      return with_walk(rays, t_min, t_max, eps, [&](const auto& walk) { return count_along_rays(c, n, walk, most, ends); });
    });
  });
}

dvdb_status dvdb_segments_along_rays(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n,
                                     const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, dvdb_buffer ray_ends,
                                     int64_t n_segments, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(check_range(c, t_min, t_max));
    DVDB_TRY(check_eps(c, eps));
    DVDB_TRY(check_total(c, n_segments));
    return with_real(c, dtype, "rays", [&]<class T>() -> Status {
      RayQuestion asked(c);
      Rays<T> rays;
      Span<int64_t> ends;
      Span<T> times;
      DVDB_TRY(asked.place(c, grid, offsets, n_grids, n));
      DVDB_TRY(asked.take(c, origins, directions, n, rays));
      DVDB_TRY(borrow(c, ray_ends, n, "ray_ends", ends));
      DVDB_TRY(borrow(c, out, n_segments * 2, "out", times));
      return with_walk(rays, t_min, t_max, eps, [&](const auto& walk) {
        return write_along_rays(c, n, walk, WriteSegment<T>{times.data}, ends, n_segments);
      });
    });
  });
}
