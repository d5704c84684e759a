/// backend/api/algorithms.hpp against naive loops. The sort has a file of its own.
#include "backend/api/algorithms.hpp"

#include <cmath>
#include <limits>

#include "check.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

constexpr int64_t kSizes[] = {0,    1,    2,    3,     31,    32,    33,    255,   256,       257,      1023,
                              1024, 1025, 4096, 16383, 16384, 16385, 32769, 65537, 1'048'576, 1'500'007};

enum class Pattern { kRandom, kConstant, kAscending, kDescending, kSparse };
constexpr Pattern kPatterns[] = {Pattern::kRandom, Pattern::kConstant, Pattern::kAscending, Pattern::kDescending,
                                 Pattern::kSparse};

template <class T>
std::vector<T> values_of(Pattern pattern, int64_t n, uint64_t seed) {
  Random random(seed);
  std::vector<T> values(static_cast<size_t>(n), T());
  for (int64_t i = 0; i < n; ++i) {
    const uint64_t word = random.next();
    T& value = values[size_t(i)];
    switch (pattern) {
      case Pattern::kRandom: value = T(word); break;
      case Pattern::kConstant: value = std::numeric_limits<T>::max(); break;
      case Pattern::kAscending: value = T(i); break;
      case Pattern::kDescending: value = T(n - i); break;
      case Pattern::kSparse: value = word % 1000 == 0 ? T(word >> 32) : T(0); break;
    }
  }
  return values;
}

void check_scan(Context& context, const std::vector<int32_t>& counts) {
  std::vector<int64_t> wanted{0};
  for (const int32_t count : counts) wanted.push_back(wanted.back() + count);
  const DeviceArray<int32_t> in(context, counts);
  const DeviceArray<int64_t> out(context, in.size() + 1);
  REQUIRE(exclusive_scan(context, in.span(), out.span()));
  CHECK_SAME(out.read(), wanted);
}

void check_compact(Context& context, const std::vector<uint8_t>& flags) {
  std::vector<uint32_t> wanted;
  for (size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] != 0) wanted.push_back(uint32_t(i));
  }
  const DeviceArray<uint8_t> keep(context, flags);
  const DeviceArray<uint32_t> out(context, keep.size());
  const DeviceArray<int64_t> count(context, std::vector<int64_t>{-1});
  REQUIRE(compact(context, keep.span(), out.span(), count.span()));
  const int64_t listed = count.read()[0];
  CHECK_EQUAL(listed, int64_t(wanted.size()));
  CHECK_SAME(out.read(std::min(listed, out.size())), wanted);
}

void check_runs(Context& context, const std::vector<uint64_t>& keys) {
  std::vector<uint32_t> wanted;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (i == 0 || keys[i] != keys[i - 1]) wanted.push_back(uint32_t(i));
  }
  const DeviceArray<uint64_t> sorted(context, keys);
  const DeviceArray<uint32_t> starts(context, sorted.size());
  const DeviceArray<int64_t> count(context, std::vector<int64_t>{-1});
  REQUIRE(run_starts(context, sorted.span(), starts.span(), count.span()));
  const int64_t listed = count.read()[0];
  CHECK_EQUAL(listed, int64_t(wanted.size()));
  CHECK_SAME(starts.read(std::min(listed, starts.size())), wanted);
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr Fold kFolds[] = {Fold::kSum, Fold::kMin, Fold::kMax};

double combine(Fold kind, double a, double b) {
  if (kind == Fold::kSum) return a + b;
  if (std::isnan(a) || std::isnan(b)) return kNan;
  if (kind == Fold::kMin) return b < a ? b : a;
  return a < b ? b : a;
}

/// The documented order, top down: the tree over elements first, first + stride, first + 2 stride ... of one chunk of
/// 1024.
double fold_tree(Fold kind, const std::vector<double>& chunk, size_t first, size_t stride) {
  if (stride == 1024) return chunk[first];
  return combine(kind, fold_tree(kind, chunk, first, 2 * stride), fold_tree(kind, chunk, first + stride, 2 * stride));
}

double naive_fold(Fold kind, std::vector<double> values) {
  const double neutral = kind == Fold::kSum ? -0.0 : kind == Fold::kMin ? kInfinity : -kInfinity;
  if (values.empty()) return kind == Fold::kSum ? 0.0 : neutral;
  do {
    values.resize((values.size() + 1023) / 1024 * 1024, neutral);
    std::vector<double> partials;
    for (size_t begin = 0; begin < values.size(); begin += 1024) {
      const std::vector<double> chunk(values.begin() + int64_t(begin), values.begin() + int64_t(begin) + 1024);
      const double folded = fold_tree(kind, chunk, 0, 1);
      partials.push_back(std::isnan(folded) ? kNan : folded);
    }
    values = partials;
  } while (values.size() > 1);
  return values[0];
}

