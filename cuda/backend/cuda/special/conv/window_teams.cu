/// Products over windows of targets for 17 to 32 channels of both. Two teams of four warps take windows by turns; a
/// warp owns 64 targets, so that few loads of weights, which stay in shared memory, go with many products. A third team
/// fetches what the next window reads to the one of three layout that no team is at.
//
// Weights are what a product has 16 rows of, sources what it has 8 columns of: then a lane's share of two products are
// eight channels next to each other, which it reads at once. Of the eight lanes whose reads share banks two read
// different sources, and those of neighbors seldom meet; loads of matrices by rows, which read eight, take half as
// long again.
#include "backend/api/memory.hpp"
#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/window_results.cuh"
#include "backend/cuda/special/conv/window_shallow.cuh"
#include "backend/cuda/special/conv/window_warps.cuh"
#include "backend/cuda/state.cuh"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kDepth = 32;
constexpr int kColumns = 32;
constexpr int kEight = 8;  // targets of a product
constexpr int kTiles = 8;  // of a warp
constexpr int kTeams = 2;
constexpr int kTeam = kMatrixWindow / kEight / kTiles * 32;  // threads
constexpr int kThreads = (kTeams + 1) * kTeam;
constexpr int kMultiplierRegisters = 216;  // kTeams times this and once the next are what a block begins with
constexpr int kFetcherRegisters = 72;
constexpr int kHeld = kTeams + 1;  // windows whose sources are held at once
constexpr int kPieces = kDepth / kPiece;

constexpr int kTapBytes = kDepth * kColumns * 2;

/// Lays weights out as lanes take them: [taps, steps, halves of channels, lanes, 8]. A lane multiplies eight channels
/// of a source next to each other, four in each step, and has sums of four channels next to each other.
__global__ void __launch_bounds__(256) pack_rows_kernel(WindowGemm gemm, int64_t n, uint16_t* packed) {
  begin_behind();
  const int64_t i = int64_t(blockIdx.x) * 256 + threadIdx.x;
  if (i >= n) return;
  const auto at = uint32_t(i % (kTapBytes / 2));
  const int64_t place = i / (kTapBytes / 2);
  const uint32_t lane = at / 8 % 32;
  const int64_t k = lane % 4 * 8 + at / 512 * 4 + at / 4 % 2 * 2 + at % 2;
  const int64_t o = lane / 4 * 4 + at / 256 % 2 * 2 + at / 2 % 2;
  uint16_t value = 0;
  if (k < gemm.in_channels && o < gemm.out_channels)
    value = gemm.weights[weight_index(gemm, gemm.mirrored ? gemm.map.taps - 1 - place : place, k, o)];
  packed[i] = value;
}

/// A block's shared memory: weights, sources of windows, and barriers. Full ones end a phase when all sources have
/// come, empty ones when the team has let go.
struct SharedLayout {
  static constexpr uint32_t kWeightBytes = kHeldTaps * kTapBytes;
  static constexpr uint32_t kHeldBytes = kHeldRows * kDepth * 2;
  static constexpr uint32_t kFull = kWeightBytes + kHeld * kHeldBytes;
  static constexpr uint32_t kEmpty = kFull + 8 * kHeld;
  static constexpr uint32_t kBytes = kEmpty + 8 * kHeld;

  uint32_t base;

  __device__ uint32_t held(uint32_t turn) const { return base + kWeightBytes + turn % kHeld * kHeldBytes; }
  __device__ uint32_t full(uint32_t turn) const { return base + kFull + 8 * (turn % kHeld); }
  __device__ uint32_t empty(uint32_t turn) const { return base + kEmpty + 8 * (turn % kHeld); }
};

