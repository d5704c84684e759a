/// Vectors that tests of launches and atomics are made of.
#pragma once

#include "check.hpp"

namespace dvdb::test {

template <class T>
std::vector<T> vector_of(int64_t n, T value = T()) {
  return std::vector<T>(static_cast<size_t>(n), value);
}

/// Numbers from the whole range of a type.
template <class T>
std::vector<T> random_values(int64_t n, uint64_t seed) {
  Random random(seed);
  std::vector<T> values = vector_of<T>(n);
  for (T& value : values) value = T(random.next());
  return values;
}

}  // namespace dvdb::test
