/// Elementary functions of float and double from additions, multiplications and divisions alone, so that every backend
/// gets the same bits; host compilers vectorize them, as no libm can. Errors are below 3 units in the last place
/// (tests/native/elementary_test.cpp). Infinities and NaN are those of libm; any NaN may come back with other bits.
///
/// exp and log reduce their arguments as Cody and Waite (1980) do: to a multiple of ln 2, whose first part times an
/// integer is exact, or to a power of two, and what is left to a series.
#pragma once

#include <bit>
#include <cmath>
#include <limits>

#include "base/portable.hpp"

namespace dvdb::elementary {

/// Constants of a floating-point type. `Word` holds its bits.
template <class A>
struct Format;

template <>
struct Format<float> {
  using Word = int32_t;
  static constexpr int kFractionBits = 23;
  static constexpr int kBias = 127;
  static constexpr float kToWhole = 0x1.8p23f;  // adding and subtracting it rounds to a whole number
  static constexpr float kMostExp = 0x1.62e43p6f;
  static constexpr float kLeastExp = -104.0f;
  static constexpr float kLn2High = 0x1.62e4p-1f;
  static constexpr float kLn2Low = 0x1.7f7d1cp-20f;
  static constexpr int kExpTerms = 8;
  static constexpr int kLogTerms = 5;
  static constexpr float kLeastNormal = 0x1p-126f;
  static constexpr float kScaleUp = 0x1p24f;
  static constexpr int kScaleExponent = 24;
};

template <>
struct Format<double> {
  using Word = int64_t;
  static constexpr int kFractionBits = 52;
  static constexpr int kBias = 1023;
  static constexpr double kToWhole = 0x1.8p52;
  static constexpr double kMostExp = 0x1.62e42fefa39efp9;
  static constexpr double kLeastExp = -746.0;
  static constexpr double kLn2High = 0x1.62e42feep-1;
  static constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
  static constexpr int kExpTerms = 14;
  static constexpr int kLogTerms = 10;
  static constexpr double kLeastNormal = 0x1p-1022;
  static constexpr double kScaleUp = 0x1p54;
  static constexpr int kScaleExponent = 54;
};

/// 2^exponent, a normal number.
template <class A>
DVDB_FN A power_of_two(int exponent) {
  using F = Format<A>;
  return std::bit_cast<A>(typename F::Word(exponent + F::kBias) << F::kFractionBits);
}

/// The nearest whole number, ties to even, of a number of few digits.
template <class A>
DVDB_FN A nearest_whole(A x) {
  return (x + Format<A>::kToWhole) - Format<A>::kToWhole;
}

/// The polynomial with terms Terms::term<A>(from), ... of ascending powers of x, by Horner's rule. A template, as
/// compilers leave longer loops as they are, and then do not vectorize what is around them.
template <class Terms, int kEnd, int kFrom = 0, class A>
DVDB_FN A polynomial(A x) {
  if constexpr (kFrom + 1 == kEnd) {
    return Terms::template term<A>(kFrom);
  } else {
    return Terms::template term<A>(kFrom) + x * polynomial<Terms, kEnd, kFrom + 1>(x);
  }
}

/// Of (e^r - 1 - r) / r^2: 1 / 2!, 1 / 3! and so on.
struct ExpTerms {
  template <class A>
  DVDB_FN static A term(int i) {
    constexpr double kInverseFactorials[] = {
        1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,        1.0 / 5040,       1.0 / 40320,
        1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800, 1.0 / 87178291200};
    return A(kInverseFactorials[i]);
  }
};

/// (e^r - 1 - r) / r^2 for |r| <= ln 2 / 2, by Taylor's series.
template <class A>
DVDB_FN A exp_series(A r) {
  return polynomial<ExpTerms, Format<A>::kExpTerms - 1>(r);
}

/// Of (artanh(s) / s - 1) / z * 2 with z = s^2: 2 / 3, 2 / 5 and so on.
struct LogTerms {
  template <class A>
  DVDB_FN static A term(int i) {
    return A(2.0 / (2 * i + 3));
  }
};

/// A number as k ln 2 + r with |r| <= ln 2 / 2.
template <class A>
struct ExpParts {
  A k, r;

