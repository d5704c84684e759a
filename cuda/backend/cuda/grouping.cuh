/// Grouping on a GPU: histogram, then tiles sorted in shared memory so that each group's items leave as one run.
/// Included through backend/grouping.hpp.
#pragma once

#include "backend/cuda/device.cuh"
#include "backend/launch.hpp"

namespace dvdb::backend {

inline constexpr int kGroupBlock = 512;
inline constexpr int kGroupItems = 16;
inline constexpr int kGroupTile = kGroupBlock * kGroupItems;

/// Adds one to a shared counter for each lane and returns the lane's rank; lanes of one group share an atomic when
/// the whole warp agrees, which is the common case for points in scan order.
__device__ __forceinline__ uint32_t count_in_group(uint32_t* counters, uint32_t group) {
  const uint32_t active = __activemask();
  int same = 0;
  __match_all_sync(active, group, &same);
  if (!same) return atomicAdd(&counters[group], 1u);
  const uint32_t lane = threadIdx.x & 31;
  const int leader = __ffs(int(active)) - 1;
  uint32_t base = 0;
  if (int(lane) == leader) base = atomicAdd(&counters[group], uint32_t(__popc(active)));
  base = __shfl_sync(active, base, leader);
  return base + uint32_t(__popc(active & ((1u << lane) - 1)));
}

template <class F>
__global__ void __launch_bounds__(kGroupBlock) count_groups_kernel(F f, int64_t n, int n_groups, unsigned long long* counts) {
  __shared__ uint32_t counters[kMaxGroups];
  for (int g = threadIdx.x; g < n_groups; g += kGroupBlock) counters[g] = 0;
  __syncthreads();
  for (int64_t i = int64_t(blockIdx.x) * kGroupBlock + threadIdx.x; i < n; i += int64_t(gridDim.x) * kGroupBlock) {
    uint32_t item;
    count_in_group(counters, f(i, &item));
  }
  __syncthreads();
  for (int g = threadIdx.x; g < n_groups; g += kGroupBlock) {
    if (counters[g] != 0) atomicAdd(&counts[g], static_cast<unsigned long long>(counters[g]));
  }
}

/// Exclusive scan of the group sizes by one block; writes starts and cursors.
__global__ void __launch_bounds__(kMaxGroups) scan_groups_kernel(Groups groups);

template <class F>
__global__ void __launch_bounds__(kGroupBlock) split_groups_kernel(F f, Groups groups) {
  extern __shared__ uint32_t shared[];
  uint32_t* counters = shared;                    // [kMaxGroups] then local starts
  uint32_t* local = counters + kMaxGroups;        // [kMaxGroups]
  int64_t* target = reinterpret_cast<int64_t*>(local + kMaxGroups);  // [kMaxGroups]
  uint32_t* items = reinterpret_cast<uint32_t*>(target + kMaxGroups);  // [kGroupTile]
  uint16_t* owners = reinterpret_cast<uint16_t*>(items + kGroupTile);  // [kGroupTile]
  __shared__ uint32_t warp_sums[kGroupBlock / 32];

  const int64_t begin = int64_t(blockIdx.x) * kGroupTile;
  const int count = int(min_of<int64_t>(kGroupTile, groups.n - begin));
  for (int g = threadIdx.x; g < kMaxGroups; g += kGroupBlock) counters[g] = 0;
  __syncthreads();
  uint32_t item[kGroupItems];
  uint32_t place[kGroupItems];  // group above rank, 16 bits each: a tile has 8192 items
#pragma unroll
  for (int k = 0; k < kGroupItems; ++k) {
    const int at = k * kGroupBlock + int(threadIdx.x);
    if (at < count) {
      const uint32_t group = f(begin + at, &item[k]);
      place[k] = group << 16 | count_in_group(counters, group);
    }
  }
  __syncthreads();
  // Two counters a thread: their exclusive scan gives the local starts.
  const uint32_t first = counters[2 * threadIdx.x];
  const uint32_t second = counters[2 * threadIdx.x + 1];
  const int lane = threadIdx.x & 31;
  const int warp = threadIdx.x >> 5;
  uint32_t inclusive = first + second;
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const uint32_t below = __shfl_up_sync(~0u, inclusive, step);
    if (lane >= step) inclusive += below;
  }
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  uint32_t before = inclusive - first - second;
  for (int w = 0; w < warp; ++w) before += warp_sums[w];
  local[2 * threadIdx.x] = before;
  local[2 * threadIdx.x + 1] = before + first;
  unsigned long long* cursors = reinterpret_cast<unsigned long long*>(groups.cursors);
  if (first != 0) target[2 * threadIdx.x] = int64_t(atomicAdd(&cursors[2 * threadIdx.x], static_cast<unsigned long long>(first))) - before;
  if (second != 0) {
    target[2 * threadIdx.x + 1] = int64_t(atomicAdd(&cursors[2 * threadIdx.x + 1], static_cast<unsigned long long>(second))) - before - first;
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kGroupItems; ++k) {
    if (k * kGroupBlock + int(threadIdx.x) < count) {
      const uint32_t at = local[place[k] >> 16] + (place[k] & 0xffff);
      items[at] = item[k];
      owners[at] = uint16_t(place[k] >> 16);
    }
  }
  __syncthreads();
  for (int at = threadIdx.x; at < count; at += kGroupBlock) groups.items[target[owners[at]] + at] = items[at];
}

