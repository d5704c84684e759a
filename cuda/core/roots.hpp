/// Square roots of numbers that are far from the ends of the range.
#pragma once

#include <cmath>

#include "core/portable.hpp"

namespace dvdb {

/// The square root of a number from 2^-60 to 2^60, rounded to nearest.
DVDB_FN float root_of_middling(float square) {
#if defined(__CUDA_ARCH__)
  // As the compiler's own, without its branch for what is very small or large.
  float inverse;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(square));
  const float root = square * inverse;
  return fmaf(fmaf(-root, root, square), inverse * 0.5f, root);
#else
  return std::sqrt(square);
#endif
}

}  // namespace dvdb
