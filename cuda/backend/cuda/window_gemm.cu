// Products over windows of targets on the matrix units of sm_90a. What a window reads is held in shared memory; for each
// tap, loads of matrices by rows gather from it, and the tap's weights follow in the background through a ring.
#include "backend/window_gemm.hpp"

#include "backend/cuda/device.cuh"
#include "backend/cuda/matrix_units.cuh"
#include "backend/memory.hpp"

namespace dvdb::backend {

namespace {

constexpr int kThreads = 512;  // four groups of four warps, one for 64 targets each
constexpr int kListed = 32;    // taps that are prepared at once
constexpr int kRows = kMostHeld + 1;  // the first is zero
constexpr int kPiece = 8;      // elements of 16 bytes

/// Rows of kDepth elements, 16 bytes of which lie so that eight rows next to each other never meet in a bank.
template <int kDepth>
__device__ __forceinline__ uint32_t place_of(uint32_t row, uint32_t piece) {
  constexpr uint32_t kPieces = kDepth / kPiece;
  constexpr uint32_t kPerLine = 8 / kPieces;
  const uint32_t line = row / kPerLine;
  return line * 128 + (((row % kPerLine * kPieces + piece) ^ (line & 7)) << 4);
}

/// Where the matrix units look for 16 bytes of a column of weights: three layouts of swizzled rows.
template <int kDepth>
__host__ __device__ __forceinline__ uint32_t weight_place(uint32_t column, uint32_t piece) {
  constexpr uint32_t kPieces = kDepth / kPiece;
  return column * kDepth * 2 + ((piece ^ (column / (8 / kPieces) & (kPieces - 1))) << 4);
}

template <int kDepth>
__device__ __forceinline__ uint64_t describe_weights(uint32_t address) {
  constexpr uint64_t kLayout = kDepth == 64 ? 1 : kDepth == 32 ? 2 : 3;
  constexpr uint64_t kEight = 8 * kDepth * 2 >> 4;  // bytes of eight columns, by 16
  return kLayout << 62 | kEight << 32 | uint64_t(1) << 16 | (address & 0x3ffff) >> 4;
}

struct GemmSizes {
  int64_t taps;
  int64_t n_targets;
  int64_t in;
  int64_t out;
};

/// How a kernel divides a product, and its shared memory.
template <int kDepth, int kColumns>
struct Division {
  static constexpr int kStageBytes = kDepth * kColumns * 2;
  static constexpr int kStages = kStageBytes >= 8192 ? 4 : 8;
  static constexpr int kHeldBytes = (kRows * kDepth * 2 + 127) / 128 * 128;
  static constexpr int kSlotBytes = kListed * kMatrixWindow * 2;
  static constexpr int kBytes = 1024 + kStages * kStageBytes + kHeldBytes + kSlotBytes;
  static constexpr int kAtOnce = kDepth * kColumns <= 256 ? 3 : kDepth * kColumns <= 1024 ? 2 : 1;

  static int64_t depths(const GemmSizes& sizes) { return (sizes.in + kDepth - 1) / kDepth; }
  static int64_t columns(const GemmSizes& sizes) { return (sizes.out + kColumns - 1) / kColumns; }
  static int64_t packed_bytes(const GemmSizes& sizes) { return depths(sizes) * columns(sizes) * sizes.taps * kStageBytes; }
};

/// Lays weights out as the ring takes them: [depths, tiles of columns, places of taps], each as the units read it.
template <int kDepth, int kColumns>
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
  packed[stage * kStage + weight_place<kDepth>(column, at / kPiece) / 2 + at % kPiece] = value;
}

/// Copies part of a source's row to where the units gather it, zeros behind its end.
template <int kDepth>
__device__ __forceinline__ void hold_piece(const WindowGemm& gemm, bool aligned, int64_t source, int64_t channel, uint32_t to) {
  const int64_t left = gemm.in_channels - channel;
  const uint16_t* from = gemm.source + source * gemm.in_channels + channel;
  if (aligned && left > 0) {
    copy_16(to, from);
    return;
  }
  uint32_t words[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const uint32_t low = 2 * k < left ? from[2 * k] : 0;
    const uint32_t high = 2 * k + 1 < left ? from[2 * k + 1] : 0;
    words[k] = high << 16 | low;
  }
  asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3]) : "memory");
}

