/// The kernel of products over windows of targets for few channels. A warp owns tiles of 16 targets; the weights of all
/// taps stay in shared memory, and shallow taps share a product.
#pragma once

#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/window_floats.cuh"
#include "backend/cuda/special/conv/window_results.cuh"
#include "backend/cuda/special/conv/window_warps.cuh"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

namespace {

/// Operands of products: elements as they are, or numbers of f32 that each window rounds to scaled f16.
enum class Operand { kHalf, kBf16, kFloat };

/// Operands of f32 in a kernel.
struct Floats {
  const float* source;
  const int32_t* exponent;  // of the packed weights
};

/// Division of a product among threads, and the kernel's shared memory.
template <Operand kOperand, int kDepth, int kColumns, int kTiles>
struct Division {
  static constexpr int kThreads = kMatrixWindow / kTile / kTiles * 32;
  static constexpr int kParts =
      kOperand == Operand::kFloat ? kDepth / kFour : kDepth / kPiece;  // of a source, that a thread fetches
  static constexpr int kRows = kThreads / kParts;
  static constexpr int kAhead = kDepth == 8 ? kHeldTaps / 2 : 4;  // units whose slots are looked up together
  static constexpr int kCopies =
      kOperand == Operand::kFloat ? (kMostHeld + kRows - 1) / kRows : 4;  // parts that are looked up together
  static constexpr int kWeightBytes =
      kHeldTaps / Packing<kDepth, kColumns>::kUnitTaps * Packing<kDepth, kColumns>::kUnitBytes;
  static constexpr int kNotes = kWeightBytes + kHeldRows * kDepth * 2;  // where warps note their largest number of f32
  static constexpr int kBytes = kNotes + (kOperand == Operand::kFloat ? kThreads / 32 * 4 : 0);
};

template <Operand kOperand, int kDepth, int kColumns, int kTiles, int kAtOnce>
__global__ void __launch_bounds__(Division<kOperand, kDepth, kColumns, kTiles>::kThreads, kAtOnce)
    shallow_gemm_kernel(WindowGemm gemm, Floats floats, const uint8_t* packed, int64_t windows, bool aligned,
                        bool whole) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Packed = Packing<kDepth, kColumns>;
  using Divided = Division<kOperand, kDepth, kColumns, kTiles>;
  constexpr bool kIsBf16 = kOperand == Operand::kBf16;
  constexpr bool kFloats = kOperand == Operand::kFloat;
  constexpr int kThreads = Divided::kThreads;
  constexpr int kParts = Divided::kParts;
  constexpr int kCopies = Divided::kCopies;
  constexpr int kPieces = Packed::kPieces;
  constexpr int kUnitTaps = Packed::kUnitTaps;
  constexpr int kUnitSteps = Packed::kUnitSteps;
  extern __shared__ __align__(1024) unsigned char shallow_memory[];

  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const int half = lane >> 4;
  const int own_half = kUnitTaps == 2 ? half : 0;  // tap of a unit, whose slots this lane looks up
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

