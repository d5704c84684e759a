/// The exponential function of compositing.
#pragma once

#include "core/elementary.hpp"

namespace dvdb {

/// Limits of exp_less_one: infinite above, -1 below.
template <class A>
inline constexpr A kMostLoss = A(709);
template <>
inline constexpr float kMostLoss<float> = 88.0f;

template <class A>
inline constexpr A kLeastLoss = A(-40);
template <>
inline constexpr float kLeastLoss<float> = -20.0f;

/// e^y - 1 with an error of about two units in the last place, as elementary::expm1 computes it, but for the order of
/// one addition, (1 + r s) r instead of r + r^2 s, and for nearer limits: pictures keep the bits that they have with
/// it.
template <class A>
DVDB_FN A exp_less_one(A y) {
  if (y != y) return y;
  if (y > kMostLoss<A>) return std::numeric_limits<A>::infinity();
  if (y < kLeastLoss<A>) return A(-1);
  const auto [k, r] = elementary::ExpParts<A>::of(y);
  const A scale = elementary::power_of_two<A>(int(k));
  return scale * ((elementary::exp_series(r) * r + A(1)) * r) + (scale - A(1));
}

}  // namespace dvdb
