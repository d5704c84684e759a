/// Leaves that triangles reach, told without looking, against leaves that are looked at one by one.
#include <cmath>

#include "check.hpp"
#include "core/mesh/triangle_leaves.hpp"

using namespace dvdb;
using namespace dvdb::mesh;
using namespace dvdb::test;

namespace {

Vec3d random_place(Random& random, double spread) {
  const double x = random.unit() - 0.5;
  const double y = random.unit() - 0.5;
  return {x * spread, y * spread, (random.unit() - 0.5) * spread};
}

Triangle random_triangle(Random& random, double spread) {
  const Vec3d a = random_place(random, spread);
  const Vec3d b = random_place(random, spread);
  return {{a, b, random_place(random, spread)}};
}

/// The part of a polygon on one side of a plane across an axis.
std::vector<Vec3d> cut(const std::vector<Vec3d>& polygon, int axis, double at, double side) {
  std::vector<Vec3d> rest;
  for (size_t i = 0; i < polygon.size(); ++i) {
    const Vec3d& from = polygon[i];
    const Vec3d& to = polygon[(i + 1) % polygon.size()];
    const double here = side * (from[axis] - at);
    const double there = side * (to[axis] - at);
    if (here >= 0) rest.push_back(from);
    if ((here < 0) != (there < 0)) {
      const double share = here / (here - there);
      rest.push_back(
          {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y), from.z + share * (to.z - from.z)});
    }
  }
  return rest;
}

bool has_part(const Triangle& triangle, const Vec3d& low) {
  std::vector<Vec3d> rest(triangle.corners, triangle.corners + 3);
  for (int axis = 0; axis < 3; ++axis) rest = cut(cut(rest, axis, low[axis], 1), axis, low[axis] + 8, -1);
  return !rest.empty();
}

/// Whether one of 9^3 places of a leaf is that near; they lie one voxel apart.
bool is_near(const Triangle& triangle, const Vec3d& size, const Vec3d& low, double distance) {
  for (int at = 0; at < 729; ++at) {
    const Vec3d place{low.x + at / 81, low.y + at / 9 % 9, low.z + at % 9};
    if (triangle.seen_from(place, size).nearest().square <= distance * distance) return true;
  }
  return false;
}

template <class F>
int64_t count_leaves(const Triangle& triangle, const Vec3d& around, F has) {
  int64_t low[3];
  int64_t high[3];
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] = int64_t(std::floor((triangle.low(axis) - around[axis]) / 8)) - 1;
    high[axis] = int64_t(std::ceil((triangle.high(axis) + around[axis]) / 8)) + 1;
  }
  int64_t count = 0;
  for (int64_t x = low[0]; x <= high[0]; ++x) {
    for (int64_t y = low[1]; y <= high[1]; ++y) {
      for (int64_t z = low[2]; z <= high[2]; ++z)
        count += has(Vec3d{8.0 * double(x) - 0.5, 8.0 * double(y) - 0.5, 8.0 * double(z) - 0.5}) ? 1 : 0;
    }
  }
  return count;
}

}  // namespace

TEST(least_leaves_are_no_more_than_there_are) {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    const double spread = round % 3 == 0 ? 500 : 150;
    Triangle triangle = random_triangle(random, spread);
    if (round % 4 == 1)
      triangle.corners[2] = {triangle.corners[1].x, triangle.corners[1].y + 0.01, triangle.corners[1].z};  // a needle
    if (round % 4 == 2)
      triangle.corners[2].z = triangle.corners[1].z = triangle.corners[0].z;  // along a layer of leaves
    const int64_t told = least_leaves(triangle, {1, 2, 0.5}, 0);
    const int64_t counted =
        count_leaves(triangle, {1, 1, 1}, [&](const Vec3d& low) { return has_part(triangle, low); });
    CHECK(told <= counted);
    CHECK(told >= counted / 6 - 3);
  }
}

TEST(least_leaves_count_what_is_near) {
  Random random(11);
  const Vec3d sizes[] = {{1, 1, 1}, {0.5, 1, 2}};
  const double half_step[] = {0.8661, 1.1457};  // no place is further from one of those that is_near() tries
  for (int round = 0; round < 40; ++round) {
    const Vec3d& size = sizes[round % 2];
    const double width = round % 4 == 0 ? 20 : 4 + round % 8;
    const double spread = round % 5 == 0 ? 1 : 40;
    const Triangle triangle = random_triangle(random, spread);
    const Vec3d around{width / size.x, width / size.y, width / size.z};
    const int64_t told = least_leaves(triangle, size, width);
    const int64_t counted = count_leaves(
        triangle, around, [&](const Vec3d& low) { return is_near(triangle, size, low, width + half_step[round % 2]); });
    CHECK(told <= counted);
    CHECK(told >= counted / 12 - 3);
  }
}

TEST(least_leaves_of_large_triangles) {
  const double far = 1e9;
  CHECK_EQUAL(least_leaves({{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}, {1, 1, 1}, 0), 0);
  CHECK_EQUAL(least_leaves({{{0, 0, 0}, {far, 0, 0}, {far, 1, 0}}}, {1, 1, 1}, 0), 124999997);
  CHECK_EQUAL(least_leaves({{{0, 0, 0}, {far, 0, 0}, {0, far, 0}}}, {1, 1, 1}, 0), kMostLeavesTold);
  CHECK_EQUAL(least_leaves({{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}, {1, 1, 1}, far), kMostLeavesTold);
  const int64_t half_square = least_leaves({{{0, 0, 0}, {8000, 0, 0}, {0, 8000, 0}}}, {1, 1, 1}, 0);
  CHECK(half_square > 350000 && half_square < 500000);
}
