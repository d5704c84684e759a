/// Calls that are canceled: launches stop, say so, and leave the context usable.
#include "backend/api/algorithms.hpp"
#include "backend/api/calls.hpp"
#include "backend/api/launch.hpp"
#include "check.hpp"
#include "core/nodes/leaf_words.hpp"
#include "core/nodes/reshape.hpp"
#include "values.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

struct Count {
  uint64_t* seen;

  DVDB_FN void operator()(int64_t) const { atomic_add(seen, uint64_t(1)); }
};

struct Place {
  uint64_t* seen;

  DVDB_FN uint64_t count(int64_t) const { return 1; }
  DVDB_FN void emit(int64_t, uint64_t, uint64_t) const { atomic_add(seen, uint64_t(1)); }
};

/// Counts the visits of each item; a team of several lanes is one.
struct Visit {
  uint32_t* visits;

  DVDB_FN void operator()(int64_t i) const { atomic_add(&visits[i], 1u); }
  DVDB_FN void operator()(int64_t i, Team team) const {
    if (team.rank == 0) atomic_add(&visits[i], 1u);
  }
};

/// Fills a run with the number of its item.
struct Fill {
  int64_t width;

  DVDB_FN void operator()(int64_t i, uint8_t* run) const {
    for (int64_t at = 0; at < width; ++at) run[at] = uint8_t(i % 251 + at);
  }
};

constexpr int64_t kItems = int64_t(1) << 20;

}  // namespace

TEST(launches_of_a_canceled_call_fail) {
  const DeviceArray<uint64_t> seen(context, vector_of<uint64_t>(1));
  const dvdb_ticket ticket = context.order.draw();
  CHECK(context.order.enter(ticket));
  context.order.cancel(ticket);
  for (const int64_t n : {int64_t(1), kItems}) {
    CHECK_EQUAL(for_each(context, n, Count{seen.data()}).code(), DVDB_CANCELED);
    CHECK_EQUAL(for_each_scan(context, n, Place{seen.data()}).code(), DVDB_CANCELED);
  }
  CHECK(context.error.length > 0);
  Scratch memory(context);
  REQUIRE(memory.allocate(1000));  // what is allocated has an owner
  context.order.leave();
  CHECK(!context.lost);
  // On host threads nothing large has begun; what a GPU was given runs.
  if (!kLaunchesOnGpu) CHECK(seen.read()[0] <= 2);
}

// Not even counting those that are left would come to an end.
TEST(launches_of_a_canceled_call_end_whatever_is_left) {
  const DeviceArray<uint64_t> seen(context, vector_of<uint64_t>(1));
  const dvdb_ticket ticket = context.order.draw();
  CHECK(context.order.enter(ticket));
  begin_call(context, true);
  context.order.cancel(ticket);
  CHECK_EQUAL(for_each(context, int64_t(1) << 50, Count{seen.data()}, 1).code(), DVDB_CANCELED);
  begin_call(context, false);
  context.order.leave();
}

// Of many items, host threads leave out what is left, and what they have done is not used.
TEST(algorithms_of_a_canceled_call_fail) {
  for (const int64_t n : {int64_t(3), 3 * kItems}) {
    const DeviceArray<uint64_t> keys(context, vector_of<uint64_t>(n));
    const DeviceArray<uint32_t> values(context, vector_of<uint32_t>(n));
    const DeviceArray<int32_t> counts(context, vector_of<int32_t>(n));
    const DeviceArray<uint8_t> flags(context, vector_of<uint8_t>(n));
    const DeviceArray<int64_t> sums(context, vector_of<int64_t>(n + 1));
    const DeviceArray<double> numbers(context, vector_of<double>(n));
    const dvdb_ticket ticket = context.order.draw();
    CHECK(context.order.enter(ticket));
    begin_call(context, true);
    context.order.cancel(ticket);
    const Span<int64_t> count{sums.data(), 1};
    CHECK_EQUAL(sort_pairs(context, keys.span(), values.span(), 0, 64).code(), DVDB_CANCELED);
    CHECK_EQUAL(exclusive_scan(context, counts.span(), sums.span()).code(), DVDB_CANCELED);
    CHECK_EQUAL(compact(context, flags.span(), values.span(), count).code(), DVDB_CANCELED);
    CHECK_EQUAL(run_starts(context, keys.span(), values.span(), count).code(), DVDB_CANCELED);
    CHECK_EQUAL(fold(context, Fold::kSum, numbers.span(), {numbers.data(), 1}).code(), DVDB_CANCELED);
    CHECK_EQUAL(copy(context, keys.data(), sums.data(), 8 * n).code(), DVDB_CANCELED);
    CHECK_EQUAL(fill(context, keys.data(), 0, 1, 8 * n).code(), DVDB_CANCELED);
    begin_call(context, false);
    context.order.leave();
  }
  CHECK(!context.lost);
}

TEST(the_call_after_a_canceled_one_is_whole) {
  const DeviceArray<uint64_t> seen(context, vector_of<uint64_t>(1));
  const dvdb_ticket ticket = context.order.draw();
  CHECK(context.order.enter(ticket));
  context.order.cancel(ticket);
  context.order.leave();
  CHECK(context.order.enter(0));
  REQUIRE(for_each(context, kItems, Count{seen.data()}));
  REQUIRE(for_each_scan(context, kItems, Place{seen.data()}));
  context.order.leave();
  CHECK_EQUAL(seen.read()[0], uint64_t(2 * kItems));
}

