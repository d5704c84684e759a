/// Teams of lanes: what each says and hears.
#include "backend/api/launch.hpp"

#include "check.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// What each lane of a team finds out about the others, checked against what it knows: the number of wrong answers.
struct AskTeam {
  int32_t* sizes;   // [n]
  uint32_t* wrong;  // [n]

  DVDB_FN void operator()(int64_t i, const Team& team) const {
    const uint32_t all = uint32_t((uint64_t(1) << team.size) - 1);
    uint32_t misses = 0;
    misses += team.ballot(true) != all;
    misses += team.ballot(team.rank % 3 == 0) != (0x49249249u & all);
    misses += team.sum(int64_t(team.rank + 1)) != int64_t(team.size) * (team.size + 1) / 2;
    misses += team.sum_before(int64_t(team.rank + 1)) != int64_t(team.rank) * (team.rank + 1) / 2;
    for (int owner = 0; owner < team.size; ++owner)
      misses += team.from(double(i) + team.rank * 0.5, owner) != double(i) + owner * 0.5;
    misses = team.sum(misses);
    if (team.rank != 0) return;
    sizes[i] = team.size;
    wrong[i] = misses;
  }
};

}  // namespace

TEST(teams_know_of_their_lanes) {
  for (const int64_t n : {0, 1, 2, 31, 1000, 4097, 70'001, 300'003}) {
    const DeviceArray<int32_t> sizes(context, n);
    const DeviceArray<uint32_t> wrong(context, n);
    REQUIRE(for_each_team(context, n, AskTeam{sizes.data(), wrong.data()}, 64));
    CHECK_SAME(wrong.read(), std::vector<uint32_t>(size_t(n)));
    const std::vector<int32_t> seen = sizes.read();
    if (n > 0) CHECK_SAME(seen, std::vector<int32_t>(size_t(n), seen[0]));
  }
}

TEST(warps_have_one_size) {
  for (const int64_t n : {0, 1, 7, 300'003}) {
    const DeviceArray<int32_t> sizes(context, n);
    const DeviceArray<uint32_t> wrong(context, n);
    REQUIRE(for_each_warp(context, n, AskTeam{sizes.data(), wrong.data()}, 64));
    CHECK_SAME(wrong.read(), std::vector<uint32_t>(size_t(n)));
    CHECK_SAME(sizes.read(), std::vector<int32_t>(size_t(n), kWarpLanes));
  }
}
