/// Real-valued element types: f16, f32 and f64 read as double, so that one kernel body serves them.
#pragma once

#include <bit>

#include "base/plain_nan.hpp"
#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb {

/// An IEEE binary16 number, converted in software: the same bits on every backend.
struct Half {
  static constexpr uint32_t kDtype = DVDB_F16;
  uint16_t bits;

  DVDB_FN explicit operator double() const {
    const uint64_t sign = uint64_t(bits >> 15) << 63;
    const uint32_t exponent = bits >> 10 & 31;
    const uint64_t fraction = bits & 1023;
    uint64_t out = 0;
    if (exponent == 31) {
      out = uint64_t(0x7ff) << 52 | fraction << 42;
    } else if (exponent != 0) {
      out = uint64_t(exponent + 1008) << 52 | fraction << 42;
    } else if (fraction != 0) {
      const int top = highest_bit(fraction);  // subnormal: fraction * 2^-24
      out = uint64_t(top + 999) << 52 | (fraction ^ bit(uint32_t(top))) << (52 - top);
    }
    return std::bit_cast<double>(sign | out);
  }

  /// Rounds to nearest, ties to even; every NaN becomes the plain one.
  DVDB_FN static Half rounded(double value) {
    const uint64_t all = std::bit_cast<uint64_t>(value);
    const uint16_t sign = uint16_t(all >> 63 << 15);
    const int exponent = int(all >> 52 & 0x7ff) - 1023;
    const uint64_t fraction = all & ((uint64_t(1) << 52) - 1);
    if (exponent == 1024) return {uint16_t(fraction != 0 ? 0x7e00 : sign | 0x7c00)};
    if (exponent > 15) return {uint16_t(sign | 0x7c00)};
    if (exponent < -25) return {sign};
    const uint64_t whole = fraction | uint64_t(1) << 52;
    const int shift = exponent >= -14 ? 42 : 42 + (-14 - exponent);
    const uint64_t kept = whole >> shift;
    const uint64_t rest = whole & ((uint64_t(1) << shift) - 1);
    const uint64_t tie = uint64_t(1) << (shift - 1);
    const uint64_t up = rest > tie || (rest == tie && (kept & 1) != 0) ? 1 : 0;
    // A normal number keeps its leading bit in `kept`, hence the exponent minus one; a carry propagates into the
    // exponent by itself.
    const uint64_t base = exponent >= -14 ? uint64_t(exponent + 14) << 10 : 0;
    return {uint16_t(sign | (base + kept + up))};
  }
};

DVDB_FN double to_double(float value) { return double(value); }
DVDB_FN double to_double(double value) { return value; }
DVDB_FN double to_double(Half value) { return double(value); }

/// Rounds a computed number to an element; every NaN becomes the plain one.
template <class T>
DVDB_FN T from_double(double value) {
  return plain_nan(T(value));
}
template <>
DVDB_FN Half from_double<Half>(double value) {
  return Half::rounded(value);
}

/// Real elements whose dtype is known at run time, for kernels that use few: they are compiled once for all dtypes.
struct RealElements {
  void* data;
  uint32_t dtype;

  DVDB_FN double operator[](int64_t i) const {
    if (dtype == DVDB_F32) return to_double(static_cast<const float*>(data)[i]);
    if (dtype == DVDB_F64) return to_double(static_cast<const double*>(data)[i]);
    return to_double(static_cast<const Half*>(data)[i]);
  }
  DVDB_FN void set(int64_t i, double value) const {
    if (dtype == DVDB_F32) {
      static_cast<float*>(data)[i] = from_double<float>(value);
    } else if (dtype == DVDB_F64) {
      static_cast<double*>(data)[i] = from_double<double>(value);
    } else {
      static_cast<Half*>(data)[i] = from_double<Half>(value);
    }
  }
};

template <class T>
DVDB_FN Vec3d load_point(const T* points, int64_t i) {
  return {to_double(points[3 * i]), to_double(points[3 * i + 1]), to_double(points[3 * i + 2])};
}

template <class T>
DVDB_FN void store_point(T* points, int64_t i, const Vec3d& p) {
  points[3 * i] = from_double<T>(p.x);
  points[3 * i + 1] = from_double<T>(p.y);
  points[3 * i + 2] = from_double<T>(p.z);
}

/// The dtype of a C++ type; numbers that C++ lacks bring their own.
template <class T>
inline constexpr uint32_t kDtypeOf = T::kDtype;
template <>
inline constexpr uint32_t kDtypeOf<float> = DVDB_F32;
template <>
inline constexpr uint32_t kDtypeOf<double> = DVDB_F64;

/// Calls `body.operator()<T>()` with that of some types whose dtype is given, or `otherwise()`.
template <class T, class... Others, class Body, class Otherwise>
Status with_one_of(uint32_t dtype, Body& body, Otherwise otherwise) {
  if (dtype == kDtypeOf<T>) return body.template operator()<T>();
  if constexpr (sizeof...(Others) > 0) {
    return with_one_of<Others...>(dtype, body, otherwise);
  } else {
    return otherwise();
  }
}

/// Calls `body.operator()<T>()` with the C++ type of a real dtype.
template <class Body>
Status with_real(Context& context, uint32_t dtype, const char* name, Body body) {
  return with_one_of<float, double, Half>(dtype, body, [&] {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: dtype %u is not f16, f32 or f64", name, dtype);
  });
}

}  // namespace dvdb
