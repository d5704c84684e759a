/// The operations of dvdb_map_elements on one element. The operation is a run-time value that is the same for all
/// threads.
#pragma once

#include "core/elementary.hpp"
#include "core/numbers.hpp"
#include "denovdb/jagged.h"

namespace dvdb {

/// The operands of an operation.
DVDB_FN int operand_count(uint32_t op) {
  if (op == DVDB_OP_WHERE || op == DVDB_OP_LERP || op == DVDB_OP_CLAMP || op == DVDB_OP_REPLACE_INFINITE ||
      op == DVDB_OP_LEAKY_RELU_BACKWARD || op == DVDB_OP_ELU_BACKWARD)
    return 3;
  if (op >= DVDB_OP_POWER) return op == DVDB_OP_GELU_TANH ? 1 : 2;
  return (op >= DVDB_OP_ADD && op <= DVDB_OP_GREATER_EQUAL) || op == DVDB_OP_REPLACE_NAN || op == DVDB_OP_LEAKY_RELU
             ? 2
             : 1;
}

/// Operations that take many steps. They have their own kernels, so that the others need fewer registers.
inline bool is_costly(uint32_t op) { return op >= DVDB_OP_EXP; }

/// Whether an operation is defined for integers.
inline bool is_for_integers(uint32_t op) {
  return op != DVDB_OP_SQRT && op != DVDB_OP_RSQRT && op != DVDB_OP_DIVIDE && op != DVDB_OP_LERP &&
         (op < DVDB_OP_LEAKY_RELU || op == DVDB_OP_POWER);
}

/// Floor of x / y and what is left, both with the sign of y.
template <class C>
DVDB_FN C floor_remainder(C x, C y) {
  const C rest = std::fmod(x, y);
  if (rest != 0 && (rest < 0) != (y < 0)) return rest + y;
  return rest == 0 ? std::copysign(rest, y) : rest;
}

template <class C>
DVDB_FN C floor_quotient(C x, C y) {
  if (y == 0) return x / y;
  const C rest = std::fmod(x, y);
  C quotient = (x - rest) / y;
  if (rest != 0 && (y < 0) != (rest < 0)) quotient -= C(1);
  if (quotient == 0) return std::copysign(C(0), x / y);
  const C whole = std::floor(quotient);
  return quotient - whole > C(0.5) ? whole + C(1) : whole;
}

/// The greater and the lesser of two numbers; NaN if either is NaN.
template <class C>
DVDB_FN C greater_of(C x, C y) {
  return x != x || x >= y ? x : y;
}

template <class C>
DVDB_FN C lesser_of(C x, C y) {
  return x != x || x <= y ? x : y;
}

template <class C>
DVDB_FN C replace_infinite(C x, C y, C z) {
  constexpr C kInfinity = std::numeric_limits<C>::infinity();
  return x == kInfinity ? y : x == -kInfinity ? z : x;
}

template <class C>
DVDB_FN C blend(C x, C y, C weight) {
  return weight < C(0.5) ? x + weight * (y - x) : y - (y - x) * (C(1) - weight);
}

/// Operations on floats that are exact, or rounded identically on every backend.
template <class C>
DVDB_FN C plain_op(uint32_t op, C x, C y, C z) {
  switch (op) {
    case DVDB_OP_CAST: return x;
    case DVDB_OP_NEGATE: return -x;
    case DVDB_OP_ABS: return std::fabs(x);
    case DVDB_OP_SQRT: return std::sqrt(x);
    case DVDB_OP_RSQRT: return C(1) / std::sqrt(x);
    case DVDB_OP_FLOOR: return std::floor(x);
    case DVDB_OP_CEIL: return std::ceil(x);
    case DVDB_OP_ROUND: return std::rint(x);
    case DVDB_OP_TRUNC: return std::trunc(x);
    case DVDB_OP_RELU: return x < 0 ? C(0) : x;
    case DVDB_OP_ADD: return x + y;
    case DVDB_OP_SUBTRACT: return x - y;
    case DVDB_OP_MULTIPLY: return x * y;
    case DVDB_OP_DIVIDE: return x / y;
    case DVDB_OP_FLOOR_DIVIDE: return floor_quotient(x, y);
    case DVDB_OP_REMAINDER: return floor_remainder(x, y);
    case DVDB_OP_FMOD: return std::fmod(x, y);
    case DVDB_OP_MAXIMUM: return greater_of(x, y);
    case DVDB_OP_MINIMUM: return lesser_of(x, y);
    case DVDB_OP_FMAX: return y != y || x >= y ? x : y;
    case DVDB_OP_FMIN: return y != y || x <= y ? x : y;
    case DVDB_OP_EQUAL: return C(x == y);
    case DVDB_OP_NOT_EQUAL: return C(x != y);
    case DVDB_OP_LESS: return C(x < y);
    case DVDB_OP_LESS_EQUAL: return C(x <= y);
    case DVDB_OP_GREATER: return C(x > y);
    case DVDB_OP_GREATER_EQUAL: return C(x >= y);
    case DVDB_OP_WHERE: return x != 0 ? y : z;
    case DVDB_OP_LERP: return blend(x, y, z);
    case DVDB_OP_REPLACE_NAN: return x != x ? y : x;
    case DVDB_OP_CLAMP: return lesser_of(greater_of(x, y), z);
    case DVDB_OP_REPLACE_INFINITE: return replace_infinite(x, y, z);
    case DVDB_OP_LEAKY_RELU: return x > 0 ? x : x * y;
    case DVDB_OP_LEAKY_RELU_BACKWARD: return x > 0 ? y : y * z;
    default: return x;
  }
}

/// The cumulative distribution function of the standard normal distribution.
template <class C>
DVDB_FN C normal_share(C x) {
  return C(0.5) * elementary::erfc(x * C(-0.70710678118654752440));
}

template <class C>
DVDB_FN C gelu_slope(C x) {
  constexpr C kDensity = C(0.39894228040143267794);  // at 0: 1 / sqrt(2 pi)
  return normal_share(x) + x * (kDensity * elementary::exp(C(-0.5) * x * x));
}

template <class C>
DVDB_FN C silu_slope(C x) {
  const C share = elementary::sigmoid(x);
  return share * (C(1) + x * (C(1) - share));
}

/// Hendrycks and Gimpel, "Gaussian error linear units", 2016.
template <class C>
struct GeluTanh {
  static constexpr C kFactor = C(0.79788456080286535588);  // sqrt(2 / pi)
  static constexpr C kCubic = C(0.044715);

