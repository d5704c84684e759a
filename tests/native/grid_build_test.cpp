/// build_grid() of grid/build.hpp. Each way through a build has a cloud that takes it, which the number of allocations
/// tells.
#include <climits>
#include <limits>

#include "backend/api/special/points/grouping.hpp"
#include "backend/api/special/points/point_passes.hpp"
#include "grid_oracle.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

Coord within(Random& random, int64_t low, int64_t high) {
  const auto draw = [&] { return int32_t(low + int64_t(random.below(uint64_t(high - low + 1)))); };
  const int32_t x = draw();
  const int32_t y = draw();
  return {x, y, draw()};
}

Points box(int64_t n, int64_t low, int64_t high) {
  Random random{uint64_t(n)};
  Points points;
  for (int64_t i = 0; i < n; ++i) points.push_back(within(random, low, high));
  return points;
}

/// Points near some centers.
Points around(int64_t n, const Points& centers, int64_t distance) {
  Random random(centers.size());
  Points points;
  for (int64_t i = 0; i < n; ++i) {
    const Coord c = centers[random.below(centers.size())];
    const Coord step = within(random, -distance, distance);
    points.push_back({c.x + step.x, c.y + step.y, c.z + step.z});
  }
  return points;
}

/// Small clusters anywhere within int32.
Points clusters(int64_t n, int64_t count) { return around(n, box(count, int64_t(INT_MIN) + 20, INT_MAX - 20), 20); }

/// Two thirds of the points in so many lower nodes of one cell, the others in one lower node far away.
Points slab(int64_t n, int64_t n_lowers) {
  Random random{uint64_t(n)};
  Points points;
  for (int64_t i = 0; i < n; ++i) {
    const int32_t lower = int32_t(i * 2 / 3 % n_lowers);
    const Coord step = within(random, 0, 100);
    points.push_back(i % 3 == 0 ? Coord{32900 + step.x, 32900, 32900}
                                : Coord{lower / 1024 * 128 + step.x, lower / 32 % 32 * 128, lower % 32 * 128});
  }
  return points;
}

/// Puts points where a sample does not look.
Cloud unseen(Points points, const Points& outliers) {
  for (size_t k = 0; k < outliers.size(); ++k) points[size_t(backend::kSampleStride) * 1000 * k + 1 + k] = outliers[k];
  return Cloud(points);
}

/// Deals points out to grids, a quarter of which get none.
Cloud batch_of(Points points, int64_t n_grids) {
  Random random{uint64_t(n_grids)};
  std::vector<int64_t> offsets;
  for (int64_t grid = 1; grid < n_grids; ++grid) offsets.push_back(int64_t(random.below(points.size() + 1)));
  for (size_t k = 3; k < offsets.size(); k += 4) offsets[k] = offsets[k - 1];
  offsets.insert(offsets.end(), {0, int64_t(points.size())});
  std::sort(offsets.begin(), offsets.end());
  return Cloud(std::move(points), std::move(offsets));
}

constexpr int64_t kGuessBelow = int64_t(1) << 20;  // guesses are for fewer points, and for fewer than are grouped
constexpr int64_t kMany = backend::kGroupAbove;
constexpr int64_t kFewer = kMany < kGuessBelow ? kMany : kGuessBelow;
constexpr int64_t kMore = kMany < kGuessBelow ? kGuessBelow : kMany;

// What a build allocates. These change with grid/build.cpp, and nothing else does.
constexpr int64_t kGuess = 3;    // a table, a guess of slots and lower nodes, the result
constexpr int64_t kExact = 4;    // a table, slots, lower nodes, the result
constexpr int64_t kFailed = 1;   // a guess that failed
constexpr int64_t kMissed = 1;   // slots of a sample that missed points
constexpr int64_t kListed = 3;   // keys, order and list of tiles; the sort takes more
constexpr int64_t kDealt = 1;    // groups
constexpr int64_t kGrouped = 2;  // groups and their items

struct Case {
  const char* name;
  Cloud (*make)();
  int64_t allocations;  // at least, where tiles are listed
  bool listed = false;
};

