// Products over windows of targets on the matrix units of sm_90a. What a window reads is held in shared memory, 64
// channels of it at once; for each tap, loads of matrices by rows gather from it, and the tap's weights follow in the
// background through a ring.
#include "backend/cuda/device.cuh"
#include "backend/cuda/window_parts.cuh"
#include "backend/cuda/window_shallow.cuh"
#include "backend/memory.hpp"

namespace dvdb::backend {

namespace {

constexpr int kThreads = 512;  // four groups of four warps, one for 64 targets each
constexpr int kListed = 32;    // taps that are prepared at once
constexpr int kDepth = 64;     // channels of sources at once
constexpr int kPieces = kDepth / kPiece;
constexpr int kParts = 2;      // of a depth, so that one is loaded while the other is multiplied
constexpr int kPartSteps = kDepth / 16 / kParts;

/// Where the matrix units look for 16 bytes of a column of weights.
__device__ __forceinline__ uint32_t weight_place(uint32_t column, uint32_t piece) { return column * kDepth * 2 + ((piece ^ (column & 7)) << 4); }

__device__ __forceinline__ uint64_t describe_weights(uint32_t address) {
  constexpr uint64_t kSwizzled = 1;                 // rows of 128 bytes
  constexpr uint64_t kEight = 8 * kDepth * 2 >> 4;  // bytes of eight columns, by 16
  return kSwizzled << 62 | kEight << 32 | uint64_t(1) << 16 | (address & 0x3ffff) >> 4;
}

struct GemmSizes {
  int64_t taps;
  int64_t n_targets;
  int64_t in;
  int64_t out;
};

/// How a kernel divides a product, and its shared memory.
template <int kColumns>
struct Division {
  static constexpr int kTapBytes = kDepth * kColumns * 2;
  static constexpr int kStageTaps = kTapBytes >= 8192 ? 1 : 8192 / kTapBytes;
  static constexpr int kStageBytes = kStageTaps * kTapBytes;
  static constexpr int kStages = kStageTaps == 1 ? 4 : 3;
  static constexpr int kHeldBytes = kHeldRows * kDepth * 2;
  static constexpr int kSlotBytes = kListed * kMatrixWindow * 2;
  static constexpr int kBytes = 1024 + kStages * kStageBytes + kHeldBytes + kSlotBytes;

