/// Sums of what points give to a voxel, in a fixed order.
#pragma once

#include "sample/shared/request.hpp"

namespace dvdb::sample {

/// Position of a point in its cell.
template <class R>
struct Part {
  R at[3];
};

/// Sums of some channels of a voxel. Narrow types are summed up in single precision, a few points at a time, and those
/// sums in double.
template <class T, int kWidth>
struct VoxelSums {
  using R = Computed<T>;
  static constexpr uint32_t kTogether = std::is_same_v<R, double> ? UINT32_MAX : 16;
  double sums[kWidth] = {};
  R some[kWidth] = {};
  uint32_t together = 0;
  bool has_sums = false;

  /// Adds contributions that are flushed by the caller.
  DVDB_FN void add_some(const R (&contributions)[kWidth]) {
    for (int channel = 0; channel < kWidth; ++channel) some[channel] += contributions[channel];
  }
  DVDB_FN void add_some(R weight, const Pack<T, kWidth>& pack) {
    R contributions[kWidth];
    for (int channel = 0; channel < kWidth; ++channel) contributions[channel] = weight * load_as<R>(pack.at[channel]);
    add_some(contributions);
  }
  DVDB_FN void flush() {
    has_sums = true;
    together = 0;
    for (int channel = 0; channel < kWidth; ++channel) {
      sums[channel] += double(some[channel]);
      some[channel] = 0;
    }
  }
  DVDB_FN void add(const R (&contributions)[kWidth]) {
    add_some(contributions);
    if (++together == kTogether) flush();
  }
  DVDB_FN void add(R weight, const Pack<T, kWidth>& pack) {
    add_some(weight, pack);
    if (++together == kTogether) flush();
  }
  DVDB_FN Pack<T, kWidth> result() const {
    Pack<T, kWidth> pack;
    if (has_sums) {
      for (int channel = 0; channel < kWidth; ++channel)
        pack.at[channel] = from_double<T>(sums[channel] + double(some[channel]));
    } else {  // which spares conversions
      for (int channel = 0; channel < kWidth; ++channel) pack.at[channel] = from_computed(some[channel]);
    }
    return pack;
  }

 private:
  DVDB_FN static T from_computed(R value) {
    if constexpr (std::is_same_v<T, R>) {
      return plain_nan(value);
    } else {
      return from_double<T>(double(value));
    }
  }
};

}  // namespace dvdb::sample
