/// Conversions between element types. bf16 is converted in software, as Half is: the same bits on every backend.
#pragma once

#include <bit>
#include <cmath>
#include <limits>

#include "core/handles.hpp"
#include "core/reals.hpp"
#include "core/words.hpp"

namespace dvdb {

/// A bfloat16 number: the upper half of a binary32.
struct BFloat16 {
  static constexpr uint32_t kDtype = DVDB_BF16;
  uint16_t bits;

  DVDB_FN explicit operator double() const { return double(std::bit_cast<float>(uint32_t(bits) << 16)); }

  /// Rounds to nearest, ties to even; every NaN becomes the plain one.
  DVDB_FN static BFloat16 rounded(double value) {
    const float single = float(value);
    uint32_t word = std::bit_cast<uint32_t>(single);
    if (value != value) return {uint16_t(0x7fc0)};
    // The first step rounds to odd, so that rounding twice gives the same as rounding once.
    const double back = double(single);
    if (back != value) {
      if ((back < 0 ? -back : back) > (value < 0 ? -value : value)) word -= 1;
      word |= 1;
    }
    return {uint16_t((word + 0x7fff + (word >> 16 & 1)) >> 16)};
  }
};

DVDB_FN double to_double(BFloat16 value) { return double(value); }

template <>
DVDB_FN BFloat16 from_double<BFloat16>(double value) {
  return BFloat16::rounded(value);
}

/// Calls `body.operator()<T>()` with the C++ type of a floating-point dtype.
template <class Body>
Status with_float(Context& context, uint32_t dtype, const char* name, Body body) {
  return with_one_of<float, double, Half, BFloat16>(dtype, body, [&] {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: dtype %u is not f16, bf16, f32 or f64", name, dtype);
  });
}

/// One byte, 0 or 1.
struct Flag {
  static constexpr uint32_t kDtype = DVDB_BOOL;
  uint8_t byte;
};

template <>
inline constexpr uint32_t kDtypeOf<int32_t> = DVDB_I32;
template <>
inline constexpr uint32_t kDtypeOf<int64_t> = DVDB_I64;
template <>
inline constexpr uint32_t kDtypeOf<uint8_t> = DVDB_U8;
template <>
inline constexpr uint32_t kDtypeOf<uint16_t> = DVDB_U16;
template <>
inline constexpr uint32_t kDtypeOf<int16_t> = DVDB_I16;

/// The type in which elements of a type are summed.
template <class T>
using Computed = std::conditional_t<std::is_same_v<T, double>, double, float>;

/// Converts an element to the type in which it is summed; without branches, so that host compilers vectorize loops. A
/// signaling NaN stays one, as that of an f32 does; results that are written hold the plain NaN, see plain_nan.
DVDB_FN float widen(float value) { return value; }
DVDB_FN double widen(double value) { return value; }
DVDB_FN float widen(BFloat16 value) { return std::bit_cast<float>(uint32_t(value.bits) << 16); }

DVDB_FN float widen(Half value) {
  return float_of_half(value.bits, [value] {
    const uint32_t sign = uint32_t(value.bits & 0x8000) << 16;
    // Moving exponent and fraction into place gives a number 2^112 times too small, for subnormal ones too.
    const float scaled = std::bit_cast<float>(uint32_t(value.bits & 0x7fff) << 13) * 0x1p112f;
    const uint32_t rest = std::bit_cast<uint32_t>(scaled);
    const uint32_t special =
        (value.bits & 0x7c00) == 0x7c00 ? 0x7f800000u : 0u;  // infinities and NaN keep their fraction
    return std::bit_cast<float>(sign | rest | special);
  });
}

/// Rounds a number to an element, to nearest even; every NaN becomes the plain one. The bits are those of store_as, but
/// without branches, so that host compilers vectorize loops.
template <class T>
DVDB_FN T narrow(Computed<T> value) {
  return plain_nan(value);
}

template <>
DVDB_FN BFloat16 narrow<BFloat16>(float value) {
  const auto convert = [value] {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  };
  const uint16_t bits = bfloat_of_float(value, convert);
  return {uint16_t(value == value ? bits : 0x7fc0)};
}

template <>
DVDB_FN Half narrow<Half>(float value) {
  const auto convert = [value] {
    const uint32_t bits = std::bit_cast<uint32_t>(value) & 0x7fffffff;
    // Adding 1/2 leaves a number below 2^-14 in the last bits, rounded; larger ones get another exponent.
    const uint32_t subnormal = std::bit_cast<uint32_t>(std::bit_cast<float>(bits) + 0.5f) - 0x3f000000;
    const uint32_t normal = (bits - (112u << 23) + 0xfff + (bits >> 13 & 1)) >> 13;
    const uint32_t finite = bits < 0x38800000 ? subnormal : normal;
    return uint16_t((std::bit_cast<uint32_t>(value) >> 16 & 0x8000) | (bits >= 0x47800000 ? 0x7c00u : finite));
  };
  const uint16_t bits = half_of_float(value, convert);
  return {uint16_t(value == value ? bits : 0x7e00)};
}

/// Converts a number to the type used for computing: float, double or int64_t.
template <class C, class T>
DVDB_FN C load_as(T value) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    if constexpr (std::is_same_v<C, float>) {
      return widen(value);
    } else {
      return C(double(value));
    }
  } else if constexpr (std::is_same_v<T, Flag>) {
    return C(value.byte != 0 ? 1 : 0);
  } else {
    return C(value);
  }
}

