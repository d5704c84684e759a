/// backend/api/special/rays/team_scan.hpp against a plain loop.
#include "backend/api/special/rays/team_scan.hpp"

#include "backend/api/memory.hpp"
#include "check.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// Item i has i % 5 entries for each lane of 4, whose numbers are kept until they are placed; teams of other sizes
/// share them.
struct ListNumbers {
  struct State {
    int64_t kept[16];
    int64_t count;
  };

  int64_t* ends;     // [n]
  int64_t* numbers;  // [total]
  int64_t n;
  uint64_t* report;

  DVDB_FN static int64_t entries(int64_t i) { return i % 5 * 3; }
  DVDB_FN uint64_t count(int64_t i, const Team& team, State& state) const {
    state.count = 0;
    for (int64_t which = 0; which < entries(i); ++which) {
      if (which * team.size / entries(i) == team.rank) state.kept[state.count++] = i * 100 + which;
    }
    return uint64_t(team.sum(state.count));
  }
  DVDB_FN void emit(int64_t i, const Team& team, const State& state, uint64_t count, uint64_t before) const {
    int64_t at = int64_t(before) + team.sum_before(state.count);
    for (int64_t which = 0; which < state.count; ++which) numbers[at++] = state.kept[which];
    if (team.rank != 0) return;
    ends[i] = int64_t(before + count);
    if (i == n - 1) atomic_store(report, before + count + 1);
  }
};

/// Places the entries of n items and compares them with a plain loop.
void check_lists(Context& context, int64_t n) {
  std::vector<int64_t> ends;
  std::vector<int64_t> numbers;
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t which = 0; which < ListNumbers::entries(i); ++which) numbers.push_back(i * 100 + which);
    ends.push_back(int64_t(numbers.size()));
  }
  const DeviceArray<int64_t> found_ends(context, n);
  const DeviceArray<int64_t> found(context, int64_t(numbers.size()));
  auto* report = static_cast<uint64_t*>(report_slot(context));
  *report = 0;
  REQUIRE(for_each_team_scan(context, n, ListNumbers{found_ends.data(), found.data(), n, report}, 64));
  REQUIRE(wait_for_report(context, report));
  CHECK_EQUAL(*report, uint64_t(numbers.size()) + 1);
  CHECK_SAME(found_ends.read(), ends);
  CHECK_SAME(found.read(), numbers);
}

}  // namespace

TEST(for_each_team_scan_places_what_lanes_keep) {
  for (const int64_t n : {1, 2, 9, 1000, 4097, 40'000, 150'001}) {
    check_lists(context, n);
    check_lists(context, n);  // what the first one leaves must not disturb the second
  }
}

#if defined(__CUDACC__)
TEST(a_launch_without_memory_leaves_the_next_scans_right) {
  for (int run = 0; run < 3; ++run) {
    check_lists(context, 150'001);
    ScanBoards boards;
    REQUIRE(take_boards(context, 100, boards));
    CHECK_EQUAL(check_cuda(context, cudaErrorMemoryAllocation, "launch").code(), dvdb_status(DVDB_OUT_OF_MEMORY));
    check_lists(context, 40'000);  // by other blocks, whose sums are others
  }
}
#endif
