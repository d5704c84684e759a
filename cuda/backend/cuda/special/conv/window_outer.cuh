/// Parts of gradients of weights over windows: how a launch is divided, what feeds it, and how sums are joined.
#pragma once

#include "backend/api/memory.hpp"
#include "backend/cuda/special/conv/window_parts.cuh"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

inline constexpr int kChunk = kMatrixTile;  // targets that a product sums up
inline constexpr int kLongSum = 32;  // windows whose products are summed up before they are added to those before

/// Division of a launch, fastest first: groups of taps, slices of the sources' channels, tiles of the
/// targets', and parts of the windows.
struct OuterPartition {
  int32_t groups;
  int32_t slices;
  int32_t tiles;
  int32_t parts;
  int64_t windows;
  bool apart;  // whether teams of a block write their sums apart

  __host__ __device__ int64_t of_part() const { return int64_t(groups) * slices * tiles; }
  __host__ __device__ int64_t blocks() const { return of_part() * parts; }
};

/// The tile of the sums that a block computes.
struct OuterTile {
  int32_t first_tap;
  int32_t end_tap;
  int32_t channel;  // of the sources
  int32_t column;   // of the targets
  int32_t part;

  /// Taps are spread so that all groups have about as many.
  __device__ OuterTile(const OuterPartition& all, int64_t taps, int depth, int columns, uint32_t block = blockIdx.x) {
    const uint32_t group = block % uint32_t(all.groups);
    uint32_t rest = block / uint32_t(all.groups);
    first_tap = int32_t(taps * group / all.groups);
    end_tap = int32_t(taps * (group + 1) / all.groups);
    channel = int32_t(rest % uint32_t(all.slices)) * depth;
    rest /= uint32_t(all.slices);
    column = int32_t(rest % uint32_t(all.tiles)) * columns;
    part = int32_t(rest / uint32_t(all.tiles));
  }
};

/// The same number, of which the compiler does not know that: what depends on it is computed where it stands, and takes
/// no registers elsewhere.
__device__ __forceinline__ int32_t in_place(int32_t number) {
  asm volatile("" : "+r"(number));
  return number;
}

/// Holds the gradients of a window's targets, zeros behind the last; called by kThreads threads.
template <int kColumns, int kThreads>
__device__ __forceinline__ void hold_gradients(const WindowOuter& outer, const OuterTile& outer_tile, bool whole,
                                               int64_t window, int thread, uint32_t to) {
  constexpr int kPieces = kColumns / kPiece;
  constexpr int kRows = kThreads / kPieces;  // at once
  static_assert(kRows % 8 == 0, "rows of a thread lie in the same banks");
  const int32_t column = outer_tile.column + thread % kPieces * kPiece;
  const int64_t first = window * kMatrixWindow;
  const int64_t inside = outer.map.n_targets - first;
  const int64_t left = outer.out_channels - column;
  const uint16_t* from = outer.gradients + (first + thread / kPieces) * outer.out_channels + column;
  to += place_of<kColumns>(uint32_t(thread / kPieces), uint32_t(thread % kPieces));
#pragma unroll 4
  for (int row = thread / kPieces; row < kMatrixWindow; row += kRows) {
    hold_piece(from, row < inside ? left : 0, whole, to);
    from += kRows * outer.out_channels;
    to += kRows * 16 * kPieces;
  }
}

/// Offset of a held row's piece: pieces of all rows with the same channels lie together, so that the place of a row is
/// a multiple of its slot, and eight rows whose last three bits differ have eight banks. Pieces of a row have banks of
/// their own too.
template <int kDepth>
inline constexpr uint32_t kHeldPieces =
    kHeldRows * 16 + 128 / (kDepth / kPiece);  // bytes of those with the same channels
template <int kDepth>
inline constexpr uint32_t kHeldBytes = (kDepth / kPiece * kHeldPieces<kDepth> + 127) / 128 * 128;
template <int kDepth>
__device__ __forceinline__ uint32_t held_place(uint32_t row, uint32_t piece) {
  return piece * kHeldPieces<kDepth> + row * 16;
}

/// Puts zeros where slots of nothing point; called by one thread for each of these pieces.
template <int kDepth>
__device__ __forceinline__ void hold_zeros(int thread, uint32_t to) {
  store_16(to + held_place<kDepth>(uint32_t(thread) % kZeroRows, uint32_t(thread) / kZeroRows), {});
}

/// Holds the sources of a window's list from one place to another; called by kThreads threads, which each look kCopies
/// up together.
template <int kDepth, int kThreads, int kCopies>
__device__ __forceinline__ void hold_sources(const WindowOuter& outer, const OuterTile& outer_tile, bool aligned,
                                             int64_t window, int count, int thread, uint32_t to) {
  constexpr int kPieces = kDepth / kPiece;
  constexpr int kRows = kThreads / kPieces;  // at once
  const int32_t channel = outer_tile.channel + thread % kPieces * kPiece;
  const int64_t left = outer.in_channels - channel;
  const uint16_t* const from = outer.source + channel;
  const int32_t* const list = outer.windows.lists + window * kMostHeld;
  to += held_place<kDepth>(uint32_t(kZeroRows + thread / kPieces), uint32_t(thread % kPieces));
  for (int row = thread / kPieces; row < count; row += kCopies * kRows) {
    int32_t sources[kCopies];
#pragma unroll
    for (int k = 0; k < kCopies; ++k) sources[k] = row + k * kRows < count ? list[row + k * kRows] : -1;
#pragma unroll
    for (int k = 0; k < kCopies; ++k) {
      if (sources[k] >= 0) hold_piece(from + sources[k] * outer.in_channels, left, aligned, to);
      to += kRows * 16;
    }
  }
}

/// Gathers a lane's piece of 16 targets by 16 channels into a cell of its warp, where lists are too long; zeros without
/// a source. Rows of a cell are those that lanes give to load_transposed.
__device__ __forceinline__ void gather_cell(const WindowOuter& outer, bool aligned, int64_t source, int64_t channel,
                                            uint32_t to) {
  __syncwarp();
  hold_piece(outer.source + max_of(source, int64_t(0)) * outer.in_channels + channel,
             source < 0 ? 0 : outer.in_channels - channel, aligned, to);
  commit_copies();
  wait_copies<0>();
  __syncwarp();
}

inline constexpr int kJoined = 32;  // runs of numbers that a block joins
inline constexpr int kJoining = 8;  // warps, each of every eighth part

/// Adds up the runs of all parts; true for the thread that has the sums of the block's run of its number.
__device__ inline bool join(const float4* sums, int64_t n, int32_t written, int64_t& i, float4& sum) {
  __shared__ float4 joined[kJoining][kJoined];
  const int lane = int(threadIdx.x) % kJoined;
  const int warp = int(threadIdx.x) / kJoined;
  i = int64_t(blockIdx.x) * kJoined + lane;
  sum = {};
  const auto add = [&](const float4& run) {
    sum = make_float4(sum.x + run.x, sum.y + run.y, sum.z + run.z, sum.w + run.w);
  };
  if (i < n) {
#pragma unroll 8
    for (int32_t part = warp; part < written; part += kJoining) add(sums[part * n + i]);
  }
  joined[warp][lane] = sum;
  __syncthreads();
  if (warp > 0 || i >= n) return false;
#pragma unroll
  for (int k = 1; k < kJoining; ++k) add(joined[k][lane]);
  return true;
}

}  // namespace dvdb::backend
