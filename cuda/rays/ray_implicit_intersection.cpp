/// Intersection of rays with a level set of a field.
/// The first change of the sign of value - iso along the ray: crossings/reference.hpp.
#include "denovdb/rays.h"
#include "rays/crossings/crossings.hpp"
#include "rays/crossings/trilinear.hpp"
#include "rays/lists.hpp"

using namespace dvdb;

namespace {

/// The arguments that both ways of finding the crossing use.
template <class T>
struct FieldQuestion {
  Rays<T> rays;
  const T* values;  // [number of voxels]
  double t_min;
  double t_max;
  double eps;
  double iso;
};

/// DVDB_ROOT_CHORD: linear interpolation between the values of two voxels, placed at the midpoints of the ray's path
/// through them.
template <class T, bool kAll>
struct CrossByChord {
  FieldQuestion<T> field;
  T* times;  // [n]

  /// A voxel with a sign.
  struct Sample {
    double value = 0;
    double enter = 0;
    double leave = 0;

    DVDB_FN double middle() const { return 0.5 * (enter + leave); }

    /// The time of the change from this sample to the next one with a sign.
    DVDB_FN double change(const Sample& next, double iso) const {
      if (next.enter != leave) return next.enter;
      double above = next.value - iso;
      double rise = above - (value - iso);
      if (!(rise - rise == 0)) {
        // The difference of two doubles may overflow; that of their quarters does not.
        above = 0.25 * next.value - 0.25 * iso;
        rise = above - (0.25 * value - 0.25 * iso);
      }
      const double part = above / rise;
      if (!(part - part == 0)) return next.enter;  // infinite values
      return part * middle() + (1 - part) * next.middle();
    }
  };

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    Signs signs;
    Sample first;
    Sample last;
    const double iso = field.iso;
    const double least = field.eps;
    const T* values = field.values;
    field.rays.with_walk(i, team, field.t_min, field.t_max, [&](const GridHead&, const DualRay&, RayWalk& walk) {
      Sample here;
      const auto enter = [&] {
        here.enter = walk.time();
        here.value = to_double(values[walk.row()]);
        return true;
      };
      const auto leave = [&] {
        here.leave = walk.time();
        if constexpr (!kAll) {
          if (here.leave - here.enter < least) return true;
        }
        if (!(here.value < iso || here.value > iso)) return true;
        if (!signs.any) first = here;
        const bool on = signs.take(here.value < iso);
        if (!on) signs.change_at(last.change(here, iso));
        last = here;
        return on;
      };
      walk.each_active(enter, leave);
    });
    const int lane = first_change(team, signs, [&](int before) {
      const Sample from = {team.from(last.value, before), team.from(last.enter, before), team.from(last.leave, before)};
      return from.change(first, iso);
    });
    if (team.rank == (lane < 0 ? 0 : lane)) times[i] = from_double<T>(lane < 0 ? -1 : signs.time);
  }
};

