/// rays/walk/row_walk.hpp against a walk from cell to cell, and the reference.
#include "rays/walk/row_walk.hpp"

#include "core/voxel_sites.hpp"
#include "grid_oracle.hpp"
#include "rays/walk/hdda.hpp"
#include "rays/walk/reference.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

struct Ray {
  double from[3];  // in voxels
  double along[3];
};

constexpr uint32_t kUnsure = ~0u;
constexpr int64_t kReferenceStep = 97;

/// Counts by rows along the fastest axis, from cell to cell, and by the definition, which looks at all voxels: along
/// few rays.
struct CompareCounts {
  GridView grid;
  VoxelRows voxels;
  const Coord* all;  // voxels
  const Ray* rays;
  double t_min;
  double t_max;
  uint32_t* counts;  // [n, 3]

  DVDB_FN void operator()(int64_t i) const {
    const GridHead& head = grid.heads[0];
    double from[3];
    double to[3];
    double most = 0;
    int axis = 0;
    for (int k = 0; k < 3; ++k) {
      from[k] = rays[i].from[k] * head.size[k] + head.origin[k];
      to[k] = rays[i].along[k] * head.size[k];
      if (::fabs(rays[i].along[k]) > most) axis = k, most = ::fabs(rays[i].along[k]);
    }
    uint32_t* count = counts + 3 * i;
    count[0] = count[1] = count[2] = 0;
    const auto put = [&](const double (&v)[3]) {
      return Vec3d{v[axis_of_rows(axis, 0)], v[axis_of_rows(axis, 1)], v[axis]};
    };
    DualRay ray;
    RowWalk rows;
    if (ray.place(voxels.along[axis].head, put(from), put(to)) && rows.start(voxels.along[axis], ray, t_min, t_max)) {
      count[0] = rows.is_sure() ? rows.count(voxels.words, ray) : kUnsure;
    }
    RayWalk walk;
    const bool placed = ray.place(head, {from[0], from[1], from[2]}, {to[0], to[1], to[2]});
    if (i % kReferenceStep != 0) count[2] = kUnsure;
    if (placed && i % kReferenceStep == 0) {
      walk_reference(ray, all, grid.n_voxels, t_min, t_max, [&](int64_t, const ReferencePass&) { ++count[2]; });
    }
    if (!placed || !walk.start(grid, head, ray, t_min, t_max)) return;
    walk.each_active([] { return true; },
                     [&] {
                       ++count[1];
                       return true;
                     });
  }
};

Points shell(int32_t radius, Coord center) {
  Points points;
  for (int32_t x = -radius - 2; x <= radius + 2; ++x) {
    for (int32_t y = -radius - 2; y <= radius + 2; ++y) {
      for (int32_t z = -radius - 2; z <= radius + 2; ++z) {
        const int32_t far = x * x + y * y + z * z;
        if (far <= (radius + 1) * (radius + 1) && far >= (radius - 1) * (radius - 1))
          points.push_back({x + center.x, y + center.y, z + center.z});
      }
    }
  }
  return points;
}

Points some(Random& random, int64_t n, uint64_t side) {
  Points points;
  for (int64_t k = 0; k < n; ++k)
    points.push_back(
        {int32_t(random.below(side)) - 3, int32_t(random.below(side / 2 + 1)), int32_t(random.below(side)) - 90});
  return points;
}

