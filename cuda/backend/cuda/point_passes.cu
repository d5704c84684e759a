#include "backend/point_passes.hpp"

#include <climits>

#include "backend/cuda/device.cuh"
#include "backend/launch.hpp"

namespace dvdb::backend {

namespace {

constexpr int kPointsPerThread = 16;
constexpr int64_t kChunk = int64_t(kBlock) * kPointsPerThread;

__device__ void widen(Bounds& bounds, const int32_t (&low)[3], const int32_t (&high)[3]) {
  for (int axis = 0; axis < 3; ++axis) {
    if (low[axis] < atomic_load(&bounds.low[axis])) atomicMin(&bounds.low[axis], low[axis]);
    if (high[axis] > atomic_load(&bounds.high[axis])) atomicMax(&bounds.high[axis], high[axis]);
  }
}

/// One block folds one chunk. A chunk within one list reaches memory once per warp, others once per point.
__global__ void __launch_bounds__(kBlock) widen_bounds_kernel(Span<const Coord> points, BatchOffsets batch, Bounds* bounds) {
  const int64_t begin = int64_t(blockIdx.x) * kChunk;
  const int64_t end = min_of(points.size, begin + kChunk);
  const int64_t first_list = batch.list_of(begin);
  const bool uniform = batch.n == 1 || end <= batch.starts[first_list + 1];
  int32_t low[3] = {INT_MAX, INT_MAX, INT_MAX};
  int32_t high[3] = {INT_MIN, INT_MIN, INT_MIN};
#pragma unroll
  for (int item = 0; item < kPointsPerThread; ++item) {
    const int64_t at = begin + item * kBlock + threadIdx.x;
    if (at >= end) break;
    const Coord c = points[at];
    if (!uniform) {
      const int32_t one[3] = {c.x, c.y, c.z};
      widen(bounds[batch.list_of(at)], one, one);
      continue;
    }
    low[0] = min(low[0], c.x);
    low[1] = min(low[1], c.y);
    low[2] = min(low[2], c.z);
    high[0] = max(high[0], c.x);
    high[1] = max(high[1], c.y);
    high[2] = max(high[2], c.z);
  }
  if (!uniform) return;
#if __CUDA_ARCH__ >= 800
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] = __reduce_min_sync(~0u, low[axis]);
    high[axis] = __reduce_max_sync(~0u, high[axis]);
  }
#else
  for (int step = 16; step > 0; step /= 2) {
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = min(low[axis], __shfl_xor_sync(~0u, low[axis], step));
      high[axis] = max(high[axis], __shfl_xor_sync(~0u, high[axis], step));
    }
  }
#endif
  if ((threadIdx.x & 31) == 0) widen(bounds[first_list], low, high);
}

}  // namespace

Status widen_bounds(Context& context, Span<const Coord> points, BatchOffsets batch, Bounds* bounds) {
  if (points.empty()) return {};
  const int64_t blocks = (points.size + kChunk - 1) / kChunk;
  widen_bounds_kernel<<<unsigned(blocks), kBlock, 0, context.device->stream>>>(points, batch, bounds);
  return check_cuda(context, cudaGetLastError(), "launch");
}

}  // namespace dvdb::backend
