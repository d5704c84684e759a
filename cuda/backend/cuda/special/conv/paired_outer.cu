/// Gradients of weights tap by tap on the matrix units of sm_90a. Each block has a tap and some of its lists; two teams
/// of warps sum up 64 channels of the sources each, by those of the targets, while a third fetches pairs of rows some
/// stages ahead.
#include "backend/api/special/conv/paired_outer.hpp"

#include "backend/api/memory.hpp"
#include "backend/api/special/conv/tile_gemm.hpp"
#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/paired_parts.cuh"
#include "backend/cuda/special/conv/scales.cuh"
#include "backend/cuda/special/conv/split_channels.cuh"
#include "backend/cuda/special/conv/window_results.cuh"
#include "base/plain_nan.hpp"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kMultiplierRegisters = 192;  // kPairTeams times this and once the next are what a block begins with
constexpr int kFetcherRegisters = 120;
constexpr int64_t kLeastParts = 2 * kMostPairedTaps;

/// The same of split numbers, small products first, which the units add to small sums.
template <int kColumns>
__device__ __forceinline__ void add_split_stage(PairSums<kColumns>& products, const PairRing<true, kColumns>& ring,
                                                uint32_t turn, uint32_t own_place) {
  constexpr int kChunks = kPairedRows / kPairChunk;
  uint32_t left[2][kChunks][4];
#pragma unroll
  for (int lower = 1; lower >= 0; --lower) {
#pragma unroll
    for (int chunk = 0; chunk < kChunks; ++chunk) {
      load_transposed(left[lower][chunk], ring.sources(turn) + own_place + uint32_t(lower) * kPartBytes +
                                              uint32_t(chunk) * (kPairChunk * kPairRowBytes));
    }
  }
  const auto add = [&](int left_lower, int right_lower) {
#pragma unroll
    for (int chunk = 0; chunk < kChunks; ++chunk) {
      const uint32_t columns =
          ring.gradients(turn) + uint32_t(right_lower) * kPartBytes + uint32_t(chunk) * (kPairChunk * kPairRowBytes);
      MatrixProduct<kColumns>::template add<false, true>(products, left[left_lower][chunk],
                                                         describe_operand<kPairRowBytes>(columns, 2 * kPartBytes));
    }
  };
  begin_products();
  add(1, 0);
  add(0, 1);
  add(0, 0);
  commit_products();
  wait_products<0>();
}

template <MatrixElement kElement, int kColumns>
__global__ void __launch_bounds__(kPairThreads, 1)
    paired_outer_kernel(PairedOperands operands, GatherPairs pairs, PairDivision shares, bool whole, float* sums,
                        int32_t* firsts) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  constexpr bool kSplit = kElement == MatrixElement::kF32;
  using Ring = PairRing<kSplit, kColumns>;
  extern __shared__ __align__(1024) unsigned char paired_memory[];
  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const Ring ring{shared_address(paired_memory)};
  if (thread < Ring::kStages) {
    start_barrier(ring.full(thread), kPairThreads - kPairMultiplying);
    start_barrier(ring.empty(thread), kPairMultiplying / 32);
  }
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  const PairPart share = take_share<kColumns>(shares, int32_t(operands.map.taps), pairs.stages, firsts);
  if (share.tap < 0) return;
  int32_t own = 0;
  for (int32_t list = share.first + lane * share.step; list < shares.lists; list += 32 * share.step) {
    own += (pairs.counts[int64_t(share.tap) * shares.lists + list] + kPairedRows - 1) / kPairedRows;
  }
  const auto stages = int32_t(__reduce_add_sync(~0u, own));
  __syncthreads();
  if (thread >= kPairMultiplying) {
    give_registers<kFetcherRegisters>();
    if (kSplit || whole) {
      fetch_pairs<true>(operands, pairs, shares, share, ring, stages);
    } else if constexpr (!kSplit) {
      fetch_pairs<false>(operands, pairs, shares, share, ring, stages);
    }
    return;
  }
  take_registers<kMultiplierRegisters>();
  const int team = thread / 128;
  const int32_t first_channel = share.channel + team * 64;
  const bool has_channels = first_channel < operands.in_channels;
  const uint32_t own_place = team * Ring::kHalves * kPartBytes + pair_place(thread);
  PairSums<kColumns> sum = {};
  sum_stages<kColumns>(sum, ring, uint32_t(stages), kSplit ? 1 : kLongSum,
                       [&](PairSums<kColumns>& products, uint32_t turn) {
                         if (!has_channels) return;
                         show_to_products();
                         if constexpr (kSplit) {
                           add_split_stage<kColumns>(products, ring, turn, own_place);
                         } else {
                           add_stage<kElement == MatrixElement::kBf16, kColumns>(products, ring, turn, own_place);
                         }
                       });
  float* const to =
      sums + (int64_t(blockIdx.y) * shares.parts + blockIdx.x) * (kPairDepth * kColumns) + team * 64 * kColumns;
  each_pair<kColumns>(thread, sum, [&](int row, int column, float first, float second) {
    *reinterpret_cast<float2*>(to + row * kColumns + column) = make_float2(first, second);
  });