inline constexpr size_t kSplitShared = size_t(kMaxGroups) * (2 * sizeof(uint32_t) + sizeof(int64_t)) + size_t(kGroupTile) * (sizeof(uint32_t) + sizeof(uint16_t));

/// Multiprocessors of the context's device.
int multiprocessors(Context& context);

template <class F>
Status group(Context& context, int64_t n, F f, Groups& groups) {
  groups.n = n;
  const cudaStream_t stream = context.device->stream;
  DVDB_TRY(check_cuda(context, cudaMemsetAsync(groups.cursors, 0, kMaxGroups * sizeof(int64_t), stream), "clear groups"));
  const int64_t wanted = (n + kGroupBlock - 1) / kGroupBlock;
  const int64_t blocks = min_of<int64_t>(wanted, int64_t(multiprocessors(context)) * 4);
  if (n > 0) {
    count_groups_kernel<<<unsigned(blocks), kGroupBlock, 0, stream>>>(f, n, groups.n_groups, reinterpret_cast<unsigned long long*>(groups.cursors));
  }
  scan_groups_kernel<<<1, kMaxGroups, 0, stream>>>(groups);
  if (n > 0) {
    const cudaError_t room = cudaFuncSetAttribute(split_groups_kernel<F>, cudaFuncAttributeMaxDynamicSharedMemorySize, int(kSplitShared));
    DVDB_TRY(check_cuda(context, room, "set up grouping"));
    const int64_t tiles = (n + kGroupTile - 1) / kGroupTile;
    split_groups_kernel<<<unsigned(tiles), kGroupBlock, kSplitShared, stream>>>(f, groups);
  }
  return check_cuda(context, cudaGetLastError(), "launch");
}

inline constexpr int kGroupedItems = 8;

template <class F>
__global__ void __launch_bounds__(kBlock) for_each_grouped_kernel(F f, Groups groups) {
  __shared__ int first_group;
  const int64_t begin = int64_t(blockIdx.x) * (kBlock * kGroupedItems);
  if (threadIdx.x == 0) first_group = int(last_not_above(groups.starts, groups.n_groups, begin));
  uint32_t items[kGroupedItems];
#pragma unroll
  for (int k = 0; k < kGroupedItems; ++k) {
    const int64_t at = begin + k * kBlock + threadIdx.x;
    if (at < groups.n) items[k] = groups.items[at];
  }
  __syncthreads();
  int group = first_group;
  int64_t end = groups.starts[group + 1];
#pragma unroll
  for (int k = 0; k < kGroupedItems; ++k) {
    const int64_t at = begin + k * kBlock + threadIdx.x;
    if (at < groups.n) {
      while (at >= end) end = groups.starts[++group + 1];
      f(group, items[k]);
    }
  }
}

template <class F>
Status for_each_grouped(Context& context, const Groups& groups, F f) {
  if (groups.n <= 0) return {};
  const int64_t blocks = (groups.n + kBlock * kGroupedItems - 1) / (kBlock * kGroupedItems);
  for_each_grouped_kernel<<<unsigned(blocks), kBlock, 0, context.device->stream>>>(f, groups);
  return check_cuda(context, cudaGetLastError(), "launch");
}

}  // namespace dvdb::backend
