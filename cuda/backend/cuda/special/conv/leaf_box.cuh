/// The box of voxels that a leaf's targets read, as blocks hold it in shared memory.
#pragma once

#include "backend/api/special/conv/leaf_gemm.hpp"
#include "backend/cuda/special/conv/voxel_block.cuh"
#include "backend/cuda/special/conv/window_results.cuh"
#include "backend/cuda/special/conv/window_shallow.cuh"
#include "backend/cuda/special/conv/window_warps.cuh"

namespace dvdb::backend {

namespace {

constexpr int kTiles = 2;   // of 16 targets, that a warp multiplies at once
constexpr int kAhead = 4;   // units whose slots are looked up together
constexpr int kSide = 8;    // voxels of a leaf along an axis
constexpr int kAcross = 9;  // leaves that a slice of the box lies in
constexpr int kMostStarts = 32;
static_assert(kSide - 1 + LeafBlocks::kMostTaps < kMostStarts, "slices of a box, and their end");
constexpr int kAcrossLog2 = 16;
constexpr int kMostBytes = 227 * 1024;

constexpr int threads_of(int depth) { return depth == 32 ? 256 : 128; }
constexpr int blocks_of(int depth, int columns) { return depth == 32 ? 2 : depth == 8 && columns == 16 ? 6 : 4; }

/// The box of voxels that the targets of a leaf read, and the shared memory of a block.
struct LeafBox {
  int32_t taps;
  int32_t size[3];
  int32_t low[3];   // the least, from the leaf's own
  int32_t first;    // of the box, what tap 0 of the first target reads
  int32_t step[3];  // from there to what the next tap reads
  int32_t taps_along[3];
  int32_t across;  // 2^kAcrossLog2 / size[1], rounded up: numbers of columns times this tell x
  int32_t team_warps;
  int32_t teams;
  int32_t rows;          // that a team holds at once
  int32_t weight_bytes;  // 0 where the weights stay outside
  int32_t tap_bytes;
  int32_t team_bytes;
  int32_t word_bytes;
  int32_t row_bytes;
  int32_t slot_bytes;
  int32_t column_bytes;

  static LeafBox of(const LeafBlocks& leaves) {
    LeafBox box{};
    box.taps = 1;
    for (int axis = 0; axis < 3; ++axis) {
      const int32_t back = leaves.taps[axis] - 1;
      box.taps *= leaves.taps[axis];
      box.taps_along[axis] = leaves.taps[axis];
      box.size[axis] = kSide + back;
      box.low[axis] = leaves.first[axis] - (leaves.step[axis] < 0 ? back : 0);
    }
    box.across = ((1 << kAcrossLog2) + box.size[1] - 1) / box.size[1];
    for (int axis = 0; axis < 3; ++axis) {
      const int32_t stride = axis == 0 ? box.size[1] * box.size[2] : axis == 1 ? box.size[2] : 1;
      box.step[axis] = leaves.step[axis] * stride;
      if (leaves.step[axis] < 0) box.first += stride * (leaves.taps[axis] - 1);
    }
    return box;
  }

  __host__ __device__ int32_t columns() const { return size[0] * size[1]; }

  /// Divides a block's memory among teams; `rows` are held by each, or as many as one slice of targets may read.
  void divide(int depth, int warps, int weights, int32_t rows_wanted) {
    const auto rounded = [](int32_t bytes) { return (bytes + 127) / 128 * 128; };
    const int32_t voxels = columns() * size[2];
    team_warps = warps;
    teams = threads_of(depth) / 32 / warps;
    rows = (min_of(voxels, max_of(rows_wanted, taps_along[0] * size[1] * size[2])) + 7) / 8 * 8;
    weight_bytes = taps <= kHeldTaps ? weights : 0;
    tap_bytes = rounded((taps + 1) * 2);
    word_bytes = rounded((size[0] * kAcross + 2 * LeafBlocks::kNear) * 8 + int32_t(sizeof(VoxelBlock)));
    row_bytes = rounded((kZeroRows + rows) * depth * 2);
    slot_bytes = rounded(voxels * 2);
    column_bytes = rounded(columns() * 2);
    team_bytes = 2 * word_bytes + row_bytes + slot_bytes + column_bytes + kSide * kSide * kSide * 2 + 128;
  }
  int32_t bytes() const { return weight_bytes + tap_bytes + teams * team_bytes; }
};

}  // namespace

}  // namespace dvdb::backend