#endif
}

/// The sum of what blocks have summed up of a weight.
template <int kColumns>
__device__ __forceinline__ float join_blocks(const PairDivision& shares, const OuterWeight& weight, const float* sums,
                                             const int32_t* firsts) {
  const int64_t share = weight.to / kColumns * shares.slices + weight.from / kPairDepth;
  const float* const own = sums + share * shares.parts * (kPairDepth * kColumns) + weight.from % kPairDepth * kColumns +
                           weight.to % kColumns;
  float sum = 0;
  for (int32_t part = firsts[weight.tap]; part < firsts[weight.tap + 1]; ++part)
    sum += own[int64_t(part) * (kPairDepth * kColumns)];
  return sum;
}

constexpr int kJoined = 32;  // channels of the targets

/// Joins a block's kJoined channels of the targets of one of the sources. Neighboring threads have neighboring channels
/// as they read, and neighboring taps as they write.
template <bool kIsBf16, int kColumns>
__global__ void __launch_bounds__(256)
    join_blocks_kernel(WindowOuter outer, PairDivision shares, const float* sums, const int32_t* firsts) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  __shared__ float joined[kJoined][kMostPairedTaps + 1];
  const auto taps = int(outer.map.taps);
  const int64_t from = blockIdx.x % outer.in_channels;
  const int64_t first = blockIdx.x / outer.in_channels * kJoined;
  const auto held = int(min_of(outer.out_channels - first, int64_t(kJoined)));
  for (int i = int(threadIdx.x); i < kJoined * taps; i += 256) {
    const int channel = i % kJoined;
    const int tap = i / kJoined;
    if (channel < held)
      joined[channel][tap] = join_blocks<kColumns>(shares, {from, first + channel, tap}, sums, firsts);
  }
  __syncthreads();
  for (int i = int(threadIdx.x); i < held * taps; i += 256) {
    const int channel = i / taps;
    const int tap = i % taps;
    OuterWeight{from, first + channel, tap}.write<kIsBf16>(outer, joined[channel][tap]);
  }
#endif
}

/// One sum by the general cores, where numbers that are not finite were split; called by whole warps, all lanes get it.
__device__ __noinline__ float sum_again(const SplitOuter& outer, const OuterWeight& weight) {
  const int32_t* const map = outer.map.rows + weight.tap * outer.map.n_targets;
  float sum = 0;
  for (int64_t target = threadIdx.x & 31; __any_sync(~0u, target < outer.map.n_targets); target += 32) {
    const int32_t row = target < outer.map.n_targets ? map[target] : -1;
    if (row >= 0)
      sum = __fmaf_rn(outer.source[row * outer.in_channels + weight.from],
                      outer.gradients[target * outer.out_channels + weight.to], sum);
    if (__any_sync(~0u, sum != sum)) return kPlainNan<float>;
  }
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_xor_sync(~0u, sum, lanes);
  return plain_nan(sum);
}

/// The same of split numbers; `largest` has those of the channels, the sources' first.
template <int kColumns>
__global__ void __launch_bounds__(256)
    join_split_kernel(SplitOuter outer, PairDivision shares, int64_t n, const float* largest, const float* sums,
                      const int32_t* firsts) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  const int64_t i = int64_t(blockIdx.x) * 256 + threadIdx.x;
  const OuterWeight weight = OuterWeight::of(outer, min_of(i, n - 1));
  float sum = join_blocks<kColumns>(shares, weight, sums, firsts);
  const int exponent =
      exponent_of(largest[weight.from]) + exponent_of(largest[outer.in_channels + weight.to]) - 2 * kLargest;
  sum = Undoing::of(exponent)(sum);
  for (uint32_t lost = __ballot_sync(~0u, !(fabsf(sum) <= kMostFinite)); lost != 0; lost &= lost - 1) {
    const int lane = __ffs(int(lost)) - 1;
    const float again = sum_again(outer, OuterWeight::of(outer, min_of(i - (threadIdx.x & 31) + lane, n - 1)));
    if (int(threadIdx.x & 31) == lane) sum = again;
  }
  if (i < n) outer.out[weight.place(outer)] = sum;
#endif
}

