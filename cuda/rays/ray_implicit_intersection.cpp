/// Intersection of rays with a level set of a field.
/// The first change of the sign of value - iso along the ray: crossings/reference.hpp.
#include "rays/crossings/crossings.hpp"
#include "rays/crossings/trilinear.hpp"
#include "rays/lists.hpp"

using namespace dvdb;

namespace {

/// The arguments that both ways of finding the crossing use.
template <class T>
struct CrossingRequest {
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
  CrossingRequest<T> field;
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

/// DVDB_ROOT_TRILINEAR: the root of the field interpolated trilinearly between voxel centers.
template <class T>
struct CrossTrilinear {
  CrossingRequest<T> field;
  T* times;    // [n]
  T* normals;  // [n, 3], or null

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    Signs signs;
    double first_time = 0;
    Vec3d first_slope = {0, 0, 0};
    Vec3d slope = {0, 0, 0};
    field.rays.with_walk(i, team, field.t_min, field.t_max,
                         [&](const GridHead& head, const DualRay& ray, RayWalk& walk) {
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
                           // One voxel at a time: the work in a voxel is long, so the lanes of a warp should do it
                           // together, without divergence.
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

/// Checks the arguments and calls body(field).
template <class Args, class Body>
Status with_field(Context& c, const Args& a, double eps, Body body) {
  DVDB_TRY(check_range(c, a.t_min, a.t_max));
  DVDB_TRY(check_eps(c, eps));
  if (!(a.iso_level - a.iso_level == 0))
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot trace rays: iso level %g is not finite", a.iso_level);
  return with_rays(c, a, [&]<class T>(const Rays<T>& rays) -> Status {
    return body(CrossingRequest<T>{rays, a.field.template as<T>().data, a.t_min, a.t_max, eps, a.iso_level});
  });
}

}  // namespace

Status operators::ray_implicit_intersection(Context& c, const RayImplicitIntersectionArgs& a) {
  return with_field(c, a, a.eps, [&]<class T>(const CrossingRequest<T>& field) -> Status {
    T* const times = a.out_times.as<T>().data;
    if (a.root == DVDB_ROOT_TRILINEAR)
      return backend::for_each_team(c, a.n, CrossTrilinear<T>{field, times, nullptr}, kRayGrain);
    if constexpr (kLaunchesOnGpu) {
      if (a.eps == 0) return backend::for_each_team(c, a.n, CrossByChord<T, true>{field, times}, kRayGrain);
    }
    return backend::for_each_team(c, a.n, CrossByChord<T, false>{field, times}, kRayGrain);
  });
}

Status operators::ray_trilinear_intersection_with_normals(Context& c,
                                                          const RayTrilinearIntersectionWithNormalsArgs& a) {
  return with_field(c, a, 0, [&]<class T>(const CrossingRequest<T>& field) -> Status {
    T* const normals = a.out_normals.as<T>().data;
    return backend::for_each_team(c, a.n, CrossTrilinear<T>{field, a.out_times.as<T>().data, normals}, kRayGrain);
  });
}
