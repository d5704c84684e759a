// Products over windows of targets for 17 to 32 channels of both. Two teams of four warps take windows by turns; a warp owns 64
// targets, so that few loads of weights, which stay in shared memory, go with many products. A third team fetches what the
// next window reads to the one of three places that no team is at.
#include "backend/cuda/device.cuh"
#include "backend/cuda/window_shallow.cuh"
#include "backend/cuda/window_warps.cuh"
#include "backend/memory.hpp"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kDepth = 32;
constexpr int kColumns = 32;
constexpr int kTiles = 4;  // of a warp
constexpr int kTeams = 2;
constexpr int kTeam = kMatrixWindow / kTile / kTiles * 32;  // threads
constexpr int kThreads = (kTeams + 1) * kTeam;
constexpr int kHeld = kTeams + 1;  // windows whose sources are held at once
constexpr int kPieces = kDepth / kPiece;

using Packed = Packing<kDepth, kColumns>;

/// A block's shared memory: weights, sources of windows, and barriers. Full ones end a phase when all sources have come,
/// empty ones when the team has let go.
struct Places {
  static constexpr uint32_t kWeightBytes = kHeldTaps * Packed::kUnitBytes;
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
__device__ void feed(const WindowGemm& gemm, const Places& places, int64_t windows, bool aligned) {
  constexpr int kCopies = 8;  // whose sources are looked up together
  constexpr int kRows = kTeam / kPieces;
  const int thread = int(threadIdx.x) % kTeam;
  const int channel = thread % kPieces * kPiece;
  const uint32_t own_place = place_of<kDepth>(kZeroRows + thread / kPieces, thread % kPieces);
  static_assert(kRows % 8 == 0);  // so that a row so many further on lies as much further on
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
        prefetch_run(gemm.windows.slots + next * gemm.map.taps * kMatrixWindow, uint32_t(gemm.map.taps * kMatrixWindow * 2));
        prefetch_run(gemm.windows.lists + next * kMostHeld, kMostHeld * sizeof(int32_t));
      }
    }
    uint32_t to = places.held(turn) + own_place;
    if (turn >= kHeld) wait_barrier(places.empty(turn), (turn / kHeld - 1) & 1);
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
    arrive_with_copies(places.full(turn));
  }
}

/// Multiplies a window of which `places` holds nothing: each product's sources are fetched by themselves.
template <bool kBrief>
__device__ __forceinline__ void multiply_long(const WindowGemm& gemm, const uint16_t* slots, int64_t target, uint32_t weights, uint32_t cells, bool aligned,
                                           float (&sums)[kTiles][kColumns / 8][4]) {
  const auto taps = int32_t(gemm.map.taps);
  const int half = int(threadIdx.x & 31) >> 4;
#pragma unroll 1
  for (int tap = 0; tap < taps; ++tap) {
    Slots<kTiles> now;
    now.load(slots + tap * kMatrixWindow);
    uint32_t from[kTiles];
#pragma unroll 1
    for (int step = 0; step < Packed::kUnitSteps; ++step) {
      __syncwarp();
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
        const uint32_t cell = cells + uint32_t(tile) * 512;
        const int64_t source = now[tile] < kZeroRows ? -1 : gemm.map.rows[tap * gemm.map.n_targets + target + tile * kTile];
        if (source < 0) {
          store_16(cell, {});
        } else {
          hold_piece(gemm, aligned, source, (step * 2 + half) * kPiece, cell);
        }
        from[tile] = cell ^ uint32_t(step * 32);  // which load_operands takes back
      }
      commit_copies();
      wait_copies<0>();
      __syncwarp();
      Operands<kColumns, kTiles> by;
      load_operands<Packed>(weights, tap, step, from, by);
      add_products<kBrief>(sums, by);
    }
  }
}

