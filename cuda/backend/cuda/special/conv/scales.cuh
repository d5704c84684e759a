/// Powers of two that bring numbers of f32 to where f16 has most bits.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "backend/cuda/special/conv/matrix_units.cuh"

namespace dvdb::backend {

inline constexpr int kLargest = 14;          // exponent of the largest number when it is scaled
inline constexpr int kLeastExponent = -100;  // of the largest number, so that powers of two stay in f32

inline constexpr float kMostFinite = 3.402823466e38f;

/// The exponent of the largest number, from which its scale comes.
__device__ __forceinline__ int exponent_of(float largest) {
  const int exponent = int(__float_as_uint(largest) >> 23 & 255) - 127;
  return exponent < kLeastExponent ? kLeastExponent : exponent > 127 ? 127 : exponent;
}
__device__ __forceinline__ float power_of_two(int exponent) { return __uint_as_float(uint32_t(exponent + 127) << 23); }

/// The larger of a number and a finite magnitude.
__device__ __forceinline__ float larger(float largest, float number) {
  const float size = fabsf(number);
  return size <= kMostFinite ? fmaxf(largest, size) : largest;
}

__device__ __forceinline__ float largest_of_warp(float value) {
#pragma unroll
  for (int lanes = 16; lanes > 0; lanes /= 2) value = fmaxf(value, __shfl_xor_sync(~0u, value, lanes));
  return value;
}

/// The upper or lower half of a scaled number.
__device__ __forceinline__ uint16_t half_of(float value, bool lower) {
#if __CUDA_ARCH__ >= 800
  const uint16_t upper = uint16_t(narrow_pair<false>(value, 0.f));
  return lower ? uint16_t(narrow_pair<false>(value - widen_bits<false>(upper), 0.f)) : upper;
#else
  return 0;  // no matrix units that would multiply it
#endif
}

}  // namespace dvdb::backend