/// Rays of kinds that meet planes at once, nearly at once, or never, and others.
std::vector<Ray> rays_around(Random& random, const int32_t (&bounds)[2][3], int64_t n) {
  std::vector<Ray> rays;
  const auto sign = [&] { return random.below(2) != 0 ? 1.0 : -1.0; };
  for (int64_t i = 0; i < n; ++i) {
    const uint64_t kind = random.below(12);
    const double scale = random.below(40) == 0 ? (random.below(2) != 0 ? 1e290 : 1e-290) : 1;
    Ray ray;
    double most = 0;
    for (int k = 0; k < 3; ++k) {
      const double span = bounds[1][k] - bounds[0][k] + 1;
      const double low = bounds[0][k];
      const auto whole = [&](int64_t range) { return double(int64_t(random.below(uint64_t(2 * range + 1))) - range); };
      ray.from[k] = low + span * (3 * random.unit() - 1);
      ray.along[k] = random.unit() - 0.5;
      if (kind == 0) ray.from[k] = std::floor(ray.from[k]) + 0.5, ray.along[k] = whole(1);
      if (kind == 1) ray.from[k] = std::floor(ray.from[k]), ray.along[k] = whole(3);
      if (kind == 2)
        ray.from[k] = std::floor(ray.from[k]) + 0.5 + whole(2) * 1e-6, ray.along[k] = whole(1) + whole(2) * 1e-6;
      if (kind == 3) ray.from[k] = std::floor(ray.from[k]) + 0.25 * whole(4), ray.along[k] = whole(9);
      if (kind == 4) ray.from[k] = low + span * random.unit();
      if (kind == 5) ray.along[k] = random.below(2) != 0 ? 0 : sign();
      if (kind == 6)
        ray.from[k] += 1e9 * sign() * double(k == int(i % 3)),
            ray.along[k] = k == int(i % 3) ? -1 : 1e-9 * random.unit();
      if (kind == 7) ray.along[k] *= k == int(i % 3) ? 1 : 1e-7;
      if (kind == 8)
        ray.from[k] = (random.below(2) != 0 ? low : low + span) - 0.5, ray.along[k] = whole(1) + 1e-9 * whole(1);
      ray.along[k] *= scale;
      most = std::max(most, std::fabs(ray.along[k]));
    }
    if (most > 0) rays.push_back(ray);
  }
  return rays;
}

void check_rows(Context& context, const Points& points, uint64_t seed, int64_t n) {
  Random random(seed);
  std::unique_ptr<GridBatch> batch;
  const Cloud cloud{Points(points)};
  const DeviceArray<Coord> places(context, points);
  REQUIRE(build(context, cloud, places.span(), batch));
  int32_t bounds[2][3];
  std::copy_n(batch->bounds.get(), 6, &bounds[0][0]);
  backend::Scratch memory(context);
  VoxelRows voxels;
  REQUIRE(make_rows(context, *batch, 1 << 24, memory, voxels));
  const std::vector<Ray> rays = rays_around(random, bounds, n);
  const DeviceArray<Ray> given(context, rays);
  DeviceArray<uint32_t> counts(context, 3 * int64_t(rays.size()));
  const DeviceArray<Coord> all(context, batch->view.n_voxels);
  REQUIRE(list_voxels(context, batch->view, all.span()));
  const double far = HUGE_VAL;
  const double ranges[][2] = {{0, far}, {-far, far}, {-3.25, 41.5}, {7, 20}, {0.375, 3}};
  for (const auto& range : ranges) {
    REQUIRE(backend::for_each(
        context, int64_t(rays.size()),
        CompareCounts{batch->view, voxels, all.data(), given.data(), range[0], range[1], counts.data()}));
    const std::vector<uint32_t> found = counts.read();
    uint64_t sum = 0;
    uint64_t sure = 0;
    for (size_t i = 0; i < rays.size(); ++i) {
      if (found[3 * i + 2] != kUnsure) CHECK_EQUAL(found[3 * i + 1], found[3 * i + 2]);
      if (found[3 * i] == kUnsure) continue;
      ++sure;
      CHECK_EQUAL(found[3 * i], found[3 * i + 1]);
      sum += found[3 * i];
    }
    CHECK(sum > 0);
    CHECK(sure > rays.size() / 2);
  }
}

}  // namespace

TEST(rows_count_what_cells_do) {
  Random random(5);
  check_rows(context, shell(16, {0, 0, 0}), 1, 40000);
  check_rows(context, shell(40, {1000, -70, 3}), 2, 20000);
  check_rows(context, some(random, 3000, 20), 3, 40000);
  check_rows(context, some(random, 30000, 140), 4, 20000);
  check_rows(context, {{5, 5, 5}}, 5, 4000);
}
