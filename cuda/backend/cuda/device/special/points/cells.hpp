/// Cells on a GPU. Included through backend/api/special/points/cells.hpp.
#pragma once

#include "backend/api/launch.hpp"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

inline constexpr int kCellItems = 4;  // items of a thread
inline constexpr int kCellTile = kBlock * kCellItems;

/// Neighboring lanes with one cell: the first of them adds for all.
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

/// Finds the cells of items that are kStride apart, kNoCell from `end` on. Without branches, so that all loads are
/// under way at once.
template <int kStride, int kItems, class F>
__device__ __forceinline__ void load_cells(const F& f, int64_t begin, int64_t end, int64_t n,
                                           uint32_t (&cells)[kItems]) {
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    const int64_t i = begin + k * kStride;
    const uint32_t cell = f(min_of(i, n - 1));
    cells[k] = i < end ? cell : kNoCell;
  }
}

template <class F>
__global__ void __launch_bounds__(kBlock) count_cells_kernel(F f, int64_t n, uint64_t* counts) {
  const int64_t begin = int64_t(blockIdx.x) * kCellTile + threadIdx.x;
  uint32_t cells[kCellItems];
  load_cells<kBlock>(f, begin, n, n, cells);
#pragma unroll
  for (int k = 0; k < kCellItems; ++k) {
    const LaneRun run = LaneRun::of(cells[k]);
    if (run.first == int(threadIdx.x & 31) && cells[k] != kNoCell) atomic_add(&counts[cells[k]], uint64_t(run.length));
  }
}

template <class F>
Status count_cells(Context& context, int64_t n, F f, Span<uint64_t> counts) {
  if (n <= 0) return {};
  count_cells_kernel<<<unsigned((n + kCellTile - 1) / kCellTile), kBlock, 0, context.device->stream>>>(f, n,
                                                                                                       counts.data);
  return check_launch(context);
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
    const uint32_t cell = f(min_of(i, n - 1), &records[k]);
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
  move_to_cells_kernel<<<unsigned((n + kMoveTile - 1) / kMoveTile), kBlock, 0, context.device->stream>>>(
      f, n, cursors.data, out.data);
  return check_launch(context);
}

inline constexpr int kSortBlock = 256;
inline constexpr int kSortBlocks = 4;       // of a multiprocessor
inline constexpr int kKeyLevels = 10;       // that records of a bucket are compared by
inline constexpr int kSortSlots = 1 << 16;  // leading digits of records that are told apart

/// Records that a block sorts: the runs that begin in its chunk, which are fewer than two chunks of records.
template <class Record>
struct SortShared {
  static constexpr int kMost = int(2 * kRunRecords<Record>);
  static constexpr int kWords = kMost / 64;
  static_assert(kWords <= 32);

  Record records[kMost];
  uint64_t marks[kWords];
  uint32_t marks_before[kWords];
  uint32_t warp_sums[kSortBlock / 32];
  union {
    alignas(16) uint32_t differences[kMost];  // of each run, until records have slots
    struct {
      uint16_t counters[kMost];  // of each bucket; then its first place
      uint16_t places[kMost];    // records by bucket
    };
  };
  union {
    struct {
      alignas(
          16) uint32_t taken[kSortSlots / 32];  // a bit for each slot that records have: their ranks are the buckets
      uint16_t before[kSortSlots / 32];         // slots taken in the words before
    };
    struct {
      uint32_t keys[kMost];  // by bucket
      uint16_t sorted[kMost];
    };
  };
  int begin;  // from the chunk's first record
  int end;
  int runs;