// A GPU is given such items slice by slice where they are large, which a small grain says.
TEST(a_call_that_may_be_canceled_visits_every_item_once) {
  constexpr int64_t kMany = 3 * (int64_t(1) << 18) + 77;
  const DeviceArray<uint32_t> visits(context, vector_of<uint32_t>(kMany));
  const dvdb_ticket ticket = context.order.draw();
  CHECK(context.order.enter(ticket));
  begin_call(context, true);
  const Visit visit{visits.data()};
  REQUIRE(for_each(context, kMany, visit, 1));
  REQUIRE(for_each_team(context, kMany, visit, 1));
  REQUIRE(for_each_warp(context, kMany, visit, 1));
  for (int launch = 0; launch < 40; ++launch) REQUIRE(for_each(context, 100, visit));
  constexpr int64_t kRuns = (int64_t(1) << 22) + 77;
  constexpr int64_t kWidth = 16;
  const DeviceArray<uint8_t> runs(context, vector_of<uint8_t>(kRuns * kWidth));
  REQUIRE(for_each_run(context, kRuns, kWidth, runs.data(), Fill{kWidth}));
  begin_call(context, false);
  context.order.leave();
  std::vector<uint32_t> wanted = vector_of<uint32_t>(kMany, 3u);
  for (int64_t i = 0; i < 100; ++i) wanted[size_t(i)] = 43u;
  CHECK_SAME(visits.read(), wanted);
  const std::vector<uint8_t> filled = runs.read();
  int64_t wrong = 0;
  for (int64_t i = 0; i < kRuns; ++i) {
    for (int64_t at = 0; at < kWidth; ++at) wrong += filled[size_t(i * kWidth + at)] != uint8_t(i % 251 + at);
  }
  CHECK_EQUAL(wrong, int64_t(0));
}

TEST(parts_of_boxes_are_small_enough_to_be_canceled_between) {
  using nodes::Parts;
  const int64_t sides[] = {0, 1, 2, 4, 5, 27, 76, 257, 5000};
  for (const int64_t x : sides) {
    for (const int64_t y : sides) {
      for (const int64_t z : sides) {
        for (const int64_t n_units : {int64_t(1), int64_t(3072), Parts::kManyUnits}) {
          const Parts parts = Parts::of({x, y, z}, n_units);
          CHECK(parts.leaves <= Parts::kMostLeaves);
          CHECK_EQUAL(parts.leaves, int64_t(parts.span[0]) * parts.span[1] * parts.span[2]);
          CHECK(parts.leaves * parts.grain() <= Parts::kLeavesAtOnce);
        }
      }
    }
  }
}

TEST(parts_of_boxes_are_the_boxes) {
  const int32_t sides[] = {1, 3, 5, 40, 76};
  for (const int32_t x : sides) {
    for (const int32_t y : sides) {
      for (const int32_t z : sides) {
        const nodes::Parts parts = nodes::Parts::of({x, y, z}, 7);
        // The box of a unit may be smaller than those that parts are made for.
        const Coord low{-3, 70, INT32_MAX - z};
        const Coord high{low.x + x - 1, low.y + y - 1 - y / 7, low.z + z - 1};
        std::vector<uint32_t> seen = vector_of<uint32_t>(int64_t(x) * y * z);
        for (int64_t item = 5 * parts.count; item < 6 * parts.count; ++item) {
          CHECK_EQUAL(parts.unit_of(item), int64_t(5));
          nodes::LeafBox box{low, high, 0};
          if (!parts.cut(item, box)) continue;
          for (int32_t i = box.low.x; i <= box.high.x; ++i) {
            for (int32_t j = box.low.y; j <= box.high.y; ++j) {
              for (int64_t k = box.low.z; k <= box.high.z; ++k)
                ++seen[size_t((int64_t(i - low.x) * y + (j - low.y)) * z + (k - low.z))];
            }
          }
        }
        std::vector<uint32_t> wanted = vector_of<uint32_t>(int64_t(x) * y * z, 1u);
        for (size_t at = 0; at < wanted.size(); ++at)
          wanted[at] = int32_t(at / size_t(z) % size_t(y)) <= high.y - low.y ? 1 : 0;
        CHECK_SAME(seen, wanted);
      }
    }
  }
}

TEST(windows_of_related_leaves_are_small_enough_to_be_canceled_between) {
  using nodes::Window;
  for (const int64_t most : {int64_t(1), int64_t(33), Window::kMost, 5 * Window::kMost + 1, int64_t(131073)}) {
    for (int axis = 0; axis < 3; ++axis) {
      int64_t dims[3] = {1, 1, 1};
      dims[axis] = most;
      std::vector<uint32_t> seen = vector_of<uint32_t>(most);
      REQUIRE(Window::each(dims, [&](const Window& window, int64_t grain) -> Status {
        for (int along = 0; along < 3; ++along) {
          int64_t begin = 10;
          int64_t end = 10 + dims[along];
          window.cut(along, begin, end);
          CHECK(end - begin <= Window::kMost);
          CHECK((end - begin) * grain <= int64_t(1) << 14);
          for (int64_t at = begin; at < end && along == window.axis; ++at) ++seen[size_t(at - 10)];
        }
        return {};
      }));
      CHECK_SAME(seen, vector_of<uint32_t>(most, 1u));
    }
  }
}
