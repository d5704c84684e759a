/// Calls that are canceled: launches stop, say so, and leave the context usable.
#include "backend/api/calls.hpp"
#include "backend/api/launch.hpp"
#include "check.hpp"
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
  const int64_t sides[] = {1, 2, 4, 5, 27, 76, 257, 5000};
  for (const int64_t x : sides) {
    for (const int64_t y : sides) {
      for (const int64_t z : sides) {
        for (const int64_t n_units : {int64_t(1), nodes::Parts::kManyUnits}) {
          const nodes::Parts parts = nodes::Parts::of({x, y, z}, n_units);
          const int64_t dims[3] = {x, y, z};
          const int64_t length = dims[parts.axis];
          CHECK(parts.count == 1 || parts.count * parts.span >= length);
          // A slice is not divided.
          const int64_t slice = x * y * z / length;
          CHECK(parts.leaves >= slice * (parts.count == 1 ? length : parts.span));
          CHECK(parts.leaves * parts.grain() <= max_of(slice, nodes::Parts::kLeavesAtOnce));
        }
      }
    }
  }
}
