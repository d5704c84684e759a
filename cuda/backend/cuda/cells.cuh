/// Cells on a GPU. Included through backend/cells.hpp.
#pragma once

#include "backend/cuda/device.cuh"
#include "backend/launch.hpp"

namespace dvdb::backend {

inline constexpr int kCellItems = 8;  // items of a thread
inline constexpr int kCellTile = kBlock * kCellItems;

/// Neighbouring lanes with one cell: the first of them adds for all.
struct LaneRun {
  int first;  // lane
  int length;

  /// Called by all lanes of a warp.
  __device__ __forceinline__ static LaneRun of(uint32_t cell) {
    const int lane = int(threadIdx.x & 31);
    const uint32_t below = __shfl_up_sync(~0u, cell, 1);
    const uint32_t heads = __ballot_sync(~0u, lane == 0 || below != cell);
    const int first = 31 - __clz(int(heads & (~0u >> (31 - lane))));
    const uint32_t later = lane == 31 ? 0 : heads & (~0u << (lane + 1));
    return {first, (later != 0 ? __ffs(int(later)) - 1 : 32) - first};
  }
};

template <class F>
__global__ void __launch_bounds__(kBlock) count_cells_kernel(F f, int64_t n, uint64_t* counts) {
  const int64_t begin = int64_t(blockIdx.x) * kCellTile + threadIdx.x;
  uint32_t cells[kCellItems];
#pragma unroll
  for (int k = 0; k < kCellItems; ++k) {
    const int64_t i = begin + k * kBlock;
    cells[k] = i < n ? f(i) : kNoCell;
  }
#pragma unroll
  for (int k = 0; k < kCellItems; ++k) {
    const LaneRun run = LaneRun::of(cells[k]);
    if (run.first == int(threadIdx.x & 31) && cells[k] != kNoCell) atomic_add(&counts[cells[k]], uint64_t(run.length));
  }
}

template <class F>
Status count_cells(Context& context, int64_t n, F f, Span<uint64_t> counts) {
  if (n <= 0) return {};
  count_cells_kernel<<<unsigned((n + kCellTile - 1) / kCellTile), kBlock, 0, context.device->stream>>>(f, n, counts.data);
  return check_cuda(context, cudaGetLastError(), "launch");
}

inline constexpr int kMoveItems = 4;
inline constexpr int kMoveTile = kBlock * kMoveItems;

template <class F, class Record>
__global__ void __launch_bounds__(kBlock) move_to_cells_kernel(F f, int64_t n, uint64_t* cursors, Record* out) {
  const int64_t begin = int64_t(blockIdx.x) * kMoveTile + threadIdx.x;
  const int lane = int(threadIdx.x & 31);
  Record records[kMoveItems];
  uint32_t cells[kMoveItems];
  uint64_t bases[kMoveItems];
#pragma unroll
  for (int k = 0; k < kMoveItems; ++k) {
    const int64_t i = begin + k * kBlock;
    cells[k] = i < n ? f(i, &records[k]) : kNoCell;
  }
#pragma unroll
  for (int k = 0; k < kMoveItems; ++k) {
    const LaneRun run = LaneRun::of(cells[k]);
    bases[k] = 0;
    if (run.first == lane && cells[k] != kNoCell) bases[k] = atomic_add(&cursors[cells[k]], uint64_t(run.length));
    bases[k] = __shfl_sync(~0u, bases[k], run.first) + uint64_t(lane - run.first);
  }
#pragma unroll
  for (int k = 0; k < kMoveItems; ++k) {
    if (cells[k] != kNoCell) out[bases[k]] = records[k];
  }
}

template <class F, class Record>
Status move_to_cells(Context& context, int64_t n, F f, Span<uint64_t> cursors, Span<Record> out) {
  if (n <= 0) return {};
  move_to_cells_kernel<<<unsigned((n + kMoveTile - 1) / kMoveTile), kBlock, 0, context.device->stream>>>(f, n, cursors.data, out.data);
  return check_cuda(context, cudaGetLastError(), "launch");
}

inline constexpr int kSortBlock = 512;
inline constexpr int kSortBuckets = 4096;

/// What a block sorts: the runs that begin in its chunk, which are fewer than two chunks of records.
template <class Record>
struct SortShared {
  static constexpr int kMost = int(2 * kRunRecords<Record>);
  static constexpr int kMarkWords = kMost / 64 + 2;

