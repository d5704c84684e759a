/// A product and a sum at once, a * b + c, rounded once.
#pragma once

namespace dvdb::backend {

__device__ __forceinline__ float multiply_add(float a, float b, float c) { return __fmaf_rn(a, b, c); }
__device__ __forceinline__ double multiply_add(double a, double b, double c) { return __fma_rn(a, b, c); }

}  // namespace dvdb::backend