  DVDB_FN static ExpParts of(A x) {
    using F = Format<A>;
    const A k = nearest_whole(x * A(1.44269504088896340736));
    return {k, (x - k * F::kLn2High) - k * F::kLn2Low};
  }
};

template <class A>
DVDB_FN A exp(A x) {
  using F = Format<A>;
  // Outside of these it is 0 or infinite; NaN fails both comparisons.
  const A inside = x > F::kMostExp ? F::kMostExp : x < F::kLeastExp ? F::kLeastExp : x == x ? x : A(0);
  const auto [k, r] = ExpParts<A>::of(inside);
  const A scaled = A(1) + (r + r * r * exp_series(r));
  // In two steps, as 2^k may be beyond the normal numbers.
  const int half = int(k) / 2;
  const A result = scaled * power_of_two<A>(half) * power_of_two<A>(int(k) - half);
  return x > F::kMostExp ? std::numeric_limits<A>::infinity() : x == x ? result : x;
}

/// e^x - 1, exact to the last places for small x too: 2^k (e^r - 1) + (2^k - 1).
template <class A>
DVDB_FN A expm1(A x) {
  constexpr A kMost = A(Format<A>::kFractionBits + 2);  // above it, subtracting 1 changes nothing
  constexpr A kLeast = -A(Format<A>::kFractionBits + 2);
  const A inside = x > kMost ? kMost : x < kLeast ? kLeast : x == x ? x : A(0);
  const auto [k, r] = ExpParts<A>::of(inside);
  const A scale = power_of_two<A>(int(k));
  const A result = scale * (r + r * r * exp_series(r)) + (scale - A(1));
  return x > kMost ? elementary::exp(x) : x == A(0) || x != x ? x : result;
}

/// ln x, with x = 2^k (1 + f) and 1 + f between sqrt(1/2) and sqrt(2); ln(1 + f) = 2 artanh(s) with s = f / (2 + f),
/// written so that f, the greatest part, is not rounded (as in the mathematical library of Sun Microsystems, 1993).
template <class A>
DVDB_FN A log(A x) {
  using F = Format<A>;
  using Word = typename F::Word;
  const bool is_small = x < F::kLeastNormal;
  const Word bits = std::bit_cast<Word>(is_small ? x * F::kScaleUp : x);
  constexpr Word kHalfRoot = std::bit_cast<Word>(A(0.70710678118654752440));
  constexpr Word kFraction = (Word(1) << F::kFractionBits) - 1;
  const Word above = bits - kHalfRoot;
  const A k = A((above >> F::kFractionBits) - (is_small ? F::kScaleExponent : 0));
  const A f = std::bit_cast<A>((above & kFraction) + kHalfRoot) - A(1);
  const A s = f / (A(2) + f);
  const A z = s * s;
  const A series = polynomial<LogTerms, F::kLogTerms>(z);
  const A half_square = A(0.5) * f * f;
  const A result = k * F::kLn2High - ((half_square - (s * (half_square + z * series) + k * F::kLn2Low)) - f);
  constexpr A kInfinity = std::numeric_limits<A>::infinity();
  if (x > A(0) && x < kInfinity) return result;
  return x == A(0) ? -kInfinity : x < A(0) ? std::numeric_limits<A>::quiet_NaN() : x;
}

/// ln(1 + x): ln u for the rounded u = 1 + x, and a correction for what rounding took.
template <class A>
DVDB_FN A log1p(A x) {
  const A u = A(1) + x;
  const A result = elementary::log(u) + (x - (u - A(1))) / u;
  return u == A(1) ? x : u > A(0) && u < std::numeric_limits<A>::infinity() ? result : elementary::log(u);
}

template <class A>
DVDB_FN A tanh(A x) {
  const A size = std::fabs(x);
  const A less_one = elementary::expm1(A(2) * size);
  const A result = size < A(1) ? less_one / (less_one + A(2)) : A(1) - A(2) / (less_one + A(2));
  return std::copysign(x == x ? result : x, x);
}

/// 1 / (1 + e^-x)
template <class A>
DVDB_FN A sigmoid(A x) {
  return A(1) / (A(1) + elementary::exp(-x));
}

/// e^(y y) erfc(y) (1 + 2 y) for y >= 0 as a polynomial in (y - c) / (y + c): its Chebyshev series, with y up to where
/// erfc is 0, computed with 60 digits and written in powers.
template <class A>
struct ErfcFit;

template <>
struct ErfcFit<float> {
  static constexpr float kCenter = 2.0f;
  static constexpr float kMost = 11.0f;
  static constexpr int kTerms = 12;
  template <class A>
  DVDB_FN static A term(int i) {
    constexpr float kTermsOf[] = {0x1.46e80ep+0f,   -0x1.7bf5eap-4f,  -0x1.5407ccp-3f, 0x1.4ff9eep-3f,
                                  -0x1.bc27d2p-5f,  -0x1.072036p-7f,  0x1.1d7640p-7f,  0x1.47de76p-10f,
                                  -0x1.763ffcp-10f, -0x1.a47fa2p-12f, 0x1.70fc6ep-13f, 0x1.5b0942p-14f};
    return kTermsOf[i];
  }
};

template <>
struct ErfcFit<double> {
  static constexpr double kCenter = 3.0;
  static constexpr double kMost = 28.0;
  static constexpr int kTerms = 23;
  template <class A>
  DVDB_FN static A term(int i) {
    constexpr double kTermsOf[] = {
        0x1.40c522d7e4987p+0,  -0x1.15c084bb9e8dep-3,  -0x1.85a15c58aa449p-5,  0x1.098366a5b3d83p-3,
        -0x1.e88b803a4baa0p-4, 0x1.17ca2878170a7p-4,   -0x1.8574c40aff589p-6,  0x1.4b884dfc49b23p-9,
        0x1.ef1bdcb6c576ap-10, -0x1.98db47b1479ddp-11, -0x1.b912371db3d45p-14, 0x1.065978dd6cf78p-13,
        0x1.4c1403e7b0839p-18, -0x1.51282ba2ce6d1p-16, -0x1.86ce314e91bc6p-21, 0x1.d0ca953ba4d57p-19,
        0x1.7702a8a4b1983p-22, -0x1.441fb20271592p-21, -0x1.19706d423858ep-23, 0x1.86be2cd35c08ap-24,
        0x1.18ab553a54c53p-25, -0x1.1b04bf095d52bp-27, -0x1.194a03c5e2807p-28};
    return kTermsOf[i];
  }
};

/// The upper half of a number's digits, whose square is exact.
DVDB_FN float upper_digits(float x) { return std::bit_cast<float>(std::bit_cast<uint32_t>(x) & 0xfffff000u); }
DVDB_FN double upper_digits(double x) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(x) & 0xfffffffff8000000u);
}

