/// Element types of tensors, by name and by bits.
#pragma once

#include "check.hpp"
#include "core/numbers.hpp"
#include "denovdb/abi.h"

namespace dvdb::test {

template <class T>
constexpr uint32_t kDtype = std::is_same_v<T, double>  ? DVDB_F64
                            : std::is_same_v<T, float> ? DVDB_F32
                            : std::is_same_v<T, Half>  ? DVDB_F16
                                                       : DVDB_BF16;

/// Elements as bits, which CHECK_SAME can print. All NaN are the same: which one a sum gives differs between devices.
template <class T>
std::vector<int64_t> bits_of(const std::vector<T>& values) {
  std::vector<int64_t> bits;
  for (const T value : values) {
    int64_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    const double number = load_as<double>(value);
    bits.push_back(number == number ? word : -1);
  }
  return bits;
}

}  // namespace dvdb::test
