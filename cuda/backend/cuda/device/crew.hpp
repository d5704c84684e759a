/// Crews are blocks on a GPU. Included through backend/crew.hpp.
#pragma once

#include "backend/api/launch.hpp"
#include "backend/api/special/points/cells.hpp"

namespace dvdb::backend {

template <int kThreads>
inline constexpr int kCrewMembers = kThreads;

struct Crew {
  int rank;
  int size;

  /// A barrier: afterwards each member sees what the others wrote before it.
  DVDB_FN void wait() const {
#if defined(__CUDA_ARCH__)
    __syncthreads();
#endif
  }
  /// The sum over members of lower rank. `sums` is memory that must not be used otherwise until the next barrier.
  DVDB_FN uint32_t sum_before([[maybe_unused]] uint32_t value, [[maybe_unused]] uint32_t (&sums)[32]) const {
#if defined(__CUDA_ARCH__)
    return sum_before_thread(value, sums);
#else
    return 0;
#endif
  }
};

DVDB_FN void call_for([[maybe_unused]] const void* address) {
#if defined(__CUDA_ARCH__)
  asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
#endif
}

template <class F>
constexpr int crews_at_once() {
  return F::kAtOnce < kLeastRoom / F::kThreads ? F::kAtOnce : kLeastRoom / F::kThreads;
}

template <class F>
__global__ void __launch_bounds__(F::kThreads, crews_at_once<F>()) for_each_crew_kernel(F f, int64_t words) {
  extern __shared__ __align__(16) uint32_t crew_memory[];
  f(int64_t(blockIdx.x), Crew{int(threadIdx.x), F::kThreads}, Span<uint32_t>{crew_memory, words});
}

template <class F>
Status for_each_crew(Context& context, int64_t n, F f) {
  static_assert(F::kThreads <= 1024, "the smallest target has room for 1024 threads");
  if (n <= 0) return {};
  int of_block = 0;
  int of_all = 0;
  int of_system = 0;
  const int ordinal = context.device->ordinal;
  DVDB_TRY(check_cuda(context, cudaDeviceGetAttribute(&of_block, cudaDevAttrMaxSharedMemoryPerBlockOptin, ordinal), "ask for memory"));
  DVDB_TRY(check_cuda(context, cudaDeviceGetAttribute(&of_all, cudaDevAttrMaxSharedMemoryPerMultiprocessor, ordinal), "ask for memory"));
  DVDB_TRY(check_cuda(context, cudaDeviceGetAttribute(&of_system, cudaDevAttrReservedSharedMemoryPerBlock, ordinal), "ask for memory"));
  int bytes = min_of(of_block, max_of(4 * kLeastCrewWords, of_all / F::kAtOnce - of_system)) & ~15;
  if constexpr (requires { F::kMostWords; }) bytes = min_of(bytes, int(4 * F::kMostWords));
  const auto kernel = for_each_crew_kernel<F>;
  DVDB_TRY(check_cuda(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "set up crews"));
  kernel<<<unsigned(n), F::kThreads, size_t(bytes), context.device->stream>>>(f, bytes / 4);
  return check_cuda(context, cudaGetLastError(), "launch");
}

}  // namespace dvdb::backend
