/// backend/api/launch.hpp against serial loops.
#include "backend/api/launch.hpp"

#include "check.hpp"
#include "threads.hpp"
#include "values.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// Counts the visits of each index and leaves a mark that only that index leaves.
struct Visit {
  uint32_t* visits;
  int64_t* marks;

  DVDB_FN void operator()(int64_t i) const {
    atomic_add(&visits[i], 1u);
    marks[i] = 3 * i + 1;
  }
};

/// The same for neighbors in one go, which host threads prefer.
struct VisitRuns : Visit {
  explicit VisitRuns(const Visit& visit) : Visit(visit) {}
  void run_on_host(int64_t begin, int64_t end) const {
    for (int64_t i = end - 1; i >= begin; --i) (*this)(i);
  }
};

/// Writes what for_each_scan hands to emit.
struct ScanCounts {
  const uint64_t* counts;
  uint64_t* seen;
  uint64_t* before;

  DVDB_FN uint64_t count(int64_t i) const { return counts[i]; }
  DVDB_FN void emit(int64_t i, uint64_t own, uint64_t sum) const {
    seen[i] = own;
    before[i] = sum;
  }
};

/// The same with a number of items a GPU thread takes.
template <int kItems>
struct ScanCountsBy : ScanCounts {
  explicit ScanCountsBy(const ScanCounts& scan) : ScanCounts(scan) {}
  static constexpr int kScanItems = kItems;
};

/// And with neighboring items for neighboring lanes.
template <int kItems>
struct ScanStripesBy : ScanCountsBy<kItems> {
  explicit ScanStripesBy(const ScanCounts& scan) : ScanCountsBy<kItems>(scan) {}
  static constexpr bool kScanStriped = true;
};

/// Replaces counts by what stands before them.
struct ScanInPlace {
  uint64_t* counts;

  DVDB_FN uint64_t count(int64_t i) const { return counts[i]; }
  DVDB_FN void emit(int64_t i, uint64_t, uint64_t sum) const { counts[i] = sum; }
};

/// Writes the indices of odd words without gaps.
struct CompactOdd {
  const uint32_t* words;
  uint32_t* out;

  DVDB_FN uint64_t count(int64_t i) const { return words[i] & 1; }
  DVDB_FN void emit(int64_t i, uint64_t own, uint64_t sum) const {
    if (own != 0) out[sum] = uint32_t(i);
  }
};

/// Counts below a bound, with zeros among them.
std::vector<uint64_t> random_counts(int64_t n, uint64_t bound, uint64_t seed) {
  Random random(seed);
  std::vector<uint64_t> counts = vector_of<uint64_t>(n);
  for (uint64_t& count : counts) count = random.below(4) == 0 ? 0 : random.below(bound);
  return counts;
}

std::vector<uint64_t> sums_before(const std::vector<uint64_t>& counts) {
  std::vector<uint64_t> sums;
  sums.reserve(counts.size());
  uint64_t sum = 0;
  for (const uint64_t count : counts) {
    sums.push_back(sum);
    sum += count;
  }
  return sums;
}

template <class F = ScanCounts>
void check_scan(Context& context, const std::vector<uint64_t>& counts) {
  const DeviceArray<uint64_t> in(context, counts);
  const DeviceArray<uint64_t> seen(context, in.size());
  const DeviceArray<uint64_t> before(context, in.size());
  REQUIRE(for_each_scan(context, in.size(), F(ScanCounts{in.data(), seen.data(), before.data()})));
  CHECK_SAME(seen.read(), counts);
  CHECK_SAME(before.read(), sums_before(counts));
}

}  // namespace

