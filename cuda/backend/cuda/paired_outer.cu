// Gradients of weights tap by tap on the matrix units of sm_90a. Each block has a tap and some of its lists; two teams of warps
// sum up 64 channels of the sources each, by those of the targets, while a third fetches pairs of rows some stages ahead.
#include "backend/paired_outer.hpp"

#include "backend/cuda/device.cuh"
#include "backend/cuda/window_parts.cuh"
#include "backend/memory.hpp"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kTeams = 2;                   // of four warps that multiply
constexpr int kMultiplying = kTeams * 128;  // threads
constexpr int kThreads = kMultiplying + 128;
constexpr int kMultiplierRegisters = 192;   // kTeams times this and once the next are what a block begins with
constexpr int kFetcherRegisters = 120;
constexpr int kDepth = kTeams * 64;  // channels of the sources
constexpr int kStages = 6;
constexpr int kChunk = 16;           // pairs that a product sums up
constexpr int kLongSum = 64;         // stages whose products are summed up before they are added to those before
constexpr uint32_t kRowBytes = 128;  // 64 channels of a row; the others are behind those of all rows
constexpr uint32_t kPartBytes = kPairedRows * kRowBytes;
constexpr int64_t kLeastParts = 2 * kMostPairedTaps;

constexpr uint32_t kSourceBytes = kDepth / 64 * kPartBytes;  // of a stage

/// A block's shared memory: rows of stages.
template <int kColumns>
struct Ring : StageRing<kStages, kSourceBytes + kColumns / 64 * kPartBytes> {
  __device__ uint32_t sources(uint32_t turn) const { return this->stage(turn); }
  __device__ uint32_t gradients(uint32_t turn) const { return this->stage(turn) + kSourceBytes; }
};

/// What a launch is divided into: parts, slices of the sources' channels and tiles of the targets'.
struct Shares {
  int32_t parts;
  int32_t slices;
  int32_t tiles;
  int32_t lists;  // of a tap
};

/// What a block sums up.
struct Share {
  int32_t tap;      // -1 for nothing
  int32_t first;    // list; every `step`-th is the block's
  int32_t step;
  int32_t channel;  // of the sources
  int32_t column;   // of the targets
};

/// Gives each tap as many blocks as it has work, so that the most that one has to do is least; called by whole warps.
template <int kColumns>
__device__ __forceinline__ Share take_share(const Shares& all, int32_t taps, const int32_t* stages, int32_t* firsts) {
  const int lane = int(threadIdx.x & 31);
  const int32_t work = lane < taps ? stages[lane] : 0;
  int32_t low = 0;
  int32_t most = max_of(int32_t(__reduce_max_sync(~0u, work)), 1);
  while (most - low > 1) {
    const int32_t middle = low + (most - low) / 2;
    const bool fits = __reduce_add_sync(~0u, (work + middle - 1) / middle) <= all.parts;
    (fits ? most : low) = middle;
  }
  const int32_t own = (work + most - 1) / most;
  int32_t end = own;
  for (int step = 1; step < 32; step *= 2) {
    const int32_t before = __shfl_up_sync(~0u, end, step);
    if (lane >= step) end += before;
  }
  if (blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x < 32) firsts[lane] = end - own;
  if (blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x == 31) firsts[32] = end;
  const auto block = int32_t(blockIdx.x);
  const uint32_t is_own = __ballot_sync(~0u, block < end && block >= end - own);
  const int32_t tap = __ffs(int(is_own)) - 1;
  Share share;
  share.tap = tap;
  share.first = block - __shfl_sync(~0u, end - own, max_of(tap, 0));
  share.step = __shfl_sync(~0u, own, max_of(tap, 0));
  share.channel = int32_t(blockIdx.y) % all.slices * kDepth;
  share.column = int32_t(blockIdx.y) / all.slices * kColumns;
  return share;
}

/// Goes from stage to stage through a block's lists.
struct Cursor {
  const GatherPairs& pairs;
  const Share& share;
  int32_t lists;
  int32_t list;
  int32_t at = 0;
  int32_t count;
  int32_t next_count;  // of the block's next list

  __device__ Cursor(const GatherPairs& all, const Share& own, int32_t n_lists)
      : pairs(all), share(own), lists(n_lists), list(own.first), count(count_of(own.first)), next_count(count_of(own.first + own.step)) {
    skip();
  }
  /// The target of a row of the stage, or -1.
  __device__ int32_t target(int32_t row) const {
    if (list >= lists || at + row >= count) return -1;
    return list * kPairedTargets + int32_t(pairs.places[(int64_t(share.tap) * lists + list) * kPairedTargets + at + row]);
  }
  __device__ void go_on() {
    at += kPairedRows;
    skip();
  }

