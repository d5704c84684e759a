/// Square roots of numbers of moderate size.
#pragma once

#include <cmath>

#include "base/portable.hpp"

namespace dvdb {

/// The square root of a number from 2^-60 to 2^60, rounded to nearest.
DVDB_FN float root_of_middling(float square) {
#if defined(__CUDA_ARCH__)
  // As the compiler's own code, without its branch for very small or large numbers.
  float inverse;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(square));
  const float root = square * inverse;
  return fmaf(fmaf(-root, root, square), inverse * 0.5f, root);
#else
  return std::sqrt(square);
#endif
}

}  // namespace dvdb