  DVDB_FN static C tanh_of(C x) { return elementary::tanh(kFactor * (x + kCubic * x * x * x)); }
  DVDB_FN static C value(C x) { return C(0.5) * x * (C(1) + tanh_of(x)); }
  DVDB_FN static C slope(C x) {
    const C bent = tanh_of(x);
    const C flat = C(1) - bent * bent;
    const C inner = kFactor * (C(1) + C(3) * kCubic * x * x);
    return C(0.5) * (C(1) + bent) + (flat == 0 ? C(0) : C(0.5) * x * (flat * inner));
  }
};

/// Operations that take many steps. Their bits are the same on every backend, but for those of a power.
template <class C>
DVDB_FN C costly_op(uint32_t op, C x, C y, C z) {
  switch (op) {
    case DVDB_OP_EXP: return elementary::exp(x);
    case DVDB_OP_EXPM1: return elementary::expm1(x);
    case DVDB_OP_LOG: return elementary::log(x);
    case DVDB_OP_LOG1P: return elementary::log1p(x);
    case DVDB_OP_SIGMOID: return elementary::sigmoid(x);
    case DVDB_OP_TANH: return elementary::tanh(x);
    case DVDB_OP_SILU: return x / (C(1) + elementary::exp(-x));
    case DVDB_OP_GELU: return C(0.5) * x * elementary::erfc(x * C(-0.70710678118654752440));
    case DVDB_OP_POWER: return std::pow(x, y);
    case DVDB_OP_SILU_BACKWARD: return y * silu_slope(x);
    case DVDB_OP_GELU_BACKWARD: return y * gelu_slope(x);
    case DVDB_OP_GELU_TANH: return GeluTanh<C>::value(x);
    case DVDB_OP_GELU_TANH_BACKWARD: return y * GeluTanh<C>::slope(x);
    case DVDB_OP_ELU: return x > 0 ? x : y * elementary::expm1(x);
    case DVDB_OP_ELU_BACKWARD: return x > 0 ? y : y * z * elementary::exp(x);
    default: return x;
  }
}

/// x to the power of y, modulo 2^64; fractional results become 0.
DVDB_FN int64_t whole_power(int64_t x, int64_t y) {
  if (y < 0) return x == 1 ? 1 : x == -1 ? ((y & 1) != 0 ? -1 : 1) : 0;
  uint64_t base = uint64_t(x);
  uint64_t result = 1;
  for (; y > 0; y >>= 1) {
    if ((y & 1) != 0) result *= base;
    base *= base;
  }
  return int64_t(result);
}

/// x / y rounded towards 0; never traps.
DVDB_FN int64_t whole_quotient(int64_t x, int64_t y) {
  if (y == 0) return 0;
  return y == -1 ? int64_t(0 - uint64_t(x)) : x / y;
}

DVDB_FN int64_t whole_rest(int64_t x, int64_t y) {
  if (y == 0) return x;
  return y == -1 ? 0 : x % y;
}

DVDB_FN bool floors_down(int64_t x, int64_t y) { return y != 0 && whole_rest(x, y) != 0 && (x < 0) != (y < 0); }

/// Operations on integers, modulo 2^64.
DVDB_FN int64_t whole_op(uint32_t op, int64_t x, int64_t y, int64_t z) {
  switch (op) {
    case DVDB_OP_NEGATE: return int64_t(0 - uint64_t(x));
    case DVDB_OP_ABS: return x < 0 ? int64_t(0 - uint64_t(x)) : x;
    case DVDB_OP_RELU: return x < 0 ? 0 : x;
    case DVDB_OP_ADD: return int64_t(uint64_t(x) + uint64_t(y));
    case DVDB_OP_SUBTRACT: return int64_t(uint64_t(x) - uint64_t(y));
    case DVDB_OP_MULTIPLY: return int64_t(uint64_t(x) * uint64_t(y));
    case DVDB_OP_FLOOR_DIVIDE: return floors_down(x, y) ? whole_quotient(x, y) - 1 : whole_quotient(x, y);
    case DVDB_OP_REMAINDER: return floors_down(x, y) ? whole_rest(x, y) + y : whole_rest(x, y);
    case DVDB_OP_FMOD: return whole_rest(x, y);
    case DVDB_OP_MAXIMUM:
    case DVDB_OP_FMAX: return max_of(x, y);
    case DVDB_OP_MINIMUM:
    case DVDB_OP_FMIN: return min_of(x, y);
    case DVDB_OP_EQUAL: return x == y;
    case DVDB_OP_NOT_EQUAL: return x != y;
    case DVDB_OP_LESS: return x < y;
    case DVDB_OP_LESS_EQUAL: return x <= y;
    case DVDB_OP_GREATER: return x > y;
    case DVDB_OP_GREATER_EQUAL: return x >= y;
    case DVDB_OP_WHERE: return x != 0 ? y : z;
    case DVDB_OP_CLAMP: return min_of(max_of(x, y), z);
    case DVDB_OP_POWER: return whole_power(x, y);
    default: return x;  // CAST, and rounding, which leaves integers unchanged
  }
}

}  // namespace dvdb
