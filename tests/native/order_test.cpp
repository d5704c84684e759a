/// Orders of a map's targets: each target once, those with the same taps together, masks that say what each group has.
#include "check.hpp"
#include "conv/plan.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

void check_order(Context& context, int32_t width, int64_t n) {
  const int32_t kernel[3] = {3, 2, width};
  const int64_t taps = 6 * width;
  Random random(uint64_t(7 * width + n));
  std::vector<int32_t> rows(size_t(taps * n));
  std::vector<uint32_t> found(static_cast<size_t>(n));
  for (int64_t target = 0; target < n; ++target) {
    const uint64_t kind = random.below(5);  // of the taps that it has
    for (int64_t tap = 0; tap < taps; ++tap) {
      const bool there = (kind * 7 + uint64_t(tap) * 3) % 5 < 2;
      rows[size_t(tap * n + target)] = there ? int32_t(random.below(1000)) : -1;
      found[size_t(target)] |= there ? uint32_t(1) << tap : 0;
    }
  }
  const DeviceArray<int32_t> map(context, rows);
  const DeviceArray<uint32_t> targets(context, n);
  const DeviceArray<uint32_t> masks(context, backend::GatherOrder::groups_of(n));
  REQUIRE(order_targets(context, {map.data(), taps, n}, kernel, targets.data(), masks.data()));
  const std::vector<uint32_t> order = targets.read();
  std::vector<uint32_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (size_t at = 0; at < sorted.size(); ++at) CHECK_EQUAL(sorted[at], uint32_t(at));
  std::vector<uint32_t> wanted(size_t(backend::GatherOrder::groups_of(n)));
  int64_t changes = 0;
  for (size_t at = 0; at < order.size(); ++at) {
    wanted[at / backend::kMatrixRows] |= found[order[at]];
    if (at == 0) continue;
    changes += found[order[at]] != found[order[at - 1]];
    if (found[order[at]] == found[order[at - 1]]) CHECK(order[at] > order[at - 1]);
  }
  CHECK_SAME(masks.read(), wanted);
  CHECK(changes < 5);  // there are five kinds
}

}  // namespace

TEST(orders_put_targets_with_the_same_taps_together) {
  for (const int32_t width : {1, 3, 5}) {
    for (const int64_t n : {0, 1, 64, 65, 3000}) check_order(context, width, n);
  }
}
