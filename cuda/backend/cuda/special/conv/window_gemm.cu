/// Products over windows of targets on the matrix units of sm_90a. Four groups of warps each multiply 64 targets of a
/// window. What the window reads is held in shared memory, 32 channels at once, while other warps fetch the next 32;
/// for each tap, loads of matrices by rows gather from there, and the tap's weights follow through a ring.
#include "backend/api/memory.hpp"
#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/window_parts.cuh"
#include "backend/cuda/special/conv/window_results.cuh"
#include "backend/cuda/special/conv/window_shallow.cuh"
#include "backend/cuda/state.cuh"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kGroups = kMatrixWindow / kMatrixRows;
constexpr int kMultiplying = kGroups * 128;   // threads
constexpr int kThreads = kMultiplying + 128;  // a warp that feeds weights and three that feed sources
constexpr int kFeeding = 96;                  // threads that feed sources
constexpr int kMultiplierRegisters = 112;     // kGroups times this and once the next are what a block begins with
constexpr int kFeederRegisters = 32;
constexpr int kDepth = 32;  // channels of sources at once
constexpr int kPieces = kDepth / kPiece;
constexpr int kSteps = kDepth / 16;
constexpr int kStages = 8;   // taps that the ring holds
constexpr int kListed = 32;  // taps whose masks are looked at together

/// A block's shared memory: weights, sources twice, and barriers. Full ones end a phase when all has come, empty ones
/// when all have let go.
template <int kColumns>
struct Rings {
  static constexpr uint32_t kTapBytes = kDepth * kColumns * 2;
  static constexpr uint32_t kHeldBytes = kHeldRows * kDepth * 2;
  static constexpr uint32_t kHeld = kStages * kTapBytes;
  static constexpr uint32_t kFull = kHeld + 2 * kHeldBytes;
  static constexpr uint32_t kEmpty = kFull + 8 * kStages;
  static constexpr uint32_t kHeldFull = kEmpty + 8 * kStages;
  static constexpr uint32_t kHeldEmpty = kHeldFull + 16;
  static constexpr uint32_t kBytes = kHeldEmpty + 16;

  uint32_t base;

  __device__ uint32_t weights(uint32_t turn) const { return base + turn % kStages * kTapBytes; }
  __device__ uint32_t held(uint32_t chunk) const { return base + kHeld + (chunk & 1) * kHeldBytes; }
  __device__ uint32_t full(uint32_t turn) const { return base + kFull + 8 * (turn % kStages); }
  __device__ uint32_t empty(uint32_t turn) const { return base + kEmpty + 8 * (turn % kStages); }
  __device__ uint32_t held_full(uint32_t chunk) const { return base + kHeldFull + 8 * (chunk & 1); }
  __device__ uint32_t held_empty(uint32_t chunk) const { return base + kHeldEmpty + 8 * (chunk & 1); }
  __device__ void wait_full(uint32_t turn) const { wait_barrier(full(turn), turn / kStages & 1); }
  __device__ void wait_empty(uint32_t turn) const {
    if (turn >= kStages) wait_barrier(empty(turn), (turn / kStages - 1) & 1);
  }
  __device__ void wait_held_full(uint32_t chunk) const { wait_barrier(held_full(chunk), chunk / 2 & 1); }
  __device__ void wait_held_empty(uint32_t chunk) const {
    if (chunk >= 2) wait_barrier(held_empty(chunk), (chunk / 2 - 1) & 1);
  }
};

