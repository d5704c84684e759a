/// Products of elements.
#pragma once

#include "core/numbers.hpp"

namespace dvdb::sample {

/// The sum of a number and the product of two elements of a type, in double.
template <class T>
DVDB_FN double add_product(double sum, T a, T b) {
  if constexpr (std::is_same_v<T, double>) {
    return sum + a * b;
  } else {
    return add_exact_product(sum, to_double(a), to_double(b));
  }
}

}  // namespace dvdb::sample
