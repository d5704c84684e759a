/// Sums of floats of backend/float_sums.hpp against a plain loop.
#include "backend/float_sums.hpp"

#include "backend/launch.hpp"
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
  }
}