/// Sends the weights of all taps through the ring; called by a warp.
template <int kColumns>
__device__ void feed_weights(const WindowGemm& gemm, const Jobs& jobs, const Rings<kColumns>& rings,
                             const uint8_t* packed) {
  constexpr uint32_t kTapBytes = Rings<kColumns>::kTapBytes;
  const bool first_lane = (threadIdx.x & 31) == 0;
  const auto taps = int32_t(gemm.map.taps);
  uint32_t turn = 0;
  jobs.each([&](int32_t window, int32_t tile) {
    const uint16_t* const masks = gemm.windows.masks + int64_t(window) * taps;
    const int64_t next = window + int64_t(gridDim.x) / jobs.tiles;
    if (first_lane && next < GatherWindows::windows_of(gemm.map.n_targets)) {
      prefetch_run(gemm.windows.slots + next * taps * kMatrixWindow, uint32_t(min_of(taps, 64) * kMatrixWindow * 2));
      prefetch_run(gemm.windows.lists + next * kMostHeld, kMostHeld * sizeof(int32_t));
    }
    for (int32_t depth = 0; depth < jobs.depths; ++depth) {
      const uint8_t* const from = packed + (int64_t(depth) * jobs.tiles + tile) * taps * kTapBytes;
      for (int32_t first = 0; first < taps; first += kListed) {
        for (uint32_t present = taps_of(masks, first, taps, 0xffff); present != 0; present &= present - 1, ++turn) {
          rings.wait_empty(turn);
          if (!first_lane) continue;
          expect_bytes(rings.full(turn), kTapBytes);
          copy_run(rings.weights(turn), from + int64_t(first + __ffs(int(present)) - 1) * kTapBytes, kTapBytes,
                   rings.full(turn));
        }
      }
    }
  });
}

/// Holds what windows read, of a long list what one tap reads; called by kFeeding threads.
template <int kColumns>
__device__ void feed_sources(const WindowGemm& gemm, const Jobs& jobs, const Rings<kColumns>& rings, bool aligned) {
  constexpr int kCopies = 4;  // whose sources are looked up together
  const int feeder = int(threadIdx.x) - (kThreads - kFeeding);
  uint32_t chunk = 0;
  const auto finish = [&] {
    if (!aligned) __threadfence_block();
    arrive_with_copies(rings.held_full(chunk));
    ++chunk;
  };
  jobs.each([&](int32_t window, int32_t) {
    const int count = gemm.windows.counts[window] * kPieces;
    const int32_t* const list = gemm.windows.lists + int64_t(window) * kMostHeld;
    for (int32_t depth = 0; depth < jobs.depths; ++depth) {
      const int64_t channel = int64_t(depth) * kDepth;
      if (count >= 0) {
        const uint32_t to = rings.held(chunk);
        rings.wait_held_empty(chunk);
        for (int at = feeder; at < count; at += kCopies * kFeeding) {
          int32_t sources[kCopies];
#pragma unroll
          for (int k = 0; k < kCopies; ++k)
            sources[k] = at + k * kFeeding < count ? list[(at + k * kFeeding) / kPieces] : -1;
#pragma unroll
          for (int k = 0; k < kCopies; ++k) {
            const int item = at + k * kFeeding;
            const int piece = item % kPieces;
            if (sources[k] >= 0)
              hold_piece(gemm, aligned, sources[k], channel + piece * kPiece,
                         to + place_of<kDepth>(kZeroRows + item / kPieces, piece));
          }
        }
        finish();
        continue;
      }
      for (int64_t tap = 0; tap < gemm.map.taps; ++tap) {
        if (gemm.windows.masks[window * gemm.map.taps + tap] == 0) continue;
        const uint32_t to = rings.held(chunk);
        rings.wait_held_empty(chunk);
        for (int at = feeder; at < kMatrixWindow * kPieces; at += kFeeding) {
          const int64_t target = int64_t(window) * kMatrixWindow + at / kPieces;
          const int32_t source = target < gemm.map.n_targets ? gemm.map.rows[tap * gemm.map.n_targets + target] : -1;
          const int piece = at % kPieces;
          if (source >= 0)
            hold_piece(gemm, aligned, source, channel + piece * kPiece,
                       to + place_of<kDepth>(kZeroRows + at / kPieces, piece));
        }
        finish();
      }
    }
  });
}