double fold_of(Context& context, Fold kind, const std::vector<double>& values) {
  const DeviceArray<double> in(context, values);
  const DeviceArray<double> out(context, 1);
  REQUIRE(fold(context, kind, in.span(), out.span()));
  return out.read()[0];
}

void check_fold(Context& context, Fold kind, const std::vector<double>& values) {
  CHECK_SAME((std::vector<double>{fold_of(context, kind, values)}), (std::vector<double>{naive_fold(kind, values)}));
}

std::vector<double> random_doubles(int64_t n, uint64_t seed) {
  Random random(seed);
  std::vector<double> values(static_cast<size_t>(n), 0.0);
  for (double& value : values) value = std::ldexp(random.unit() - 0.5, int(random.below(40)));
  return values;
}

/// Lets every allocation of a call fail in turn; what was held before must be held after.
template <class Call>
void check_failures(Context& context, Call call) {
  const int64_t held = context.held_bytes;
  for (uint32_t n = 1; n < 20; ++n) {
    context.fail_countdown = n;
    const Status status = call();
    const bool reached = context.fail_countdown == 0;
    context.fail_countdown = 0;
    CHECK_EQUAL(status.code(), reached ? DVDB_OUT_OF_MEMORY : DVDB_OK);
    CHECK_EQUAL(context.held_bytes.load(), held);
    if (!reached) return;
  }
  CHECK(false);
}

}  // namespace

TEST(exclusive_scan_sums_what_stands_before) {
  for (const int64_t n : kSizes) {
    for (const Pattern pattern : kPatterns) check_scan(context, values_of<int32_t>(pattern, n, uint64_t(n)));
    check_scan(context, std::vector<int32_t>(static_cast<size_t>(n), std::numeric_limits<int32_t>::min()));
  }
}

TEST(compact_lists_what_is_kept) {
  for (const int64_t n : kSizes) {
    for (const Pattern pattern : kPatterns) check_compact(context, values_of<uint8_t>(pattern, n, uint64_t(n)));
    check_compact(context, std::vector<uint8_t>(static_cast<size_t>(n), uint8_t(0)));
    std::vector<uint8_t> ends(static_cast<size_t>(n), uint8_t(0));
    if (n > 0) ends.front() = ends.back() = 0x80;  // any bit keeps
    check_compact(context, ends);
  }
}

TEST(run_starts_lists_first_keys) {
  for (const int64_t n : kSizes) {
    for (const Pattern pattern : kPatterns) {
      std::vector<uint64_t> keys = values_of<uint64_t>(pattern, n, uint64_t(n));
      std::sort(keys.begin(), keys.end());
      check_runs(context, keys);
      for (uint64_t& key : keys) key >>= 52;  // long runs
      check_runs(context, keys);
    }
    Random random(uint64_t(n) + 1);
    std::vector<uint64_t> keys(static_cast<size_t>(n), uint64_t(0));
    for (size_t i = 1; i < keys.size(); ++i)
      keys[i] = keys[i - 1] + (random.below(3) == 0 ? uint64_t(1) << 40 : 0);  // differ above bit 32 only
    check_runs(context, keys);
  }
}

TEST(lists_longer_than_indices_are_refused) {
  constexpr int64_t kTooMany = (int64_t(1) << 32) + 1;
  const DeviceArray<int64_t> count(context, 1);
  CHECK_EQUAL(compact(context, {nullptr, kTooMany}, {}, count.span()).code(), DVDB_UNSUPPORTED);
  CHECK_EQUAL(run_starts(context, {nullptr, kTooMany}, {}, count.span()).code(), DVDB_UNSUPPORTED);
}

TEST(fold_follows_the_documented_tree) {
  for (const Fold kind : kFolds) {
    for (const int64_t n : {1, 2, 3, 31, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2048, 5000, 16384 * 3 + 1,
                            1024 * 1024, 1024 * 1024 + 1}) {
      check_fold(context, kind, random_doubles(n, uint64_t(n)));
    }
  }
}