  static int64_t depths(const GemmSizes& sizes) { return (sizes.in + kDepth - 1) / kDepth; }
  static int64_t columns(const GemmSizes& sizes) { return (sizes.out + kColumns - 1) / kColumns; }
  static int64_t packed_bytes(const GemmSizes& sizes) { return depths(sizes) * columns(sizes) * sizes.taps * kTapBytes; }
};

/// Lays weights out as the ring takes them: [depths, tiles of columns, places of taps], each as the units read it.
template <int kColumns>
__global__ void __launch_bounds__(256) pack_weights_kernel(WindowGemm gemm, int64_t n, uint16_t* packed) {
  const int64_t i = int64_t(blockIdx.x) * 256 + threadIdx.x;
  if (i >= n) return;
  constexpr int64_t kStage = kDepth * kColumns;
  const int64_t tiles = (gemm.out_channels + kColumns - 1) / kColumns;
  const int64_t taps = gemm.map.taps;
  const int64_t stage = i / kStage;
  const int64_t place = stage % taps;
  const int64_t tile = stage / taps % tiles;
  const int64_t depth = stage / taps / tiles;
  const uint32_t column = uint32_t(i % kStage) / kDepth;
  const uint32_t at = uint32_t(i) % kDepth;
  const int64_t k = depth * kDepth + at;
  const int64_t o = tile * kColumns + column;
  const int64_t tap = gemm.mirrored ? taps - 1 - place : place;
  uint16_t value = 0;
  if (k < gemm.in_channels && o < gemm.out_channels) {
    value = gemm.weights[gemm.backward ? (k * gemm.out_channels + o) * taps + tap : (o * gemm.in_channels + k) * taps + tap];
  }
  packed[stage * kStage + weight_place(column, at / kPiece) / 2 + at % kPiece] = value;
}

template <bool kBrief, int kColumns>
__global__ void __launch_bounds__(kThreads, 1) window_gemm_kernel(WindowGemm gemm, const uint8_t* packed, bool aligned) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Divided = Division<kColumns>;
  constexpr int kStages = Divided::kStages;
  extern __shared__ unsigned char window_memory[];
  __shared__ __align__(8) uint64_t barriers[2 * kStages];
  __shared__ uint16_t listed[kListed];  // places of taps, above them their masks
  __shared__ int n_listed;

  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const int warp = thread >> 5;
  const int group = warp >> 2;
  const int row = group * kMatrixRows + (warp & 3) * 16 + (lane & 15);  // of the window, whose slot this lane gathers
  const int64_t window = blockIdx.x;
  const int64_t tile = blockIdx.y;
  const int64_t taps = gemm.map.taps;
  const int64_t n = gemm.map.n_targets;
  const uint32_t base = (shared_address(window_memory) + 1023) & ~1023u;
  const uint32_t ring = base;
  const uint32_t held = ring + kStages * Divided::kStageBytes;
  const uint32_t slot_address = held + Divided::kHeldBytes;
  uint16_t* const slots = reinterpret_cast<uint16_t*>(window_memory + (slot_address - shared_address(window_memory)));
  const uint32_t full = shared_address(barriers);
  const uint32_t empty = full + 8 * kStages;
  const int count = gemm.windows.counts[window];
  const bool direct = count < 0;
  const uint8_t* const masks = gemm.windows.masks + window * taps;
  const uint16_t* const own_slots = gemm.windows.slots + window * taps * kMatrixWindow;
  const int32_t* const list = gemm.windows.lists + window * kMostHeld;
  const int64_t depths = (gemm.in_channels + kDepth - 1) / kDepth;

  if (thread < kStages) {
    start_barrier(full + 8 * thread, 1);
    start_barrier(empty + 8 * thread, kThreads / 32);
  }
  if (thread < kPieces) store_16(held + place_of<kDepth>(0, thread), {});
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");