/// Holds what a block's windows read; called by a team.
__device__ void feed(const WindowGemm& gemm, const SharedLayout& layout, int64_t windows, bool aligned) {
  constexpr int kCopies = 8;  // whose sources are looked up together
  constexpr int kRows = kTeam / kPieces;
  const int thread = int(threadIdx.x) % kTeam;
  const int channel = thread % kPieces * kPiece;
  const uint32_t own_place = (kZeroRows * kPieces + uint32_t(thread)) * 16;
  const bool direct = aligned && channel < gemm.in_channels;
  const auto* const pieces = reinterpret_cast<const uint8_t*>(gemm.source + (direct ? channel : 0));
  const auto row_bytes = uint32_t(gemm.in_channels * 2);
  int next_count = gemm.windows.counts[blockIdx.x];
  uint32_t turn = 0;
  for (int64_t window = blockIdx.x; window < windows; window += gridDim.x, ++turn) {
    const int count = next_count;
    const int32_t* const list = gemm.windows.lists + window * kMostHeld;
    const int64_t next = window + gridDim.x;
    if (next < windows) {
      next_count = gemm.windows.counts[next];
      if (thread == 0) {
        prefetch_run(gemm.windows.slots + next * gemm.map.taps * kMatrixWindow,
                     uint32_t(gemm.map.taps * kMatrixWindow * 2));
        prefetch_run(gemm.windows.lists + next * kMostHeld, kMostHeld * sizeof(int32_t));
      }
    }
    uint32_t to = layout.held(turn) + own_place;
    if (turn >= kHeld) wait_barrier(layout.empty(turn), (turn / kHeld - 1) & 1);
    for (int row = thread / kPieces; row < count; row += kCopies * kRows, to += kCopies * kRows * kDepth * 2) {
      int32_t sources[kCopies];
#pragma unroll
      for (int k = 0; k < kCopies; ++k) sources[k] = row + k * kRows < count ? list[row + k * kRows] : -1;
#pragma unroll
      for (int k = 0; k < kCopies; ++k) {
        if (sources[k] < 0) continue;
        if (direct) {
          copy_16(to + k * kRows * kDepth * 2, pieces + uint64_t(uint32_t(sources[k])) * row_bytes);
        } else {
          hold_piece(gemm, false, sources[k], channel, to + k * kRows * kDepth * 2);
        }
      }
    }
    if (!direct) __threadfence_block();
    arrive_with_copies(layout.full(turn));
  }
}

/// Reads 16 bytes of shared memory before what follows in the program. The compiler would put other reads behind
/// branches, where nothing is left to do while they take their time.
__device__ __forceinline__ void read_16(uint32_t (&out)[4], uint32_t from) {
  asm volatile("ld.volatile.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
               : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
               : "r"(from)
               : "memory");
}

/// Weights of a tap: of a step and half of the channels.
struct Weights {
  uint32_t words[2][2][4];

  __device__ __forceinline__ void load(uint32_t weights, int tap) {
#pragma unroll
    for (int k = 0; k < 4; ++k) read_16(words[k / 2][k % 2], weights + uint32_t(tap * 4 + k) * 512);
  }
};

/// A tap, -1 for none, and the slots of a lane's rows of it.
struct Tap {
  int tap = -1;
  uint2 even = {};  // of the first, third, ... tile
  uint2 odd = {};

  __device__ __forceinline__ void load(int which, const uint16_t* slots) {
    *this = {};
    tap = which;
    if (tap < 0) return;
    const auto* const own = reinterpret_cast<const uint2*>(slots + tap * kMatrixWindow);
    even = __ldg(own);
    odd = __ldg(own + kMatrixTile / 2);
  }
  /// Offset of this lane's piece of a source of a tile; that of the first row is `held`.
  __device__ __forceinline__ uint32_t place(int tile, uint32_t held) const {
    const uint2 slots = tile % 2 ? odd : even;
    constexpr uint32_t kRowBytes = kDepth * 2;
    return __dp2a_lo(tile / 4 ? slots.y : slots.x, tile / 2 % 2 ? kRowBytes << 8 : kRowBytes, held);
  }
};
static_assert(kTiles == 8);  // whose slots are two words of two in each of two layout

using Sums = float[kTiles][2][4];  // of a tile and half of the channels

template <bool kIsBf16>
__device__ __forceinline__ void multiply(float (&sums)[2][4], const Weights& by, const uint32_t (&row)[4], int step) {
#pragma unroll
  for (int half = 0; half < 2; ++half)
    add_product<kIsBf16>(sums[half], by.words[step][half], row[2 * step], row[2 * step + 1]);
}

