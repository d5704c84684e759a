/// Products over sorted targets on the matrix units of sm_90a. Two teams of warps each multiply 128 targets; a third
/// fetches the sources of a tap and its weights, 64 channels at a time, some stages ahead.
#include "backend/api/special/conv/sorted_gemm.hpp"

#include "backend/api/memory.hpp"
#include "backend/cuda/special/conv/job_shares.cuh"
#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/window_parts.cuh"
#include "backend/cuda/special/conv/window_results.cuh"
#include "backend/cuda/state.cuh"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kGroups = kMatrixWindow / kMatrixRows;
constexpr int kTeams = 2;                   // of four warps that multiply
constexpr int kTiles = kGroups / kTeams;    // of a team
constexpr int kMultiplying = kTeams * 128;  // threads
constexpr int kThreads = kMultiplying + 128;
constexpr int kMultiplierRegisters = 216;  // kTeams times this and once the next are what a block begins with
constexpr int kFetcherRegisters = 72;
constexpr int kDepth = 64;  // channels of a stage
constexpr int kPieces = kDepth / kPiece;
constexpr int kStages = 4;
constexpr uint32_t kRowBytes = kDepth * 2;

constexpr uint32_t kSourceBytes = kMatrixWindow * kRowBytes;  // of a stage
template <int kColumns>
constexpr uint32_t kWeightBytes = kColumns * kRowBytes;
template <int kColumns>
constexpr int kTeamSums = kTiles * kColumns / 2;  // of a thread

/// A block's shared memory: sources and weights of stages.
template <int kColumns>
struct Ring : StageRing<kStages, kSourceBytes + kWeightBytes<kColumns>> {
  __device__ uint32_t sources(uint32_t turn) const { return this->stage(turn); }
  __device__ uint32_t weights(uint32_t turn) const { return this->stage(turn) + kSourceBytes; }
};

/// The taps of a window's groups of targets, in lanes 0 to 3.
__device__ __forceinline__ uint32_t group_taps(const GatherTiles& tiles, int32_t window, int64_t n_targets) {
  constexpr int kParts = kMatrixRows / kTileRows;  // of a group, whose taps are noted together
  const int lane = int(threadIdx.x & 31);
  uint32_t taps = 0;
#pragma unroll
  for (int k = 0; k < kParts; ++k) {
    const int64_t at = (int64_t(window) * kGroups + lane) * kParts + k;
    if (lane < kGroups && at < GatherTiles::tiles_of(n_targets)) taps |= tiles.masks[at];
  }
  return taps;
}

