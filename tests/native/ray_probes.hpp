/// Rays of many kinds through grids, most of which go where a walk could go wrong.
#pragma once

#include <cmath>
#include <limits>

#include "check.hpp"
#include "core/grid.hpp"

namespace dvdb::test {

/// A ray of its own times through a grid of a batch, in the world.
struct Probe {
  Vec3d from;
  Vec3d along;
  double t_min;
  double t_max;
  int64_t grid;
};

/// Draws rays of many kinds through a grid, in its voxels, and takes them to the world.
class ProbeMaker {
 public:
  static constexpr int kKinds = 20;

  ProbeMaker(const std::vector<Coord>& points, const GridHead& head, int64_t grid, int kind)
      : points_(points), head_(head), grid_(grid), kind_(kind), random_(uint64_t(grid * kKinds + kind)) {}

  Probe draw() {
    Vec3d at = place();
    Vec3d along = direction();
    double away = wide() * random_.unit() * 2;
    switch (kind_) {
      case 0: break;  // anywhere
      case 1: at = corner(); break;
      case 2: at = on_edge(); break;
      case 3:
        at = random_.below(2) == 0 ? corner() : on_edge();
        along = small_whole();
        away = std::floor(away);
        break;
      case 4:
        along = small_whole();
        at = on_lattice();
        away = std::floor(away);
        break;
      case 5: at = on_lattice(); break;
      case 6:
        along = on_axis();
        at = random_.below(2) == 0 ? corner() : on_lattice();
        break;  // along borders
      case 7: along = on_axis(); break;
      case 8:
        away = 0;
        break;  // from inside
      // By as much as whole numbers just tell, or do not.
      case 9:
        along = nearly(on_axis());
        at = near(corner());
        break;
      case 10:
        along = nearly(small_whole());
        at = near(corner());
        break;
      case 11:
        along = small_whole();
        at = near(on_edge());
        break;
      // Numbers of other sizes.
      case 12: along = times(along, random_.below(2) == 0 ? 1e-200 : 1e200); break;
      case 13:
        along = with_tiny(along);
        at = random_.below(2) == 0 ? at : corner();
        break;
      case 14: away = std::ldexp(1, int(random_.below(60))); break;  // from far away
      case 15: return seen(at);
      // Planes passed at once: paces that are powers of two of each other, or the same.
      case 16:
        along = {power(), power(), power()};
        at = on_lattice();
        away = std::floor(away);
        break;
      case 17:
        along = {along.x, random_.below(2) == 0 ? along.x : -along.x, random_.below(2) == 0 ? along.z : 0};
        at = corner();
        break;
      case 18: return before_bounds(along);
      default: return broken(at, along);
    }
    const double length = std::max({std::fabs(along.x), std::fabs(along.y), std::fabs(along.z), 1e-300});
    const Vec3d from = plus(at, times(along, -away / length));
    return timed(from, along, away / length, 2 * wide() / length);
  }

