// Products over windows of targets for few channels. A warp owns tiles of 16 targets; the weights of all taps stay in
// shared memory, and shallow taps share a product.
#include "backend/cuda/device.cuh"
#include "backend/cuda/window_results.cuh"
#include "backend/cuda/window_shallow.cuh"
#include "backend/cuda/window_warps.cuh"
#include "backend/memory.hpp"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kAhead = 4;  // units whose slots are looked up together

/// How a kernel divides a product, and its shared memory.
template <int kDepth, int kColumns, int kTiles>
struct Division {
  static constexpr int kThreads = kMatrixWindow / kTile / kTiles * 32;
  static constexpr int kWeightBytes = kHeldTaps / Packing<kDepth, kColumns>::kUnitTaps * Packing<kDepth, kColumns>::kUnitBytes;
  static constexpr int kBytes = kWeightBytes + kHeldRows * kDepth * 2;
};

template <bool kBrief, int kDepth, int kColumns, int kTiles, int kAtOnce>
__global__ void __launch_bounds__(Division<kDepth, kColumns, kTiles>::kThreads, kAtOnce)
    shallow_gemm_kernel(WindowGemm gemm, const uint8_t* packed, int64_t windows, bool aligned, bool whole) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Packed = Packing<kDepth, kColumns>;
  using Divided = Division<kDepth, kColumns, kTiles>;
  constexpr int kThreads = Divided::kThreads;
  constexpr int kPieces = Packed::kPieces;
  constexpr int kUnitTaps = Packed::kUnitTaps;
  constexpr int kUnitSteps = Packed::kUnitSteps;
  extern __shared__ __align__(1024) unsigned char shallow_memory[];

  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const int half = lane >> 4;
  const int first_row = thread / 32 * kTiles * kTile;
  const int row = first_row + (lane & 15);  // of the window, whose slot this lane gathers for the first tile
  const auto taps = int32_t(gemm.map.taps);
  const uint32_t weights = shared_address(shallow_memory);
  const uint32_t held = weights + Divided::kWeightBytes;
  const uint32_t cells = held + kZeroRows * kDepth * 2 + uint32_t(thread / 32 * kTiles * 512 + lane * 16);
  const uint32_t own_weights = weights + lane * 16;
  const int32_t units = (taps + kUnitTaps - 1) / kUnitTaps;
  const uint8_t* const own_packed = packed + int64_t(blockIdx.y) * units * Packed::kUnitBytes;
  const int64_t channel = int64_t(blockIdx.y) * kColumns + (lane & 3) * (kColumns / 4);

  if (thread < kZeroRows * kPieces) store_16(held + thread * 16, {});
  const auto hold_weights = [&](int32_t first, int some) {
    const uint8_t* const from = own_packed + int64_t(first / kUnitTaps) * Packed::kUnitBytes;
    const int bytes = (some + kUnitTaps - 1) / kUnitTaps * Packed::kUnitBytes;
    for (int at = thread * 16; at < bytes; at += kThreads * 16) copy_16(weights + at, from + at);
  };
  for (int64_t window = blockIdx.x; window < windows; window += gridDim.x) {
    const int count = gemm.windows.counts[window];
    const bool direct = count < 0;
    const uint16_t* const slots = gemm.windows.slots + window * taps * kMatrixWindow + slot_place(row);
    const int32_t* const list = gemm.windows.lists + window * kMostHeld;
    if (thread == 0 && window + gridDim.x < windows) {
      const int64_t next = window + gridDim.x;
      prefetch_run(gemm.windows.slots + next * taps * kMatrixWindow, uint32_t(min_of(taps, 64) * kMatrixWindow * 2));
      prefetch_run(gemm.windows.lists + next * kMostHeld, kMostHeld * sizeof(int32_t));
    }
    __syncthreads();
    constexpr int kCopies = 4;  // whose sources are looked up together
    for (int at = thread; at < count * kPieces; at += kCopies * kThreads) {
      int32_t sources[kCopies];
#pragma unroll
      for (int k = 0; k < kCopies; ++k) {
        const int item = at + k * kThreads;
        sources[k] = item < count * kPieces ? list[item / kPieces] : -1;
      }
#pragma unroll
      for (int k = 0; k < kCopies; ++k) {
        const int item = at + k * kThreads;
        if (sources[k] >= 0) hold_piece(gemm, aligned, sources[k], item % kPieces * kPiece, held + place_of<kDepth>(kZeroRows + item / kPieces, item % kPieces));
      }
    }
    if (window == blockIdx.x) wait_for_previous();
    if (window == blockIdx.x && taps <= kHeldTaps) hold_weights(0, taps);
    commit_copies();

    float sums[kTiles][kColumns / 8][4] = {};
    for (int32_t first = 0; first < taps; first += kHeldTaps) {
      const int some = min_of(taps - first, int32_t(kHeldTaps));
      if (taps > kHeldTaps) {
        if (first > 0) __syncthreads();
        hold_weights(first, some);
        commit_copies();
      }
      const auto own_tap = [&](int unit) { return unit * kUnitTaps + (kUnitTaps == 2 ? half : 0); };
      /// Slots of a unit, 0 behind the end.
      const auto find_slots = [&](int unit, Slots<kTiles>& to) {
        to = {};
        if (own_tap(unit) < some) to.load(slots + int64_t(first + own_tap(unit)) * kMatrixWindow);
      };
      const auto find_places = [&](const Slots<kTiles>& from, uint32_t (&to)[kTiles]) {
#pragma unroll
        for (int tile = 0; tile < kTiles; ++tile) to[tile] = held + place_of<kDepth>(from[tile], kPieces == 1 ? 0 : half);
      };
      const int some_units = (some + kUnitTaps - 1) / kUnitTaps;
      if (direct) {
        wait_copies<0>();
        __syncthreads();
#pragma unroll 1
        for (int unit = 0; unit < some_units; ++unit) {
          Slots<kTiles> now;
          find_slots(unit, now);
#pragma unroll 1
          for (int step = 0; step < kUnitSteps; ++step) {
            __syncwarp();
            uint32_t from[kTiles];
#pragma unroll
            for (int tile = 0; tile < kTiles; ++tile) {
              from[tile] = cells + uint32_t(tile) * 512;
              const int64_t target = window * kMatrixWindow + row + tile * kTile;
              const int64_t source = now[tile] < kZeroRows ? -1 : gemm.map.rows[int64_t(first + own_tap(unit)) * gemm.map.n_targets + target];
              if (source < 0) {
                store_16(from[tile], {});
              } else {
                hold_piece(gemm, aligned, source, kPieces == 1 ? 0 : (step * 2 + half) * kPiece, from[tile]);
              }
              from[tile] ^= uint32_t(step * 32);
            }
            commit_copies();
            wait_copies<0>();
            __syncwarp();
            Operands<kColumns, kTiles> by;
            load_operands<Packed>(own_weights, unit, step, from, by);
            add_products<kBrief>(sums, by);
          }
        }
        continue;
      }
      Slots<kTiles> now[kAhead];
#pragma unroll
      for (int k = 0; k < kAhead; ++k) find_slots(k, now[k]);
      wait_copies<0>();
      __syncthreads();
      for (int unit = 0; unit < some_units; unit += kAhead) {
        Slots<kTiles> next[kAhead];
#pragma unroll
        for (int k = 0; k < kAhead; ++k) find_slots(unit + kAhead + k, next[k]);
#pragma unroll
        for (int k = 0; k < kAhead; ++k) {
          bool any = false;
#pragma unroll
          for (int tile = 0; tile < kTiles; ++tile) any = any || now[k][tile] >= kZeroRows;
          if (!__any_sync(~0u, any)) continue;
          uint32_t from[kTiles];
          find_places(now[k], from);
#pragma unroll
          for (int step = 0; step < kUnitSteps; ++step) {
            Operands<kColumns, kTiles> by;
            load_operands<Packed>(own_weights, unit + k, step, from, by);
            add_products<kBrief>(sums, by);
          }
        }
#pragma unroll
        for (int k = 0; k < kAhead; ++k) now[k] = next[k];
      }
    }

    write_runs<kBrief, kRun<kColumns>>(gemm, whole, [&](auto write) {
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
        const int64_t target = window * kMatrixWindow + first_row + tile * kTile + (lane >> 2);
#pragma unroll
        for (int lower = 0; lower < 2; ++lower) write({target + 8 * lower, channel, sums[tile][0], lower});
      }
    });
  }