template <class T>
__device__ __forceinline__ float widen_bits(uint16_t bits) {
  return load_as<float>(T{bits});
}

template <class T, int kDepth, int kColumns>
__global__ void __launch_bounds__(kThreads, (Division<kDepth, kColumns>::kAtOnce)) window_gemm_kernel(WindowGemm gemm, const uint8_t* packed, bool aligned) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Divided = Division<kDepth, kColumns>;
  constexpr int kStages = Divided::kStages;
  constexpr int kPieces = kDepth / kPiece;
  constexpr int kSteps = kDepth / 16;
  extern __shared__ unsigned char window_memory[];
  __shared__ __align__(8) uint64_t barriers[2 * kStages];
  __shared__ uint8_t listed[kListed];
  __shared__ uint8_t listed_masks[kListed];
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
  if (thread < kPieces) {
    asm volatile("st.shared.v4.b32 [%0], {%1, %1, %1, %1};" ::"r"(held + place_of<kDepth>(0, thread)), "r"(0) : "memory");
  }
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");

  float sums[kColumns / 2] = {};
  uint32_t turn = 0;  // stages of the ring that were used
  for (int64_t depth = 0; depth < depths; ++depth) {
    __syncthreads();
    if (!direct) {
      for (int at = thread; at < count * kPieces; at += kThreads) {
        const int item = at / kPieces;
        const int piece = at % kPieces;
        hold_piece<kDepth>(gemm, aligned, list[item], depth * kDepth + piece * kPiece, held + place_of<kDepth>(item + 1, piece));
      }
      commit_copies();
    }
    const uint8_t* const stages = packed + (depth * gridDim.y + tile) * taps * Divided::kStageBytes;
    for (int64_t first = 0; first < taps; first += kListed) {
      const int some = int(taps - first < kListed ? taps - first : kListed);
      if (first > 0) __syncthreads();
      if (warp == 0) {
        const uint32_t mask = lane < some ? masks[first + lane] : 0;
        const uint32_t present = __ballot_sync(~0u, mask != 0);
        if (mask != 0) {
          const int at = __popc(present & ((1u << lane) - 1));
          listed[at] = uint8_t(lane);
          listed_masks[at] = uint8_t(mask);
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
      const auto feed = [&](int which) {
        const uint32_t at = turn + uint32_t(which);
        const uint32_t stage = at % kStages;
        if (at >= kStages) wait_barrier(empty + 8 * stage, (at / kStages - 1) & 1);
        copy_run(ring + stage * Divided::kStageBytes, stages + (first + listed[which]) * Divided::kStageBytes, Divided::kStageBytes, full + 8 * stage);
      };
      if (thread == 0) {
        for (int which = 0; which < all && which < kStages - 1; ++which) feed(which);
      }
      for (int which = 0; which < all; ++which) {
        const int place = listed[which];
        if (direct) {
          __syncthreads();
          for (int at = thread; at < kMatrixWindow * kPieces; at += kThreads) {
            const int item = at / kPieces;
            const int piece = at % kPieces;
            if (slots[place * kMatrixWindow + item] == 0) continue;
            const int64_t source = gemm.map.rows[(first + place) * n + window * kMatrixWindow + item];
            hold_piece<kDepth>(gemm, aligned, source, depth * kDepth + piece * kPiece, held + place_of<kDepth>(item + 1, piece));
          }
          commit_copies();
          wait_copies<0>();
          __syncthreads();
        }
        if (thread == 0 && which + kStages - 1 < all) feed(which + kStages - 1);
        const uint32_t at = turn + uint32_t(which);
        const uint32_t stage = at % kStages;
        if (listed_masks[which] >> group & 1) {
          uint32_t slot = slots[place * kMatrixWindow + row];
          if (direct && slot != 0) slot = uint32_t(row) + 1;
          uint32_t rows[kSteps][4];
#pragma unroll
          for (int step = 0; step < kSteps; ++step) load_matrices(rows[step], held + place_of<kDepth>(slot, uint32_t(2 * step + (lane >> 4))));
          wait_barrier(full + 8 * stage, (at / kStages) & 1);
          begin_products();
#pragma unroll
          for (int step = 0; step < kSteps; ++step) {
            MatrixProduct<T, kColumns>::add(sums, rows[step], describe_weights<kDepth>(ring + stage * Divided::kStageBytes + step * 32));
          }
          commit_products();
          wait_products<0>();
        } else {
          wait_barrier(full + 8 * stage, (at / kStages) & 1);
        }
        __syncwarp();
        if (lane == 0) arrive(empty + 8 * stage);
      }
      turn += uint32_t(all);
    }
  }

  // Lanes hold pairs of columns of two rows eight apart.
  const int64_t out = gemm.out_channels;
  const bool paired = out % 2 == 0;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const int64_t target = window * kMatrixWindow + group * kMatrixRows + (warp & 3) * 16 + (lane >> 2) + 8 * half;
    if (target >= n) continue;
#pragma unroll
    for (int at = 0; at < kColumns / 8; ++at) {
      const int64_t column = tile * kColumns + at * 8 + 2 * (lane & 3);
      uint32_t pair = 0;
#pragma unroll
      for (int which = 0; which < 2; ++which) {
        float value = sums[at * 4 + half * 2 + which];
        if (gemm.bias != nullptr && column + which < out) value += widen_bits<T>(gemm.bias[column + which]);
        if (gemm.relu && value < 0.f) value = 0.f;
        pair |= uint32_t(store_as<T>(value, false).bits) << (16 * which);
      }
      uint16_t* const to = gemm.out + target * out + column;
      if (paired && column < out) {
        *reinterpret_cast<uint32_t*>(to) = pair;
      } else {
        if (column < out) to[0] = uint16_t(pair);
        if (column + 1 < out) to[1] = uint16_t(pair >> 16);
      }
    }
  }
#endif
}

