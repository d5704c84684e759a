/// Crossings of rays with a level of a field, by both ways to find them, against the reference.
#include "rays/crossings/reference.hpp"

#include <cmath>
#include <limits>

#include "abi_calls.hpp"
#include "core/voxel_sites.hpp"
#include "denovdb/rays.h"
#include "elements.hpp"
#include "grid_oracle.hpp"
#include "rays/walk/reference.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

/// A grid with a handle, and its voxels in the order of rows.
struct Field {
  const Caller& caller;
  GridBatch* batch = nullptr;
  dvdb_grid grid = 0;
  GridHead head{};
  std::vector<Coord> voxels;

  Field(Context& context, const Caller& calls, const Points& points) : caller(calls) {
    const double size[3] = {1, 1, 1};
    const double origin[3] = {0, 0, 0};
    const int64_t offsets[2] = {0, int64_t(points.size())};
    const DeviceArray<Coord> given(context, points);
    std::unique_ptr<GridBatch> built;
    REQUIRE(build_grid(context, {given.span(), offsets, size, origin, 1}, built));
    batch = built.get();
    head = fetch(context, batch->view.heads, 1)[0];
    const DeviceArray<Coord> all(context, batch->view.n_voxels);
    REQUIRE(list_voxels(context, batch->view, all.span()));
    voxels = all.read();
    grid = caller.name(std::move(built));
  }

  std::vector<double> cross(const std::vector<double>& from, const std::vector<double>& along,
                            const std::vector<double>& values, double t_min, double t_max, double eps, double iso,
                            uint32_t root) const {
    const int64_t n = int64_t(from.size()) / 3;
    const int64_t offsets[2] = {0, n};
    const dvdb_buffer out = caller.make(n * 8);
    caller.require(dvdb_ray_implicit_intersection(caller.handle(), grid, caller.put(from), caller.put(along),
                                                  caller.put(values), DVDB_F64, n, offsets, 1, t_min, t_max, eps, iso,
                                                  root, out));
    return caller.read<double>(out, n);
  }
};

Points block(int32_t low, int32_t edge, Random* random) {
  Points points;
  for (int32_t k = 0; k < edge * edge * edge; ++k) {
    if (random == nullptr || random->below(3) != 0)
      points.push_back({low + k / (edge * edge), low + k / edge % edge, low + k % edge});
  }
  return points;
}

/// Random rays, and such as run along planes and through corners.
void add_rays(Random& random, int64_t n, std::vector<double>& from, std::vector<double>& along) {
  for (int64_t k = 0; k < n; ++k) {
    const uint64_t kind = random.below(4);
    for (int axis = 0; axis < 3; ++axis) {
      const double at = 40 * random.unit() - 20;
      const double way = 2 * random.unit() - 1;
      from.push_back(kind == 0 ? std::floor(at) + 0.5 : kind == 1 ? std::floor(at) : at);
      along.push_back(kind < 2 ? std::floor(4 * way) : kind == 2 && axis != int(k % 3) ? 0 : way);
    }
  }
}

void check_chords(Context& context, const Points& points, double eps) {
  Random random{points.size()};
  const Caller caller(context);
  const Field field(context, caller, points);
  const double odd[] = {0.25, std::nan(""), std::numeric_limits<double>::infinity(),
                        -std::numeric_limits<double>::infinity()};
  std::vector<double> values;
  for (size_t k = 0; k < field.voxels.size(); ++k)
    values.push_back(random.below(12) == 0 ? odd[random.below(4)]
                                           : random.unit() + (random.below(5) == 0 ? -0.7 : 0.2));
  std::vector<double> from;
  std::vector<double> along;
  add_rays(random, 1500, from, along);
  for (const auto& [t_min, t_max] : {std::pair{-1e9, 1e9}, std::pair{0.0, 25.0}}) {
    std::vector<double> wanted;
    for (size_t k = 0; k < from.size() / 3; ++k) {
      DualRay ray;
      std::vector<FieldPass> passes;
      if (ray.place(field.head, {from[3 * k], from[3 * k + 1], from[3 * k + 2]},
                    {along[3 * k], along[3 * k + 1], along[3 * k + 2]})) {
        walk_reference(ray, field.voxels.data(), int64_t(field.voxels.size()), t_min, t_max,
                       [&](int64_t at, const ReferencePass& pass) {
                         passes.push_back({values[size_t(at)], pass.enter, pass.leave});
                       });
      }
      std::sort(passes.begin(), passes.end(), [](const FieldPass& a, const FieldPass& b) { return a.enter < b.enter; });
      wanted.push_back(chord_reference(passes, 0.25, eps));
    }
    CHECK_SAME(field.cross(from, along, values, t_min, t_max, eps, 0.25, DVDB_ROOT_CHORD), wanted);
    const auto hits = std::count_if(wanted.begin(), wanted.end(), [](double time) { return time != -1; });
    CHECK(points.empty() || hits > 20);
  }
}