  __device__ int bucket_of(uint32_t slot) const {
    return before[slot >> 5] + __popc(taken[slot >> 5] & ((1u << (slot & 31)) - 1));
  }
  /// The old count of a bucket.
  __device__ uint32_t add_to_bucket(int bucket) {
    uint32_t* const word = reinterpret_cast<uint32_t*>(counters) + (bucket >> 1);
    return atomicAdd(word, 1u << (16 * (bucket & 1))) >> (16 * (bucket & 1)) & 0xffff;
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
    const int upto = sum_upto_lane(count);
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
  __device__ int run_at(int place) const {
    return int(marks_before[place >> 6]) + popcount(marks[place >> 6] & (~uint64_t(0) >> (63 - (place & 63)))) - 1;
  }
  __device__ bool begins_run(int place) const { return (marks[place >> 6] >> (place & 63) & 1) != 0; }
};

/// Counts the slots that are taken before each word; called by the whole block.
template <class Record>
__device__ void scan_slots(SortShared<Record>& s) {
  static_assert(kSortSlots / 32 == 8 * kSortBlock);
  const uint4* const words = reinterpret_cast<const uint4*>(s.taken) + 2 * threadIdx.x;
  const uint4 a = words[0];
  const uint4 b = words[1];
  const int counts[8] = {__popc(a.x), __popc(a.y), __popc(a.z), __popc(a.w),
                         __popc(b.x), __popc(b.y), __popc(b.z), __popc(b.w)};
  uint32_t sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += uint32_t(counts[k]);
  uint32_t before = sum_before_thread(sum, s.warp_sums);
  uint32_t pairs[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const uint32_t next = before + uint32_t(counts[2 * k]);
    pairs[k] = before | next << 16;
    before = next + uint32_t(counts[2 * k + 1]);
  }
  reinterpret_cast<uint4*>(s.before)[threadIdx.x] = {pairs[0], pairs[1], pairs[2], pairs[3]};
}

__device__ __forceinline__ uint32_t or_of_warp(uint32_t bits) {
#if __CUDA_ARCH__ >= 800
  return __reduce_or_sync(~0u, bits);
#else
  for (int step = 16; step > 0; step /= 2) bits |= __shfl_xor_sync(~0u, bits, step);
  return bits;
#endif
}

/// Turns the counts of buckets into first places; called by the whole block.
template <class Record>
__device__ void scan_buckets(SortShared<Record>& s) {
  constexpr int kPairs = SortShared<Record>::kMost / kSortBlock / 2;
  uint32_t* const counters = reinterpret_cast<uint32_t*>(s.counters) + threadIdx.x * kPairs;
  uint32_t pairs[kPairs];
  uint32_t sum = 0;
#pragma unroll
  for (int k = 0; k < kPairs; ++k) {
    pairs[k] = counters[k];
    sum += (pairs[k] & 0xffff) + (pairs[k] >> 16);
  }
  uint32_t before = sum_before_thread(sum, s.warp_sums);
#pragma unroll
  for (int k = 0; k < kPairs; ++k) {
    const uint32_t next = before + (pairs[k] & 0xffff);
    counters[k] = before | next << 16;
    before = next + (pairs[k] >> 16);
  }
}

/// Most levels of digits for which so many runs have slots of their own.
__device__ __forceinline__ int slot_levels(int runs) {
  int levels = 0;
  while (int64_t(runs) << (3 * levels + 3) <= kSortSlots) ++levels;
  return levels;
}

/// Records go to slots by their run and the leading bits in which it differs. Slots that are taken are the buckets: a
/// bit for each tells their ranks, so that there can be many more slots than records, and few records share a bucket.
/// Each then counts those before it in its bucket, by further bits.
template <class Order, class Record>
__global__ void __launch_bounds__(kSortBlock, kSortBlocks)
    sort_runs_kernel(Order order, int64_t n, const uint64_t* marks, Record* records) {
  extern __shared__ __align__(16) unsigned char sort_memory[];
  using Shared = SortShared<Record>;
  Shared& s = *reinterpret_cast<Shared*>(sort_memory);
  constexpr int kItems = Shared::kMost / kSortBlock;
  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const int64_t first = int64_t(blockIdx.x) * (Shared::kMost / 2);
  // Find: the runs of this block.
  if (thread < 32) s.find_runs(marks, first, n);
  for (int k = thread; k < kSortSlots / 128; k += kSortBlock) reinterpret_cast<uint4*>(s.taken)[k] = {0, 0, 0, 0};
  __syncthreads();
  const int begin = s.begin;
  const int count = s.end - begin;
  const int runs = s.runs;
  if (runs == count) return;
  Record* const target = records + first + begin;
  // Load: the records, and the bits in which those of a run differ.
  for (int k = thread; k < runs; k += kSortBlock) s.differences[k] = 0;
#pragma unroll
  for (int item = 0; item < kItems; ++item) {
    const int k = thread + item * kSortBlock;
    if (k < count) s.records[k] = target[k];
  }
  __syncthreads();
  uint32_t run_of[kItems];
#pragma unroll
  for (int item = 0; item < kItems; ++item) {
    const int k = thread + item * kSortBlock;
    if (k - lane >= count) break;
    const int at = k < count ? k : count - 1;
    run_of[item] = uint32_t(s.run_at(begin + at));
    // The record before is as good as the run's first: differences join up along the run.
    uint32_t difference = s.begins_run(begin + at) ? 0 : order.difference(s.records[at], s.records[at - 1]);
    int same = 0;
    __match_all_sync(~0u, run_of[item], &same);
    if (same) difference = or_of_warp(difference);
    if (!same || lane == 0) atomicOr(&s.differences[run_of[item]], difference);
  }
  __syncthreads();
  // Mark: the slots of records by run and leading bits, then rank those that are taken: the buckets.
  const int levels = slot_levels(runs);
  uint32_t slots[kItems];
  uint32_t keys[kItems];
#pragma unroll
  for (int item = 0; item < kItems; ++item) {
    const int k = thread + item * kSortBlock;
    if (k >= count) break;
    const uint32_t difference = s.differences[run_of[item]];
    keys[item] = difference == 0 ? 0 : order.digit(s.records[k], highest_bit(difference), kKeyLevels);
    slots[item] = run_of[item] << (3 * levels) | keys[item] >> (3 * (kKeyLevels - levels));
    atomicOr(&s.taken[slots[item] >> 5], 1u << (slots[item] & 31));
  }
  __syncthreads();
  scan_slots(s);
  for (int k = thread; k < Shared::kMost / 2; k += kSortBlock) reinterpret_cast<uint32_t*>(s.counters)[k] = 0;
  __syncthreads();
  // Count: the records of each bucket.
  uint32_t arrivals[kItems];
#pragma unroll
  for (int item = 0; item < kItems; ++item) {
    if (thread + item * kSortBlock >= count) break;
    slots[item] = uint32_t(s.bucket_of(slots[item]));
    arrivals[item] = s.add_to_bucket(int(slots[item]));
  }
  __syncthreads();
  scan_buckets(s);
  __syncthreads();
#pragma unroll
  for (int item = 0; item < kItems; ++item) {
    const int k = thread + item * kSortBlock;
    if (k >= count) break;
    // Place: the records bucket by bucket.
    const uint32_t place = s.counters[slots[item]] + arrivals[item];
    s.places[place] = uint16_t(k);
    s.keys[place] = keys[item];
  }
  __syncthreads();
#pragma unroll
  for (int item = 0; item < kItems; ++item) {
    const int k = thread + item * kSortBlock;
    if (k >= count) break;
    // Rank: each record within its bucket.
    const int bucket = int(slots[item]);
    const int from = s.counters[bucket];
    const int to = bucket + 1 < Shared::kMost ? s.counters[bucket + 1] : count;
    int rank = from;
    int alike = 0;
    for (int other = from; other < to; ++other) {
      const uint32_t key = s.keys[other];
      rank += key < keys[item] ? 1 : 0;
      alike += key == keys[item] ? 1 : 0;
    }
    if (alike > 1) {
      const int place = from + int(arrivals[item]);
      for (int other = from; other < to; ++other) {
        if (s.keys[other] != keys[item] || other == place) continue;
        const int sign = order.compare(s.records[s.places[other]], s.records[k]);
        rank += sign < 0 || (sign == 0 && other < place) ? 1 : 0;
      }
    }
    s.sorted[rank] = uint16_t(k);
  }
  __syncthreads();
  // Store: the records that move.
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
  const cudaError_t room =
      cudaFuncSetAttribute(sort_runs_kernel<Order, Record>, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes);
  DVDB_TRY(check_cuda(context, room, "set up sorting"));
  sort_runs_kernel<<<unsigned((n + kLength - 1) / kLength), kSortBlock, kBytes, context.device->stream>>>(
      order, n, marks, records.data);
  return check_launch(context);
}

}  // namespace dvdb::backend

#include "backend/cuda/special/points/scattered_cells.cuh"
