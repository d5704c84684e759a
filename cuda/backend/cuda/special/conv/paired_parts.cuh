/// Input of sums of products of pairs: which block has which lists, and the rows of its pairs in shared memory.
#pragma once

#include "backend/api/special/conv/paired_outer.hpp"
#include "backend/cuda/launch/lanes.cuh"
#include "backend/cuda/special/conv/window_parts.cuh"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

inline constexpr int kPairTeams = 2;                       // of four warps that multiply
inline constexpr int kPairMultiplying = kPairTeams * 128;  // threads
inline constexpr int kPairThreads = kPairMultiplying + 128;
inline constexpr int kPairDepth = kPairTeams * 64;  // channels of the sources
inline constexpr uint32_t kPairRowBytes = 128;      // 64 channels of a row; the others are behind those of all rows
inline constexpr uint32_t kPartBytes = kPairedRows * kPairRowBytes;

/// Rows of pairs. Of split numbers, 64 channels are 64 upper halves and 64 lower ones behind them.
struct PairedOperands {
  GatherMap map;
  const uint16_t* source;
  int64_t source_row;  // elements of a row
  int64_t in_channels;
  const uint16_t* gradients;
  int64_t gradient_row;
  int64_t out_channels;
};

/// A block's shared memory: rows of stages, parts of 64 elements one after the other.
template <bool kSplit, int kColumns>
struct PairRing : StageRing<kSplit ? 3 : 6, (kSplit ? 2 : 1) * (kPairDepth + kColumns) / 64 * kPartBytes> {
  static constexpr int kStages = kSplit ? 3 : 6;
  static constexpr int kHalves = kSplit ? 2 : 1;
  static constexpr int kSourceParts = kHalves * kPairDepth / 64;
  static constexpr int kGradientParts = kHalves * kColumns / 64;

  __device__ uint32_t sources(uint32_t turn) const { return this->stage(turn); }
  __device__ uint32_t gradients(uint32_t turn) const { return this->stage(turn) + kSourceParts * kPartBytes; }
};

inline constexpr int kPairChunk = 16;  // rows that a product sums up
inline constexpr int kLongSum = 64;    // stages whose products are summed up before they are added to those before

/// Sums of products of 64 channels by kColumns, a thread's share of them.
template <int kColumns>
using PairSums = float[kColumns / 2];

/// Adds the products of a stage. `own_place` is where the lane gathers its sources from.
template <bool kIsBf16, int kColumns>
__device__ __forceinline__ void add_stage(PairSums<kColumns>& products, const PairRing<false, kColumns>& ring,
                                          uint32_t turn, uint32_t own_place) {
  uint32_t left[2][4];
#pragma unroll
  for (int chunk = 0; chunk < kPairedRows / kPairChunk; ++chunk) {
    const uint32_t at = uint32_t(chunk) * (kPairChunk * kPairRowBytes);
    load_transposed(left[chunk & 1], ring.sources(turn) + own_place + at);
    begin_products();
    MatrixProduct<kColumns>::template add<kIsBf16, true>(
        products, left[chunk & 1], describe_operand<kPairRowBytes>(ring.gradients(turn) + at, kPartBytes));
    commit_products();
    wait_products<1>();
  }
  wait_products<0>();
}

/// Where a thread gathers its team's sources from, in those of a stage.
__device__ __forceinline__ uint32_t pair_place(int thread) {
  const int lane = thread & 31;
  const auto gathered = uint32_t((lane & 7) + (lane >> 4) * 8);  // of a chunk's rows
  const auto piece = uint32_t(thread % 128 / 32 * 2 + (lane >> 3 & 1));
  return operand_place<kPairRowBytes>(gathered, piece);
}

/// Adds the products of stages to long sums, `at_once` of them first among themselves: calls add(products, turn).
template <int kColumns>
__device__ __forceinline__ void sum_stages(PairSums<kColumns>& sums, const auto& ring, uint32_t stages,
                                           uint32_t at_once, auto add) {
  for (uint32_t turn = 0; turn < stages;) {
    const uint32_t end = min_of(turn + at_once, stages);
    PairSums<kColumns> products = {};
    for (; turn < end; ++turn) {
      ring.wait_full(turn);
      add(products, turn);
      __syncwarp();
      if ((threadIdx.x & 31) == 0) arrive(ring.empty(turn));
    }
#pragma unroll
    for (int k = 0; k < kColumns / 2; ++k) sums[k] += products[k];
  }
}

/// Calls body(row, column, sum, that of the next column) for a thread's sums; rows are its team's channels.
template <int kColumns>
__device__ __forceinline__ void each_pair(int thread, const PairSums<kColumns>& sums, auto body) {
  const int lane = thread & 31;
#pragma unroll
  for (int k = 0; k < kColumns / 2; k += 2) {
    const int row = thread % 128 / 32 * 16 + lane / 4 + (k / 2 & 1) * 8;
    body(row, k / 4 * 8 + (lane & 3) * 2, sums[k], sums[k + 1]);
  }
}

/// Division of a launch: parts, slices of the sources' channels and tiles of the targets'.
struct PairDivision {
  int32_t parts;
  int32_t slices;
  int32_t tiles;
  int32_t lists;  // of a tap
};

/// The part of the sums that a block computes.
struct PairPart {
  int32_t tap;    // -1 for nothing
  int32_t first;  // list; every `step`-th is the block's
  int32_t step;
  int32_t channel;  // of the sources
  int32_t column;   // of the targets
};