/// Multiplies a window of which `layout` holds nothing: each product's sources are fetched by themselves.
template <bool kIsBf16>
__device__ __forceinline__ void multiply_long(const WindowGemm& gemm, int64_t target, uint32_t weights, bool aligned,
                                              Sums& sums) {
  const int channel = int(threadIdx.x) % kPieces * kPiece;
#pragma unroll 1
  for (int tap = 0; tap < int(gemm.map.taps); ++tap) {
    Weights by;
    by.load(weights, tap);
#pragma unroll
    for (int tile = 0; tile < kTiles; ++tile) {
      const int64_t at = target + tile * kEight;
      const int64_t source = at < gemm.map.n_targets ? gemm.map.rows[tap * gemm.map.n_targets + at] : -1;
      uint32_t row[4] = {};
      if (source >= 0)
        read_piece(gemm.source + source * gemm.in_channels + channel, gemm.in_channels - channel, aligned, row);
#pragma unroll
      for (int step = 0; step < 2; ++step) multiply<kIsBf16>(sums[tile], by, row, step);
    }
  }
}

template <bool kIsBf16>
__global__ void __launch_bounds__(kThreads, 1)
    team_gemm_kernel(WindowGemm gemm, const uint8_t* packed, int64_t windows, bool aligned, bool whole) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ __align__(1024) unsigned char team_memory[];
  const SharedLayout layout{shared_address(team_memory)};
  const int thread = int(threadIdx.x) % kTeam;
  const int team = int(threadIdx.x) / kTeam;
  const int lane = thread & 31;
  const auto taps = int32_t(gemm.map.taps);
  // Set up: barriers and rows of zeros; then one team fetches, and the others multiply.
  if (threadIdx.x < kHeld) {
    start_barrier(layout.full(threadIdx.x), kTeam);
    start_barrier(layout.empty(threadIdx.x), kTeam / 32);
  }
  constexpr int kZeroPieces = kZeroRows * kPieces;
  if (threadIdx.x < kHeld * kZeroPieces)
    store_16(layout.held(threadIdx.x / kZeroPieces) + threadIdx.x % kZeroPieces * 16, {});
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  __syncthreads();
  if (team == kTeams) {
    give_registers<kFetcherRegisters>();
    feed(gemm, layout, windows, aligned);
    return;
  }

  take_registers<kMultiplierRegisters>();
  const int first_row = thread / 32 * kTiles * kEight;
  const int row = first_row + lane / 4;  // of the window, whose slot this lane gathers for the first tile
  const uint32_t own_tiles = ((1u << kTiles / 2) - 1) << first_row / kTile;
  const uint32_t weights = layout.base + uint32_t(lane) * 16;
  const int64_t stride = int64_t(gridDim.x) * kTeams;
  /// Masks of the taps of a window, this lane's number's.
  const auto find_mask = [&](int64_t window) -> uint32_t {
    return window < windows && lane < taps ? gemm.windows.masks[window * taps + lane] : 0;
  };
  int64_t window = blockIdx.x + team * int64_t(gridDim.x);
  uint32_t mask = find_mask(window);
  int count = window < windows ? gemm.windows.counts[window] : 0;

  // Load: all weights, once.
  wait_for_previous();
  for (int at = int(threadIdx.x) * 16; at < taps * kTapBytes; at += kTeams * kTeam * 16)
    copy_16(layout.base + at, packed + at);
  commit_copies();
  wait_copies<0>();
  asm volatile("bar.sync 1, %0;" ::"n"(kTeams * kTeam) : "memory");

  // Taps that this warp's targets have and that are left; the one that is multiplied next, and some after it.
  constexpr int kAhead = 2;
  uint32_t left = 0;
  const uint16_t* slots = nullptr;
  Tap now;
  Tap next[kAhead];
  const auto take = [&](Tap& to) {
    int tap;
    asm("bfind.u32 %0, %1;" : "=r"(tap) : "r"(left));
    if (tap >= 0) left ^= 1u << tap;
    to.load(tap, slots);
  };
  const auto begin_window = [&] {
    left = __ballot_sync(~0u, (mask & own_tiles) != 0);
    slots = gemm.windows.slots + window * taps * kMatrixWindow + slot_place(row);
    asm volatile("" : "+l"(slots));  // not to be found anew for each tap
    take(now);
#pragma unroll
    for (Tap& tap : next) take(tap);
  };
  begin_window();
  for (uint32_t turn = team; window < windows; turn += kTeams) {
    // Look ahead: masks and number of sources of the next window.
    const uint32_t held = layout.held(turn) + lane % kPieces * 16;
    const int64_t target = window * kMatrixWindow + first_row;
    const bool is_long = count < 0;
    window += stride;
    mask = find_mask(window);
    if (window < windows) count = gemm.windows.counts[window];
    // Multiply: the taps that the warp's targets have.
    Sums sums = {};
    wait_barrier(layout.full(turn), turn / kHeld & 1);
    if (is_long) {
      multiply_long<kIsBf16>(gemm, target + lane / 4, weights, aligned, sums);
    } else if (now.tap >= 0) {
      // While products run, the operands of the next ones are loaded: half of the tiles at once.
      constexpr int kHalf = kTiles / 2;
      uint32_t rows[2][kHalf][4];
      Weights by[2];
      const auto load_rows = [&](int half, const Tap& tap) {
#pragma unroll
        for (int k = 0; k < kHalf; ++k) read_16(rows[half][k], tap.place(half * kHalf + k, held));
      };
      const auto multiply_rows = [&](int half, const Weights& with) {
#pragma unroll
        for (int step = 0; step < 2; ++step) {
#pragma unroll
          for (int k = 0; k < kHalf; ++k) multiply<kIsBf16>(sums[half * kHalf + k], with, rows[half][k], step);
        }
      };
      by[0].load(weights, now.tap);
      load_rows(0, now);
      while (now.tap >= 0) {
        Tap later[kAhead];
#pragma unroll
        for (Tap& tap : later) take(tap);
#pragma unroll
        for (int k = 0; k < kAhead; ++k) {
          if (now.tap < 0) break;
          load_rows(1, now);
          multiply_rows(0, by[k % 2]);
          // A missing tap loads zeros.
          by[1 - k % 2].load(weights, max_of(next[k].tap, 0));
          load_rows(0, next[k]);
          multiply_rows(1, by[k % 2]);
          now = next[k];
        }
#pragma unroll
        for (int k = 0; k < kAhead; ++k) next[k] = later[k];
      }
    }
    __syncwarp();
    if (lane == 0) arrive(layout.empty(turn));
    begin_window();
    // Store: the sums of the window, rounded, while the next one's slots are looked up.
    write_runs<kIsBf16, 2>(gemm, whole, [&](auto write) {
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
#pragma unroll
        for (int odd = 0; odd < 2; ++odd) {
          const auto& own = sums[tile];
          const float run[8] = {own[0][odd], own[0][odd + 2], 0.f, 0.f, own[1][odd], own[1][odd + 2]};
          write({target + tile * kEight + lane % 4 * 2 + odd, lane / 4 * 4, run, 0});
        }
      }
    });
  }