TEST(fold_agrees_with_plain_loops) {
  for (const int64_t n : {1, 100, 1024, 100'003, 2'000'003}) {
    const std::vector<double> values = random_doubles(n, uint64_t(n) + 7);
    long double sum = 0;
    long double size = 0;
    for (const double value : values) {
      sum += value;
      size += std::abs(value);
    }
    // Each element passes at most 30 additions, each rounded by 2^-53 of a part of the sum.
    CHECK(std::abs(static_cast<long double>(fold_of(context, Fold::kSum, values)) - sum) <= size * 30 * 0x1p-53L);
    CHECK_EQUAL(fold_of(context, Fold::kMin, values), *std::min_element(values.begin(), values.end()));
    CHECK_EQUAL(fold_of(context, Fold::kMax, values), *std::max_element(values.begin(), values.end()));
  }
}

TEST(fold_of_nothing) {
  CHECK_SAME((std::vector<double>{fold_of(context, Fold::kSum, {})}), (std::vector<double>{0.0}));
  CHECK_EQUAL(fold_of(context, Fold::kMin, {}), kInfinity);
  CHECK_EQUAL(fold_of(context, Fold::kMax, {}), -kInfinity);
}

TEST(fold_keeps_the_sign_of_zero) {
  for (const size_t n : {size_t(1), size_t(1000), size_t(1024), size_t(3000)}) {
    for (const Fold kind : kFolds) {
      CHECK_SAME((std::vector<double>{fold_of(context, kind, std::vector<double>(n, -0.0))}),
                 (std::vector<double>{-0.0}));
      CHECK_SAME((std::vector<double>{fold_of(context, kind, std::vector<double>(n, 0.0))}),
                 (std::vector<double>{0.0}));
    }
  }
}

TEST(fold_shows_infinities_and_nan) {
  for (const size_t n : {size_t(1), size_t(2), size_t(700), size_t(1024), size_t(5000), size_t(1'050'000)}) {
    const std::vector<double> calm = random_doubles(int64_t(n), n);
    for (const size_t at : {size_t(0), n / 3, n - 1}) {
      if (n > 5000 && at != n / 3) continue;
      std::vector<double> values = calm;
      values[at] = kInfinity;
      CHECK_EQUAL(fold_of(context, Fold::kSum, values), kInfinity);
      CHECK_EQUAL(fold_of(context, Fold::kMax, values), kInfinity);
      if (n > 1) {
        CHECK(fold_of(context, Fold::kMin, values) < kInfinity);
        values[(at + 1) % n] = -kInfinity;
        CHECK_EQUAL(fold_of(context, Fold::kMin, values), -kInfinity);
        CHECK_SAME((std::vector<double>{fold_of(context, Fold::kSum, values)}),
                   (std::vector<double>{kNan}));  // inf - inf, one bit pattern
      }
      for (const double nan : {kNan, -kNan, std::numeric_limits<double>::signaling_NaN()}) {
        values = calm;
        values[at] = nan;
        for (const Fold kind : kFolds)
          CHECK_SAME((std::vector<double>{fold_of(context, kind, values)}), (std::vector<double>{kNan}));
      }
    }
  }
}

TEST(results_do_not_depend_on_threads) {
  const std::vector<double> values = random_doubles(300'001, 3);
  const std::vector<int32_t> counts = values_of<int32_t>(Pattern::kRandom, 300'001, 4);
  const std::vector<uint8_t> flags = values_of<uint8_t>(Pattern::kSparse, 300'001, 5);
  std::vector<uint64_t> keys = values_of<uint64_t>(Pattern::kRandom, 300'001, 6);
  for (uint64_t& key : keys) key >>= 48;
  std::sort(keys.begin(), keys.end());
  with_thread_counts(context, [&] {
    for (const Fold kind : kFolds) check_fold(context, kind, values);
    check_scan(context, counts);
    check_compact(context, flags);
    check_runs(context, keys);
  });
}

TEST(failed_allocations_leave_nothing_held) {
  const int64_t n = 3'000'000;
  const DeviceArray<int32_t> in(context, std::vector<int32_t>(static_cast<size_t>(n), 1));
  const DeviceArray<int64_t> sums(context, n + 1);
  const DeviceArray<uint8_t> keep(context, n);
  const DeviceArray<uint64_t> keys(context, n);
  const DeviceArray<uint32_t> list(context, n);
  const DeviceArray<int64_t> count(context, 1);
  const DeviceArray<double> numbers(context, std::vector<double>(static_cast<size_t>(n), 1.0));
  const DeviceArray<double> sum(context, 1);
  check_failures(context, [&] { return exclusive_scan(context, in.span(), sums.span()); });
  check_failures(context, [&] { return compact(context, keep.span(), list.span(), count.span()); });
  check_failures(context, [&] { return run_starts(context, keys.span(), list.span(), count.span()); });
  check_failures(context, [&] { return fold(context, Fold::kSum, numbers.span(), sum.span()); });
  CHECK_EQUAL(sums.read().back(), n);
  CHECK_EQUAL(sum.read()[0], double(n));
}