/// Fetches for each tap that a window has its sources and weights.
template <int kColumns>
__device__ void fetch(const WindowGemm& gemm, const GatherTiles& tiles, const JobShares& shares,
                      const Ring<kColumns>& ring, const uint8_t* packed, bool aligned) {
  constexpr int kRows = 16;  // that a thread fetches a piece of, every 16th
  const int thread = int(threadIdx.x) - kMultiplying;
  const int lane = thread & 31;
  const auto taps = int32_t(gemm.map.taps);
  const int64_t n = gemm.map.n_targets;
  const uint32_t piece = lane & 7;
  const uint32_t own_place = operand_place<kRowBytes>(uint32_t(thread) / 8, piece);
  const auto row_bytes = uint32_t(gemm.in_channels * 2);
  uint32_t turn = 0;
  // Of the 64 rows that a warp fetches a lane looks two up: 4 warp + i % 4 + 16 (i / 4), where i is its number, and 32
  // more.
  const int first_row = thread / 32 * 4 + lane % 4 + lane / 4 * 16;
  const Jobs& jobs = shares.jobs;
  shares.each([&](int32_t window, int32_t tile, const JobShare& share) {
    const uint32_t mask = group_taps(tiles, window, n);
    ShareTurns left = ShareTurns::of(__reduce_or_sync(~0u, mask), jobs.depths, share);
    int64_t targets[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) {
      const int64_t at = int64_t(window) * kMatrixWindow + first_row + 128 * k;
      targets[k] = at < n ? int64_t(tiles.order[at]) : -1;
    }
    const auto look_up = [&](uint32_t taps_left, int32_t (&to)[2]) {
      const int32_t tap = __ffs(int(taps_left)) - 1;
#pragma unroll
      for (int k = 0; k < 2; ++k) to[k] = tap >= 0 && targets[k] >= 0 ? gemm.map.rows[tap * n + targets[k]] : -1;
    };
    int32_t next[2];
    look_up(left.taps, next);
    while (left.number > 0) {
      const ShareTurns::Tap tap = left.next(jobs.depths);
      int32_t sources[kRows];
#pragma unroll
      for (int k = 0; k < kRows; ++k) sources[k] = __shfl_sync(~0u, next[k / 8], 4 * (k % 8) + lane / 8);
      look_up(left.taps, next);
      const uint32_t groups = __ballot_sync(~0u, (mask >> tap.index & 1) != 0);
#pragma unroll 1
      for (int32_t depth = tap.from; depth < tap.end; ++depth, ++turn) {
        ring.wait_empty(turn);
        if (thread == 0) {
          expect_bytes(ring.full(turn), kWeightBytes<kColumns>);
          copy_run(ring.weights(turn),
                   packed + ((int64_t(depth) * jobs.tiles + tile) * taps + tap.index) * kWeightBytes<kColumns>,
                   kWeightBytes<kColumns>, ring.full(turn));
        }
        const int64_t channel = int64_t(depth) * kDepth + piece * kPiece;
        const uint32_t to = ring.sources(turn) + own_place;
        if (aligned) {
          const bool inside = channel < gemm.in_channels;
          const auto* const from = reinterpret_cast<const uint8_t*>(gemm.source + (inside ? channel : 0));
#pragma unroll
          for (int k = 0; k < kRows; ++k) {
            if ((groups >> k / 4 & 1) == 0) continue;
            const bool there = inside && sources[k] >= 0;
            copy_16_or_clear(to + k * 16 * kRowBytes, from + uint64_t(uint32_t(there ? sources[k] : 0)) * row_bytes,
                             there);
          }
        } else {
#pragma unroll
          for (int k = 0; k < kRows; ++k) {
            if (sources[k] < 0) {
              store_16(to + k * 16 * kRowBytes, {});
            } else {
              hold_piece(gemm, false, sources[k], channel, to + k * 16 * kRowBytes);
            }
          }
          __threadfence_block();
        }
        arrive_with_copies(ring.full(turn));
      }
    }
  });
}

template <bool kIsBf16, int kColumns>
__global__ void __launch_bounds__(kThreads, 1)
    sorted_gemm_kernel(WindowGemm gemm, GatherTiles tiles, const uint8_t* packed, JobShares shares, bool aligned,
                       bool whole) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ __align__(1024) unsigned char sorted_memory[];
  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const Ring<kColumns> ring{shared_address(sorted_memory)};
  ring.start(kThreads - kMultiplying + 1, kMultiplying / 32);
  if (thread >= kMultiplying) {
    give_registers<kFetcherRegisters>();
    wait_for_previous();
    fetch(gemm, tiles, shares, ring, packed, aligned);
    return;
  }
  take_registers<kMultiplierRegisters>();
  const int team = thread / 128;
  uint32_t turn = 0;
  const int first_row =
      team * (kTiles * kMatrixRows) + thread % 128 / 32 * 16;  // of this warp in its team's first tile
  const uint32_t own_place = operand_place<kRowBytes>(uint32_t(first_row + (lane & 15)), lane >> 4);
  const int32_t depths = shares.jobs.depths;
  shares.each([&](int32_t window, int32_t tile, const JobShare& share) {
    const uint32_t mask = group_taps(tiles, window, gemm.map.n_targets);
    ShareTurns left = ShareTurns::of(__reduce_or_sync(~0u, mask), depths, share);
    uint32_t own[kTiles];
#pragma unroll
    for (int k = 0; k < kTiles; ++k) own[k] = __shfl_sync(~0u, mask, team * kTiles + k);
    float sums[kTiles][kColumns / 2] = {};
    while (left.number > 0) {
      const ShareTurns::Tap tap = left.next(depths);
#pragma unroll 1
      for (int32_t depth = tap.from; depth < tap.end; ++depth, ++turn) {
        ring.wait_full(turn);
#pragma unroll
        for (int k = 0; k < kTiles; ++k) {
          if ((own[k] >> tap.index & 1) == 0) continue;
          add_rows<kIsBf16, kColumns>(sums[k], ring.sources(turn) + k * kMatrixRows * kRowBytes + own_place,
                                      ring.weights(turn));
        }
        wait_products<0>();
        __syncwarp();
        if (lane == 0) arrive(ring.empty(turn));
      }
    }
    auto& all = reinterpret_cast<float (&)[kTeamSums<kColumns>]>(sums);
    if (!share.is_last()) return shares.hand_over<kMultiplying>(share, thread, all);
    if (share.count > 1) shares.take_over<kMultiplying>(share, thread, all);
    constexpr int kPairs = kRun<kColumns>;
    write_runs<kIsBf16, kPairs>(gemm, whole, [&](auto write) {
#pragma unroll
      for (int k = 0; k < kTiles; ++k) {
#pragma unroll
        for (int lower = 0; lower < 2; ++lower) {
          const int64_t at = int64_t(window) * kMatrixWindow + first_row + k * kMatrixRows + (lane >> 2) + 8 * lower;
          const int64_t target = at < gemm.map.n_targets ? int64_t(tiles.order[at]) : gemm.map.n_targets;
#pragma unroll
          for (int run = 0; run < kColumns / 8 / kPairs; ++run) {
            const int64_t channel = int64_t(tile) * kColumns + (run * 4 + (lane & 3)) * (kPairs * 2);
            write({target, channel, sums[k] + run * kPairs * 4, lower});
          }
        }
      }
    });
  });