/// Truncates towards 0; numbers out of range become the nearest limit, NaN becomes 0.
DVDB_FN int64_t saturate(double value) {
  if (value != value) return 0;
  if (value >= 9223372036854775808.0) return INT64_MAX;
  if (value < -9223372036854775808.0) return INT64_MIN;
  return int64_t(value);
}
DVDB_FN int64_t saturate(float value) { return saturate(double(value)); }
DVDB_FN int64_t saturate(int64_t value) { return value; }

/// An integer as a double, rounded so that rounding on to any narrower float gives the same as rounding the integer
/// directly.
DVDB_FN double sticky(int64_t value) {
  const int64_t high = value >> 16;
  const bool exact = value < (int64_t(1) << 53) && value > -(int64_t(1) << 53);
  return exact ? double(value) : double(high | ((value & 0xffff) != 0 ? 1 : 0)) * 65536.0;
}
DVDB_FN double sticky(double value) { return value; }

/// Converts a computed number to an element: floats round to nearest even; integers wrap, or saturate if `saturates`.
template <class T, class C>
DVDB_FN T store_as(C computed, bool saturates) {
  if constexpr (std::is_same_v<T, Flag>) {
    return {uint8_t(computed != 0 ? 1 : 0)};
  } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
    if constexpr (std::is_same_v<C, float>) {
      return narrow<T>(computed);
    } else {
      return T::rounded(sticky(plain_nan(computed)));
    }
  } else if constexpr (std::is_floating_point_v<T>) {
    return plain_nan(T(computed));  // last: the conversion itself produces NaN with other bits
  } else {
    int64_t whole = saturate(computed);
    if (saturates)
      whole = min_of(max_of(whole, int64_t(std::numeric_limits<T>::min())), int64_t(std::numeric_limits<T>::max()));
    return T(uint64_t(whole));
  }
}

/// Reads element i of a buffer whose dtype is known at run time.
template <class C>
DVDB_FN C load_element(const void* data, uint32_t dtype, int64_t i) {
  switch (dtype) {
    case DVDB_F32: return load_as<C>(static_cast<const float*>(data)[i]);
    case DVDB_F16: return load_as<C>(static_cast<const Half*>(data)[i]);
    case DVDB_BF16: return load_as<C>(static_cast<const BFloat16*>(data)[i]);
    case DVDB_F64: return load_as<C>(static_cast<const double*>(data)[i]);
    case DVDB_I32: return load_as<C>(static_cast<const int32_t*>(data)[i]);
    case DVDB_I64: return load_as<C>(static_cast<const int64_t*>(data)[i]);
    case DVDB_U8: return load_as<C>(static_cast<const uint8_t*>(data)[i]);
    case DVDB_U16: return load_as<C>(static_cast<const uint16_t*>(data)[i]);
    case DVDB_I16: return load_as<C>(static_cast<const int16_t*>(data)[i]);
    default: return load_as<C>(static_cast<const Flag*>(data)[i]);
  }
}

/// Writes element i of a buffer whose dtype is known at run time.
template <class C>
DVDB_FN void store_element(void* data, uint32_t dtype, int64_t i, C value, bool saturates) {
  switch (dtype) {
    case DVDB_F32: static_cast<float*>(data)[i] = store_as<float>(value, saturates); break;
    case DVDB_F16: static_cast<Half*>(data)[i] = store_as<Half>(value, saturates); break;
    case DVDB_BF16: static_cast<BFloat16*>(data)[i] = store_as<BFloat16>(value, saturates); break;
    case DVDB_F64: static_cast<double*>(data)[i] = store_as<double>(value, saturates); break;
    case DVDB_I32: static_cast<int32_t*>(data)[i] = store_as<int32_t>(value, saturates); break;
    case DVDB_I64: static_cast<int64_t*>(data)[i] = store_as<int64_t>(value, saturates); break;
    case DVDB_U8: static_cast<uint8_t*>(data)[i] = store_as<uint8_t>(value, saturates); break;
    case DVDB_U16: static_cast<uint16_t*>(data)[i] = store_as<uint16_t>(value, saturates); break;
    case DVDB_I16: static_cast<int16_t*>(data)[i] = store_as<int16_t>(value, saturates); break;
    default: static_cast<Flag*>(data)[i] = store_as<Flag>(value, saturates); break;
  }
}

/// Checks that a buffer holds exactly `count` elements of a dtype.
inline Status borrow_numbers(Context& context, dvdb_buffer buffer, uint32_t dtype, int64_t count, const char* name,
                             void** out) {
  const int64_t bytes = dtype_bytes(dtype);
  if (bytes == 0) return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: the dtype %u is not known", name, dtype);
  return borrow_bytes(context, buffer, count, bytes, bytes, name, out);
}

/// Calls `body.operator()<T>()` with the C++ type of a dtype.
template <class Body>
Status with_number(Context& context, uint32_t dtype, const char* name, Body body) {
  return with_one_of<float, Half, BFloat16, double, int32_t, int64_t, uint8_t, uint16_t, int16_t, Flag>(
      dtype, body,
      [&] { return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: the dtype %u is not known", name, dtype); });
}

/// Whether a type is an integer type.
template <class T>
inline constexpr bool kIsWhole = std::is_integral_v<T> || std::is_same_v<T, Flag>;

}  // namespace dvdb
