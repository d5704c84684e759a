/// Grouping on a GPU: tiles sorted in shared memory so that each group's items leave as one run.
/// Included through backend/api/special/points/grouping.hpp.
#pragma once

#include "backend/api/launch.hpp"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

/// Grouping pays above this many points: once the masks outgrow the caches.
inline constexpr int64_t kGroupAbove = int64_t(2) << 20;

/// Sets bits of a word that only one group's items touch. Where items repeat, a look first spares the write; where they
/// are mostly new, it would double the traffic.
DVDB_FN void set_own_bits(uint64_t* word, uint64_t bits, bool crowded) {
  if (!crowded || (peek(word) & bits) != bits) atomic_or(word, bits);
}

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
__global__ void __launch_bounds__(kGroupBlock) split_groups_kernel(F f, Groups groups) {
  extern __shared__ uint32_t shared[];
  uint32_t* counters = shared;  // [kMaxGroups] items of each group, then where they start in this tile
  int64_t* target = reinterpret_cast<int64_t*>(counters + kMaxGroups);  // [kMaxGroups]
  uint32_t* items = reinterpret_cast<uint32_t*>(target + kMaxGroups);   // [kGroupTile]
  uint16_t* owners = reinterpret_cast<uint16_t*>(items + kGroupTile);   // [kGroupTile]
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
  const uint32_t inclusive = sum_upto_lane(first + second);
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  uint32_t before = inclusive - first - second;
  for (int w = 0; w < warp; ++w) before += warp_sums[w];
  counters[2 * threadIdx.x] = before;
  counters[2 * threadIdx.x + 1] = before + first;
  unsigned long long* cursors = reinterpret_cast<unsigned long long*>(groups.cursors);
  if (first != 0)
    target[2 * threadIdx.x] =
        int64_t(atomicAdd(&cursors[2 * threadIdx.x], static_cast<unsigned long long>(first))) - before;
  if (second != 0) {
    target[2 * threadIdx.x + 1] =
        int64_t(atomicAdd(&cursors[2 * threadIdx.x + 1], static_cast<unsigned long long>(second))) - before - first;
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kGroupItems; ++k) {
    if (k * kGroupBlock + int(threadIdx.x) < count) {
      const uint32_t at = counters[place[k] >> 16] + (place[k] & 0xffff);
      items[at] = item[k];
      owners[at] = uint16_t(place[k] >> 16);
    }
  }
  __syncthreads();
  for (int at = threadIdx.x; at < count; at += kGroupBlock) groups.items[target[owners[at]] + at] = items[at];
}

/// Below the 64 KB that the smallest target (sm_75) has.
inline constexpr size_t kSplitShared = size_t(kMaxGroups) * (sizeof(uint32_t) + sizeof(int64_t)) +
                                       size_t(kGroupTile) * (sizeof(uint32_t) + sizeof(uint16_t));

template <class F>
Status group(Context& context, int64_t n, F f, Groups& groups) {
  groups.n = n;
  if (n == 0) return {};
  const cudaStream_t stream = context.device->stream;
  const size_t bytes = size_t(groups.n_groups) * sizeof(int64_t);
  DVDB_TRY(check_cuda(context, cudaMemcpyAsync(groups.cursors, groups.starts, bytes, cudaMemcpyDeviceToDevice, stream),
                      "set up grouping"));
  const cudaError_t room =
      cudaFuncSetAttribute(split_groups_kernel<F>, cudaFuncAttributeMaxDynamicSharedMemorySize, int(kSplitShared));
  DVDB_TRY(check_cuda(context, room, "set up grouping"));
  const int64_t tiles = (n + kGroupTile - 1) / kGroupTile;
  split_groups_kernel<<<unsigned(tiles), kGroupBlock, kSplitShared, stream>>>(f, groups);
  return check_launch(context);
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
    items[k] = at < groups.n ? groups.items[at] : uint32_t(at);
  }
  int equal = 0;
#pragma unroll
  for (int k = 0; k < kGroupedItems; ++k) equal += items[k] == __shfl_xor_sync(~0u, items[k], 1) ? 1 : 0;
  const bool crowded = __syncthreads_count(equal >= kGroupedItems - 1) > kBlock / 2;
  int group = first_group;
  int64_t end = groups.starts[group + 1];
#pragma unroll
  for (int k = 0; k < kGroupedItems; ++k) {
    const int64_t at = begin + k * kBlock + threadIdx.x;
    if (at < groups.n) {
      while (at >= end) end = groups.starts[++group + 1];
      f(group, items[k], crowded);
    }
  }
}

template <class F>
Status for_each_grouped(Context& context, const Groups& groups, F f) {
  if (groups.n <= 0) return {};
  const int64_t blocks = (groups.n + kBlock * kGroupedItems - 1) / (kBlock * kGroupedItems);
  for_each_grouped_kernel<<<unsigned(blocks), kBlock, 0, context.device->stream>>>(f, groups);
  return check_launch(context);
}

/// Items that a block of mark_grouped takes.
inline constexpr int kMarkItems = 64;
inline constexpr int kMarkWords = 4096;  // bits of a group's map that fit shared memory: 32 KB

template <class F>
__global__ void __launch_bounds__(kBlock) mark_grouped_kernel(F f, Groups groups) {
  __shared__ uint32_t map[2 * kMarkWords];
  constexpr int64_t kChunk = int64_t(kBlock) * kMarkItems;
  int64_t at = int64_t(blockIdx.x) * kChunk;
  const int64_t end = min_of(groups.n, at + kChunk);
  int group = int(last_not_above(groups.starts, groups.n_groups, at));
  while (at < end) {
    while (groups.starts[group + 1] <= at) ++group;
    const int64_t stop = min_of(end, groups.starts[group + 1]);
    const int64_t words = f.words(group);
    if (words <= kMarkWords) {
      for (int w = threadIdx.x; w < 2 * words; w += kBlock) map[w] = 0;
      __syncthreads();
      for (int64_t i = at + threadIdx.x; i < stop; i += kBlock) {
        const uint32_t position = f.bit_of(groups.items[i]);
        const uint32_t mask = 1u << (position & 31);
        if ((map[position >> 5] & mask) == 0) atomicOr(&map[position >> 5], mask);
      }
      __syncthreads();
      for (int w = threadIdx.x; w < words; w += kBlock) {
        const uint64_t bits = uint64_t(map[2 * w + 1]) << 32 | map[2 * w];
        uint64_t* word = f.word(group, w);
        if ((bits & ~peek(word)) != 0) atomic_or(word, bits);
      }
      __syncthreads();
    } else {
      for (int64_t i = at + threadIdx.x; i < stop; i += kBlock) {
        const uint32_t position = f.bit_of(groups.items[i]);
        uint64_t* word = f.word(group, position >> 6);
        if ((peek(word) & bit(position & 63)) == 0) atomic_or(word, bit(position & 63));
      }
    }
    at = stop;
  }
}

template <class F>
Status mark_grouped(Context& context, const Groups& groups, F f) {
  if (groups.n <= 0) return {};
  constexpr int64_t kChunk = int64_t(kBlock) * kMarkItems;
  mark_grouped_kernel<<<unsigned((groups.n + kChunk - 1) / kChunk), kBlock, 0, context.device->stream>>>(f, groups);
  return check_launch(context);
}

}  // namespace dvdb::backend
