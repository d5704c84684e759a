/// The backend seam, part 9: sums of floats that many threads add to at once, for variants that say so: rounding depends on
/// the order in which threads come.
///
///   atomic_sum(sum, value)   adds to a float or a double; relaxed
#pragma once

#if defined(__CUDACC__)
#include "backend/cuda/float_sums.cuh"
#else
#include "backend/cpu/float_sums.hpp"
#endif