template <bool kIsBf16, int kColumns>
__global__ void __launch_bounds__(kThreads, 1)
    window_gemm_kernel(WindowGemm gemm, const uint8_t* packed, Jobs jobs, bool aligned, bool whole) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Ring = Rings<kColumns>;
  extern __shared__ __align__(1024) unsigned char window_memory[];
  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const auto taps = int32_t(gemm.map.taps);
  const Ring rings{shared_address(window_memory)};
  // Set up: barriers and rows of zeros; then a warp feeds weights, others feed sources, and the rest multiply.
  if (thread < kStages) {
    start_barrier(rings.full(thread), 1);
    start_barrier(rings.empty(thread), kMultiplying / 32);
  }
  if (thread < 2) {
    start_barrier(rings.held_full(thread), kFeeding);
    start_barrier(rings.held_empty(thread), kMultiplying / 32);
  }
  constexpr int kZeroPieces = kZeroRows * kPieces;
  if (thread < 2 * kZeroPieces) store_16(rings.held(thread / kZeroPieces) + thread % kZeroPieces * 16, {});
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  __syncthreads();
  if (thread >= kMultiplying) {
    give_registers<kFeederRegisters>();
    if (thread < kMultiplying + 32) {
      wait_for_previous();
      feed_weights(gemm, jobs, rings, packed);
    } else {
      feed_sources(gemm, jobs, rings, aligned);
    }
    return;
  }
  take_registers<kMultiplierRegisters>();

  const int group = thread / 128;
  const int row = thread / 32 * 16 + (lane & 15);  // of the window, whose source this lane gathers
  const int half = lane >> 4;
  uint32_t turn = 0;   // taps of the ring that were met
  uint32_t chunk = 0;  // times that sources were held
  const auto release = [&](uint32_t which) {
    __syncwarp();
    if (lane == 0) arrive(rings.empty(which));
  };
  const auto release_held = [&] {
    __syncwarp();
    if (lane == 0) arrive(rings.held_empty(chunk));
    ++chunk;
  };
  jobs.each([&](int32_t window, int32_t tile) {
    const bool direct = gemm.windows.counts[window] < 0;
    const uint16_t* const masks = gemm.windows.masks + int64_t(window) * taps;
    float sums[kColumns / 2] = {};
    // Load: a tap's rows from shared memory to registers.
    const auto load = [&](uint32_t slot, uint32_t (&to)[kSteps][4]) {
      const uint32_t place = rings.held(chunk) + place_of<kDepth>(slot, half);
#pragma unroll
      for (int step = 0; step < kSteps; ++step) load_matrices(to[step], place ^ uint32_t(step * 32));
    };
    // Multiply: begin the products of a tap.
    const auto start = [&](const uint32_t (&rows)[kSteps][4]) {
      rings.wait_full(turn);
      const uint32_t columns = rings.weights(turn);
      begin_products();
#pragma unroll
      for (int step = 0; step < kSteps; ++step)
        MatrixProduct<kColumns>::template add<kIsBf16>(sums, rows[step],
                                                       describe_operand<2 * kDepth>(columns + step * 32));
      commit_products();
    };
    for (int32_t depth = 0; depth < jobs.depths; ++depth) {
      if (!direct) rings.wait_held_full(chunk);
      for (int32_t first = 0; first < taps; first += kListed) {
        uint32_t present = taps_of(masks, first, taps, 0xffff);
        const uint16_t* const slots =
            gemm.windows.slots + (int64_t(window) * taps + first) * kMatrixWindow + slot_place(row);
        // A window of too many sources: they are gathered for each tap anew.
        if (direct) {
          for (; present != 0; present &= present - 1, ++turn) {
            uint32_t rows[kSteps][4];
            rings.wait_held_full(chunk);
            load(slots[(__ffs(int(present)) - 1) * kMatrixWindow] < kZeroRows ? 0 : uint32_t(kZeroRows + row), rows);
            start(rows);
            wait_products<0>();
            release(turn);
            release_held();
          }
          continue;
        }
        uint32_t own = taps_of(masks, first, taps, 15u << 4 * group);
        bool has_pending = false;  // whether products of the last tap may still run
        const auto finish = [&] {
          wait_products<0>();
          if (has_pending) release(turn - 1);
          has_pending = false;
        };
        const auto next_slot = [&] { return own != 0 ? uint32_t(slots[(__ffs(int(own)) - 1) * kMatrixWindow]) : 0; };
        uint32_t slot = next_slot();
        /// Loads the rows of the next own tap, and passes over taps before it, which none of this group's targets has.
        const auto advance = [&](uint32_t (&to)[kSteps][4]) {
          load(slot, to);
          const uint32_t bit = own & (0 - own);
          own ^= bit;
          slot = next_slot();
          for (; (present & (bit - 1)) != 0; present &= present - 1, ++turn) {
            finish();
            rings.wait_full(turn);
            release(turn);
          }
        };
        // While a tap's products run, the next tap's rows are loaded, and its products start before these end.
        uint32_t rows[2][kSteps][4];
        bool more = own != 0;
        advance(rows[0]);
        while (more) {
#pragma unroll
          for (int k = 0; k < 2; ++k) {
            if (!more) break;
            start(rows[k]);
            wait_products<1>();
            if (has_pending) release(turn - 1);
            has_pending = true;
            ++turn;
            present &= present - 1;
            more = own != 0;
            advance(rows[k ^ 1]);
          }
        }
        finish();
      }
      if (!direct) release_held();
    }
    // Store: the sums of the window, rounded.
    const int64_t target = int64_t(window) * kMatrixWindow + thread / 32 * 16 + (lane >> 2);
    constexpr int kPairs = kRun<kColumns>;
    write_runs<kIsBf16, kPairs>(gemm, whole, [&](auto write) {
#pragma unroll
      for (int run = 0; run < kColumns / 8 / kPairs; ++run) {
        const int64_t channel = int64_t(tile) * kColumns + (run * 4 + (lane & 3)) * (kPairs * 2);
#pragma unroll
        for (int lower = 0; lower < 2; ++lower) write({target + 8 * lower, channel, sums + run * kPairs * 4, lower});
      }
    });
  });