  float sums[kColumns / 2] = {};
  uint32_t turn = 0;  // stages of the ring that were used
  for (int64_t depth = 0; depth < depths; ++depth) {
    __syncthreads();
    if (!direct) {
      for (int at = thread; at < count * kPieces; at += kThreads) {
        const int item = at / kPieces;
        const int piece = at % kPieces;
        hold_piece(gemm, aligned, list[item], depth * kDepth + piece * kPiece, held + place_of<kDepth>(item + 1, piece));
      }
      commit_copies();
    }
    const uint8_t* const weights = packed + (depth * gridDim.y + tile) * taps * Divided::kTapBytes;
    for (int64_t first = 0; first < taps; first += kListed) {
      const int some = int(taps - first < kListed ? taps - first : kListed);
      if (first > 0) __syncthreads();
      if (warp == 0) {
        const uint32_t mask = lane < some ? masks[first + lane] : 0;
        const uint32_t present = __ballot_sync(~0u, mask != 0);
        if (mask != 0) {
          const int at = __popc(present & ((1u << lane) - 1));
          listed[at] = uint16_t(mask << 8 | uint32_t(lane));
        }
        if (lane == 0) n_listed = __popc(present);
      }
      for (int at = thread; at < some * (kMatrixWindow / kPiece); at += kThreads) {
        copy_16(slot_address + at * 16, own_slots + first * kMatrixWindow + at * kPiece);
      }
      commit_copies();
      wait_copies<0>();
      __syncthreads();
      const int all = n_listed;
      const int rounds = (all + Divided::kStageTaps - 1) / Divided::kStageTaps;
      const auto feed = [&](int round) {
        const uint32_t at = turn + uint32_t(round);
        const uint32_t stage = at % kStages;
        const int begin = round * Divided::kStageTaps;
        const int end = min_of(all, begin + Divided::kStageTaps);
        if (at >= kStages) wait_barrier(empty + 8 * stage, (at / kStages - 1) & 1);
        expect_bytes(full + 8 * stage, uint32_t(end - begin) * Divided::kTapBytes);
        for (int which = begin; which < end; ++which) {
          copy_run(ring + stage * Divided::kStageBytes + (which - begin) * Divided::kTapBytes, weights + (first + (listed[which] & 255)) * Divided::kTapBytes,
                   Divided::kTapBytes, full + 8 * stage);
        }
      };
      /// Gathers the sources of a tap whose window has too many to hold all.
      const auto hold_tap = [&](int which) {
        const int place = listed[which] & 255;
        __syncthreads();
        for (int at = thread; at < kMatrixWindow * kPieces; at += kThreads) {
          const int item = at / kPieces;
          const int piece = at % kPieces;
          if (slots[place * kMatrixWindow + item] == 0) continue;
          const int64_t source = gemm.map.rows[(first + place) * n + window * kMatrixWindow + item];
          hold_piece(gemm, aligned, source, depth * kDepth + piece * kPiece, held + place_of<kDepth>(item + 1, piece));
        }
        commit_copies();
        wait_copies<0>();
        __syncthreads();
      };
      /// Gathers a part of this group's rows of a tap, of the last behind the end, without a branch; false where it has none.
      const auto load_rows = [&](int which, int part, uint32_t (&to)[kPartSteps][4]) {
        const uint32_t entry = listed[min_of(which, all - 1)];
        uint32_t slot = slots[(entry & 255) * kMatrixWindow + row];
        if (direct && slot != 0) slot = uint32_t(row) + 1;
#pragma unroll
        for (int step = 0; step < kPartSteps; ++step) {
          load_matrices(to[step], held + place_of<kDepth>(slot, uint32_t(2 * (part * kPartSteps + step) + (lane >> 4))));
        }
        return (entry >> (8 + group) & 1) != 0;
      };
      const auto start_products = [&](const uint32_t (&part_rows)[kPartSteps][4], int part, uint32_t columns) {
        begin_products();
#pragma unroll
        for (int step = 0; step < kPartSteps; ++step) {
          MatrixProduct<kColumns>::template add<kBrief>(sums, part_rows[step], describe_weights(columns + (part * kPartSteps + step) * 32));
        }
        commit_products();
      };
      /// Multiplies the rows of a tap, of which the first part is in `now`, and meanwhile loads what follows: the other part,
      /// then the first part of the next tap.
      const auto multiply = [&](int which, uint32_t (&now)[kPartSteps][4], bool has_now, uint32_t (&other)[kPartSteps][4]) {
        const int round = which / Divided::kStageTaps;
        const int in_round = which % Divided::kStageTaps;
        const uint32_t at = turn + uint32_t(round);
        const uint32_t stage = at % kStages;
        if (direct) {
          hold_tap(which);
          has_now = load_rows(which, 0, now);
        }
        if (in_round == 0) wait_barrier(full + 8 * stage, (at / kStages) & 1);
        const uint32_t columns = ring + stage * Divided::kStageBytes + in_round * Divided::kTapBytes;
        bool has_next;
        if (has_now) {
          start_products(now, 0, columns);
          load_rows(which, 1, other);
          start_products(other, 1, columns);
          wait_products<1>();
          has_next = load_rows(which + 1, 0, now);
          wait_products<0>();
        } else {
          has_next = load_rows(which + 1, 0, now);
        }
        if (in_round == Divided::kStageTaps - 1 || which + 1 == all) {
          __syncwarp();
          if (lane == 0) arrive(empty + 8 * stage);
          // Warps feed by turns, as the one that does falls behind.
          if (lane == 0 && warp == round % (kThreads / 32) && round + kStages - 1 < rounds) feed(round + kStages - 1);
        }
        return has_next;
      };
      if (thread == 0) {
        for (int round = 0; round < rounds && round < kStages - 1; ++round) feed(round);
      }
      uint32_t rows[kPartSteps][4];
      uint32_t others[kPartSteps][4];
      bool has_rows = all > 0 && load_rows(0, 0, rows);
      for (int which = 0; which < all; ++which) has_rows = multiply(which, rows, has_rows, others);
      turn += uint32_t(rounds);
    }
  }

