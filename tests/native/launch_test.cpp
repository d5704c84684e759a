/// backend/api/launch.hpp against serial loops.
#include "backend/api/launch.hpp"

#include "check.hpp"
#include "threads.hpp"

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

/// The same for neighbours in one go, which host threads prefer.
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

/// And with neighbouring items for neighbouring lanes.
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

/// Keeps what a word holds, read in both ways.
struct Load {
  const int64_t* word;
  int64_t* loaded;
  int64_t* peeked;

  DVDB_FN void operator()(int64_t i) const {
    loaded[i] = atomic_load(word);
    peeked[i] = peek(word);
  }
};

template <class T>
struct AddTo {
  T* bins;  // [n_bins]
  int64_t n_bins;
  const T* values;
  T* old;

  DVDB_FN void operator()(int64_t i) const { old[i] = atomic_add(&bins[i % n_bins], values[i]); }
};

template <class T>
struct MinMaxInto {
  T* lowest;   // [n_bins]
  T* highest;  // [n_bins]
  int64_t n_bins;
  const T* values;
  T* old_lowest;
  T* old_highest;

  DVDB_FN void operator()(int64_t i) const {
    old_lowest[i] = atomic_min(&lowest[i % n_bins], values[i]);
    old_highest[i] = atomic_max(&highest[i % n_bins], values[i]);
  }
};

template <class T>
struct OrInto {
  T* words;
  int64_t n_words;
  const T* bits;
  T* old;

  DVDB_FN void operator()(int64_t i) const { old[i] = atomic_or(&words[i % n_words], bits[i]); }
};

template <class T>
std::vector<T> vector_of(int64_t n, T value = T()) {
  return std::vector<T>(static_cast<size_t>(n), value);
}

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

constexpr int64_t kHits = 200'003;

/// Numbers from the whole range of a type.
template <class T>
std::vector<T> random_values(int64_t n, uint64_t seed) {
  Random random(seed);
  std::vector<T> values = vector_of<T>(n);
  for (T& value : values) value = T(random.next());
  return values;
}

template <class T>
void check_add(Context& context, int64_t n_bins) {
  std::vector<T> values = random_values<T>(kHits, 5);
  for (T& value : values) value = T(value % 100);  // no overflow of 32 bits; negative ones for signed types
  const DeviceArray<T> bins(context, vector_of<T>(n_bins, T(7)));
  const DeviceArray<T> added(context, values);
  const DeviceArray<T> old(context, kHits);
  REQUIRE(for_each(context, kHits, AddTo<T>{bins.data(), n_bins, added.data(), old.data()}, 64));
  std::vector<T> wanted = vector_of<T>(n_bins, T(7));
  for (int64_t i = 0; i < kHits; ++i) wanted[size_t(i % n_bins)] = T(wanted[size_t(i % n_bins)] + values[size_t(i)]);
  CHECK_SAME(bins.read(), wanted);
}

/// Tickets drawn from one counter are all different: the old value is part of the contract.
template <class T>
void check_tickets(Context& context) {
  const DeviceArray<T> counter(context, vector_of<T>(1));
  const DeviceArray<T> ones(context, vector_of<T>(kHits, T(1)));
  const DeviceArray<T> old(context, kHits);
  REQUIRE(for_each(context, kHits, AddTo<T>{counter.data(), 1, ones.data(), old.data()}, 64));
  std::vector<T> drawn = old.read();
  std::sort(drawn.begin(), drawn.end());
  std::vector<T> wanted = vector_of<T>(kHits);
  for (int64_t i = 0; i < kHits; ++i) wanted[size_t(i)] = T(i);
  CHECK_SAME(drawn, wanted);
}