#endif
}

template <bool kBrief, int kDepth, int kColumns, int kTiles, int kAtOnce>
Status launch_shallow(Context& context, const WindowGemm& gemm) {
  using Divided = Division<kDepth, kColumns, kTiles>;
  int64_t units = 0;
  int64_t tiles = 0;
  Scratch memory(context);
  DVDB_TRY((pack_weights<kDepth, kColumns>(context, gemm, memory, units, tiles)));
  const auto kernel = shallow_gemm_kernel<kBrief, kDepth, kColumns, kTiles, kAtOnce>;
  DVDB_TRY(check_cuda(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Divided::kBytes), "set up products"));
  const bool aligned = has_whole_pieces(gemm.source, gemm.in_channels);
  const bool whole = has_whole_pieces(gemm.out, gemm.out_channels, kColumns / 4);
  const int64_t windows = GatherWindows::windows_of(gemm.map.n_targets);
  const dim3 blocks(unsigned(min_of(windows, int64_t(context.device->multiprocessors) * kAtOnce)), unsigned(tiles));
  const auto* packed = static_cast<const uint8_t*>(memory.data());
  return check_cuda(context, launch_behind(context.device->stream, kernel, blocks, Divided::kThreads, Divided::kBytes, gemm, packed, windows, aligned, whole), "launch");
}

template <bool kBrief, int kDepth>
Status with_columns(Context& context, const WindowGemm& gemm) {
  // As many blocks at once as shared memory and registers have room for.
  if (gemm.out_channels <= 16) return launch_shallow<kBrief, kDepth, 16, 2, kDepth == 32 ? 2 : 4>(context, gemm);
  if constexpr (kDepth == 16) return launch_shallow<kBrief, kDepth, 32, 4, 4>(context, gemm);
  return launch_shallow<kBrief, kDepth, 32, 2, kDepth == 32 ? 2 : 3>(context, gemm);
}

template <bool kBrief>
Status with_depth(Context& context, const WindowGemm& gemm) {
  switch (shallow_depth(gemm.in_channels)) {
    case 8: return with_columns<kBrief, 8>(context, gemm);
    case 16: return with_columns<kBrief, 16>(context, gemm);
    default: return with_columns<kBrief, 32>(context, gemm);
  }
}

}  // namespace

Status shallow_window_gemm(Context& context, const WindowGemm& gemm) {
  return gemm.is_brief ? with_depth<true>(context, gemm) : with_depth<false>(context, gemm);
}

}  // namespace dvdb::backend
