/// Sums of floats of backend/api/special/sample/float_sums.hpp against a plain loop.
#include "backend/api/special/sample/float_sums.hpp"

#include "backend/api/launch.hpp"
#include "check.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// Adds whole numbers, of which sums are exact in any order.
template <class T>
struct SumInto {
  T* bins;
  int64_t n_bins;

  DVDB_FN void operator()(int64_t i) const { atomic_sum(&bins[i % n_bins], T(i % 7 - 2)); }
};

/// Adds to four bins at once, each time as many.
template <class T>
struct SumFours {
  T* bins;
  int64_t n_fours;

  DVDB_FN void operator()(int64_t i) const {
    const T values[4] = {T(i % 7 - 2), T(i % 3), T(i % 5), T(-1)};
    atomic_sums(bins + i % n_fours * 4, values);
  }
};

template <class T>
void check_fours(Context& context, int64_t n_fours) {
  const int64_t n = 10000;
  std::vector<T> expected(static_cast<size_t>(4 * n_fours));
  for (int64_t i = 0; i < n; ++i) {
    const T values[4] = {T(i % 7 - 2), T(i % 3), T(i % 5), T(-1)};
    for (int64_t k = 0; k < 4; ++k) expected[size_t(i % n_fours * 4 + k)] += values[k];
  }
  const DeviceArray<T> bins(context, std::vector<T>(expected.size()));
  REQUIRE(for_each(context, n, SumFours<T>{bins.data(), n_fours}, 64));
  CHECK_SAME(bins.read(), expected);
}

template <class T>
void check_sums(Context& context, int64_t n_bins) {
  const int64_t n = 100000;
  std::vector<T> expected(static_cast<size_t>(n_bins));
  for (int64_t i = 0; i < n; ++i) expected[size_t(i % n_bins)] += T(i % 7 - 2);
  const DeviceArray<T> bins(context, std::vector<T>(static_cast<size_t>(n_bins)));
  REQUIRE(for_each(context, n, SumInto<T>{bins.data(), n_bins}, 64));
  CHECK_SAME(bins.read(), expected);
}

}  // namespace

TEST(atomic_sums_under_contention) {
  for (const int64_t n_bins : {1, 3, 64}) {
    check_sums<float>(context, n_bins);
    check_sums<double>(context, n_bins);
    check_fours<float>(context, n_bins);
    check_fours<double>(context, n_bins);
  }
}
