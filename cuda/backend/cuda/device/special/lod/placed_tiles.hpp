/// Placed tiles on a CUDA stream. Included through backend/api/special/lod/placed_tiles.hpp.
#pragma once

namespace dvdb::backend {

template <int P, class F>
__device__ __forceinline__ void do_places(const F& f, int64_t tile, uint64_t before, typename F::Shared& shared) {
  if constexpr (P < F::kPhases) {
    __syncthreads();
    f.template place<P>(tile, before, int(threadIdx.x), shared);
    do_places<P + 1>(f, tile, before, shared);
  }
}

/// A scan with decoupled look-back, as that of items, whose tiles keep what they hold while they wait for the sum.
template <class F>
__global__ void __launch_bounds__(F::kThreads, tiles_at_once<F>()) for_each_placed_tile_kernel(F f, ScanBoards boards) {
#if defined(__CUDA_ARCH__)
  __shared__ typename F::Shared shared;
  __shared__ uint64_t before;
  boards.clear_spent(F::kThreads);
  const int64_t tile = blockIdx.x;
  do_phases<0, F::kHandOn>(f, tile, shared);
  __syncthreads();
  if (threadIdx.x < 32) {
    volatile uint64_t* status = boards.now;
    const uint64_t count = f.count(tile, shared);
    if (threadIdx.x == 0 && gridDim.x > 1) status[tile] = (tile == 0 ? kScanInclusive : kScanAggregate) | count;
    const uint64_t below = tile == 0 ? 0 : sum_of_tiles_before(status, tile);
    if (threadIdx.x == 0) {
      if (tile > 0) status[tile] = kScanInclusive | (below + count);
      before = below;
    }
  }
  __syncthreads();
  do_places<F::kHandOn>(f, tile, before, shared);
#endif
}

template <class F>
Status for_each_placed_tile(Context& context, int64_t n, F f) {
  if (n <= 0) return {};
  ScanBoards boards;
  if (n > 1) DVDB_TRY(take_boards(context, n, boards));
  for_each_placed_tile_kernel<<<unsigned(n), F::kThreads, 0, context.device->stream>>>(f, boards);
  return check_launch(context);
}

}  // namespace dvdb::backend
