/// The one NaN that results hold, since processors differ in the sign and payload of the NaN that they produce.
#pragma once

#include <bit>
#include <type_traits>

#include "base/portable.hpp"

namespace dvdb {

/// The positive quiet NaN without payload, as a float or a double.
template <class C>
inline constexpr C kPlainNan = std::bit_cast<C>(uint64_t(0x7ff8) << 48);
template <>
inline constexpr float kPlainNan<float> = std::bit_cast<float>(uint32_t(0x7fc00000));

/// Replaces any NaN by the plain one.
template <class C>
DVDB_FN C plain_nan(C value) {
  if constexpr (std::is_floating_point_v<C>) {
    return value == value ? value : kPlainNan<C>;
  } else {
    return value;
  }
}

}  // namespace dvdb
