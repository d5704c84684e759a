/// The products of window_gemm.hpp, leaf by leaf. The masks of leaves tell what every tap reads, so no kernel map
/// is needed.
#pragma once

#include "backend/api/special/conv/window_gemm.hpp"

namespace dvdb::backend {

/// 8^3 voxels: word x of the mask is the slice x, bit 8 * y + z of it the voxel. Rows ascend in the order of the bits.
struct alignas(16) VoxelBlock {
  uint64_t mask[8];
  uint64_t prefix;  // seven 9-bit counts: field i holds the voxels of words 0..i
  uint64_t first;   // row of the first voxel
};

/// The leaves of targets, the leaves of sources around them, and the offsets of taps between the two.
struct LeafBlocks {
  static constexpr int kNear = 27;
  static constexpr int kMostTaps = 7;  // along an axis

  const VoxelBlock* targets;  // [n]
  int64_t n;
  const VoxelBlock* sources;
  const uint32_t* near;  // [n, 3, 3, 3] indices of sources, all bits set for none
  int32_t taps[3];       // at most kMostTaps; the last axis is the fastest
  int32_t first[3];      // offset from a target to what its tap 0 reads, at most kMostTaps / 2 in size
  int32_t step[3];       // offset from what a tap reads to what the next one reads, 1 or -1
};

/// The bricks of 4 x 2 x 2 voxels that have targets, each numbered 32 * leaf + 16 * (x / 4) + 4 * (y / 2) + z / 2.
struct TargetBricks {
  static constexpr int kOfLeaf = 32;

  const uint64_t* numbered;  // their count, then their numbers; on the device
  int64_t most;              // upper bound of the count, known on the host
};

inline constexpr int64_t kMostLeafChannels = 32;

/// The product of window_gemm on matrix units, for at most kMostLeafChannels channels of the sources; of `gemm.map`
/// only the sizes are used, `gemm.windows` is ignored, and `gemm.undo` is null. Taps of `leaves` are those of the
/// weights.
Status leaf_gemm(Context& context, const WindowGemm& gemm, const LeafBlocks& leaves);

/// The same for any number of channels and 3 x 3 x 3 taps around the target, in ascending or descending order along
/// each axis: whole bricks of targets are multiplied, with zeros where there is no source.
Status brick_gemm(Context& context, const WindowGemm& gemm, const LeafBlocks& leaves, const TargetBricks& bricks);

}  // namespace dvdb::backend