/// DVDB_ROOT_TRILINEAR: the root of the field interpolated trilinearly between voxel centres.
template <class T>
struct CrossTrilinear {
  FieldQuestion<T> field;
  T* times;    // [n]
  T* normals;  // [n, 3], or null

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    Signs signs;
    double first_time = 0;
    Vec3d first_slope = {0, 0, 0};
    Vec3d slope = {0, 0, 0};
    field.rays.with_walk(i, team, field.t_min, field.t_max, [&](const GridHead& head, const DualRay& ray, RayWalk& walk) {
      TrilinearSigns<T> field_signs(field.rays.grid, head, ray, field.values, field.iso);
      double begin = 0;
      int32_t cell[3] = {};
      bool met = true;
      const auto enter = [&] {
        begin = walk.time();
        for (int axis = 0; axis < 3; ++axis) cell[axis] = walk.mirrored_cell(axis);
        return true;
      };
      const auto leave = [&] {
        met = true;
        return false;
      };
      // One voxel at a time: the work in a voxel is long, so the lanes of a warp should do it together, without
      // divergence.
      for (bool on = true; on && met;) {
        met = false;
        walk.each_active(enter, leave);
        if (met) on = field_signs.pass(cell, begin, walk.time());
      }
      signs = field_signs.signs;
      first_time = field_signs.first_time;
      first_slope = field_signs.first_slope;
      slope = field_signs.slope;
    });
    const bool changed = signs.changed;
    const double own_time = signs.time;
    const int lane = first_change(team, signs, [&](int) { return first_time; });
    if (team.rank != (lane < 0 ? 0 : lane)) return;
    times[i] = from_double<T>(lane < 0 ? -1 : signs.time);
    if (normals == nullptr) return;
    const bool at_own = changed && signs.time == own_time;
    const Vec3d normal = lane < 0 ? Vec3d{0, 0, 0} : world_normal(field.rays.head_of(i), at_own ? slope : first_slope);
    store_point(normals, i, normal);
  }

  /// The direction of a slope per voxel.
  DVDB_FN static Vec3d world_normal(const GridHead& head, const Vec3d& slope) {
    const Vec3d g = {slope.x / head.size[0], slope.y / head.size[1], slope.z / head.size[2]};
    const double largest = max_of(max_of(::fabs(g.x), ::fabs(g.y)), ::fabs(g.z));
    if (!(largest > 0 && largest - largest == 0)) return {0, 0, 0};
    const Vec3d u = {g.x / largest, g.y / largest, g.z / largest};
    const double length = ::sqrt(u.x * u.x + u.y * u.y + u.z * u.z);
    return {u.x / length, u.y / length, u.z / length};
  }
};

/// The field arguments that both entries share.
struct FieldRequest {
  dvdb_buffer values;
  double t_min;
  double t_max;
  double eps;
  double iso;
};

/// Checks the requests and calls body(field).
template <class Body>
Status with_field(Context& c, const RayRequest& request, const FieldRequest& of, Body body) {
  DVDB_TRY(check_range(c, of.t_min, of.t_max));
  DVDB_TRY(check_eps(c, of.eps));
  if (!(of.iso - of.iso == 0)) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot trace rays: iso level %g is not finite", of.iso);
  return with_rays(c, request, [&]<class T>(const Rays<T>& rays) -> Status {
    Span<T> values;
    DVDB_TRY(borrow(c, of.values, rays.grid.n_voxels, "values", values));
    return body(FieldQuestion<T>{rays, values.data, of.t_min, of.t_max, of.eps, of.iso});
  });
}

}  // namespace

dvdb_status dvdb_ray_implicit_intersection(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, dvdb_buffer values,
                                           uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps,
                                           double iso, uint32_t root, dvdb_buffer out_times) noexcept {
  return entry(context, [=](Context& c) -> Status {
    if (root > DVDB_ROOT_TRILINEAR) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot trace rays: root %u is unknown", root);
    const RayRequest request{grid, origins, directions, dtype, n, offsets, n_grids};
    return with_field(c, request, {values, t_min, t_max, eps, iso}, [&]<class T>(const FieldQuestion<T>& field) -> Status {
      Span<T> times;
      DVDB_TRY(borrow(c, out_times, n, "out_times", times));
      if (root == DVDB_ROOT_TRILINEAR) return backend::for_each_team(c, n, CrossTrilinear<T>{field, times.data, nullptr}, kRayGrain);
      if (eps == 0) return backend::for_each_team(c, n, CrossByChord<T, true>{field, times.data}, kRayGrain);
      return backend::for_each_team(c, n, CrossByChord<T, false>{field, times.data}, kRayGrain);
    });
  });
}

dvdb_status dvdb_ray_implicit_intersection_with_normals(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions,
                                                        dvdb_buffer values, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids,
                                                        double t_min, double t_max, double iso, dvdb_buffer out_times, dvdb_buffer out_normals) noexcept {
  return entry(context, [=](Context& c) -> Status {
    const RayRequest request{grid, origins, directions, dtype, n, offsets, n_grids};
    return with_field(c, request, {values, t_min, t_max, 0, iso}, [&]<class T>(const FieldQuestion<T>& field) -> Status {
      Span<T> times;
      Span<T> normals;
      DVDB_TRY(borrow(c, out_times, n, "out_times", times));
      DVDB_TRY(borrow(c, out_normals, n * 3, "out_normals", normals));
      return backend::for_each_team(c, n, CrossTrilinear<T>{field, times.data, normals.data}, kRayGrain);
    });
  });
}