#endif
}

template <bool kIsBf16, int kColumns>
Status launch_sorted(Context& context, const WindowGemm& gemm, const GatherTiles& tiles) {
  const Jobs jobs = Jobs::of(gemm, kDepth, kColumns);
  JobShares shares = JobShares::of(jobs, gemm.map.taps, context.device->multiprocessors);
  Layout layout;
  const int64_t n_packed = int64_t(jobs.depths) * jobs.tiles * gemm.map.taps * kWeightBytes<kColumns> / 2;
  const int64_t to_packed = layout.reserve<uint16_t>(n_packed);
  const int64_t to_finished = layout.reserve<uint32_t>(shares.divided());
  const int64_t to_sums = layout.reserve<float>(shares.floats(kMultiplying * kTeamSums<kColumns>));
  Scratch memory(context);
  DVDB_TRY(memory.allocate(layout.bytes()));
  auto* const at = static_cast<uint8_t*>(memory.data());
  auto* const packed = reinterpret_cast<uint16_t*>(at + to_packed);
  shares.finished = reinterpret_cast<uint32_t*>(at + to_finished);
  shares.sums = reinterpret_cast<float*>(at + to_sums);
  DVDB_TRY(
      (pack_columns<kDepth, kColumns>(context, gemm, jobs, {packed, n_packed, shares.finished, shares.divided()})));
  const auto kernel = sorted_gemm_kernel<kIsBf16, kColumns>;
  const auto run = [&](auto... parts) {
    return launch_behind(context.device->stream, kernel, shares.blocks(context), kThreads, int(Ring<kColumns>::kBytes),
                         gemm, tiles, parts...);
  };
  DVDB_TRY(allow_block_bytes(context, kernel, int(Ring<kColumns>::kBytes)));
  return launch_jobs<kColumns>(context, gemm, shares, packed, run);
}

template <bool kIsBf16>
Status with_columns(Context& context, const WindowGemm& gemm, const GatherTiles& tiles) {
  return with_width<64, 96, 128>(tile_channels(gemm.out_channels), [&]<int kColumns>() -> Status {
    return launch_sorted<kIsBf16, kColumns>(context, gemm, tiles);
  });
}

}  // namespace

Status sorted_gemm(Context& context, const WindowGemm& gemm, const GatherTiles& tiles) {
  if (gemm.map.n_targets == 0 || gemm.out_channels == 0) return {};
  return gemm.is_bf16 ? with_columns<true>(context, gemm, tiles) : with_columns<false>(context, gemm, tiles);
}

}  // namespace dvdb::backend