 private:
  __device__ int32_t count_of(int32_t of) const { return of < lists ? pairs.counts[int64_t(share.tap) * lists + of] : 0; }
  __device__ void skip() {
    while (at >= count && list < lists) {
      list += share.step;
      at = 0;
      count = next_count;
      next_count = count_of(list + share.step);
    }
  }
};

/// A thread's pieces of the rows of one operand, one of each 64 channels.
template <int kParts>
struct Pieces {
  const uint16_t* rows;  // from the thread's first channel on
  uint32_t channels;
  int32_t left;          // channels from the first one on, at most kParts * 64
  bool has_more;         // whether some thread has channels in the last part

  __device__ Pieces(const uint16_t* all, int64_t of_row, int64_t block_channel, int64_t channel)
      : rows(all + channel),
        channels(uint32_t(of_row)),
        left(int32_t(min_of(of_row - channel, int64_t(kParts * 64)))),
        has_more(of_row - block_channel > (kParts - 1) * 64) {}

  /// Fetches them, zeros where there is no row.
  template <bool kWhole>
  __device__ __forceinline__ void fetch(int32_t row, uint32_t to) const {
    const uint16_t* const from = rows + uint64_t(uint32_t(max_of(row, 0))) * channels;
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
      if (part > 0 && !has_more) break;
      if constexpr (kWhole) {
        copy_16_or_clear(to + part * kPartBytes, from + part * 64, row >= 0 && left > part * 64);
      } else {
        hold_piece(from + part * 64, row < 0 ? 0 : left - part * 64, false, to + part * kPartBytes);
      }
    }
  }
};

/// Fetches the pairs of a block's stages. What a warp needs for two stages its lanes look up together, and some turns before,
/// for a target comes from the list and its source from the map.
template <bool kWhole, int kColumns>
__device__ void fetch(const WindowOuter& outer, const GatherPairs& pairs, const Shares& shares, const Share& share, const Ring<kColumns>& ring,
                      int32_t stages) {
  constexpr int kRows = kPairedRows / 16;  // that a thread fetches a piece of, every 16th
  constexpr int kAhead = 3;
  const int thread = int(threadIdx.x) - kMultiplying;
  const int lane = thread & 31;
  const int32_t piece = lane & 7;
  const uint32_t own_place = operand_place<kRowBytes>(uint32_t(thread) / 8, uint32_t(piece));
  const Pieces<kDepth / 64> source_pieces(outer.source, outer.in_channels, share.channel, share.channel + piece * kPiece);
  const Pieces<kColumns / 64> gradient_pieces(outer.gradients, outer.out_channels, share.column, share.column + piece * kPiece);
  const int32_t own_row = thread / 32 * 4 + lane % 4 + lane % 16 / 4 * 16;  // that this lane looks up, of one of the two stages
  const int32_t* const map = outer.map.rows + int64_t(share.tap) * outer.map.n_targets;
  Cursor cursor(pairs, share, shares.lists);
  if (lane >= 16) cursor.go_on();
  int32_t targets[2 * kAhead];  // the first is of the two stages at hand
  int32_t sources[kAhead];
  const auto look_up = [&] {
    const int32_t target = cursor.target(own_row);
    cursor.go_on();
    cursor.go_on();
    return target;
  };
  const auto find_source = [&](int32_t target) { return target >= 0 ? map[target] : -1; };
#pragma unroll
  for (int32_t& target : targets) target = look_up();
#pragma unroll
  for (int k = 0; k < kAhead; ++k) sources[k] = find_source(targets[k]);
  for (uint32_t turn = 0; turn < uint32_t(stages);) {
    const int32_t source = sources[0];
    const int32_t target = targets[0];
#pragma unroll
    for (int k = 0; k + 1 < kAhead; ++k) sources[k] = sources[k + 1];
#pragma unroll
    for (int k = 0; k + 1 < 2 * kAhead; ++k) targets[k] = targets[k + 1];
    sources[kAhead - 1] = find_source(targets[kAhead - 1]);
    targets[2 * kAhead - 1] = look_up();
    for (int stage = 0; stage < 32 && turn < uint32_t(stages); stage += 16, ++turn) {
      int32_t from[2][kRows];
#pragma unroll
      for (int k = 0; k < kRows; ++k) {
        from[0][k] = __shfl_sync(~0u, source, stage + 4 * k + lane / 8);
        from[1][k] = __shfl_sync(~0u, target, stage + 4 * k + lane / 8);
      }
      const uint32_t to = ring.sources(turn) + own_place;
      ring.wait_empty(turn);
#pragma unroll
      for (int k = 0; k < kRows; ++k) {
        source_pieces.template fetch<kWhole>(from[0][k], to + uint32_t(k) * 16 * kRowBytes);
        gradient_pieces.template fetch<kWhole>(from[1][k], to + kSourceBytes + uint32_t(k) * 16 * kRowBytes);
      }
      if (!kWhole) __threadfence_block();
      arrive_with_copies(ring.full(turn));
    }
  }
}