#endif
}

template <bool kIsBf16, int kColumns>
Status launch_gemm(Context& context, const WindowGemm& gemm) {
  const Jobs jobs = Jobs::of(gemm, kDepth, kColumns);
  Scratch memory(context);
  DVDB_TRY(memory.allocate(int64_t(jobs.depths) * jobs.tiles * gemm.map.taps * Rings<kColumns>::kTapBytes));
  DVDB_TRY((pack_columns<kDepth, kColumns>(context, gemm, jobs,
                                           {static_cast<uint16_t*>(memory.data()), memory.bytes() / 2})));
  const auto kernel = window_gemm_kernel<kIsBf16, kColumns>;
  const auto run = [&](auto... parts) {
    return launch_behind(context.device->stream, kernel, jobs.blocks(context), kThreads, int(Rings<kColumns>::kBytes),
                         gemm, parts...);
  };
  DVDB_TRY(allow_block_bytes(context, kernel, int(Rings<kColumns>::kBytes)));
  return launch_jobs<kColumns>(context, gemm, jobs, memory.data(), run);
}

template <bool kIsBf16>
Status with_columns(Context& context, const WindowGemm& gemm) {
  return with_width<16, 32, 64, 96, 128>(tile_channels(gemm.out_channels), [&]<int kColumns>() -> Status {
    return launch_gemm<kIsBf16, kColumns>(context, gemm);
  });
}

}  // namespace

Status window_gemm(Context& context, const WindowGemm& gemm) {
  if (gemm.map.n_targets == 0 || gemm.out_channels == 0) return {};
  if (suits_teams(gemm)) return team_window_gemm(context, gemm);
  if (is_shallow(gemm.in_channels, gemm.out_channels)) return shallow_window_gemm(context, gemm);
  return gemm.is_bf16 ? with_columns<true>(context, gemm) : with_columns<false>(context, gemm);
}

}  // namespace dvdb::backend