TEST(for_each_visits_every_index_once) {
  for (const int64_t n : {0, 1, 2, 31, 255, 256, 257, 4095, 4096, 4097, 100'000, 1'000'003}) {
    for (const int64_t grain : {int64_t(1), int64_t(7), kGrain, int64_t(1) << 40}) {
      if (n > 100'000 && grain < kGrain) continue;
      const DeviceArray<uint32_t> visits(context, vector_of<uint32_t>(n));
      const DeviceArray<int64_t> marks(context, vector_of<int64_t>(n));
      REQUIRE(for_each(context, n, Visit{visits.data(), marks.data()}, grain));
      CHECK_SAME(visits.read(), vector_of<uint32_t>(n, 1u));
      std::vector<int64_t> wanted = vector_of<int64_t>(n);
      for (int64_t i = 0; i < n; ++i) wanted[size_t(i)] = 3 * i + 1;
      CHECK_SAME(marks.read(), wanted);
      REQUIRE(for_each(context, n, VisitRuns(Visit{visits.data(), marks.data()}), grain));
      CHECK_SAME(visits.read(), vector_of<uint32_t>(n, 2u));
      CHECK_SAME(marks.read(), wanted);
    }
  }
}

TEST(for_each_scan_sums_what_stands_before) {
  const int64_t sizes[] = {0,
                           1,
                           2,
                           3,
                           4,
                           5,
                           31,
                           32,
                           33,
                           127,
                           128,
                           129,
                           255,
                           256,
                           257,
                           1023,
                           1024,
                           1025,
                           2047,
                           2048,
                           2049,
                           4095,
                           4096,
                           4097,
                           8191,
                           8193,
                           32767,
                           32768,
                           32769,
                           33 * 1024 - 1,
                           33 * 1024 + 1,
                           65535,
                           65536,
                           65537,
                           1'000'003};
  for (const int64_t n : sizes) {
    check_scan(context, random_counts(n, 5, uint64_t(n)));
    check_scan(context, random_counts(n, uint64_t(1) << 40, uint64_t(n) + 1));
    check_scan(context, vector_of<uint64_t>(n, 0));
    check_scan(context, vector_of<uint64_t>(n, 1));
  }
}

TEST(for_each_scan_by_any_number_of_items) {
  for (const int64_t n : {1, 255, 256, 257, 511, 513, 767, 769, 2047, 2049, 4095, 4097, 70'001, 300'001}) {
    const std::vector<uint64_t> counts = random_counts(n, uint64_t(1) << 40, uint64_t(n) + 2);
    check_scan<ScanCountsBy<1>>(context, counts);
    check_scan<ScanCountsBy<2>>(context, counts);
    check_scan<ScanCountsBy<3>>(context, counts);
    check_scan<ScanCountsBy<8>>(context, counts);
    check_scan<ScanCountsBy<16>>(context, counts);
    check_scan<ScanStripesBy<1>>(context, counts);
    check_scan<ScanStripesBy<3>>(context, counts);
    check_scan<ScanStripesBy<4>>(context, counts);
  }
}

TEST(for_each_scan_of_ten_million) {
  check_scan(context, random_counts(10'000'000, uint64_t(1) << 40, 1));  // sums reach 2^61.8; 2^62 is the limit
}

TEST(for_each_scan_in_place) {
  for (const int64_t n : {1, 1023, 1024, 1025, 4097, 300'001}) {
    const std::vector<uint64_t> counts = random_counts(n, uint64_t(1) << 40, uint64_t(n));
    const DeviceArray<uint64_t> array(context, counts);
    REQUIRE(for_each_scan(context, n, ScanInPlace{array.data()}));
    CHECK_SAME(array.read(), sums_before(counts));
  }
}

TEST(for_each_scan_compacts) {
  for (const int64_t n : {1, 257, 1025, 300'001}) {
    const std::vector<uint32_t> values = random_values<uint32_t>(n, uint64_t(n));
    std::vector<uint32_t> wanted;
    for (int64_t i = 0; i < n; ++i) {
      if (values[size_t(i)] & 1) wanted.push_back(uint32_t(i));
    }
    const DeviceArray<uint32_t> words(context, values);
    const DeviceArray<uint32_t> out(context, int64_t(wanted.size()));
    REQUIRE(for_each_scan(context, n, CompactOdd{words.data(), out.data()}));
    CHECK_SAME(out.read(), wanted);
  }
}

TEST(for_each_scan_does_not_depend_on_threads) {
  const std::vector<uint64_t> counts = random_counts(100'003, uint64_t(1) << 40, 21);
  with_thread_counts(context, [&] { check_scan(context, counts); });
}

// Scans enqueued one behind the other, of growing and shrinking sizes, without a wait: a board that is left dirty, too
// small or freed early shows.
TEST(for_each_scan_leaves_nothing_behind) {
  constexpr int kRounds = 400;
  Random random(11);
  const std::vector<uint64_t> counts = random_counts(200'000, 1000, 12);
  const std::vector<uint64_t> wanted = sums_before(counts);
  const DeviceArray<uint64_t> in(context, counts);
  const DeviceArray<uint64_t> seen(context, in.size());
  const DeviceArray<uint64_t> before(context, in.size());
  const DeviceArray<uint64_t> last(context, kRounds);
  std::vector<uint64_t> wanted_last = vector_of<uint64_t>(kRounds);
  for (int round = 0; round < kRounds; ++round) {
    const int64_t n = 1 + int64_t(random.below(round % 8 == 0 ? 200'000 : 5'000));
    REQUIRE(fill(context, before.data(), ~0ull, 8, 8 * n));
    REQUIRE(for_each_scan(context, n, ScanCounts{in.data(), seen.data(), before.data()}));
    REQUIRE(copy(context, last.data() + round, before.data() + n - 1, 8));
    wanted_last[size_t(round)] = wanted[size_t(n - 1)];
  }
  CHECK_SAME(last.read(), wanted_last);
  const int64_t large = 6'000'000;  // more tiles than a board holds at first
  for (int round = 0; round < 4; ++round) {
    const DeviceArray<uint64_t> ones(context, vector_of<uint64_t>(large + round, 1));
    REQUIRE(for_each_scan(context, large + round, ScanInPlace{ones.data()}));
    const std::vector<uint64_t> sums = ones.read();
    int64_t misfits = 0;
    for (size_t i = 0; i < sums.size(); ++i) misfits += sums[i] != i;
    CHECK_EQUAL(misfits, 0);
    REQUIRE(for_each_scan(context, 5000, ScanCounts{in.data(), seen.data(), before.data()}));
    CHECK_EQUAL(before.read(5000).back(), wanted[4999]);
  }
}
