/// Sums over the lanes of a warp.
#pragma once

namespace dvdb::backend {

/// Inclusive prefix sum over the lanes of a warp.
template <class T>
__device__ __forceinline__ T sum_upto_lane(T value) {
  const int lane = int(threadIdx.x & 31);
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const T below = __shfl_up_sync(~0u, value, step);
    if (lane >= step) value += below;
  }
  return value;
}

}  // namespace dvdb::backend
