/// Cells on a GPU. Included through backend/cells.hpp.
#pragma once

#include "backend/cuda/device.cuh"
#include "backend/launch.hpp"

namespace dvdb::backend {

inline constexpr int kCellItems = 4;  // items of a thread
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
    const uint32_t cell = f(min_of(i, n - 1), &records[k]);  // without a branch, so that all loads are under way at once
    cells[k] = i < n ? cell : kNoCell;
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
  static constexpr int kWords = kMost / 64;
  static_assert(kWords <= 32);

  Record records[kMost];
  uint32_t counters[kSortBuckets / 2];  // two a word: how many are in a bucket, its first place, its end
  union {
    uint32_t differences[kMost];  // of each run, until records have buckets
    struct {
      uint16_t places[kMost];  // records by bucket
      uint16_t sorted[kMost];
    };
  };
  uint16_t buckets[kMost];
  uint64_t marks[kWords];
  uint32_t marks_before[kWords];
  uint32_t warp_sums[kSortBlock / 32];
  int begin;  // from the chunk's first record
  int end;
  int runs;

  __device__ uint32_t bucket_end(int bucket) const { return counters[bucket >> 1] >> (16 * (bucket & 1)) & 0xffff; }
  __device__ uint32_t bucket_begin(int bucket) const { return bucket == 0 ? 0 : bucket_end(bucket - 1); }
  /// The old count of a bucket.
  __device__ uint32_t add_to_bucket(int bucket) {
    return atomicAdd(&counters[bucket >> 1], 1u << (16 * (bucket & 1))) >> (16 * (bucket & 1)) & 0xffff;
  }

  /// Finds the runs of a chunk; called by one whole warp.
  __device__ void find_runs(const uint64_t* all_marks, int64_t first, int64_t n) {
    constexpr int kChunk = kMost / 2;
    const int lane = int(threadIdx.x & 31);
    const bool is_word = lane < kWords && first / 64 + lane < (n + 63) / 64;
    uint64_t word = is_word ? all_marks[first / 64 + lane] : 0;
    const uint32_t marked = __ballot_sync(~0u, word != 0);
    const uint32_t own = marked & ((1u << (kWords / 2)) - 1);
    const uint32_t next = marked & ~((1u << (kWords / 2)) - 1);
    const int lowest = word != 0 ? lane * 64 + lowest_bit(word) : 0;
    const int highest = word != 0 ? lane * 64 + highest_bit(word) : 0;
    const int from = __shfl_sync(~0u, lowest, own != 0 ? __ffs(int(own)) - 1 : 0);
    const int last = __shfl_sync(~0u, highest, own != 0 ? 31 - __clz(int(own)) : 0);
    const int after = __shfl_sync(~0u, lowest, next != 0 ? __ffs(int(next)) - 1 : 0);
    int to = next != 0 ? after : int(min_of(n - first, int64_t(2 * kMost)));
    if (to - last > kChunk) to = last;  // a long run of records that are alike
    if (own == 0) to = from;
    if (lane * 64 >= to) word = 0;
    if (lane * 64 < to && to - lane * 64 < 64) word &= bit(uint32_t(to - lane * 64)) - 1;
    const int count = popcount(word);
    int upto = count;
#pragma unroll
    for (int step = 1; step < 32; step *= 2) {
      const int below = __shfl_up_sync(~0u, upto, step);
      if (lane >= step) upto += below;
    }
    if (lane < kWords) {
      marks[lane] = word;
      marks_before[lane] = uint32_t(upto - count);
    }
    if (lane == 31) runs = upto;
    if (lane == 0) {
      begin = from;
      end = to;
    }
  }
  /// The run of a record, by its place from the chunk's first.
  __device__ int run_at(int place) const { return int(marks_before[place >> 6]) + popcount(marks[place >> 6] & (~uint64_t(0) >> (63 - (place & 63)))) - 1; }
  __device__ bool begins_run(int place) const { return (marks[place >> 6] >> (place & 63) & 1) != 0; }
};

