/// Cells of items whose neighbours are elsewhere, on a GPU. Included through backend/cells.hpp.
#pragma once

#include "backend/cuda/cells.cuh"

namespace dvdb::backend {

inline constexpr int kScatterBlock = 512;
inline constexpr int kScatterItems = 8;  // of a thread at a time
inline constexpr int kScatterTile = kScatterBlock * kScatterItems;
inline constexpr int kScatterCountTiles = 8;  // that a block counts before it adds to memory
inline constexpr int kTableBits = 12;
inline constexpr int kTableEntries = 1 << kTableBits;
inline constexpr int kTableProbes = 8;

/// The cells that a block has met: a hash table in shared memory. What finds no room there goes to memory by itself.
struct CellTable {
  uint32_t cells[kTableEntries];  // kNoCell where free

  __device__ void clear(int entry) { cells[entry] = kNoCell; }
  /// The entry of a cell, or -1.
  __device__ int find(uint32_t cell) {
    uint32_t at = cell * 0x9e3779b1u >> (32 - kTableBits);
#pragma unroll 1
    for (int probe = 0; probe < kTableProbes; ++probe) {
      uint32_t seen = *const_cast<volatile uint32_t*>(&cells[at]);
      if (seen == kNoCell) {
        seen = atomicCAS(&cells[at], kNoCell, cell);
        if (seen == kNoCell) return int(at);
      }
      if (seen == cell) return int(at);
      at = (at + 1) & (kTableEntries - 1);
    }
    return -1;
  }
};

template <class F>
__global__ void __launch_bounds__(kScatterBlock) count_scattered_kernel(F f, int64_t n, uint64_t* counts) {
  __shared__ CellTable table;
  __shared__ uint32_t own[kTableEntries];
  const int thread = int(threadIdx.x);
  for (int entry = thread; entry < kTableEntries; entry += kScatterBlock) {
    table.clear(entry);
    own[entry] = 0;
  }
  __syncthreads();
  const int64_t first = int64_t(blockIdx.x) * kScatterTile * kScatterCountTiles + thread;
  const int64_t end = min_of(n, int64_t(blockIdx.x + 1) * kScatterTile * kScatterCountTiles);
  for (int64_t begin = first; begin < end; begin += kScatterTile) {
    uint32_t cells[kScatterItems];
#pragma unroll
    for (int k = 0; k < kScatterItems; ++k) {
      const int64_t i = begin + k * kScatterBlock;
      cells[k] = i < end ? f(i) : kNoCell;
    }
#pragma unroll
    for (int k = 0; k < kScatterItems; ++k) {
      if (cells[k] == kNoCell) continue;
      const int entry = table.find(cells[k]);
      if (entry >= 0) {
        atomicAdd(&own[entry], 1u);
      } else {
        atomic_add(&counts[cells[k]], uint64_t(1));
      }
    }
  }
  __syncthreads();
  for (int entry = thread; entry < kTableEntries; entry += kScatterBlock) {
    if (own[entry] != 0) atomic_add(&counts[table.cells[entry]], uint64_t(own[entry]));
  }
}

template <class F>
Status count_scattered_cells(Context& context, int64_t n, F f, Span<uint64_t> counts) {
  if (n <= 0) return {};
  constexpr int64_t kChunk = int64_t(kScatterTile) * kScatterCountTiles;
  count_scattered_kernel<<<unsigned((n + kChunk - 1) / kChunk), kScatterBlock, 0, context.device->stream>>>(f, n, counts.data);
  return check_cuda(context, cudaGetLastError(), "launch");
}

/// Ranks the items of a tile among those with the same cell, so that one of them asks for room for all.
template <class F, class Record>
__global__ void __launch_bounds__(kScatterBlock) move_scattered_kernel(F f, int64_t n, uint64_t* cursors, Record* out) {
  __shared__ CellTable table;
  __shared__ union {
    uint32_t count;
    uint64_t base;
  } own[kTableEntries];
  const int thread = int(threadIdx.x);
  for (int entry = thread; entry < kTableEntries; entry += kScatterBlock) {
    table.clear(entry);
    own[entry].count = 0;
  }
  const int64_t begin = int64_t(blockIdx.x) * kScatterTile + thread;
  Record records[kScatterItems];
  uint32_t cells[kScatterItems];
  uint32_t places[kScatterItems];  // entry and rank
#pragma unroll
  for (int k = 0; k < kScatterItems; ++k) {
    const int64_t i = begin + k * kScatterBlock;
    const uint32_t cell = f(min_of(i, n - 1), &records[k]);  // without a branch, so that all loads are under way at once
    cells[k] = i < n ? cell : kNoCell;
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kScatterItems; ++k) {
    if (cells[k] == kNoCell) continue;
    const int entry = table.find(cells[k]);
    places[k] = entry >= 0 ? uint32_t(entry) << 16 | atomicAdd(&own[entry].count, 1u) : ~0u;
  }
  __syncthreads();
  for (int entry = thread; entry < kTableEntries; entry += kScatterBlock) {
    const uint32_t count = own[entry].count;
    if (count != 0) own[entry].base = atomic_add(&cursors[table.cells[entry]], uint64_t(count));
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kScatterItems; ++k) {
    if (cells[k] == kNoCell) continue;
    const uint64_t place = places[k] != ~0u ? own[places[k] >> 16].base + (places[k] & 0xffff) : atomic_add(&cursors[cells[k]], uint64_t(1));
    out[place] = records[k];
  }
}

template <class F, class Record>
Status move_to_scattered_cells(Context& context, int64_t n, F f, Span<uint64_t> cursors, Span<Record> out) {
  if (n <= 0) return {};
  move_scattered_kernel<<<unsigned((n + kScatterTile - 1) / kScatterTile), kScatterBlock, 0, context.device->stream>>>(f, n, cursors.data, out.data);
  return check_cuda(context, cudaGetLastError(), "launch");
}

}  // namespace dvdb::backend
