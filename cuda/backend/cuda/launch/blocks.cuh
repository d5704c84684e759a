/// Blocks whose threads share memory, on a CUDA stream. Included through backend/api/launch.hpp.
#pragma once

#include "backend/cuda/launch/tiles.cuh"

namespace dvdb::backend {

/// Sum of a number over the threads of the block before this one; called by all of them.
template <int kWarps>
__device__ __forceinline__ uint32_t sum_before_thread(uint32_t sum, uint32_t (&warp_sums)[kWarps]) {
  const int thread = int(threadIdx.x);
  const uint32_t upto = sum_upto_lane(sum);
  if ((thread & 31) == 31) warp_sums[thread >> 5] = upto;
  __syncthreads();
  uint32_t own = (thread & 31) < (thread >> 5) ? warp_sums[thread & 31] : 0;
#pragma unroll
  for (int step = 16; step > 0; step /= 2) own += __shfl_xor_sync(~0u, own, step);
  return own + upto - sum;
}

template <int kThreads>
inline constexpr int kBlockMembers = kThreads;

struct Block {
  int rank;
  int size;

  DVDB_FN void wait() const {
#if defined(__CUDA_ARCH__)
    __syncthreads();
#endif
  }
  DVDB_FN uint32_t sum_before([[maybe_unused]] uint32_t value, [[maybe_unused]] uint32_t (&sums)[32]) const {
#if defined(__CUDA_ARCH__)
    return sum_before_thread(value, sums);
#else
    return 0;
#endif
  }
};

template <class F>
constexpr int launched_blocks_at_once() {
  return F::kAtOnce < kLeastRoom / F::kThreads ? F::kAtOnce : kLeastRoom / F::kThreads;
}

template <class F>
__global__ void __launch_bounds__(F::kThreads, launched_blocks_at_once<F>()) for_each_block_kernel(F f, int64_t words) {
  extern __shared__ __align__(16) uint32_t block_memory[];
  f(int64_t(blockIdx.x), Block{int(threadIdx.x), F::kThreads}, Span<uint32_t>{block_memory, words});
}

template <class F>
Status for_each_block(Context& context, int64_t n, F f) {
  static_assert(F::kThreads <= 1024, "the smallest target has room for 1024 threads");
  if (n <= 0) return {};
  int of_block = 0;
  int of_all = 0;
  int of_system = 0;
  const int ordinal = context.device->ordinal;
  DVDB_TRY(check_cuda(context, cudaDeviceGetAttribute(&of_block, cudaDevAttrMaxSharedMemoryPerBlockOptin, ordinal),
                      "ask for memory"));
  DVDB_TRY(check_cuda(context, cudaDeviceGetAttribute(&of_all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, ordinal),
                      "ask for memory"));
  DVDB_TRY(check_cuda(context, cudaDeviceGetAttribute(&of_system, cudaDevAttrReservedSharedMemoryPerBlock, ordinal),
                      "ask for memory"));
  int bytes = min_of(of_block, max_of(4 * kLeastBlockWords, of_all / F::kAtOnce - of_system)) & ~15;
  if constexpr (requires { F::kMostWords; }) bytes = min_of(bytes, int(4 * F::kMostWords));
  const auto kernel = for_each_block_kernel<F>;
  DVDB_TRY(check_cuda(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
                      "set up blocks"));
  kernel<<<unsigned(n), F::kThreads, size_t(bytes), context.device->stream>>>(f, bytes / 4);
  return check_launch(context);
}

}  // namespace dvdb::backend
