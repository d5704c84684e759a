/// backend/api/special/points/point_passes.hpp against naive loops.
#include "backend/api/special/points/point_passes.hpp"

#include <climits>

#include "check.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// A block of a GPU takes 1024 points at a time, a host thread 32768.
constexpr int64_t kSizes[] = {0, 1, 2, 31, 32, 33, 255, 256, 257, 1023, 1024, 1025, 2049, 32767, 32768, 32769, 100'003};

/// A point's cell, told from its list and all its coordinates.
DVDB_FN uint32_t cell_of(int64_t list, const Coord& c, int n_cells) {
  return (uint32_t(c.x) * 2654435761u + uint32_t(c.y) * 97u + uint32_t(c.z) * 31u + uint32_t(list) * 7919u) %
         uint32_t(n_cells);
}

/// A point's share of its list's sum.
DVDB_FN uint64_t share_of(const Coord& c) {
  return uint64_t(uint32_t(c.x)) * 0x9e3779b97f4a7c15ull + uint64_t(uint32_t(c.y)) * 0xbf58476d1ce4e5b9ull +
         uint64_t(uint32_t(c.z)) + (uint64_t(1) << 63);
}

/// Sums the points of each list, and names their cells.
struct SumPoints {
  uint64_t* sums;    // [n_lists]
  uint64_t* visits;  // [n_lists]
  int n_cells;

  struct Bound {
    uint64_t* sum;
    uint64_t* visits;
    int64_t list;
    int n_cells;

    DVDB_FN int operator()(const Coord& c) const {
      atomic_add(sum, share_of(c));
      atomic_add(visits, uint64_t(1));
      return n_cells == 0 ? 0 : int(cell_of(list, c, n_cells));
    }
  };
  DVDB_FN Bound bind(int64_t list) const { return {&sums[list], &visits[list], list, n_cells}; }
};

constexpr Bounds kNowhere{{INT_MAX, INT_MAX, INT_MAX}, {INT_MIN, INT_MIN, INT_MIN}};

void widen_by(Bounds& bounds, const Coord& c) {
  for (int axis = 0; axis < 3; ++axis) {
    bounds.low[axis] = std::min(bounds.low[axis], c[axis]);
    bounds.high[axis] = std::max(bounds.high[axis], c[axis]);
  }
}

std::vector<int32_t> numbers_of(const std::vector<Bounds>& bounds) {
  std::vector<int32_t> numbers;
  for (const Bounds& own : bounds) {
    numbers.insert(numbers.end(), own.low, own.low + 3);
    numbers.insert(numbers.end(), own.high, own.high + 3);
  }
  return numbers;
}

using Points = std::vector<Coord>;
using Starts = std::vector<int64_t>;  // [n_lists + 1]

/// Points of the whole int32 range, its ends among them.
Points wide_points(int64_t n) {
  constexpr int32_t kEnds[] = {INT_MIN, INT_MIN + 1, -1, 0, 1, INT_MAX - 1, INT_MAX};
  Random random(uint64_t(n) + 1);
  const auto draw = [&] { return random.below(50) == 0 ? kEnds[random.below(7)] : int32_t(random.next()); };
  Points points;
  for (int64_t i = 0; i < n; ++i) {
    const int32_t x = draw();
    const int32_t y = draw();
    points.push_back({x, y, draw()});
  }
  return points;
}

/// Points near one another that drift, as scans do: neighbors share cells, early and late points do not.
Points drifting_points(int64_t n) {
  Random random(uint64_t(n) + 2);
  Points points;
  for (int64_t i = 0; i < n; ++i)
    points.push_back({int32_t(i / 5000 - 7), int32_t(random.below(2)) - int32_t(i / 100), -3});
  return points;
}

/// What a pass is asked for beside its points and lists.
struct Wish {
  int n_cells = 0;  // 0: no cells
  bool bounds = true;
  int64_t stride = 1;
  Bounds before = kNowhere;
};

void check_pass(Context& context, const Points& points, const Starts& starts, const Wish& wish) {
  const int64_t n_lists = int64_t(starts.size()) - 1;
  std::vector<uint64_t> sums(size_t(n_lists), uint64_t(5));
  std::vector<uint64_t> visits(size_t(n_lists), uint64_t(0));
  std::vector<uint64_t> cells(size_t(wish.n_cells), uint64_t(1) << 40);
  std::vector<Bounds> bounds(size_t(n_lists), wish.before);
  const DeviceArray<Coord> device_points(context, points);
  const DeviceArray<int64_t> device_starts(context, starts);
  const DeviceArray<uint64_t> device_sums(context, sums);
  const DeviceArray<uint64_t> device_visits(context, visits);
  const DeviceArray<uint64_t> device_cells(context, cells);
  const DeviceArray<int32_t> device_bounds(context, numbers_of(bounds));
  for (int64_t list = 0; list < n_lists; ++list) {
    for (int64_t i = starts[size_t(list)]; i < starts[size_t(list) + 1]; ++i) {
      if (i % wish.stride != 0) continue;
      const Coord& c = points[size_t(i)];
      sums[size_t(list)] += share_of(c);
      ++visits[size_t(list)];
      if (wish.bounds) widen_by(bounds[size_t(list)], c);
      if (wish.n_cells > 0) ++cells[cell_of(list, c, wish.n_cells)];
    }
  }
  PointPass pass{device_points.span(), {n_lists == 1 ? nullptr : device_starts.data(), n_lists}};
  pass.stride = wish.stride;
  if (wish.bounds) pass.bounds = reinterpret_cast<Bounds*>(device_bounds.data());
  if (wish.n_cells > 0) pass.cells = device_cells.data();
  pass.n_cells = wish.n_cells;
  REQUIRE(for_each_point(context, pass, SumPoints{device_sums.data(), device_visits.data(), wish.n_cells}));
  CHECK_SAME(device_visits.read(), visits);
  CHECK_SAME(device_sums.read(), sums);
  CHECK_SAME(device_bounds.read(), numbers_of(bounds));
  CHECK_SAME(device_cells.read(), cells);
}

/// With and without bounds and cells.
void check_passes(Context& context, const Points& points, const Starts& starts) {
  const int seen = failures;
  for (const int n_cells : {0, 1, 100, PointPass::kMaxCells}) {
    for (const bool bounds : {false, true}) check_pass(context, points, starts, {n_cells, bounds});
  }
  if (failures != seen) std::printf("  while passing over %zu points in %zu lists\n", points.size(), starts.size() - 1);
}

/// Lists of random sizes up to a bound, a quarter of them empty.
Starts random_lists(int64_t n_lists, uint64_t bound) {
  Random random(bound + 3);
  Starts starts{0};
  for (int64_t list = 0; list < n_lists; ++list)
    starts.push_back(starts.back() + (random.below(4) == 0 ? 0 : int64_t(random.below(bound + 1))));
  return starts;
}

Starts equal_lists(int64_t n_lists, int64_t size) {
  Starts starts;
  for (int64_t list = 0; list <= n_lists; ++list) starts.push_back(list * size);
  return starts;
}

void check_sample(Context& context, const Points& points, const Starts& starts, int64_t stride,
                  const Bounds& before = kNowhere) {
  const int64_t n_lists = int64_t(starts.size()) - 1;
  const DeviceArray<Coord> device_points(context, points);
  const DeviceArray<int64_t> device_starts(context, starts);
  std::vector<Bounds> bounds(size_t(n_lists), before);
  const DeviceArray<int32_t> device_bounds(context, numbers_of(bounds));
  for (int64_t list = 0; list < n_lists; ++list) {
    for (int64_t i = starts[size_t(list)]; i < starts[size_t(list) + 1]; i += stride)
      widen_by(bounds[size_t(list)], points[size_t(i)]);
  }
  REQUIRE(sample_bounds(context, device_points.span(), {device_starts.data(), n_lists},
                        reinterpret_cast<Bounds*>(device_bounds.data())));
  CHECK_SAME(device_bounds.read(), numbers_of(bounds));
}

}  // namespace