template <bool kBrief, int kColumns>
__global__ void __launch_bounds__(kThreads, 1)
    paired_outer_kernel(WindowOuter outer, GatherPairs pairs, Shares shares, bool whole, float* sums, int32_t* firsts) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ __align__(1024) unsigned char paired_memory[];
  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const Ring<kColumns> ring{shared_address(paired_memory)};
  if (thread < kStages) {
    start_barrier(ring.full(thread), kThreads - kMultiplying);
    start_barrier(ring.empty(thread), kMultiplying / 32);
  }
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  const Share share = take_share<kColumns>(shares, int32_t(outer.map.taps), pairs.stages, firsts);
  if (share.tap < 0) return;
  int32_t own = 0;
  for (int32_t list = share.first + lane * share.step; list < shares.lists; list += 32 * share.step) {
    own += (pairs.counts[int64_t(share.tap) * shares.lists + list] + kPairedRows - 1) / kPairedRows;
  }
  const auto stages = int32_t(__reduce_add_sync(~0u, own));
  __syncthreads();
  if (thread >= kMultiplying) {
    give_registers<kFetcherRegisters>();
    whole ? fetch<true>(outer, pairs, shares, share, ring, stages) : fetch<false>(outer, pairs, shares, share, ring, stages);
    return;
  }
  take_registers<kMultiplierRegisters>();
  const int team = thread / 128;
  const int32_t first_channel = share.channel + team * 64;
  const bool has_channels = first_channel < outer.in_channels;
  const auto gathered = uint32_t((lane & 7) + (lane >> 4) * 8);  // of a chunk's pairs, whose source this lane gathers
  const auto piece = uint32_t(thread % 128 / 32 * 2 + (lane >> 3 & 1));
  const uint32_t own_place = team * kPartBytes + operand_place<kRowBytes>(gathered, piece);
  float long_sums[kColumns / 2] = {};
  for (uint32_t turn = 0; turn < uint32_t(stages);) {
    const uint32_t end = min_of(turn + kLongSum, uint32_t(stages));
    float products[kColumns / 2] = {};
    for (; turn < end; ++turn) {
      ring.wait_full(turn);
      if (has_channels) {
        show_to_products();
        uint32_t left[2][4];
#pragma unroll
        for (int chunk = 0; chunk < kPairedRows / kChunk; ++chunk) {
          const uint32_t at = uint32_t(chunk) * (kChunk * kRowBytes);
          load_transposed(left[chunk & 1], ring.sources(turn) + own_place + at);
          begin_products();
          MatrixProduct<kColumns>::template add<kBrief, true>(products, left[chunk & 1], describe_operand<kRowBytes>(ring.gradients(turn) + at, kPartBytes));
          commit_products();
          wait_products<1>();
        }
        wait_products<0>();
      }
      __syncwarp();
      if (lane == 0) arrive(ring.empty(turn));
    }
#pragma unroll
    for (int k = 0; k < kColumns / 2; ++k) long_sums[k] += products[k];
  }
  float* const to = sums + (int64_t(blockIdx.y) * shares.parts + blockIdx.x) * (kDepth * kColumns) + (team * 64 + thread % 128 / 32 * 16) * kColumns;
#pragma unroll
  for (int k = 0; k < kColumns / 2; k += 2) {
    const int row = lane / 4 + (k / 2 & 1) * 8;
    const int column = k / 4 * 8 + (lane & 3) * 2;
    *reinterpret_cast<float2*>(to + row * kColumns + column) = make_float2(long_sums[k], long_sums[k + 1]);
  }
#endif
}

template <bool kBrief, int kColumns>
__global__ void __launch_bounds__(256) join_blocks_kernel(WindowOuter outer, Shares shares, int64_t n, const float* sums, const int32_t* firsts) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  const int64_t i = int64_t(blockIdx.x) * 256 + threadIdx.x;
  if (i >= n) return;
  const OuterWeight weight = OuterWeight::of(outer, i);
  const int64_t share = weight.to / kColumns * shares.slices + weight.from / kDepth;
  const float* const own = sums + share * shares.parts * (kDepth * kColumns) + weight.from % kDepth * kColumns + weight.to % kColumns;
  float sum = 0;
  for (int32_t part = firsts[weight.tap]; part < firsts[weight.tap + 1]; ++part) sum += own[int64_t(part) * (kDepth * kColumns)];
  weight.write<kBrief>(outer, sum);
#endif
}

