/// Passes over points on a GPU. Included through backend/api/special/points/point_passes.hpp.
#pragma once

#include <climits>

#include "backend/api/launch.hpp"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

inline constexpr int kPointBatch = 4;  // points a thread loads before it works on them

__device__ __forceinline__ int32_t warp_min(int32_t value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_min_sync(~0u, value);
#else
  for (int step = 16; step > 0; step /= 2) value = min(value, __shfl_xor_sync(~0u, value, step));
  return value;
#endif
}

/// Bounds that a block shares: the low ones, and the high ones complemented, so that minima serve both.
struct BlockBounds {
  int32_t low[6];

  __device__ void clear() {
    if (threadIdx.x < 6) low[threadIdx.x] = INT_MAX;
  }
  /// Called by whole warps.
  __device__ void fold(const int32_t (&own)[6]) {
    for (int k = 0; k < 6; ++k) {
      const int32_t least = warp_min(own[k]);
      if ((threadIdx.x & 31) == 0) atomicMin(&low[k], least);
    }
  }
  /// Called by the block after a barrier.
  __device__ void write(Bounds& bounds) const {
    const int k = int(threadIdx.x);
    if (k < 3 && low[k] < atomic_load(&bounds.low[k])) atomicMin(&bounds.low[k], low[k]);
    if (k >= 3 && k < 6 && ~low[k] > atomic_load(&bounds.high[k - 3])) atomicMax(&bounds.high[k - 3], ~low[k]);
  }
};

__device__ __forceinline__ void widen(Bounds& bounds, const Coord& c) {
  for (int axis = 0; axis < 3; ++axis) {
    if (c[axis] < atomic_load(&bounds.low[axis])) atomicMin(&bounds.low[axis], c[axis]);
    if (c[axis] > atomic_load(&bounds.high[axis])) atomicMax(&bounds.high[axis], c[axis]);
  }
}

/// Each block walks chunks of points. A chunk within one list reaches the bounds once, others once per point.
template <class F>
__global__ void __launch_bounds__(kBlock) for_each_point_kernel(PointPass pass, F f) {
  extern __shared__ uint32_t counters[];  // [n_cells]
  __shared__ BlockBounds shared;
  constexpr int64_t kChunk = int64_t(kBlock) * kPointBatch;
  const int64_t count = (pass.points.size + pass.stride - 1) / pass.stride;
  const bool one_list = pass.batch.n == 1;
  for (int cell = threadIdx.x; cell < pass.n_cells; cell += kBlock) counters[cell] = 0;
  shared.clear();
  __syncthreads();
  int32_t own[6] = {INT_MAX, INT_MAX, INT_MAX, INT_MAX, INT_MAX, INT_MAX};
  for (int64_t begin = int64_t(blockIdx.x) * kChunk; begin < count; begin += int64_t(gridDim.x) * kChunk) {
    const int64_t end = min_of(count, begin + kChunk);
    const int64_t first_list = pass.batch.list_of(begin);
    const bool uniform = one_list || end <= pass.batch.starts[first_list + 1];
    const auto bound = f.bind(first_list);
    Coord c[kPointBatch];
#pragma unroll
    for (int k = 0; k < kPointBatch; ++k) {
      const int64_t at = begin + k * kBlock + threadIdx.x;
      if (at < end) c[k] = pass.points[at * pass.stride];
    }
#pragma unroll
    for (int k = 0; k < kPointBatch; ++k) {
      const int64_t at = begin + k * kBlock + threadIdx.x;
      if (at >= end) continue;
      if (uniform) {
        for (int axis = 0; axis < 3; ++axis) {
          own[axis] = min(own[axis], c[k][axis]);
          own[3 + axis] = min(own[3 + axis], ~c[k][axis]);
        }
      }
      int cell = 0;
      if (uniform) {
        cell = bound(c[k]);
      } else {
        const int64_t list = pass.batch.list_of(at);
        if (pass.bounds != nullptr) widen(pass.bounds[list], c[k]);
        cell = f.bind(list)(c[k]);
      }
      if (pass.cells != nullptr) {
        // Points in scan order share a cell over the whole warp; one addition then does for all.
        const uint32_t active = __activemask();
        int same = 0;
        __match_all_sync(active, cell, &same);
        if (!same) {
          atomicAdd(&counters[cell], 1u);
        } else if (int(threadIdx.x & 31) == __ffs(int(active)) - 1) {
          atomicAdd(&counters[cell], uint32_t(__popc(active)));
        }
      }
    }
    if (one_list || !uniform || pass.bounds == nullptr) continue;
    shared.fold(own);
    __syncthreads();
    shared.write(pass.bounds[first_list]);
    __syncthreads();
    shared.clear();
    for (int k = 0; k < 6; ++k) own[k] = INT_MAX;
    __syncthreads();
  }
  if (one_list && pass.bounds != nullptr) {
    __syncwarp();
    shared.fold(own);
    __syncthreads();
    shared.write(pass.bounds[0]);
  }
  if (pass.cells == nullptr) return;
  __syncthreads();
  for (int cell = threadIdx.x; cell < pass.n_cells; cell += kBlock) {
    if (counters[cell] != 0)
      atomicAdd(as_cuda_word(&pass.cells[cell]), static_cast<unsigned long long>(counters[cell]));
  }
}

template <class F>
Status for_each_point(Context& context, const PointPass& pass, F f) {
  if (pass.points.empty()) return {};
  const int64_t count = (pass.points.size + pass.stride - 1) / pass.stride;
  constexpr int64_t kChunk = int64_t(kBlock) * kPointBatch;
  const int64_t blocks =
      min_of((count + kChunk - 1) / kChunk, int64_t(context.device->multiprocessors) * (pass.n_cells > 4096 ? 6 : 8));
  const size_t shared = size_t(pass.n_cells) * sizeof(uint32_t);
  for_each_point_kernel<<<unsigned(blocks), kBlock, shared, context.device->stream>>>(pass, f);
  return check_launch(context);
}

}  // namespace dvdb::backend