TEST(passes_over_one_list) {
  for (const int64_t n : kSizes) {
    check_passes(context, wide_points(n), {0, n});
    check_passes(context, drifting_points(n), {0, n});
  }
}

TEST(passes_over_more_points_than_a_launch_takes_at_once) {
  const int64_t n = 3'000'001;
  const Points points = drifting_points(n);
  check_pass(context, points, {0, n}, {4096, true});
  check_pass(context, points, {0, n}, {4097, true});
  check_pass(context, points, {0, 1'500'000, n}, {PointPass::kMaxCells, true});
  check_pass(context, points, {0, n}, {100, true, 2});
}

TEST(passes_over_batches) {
  for (const auto& make : {wide_points, drifting_points}) {
    for (const uint64_t bound : {1, 3, 70, 900, 3000}) {
      const Starts starts = random_lists(1000, bound);
      if (starts.back() < 500'000) {
        check_passes(context, make(starts.back()), starts);
      } else {
        check_pass(context, make(starts.back()), starts, {100, true});
      }
    }
    check_passes(context, make(1000), equal_lists(1000, 1));
    check_passes(context, make(1), {0, 0, 1, 1});
    check_passes(context, make(0), {0, 0});
    check_passes(context, make(0), equal_lists(1000, 0));
    check_passes(context, make(5000), {0, 0, 0, 5000, 5000, 5000});
    check_passes(context, make(100'000), {0, 100'000, 100'000});
    check_passes(context, make(100'000), {0, 0, 99'999, 100'000});
    for (const int64_t size : {1023, 1024, 1025, 4096}) check_passes(context, make(20 * size), equal_lists(20, size));
    check_pass(context, make(65536 * 3), equal_lists(65536, 3), {1000, true});
  }
}

TEST(passes_over_no_lists) { check_passes(context, {}, {0}); }

TEST(passes_in_strides) {
  for (const int64_t n : kSizes) {
    for (const int64_t stride : {2, 3, 63, 64, 1000, 1'000'000}) {
      check_pass(context, wide_points(n), {0, n}, {100, true, stride});
      check_pass(context, drifting_points(n), {0, n}, {0, true, stride});
      check_pass(context, drifting_points(n), {0, n}, {PointPass::kMaxCells, false, stride});
    }
  }
  const int64_t n = 2'200'001;  // more than one round of a host thread with stride 64
  check_pass(context, wide_points(n), {0, n}, {100, true, kSampleStride});
}

TEST(bounds_never_shrink) {
  const Bounds before{{-1000, INT_MIN, 50}, {-990, 7, INT_MAX}};
  for (const int64_t n : {0, 1, 100, 5000}) {
    check_pass(context, drifting_points(n), {0, n}, {0, true, 1, before});
    check_pass(context, drifting_points(n), {0, n / 2, n, n}, {10, true, 1, before});
    check_sample(context, drifting_points(n), {0, n}, 1, before);
    check_sample(context, drifting_points(n), {0, n / 3, n, n}, 1, before);
  }
}

TEST(bounds_reach_the_ends_of_int32) {
  for (const int32_t end : {INT_MIN, INT_MAX}) {
    for (const int64_t n : {1, 33, 5000}) {
      const Points points(size_t(n), Coord{end, ~end, end});
      check_passes(context, points, {0, n});
      check_passes(context, points, {0, n / 2, n / 2, n});
      check_sample(context, points, {0, n}, 1);
    }
  }
}

TEST(samples_see_every_point_of_short_lists) {
  for (const int64_t n : kSizes) {
    check_sample(context, wide_points(n), {0, n}, 1);
    check_sample(context, drifting_points(n), {0, n / 3, n / 3, n}, 1);
  }
  check_sample(context, drifting_points(kSampleAll), {0, kSampleAll}, 1);
  const Starts starts = random_lists(1000, 300);
  check_sample(context, wide_points(starts.back()), starts, 1);
  check_sample(context, wide_points(1000), equal_lists(1000, 1), 1);
  check_sample(context, {}, {0}, 1);
}

TEST(samples_see_one_point_in_a_stride_of_long_lists) {
  for (const int64_t n : {kSampleAll + 1, kSampleAll + 64, 3 * kSampleAll + 5}) {
    Points points = drifting_points(n);
    points[size_t(kSampleStride)] = {INT_MAX, 0, 0};                      // seen
    points[size_t(kSampleStride) + 1] = {INT_MIN, 0, 0};                  // not seen
    points[size_t((n - 1) / kSampleStride * kSampleStride)].z = INT_MIN;  // the last one seen
    check_sample(context, points, {0, n}, kSampleStride);
  }
}

TEST(samples_see_every_point_of_long_batches) {
  const int64_t n = kSampleAll + 100;
  Points points = drifting_points(n);
  points[1] = {INT_MIN, INT_MAX, 0};
  points[size_t(n) - 1] = {INT_MAX, INT_MIN, 0};
  check_sample(context, points, {0, 2, n}, 1);
  check_sample(context, points, {0, n, n}, 1);
}

TEST(passes_do_not_depend_on_threads) {
  const Points points = wide_points(200'003);
  const Starts starts = random_lists(100, 3000);
  with_thread_counts(context, [&] {
    check_pass(context, points, {0, 200'003}, {PointPass::kMaxCells, true});
    check_pass(context, wide_points(starts.back()), starts, {1000, true});
  });
}
