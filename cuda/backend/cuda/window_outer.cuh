// What the two ways to sum up gradients of weights share.
#pragma once

#include "backend/cuda/device.cuh"
#include "backend/cuda/window_parts.cuh"
#include "backend/memory.hpp"

namespace dvdb::backend {

inline constexpr int kHalfWindow = 128;     // targets whose gradients are held at once
inline constexpr int kChunk = kMatrixTile;  // of these a product sums up
inline constexpr int kLongSum = 16;         // windows whose products are summed up before they are added to those before

/// What a launch is divided into, fastest first: groups of taps, slices of the sources' channels, tiles of the targets', and
/// parts of the windows.
struct Shares {
  int32_t groups;
  int32_t slices;
  int32_t tiles;
  int32_t parts;
  int64_t windows;

  int64_t blocks() const { return int64_t(groups) * slices * tiles * parts; }
};

/// What a block sums up.
struct Share {
  int32_t first_tap;
  int32_t end_tap;
  int32_t channel;  // of the sources
  int32_t column;   // of the targets
  int32_t part;

  /// Taps are spread so that all groups have about as many.
  __device__ Share(const Shares& all, int64_t taps, int depth, int columns) {
    const uint32_t group = blockIdx.x % uint32_t(all.groups);
    uint32_t rest = blockIdx.x / uint32_t(all.groups);
    first_tap = int32_t(taps * group / all.groups);
    end_tap = int32_t(taps * (group + 1) / all.groups);
    channel = int32_t(rest % uint32_t(all.slices)) * depth;
    rest /= uint32_t(all.slices);
    column = int32_t(rest % uint32_t(all.tiles)) * columns;
    part = int32_t(rest / uint32_t(all.tiles));
  }
};

/// Where a piece of a target's gradients lies: 64 of more channels together.
template <int kColumns>
__device__ __forceinline__ uint32_t gradient_place(uint32_t row, uint32_t piece) {
  if constexpr (kColumns <= 64) return place_of<kColumns>(row, piece);
  return piece / 8 * (kHalfWindow * 128) + place_of<64>(row, piece % 8);
}

/// The same number, of which the compiler does not know that: what depends on it is computed where it stands, and takes no
/// registers elsewhere.
__device__ __forceinline__ int32_t in_place(int32_t number) {
  asm volatile("" : "+r"(number));
  return number;
}

/// Holds the gradients of half a window's targets, zeros behind the last; called by kThreads threads.
template <int kColumns, int kThreads>
__device__ __forceinline__ void hold_gradients(const WindowOuter& outer, const Share& share, bool whole, int64_t window, int half, int thread, uint32_t to) {
  constexpr int kPieces = kColumns / kPiece;
  constexpr int kRows = kThreads / kPieces;  // at once
  static_assert(kRows % 8 == 0, "rows of a thread lie in the same banks");
  const int32_t column = share.column + thread % kPieces * kPiece;
  const int64_t first = window * kMatrixWindow + half * kHalfWindow;
  const int64_t inside = outer.map.n_targets - first;
  const int64_t left = outer.out_channels - column;
  const uint16_t* from = outer.gradients + (first + thread / kPieces) * outer.out_channels + column;
  to += gradient_place<kColumns>(uint32_t(thread / kPieces), uint32_t(thread % kPieces));
#pragma unroll 4
  for (int row = thread / kPieces; row < kHalfWindow; row += kRows) {
    hold_piece(from, row < inside ? left : 0, whole, to);
    from += kRows * outer.out_channels;
    to += kRows * 16 * (kPieces < 8 ? kPieces : 8);
  }
}

/// Holds the sources of a window's list from one place to another; called by kThreads threads, which each look kCopies up
/// together.
template <int kDepth, int kThreads, int kCopies>
__device__ __forceinline__ void hold_sources(const WindowOuter& outer, const Share& share, bool aligned, int64_t window, int begin, int end, int thread,
                                             uint32_t to) {
  constexpr int kPieces = kDepth / kPiece;
  constexpr int kRows = kThreads / kPieces;  // at once
  static_assert(kRows % 8 == 0, "rows of a thread lie in the same banks");
  const int32_t channel = share.channel + thread % kPieces * kPiece;
  const int64_t left = outer.in_channels - channel;
  const uint16_t* const from = outer.source + channel;
  const int32_t* const list = outer.windows.lists + window * kMostHeld;
  begin += thread / kPieces;
  to += place_of<kDepth>(uint32_t(kZeroRows + begin), uint32_t(thread % kPieces));
  for (; begin < end; begin += kCopies * kRows) {
    int32_t sources[kCopies];
#pragma unroll
    for (int k = 0; k < kCopies; ++k) sources[k] = begin + k * kRows < end ? list[begin + k * kRows] : -1;
#pragma unroll
    for (int k = 0; k < kCopies; ++k) {
      if (sources[k] >= 0) hold_piece(from + sources[k] * outer.in_channels, left, aligned, to);
      to += kRows * kDepth * 2;
    }
  }
}

/// Holds a window's slots of the block's taps, some targets from one on; called by kThreads threads.
template <int kTargets, int kThreads>
__device__ __forceinline__ void hold_slots(const WindowOuter& outer, const Share& share, int64_t window, int target, int thread, uint32_t to) {
  constexpr int kPieces = kTargets / kPiece;
  const uint16_t* const from = outer.windows.slots + (window * outer.map.taps + share.first_tap) * kMatrixWindow + target;
  for (int item = thread; item < (share.end_tap - share.first_tap) * kPieces; item += kThreads) {
    copy_16(to + uint32_t(item) * 16, from + item / kPieces * kMatrixWindow + item % kPieces * kPiece);
  }
}

__device__ __forceinline__ uint32_t load_slot(uint32_t from) {
  uint16_t slot;
  asm volatile("ld.shared.u16 %0, [%1];" : "=h"(slot) : "r"(from) : "memory");
  return slot;
}

/// Gathers a lane's pieces of 16 targets by 16 kHigh channels into a cell of its warp, where lists are too long; zeros without a
/// source. Rows of a cell are those that lanes give to load_transposed.
template <int kHigh>
__device__ __forceinline__ void gather_cell(const WindowOuter& outer, bool aligned, int64_t source, int64_t channel, uint32_t to) {
  __syncwarp();
#pragma unroll
  for (int high = 0; high < kHigh; ++high) {
    const int64_t from = channel + 16 * high;
    hold_piece(outer.source + max_of(source, int64_t(0)) * outer.in_channels + from, source < 0 ? 0 : outer.in_channels - from, aligned, to + high * 512);
  }
  commit_copies();
  wait_copies<0>();
  __syncwarp();
}

/// Adds a lane's sums of one row, of pairs of columns, to those of the block's part, or puts them there.
template <int kEights>
__device__ __forceinline__ void add_row(const WindowOuter& outer, const Share& share, int32_t tap, int64_t channel, bool has_sums, const float* products,
                                        float* sums) {
  if (channel >= outer.in_channels) return;
  float* const to = sums + ((int64_t(share.part) * outer.map.taps + tap) * outer.in_channels + channel) * outer.out_channels;
#pragma unroll
  for (int eight = 0; eight < kEights; ++eight) {
#pragma unroll
    for (int k = 0; k < 2; ++k) {
      const int64_t o = share.column + eight * 8 + (threadIdx.x & 3) * 2 + k;
      if (o < outer.out_channels) to[o] = has_sums ? to[o] + products[eight * 4 + k] : products[eight * 4 + k];
    }
  }
}

/// What a block can sum up, and how many run at once on a multiprocessor.
struct BlockShape {
  int taps;
  int depth;
  int columns;
  int at_once;
};

/// Divides sums by the blocks that run at once, and finds memory for those of all parts.
Status share_out(Context& context, const WindowOuter& outer, const BlockShape& block, Scratch& memory, Shares& out);

/// Adds up the sums of parts, and lays them out as weights are.
Status join_parts(Context& context, const WindowOuter& outer, const Shares& shares, const float* sums);

/// window_outer for more than 16 channels of sources and more than 32 of targets.
Status deep_window_outer(Context& context, const WindowOuter& outer);

}  // namespace dvdb::backend