  // Lanes hold pairs of columns of two rows eight apart.
  const int64_t out = gemm.out_channels;
  const int64_t first_target = window * kMatrixWindow + group * kMatrixRows + (warp & 3) * 16 + (lane >> 2);
  const int64_t first_column = tile * kColumns + 2 * (lane & 3);
  const bool paired = out % 2 == 0;
#pragma unroll
  for (int at = 0; at < kColumns / 8; ++at) {
    const int64_t column = first_column + at * 8;
    if (column >= out) break;
    const bool has_high = column + 1 < out;
    const float low_bias = gemm.bias != nullptr ? widen_bits<kBrief>(gemm.bias[column]) : 0.f;
    const float high_bias = gemm.bias != nullptr && has_high ? widen_bits<kBrief>(gemm.bias[column + 1]) : 0.f;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int64_t target = first_target + 8 * half;
      if (target >= n) continue;
      float low = sums[at * 4 + half * 2] + low_bias;
      float high = sums[at * 4 + half * 2 + 1] + high_bias;
      if (gemm.relu && low < 0.f) low = 0.f;
      if (gemm.relu && high < 0.f) high = 0.f;
      const uint32_t pair = narrow_pair<kBrief>(low, high);
      uint16_t* const to = gemm.out + target * out + column;
      if (paired) {
        *reinterpret_cast<uint32_t*>(to) = pair;
      } else {
        to[0] = uint16_t(pair);
        if (has_high) to[1] = uint16_t(pair >> 16);
      }
    }
  }
#endif
}

template <bool kBrief, int kColumns>
Status launch_gemm(Context& context, const WindowGemm& gemm) {
  using Divided = Division<kColumns>;
  const GemmSizes sizes{gemm.map.taps, gemm.map.n_targets, gemm.in_channels, gemm.out_channels};
  Scratch memory(context);
  DVDB_TRY(memory.allocate(Divided::packed_bytes(sizes)));
  const int64_t n = memory.bytes() / 2;
  cudaStream_t stream = context.device->stream;
  if (n > 0) pack_weights_kernel<kColumns><<<unsigned((n + 255) / 256), 256, 0, stream>>>(gemm, n, static_cast<uint16_t*>(memory.data()));
  const auto kernel = window_gemm_kernel<kBrief, kColumns>;
  DVDB_TRY(check_cuda(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Divided::kBytes), "set up products"));
  const bool aligned = has_whole_pieces(gemm.source, gemm.in_channels);
  const dim3 blocks(unsigned(GatherWindows::windows_of(gemm.map.n_targets)), unsigned(Divided::columns(sizes)));
  kernel<<<blocks, kThreads, Divided::kBytes, stream>>>(gemm, static_cast<const uint8_t*>(memory.data()), aligned);
  return check_cuda(context, cudaGetLastError(), "launch");
}

template <bool kBrief>
Status with_columns(Context& context, const WindowGemm& gemm) {
  if (gemm.out_channels <= 16) return launch_gemm<kBrief, 16>(context, gemm);
  if (gemm.out_channels <= 32) return launch_gemm<kBrief, 32>(context, gemm);
  if (gemm.out_channels <= 64) return launch_gemm<kBrief, 64>(context, gemm);
  return launch_gemm<kBrief, 128>(context, gemm);
}

}  // namespace

Status window_gemm(Context& context, const WindowGemm& gemm) {
  if (gemm.map.n_targets == 0 || gemm.out_channels == 0) return {};
  if (gemm.in_channels <= kMostShallow) return shallow_window_gemm(context, gemm);
  return gemm.is_brief ? with_columns<true>(context, gemm) : with_columns<false>(context, gemm);
}

}  // namespace dvdb::backend
