/// Atomic addition of floats, only for variants documented as non-deterministic: rounding depends on
/// the order in which threads add.
///
///   atomic_sum(sum, value)     adds to a float or a double; relaxed
///   atomic_sums(sums, values)  the same for consecutive elements; where these take 16 bytes, they are aligned to 16
#pragma once

#include "device/special/sample/float_sums.hpp"
