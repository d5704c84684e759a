/// Points among the voxels of grids, most of which lie where a lookup could go wrong.
#pragma once

#include <climits>
#include <limits>

#include "check.hpp"
#include "grid_oracle.hpp"
#include "sample/shared/request.hpp"

namespace dvdb::test {

/// A batch of grids, and points in each.
struct PointCase {
  Points voxels;
  std::vector<int64_t> voxel_offsets{0};  // [n_grids + 1]
  std::vector<double> sizes;              // [n_grids, 3]
  std::vector<double> origins;            // [n_grids, 3]
  std::vector<double> points;             // [n, 3], in the world
  std::vector<int64_t> offsets{0};        // [n_grids + 1]

  int64_t n() const { return int64_t(points.size()) / 3; }
  int64_t n_grids() const { return int64_t(offsets.size()) - 1; }

  /// Random voxels around 0, on both sides of it; points between them, on them, and on planes between them.
  static PointCase around_voxels(int64_t n, int64_t n_grids) {
    PointCase made;
    Random random(uint64_t(n * 10 + n_grids));
    for (int64_t grid = 0; grid < n_grids; ++grid) {
      made.add_grid(grid, random, {-20, -20, -20}, 40, grid % 4 == 3 ? 0 : 9000);
      for (int64_t k = 0; k < n / n_grids + (grid == 0 ? n % n_grids : 0); ++k)
        made.add_point([&](int) { return near_number(random, -24, 48); });
      made.end_grid();
    }
    return made;
  }

  /// Voxels and points around corners of leaves, of lower and of upper nodes.
  static PointCase at_borders(int64_t n) {
    PointCase made;
    Random random(3);
    const int32_t borders[] = {0, 8, -8, 128, -128, 4096, -4096};
    const auto draw = [&] { return borders[random.below(7)] + int32_t(random.below(4)) - 2; };
    for (int k = 0; k < 3000; ++k) {
      const int32_t x = draw();
      const int32_t y = draw();
      made.voxels.push_back({x, y, draw()});
    }
    made.add_transform(0);
    for (int64_t k = 0; k < n; ++k)
      made.add_point([&](int) { return double(borders[random.below(7)]) + near_number(random, -3, 6); });
    made.end_grid();
    return made;
  }

  /// Voxels at the ends of int32; points there, beyond, and not finite.
  static PointCase far_out(int64_t n) {
    PointCase made;
    Random random(4);
    const int32_t ends[] = {INT_MIN, INT_MAX - 3, 0};
    for (int k = 0; k < 600; ++k) {
      const int32_t x = ends[random.below(3)] + int32_t(random.below(4));
      const int32_t y = ends[random.below(3)] + int32_t(random.below(4));
      made.voxels.push_back({x, y, ends[random.below(3)] + int32_t(random.below(4))});
    }
    made.sizes = {1, 1, 1};
    made.origins = {0, 0, 0};
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    const double odd[] = {std::nan(""),  kInfinite,     -kInfinite,   1e300,        -1e300,       1e19,
                          -2147483649.0, -2147483649.5, 2147483647.0, 2147483647.5, 2147483648.0, -0.0};
    for (int64_t k = 0; k < n; ++k) {
      made.add_point([&](int) {
        const uint64_t kind = random.below(10);
        if (kind == 0) return odd[random.below(12)];
        return double(ends[kind % 3]) + near_number(random, -3, 8);
      });
    }
    made.end_grid();
    return made;
  }

  void add_transform(int64_t grid) {
    const double all[][6] = {{0.25, 0.5, 2, 3, -0.125, 40},
                             {1, 1, 1, 0, 0, 0},
                             {0.1, 0.07, 0.23, 1.3, -20.7, 0.01},
                             {1e-12, 3e-12, 1e-12, 0, 0, 0},
                             {1e-305, 1, 1e305, 0, 0, 0}};
    const double* own = all[grid % 5];
    sizes.insert(sizes.end(), own, own + 3);
    origins.insert(origins.end(), own + 3, own + 6);
  }
  /// Adds a point of the last grid, whose coordinates in voxels are along(axis).
  template <class Along>
  void add_point(Along along) {
    const size_t at = sizes.size() - 3;
    for (int axis = 0; axis < 3; ++axis)
      points.push_back(along(axis) * sizes[at + size_t(axis)] + origins[at + size_t(axis)]);
  }
  void end_grid() {
    voxel_offsets.push_back(int64_t(voxels.size()));
    offsets.push_back(n());
  }

 private:
  void add_grid(int64_t grid, Random& random, const Coord& low, uint64_t edge, int64_t n_voxels) {
    add_transform(grid);
    for (int64_t k = 0; k < n_voxels; ++k) {
      const int32_t x = low.x + int32_t(random.below(edge));
      const int32_t y = low.y + int32_t(random.below(edge));
      voxels.push_back({x, y, low.z + int32_t(random.below(edge))});
    }
  }
  /// A number from `low` on: whole, halfway, anywhere, or next to a whole one.
  static double near_number(Random& random, double low, double span) {
    const double number = low + span * random.unit();
    switch (random.below(6)) {
      case 0: return std::floor(number);
      case 1: return std::floor(number) + 0.5;
      case 2: return std::nextafter(std::floor(number), -1e9);
      case 3: return std::nextafter(std::floor(number), 1e9);
      default: return number;
    }
  }
};

/// A case on the device, with points of type T.
template <class T>
class PlacedCase {
 public:
  PlacedCase(Context& context, const PointCase& given)
      : given_(given),
        points_(context, std::vector<T>(given.points.begin(), given.points.end())),
        starts_(context, given.offsets) {
    const DeviceArray<Coord> voxels(context, given.voxels);
    REQUIRE(build_grid(
        context, {voxels.span(), given.voxel_offsets.data(), given.sizes.data(), given.origins.data(), given.n_grids()},
        batch_));
  }

  GridBatch* batch() const { return batch_.get(); }
  const T* points() const { return points_.data(); }
  static constexpr uint32_t dtype() { return sizeof(T) == 4 ? DVDB_F32 : DVDB_F64; }
  sample::LocatedPoints places() const {
    sample::LocatedPoints places;
    places.grid = batch_->view;
    places.points = {points_.data(), dtype()};
    places.batch = {given_.n_grids() == 1 ? nullptr : starts_.data(), given_.n_grids()};
    return places;
  }

 private:
  const PointCase& given_;
  DeviceArray<T> points_;
  DeviceArray<int64_t> starts_;
  std::unique_ptr<GridBatch> batch_;
};

}  // namespace dvdb::test
