/// Comparison of voxels with a threshold, and detection of NaN.
#pragma once

#include <cmath>

#include "fenwick/bricks/bits.hpp"
#include "fenwick/input/faults.hpp"

namespace dvdb::fenwick {

/// Compares voxels with a threshold rounded down to what the comparison knows, which does not change its outcome.
template <class T>
struct Above {
  using Limit = std::conditional_t<std::is_integral_v<T>, int32_t, float>;

  Limit limit;

  static Above of(double threshold) {
    if constexpr (std::is_integral_v<T>) {
      return {threshold < -1e9 ? INT32_MIN : threshold > 1e9 ? INT32_MAX : int32_t(std::floor(threshold))};
    } else {
      float limit = float(threshold);
      if (double(limit) > threshold) limit = std::nextafter(limit, -INFINITY);
      return {limit};
    }
  }
  DVDB_FN bool operator()(T value) const {
    if constexpr (std::is_integral_v<T>) {
      return int32_t(value) > limit;
    } else {
      return to_float(value) > limit;
    }
  }
  static DVDB_FN bool is_nan(T value) {
    if constexpr (std::is_integral_v<T>) {
      return false;
    } else {
      const float number = to_float(value);
      return number != number;
    }
  }
};

inline bool is_whole(uint32_t dtype) { return dtype == DVDB_U8 || dtype == DVDB_U16 || dtype == DVDB_I16; }

inline Status check_threshold(Context& c, uint32_t dtype, double threshold) {
  if (std::isnan(threshold)) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use threshold: it is NaN");
  if (std::isinf(threshold) || !is_whole(dtype) || threshold == std::floor(threshold)) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use threshold: %g is no whole number, and voxels are", threshold);
}

/// Waits for the kernels, and refuses voxels that are NaN.
inline Status settle_voxels(Context& c, const Faults& faults, int64_t n, int64_t first, uint32_t* out_fault) {
  uint64_t count = 0;
  int64_t place = 0;
  DVDB_TRY(faults.read(out_fault, &count, &place));
  if (count == 0) return {};
  return fail(c, DVDB_INVALID_DATA, "Cannot use voxels: of %lld %llu are NaN, the first is number %lld",
              static_cast<long long>(n), static_cast<unsigned long long>(count), static_cast<long long>(first + place));
}

}  // namespace dvdb::fenwick