/// Divides a launch, makes the blocks' sums and calls `join(shares, sums, firsts)`.
template <MatrixElement kElement, int kColumns, class Join>
Status sum_pairs(Context& context, const PairedOperands& operands, const GatherPairs& pairs, Join join) {
  PairDivision shares{};
  shares.slices = int32_t((operands.in_channels + kPairDepth - 1) / kPairDepth);
  shares.tiles = int32_t((operands.out_channels + kColumns - 1) / kColumns);
  shares.lists = int32_t(GatherPairs::lists_of(operands.map.n_targets));
  const int64_t shared = int64_t(shares.slices) * shares.tiles;
  shares.parts = int32_t(max_of(int64_t(context.device->multiprocessors) / shared, kLeastParts));
  Scratch memory(context);
  Scratch first_memory(context);
  Span<float> sums;
  Span<int32_t> firsts;
  DVDB_TRY(memory.allocate(shared * shares.parts * (kPairDepth * kColumns), sums));
  DVDB_TRY(first_memory.allocate(kMostPairedTaps + 1, firsts));
  const auto kernel = paired_outer_kernel<kElement, kColumns>;
  constexpr int kBytes = int(PairRing<kElement == MatrixElement::kF32, kColumns>::kBytes);
  DVDB_TRY(allow_block_bytes(context, kernel, kBytes));
  const bool whole = has_whole_pieces(operands.source, operands.source_row) &&
                     has_whole_pieces(operands.gradients, operands.gradient_row);
  kernel<<<dim3(unsigned(shares.parts), unsigned(shared)), kPairThreads, kBytes, context.device->stream>>>(
      operands, pairs, shares, whole, sums.data, firsts.data);
  DVDB_TRY(check_launch(context));
  join(shares, sums.data, firsts.data);
  return check_launch(context);
}

unsigned join_blocks_of(int64_t n) { return unsigned((n + 255) / 256); }

template <bool kIsBf16, int kColumns>
Status sum_halves(Context& context, const WindowOuter& outer, const GatherPairs& pairs) {
  const int64_t blocks = outer.in_channels * ((outer.out_channels + kJoined - 1) / kJoined);
  const PairedOperands operands{outer.map,       outer.source,       outer.in_channels, outer.in_channels,
                                outer.gradients, outer.out_channels, outer.out_channels};
  constexpr MatrixElement kElement = kIsBf16 ? MatrixElement::kBf16 : MatrixElement::kF16;
  return sum_pairs<kElement, kColumns>(
      context, operands, pairs, [&](const PairDivision& shares, const float* sums, const int32_t* firsts) {
        join_blocks_kernel<kIsBf16, kColumns>
            <<<unsigned(blocks), 256, 0, context.device->stream>>>(outer, shares, sums, firsts);
      });
}

template <bool kIsBf16>
Status with_columns(Context& context, const WindowOuter& outer, const GatherPairs& pairs) {
  return outer.out_channels <= 64 ? sum_halves<kIsBf16, 64>(context, outer, pairs)
                                  : sum_halves<kIsBf16, 128>(context, outer, pairs);
}

template <int kColumns>
Status sum_split(Context& context, const SplitOuter& outer, const PairedOperands& operands, const GatherPairs& pairs,
                 const float* largest) {
  const int64_t n = outer.map.taps * outer.in_channels * outer.out_channels;
  return sum_pairs<MatrixElement::kF32, kColumns>(
      context, operands, pairs, [&](const PairDivision& shares, const float* sums, const int32_t* firsts) {
        join_split_kernel<kColumns>
            <<<join_blocks_of(n), 256, 0, context.device->stream>>>(outer, shares, n, largest, sums, firsts);
      });
}

}  // namespace

Status paired_outer(Context& context, const WindowOuter& outer, const GatherPairs& pairs) {
  const int64_t n = outer.map.taps * outer.in_channels * outer.out_channels;
  if (n == 0) return {};
  if (outer.map.n_targets == 0) return fill(context, outer.out, 0, 2, n * outer.result_bytes());
  return outer.is_bf16 ? with_columns<true>(context, outer, pairs) : with_columns<false>(context, outer, pairs);
}

Status split_outer(Context& context, const SplitOuter& outer, const GatherPairs& pairs) {
  const int64_t n = outer.map.taps * outer.in_channels * outer.out_channels;
  if (n == 0) return {};
  if (outer.map.n_targets == 0) return fill(context, outer.out, 0, 4, n * int64_t(sizeof(float)));
  Scratch memory(context);
  Layout layout;
  const int64_t source_row = split_row(outer.in_channels);
  const int64_t gradient_row = split_row(outer.out_channels);
  const int64_t source_place = layout.reserve<uint16_t>(outer.n_sources * source_row);
  const int64_t gradient_place = layout.reserve<uint16_t>(outer.map.n_targets * gradient_row);
  const int64_t largest_place = layout.reserve<float>(outer.in_channels + outer.out_channels);
  DVDB_TRY(memory.allocate(layout.bytes()));
  auto* const bytes = static_cast<uint8_t*>(memory.data());
  auto* const source = reinterpret_cast<uint16_t*>(bytes + source_place);
  auto* const gradients = reinterpret_cast<uint16_t*>(bytes + gradient_place);
  auto* const largest = reinterpret_cast<float*>(bytes + largest_place);
  DVDB_TRY(split_channels(context, outer.source, outer.n_sources, outer.in_channels, largest, source));
  DVDB_TRY(split_channels(context, outer.gradients, outer.map.n_targets, outer.out_channels,
                          largest + outer.in_channels, gradients));
  const PairedOperands operands{outer.map, source,       source_row,        outer.in_channels,
                                gradients, gradient_row, outer.out_channels};
  return outer.out_channels <= 64 ? sum_split<64>(context, outer, operands, pairs, largest)
                                  : sum_split<128>(context, outer, operands, pairs, largest);
}

}  // namespace dvdb::backend