  // Set up: the rows of zeros that absent sources have.
  if (thread < kZeroRows * kPieces) store_16(held + thread * 16, {});
  const auto hold_weights = [&](int32_t first, int some) {
    const uint8_t* const from = own_packed + int64_t(first / kUnitTaps) * Packed::kUnitBytes;
    const int bytes = (some + kUnitTaps - 1) / kUnitTaps * Packed::kUnitBytes;
    for (int at = thread * 16; at < bytes; at += kThreads * 16) copy_16(weights + at, from + at);
  };
  // A thread fetches a part of every kRows-th source. Where a list has ended the last one is looked up again.
  constexpr int kRows = Divided::kRows;
  const int own_source = thread / kParts;
  const int own_part = thread % kParts;
  const bool has_pieces = own_part * kPiece < gemm.in_channels;
  const uint16_t* const own_pieces = gemm.source + (has_pieces ? own_part * kPiece : 0);
  int32_t sources[kCopies] = {};
  const auto look_up = [&](int64_t window, int count, int first) {
    const int32_t* const list = gemm.windows.lists + window * kMostHeld;
    if (count <= 0) return;
#pragma unroll
    for (int k = 0; k < kCopies; ++k) sources[k] = list[uint32_t(min_of(first + k * kRows, count - 1))];
  };
  int next_count = gemm.windows.counts[blockIdx.x];
  look_up(blockIdx.x, next_count, own_source);
  for (int64_t window = blockIdx.x; window < windows; window += gridDim.x) {
    // Look ahead: the number of sources, slots and lists of the next window.
    const int count = next_count;
    const bool direct = count < 0;
    const uint16_t* const slots = gemm.windows.slots + window * taps * kMatrixWindow + slot_place(row);
    if (window + gridDim.x < windows) next_count = gemm.windows.counts[window + gridDim.x];
    if (thread == 0 && window + gridDim.x < windows) {
      const int64_t next = window + gridDim.x;
      prefetch_run(gemm.windows.slots + next * taps * kMatrixWindow, uint32_t(min_of(taps, 64) * kMatrixWindow * 2));
      prefetch_run(gemm.windows.lists + next * kMostHeld, kMostHeld * sizeof(int32_t));
    }
    constexpr int kAhead = Divided::kAhead;
    constexpr bool kAll = kAhead * kUnitTaps == kHeldTaps;  // of those whose weights are held
    Slots<kTiles> now[kAhead];
    const uint16_t* next_slots = nullptr;
    int left = 0;
    /// Slots of the next units, 0 behind the end.
    const auto find_slots = [&](Slots<kTiles>(&to)[kAhead]) {
#pragma unroll
      for (int k = 0; k < kAhead; ++k) {
        to[k] = {};
        if (k < left) to[k].load(next_slots + k * (kUnitTaps * kMatrixWindow));
      }
      left -= kAhead;
      next_slots += kAhead * kUnitTaps * kMatrixWindow;
    };
    const auto begin_slots = [&](int32_t first) {
      next_slots = slots + int64_t(first + own_half) * kMatrixWindow;
      left = (min_of(taps - first, int32_t(kHeldTaps)) - own_half + kUnitTaps - 1) / kUnitTaps;
      find_slots(now);
    };
    // Gather: the rows of a window's sources, and the weights, to shared memory.
    [[maybe_unused]] int exponent = 0;
    if constexpr (kFloats) {
      auto* const noted = reinterpret_cast<uint32_t*>(shallow_memory + Divided::kNotes);
      exponent = hold_floats<kDepth, kRows>(gemm, floats.source, window, count, sources, held, noted);
    } else {
      __syncthreads();
      uint32_t to = held + place_of<kDepth>(uint32_t(kZeroRows + own_source), uint32_t(own_part));
      for (int first = own_source; first < count; first += kCopies * kRows, to += kCopies * kRows * kDepth * 2) {
        if (first != own_source) look_up(window, count, first);
        if (aligned) {
#pragma unroll
          for (int k = 0; k < kCopies; ++k) {
            const uint16_t* const from = own_pieces + uint64_t(uint32_t(sources[k])) * uint32_t(gemm.in_channels);
            if (first + k * kRows < count) copy_16_or_clear(to + k * kRows * kDepth * 2, from, has_pieces);
          }
        } else {
#pragma unroll 1
          for (int k = 0; first + k * kRows < count && k < kCopies; ++k) {
            hold_piece(gemm, false, gemm.windows.lists[window * kMostHeld + first + k * kRows], own_part * kPiece,
                       to + k * kRows * kDepth * 2);
          }
        }
      }
    }
    begin_slots(0);
    if (window == blockIdx.x) wait_for_previous();
    if (window == blockIdx.x && taps <= kHeldTaps) hold_weights(0, taps);
    commit_copies();

    // Multiply: as many taps at once as weights are held.
    float sums[kTiles][kColumns / 8][4] = {};
    for (int32_t first = 0; first < taps; first += kHeldTaps) {
      const int some = min_of(taps - first, int32_t(kHeldTaps));
      if (taps > kHeldTaps) {
        if (first > 0) __syncthreads();
        hold_weights(first, some);
        commit_copies();
      }
      const int some_units = (some + kUnitTaps - 1) / kUnitTaps;
      // A window of too many sources: each tap's rows are gathered just before their product.
      if (direct) {
        wait_copies<0>();
        __syncthreads();
#pragma unroll 1
        for (int unit = 0; unit < some_units; ++unit) {
          const int tap = unit * kUnitTaps + own_half;
          Slots<kTiles> own_slots;
          if (tap < some) own_slots.load(slots + int64_t(first + tap) * kMatrixWindow);
#pragma unroll 1
          for (int step = 0; step < kUnitSteps; ++step) {
            __syncwarp();
            uint32_t from[kTiles];
#pragma unroll
            for (int tile = 0; tile < kTiles; ++tile) {
              from[tile] = cells + uint32_t(tile) * 512;
              const int64_t target = window * kMatrixWindow + row + tile * kTile;
              const int64_t source =
                  own_slots[tile] < kZeroRows ? -1 : gemm.map.rows[int64_t(first + tap) * gemm.map.n_targets + target];
              if (source < 0) {
                store_16(from[tile], {});
              } else if constexpr (kFloats) {
                const int64_t channel = kPieces == 1 ? 0 : (step * 2 + half) * kPiece;
                hold_rounded(floats.source + source * gemm.in_channels + channel, gemm.in_channels - channel,
                             scale_to(exponent), from[tile]);
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
            add_products<kIsBf16>(sums, by);
          }
        }
        continue;
      }
      uint32_t unit_weights = own_weights;
      if (first > 0) begin_slots(first);
      wait_copies<0>();
      __syncthreads();
      for (int unit = 0; unit < (kAll ? 1 : some_units); unit += kAhead, unit_weights += kAhead * Packed::kUnitBytes) {
        Slots<kTiles> next[kAhead];
        if constexpr (!kAll) find_slots(next);
#pragma unroll
        for (int k = 0; k < kAhead; ++k) {
          bool any = false;
#pragma unroll
          for (int tile = 0; tile < kTiles; ++tile) any = any || now[k][tile] >= kZeroRows;
          if (!__any_sync(~0u, any)) continue;
          uint32_t from[kTiles];
#pragma unroll
          for (int tile = 0; tile < kTiles; ++tile) from[tile] = held + now[k].template place<kDepth>(tile, half);
#pragma unroll
          for (int step = 0; step < kUnitSteps; ++step) {
            Operands<kColumns, kTiles> by;
            load_operands<Packed>(unit_weights, k, step, from, by);
            add_products<kIsBf16>(sums, by);
          }
        }
        if constexpr (!kAll) {
#pragma unroll
          for (int k = 0; k < kAhead; ++k) now[k] = next[k];
        }
      }
    }

    if (window + gridDim.x < windows) look_up(window + gridDim.x, next_count, own_source);
    // Store: the sums of the window, rounded.
    const auto write_all = [&](auto write) {
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
        const int64_t target = window * kMatrixWindow + first_row + tile * kTile + (lane >> 2);
#pragma unroll
        for (int lower = 0; lower < 2; ++lower) write({target + 8 * lower, channel, sums[tile][0], lower});
      }
    };
    if constexpr (kFloats) {
      write_float_runs<kRun<kColumns>>(gemm, whole, Undoing::of(exponent + *floats.exponent - 2 * kLargest), write_all);
    } else {
      write_runs<kIsBf16, kRun<kColumns>>(gemm, whole, write_all);
    }
  }
#endif
}

/// Launches it behind what packs weights.
template <Operand kOperand, int kDepth, int kColumns, int kTiles, int kAtOnce>
Status launch_shallow(Context& context, const WindowGemm& gemm, const Floats& floats, const uint8_t* packed,
                      int64_t tiles) {
  using Divided = Division<kOperand, kDepth, kColumns, kTiles>;
  const auto kernel = shallow_gemm_kernel<kOperand, kDepth, kColumns, kTiles, kAtOnce>;
  DVDB_TRY(allow_block_bytes(context, kernel, Divided::kBytes));
  const bool aligned = has_whole_pieces(gemm.source, gemm.in_channels);
  const bool whole = has_whole_pieces(gemm.out, gemm.out_channels, kColumns / 4);
  const int64_t windows = GatherWindows::windows_of(gemm.map.n_targets);
  const dim3 blocks(unsigned(min_of(windows, int64_t(context.device->multiprocessors) * kAtOnce)), unsigned(tiles));
  const cudaError_t launched = launch_behind(context.device->stream, kernel, blocks, Divided::kThreads, Divided::kBytes,
                                             gemm, floats, packed, windows, aligned, whole);
  return check_cuda(context, launched, "launch");
}

}  // namespace

}  // namespace dvdb::backend