/// Turns the counts of buckets into first places; called by the whole block.
template <class Record>
__device__ void scan_buckets(SortShared<Record>& s) {
  constexpr int kWords = kSortBuckets / 2 / kSortBlock;
  const int thread = int(threadIdx.x);
  uint32_t sums[2 * kWords];
  uint32_t sum = 0;
#pragma unroll
  for (int k = 0; k < kWords; ++k) {
    const uint32_t word = s.counters[thread * kWords + k];
    sums[2 * k] = sum;
    sum += word & 0xffff;
    sums[2 * k + 1] = sum;
    sum += word >> 16;
  }
  uint32_t upto = sum;
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const uint32_t below = __shfl_up_sync(~0u, upto, step);
    if ((thread & 31) >= step) upto += below;
  }
  if ((thread & 31) == 31) s.warp_sums[thread >> 5] = upto;
  __syncthreads();
  uint32_t before = upto - sum;
  for (int warp = 0; warp < thread >> 5; ++warp) before += s.warp_sums[warp];
#pragma unroll
  for (int k = 0; k < kWords; ++k) s.counters[thread * kWords + k] = (before + sums[2 * k]) | (before + sums[2 * k + 1]) << 16;
}

/// Records go to buckets by the leading bits in which their run differs; each then counts those before it in its bucket.
template <class Order, class Record>
__global__ void __launch_bounds__(kSortBlock) sort_runs_kernel(Order order, int64_t n, const uint64_t* marks, Record* records) {
  extern __shared__ __align__(16) unsigned char sort_memory[];
  using Shared = SortShared<Record>;
  Shared& s = *reinterpret_cast<Shared*>(sort_memory);
  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const int64_t first = int64_t(blockIdx.x) * (Shared::kMost / 2);
  if (thread < 32) s.find_runs(marks, first, n);
  for (int k = thread; k < kSortBuckets / 2; k += kSortBlock) s.counters[k] = 0;
  for (int k = thread; k < Shared::kMost; k += kSortBlock) s.differences[k] = 0;
  __syncthreads();
  const int begin = s.begin;
  const int count = s.end - begin;
  const int runs = s.runs;
  if (runs == count) return;
  Record* const target = records + first + begin;
  for (int k = thread; k < count; k += kSortBlock) s.records[k] = target[k];
  __syncthreads();
  for (int k = thread; k - lane < count; k += kSortBlock) {
    const int at = k < count ? k : count - 1;
    const int run = s.run_at(begin + at);
    // The record before is as good as the run's first: differences join up along the run.
    uint32_t difference = s.begins_run(begin + at) ? 0 : order.difference(s.records[at], s.records[at - 1]);
    int same = 0;
    __match_all_sync(~0u, run, &same);
    if (same) {
      for (int step = 16; step > 0; step /= 2) difference |= __shfl_xor_sync(~0u, difference, step);
    }
    if (!same || lane == 0) atomicOr(&s.differences[run], difference);
  }
  __syncthreads();
  const int levels = runs == 1 ? 4 : runs <= 8 ? 3 : runs <= 64 ? 2 : runs <= 512 ? 1 : 0;
  for (int k = thread; k < count; k += kSortBlock) {
    const int run = s.run_at(begin + k);
    const uint32_t difference = s.differences[run];
    const uint32_t digit = difference == 0 || levels == 0 ? 0 : order.digit(s.records[k], highest_bit(difference), levels);
    const int bucket = int(uint32_t(run) << (3 * levels) | digit);
    s.buckets[k] = uint16_t(bucket);
    s.add_to_bucket(bucket);
  }
  __syncthreads();
  scan_buckets(s);
  __syncthreads();
  for (int k = thread; k < count; k += kSortBlock) s.places[s.add_to_bucket(s.buckets[k])] = uint16_t(k);
  __syncthreads();
  for (int place = thread; place < count; place += kSortBlock) {
    const int own = s.places[place];
    const int bucket = s.buckets[own];
    const int from = int(s.bucket_begin(bucket));
    const int to = int(s.bucket_end(bucket));
    int rank = from;
    if (to - from > 1) {
      const Record record = s.records[own];
      for (int other = from; other < to; ++other) {
        const int sign = order.compare(s.records[s.places[other]], record);
        rank += sign < 0 || (sign == 0 && other < place) ? 1 : 0;
      }
    }
    s.sorted[rank] = uint16_t(own);
  }
  __syncthreads();
  for (int k = thread; k < count; k += kSortBlock) {
    if (s.sorted[k] != k) target[k] = s.records[s.sorted[k]];
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