/// The trilinear interpolation of a function of voxels.
template <class ValueOf>
double interpolate(const double (&at)[3], ValueOf value_of) {
  double sum = 0;
  for (int corner = 0; corner < 8; ++corner) {
    double weight = 1;
    double voxel[3];
    for (int axis = 0; axis < 3; ++axis) {
      const bool upper = (corner >> axis & 1) != 0;
      const double low = std::floor(at[axis]);
      weight *= upper ? at[axis] - low : 1 - (at[axis] - low);
      voxel[axis] = low + (upper ? 1 : 0);
    }
    if (weight != 0) sum += weight * value_of(voxel[0], voxel[1], voxel[2]);
  }
  return sum;
}

/// Rays through a full block, whose field is that of a function of voxels; to the bit, or to rounding.
template <class ValueOf>
void check_trilinear(Context& context, const std::vector<double>& from, const std::vector<double>& along, double t_max,
                     bool exact, ValueOf value_of) {
  const Caller caller(context);
  const Field field(context, caller, block(-10, 21, nullptr));
  std::vector<double> values;
  for (const Coord& c : field.voxels) values.push_back(value_of(double(c.x), double(c.y), double(c.z)));
  const std::vector<double> found = field.cross(from, along, values, 0, t_max, 0, 0, DVDB_ROOT_TRILINEAR);
  std::vector<double> wanted;
  for (size_t k = 0; k < found.size(); ++k) {
    const auto f = [&](double t) {
      const double at[3] = {from[3 * k] + t * along[3 * k], from[3 * k + 1] + t * along[3 * k + 1],
                            from[3 * k + 2] + t * along[3 * k + 2]};
      return interpolate(at, value_of);
    };
    wanted.push_back(crossing_reference(f, 0, t_max, exact ? 64 : 4000));
    if (!exact && !(std::fabs(found[k] - wanted.back()) < 1e-9))
      report(__FILE__, __LINE__, "ray %zu crosses at %.17g, not %.17g", k, found[k], wanted.back());
  }
  if (exact) CHECK_SAME(found, wanted);
}

}  // namespace

TEST(crossings_by_chord_are_those_of_the_reference) {
  Random random(1);
  for (const double eps : {0.0, 0.3}) {
    check_chords(context, block(-9, 18, nullptr), eps);
    check_chords(context, block(-9, 17, &random), eps);
  }
  check_chords(context, {}, 0);
}

TEST(trilinear_crossings_of_linear_fields_are_those_of_the_reference_to_the_bit) {
  std::vector<double> from;
  std::vector<double> along;
  for (int k = -6; k <= 6; ++k) {
    from.insert(from.end(), {-8, double(k), 2});
    along.insert(along.end(), {1, 0, 0});
    from.insert(from.end(), {3, 8, k + 0.5});
    along.insert(along.end(), {0, -1, 0});
    from.insert(from.end(), {8, double(k), -1.25});  // and back
    along.insert(along.end(), {-1, 0, 0});
  }
  check_trilinear(context, from, along, 16, true, [](double x, double y, double z) { return 4 * x - 2 * y + z - 3; });
}

TEST(trilinear_crossings_of_any_field_are_those_of_the_reference_to_rounding) {
  Random random(2);
  std::vector<double> from;
  std::vector<double> along;
  for (int k = 0; k < 1000; ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      from.push_back(2 * random.unit() - 1);
      along.push_back(random.unit() - 0.5);
    }
  }
  check_trilinear(context, from, along, 12, false,
                  [](double x, double y, double z) { return x * x + y * y + z * z - 20.3; });
  // Rough, so that it changes its sign more than once between the same eight voxels.
  check_trilinear(context, from, along, 12, false, [](double x, double y, double z) {
    return Random(uint64_t(x * 10007 + y * 101 + z + 1e6)).unit() - 0.3;
  });
}