template <class T>
void check_min_max(Context& context, int64_t n_bins) {
  const std::vector<T> values = random_values<T>(kHits, 6);
  const T start = values[0];
  const DeviceArray<T> lowest(context, vector_of<T>(n_bins, start));
  const DeviceArray<T> highest(context, vector_of<T>(n_bins, start));
  const DeviceArray<T> in(context, values);
  const DeviceArray<T> old_lowest(context, kHits);
  const DeviceArray<T> old_highest(context, kHits);
  REQUIRE(for_each(context, kHits, MinMaxInto<T>{lowest.data(), highest.data(), n_bins, in.data(), old_lowest.data(), old_highest.data()}, 64));
  std::vector<T> wanted_lowest = vector_of<T>(n_bins, start);
  std::vector<T> wanted_highest = vector_of<T>(n_bins, start);
  for (int64_t i = 0; i < kHits; ++i) {
    wanted_lowest[size_t(i % n_bins)] = std::min(wanted_lowest[size_t(i % n_bins)], values[size_t(i)]);
    wanted_highest[size_t(i % n_bins)] = std::max(wanted_highest[size_t(i % n_bins)], values[size_t(i)]);
  }
  CHECK_SAME(lowest.read(), wanted_lowest);
  CHECK_SAME(highest.read(), wanted_highest);
  const std::vector<T> before_lowest = old_lowest.read();
  const std::vector<T> before_highest = old_highest.read();
  int64_t misfits = 0;  // old values lie between a bin's first and last value; only one of them gave way to the last
  std::vector<int64_t> falls(size_t(n_bins), int64_t(0));
  for (int64_t i = 0; i < kHits; ++i) {
    const size_t at = size_t(i);
    const size_t bin = size_t(i % n_bins);
    misfits += before_lowest[at] < wanted_lowest[bin] || before_lowest[at] > start;
    misfits += before_highest[at] > wanted_highest[bin] || before_highest[at] < start;
    falls[bin] += values[at] == wanted_lowest[bin] && before_lowest[at] != wanted_lowest[bin];
  }
  CHECK_EQUAL(misfits, 0);
  for (int64_t bin = 0; bin < n_bins; ++bin) CHECK_EQUAL(falls[size_t(bin)], wanted_lowest[size_t(bin)] == start ? 0 : 1);
}

/// Each bit is seen unset by exactly one of those who set it.
template <class T>
void check_or(Context& context, int64_t n_words) {
  constexpr int kBits = int(8 * sizeof(T));
  Random random(9);
  std::vector<T> bits = vector_of<T>(kHits);
  for (T& word : bits) word = T(T(1) << random.below(kBits - 1));  // the highest bit stays clear
  const DeviceArray<T> words(context, vector_of<T>(n_words));
  const DeviceArray<T> in(context, bits);
  const DeviceArray<T> old(context, kHits);
  REQUIRE(for_each(context, kHits, OrInto<T>{words.data(), n_words, in.data(), old.data()}, 64));
  std::vector<T> wanted = vector_of<T>(n_words);
  for (int64_t i = 0; i < kHits; ++i) wanted[size_t(i % n_words)] |= bits[size_t(i)];
  CHECK_SAME(words.read(), wanted);
  const std::vector<T> before = old.read();
  int64_t firsts = 0;
  for (int64_t i = 0; i < kHits; ++i) firsts += (before[size_t(i)] & bits[size_t(i)]) == 0;
  int64_t set = 0;
  for (const T word : wanted) set += popcount(uint64_t(word));
  CHECK_EQUAL(firsts, set);
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
  const int64_t sizes[] = {0,    1,    2,    3,    4,    5,    31,   32,   33,   127,   128,   129,   255,     256,
                           257,  1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4097,  8191,  8193,  32767,   32768,
                           32769, 33 * 1024 - 1, 33 * 1024 + 1, 65535, 65536, 65537, 1'000'003};
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
  with_thread_counts([&] { check_scan(context, counts); });
}

// Scans enqueued one behind the other, of growing and shrinking sizes, without a wait: a board that is left dirty, too small or freed early shows.
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

TEST(atomic_load_and_peek_read) {
  const DeviceArray<int64_t> word(context, std::vector<int64_t>{-(int64_t(1) << 50)});
  const DeviceArray<int64_t> loaded(context, 1000);
  const DeviceArray<int64_t> peeked(context, 1000);
  REQUIRE(for_each(context, 1000, Load{word.data(), loaded.data(), peeked.data()}, 1));
  CHECK_SAME(loaded.read(), vector_of<int64_t>(1000, -(int64_t(1) << 50)));
  CHECK_SAME(peeked.read(), vector_of<int64_t>(1000, -(int64_t(1) << 50)));
}

TEST(atomic_add_under_contention) {
  for (const int64_t n_bins : {1, 3, 64}) {
    check_add<int32_t>(context, n_bins);
    check_add<uint32_t>(context, n_bins);
    check_add<int64_t>(context, n_bins);
    check_add<uint64_t>(context, n_bins);
  }
  check_tickets<int32_t>(context);
  check_tickets<uint32_t>(context);
  check_tickets<int64_t>(context);
  check_tickets<uint64_t>(context);
}

TEST(atomic_min_and_max_under_contention) {
  for (const int64_t n_bins : {1, 3, 64}) {
    check_min_max<int32_t>(context, n_bins);
    check_min_max<uint32_t>(context, n_bins);
    check_min_max<int64_t>(context, n_bins);
    check_min_max<uint64_t>(context, n_bins);
  }
}

TEST(atomic_or_under_contention) {
  for (const int64_t n_words : {1, 3, 64}) {
    check_or<int32_t>(context, n_words);
    check_or<uint32_t>(context, n_words);
    check_or<int64_t>(context, n_words);
    check_or<uint64_t>(context, n_words);
  }
}