template <bool kBrief>
__global__ void __launch_bounds__(kThreads, 1) team_gemm_kernel(WindowGemm gemm, const uint8_t* packed, int64_t windows, bool aligned, bool whole) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  extern __shared__ __align__(1024) unsigned char team_memory[];
  const Places places{shared_address(team_memory)};
  const int thread = int(threadIdx.x) % kTeam;
  const int team = int(threadIdx.x) / kTeam;
  const int lane = thread & 31;
  const auto taps = int32_t(gemm.map.taps);
  if (threadIdx.x < kHeld) {
    start_barrier(places.full(threadIdx.x), kTeam);
    start_barrier(places.empty(threadIdx.x), kTeam / 32);
  }
  constexpr int kZeroPieces = kZeroRows * kPieces;
  if (threadIdx.x < kHeld * kZeroPieces) store_16(places.held(threadIdx.x / kZeroPieces) + threadIdx.x % kZeroPieces * 16, {});
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  __syncthreads();
  if (team == kTeams) {
    feed(gemm, places, windows, aligned);
    return;
  }

  const int half = lane >> 4;
  const int first_row = thread / 32 * kTiles * kTile;
  const int row = first_row + (lane & 15);  // of the window, whose slot this lane gathers for the first tile
  const uint32_t own_tiles = ((1u << kTiles) - 1) << first_row / kTile;
  const uint32_t weights = places.base + lane * 16;
  const int64_t stride = int64_t(gridDim.x) * kTeams;
  /// Masks of the taps of a window, this lane's number's.
  const auto find_mask = [&](int64_t window) -> uint32_t { return window < windows && lane < taps ? gemm.windows.masks[window * taps + lane] : 0; };
  const auto slots_of = [&](int64_t window) { return gemm.windows.slots + window * taps * kMatrixWindow + slot_place(row); };
  int64_t window = blockIdx.x + team * int64_t(gridDim.x);
  uint32_t mask = find_mask(window);
  int count = window < windows ? gemm.windows.counts[window] : 0;

  wait_for_previous();
  for (int at = int(threadIdx.x) * 16; at < taps * Packed::kUnitBytes; at += kTeams * kTeam * 16) copy_16(places.base + at, packed + at);
  commit_copies();
  wait_copies<0>();
  asm volatile("bar.sync 1, %0;" ::"n"(kTeams * kTeam) : "memory");

  // Taps that this warp's targets have, and the slots of the next two.
  uint32_t present = __ballot_sync(~0u, (mask & own_tiles) != 0);
  const auto next_tap = [&] {
    const int tap = __ffs(int(present)) - 1;
    present &= present - 1;
    return tap;
  };
  const auto find_slots = [](const uint16_t* slots, int tap, Slots<kTiles>& to) {
    to = {};
    if (tap >= 0) to.load(slots + tap * kMatrixWindow);
  };
  int tap = next_tap();
  int next = next_tap();
  Slots<kTiles> found;
  Slots<kTiles> next_found;
  find_slots(slots_of(window), tap, found);
  find_slots(slots_of(window), next, next_found);
  for (uint32_t turn = team; window < windows; turn += kTeams) {
    const uint16_t* const slots = slots_of(window);
    const uint32_t held = places.held(turn);
    const int64_t target = window * kMatrixWindow + first_row;
    const bool is_long = count < 0;
    mask = find_mask(window + stride);
    if (window + stride < windows) count = gemm.windows.counts[window + stride];
    float sums[kTiles][kColumns / 8][4] = {};
    wait_barrier(places.full(turn), turn / kHeld & 1);
    if (is_long) {
      const uint32_t cells = held + kZeroRows * kDepth * 2 + uint32_t(thread / 32 * kTiles * 512 + lane * 16);
      multiply_long<kBrief>(gemm, slots, target + (lane & 15), weights, cells, aligned, sums);
    } else if (tap >= 0) {
      // While products run, the operands of the next ones are loaded.
      uint32_t from[kTiles];
      const auto find_places = [&] {
#pragma unroll
        for (int tile = 0; tile < kTiles; ++tile) from[tile] = held + place_of<kDepth>(found[tile], half);
      };
      Operands<kColumns, kTiles> by[2];
      find_places();
      load_operands<Packed>(weights, tap, 0, from, by[0]);
      while (true) {
        load_operands<Packed>(weights, tap, 1, from, by[1]);
        add_products<kBrief>(sums, by[0]);
        tap = next;
        next = next_tap();
        found = next_found;
        find_slots(slots, next, next_found);
        find_places();
        load_operands<Packed>(weights, max_of(tap, 0), 0, from, by[0]);
        add_products<kBrief>(sums, by[1]);
        if (tap < 0) break;
      }
    }
    __syncwarp();
    if (lane == 0) arrive(places.empty(turn));
    window += stride;
    present = __ballot_sync(~0u, (mask & own_tiles) != 0);
    tap = next_tap();
    next = next_tap();
    find_slots(slots_of(window), tap, found);
    find_slots(slots_of(window), next, next_found);
#pragma unroll
    for (int tile = 0; tile < kTiles; ++tile) {
#pragma unroll
      for (int lower = 0; lower < 2; ++lower) {
        write_run<kBrief, kRun<kColumns>>(gemm, whole, target + tile * kTile + (lane >> 2) + 8 * lower, (lane & 3) * (kColumns / 4), sums[tile][0], lower);
      }
    }
  }
#endif
}

template <bool kBrief>
Status launch_teams(Context& context, const WindowGemm& gemm) {
  Scratch memory(context);
  DVDB_TRY(memory.allocate(gemm.map.taps * Packed::kUnitBytes));
  const int64_t n = memory.bytes() / 2;
  cudaStream_t stream = context.device->stream;
  if (n > 0) DVDB_TRY(check_cuda(context, launch_behind(stream, pack_weights_kernel<kDepth, kColumns>, unsigned((n + 255) / 256), 256, 0, gemm, gemm.map.taps, n, static_cast<uint16_t*>(memory.data())), "launch"));
  const auto kernel = team_gemm_kernel<kBrief>;
  DVDB_TRY(check_cuda(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(Places::kBytes)), "set up products"));
  const bool aligned = has_whole_pieces(gemm.source, gemm.in_channels);
  const bool whole = has_whole_pieces(gemm.out, gemm.out_channels, kColumns / 4);
  const int64_t windows = GatherWindows::windows_of(gemm.map.n_targets);
  const dim3 blocks(unsigned(min_of(windows, int64_t(context.device->multiprocessors))));
  const auto* packed = static_cast<const uint8_t*>(memory.data());
  return check_cuda(context, launch_behind(stream, kernel, blocks, kThreads, int(Places::kBytes), gemm, packed, windows, aligned, whole), "launch");
}

}  // namespace

Status team_window_gemm(Context& context, const WindowGemm& gemm) {
  return gemm.is_brief ? launch_teams<true>(context, gemm) : launch_teams<false>(context, gemm);
}

}  // namespace dvdb::backend
