/// The exponential function computed only with additions and multiplications, so that every backend gets the same bits.
#pragma once

#include <bit>
#include <cmath>
#include <limits>

#include "base/portable.hpp"

namespace dvdb {

/// Constants of exp_less_one: the limits of its argument, ln 2 in two parts, whose first part times an integer is
/// exact, and the number of terms of the series that full precision needs.
template <class A>
struct Exponential;

template <>
struct Exponential<float> {
  static constexpr float kMost = 88.0f;
  static constexpr float kLeast = -20.0f;
  static constexpr float kHigh = 0x1.62e4p-1f;
  static constexpr float kLow = 0x1.7f7d1cp-20f;
  static constexpr int kTerms = 8;

  DVDB_FN static float power_of_two(int exponent) { return std::bit_cast<float>(uint32_t(exponent + 127) << 23); }
};

template <>
struct Exponential<double> {
  static constexpr double kMost = 709.0;
  static constexpr double kLeast = -40.0;
  static constexpr double kHigh = 0x1.62e42feep-1;
  static constexpr double kLow = 0x1.a39ef35793c76p-33;
  static constexpr int kTerms = 14;

  DVDB_FN static double power_of_two(int exponent) { return std::bit_cast<double>(uint64_t(exponent + 1023) << 52); }
};

/// e^y - 1 with an error of about two units in the last place: y = k ln 2 + r, and e^y - 1 = 2^k (e^r - 1) + (2^k - 1),
/// with the series of e^r - 1 for |r| <= ln 2 / 2. Infinite above kMost, -1 below kLeast.
template <class A>
DVDB_FN A exp_less_one(A y) {
  using E = Exponential<A>;
  if (y != y) return y;
  if (y > E::kMost) return std::numeric_limits<A>::infinity();
  if (y < E::kLeast) return A(-1);
  const A k = std::rint(y * A(1.44269504088896340736));
  const A r = (y - k * E::kHigh) - k * E::kLow;
  constexpr double kInverseFactorials[] = {
      1.0,         1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,        1.0 / 5040,
      1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800, 1.0 / 87178291200};
  A series = A(kInverseFactorials[E::kTerms - 1]);
  for (int term = E::kTerms - 2; term >= 0; --term) series = series * r + A(kInverseFactorials[term]);
  const A scale = E::power_of_two(int(k));
  return scale * (series * r) + (scale - A(1));
}

}  // namespace dvdb
