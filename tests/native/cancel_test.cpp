/// Calls that are canceled: launches stop, say so, and leave the context usable.
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
