/// Cells of items whose neighbors are elsewhere, on a GPU. Included through backend/api/special/points/cells.hpp.
#pragma once

#include "backend/cuda/device/special/points/cells.hpp"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

inline constexpr int kScatterBlock = 512;
inline constexpr int kScatterCountItems = 8;  // of a thread at a time
inline constexpr int kScatterCountTiles = 8;  // that a block counts before it adds to memory
inline constexpr int kCountTableBits = 12;
inline constexpr int kTableProbes = 8;

/// The cells that a block has met: a hash table in shared memory. What finds no room there goes to memory by itself.
template <int kBits>
struct CellTable {
  static constexpr int kEntries = 1 << kBits;
  uint32_t cells[kEntries];  // kNoCell where free

  __device__ void clear(int entry) { cells[entry] = kNoCell; }
  /// The entry of a cell, or -1.
  __device__ int find(uint32_t cell) {
    uint32_t at = cell * 0x9e3779b1u >> (32 - kBits);
#pragma unroll 1
    for (int probe = 0; probe < kTableProbes; ++probe) {
      uint32_t seen = *const_cast<volatile uint32_t*>(&cells[at]);
      if (seen == kNoCell) {
        seen = atomicCAS(&cells[at], kNoCell, cell);
        if (seen == kNoCell) return int(at);
      }
      if (seen == cell) return int(at);
      at = (at + 1) & (kEntries - 1);
    }
    return -1;
  }
};

template <class F>
__global__ void __launch_bounds__(kScatterBlock) count_scattered_kernel(F f, int64_t n, uint64_t* counts) {
  using Table = CellTable<kCountTableBits>;
  __shared__ Table table;
  __shared__ uint32_t own[Table::kEntries];
  constexpr int kTile = kScatterBlock * kScatterCountItems;
  const int thread = int(threadIdx.x);
  for (int entry = thread; entry < Table::kEntries; entry += kScatterBlock) {
    table.clear(entry);
    own[entry] = 0;
  }
  __syncthreads();
  const int64_t first = int64_t(blockIdx.x) * kTile * kScatterCountTiles + thread;
  const int64_t end = min_of(n, int64_t(blockIdx.x + 1) * kTile * kScatterCountTiles);
  for (int64_t begin = first; begin < end; begin += kTile) {
    uint32_t cells[kScatterCountItems];
    load_cells<kScatterBlock>(f, begin, end, n, cells);
#pragma unroll
    for (int k = 0; k < kScatterCountItems; ++k) {
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
  for (int entry = thread; entry < Table::kEntries; entry += kScatterBlock) {
    if (own[entry] != 0) atomic_add(&counts[table.cells[entry]], uint64_t(own[entry]));
  }
}

template <class F>
Status count_scattered_cells(Context& context, int64_t n, F f, Span<uint64_t> counts) {
  if (n <= 0) return {};
  constexpr int64_t kChunk = int64_t(kScatterBlock) * kScatterCountItems * kScatterCountTiles;
  count_scattered_kernel<<<unsigned((n + kChunk - 1) / kChunk), kScatterBlock, 0, context.device->stream>>>(
      f, n, counts.data);
  return check_launch(context);
}

/// Shape of a kernel that moves records: a block's threads, records of each, and the cells that a block can meet.
template <int kOwnThreads, int kOwnItems, int kOwnBits>
struct ScatterShape {
  static constexpr int kThreads = kOwnThreads;
  static constexpr int kItems = kOwnItems;
  static constexpr int kBits = kOwnBits;
};

/// Shared memory of a block that moves records.
template <class Shape, class Record>
struct ScatterShared {
  static constexpr int kThreads = Shape::kThreads;
  static constexpr int kTile = kThreads * Shape::kItems;
  static constexpr int kEntries = 1 << Shape::kBits;
  static constexpr int kEach = kEntries / kThreads;  // entries of a thread

  Record records[kTile];  // by cell
  CellTable<Shape::kBits> table;
  union {
    uint32_t count;
    uint64_t base;  // where the first record goes, less its place in the tile
  } own[kEntries];
  uint16_t starts[kEntries];
  uint16_t entries[kTile];  // of records
  uint32_t warp_sums[kThreads / 32];
  int total;
};

/// Ranks the items of a tile among those with the same cell, so that one of them asks for room for all, and brings them
/// together, so that neighboring lanes write to neighboring places.
template <class Shape, class F, class Record>
__global__ void __launch_bounds__(Shape::kThreads, 1024 / Shape::kThreads)
    move_scattered_kernel(F f, int64_t n, uint64_t* cursors, Record* out) {
  extern __shared__ __align__(16) unsigned char scatter_memory[];
  using Shared = ScatterShared<Shape, Record>;
  Shared& s = *reinterpret_cast<Shared*>(scatter_memory);
  constexpr int kItems = Shape::kItems;
  constexpr int kThreads = Shape::kThreads;
  constexpr int kEach = Shared::kEach;
  const int thread = int(threadIdx.x);
  for (int entry = thread; entry < Shared::kEntries; entry += kThreads) {
    s.table.clear(entry);
    s.own[entry].count = 0;
  }
  const int64_t begin = int64_t(blockIdx.x) * Shared::kTile + thread;
  Record records[kItems];
  uint32_t cells[kItems];
  uint32_t places[kItems];  // entry and rank
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    const int64_t i = begin + k * kThreads;
    const uint32_t cell = f(min_of(i, n - 1), &records[k]);
    cells[k] = i < n ? cell : kNoCell;
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    if (cells[k] == kNoCell) continue;
    const int entry = s.table.find(cells[k]);
    if (entry >= 0) {
      places[k] = uint32_t(entry) << 16 | atomicAdd(&s.own[entry].count, 1u);
      continue;
    }
    out[atomic_add(&cursors[cells[k]], uint64_t(1))] = records[k];
    cells[k] = kNoCell;
  }
  __syncthreads();
  uint32_t counts[kEach];
  uint64_t bases[kEach];
  uint32_t sum = 0;
#pragma unroll
  for (int k = 0; k < kEach; ++k) sum += counts[k] = s.own[thread * kEach + k].count;
#pragma unroll
  for (int k = 0; k < kEach; ++k)
    bases[k] = counts[k] != 0 ? atomic_add(&cursors[s.table.cells[thread * kEach + k]], uint64_t(counts[k])) : 0;
  uint32_t start = sum_before_thread(sum, s.warp_sums);
  if (thread == kThreads - 1) s.total = int(start + sum);
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    s.starts[thread * kEach + k] = uint16_t(start);
    s.own[thread * kEach + k].base = bases[k] - start;
    start += counts[k];
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    if (cells[k] == kNoCell) continue;
    const uint32_t entry = places[k] >> 16;
    const uint32_t place = s.starts[entry] + (places[k] & 0xffff);
    s.records[place] = records[k];
    s.entries[place] = uint16_t(entry);
  }
  __syncthreads();
  for (int k = thread; k < s.total; k += kThreads) out[s.own[s.entries[k]].base + uint64_t(k)] = s.records[k];
}

