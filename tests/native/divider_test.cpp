/// Divider of core/words.hpp against the division of the machine.
#include "check.hpp"
#include "core/words.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

void check_near(int64_t n, int64_t by) {
  const Divider divider = Divider::of(by);
  for (int64_t at = n > 2 ? n - 2 : 0; at <= n + 2; ++at) CHECK_EQUAL(divider.quotient(at), at / by);
}

}  // namespace

TEST(divider_agrees_at_multiples) {
  const int64_t divisors[] = {1,
                              2,
                              3,
                              5,
                              7,
                              10,
                              64,
                              641,
                              1292,
                              65535,
                              65536,
                              65537,
                              6700417,
                              (int64_t(1) << 31) - 1,
                              int64_t(1) << 31,
                              (int64_t(1) << 32) - 1,
                              int64_t(1) << 32,
                              (int64_t(1) << 32) + 1,
                              int64_t(1) << 40};
  for (const int64_t by : divisors) {
    for (const int64_t quotient : {int64_t(0), int64_t(1), int64_t(2), int64_t(1000), (int64_t(1) << 32) / by,
                                   (int64_t(1) << 32) / by + 1, (int64_t(1) << 50) / by}) {
      check_near(quotient * by, by);
    }
    check_near((int64_t(1) << 32) - 1, by);
    check_near(INT64_MAX - 4, by);
  }
}

TEST(divider_agrees_on_random_numbers) {
  uint64_t state = 1;
  const auto next = [&] { return state = state * 6364136223846793005u + 1442695040888963407u; };
  for (int round = 0; round < 200000; ++round) {
    const int64_t n = int64_t(next() >> 32);
    const int64_t by = 1 + int64_t(next() >> 32 >> (round % 32));
    const int64_t quotient = Divider::of(by).quotient(n);
    if (quotient != n / by) CHECK_EQUAL(quotient, n / by);
  }
}