#endif
}

template <bool kIsBf16>
Status launch_teams(Context& context, const WindowGemm& gemm) {
  Scratch memory(context);
  DVDB_TRY(memory.allocate(gemm.map.taps * kTapBytes));
  const int64_t n = memory.bytes() / 2;
  cudaStream_t stream = context.device->stream;
  if (n > 0)
    DVDB_TRY(check_cuda(context,
                        launch_behind(stream, pack_rows_kernel, unsigned((n + 255) / 256), 256, 0, gemm, n,
                                      static_cast<uint16_t*>(memory.data())),
                        "launch"));
  const auto kernel = team_gemm_kernel<kIsBf16>;
  DVDB_TRY(allow_block_bytes(context, kernel, int(SharedLayout::kBytes)));
  const bool aligned = has_whole_pieces(gemm.source, gemm.in_channels);
  const bool whole = has_whole_pieces(gemm.out, gemm.out_channels, 4);
  const int64_t windows = GatherWindows::windows_of(gemm.map.n_targets);
  const dim3 blocks(unsigned(min_of(windows, int64_t(context.device->multiprocessors))));
  const auto* packed = static_cast<const uint8_t*>(memory.data());
  return check_cuda(
      context,
      launch_behind(stream, kernel, blocks, kThreads, int(SharedLayout::kBytes), gemm, packed, windows, aligned, whole),
      "launch");
}

}  // namespace

Status team_window_gemm(Context& context, const WindowGemm& gemm) {
  return gemm.is_bf16 ? launch_teams<true>(context, gemm) : launch_teams<false>(context, gemm);
}

}  // namespace dvdb::backend