constexpr Case kCases[] = {
    {"no points", [] { return Cloud(Points{}); }, 2},
    {"no points in five grids", [] { return Cloud({}, {0, 0, 0, 0, 0, 0}); }, 2},
    {"no grids", [] { return Cloud({}, {0}); }, 1},
    {"one point", [] { return Cloud({{5, 5, 5}}); }, kGuess},
    {"a small box", [] { return Cloud(box(300, -60, 60)); }, kGuess},
    {"five grids", [] { return batch_of(box(10'000, 700, 900), 5); }, kGuess},
    {"the largest guess", [] { return Cloud(box(kFewer - 1, -60, 60)); }, kGuess},
    {"the low end of int32", [] { return Cloud(box(50, INT_MIN, INT_MIN + 50)); }, kGuess},
    {"the high end of int32", [] { return Cloud(box(50, INT_MAX - 50, INT_MAX)); }, kGuess},
    {"one point where tiles meet", [] { return Cloud({{0, 0, 0}}); }, kExact + kFailed},
    {"more slots than guessed", [] { return Cloud(box(100, -20'000, 20'000)); }, kExact + kFailed},
    {"more lower nodes than guessed", [] { return Cloud(box(1000, 700, 3400)); }, kExact + kFailed},
    {"more slots and lower nodes than guessed", [] { return Cloud(box(5000, -20'000, 20'000)); }, kExact + kFailed},
    {"as many slots as are dense", [] { return Cloud({{1'677'722, 99, 99}, {15'099'492, 99, 99}}); }, kExact + kFailed},
    {"one slot more than are dense", [] { return Cloud({{1'677'724, 99, 99}, {15'099'494, 99, 99}}); },
     kExact + kFailed + kListed, true},
    {"too many points to guess", [] { return Cloud(box(kGuessBelow + 7, -60, 60)); }, kExact},
    {"equal points", [] { return Cloud(Points(3'000'000, Coord{-1, -1, -1})); }, kExact},
    {"too few points to group", [] { return Cloud(box(kMany - 1, -250, 250)); }, kMany > kGuessBelow ? kExact : kGuess},
    {"too few lower nodes to group", [] { return Cloud(box(kMany, -60, 60)); }, kExact},
    {"enough points to group", [] { return Cloud(box(kMany, -250, 250)); }, kExact + kGrouped},
    {"crowded groups", [] { return Cloud(around(3'000'000, box(30, 700, 3400), 0)); }, kExact + kGrouped},
    {"grouped at the high end of int32", [] { return Cloud(box(kMany, INT_MAX - 500, INT_MAX)); }, kExact + kGrouped},
    {"grouped at the low end of int32", [] { return Cloud(box(kMany, INT_MIN, INT_MIN + 500)); }, kExact + kGrouped},
    {"groups of many lower nodes", [] { return Cloud(box(kMany, 700, 3400)); }, kExact + kGrouped},
    {"as many groups as there may be", [] { return Cloud(box(kMore, -2800, 2800)); }, kExact + kGrouped},
    {"a group of as many lower nodes as fit", [] { return Cloud(slab(kMany, 2048)); }, kExact + kGrouped},
    {"a group of one lower node too many", [] { return Cloud(slab(kMany, 2049)); }, kExact + kDealt},
    {"a group of twice too many lower nodes", [] { return Cloud(slab(kMany, 4096)); }, kExact + kDealt},
    {"outliers that a sample misses",
     [] { return unseen(box(kGuessBelow + 7, -60, 60), {{30'000, 0, 0}, {0, -30'000, 0}}); }, kExact + kMissed},
    {"an outlier in the last tile planned",
     [] { return unseen(box(kGuessBelow + 7, 4024, 4087), {{4095, 4095, 4095}}); }, kExact},
    {"an outlier one voxel beyond it", [] { return unseen(box(kGuessBelow + 7, 4024, 4087), {{4096, 4030, 4030}}); },
     kExact + kMissed},
    {"outliers among groups", [] { return unseen(box(kMore + 7, -250, 250), {{9000, 0, 5}, {-9000, 0, 7}}); },
     kExact + kMissed + kGrouped},
    {"outliers at the ends",
     [] { return unseen(box(kMore + 7, -60, 60), {{INT_MIN, INT_MAX, INT_MIN}, {INT_MAX, 0, 0}}); },
     kExact + kMissed + kListed, true},
    {"outliers of listed tiles", [] { return unseen(clusters(kMore + 7, 50), {{INT_MIN, INT_MAX, INT_MIN}}); },
     kExact + kListed + kGrouped, true},
    {"the corners of int32",
     [] {
       Points corners;
       for (int k = 0; k < 8; ++k)
         corners.push_back({k & 1 ? INT_MAX : INT_MIN, k & 2 ? INT_MAX : INT_MIN, k & 4 ? INT_MAX : INT_MIN});
       return Cloud(corners);
     },
     kExact + kFailed + kListed, true},
    {"scattered points", [] { return Cloud(box(1000, INT_MIN, INT_MAX)); }, kExact + kFailed + kListed, true},
    {"clusters", [] { return Cloud(clusters(1000, 100)); }, kExact + kFailed + kListed, true},
    {"a million points in clusters", [] { return Cloud(clusters(kGuessBelow + 5, 500)); }, kExact + kListed, true},
    {"grouped clusters", [] { return Cloud(clusters(kMany + 5, 500)); }, kExact + kListed + kGrouped, true},
    {"cells of several tiles", [] { return Cloud(clusters(kMany + 5, 8301)); }, kExact + kListed + kGrouped, true},
    {"a thousand grids", [] { return batch_of(box(5000, 700, 3400), 1000); }, kExact + kFailed},
    {"a thousand grids of clusters", [] { return batch_of(clusters(2000, 300), 1000); }, kExact + kFailed + kListed,
     true},
    {"a thousand grids to group", [] { return batch_of(box(kMany + 3, 1000, 1400), 1000); }, kExact + kGrouped},
    {"a thousand grids of clusters to group", [] { return batch_of(clusters(kMany + 3, 3), 1000); },
     kExact + kListed + kGrouped, true},
    {"as many grids as there may be", [] { return batch_of(box(3000, 700, 900), 65536); }, kExact + kFailed},
    {"as many grids as there may be, listed", [] { return batch_of(box(8000, -100, 100), 65536); },
     kExact + kFailed + kListed, true},
};

template <class Body>
void for_each_case(Body body) {
  for (const Case& one : kCases) {
    const int seen = failures;
    body(one, one.make());
    if (failures != seen) std::printf("  while building: %s\n", one.name);
  }
}

}  // namespace

TEST(every_way_through_a_build) {
  for_each_case([&](const Case& one, const Cloud& cloud) {
    const int64_t allocations = check_build(context, cloud);
    CHECK_EQUAL(one.listed ? std::min(allocations, one.allocations) : allocations, one.allocations);
  });
}

TEST(failed_allocations_leave_nothing_behind) {
  for_each_case([&](const Case&, const Cloud& cloud) {
    const DeviceArray<Coord> points(context, cloud.points);
    const int64_t held = context.held_bytes;
    for (uint32_t n = 1;; ++n) {
      context.fail_countdown = n;
      std::unique_ptr<GridBatch> batch;
      const Status status = build(context, cloud, points.span(), batch);
      const bool reached = context.fail_countdown == 0;
      context.fail_countdown = 0;
      CHECK_EQUAL(status.code(), reached ? DVDB_OUT_OF_MEMORY : DVDB_OK);
      CHECK_EQUAL(batch == nullptr, reached);
      CHECK_EQUAL(context.held_bytes - held, context.live_bytes.load());
      batch.reset();
      CHECK_EQUAL(context.held_bytes.load(), held);
      CHECK_EQUAL(context.live_bytes.load(), 0);
      CHECK_EQUAL(context.live_handles.load(), 0);
      if (!reached) return;
    }
  });
}

TEST(builds_do_not_depend_on_threads) {
  for_each_case([&](const Case&, const Cloud& cloud) {
    if (cloud.points.size() < 30'000 || cloud.points.size() > 40'000) return;
    with_thread_counts(context, [&] { check_build(context, cloud); });
  });
}

TEST(random_small_clouds) {
  Random random(77);
  for (int round = 0; round < 400; ++round) {
    const int64_t reach = int64_t(1) << random.below(32);
    const int64_t low = int64_t(random.below((uint64_t(1) << 32) - uint64_t(reach) + 1)) + INT_MIN;
    Points points = box(int64_t(random.below(random.below(3) == 0 ? 600 : 20)), low, low + reach - 1);
    check_build(context, batch_of(std::move(points), 1 + int64_t(random.below(9))));
  }
}

TEST(transforms_are_positive_and_finite) {
  const double huge = std::numeric_limits<double>::max();
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> sizes{1, 0.5, 1e-300, huge, 2, 3};
  const std::vector<double> origins{0, -huge, 5, huge, 0, 0};
  CHECK(check_transforms(context, sizes.data(), origins.data(), 2).ok());
  CHECK(check_transforms(context, nullptr, nullptr, 0).ok());
  CHECK_EQUAL(check_transforms(context, nullptr, origins.data(), 2).code(), DVDB_INVALID_ARGUMENT);
  CHECK_EQUAL(check_transforms(context, sizes.data(), nullptr, 2).code(), DVDB_INVALID_ARGUMENT);
  for (size_t at = 0; at < sizes.size(); ++at) {
    for (const double bad : {0.0, -0.0, -1.0, nan, infinity, -infinity}) {
      std::vector<double> wrong = sizes;
      wrong[at] = bad;
      CHECK_EQUAL(check_transforms(context, wrong.data(), origins.data(), 2).code(), DVDB_INVALID_ARGUMENT);
      wrong = origins;
      wrong[at] = bad;
      const bool finite = bad == 0 || bad == -1;
      CHECK_EQUAL(check_transforms(context, sizes.data(), wrong.data(), 2).code(),
                  finite ? DVDB_OK : DVDB_INVALID_ARGUMENT);
    }
  }
}
