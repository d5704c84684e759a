/// Conversion from f32 to f16 and bf16 without branches, so that host compilers can vectorize loops over it. The
/// results are the same as those of core/numbers.hpp.
#pragma once

#include "core/numbers.hpp"

namespace dvdb {

template <class T>
DVDB_FN T narrow(float value) {
  static_assert(std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>);
  const uint32_t word = std::bit_cast<uint32_t>(value);
  const uint32_t size = word & 0x7fffffff;
  const bool is_nan = size > 0x7f800000;
  if constexpr (std::is_same_v<T, BFloat16>) {
    return {uint16_t(is_nan ? 0x7fc0 : (word + 0x7fff + (word >> 16 & 1)) >> 16)};
  } else {
    const uint32_t sign = word >> 16 & 0x8000;
    const uint32_t normal = (size - (112u << 23) + 0xfff + (size >> 13 & 1)) >> 13;
    // Near 1/2, whose last bit is worth 2^-24, an addition rounds like a subnormal f16.
    const uint32_t subnormal = std::bit_cast<uint32_t>(std::bit_cast<float>(size) + 0.5f) - 0x3f000000;
    const uint32_t finite = size < 0x38800000 ? subnormal : normal;
    const uint32_t rounded = size >= 0x47800000 ? 0x7c00u : finite;
    return {uint16_t(is_nan ? 0x7e00u : sign | rounded)};
  }
}

}  // namespace dvdb
