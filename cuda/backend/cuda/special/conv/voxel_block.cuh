/// Voxels of leaves, read from their masks by a block.
#pragma once

#include "backend/api/special/conv/leaf_gemm.hpp"

namespace dvdb::backend {

namespace {

constexpr uint32_t kNoLeaf = 0xffffffff;

/// Copies 8 bytes to shared memory in the background, zeros where nothing is to be copied.
__device__ __forceinline__ void copy_8_or_clear(uint32_t to, const void* from, bool held) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to), "l"(from), "r"(held ? 8 : 0) : "memory");
}

/// The voxels of a leaf before a slice.
__device__ __forceinline__ int32_t count_before(uint64_t prefix, int slice) {
  return slice == 0 ? 0 : int32_t(prefix >> (9 * (slice - 1)) & 511);
}

/// The row of a voxel, or -1 where there is none.
__device__ __forceinline__ int64_t row_of(const VoxelBlock& leaf, int slice, int bit) {
  const uint64_t mask = leaf.mask[slice];
  if ((mask >> bit & 1) == 0) return -1;
  return int64_t(leaf.first) + count_before(leaf.prefix, slice) + __popcll(mask & ((uint64_t(1) << bit) - 1));
}

}  // namespace

}  // namespace dvdb::backend