template <class Shape, class F, class Record>
Status launch_move_scattered(Context& context, int64_t n, F f, Span<uint64_t> cursors, Span<Record> out) {
  using Shared = ScatterShared<Shape, Record>;
  const auto kernel = move_scattered_kernel<Shape, F, Record>;
  constexpr int kBytes = int(sizeof(Shared));
  const cudaError_t room = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes);
  DVDB_TRY(check_cuda(context, room, "set up moving"));
  kernel<<<unsigned((n + Shared::kTile - 1) / Shared::kTile), Shape::kThreads, kBytes, context.device->stream>>>(
      f, n, cursors.data, out.data);
  return check_launch(context);
}

/// The more items a tile has, the more of them share cells. A multiprocessor of the smallest target has 64 KB of shared
/// memory, of others 100 or 228 KB.
template <class F, class Record>
Status move_to_scattered_cells(Context& context, int64_t n, F f, Span<uint64_t> cursors, Span<Record> out) {
  if (n <= 0) return {};
  constexpr bool kIsSmall = sizeof(Record) <= 16;
  using Most = ScatterShape<1024, kIsSmall ? 7 : 4, 12>;
  using LargeShape = ScatterShape<kScatterBlock, kIsSmall ? 7 : 4, 11>;
  using SmallShape = ScatterShape<kScatterBlock, kIsSmall ? 3 : 2, 11>;
  static_assert(sizeof(ScatterShared<LargeShape, Record>) <= 99 * 1024 &&
                sizeof(ScatterShared<SmallShape, Record>) <= 64 * 1024);
  int room = 0;
  DVDB_TRY(check_cuda(context,
                      cudaDeviceGetAttribute(&room, cudaDevAttrMaxSharedMemoryPerBlockOptin, context.device->ordinal),
                      "set up moving"));
  if (room >= int(sizeof(ScatterShared<Most, Record>))) return launch_move_scattered<Most>(context, n, f, cursors, out);
  if (room >= int(sizeof(ScatterShared<LargeShape, Record>)))
    return launch_move_scattered<LargeShape>(context, n, f, cursors, out);
  return launch_move_scattered<SmallShape>(context, n, f, cursors, out);
}

}  // namespace dvdb::backend
