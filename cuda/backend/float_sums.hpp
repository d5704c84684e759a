/// The backend seam, part 9: sums of floats that many threads add to at once, for variants that say so: rounding depends on
/// the order in which threads come.
///
///   atomic_sum(sum, value)     adds to a float or a double; relaxed
///   atomic_sums(sums, values)  the same for neighbours, 16 bytes of which are at a multiple of 16 if there are as many
#pragma once

#if defined(__CUDACC__)
#include "backend/cuda/float_sums.cuh"
#else
#include "backend/cpu/float_sums.hpp"
#endif