  Record records[kMost];
  uint32_t differences[kMost];            // of each run
  uint32_t buckets[kSortBuckets / 2 + 1]; // two counters a word; a bucket's first place, then its end
  uint16_t run_of[kMost];
  uint16_t places[kMost];                 // records by bucket
  uint16_t sorted[kMost];
  uint32_t marks_before[kMarkWords];
  uint64_t marks[kMarkWords];
  uint32_t warp_sums[kSortBlock / 32];
  int64_t begin;
  int64_t end;
  int runs;

  __device__ uint32_t bucket_end(int bucket) const { return buckets[bucket >> 1] >> (16 * (bucket & 1)) & 0xffff; }
  __device__ uint32_t bucket_begin(int bucket) const { return bucket == 0 ? 0 : bucket_end(bucket - 1); }
  __device__ uint32_t take_place(int bucket) {
    return atomicAdd(&buckets[bucket >> 1], 1u << (16 * (bucket & 1))) >> (16 * (bucket & 1)) & 0xffff;
  }
};

/// Records go to buckets by the leading bits in which their run differs; each then counts those before it in its bucket.
template <class Order, class Record>
__global__ void __launch_bounds__(kSortBlock) sort_runs_kernel(Order order, int64_t n, const uint64_t* marks, Record* records) {
  extern __shared__ __align__(16) unsigned char sort_memory[];
  using Shared = SortShared<Record>;
  Shared& s = *reinterpret_cast<Shared*>(sort_memory);
  constexpr int64_t kLength = kRunRecords<Record>;
  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  if (thread == 0) {
    const int64_t stop = min_of(n, (int64_t(blockIdx.x) + 1) * kLength);
    s.begin = next_mark(marks, int64_t(blockIdx.x) * kLength, stop);
    int64_t end = s.begin;
    if (s.begin < stop) {
      int64_t last = stop - 1;  // where the last run begins
      while ((marks[last >> 6] << (63 - (last & 63))) == 0) last = (last & ~int64_t(63)) - 1;
      last -= 63 - highest_bit(marks[last >> 6] << (63 - (last & 63)));
      end = next_mark(marks, stop, min_of(n, last + kLength + 1));
      if (end - last > kLength) end = last;  // a long run of records that are alike
    }
    s.end = end;
  }
  for (int k = thread; k <= kSortBuckets / 2; k += kSortBlock) s.buckets[k] = 0;
  for (int k = thread; k < Shared::kMost; k += kSortBlock) s.differences[k] = 0;
  __syncthreads();
  const int64_t begin = s.begin;
  const int count = int(s.end - begin);
  if (count <= 1) return;
  for (int k = thread; k < count; k += kSortBlock) s.records[k] = records[begin + k];
  if (thread < 32) {
    // Marks of this block's records, shifted so that bit 0 is its first record.
    int sum = 0;
    for (int at = 0; at < Shared::kMarkWords; at += 32) {
      const int word = at + lane;
      uint64_t bits = 0;
      if (word < Shared::kMarkWords && word * 64 < count) {
        const int64_t place = begin + word * 64;
        bits = marks[place >> 6] >> (place & 63);
        if ((place & 63) != 0 && (place >> 6) + 1 <= (n - 1) >> 6) bits |= marks[(place >> 6) + 1] << (64 - (place & 63));
        if (count - word * 64 < 64) bits &= bit(uint32_t(count - word * 64)) - 1;
      }
      const int own = popcount(bits);
      int upto = own;
#pragma unroll
      for (int step = 1; step < 32; step *= 2) {
        const int below = __shfl_up_sync(~0u, upto, step);
        if (lane >= step) upto += below;
      }
      if (word < Shared::kMarkWords) {
        s.marks[word] = bits;
        s.marks_before[word] = uint32_t(sum + upto - own);
      }
      sum += __shfl_sync(~0u, upto, 31);
    }
    if (lane == 0) s.runs = sum;
  }
  __syncthreads();
  const int runs = s.runs;
  if (runs == count) return;
  const int levels = runs == 1 ? 4 : runs <= 8 ? 3 : runs <= 64 ? 2 : runs <= 512 ? 1 : 0;
  for (int k = thread; k - lane < count; k += kSortBlock) {
    const bool is_there = k < count;
    const int at = is_there ? k : count - 1;
    const uint64_t upto = s.marks[at >> 6] & (~uint64_t(0) >> (63 - (at & 63)));
    const int run = int(s.marks_before[at >> 6]) + popcount(upto) - 1;
    // The record before is as good as the run's first: differences join up along the run.
    uint32_t difference = 0;
    if ((s.marks[at >> 6] >> (at & 63) & 1) == 0) difference = order.difference(s.records[at], s.records[at - 1]);
    if (is_there) s.run_of[k] = uint16_t(run);
    int same = 0;
    __match_all_sync(~0u, run, &same);
    if (same) {
      for (int step = 16; step > 0; step /= 2) difference |= __shfl_xor_sync(~0u, difference, step);
      if (lane == 0) atomicOr(&s.differences[run], difference);
    } else {
      atomicOr(&s.differences[run], difference);
    }
  }
  __syncthreads();
  const auto bucket_of = [&](int at) {
    const int run = s.run_of[at];
    const uint32_t difference = s.differences[run];
    const uint32_t digit = difference == 0 || levels == 0 ? 0 : order.digit(s.records[at], highest_bit(difference), levels);
    return int(uint32_t(run) << (3 * levels) | digit);
  };
  for (int k = thread; k < count; k += kSortBlock) {
    const int bucket = bucket_of(k);
    atomicAdd(&s.buckets[bucket >> 1], 1u << (16 * (bucket & 1)));
  }
  __syncthreads();
  {
    constexpr int kWords = kSortBuckets / 2 / kSortBlock;
    uint32_t sums[2 * kWords];
    uint32_t sum = 0;
#pragma unroll
    for (int k = 0; k < kWords; ++k) {
      const uint32_t word = s.buckets[thread * kWords + k];
      sums[2 * k] = sum;
      sum += word & 0xffff;
      sums[2 * k + 1] = sum;
      sum += word >> 16;
    }
    uint32_t upto = sum;
#pragma unroll
    for (int step = 1; step < 32; step *= 2) {
      const uint32_t below = __shfl_up_sync(~0u, upto, step);
      if (lane >= step) upto += below;
    }
    if (lane == 31) s.warp_sums[thread >> 5] = upto;
    __syncthreads();
    uint32_t before = upto - sum;
    for (int warp = 0; warp < thread >> 5; ++warp) before += s.warp_sums[warp];
#pragma unroll
    for (int k = 0; k < kWords; ++k) s.buckets[thread * kWords + k] = (before + sums[2 * k]) | (before + sums[2 * k + 1]) << 16;
  }
  __syncthreads();
  for (int k = thread; k < count; k += kSortBlock) s.places[s.take_place(bucket_of(k))] = uint16_t(k);
  __syncthreads();
  for (int place = thread; place < count; place += kSortBlock) {
    const int own = s.places[place];
    const int bucket = bucket_of(own);
    const int first = int(s.bucket_begin(bucket));
    const int end = int(s.bucket_end(bucket));
    int rank = first;
    if (end - first > 1) {
      const Record record = s.records[own];
      for (int other = first; other < end; ++other) {
        const int sign = order.compare(s.records[s.places[other]], record);
        rank += sign < 0 || (sign == 0 && other < place) ? 1 : 0;
      }
    }
    s.sorted[rank] = uint16_t(own);
  }
  __syncthreads();
  for (int k = thread; k < count; k += kSortBlock) {
    if (s.sorted[k] != k) records[begin + k] = s.records[s.sorted[k]];
  }
}

template <class Order, class Record>
Status sort_runs(Context& context, int64_t n, const uint64_t* marks, Order order, Span<Record> records) {
  if (n <= 0) return {};
  constexpr int64_t kLength = kRunRecords<Record>;
  constexpr int kBytes = int(sizeof(SortShared<Record>));
  static_assert(kBytes <= 64 * 1024, "the smallest target has 64 KB of shared memory");
  const cudaError_t room = cudaFuncSetAttribute(sort_runs_kernel<Order, Record>, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes);
  DVDB_TRY(check_cuda(context, room, "set up sorting"));
  sort_runs_kernel<<<unsigned((n + kLength - 1) / kLength), kSortBlock, kBytes, context.device->stream>>>(order, n, marks, records.data);
  return check_cuda(context, cudaGetLastError(), "launch");
}

}  // namespace dvdb::backend