 private:
  static Vec3d plus(const Vec3d& a, const Vec3d& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  static Vec3d times(const Vec3d& a, double by) { return {a.x * by, a.y * by, a.z * by}; }
  double sign() { return random_.below(2) == 0 ? 1 : -1; }
  double wide() const { return points_.empty() ? 1 : 2.0 + head_.bounds[1][0] - double(head_.bounds[0][0]); }

  Vec3d voxel() {
    if (points_.empty()) return {0, 0, 0};
    const Coord c = points_[random_.below(points_.size())];
    return {double(c.x), double(c.y), double(c.z)};
  }
  /// Voxels have their centers at whole numbers here.
  Vec3d place() { return plus(voxel(), {random_.unit() - 0.5, random_.unit() - 0.5, random_.unit() - 0.5}); }
  Vec3d corner() { return plus(voxel(), {0.5 * sign(), 0.5 * sign(), 0.5 * sign()}); }
  Vec3d on_edge() {
    const uint64_t along = random_.below(3);
    const auto step = [&](uint64_t axis) { return axis == along ? random_.unit() - 0.5 : 0.5 * sign(); };
    const double x = step(0);
    const double y = step(1);
    return plus(voxel(), {x, y, step(2)});
  }
  Vec3d on_lattice() {
    const double fine = std::ldexp(1, int(random_.below(19)));
    const auto step = [&] { return std::floor(random_.unit() * fine) / fine - 0.5; };
    return plus(voxel(), {step(), step(), step()});
  }
  /// Off by what is at the limit of what whole numbers tell.
  Vec3d near(const Vec3d& p) {
    const double off = std::ldexp(1, -15 - int(random_.below(20)));
    const auto step = [&] { return (random_.unit() - 0.5) * off; };
    return plus(p, {step(), step(), step()});
  }
  Vec3d direction() { return {random_.unit() - 0.5, random_.unit() - 0.5, random_.unit() - 0.5}; }
  Vec3d small_whole() {
    const auto draw = [&] { return double(random_.below(17)) - 8; };
    return {draw(), draw(), draw()};
  }
  Vec3d on_axis() {
    const uint64_t axis = random_.below(3);
    const double way = sign();
    return {axis == 0 ? way : 0, axis == 1 ? way : 0, axis == 2 ? way : 0};
  }
  Vec3d nearly(const Vec3d& along) {
    const double off = std::ldexp(1, -int(random_.below(60)));
    const auto step = [&] { return (random_.unit() - 0.5) * off; };
    return plus(along, {step(), step(), step()});
  }
  Vec3d with_tiny(const Vec3d& along) {
    constexpr double kTiny[] = {5e-324, 1e-310, 1e-300, 1e-210, 1e-100, 1e-40, 1e-20, -0.0};
    const auto tiny = [&] { return sign() * kTiny[random_.below(8)]; };
    const uint64_t axis = random_.below(3);
    return {axis == 0 ? along.x : tiny(), axis == 1 ? along.y : tiny(),
            axis == 2 || random_.below(2) == 0 ? along.z : tiny()};
  }
  double power() { return random_.below(4) == 0 ? 0 : sign() * std::ldexp(1, int(random_.below(7)) - 3); }

  /// A ray from one eye.
  Probe seen(const Vec3d& at) {
    const Vec3d eye =
        plus(points_.empty() ? Vec3d{0, 0, 0} : Vec3d{double(points_[0].x), double(points_[0].y), double(points_[0].z)},
             times(camera_, wide()));
    return timed(eye, plus(at, times(eye, -1)), 1, 2);
  }
  /// A ray that is right before a plane between leaves or lower nodes when it is 0.3 voxels before the bounds.
  Probe before_bounds(const Vec3d& along) {
    const double speeds[3] = {along.x, along.y, along.z};
    const double most = std::max({std::fabs(along.x), std::fabs(along.y), std::fabs(along.z)});
    const auto low = [&](int axis) { return head_.bounds[0][axis] - 0.5; };
    const auto anywhere = [&](int axis) {
      return low(axis) + random_.unit() * (head_.bounds[1][axis] + 0.5 - low(axis));
    };
    const auto face = int(random_.below(3));
    const int other = (face + 1 + int(random_.below(2))) % 3;
    const double unit = random_.below(4) == 0 ? 8 : 128;
    double from[3] = {anywhere(0), anywhere(1), anywhere(2)};
    from[face] = speeds[face] > 0 ? low(face) : head_.bounds[1][face] + 0.5;
    const double plane = std::floor((from[other] + 0.5) / unit + 0.5) * unit - 0.5;
    from[other] = plane - std::copysign(std::ldexp(1 + random_.unit(), -16 - int(random_.below(14))), speeds[other]) +
                  speeds[other] * (0.3 / most);
    const double away = (0.3 + 100 * random_.unit()) / most;
    return timed(plus({from[0], from[1], from[2]}, times(along, -away)), along, away, 2 * wide() / most);
  }
  Probe broken(const Vec3d& at, const Vec3d& along) {
    const double bad[] = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                          std::nan(""), 1e308};
    Vec3d from = at;
    Vec3d to = random_.below(3) == 0 ? Vec3d{0, -0.0, 0} : along;
    const double value = bad[random_.below(4)];
    if (random_.below(2) == 0) from.y = value;
    if (random_.below(2) == 0) to.z = value;
    return timed(from, to, 1, 2);
  }

  /// With times as they are most often, or that cut the ray; `at` and `span` are when it is where it was drawn, and for
  /// how long.
  Probe timed(const Vec3d& from, const Vec3d& along, double at, double span) {
    Probe probe{{}, {}, 0, std::numeric_limits<double>::infinity(), grid_};
    switch (random_.below(8)) {
      case 0: probe.t_min = -std::numeric_limits<double>::infinity(); break;
      case 1: probe.t_max = at; break;
      case 2: probe.t_min = at; break;
      case 3:
        probe.t_min = at - span * random_.unit();
        probe.t_max = at + span * random_.unit();
        break;
      case 4:
        probe.t_min = at - span * 0.01 * random_.unit();
        probe.t_max = at + span * 0.01 * random_.unit();
        break;
      case 5: probe.t_max = std::floor(at + span * random_.unit()) * 0.5; break;  // often that of a plane
      default: break;
    }
    if (!(probe.t_min <= probe.t_max)) probe.t_max = probe.t_min;
    const auto world = [&](int axis) { return from[axis] * head_.size[axis] + head_.origin[axis]; };
    probe.from = {world(0), world(1), world(2)};
    probe.along = {along.x * head_.size[0], along.y * head_.size[1], along.z * head_.size[2]};
    return probe;
  }

  const std::vector<Coord>& points_;
  const GridHead& head_;
  int64_t grid_;
  int kind_;
  Random random_;
  Vec3d camera_{-1.7, 0.9, 1.3};
};

}  // namespace dvdb::test