template <class T, int kDepth, int kColumns>
Status launch_gemm(Context& context, const WindowGemm& gemm) {
  using Divided = Division<kDepth, kColumns>;
  const GemmSizes sizes{gemm.map.taps, gemm.map.n_targets, gemm.in_channels, gemm.out_channels};
  Scratch memory(context);
  DVDB_TRY(memory.allocate(Divided::packed_bytes(sizes)));
  const int64_t n = memory.bytes() / 2;
  cudaStream_t stream = context.device->stream;
  if (n > 0) pack_weights_kernel<kDepth, kColumns><<<unsigned((n + 255) / 256), 256, 0, stream>>>(gemm, n, static_cast<uint16_t*>(memory.data()));
  const auto kernel = window_gemm_kernel<T, kDepth, kColumns>;
  DVDB_TRY(check_cuda(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Divided::kBytes), "set up products"));
  const bool aligned = gemm.in_channels % kPiece == 0 && (reinterpret_cast<uintptr_t>(gemm.source) & 15) == 0;
  const dim3 blocks(unsigned(GatherWindows::windows_of(gemm.map.n_targets)), unsigned(Divided::columns(sizes)));
  kernel<<<blocks, kThreads, Divided::kBytes, stream>>>(gemm, static_cast<const uint8_t*>(memory.data()), aligned);
  return check_cuda(context, cudaGetLastError(), "launch");
}

template <class T, int kDepth>
Status with_columns(Context& context, const WindowGemm& gemm) {
  if (gemm.out_channels <= 16) return launch_gemm<T, kDepth, 16>(context, gemm);
  if (gemm.out_channels <= 32) return launch_gemm<T, kDepth, 32>(context, gemm);
  if (gemm.out_channels <= 64) return launch_gemm<T, kDepth, 64>(context, gemm);
  return launch_gemm<T, kDepth, 128>(context, gemm);
}

template <class T>
Status with_depth(Context& context, const WindowGemm& gemm) {
  if (gemm.in_channels <= 16) return with_columns<T, 16>(context, gemm);
  if (gemm.in_channels <= 32) return with_columns<T, 32>(context, gemm);
  return with_columns<T, 64>(context, gemm);
}

}  // namespace

Status window_gemm(Context& context, const WindowGemm& gemm) {
  if (gemm.map.n_targets == 0 || gemm.out_channels == 0) return {};
  return gemm.is_brief ? with_depth<Brief>(context, gemm) : with_depth<Half>(context, gemm);
}

}  // namespace dvdb::backend
