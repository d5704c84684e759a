/// backend/api/special/rays/turns.hpp against a plain loop.
#include "backend/api/special/rays/turns.hpp"

#include "check.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// Halves even numbers in turns of one kind, and triples odd ones in turns of the other, until the number is 1.
struct Hailstones {
  struct State {
    uint64_t number = 0;
    uint64_t trace = 0;
  };
  struct Far {
    uint64_t factor;
  };

  uint64_t* traces;  // [n]

  DVDB_FN static Turn next(const State& state) {
    return state.number <= 1 ? Turn::kOver : state.number % 2 == 0 ? Turn::kPass : Turn::kSeek;
  }
  DVDB_FN Turn begin(int64_t i, State& state, Far& far) const {
    state = {uint64_t(i) % 1000 == 77 ? 0xfffffffu : uint64_t(i) * 7 % 911, 1};
    far.factor = 3;
    return next(state);
  }
  DVDB_FN Turn seek(int64_t i, State& state, const Far& far) const {
    state.trace = state.trace * 31 + uint64_t(i);
    state.number = state.number * far.factor + 1;
    return next(state);
  }
  DVDB_FN Turn pass(int64_t, State& state, const Far&) const {
    state.trace = state.trace * 37 + state.number;
    state.number /= 2;
    return next(state);
  }
  DVDB_FN void end(int64_t i, const State& state) const { traces[i] += state.trace; }
};

/// The same, of which nothing is to be done.
struct IdleHailstones : Hailstones {
  static constexpr int kAtOnce = 3;

  DVDB_FN bool runs() const { return false; }
};

/// And of which all is.
struct BusyHailstones : Hailstones {
  static constexpr int kAtOnce = 3;

  DVDB_FN bool runs() const { return true; }
};

uint64_t trace_of(int64_t i) {
  uint64_t number = i % 1000 == 77 ? 0xfffffff : uint64_t(i) * 7 % 911;
  uint64_t trace = 1;
  while (number > 1) {
    const bool odd = number % 2 == 1;
    trace = odd ? trace * 31 + uint64_t(i) : trace * 37 + number;
    number = odd ? number * 3 + 1 : number / 2;
  }
  return trace;
}

}  // namespace

TEST(for_each_in_turns_takes_every_item_to_its_end_once) {
  for (const int64_t n : {0, 1, 31, 5000, 70001}) {
    std::vector<uint64_t> expected(static_cast<size_t>(n));
    for (int64_t i = 0; i < n; ++i) expected[size_t(i)] = trace_of(i);
    for (int run = 0; run < 2; ++run) {  // what the first one leaves must not disturb the second
      const DeviceArray<uint64_t> traces(context, std::vector<uint64_t>(static_cast<size_t>(n)));
      REQUIRE(for_each_in_turns(context, n, Hailstones{traces.data()}, 64));
      CHECK_SAME(traces.read(), expected);
    }
  }
}

TEST(for_each_in_turns_does_nothing_where_a_functor_does_not_run) {
  const int64_t n = 5000;
  const std::vector<uint64_t> nothing(static_cast<size_t>(n));
  std::vector<uint64_t> expected(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) expected[size_t(i)] = trace_of(i);
  const DeviceArray<uint64_t> traces(context, nothing);
  REQUIRE(for_each_in_turns(context, n, IdleHailstones{{traces.data()}}, 64));
  CHECK_SAME(traces.read(), nothing);
  REQUIRE(for_each_in_turns(context, n, BusyHailstones{{traces.data()}}, 64));
  CHECK_SAME(traces.read(), expected);
}