/// Gives each tap as many blocks as it has work, so that the most that one has to do is least; called by whole warps.
template <int kColumns>
__device__ __forceinline__ PairPart take_share(const PairDivision& all, int32_t taps, const int32_t* stages,
                                               int32_t* firsts) {
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
  const int32_t end = sum_upto_lane(own);
  if (blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x < 32) firsts[lane] = end - own;
  if (blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x == 31) firsts[32] = end;
  const auto block = int32_t(blockIdx.x);
  const uint32_t is_own = __ballot_sync(~0u, block < end && block >= end - own);
  const int32_t tap = __ffs(int(is_own)) - 1;
  PairPart share;
  share.tap = tap;
  share.first = block - __shfl_sync(~0u, end - own, max_of(tap, 0));
  share.step = __shfl_sync(~0u, own, max_of(tap, 0));
  share.channel = int32_t(blockIdx.y) % all.slices * kPairDepth;
  share.column = int32_t(blockIdx.y) / all.slices * kColumns;
  return share;
}

/// Goes from stage to stage through a block's lists.
struct PairCursor {
  const GatherPairs& pairs;
  const PairPart& share;
  int32_t lists;
  int32_t list;
  int32_t at = 0;
  int32_t count;
  int32_t next_count;  // of the block's next list

  __device__ PairCursor(const GatherPairs& all, const PairPart& own, int32_t n_lists)
      : pairs(all),
        share(own),
        lists(n_lists),
        list(own.first),
        count(count_of(own.first)),
        next_count(count_of(own.first + own.step)) {
    skip();
  }
  /// The target of a row of the stage, or -1.
  __device__ int32_t target(int32_t row) const {
    if (list >= lists || at + row >= count) return -1;
    return list * kPairedTargets +
           int32_t(pairs.places[(int64_t(share.tap) * lists + list) * kPairedTargets + at + row]);
  }
  __device__ void go_on() {
    at += kPairedRows;
    skip();
  }

 private:
  __device__ int32_t count_of(int32_t of) const {
    return of < lists ? pairs.counts[int64_t(share.tap) * lists + of] : 0;
  }
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
struct PairPieces {
  const uint16_t* rows;  // from the thread's first channel on
  uint32_t channels;
  int32_t left;   // channels from the first one on, of kParts * 64
  int32_t parts;  // in which some thread has channels

  __device__ PairPieces(const uint16_t* all, int64_t of_row, int64_t block_channel, int32_t piece)
      : rows(all + block_channel + piece * kPiece),
        channels(uint32_t(of_row)),
        left(int32_t(min_of(of_row - block_channel, int64_t(kParts * 64))) - piece * kPiece),
        parts(int32_t(min_of((of_row - block_channel + 63) / 64, int64_t(kParts)))) {}

  /// Fetches them, zeros where there is no row.
  template <bool kWhole>
  __device__ __forceinline__ void fetch(int32_t row, uint32_t to) const {
    const uint16_t* const from = rows + uint64_t(uint32_t(max_of(row, 0))) * channels;
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
      if (part > 0 && part >= parts) break;
      if constexpr (kWhole) {
        copy_16_or_clear(to + part * kPartBytes, from + part * 64, row >= 0 && left > part * 64);
      } else {
        hold_piece(from + part * 64, row < 0 ? 0 : left - part * 64, false, to + part * kPartBytes);
      }
    }
  }
};

/// Fetches the pairs of a block's stages. What a warp needs for two stages its lanes look up together, and some turns
/// before, for a target comes from the list and its source from the map.
template <bool kWhole, bool kSplit, int kColumns>
__device__ void fetch_pairs(const PairedOperands& operands, const GatherPairs& pairs, const PairDivision& shares,
                            const PairPart& share, const PairRing<kSplit, kColumns>& ring, int32_t stages) {
  using Ring = PairRing<kSplit, kColumns>;
  constexpr int kRows = kPairedRows / 16;  // that a thread fetches a piece of, every 16th
  constexpr int kAhead = 3;
  const int thread = int(threadIdx.x) - kPairMultiplying;
  const int lane = thread & 31;
  const int32_t piece = lane & 7;
  const uint32_t own_place = operand_place<kPairRowBytes>(uint32_t(thread) / 8, uint32_t(piece));
  const PairPieces<Ring::kSourceParts> source_pieces(operands.source, operands.source_row,
                                                     share.channel * Ring::kHalves, piece);
  const PairPieces<Ring::kGradientParts> gradient_pieces(operands.gradients, operands.gradient_row,
                                                         share.column * Ring::kHalves, piece);
  const int32_t own_row =
      thread / 32 * 4 + lane % 4 + lane % 16 / 4 * 16;  // that this lane looks up, of one of the two stages
  const int32_t* const map = operands.map.rows + int64_t(share.tap) * operands.map.n_targets;
  PairCursor cursor(pairs, share, shares.lists);
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
        source_pieces.template fetch<kWhole>(from[0][k], to + uint32_t(k) * 16 * kPairRowBytes);
        gradient_pieces.template fetch<kWhole>(from[1][k],
                                               to + Ring::kSourceParts * kPartBytes + uint32_t(k) * 16 * kPairRowBytes);
      }
      if (!kWhole) __threadfence_block();
      // Racecheck (2025.3) takes this for an arrival that does not wait for the copies, and that of one lane at an
      // empty stage for its own reads alone: it reports both. With cp.async.wait_all and arrivals of all lanes instead
      // it finds nothing, and what it should where one of the waits is left out.
      arrive_with_copies(ring.full(turn));
    }
  }
}

}  // namespace dvdb::backend