/// The complementary error function, 1 - erf(x).
template <class A>
DVDB_FN A erfc(A x) {
  using Fit = ErfcFit<A>;
  const A size = std::fabs(x);
  const A y = size < Fit::kMost ? size : Fit::kMost;
  const A t = (y - Fit::kCenter) / (y + Fit::kCenter);
  const A series = polynomial<Fit, Fit::kTerms>(t);
  const A high = upper_digits(y);
  const A square = elementary::exp(-high * high) * elementary::exp((high - y) * (high + y));
  const A tail = square * (series / (A(1) + A(2) * y));
  return x < A(0) ? A(2) - tail : x == x ? tail : x;
}

/// The cosine and the sine of an angle in turns from 0 to 1.
struct Turn {
  double cos, sin;

  DVDB_FN static Turn of(double turns) {
    const double quarters = nearest_whole(4.0 * turns);
    const double angle = (turns - 0.25 * quarters) * 6.28318530717958647693;
    const double z = angle * angle;
    double sine = 0;
    double cosine = 0;
    // z^i / (2 i)! and z^i / (2 i + 1)! with alternating signs, from the smallest.
    for (int i = 8; i >= 1; --i) {
      sine = (1.0 + sine) * (-z / double(2 * i * (2 * i + 1)));
      cosine = (1.0 + cosine) * (-z / double((2 * i - 1) * 2 * i));
    }
    sine = angle + angle * sine;
    cosine += 1.0;
    const int quarter = int(quarters) & 3;
    const double first = (quarter & 1) == 0 ? cosine : sine;
    const double second = (quarter & 1) == 0 ? sine : cosine;
    return {quarter == 1 || quarter == 2 ? -first : first, quarter >= 2 ? -second : second};
  }
};

}  // namespace dvdb::elementary
