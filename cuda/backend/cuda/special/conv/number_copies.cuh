/// Copies of f32 to shared memory, in the background where the device can.
#pragma once

#include "backend/cuda/special/conv/matrix_units.cuh"

namespace dvdb::backend {

/// Copies some numbers in the background where the device can, zeros where `held` says so.
template <int kCount>
__device__ __forceinline__ void copy_numbers_or_clear(uint32_t to, const float* from, bool held) {
#if __CUDA_ARCH__ >= 800
  if constexpr (kCount == 4) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(held ? 16 : 0) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(held ? 4 : 0) : "memory");
  }
#else
#pragma unroll
  for (int k = 0; k < kCount; ++k)
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(to + 4 * k), "f"(held ? from[k] : 0.f) : "memory");
#endif
}
/// Waits until all but the last copies that were marked are there.
template <int kLeft>
__device__ __forceinline__ void wait_marked() {
#if __CUDA_ARCH__ >= 800
  wait_copies<kLeft>();
#endif
}
__device__ __forceinline__ void mark_copies() {
#if __CUDA_ARCH__ >= 800
  commit_copies();
#endif
}
/// Copies four numbers, of which the first `left` are there.
__device__ __forceinline__ void copy_four(uint32_t to, const float* from, const float* any, int left, bool aligned) {
  if (aligned) {
    copy_numbers_or_clear<4>(to, left > 0 ? from : any, left > 0);
    return;
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) copy_numbers_or_clear<1>(to + 4 * k, k < left ? from + k : any, k < left);
}

/// Whether rows of some channels are whole pieces of four numbers.
inline bool has_whole_fours(const float* rows, int64_t channels) {
  return channels % 4 == 0 && reinterpret_cast<uintptr_t>(rows) % 16 == 0;
}

}  // namespace dvdb::backend
