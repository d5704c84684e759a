/// Sums of products over the channels of a voxel.
#pragma once

#include "core/numbers.hpp"

namespace dvdb::sample {

/// Sums up a voxel's values times weights, which are so far apart, in double.
template <class T>
DVDB_FN double sum_products(const T* values, const T* weights, int64_t channels, int64_t apart = 1) {
  double sum = 0;
  for (int64_t channel = 0; channel < channels; ++channel) {
    if constexpr (std::is_same_v<T, double>) {
      sum += values[channel] * weights[channel * apart];
    } else {
      sum = add_exact_product(sum, to_double(values[channel]), to_double(weights[channel * apart]));
    }
  }
  return sum;
}

}  // namespace dvdb::sample
