/// add_in_order of core/ordered_sums.hpp against loops over the rows of each key.
#include "mesh/ordered_sums.hpp"

#include <functional>

#include "check.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

constexpr int kWidth = 2;

struct ValueRows {
  static constexpr int kWidth = ::kWidth;
  const double* values;  // [rows, kWidth]

  DVDB_FN void add(uint32_t row, double (&sum)[kWidth]) const {
    for (int k = 0; k < kWidth; ++k) sum[k] += values[int64_t(row) * kWidth + k];
  }
};

/// The sum of numbers as the header tells it: chunk by chunk, and the chunks beyond the first again.
double sum_of(double before, std::vector<double> numbers) {
  while (!numbers.empty()) {
    std::vector<double> chunks;
    for (size_t first = 0; first < numbers.size(); first += size_t(kSumChunk)) {
      double sum = 0;
      for (size_t at = first; at < std::min(first + size_t(kSumChunk), numbers.size()); ++at) sum += numbers[at];
      chunks.push_back(sum);
    }
    before += chunks[0];
    numbers.assign(chunks.begin() + 1, chunks.end());
  }
  return before;
}

/// Keys have as many rows as `lengths` says, and `spare` rows more have none.
void check_lengths(Context& context, const std::vector<int64_t>& lengths, int64_t spare) {
  Random random(uint64_t(lengths.size()) + uint64_t(spare) + 1);
  const uint64_t end = lengths.size();
  std::vector<uint64_t> keys;
  for (uint64_t key = 0; key < end; ++key) keys.insert(keys.end(), size_t(lengths[key]), key);
  for (int64_t n = 0; n < spare; ++n) keys.push_back(end + uint64_t(n) / 40);
  std::vector<uint32_t> order(keys.size(), 0u);
  for (size_t i = 0; i < order.size(); ++i) {
    order[i] = uint32_t(i);
    std::swap(order[i], order[random.below(i + 1)]);
  }
  std::vector<double> values(keys.size() * kWidth, 0.0);
  for (double& value : values) value = (random.unit() - 0.5) * (random.below(9) == 0 ? 1e9 : 1);
  std::vector<double> sums(lengths.size() * kWidth, 0.0);
  for (double& sum : sums) sum = random.unit();

  std::vector<double> wanted = sums;
  size_t at = 0;
  for (uint64_t key = 0; key < end; at += size_t(lengths[key]), ++key) {
    for (int k = 0; k < kWidth; ++k) {
      std::vector<double> numbers;
      for (size_t i = at; i < at + size_t(lengths[key]); ++i)
        numbers.push_back(values[size_t(order[i]) * kWidth + size_t(k)]);
      double& sum = wanted[key * kWidth + size_t(k)];
      sum = sum_of(sum, numbers);
    }
  }

  const DeviceArray<uint64_t> device_keys(context, keys);
  const DeviceArray<uint32_t> device_order(context, order);
  const DeviceArray<double> device_values(context, values);
  DeviceArray<double> device_sums(context, sums);
  REQUIRE(add_in_order(context, device_keys.span(), device_order.span(), end, ValueRows{device_values.data()},
                       device_sums.data()));
  CHECK_SAME(device_sums.read(), wanted);
}

std::vector<int64_t> lengths_of(int64_t n, const std::function<int64_t(int64_t)>& length) {
  std::vector<int64_t> lengths;
  for (int64_t key = 0; key < n; ++key) lengths.push_back(length(key));
  return lengths;
}

}  // namespace

TEST(keys_of_any_number_of_rows_are_summed_up_in_their_order) {
  with_thread_counts(context, [&] {
    for (const int64_t spare : {0, 1, 31, 32, 33, 2000}) {
      check_lengths(context, {}, spare);
      for (const int64_t n : {1, 2, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 1055, 1056, 1057, 33'000}) {
        check_lengths(context, {n}, spare);
        check_lengths(context, {0, 7, n, 0, 30, n, 1}, spare);
      }
    }
  });
}

TEST(short_and_long_keys_follow_each_other_at_any_place) {
  Random random(5);
  with_thread_counts(context, [&] {
    check_lengths(context, lengths_of(20'000, [&](int64_t) { return int64_t(random.below(9)); }), 100);
    check_lengths(context, lengths_of(3'000, [&](int64_t) { return int64_t(random.below(150)); }), 0);
    check_lengths(
        context,
        lengths_of(
            200, [&](int64_t key) { return key % 10 == 0 ? int64_t(random.below(5'000)) : int64_t(random.below(70)); }),
        5);
    check_lengths(context, {1, 1'200'000, 3, 40'000, 31}, 77);
  });
}
