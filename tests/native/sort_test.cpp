/// sort_pairs of backend/api/algorithms.hpp against std::stable_sort.
#include <numeric>

#include "backend/api/algorithms.hpp"
#include "check.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

struct Shape {
  const char* name;
  uint64_t (*key)(int64_t i, int64_t n, uint64_t word);  // `word` is random
};

constexpr Shape kShapes[] = {
    {"random", [](int64_t, int64_t, uint64_t word) { return word; }},
    {"constant", [](int64_t, int64_t, uint64_t) { return ~uint64_t(0); }},
    {"ascending", [](int64_t i, int64_t, uint64_t) { return uint64_t(i) * 0x100000001; }},
    {"descending", [](int64_t i, int64_t n, uint64_t) { return uint64_t(n - i) * 0x100000001; }},
    {"few distinct", [](int64_t, int64_t, uint64_t word) { return word % 7 * 0x0123456789abcdef; }},
    {"low bits vary", [](int64_t, int64_t, uint64_t word) { return 0xfedcba9876500000 | (word & 0xfffff); }},
    {"high bits vary", [](int64_t, int64_t, uint64_t word) { return word & 0xfff0000000000000; }},
    {"gaps between bits", [](int64_t, int64_t, uint64_t word) { return word & 0xc000000700200011; }},
    {"coordinates", [](int64_t, int64_t, uint64_t word) { return word & 0x00000fff01ff03ff; }},
    {"one outlier", [](int64_t i, int64_t n, uint64_t word) { return i == n / 2 ? ~uint64_t(0) : word >> 30; }},
    {"nested outliers",
     [](int64_t i, int64_t, uint64_t word) { return i % 64 < 55 ? word >> 40 : word >> (i % 64 - 25); }},
    {"two ascending halves", [](int64_t i, int64_t, uint64_t) { return uint64_t(i & 1) << 63 | uint64_t(i); }},
    {"last two swapped",
     [](int64_t i, int64_t n, uint64_t) {
       return uint64_t(i == n - 1 ? n - 2 : i == n - 2 ? n - 1 : i);
     }},
};

struct Range {
  int begin;
  int end;
};

std::vector<uint64_t> keys_of(const Shape& shape, int64_t n) {
  Random random(uint64_t(n) + 1);
  std::vector<uint64_t> keys(static_cast<size_t>(n), uint64_t(0));
  for (int64_t i = 0; i < n; ++i) keys[size_t(i)] = shape.key(i, n, random.next());
  return keys;
}

/// The values name the places that pairs come from, so that every breach of stability shows.
void check_sort(Context& context, const std::vector<uint64_t>& keys, Range range) {
  uint64_t mask = 0;
  for (int at = range.begin; at < range.end; ++at) mask |= bit(uint32_t(at));
  std::vector<uint32_t> order(keys.size(), 0u);
  std::iota(order.begin(), order.end(), 0u);
  std::vector<uint32_t> wanted = order;
  std::stable_sort(wanted.begin(), wanted.end(),
                   [&](uint32_t a, uint32_t b) { return (keys[a] & mask) < (keys[b] & mask); });
  std::vector<uint64_t> wanted_keys;
  for (const uint32_t i : wanted) wanted_keys.push_back(keys[i]);

  const DeviceArray<uint64_t> device_keys(context, keys);
  const DeviceArray<uint32_t> values(context, order);
  REQUIRE(sort_pairs(context, device_keys.span(), values.span(), range.begin, range.end));
  CHECK_SAME(values.read(), wanted);
  CHECK_SAME(device_keys.read(), wanted_keys);
}

void check_shapes(Context& context, int64_t n, Range range) {
  for (const Shape& shape : kShapes) {
    const int before = failures;
    check_sort(context, keys_of(shape, n), range);
    if (failures == before) continue;
    std::printf("  while sorting %lld keys, %s, by bits [%d, %d)\n", static_cast<long long>(n), shape.name, range.begin,
                range.end);
  }
}

}  // namespace

TEST(sorts_every_shape_by_all_bits) {
  for (const int64_t n :
       {0, 1, 2, 3, 24, 25, 63, 255, 256, 257, 1000, 4095, 4096, 4097, 16384, 16385, 65536, 65537, 300'001}) {
    check_shapes(context, n, {0, 64});
  }
}

TEST(sorts_by_a_range_of_bits) {
  for (const Range range :
       {Range{0, 0}, {64, 64}, {20, 20}, {0, 1}, {63, 64}, {0, 8}, {5, 17}, {31, 33}, {32, 64}, {1, 63}, {0, 48}}) {
    for (const int64_t n : {2, 20, 300, 5000, 20'000}) check_shapes(context, n, range);
  }
}

TEST(sorts_a_million) {
  const std::vector<uint64_t> keys = keys_of(kShapes[0], 1'000'003);
  check_sort(context, keys, {0, 64});
  check_sort(context, keys, {7, 40});
}

TEST(sorting_does_not_depend_on_threads) {
  with_thread_counts(context, [&] {
    check_shapes(context, 40'000, {0, 64});
    check_shapes(context, 200'001, {3, 64});
  });
}

TEST(a_failed_sort_leaves_the_pairs_alone) {
  const std::vector<uint64_t> keys = keys_of(kShapes[0], 100'000);
  std::vector<uint32_t> order(keys.size(), 0u);
  std::iota(order.begin(), order.end(), 0u);
  const DeviceArray<uint64_t> device_keys(context, keys);
  const DeviceArray<uint32_t> values(context, order);
  const int64_t held = context.held_bytes;
  uint32_t n = 1;
  for (; n < 20; ++n) {
    context.fail_countdown = n;
    const Status status = sort_pairs(context, device_keys.span(), values.span(), 0, 64);
    CHECK_EQUAL(context.held_bytes.load(), held);
    if (context.fail_countdown != 0) break;
    CHECK_EQUAL(status.code(), DVDB_OUT_OF_MEMORY);
    CHECK_SAME(device_keys.read(), keys);
    CHECK_SAME(values.read(), order);
  }
  context.fail_countdown = 0;
  CHECK(n > 1);
  CHECK(n < 20);
  const std::vector<uint64_t> sorted = device_keys.read();
  CHECK(std::is_sorted(sorted.begin(), sorted.end()));
}