template <bool kBrief, int kColumns>
Status launch_paired(Context& context, const WindowOuter& outer, const GatherPairs& pairs) {
  Shares shares{};
  shares.slices = int32_t((outer.in_channels + kDepth - 1) / kDepth);
  shares.tiles = int32_t((outer.out_channels + kColumns - 1) / kColumns);
  shares.lists = int32_t(GatherPairs::lists_of(outer.map.n_targets));
  const int64_t shared = int64_t(shares.slices) * shares.tiles;
  shares.parts = int32_t(max_of(int64_t(context.device->multiprocessors) / shared, kLeastParts));
  Scratch memory(context);
  Scratch first_memory(context);
  Span<float> sums;
  Span<int32_t> firsts;
  DVDB_TRY(memory.allocate(shared * shares.parts * (kDepth * kColumns), sums));
  DVDB_TRY(first_memory.allocate(kMostPairedTaps + 1, firsts));
  const auto kernel = paired_outer_kernel<kBrief, kColumns>;
  constexpr int kBytes = int(Ring<kColumns>::kBytes);
  DVDB_TRY(check_cuda(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes), "set up products"));
  const bool whole = has_whole_pieces(outer.source, outer.in_channels) && has_whole_pieces(outer.gradients, outer.out_channels);
  cudaStream_t stream = context.device->stream;
  kernel<<<dim3(unsigned(shares.parts), unsigned(shared)), kThreads, kBytes, stream>>>(outer, pairs, shares, whole, sums.data, firsts.data);
  DVDB_TRY(check_cuda(context, cudaGetLastError(), "launch"));
  const int64_t n = outer.map.taps * outer.in_channels * outer.out_channels;
  join_blocks_kernel<kBrief, kColumns><<<unsigned((n + 255) / 256), 256, 0, stream>>>(outer, shares, n, sums.data, firsts.data);
  return check_cuda(context, cudaGetLastError(), "launch");
}

template <bool kBrief>
Status with_columns(Context& context, const WindowOuter& outer, const GatherPairs& pairs) {
  return outer.out_channels <= 64 ? launch_paired<kBrief, 64>(context, outer, pairs) : launch_paired<kBrief, 128>(context, outer, pairs);
}

/// A warp lists the targets of a tap.
__global__ void __launch_bounds__(256) list_pairs_kernel(GatherMap map, int64_t lists, int64_t n, GatherPairs out) {
  constexpr int kAtOnce = 8;  // words of 32 targets that are read together
  const int64_t i = (int64_t(blockIdx.x) * 256 + threadIdx.x) / 32;
  if (i >= n) return;
  const int lane = int(threadIdx.x) & 31;
  const int64_t first = i % lists * kPairedTargets;
  const int64_t tap = i / lists;
  uint16_t* const to = out.places + i * kPairedTargets;
  int32_t count = 0;
  for (int begin = 0; begin < kPairedTargets && first + begin < map.n_targets; begin += 32 * kAtOnce) {
    int32_t rows[kAtOnce];
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) {
      const int64_t target = first + begin + 32 * k + lane;
      rows[k] = target < map.n_targets ? map.rows[tap * map.n_targets + target] : -1;
    }
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) {
      const uint32_t held = __ballot_sync(~0u, rows[k] >= 0);
      if (rows[k] >= 0) to[count + __popc(held & ((1u << lane) - 1))] = uint16_t(begin + 32 * k + lane);
      count += __popc(held);
    }
  }
  if (lane == 0) {
    out.counts[i] = count;
    atomicAdd(&out.stages[tap], (count + kPairedRows - 1) / kPairedRows);
  }
}

}  // namespace

Status make_pairs(Context& context, const GatherMap& map, const GatherPairs& out) {
  const int64_t lists = GatherPairs::lists_of(map.n_targets);
  const int64_t n = map.taps * lists;
  if (map.taps == 0) return {};
  DVDB_TRY(fill(context, out.stages, 0, 4, map.taps * int64_t(sizeof(int32_t))));
  if (n == 0) return {};
  list_pairs_kernel<<<unsigned((n + 7) / 8), 256, 0, context.device->stream>>>(map, lists, n, out);
  return check_cuda(context, cudaGetLastError(), "launch");
}

Status paired_outer(Context& context, const WindowOuter& outer, const GatherPairs& pairs) {
  const int64_t n = outer.map.taps * outer.in_channels * outer.out_channels;
  if (n == 0) return {};
  if (outer.map.n_targets == 0) return fill(context, outer.out, 0, 2, n * (outer.undo == nullptr ? 2 : 4));
  return outer.is_brief ? with_columns<true>(context, outer, pairs) : with_columns<false>(context, outer, pairs);
}

}  // namespace dvdb::backend
