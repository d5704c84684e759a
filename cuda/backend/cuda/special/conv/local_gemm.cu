/// Local gather, product and scatter (Williams et al., "fVDB", 2024): a block has 64 targets one after the other and
/// holds their sums. For each tap it lists the targets that have it, gathers their sources without gaps, multiplies
/// them in groups of 16 and adds the products to the sums of their targets.
#include "backend/api/special/conv/tile_gemm.hpp"

#include "backend/api/memory.hpp"
#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/matrix_tile_parts.cuh"
#include "backend/cuda/state.cuh"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kTargets = 64;
constexpr int kWarps = 4;
constexpr int kThreads = kWarps * 32;
constexpr int kGroup = 16;  // targets of a product
constexpr int kGroups = kTargets / kGroup;
constexpr int kStages = 2;

/// A block's shared memory: stages of sources and weights, the sums, and what the taps have.
template <int kColumns>
struct Local {
  static constexpr uint32_t kSourceBytes = kTargets * kRowBytes;
  static constexpr uint32_t kStageBytes = kSourceBytes + kColumns * kRowBytes;
  static constexpr uint32_t kWidth = kColumns + 4;  // of a row of sums
  static constexpr uint32_t kSums = kStages * kStageBytes;
  static constexpr uint32_t kFound = kSums + kTargets * kWidth * 4;
  static constexpr uint32_t kPlaces = kFound + kTargets * 4;
  static constexpr uint32_t kBytes = kPlaces + kTargets * 4;
};

template <MatrixElement kElement, int kColumns>
__global__ void __launch_bounds__(kThreads, 2) local_gemm_kernel(TileGemm gemm, const uint8_t* rows, int64_t row_bytes,
                                                                 const uint8_t* weights, int chunks, bool whole) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Memory = Local<kColumns>;
  constexpr bool kIsBf16 = kElement == MatrixElement::kBf16;
  constexpr int kOwn = kColumns / kWarps;  // columns of a warp
  extern __shared__ __align__(1024) unsigned char local_memory[];
  __shared__ int counts[2];
  const uint32_t memory = shared_address(local_memory);
  auto* const sums = reinterpret_cast<float*>(local_memory + Memory::kSums);
  auto* const found = reinterpret_cast<int32_t*>(local_memory + Memory::kFound);
  auto* const places = reinterpret_cast<int32_t*>(local_memory + Memory::kPlaces);
  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const int warp = thread / 32;
  const int64_t n = gemm.map.n_targets;
  const int64_t first = int64_t(blockIdx.x) * kTargets;
  const uint8_t* const own_weights = weights + int64_t(blockIdx.y) * gemm.map.taps * chunks * kColumns * kRowBytes;
  for (int at = thread; at < kTargets * int(Memory::kWidth); at += kThreads) sums[at] = 0;
  for (int64_t tap = 0; tap < gemm.map.taps && chunks > 0; ++tap) {
    // List: two warps list the targets that have the tap, in order.
    int32_t row = -1;
    if (thread < kTargets && first + thread < n) row = gemm.map.rows[tap * n + first + thread];
    const uint32_t present = __ballot_sync(~0u, row >= 0);
    if (!__syncthreads_or(row >= 0)) continue;
    if (thread < kTargets) {
      found[thread] = -1;
      if (lane == 0) counts[warp] = __popc(present);
    }
    __syncthreads();
    const int count = counts[0] + counts[1];
    if (row >= 0) {
      const int place = (warp == 1 ? counts[0] : 0) + __popc(present & ((1u << lane) - 1));
      found[place] = row;
      places[place] = thread;
    }
    __syncthreads();
    const int groups = (count + kGroup - 1) / kGroup;
    // Gather: a chunk of the listed sources and of the weights.
    const auto fetch = [&](int chunk) {
      const uint32_t to = memory + uint32_t(chunk % kStages) * Memory::kStageBytes;
      for (int at = thread; at < groups * kGroup * kRowPieces; at += kThreads) {
        const int32_t source = found[at / kRowPieces];
        const int64_t byte = int64_t(chunk) * kRowBytes + at % kRowPieces * 16;
        const bool held = source >= 0 && byte < row_bytes;
        copy_or_clear<16>(to + operand_place<kRowBytes>(uint32_t(at / kRowPieces), uint32_t(at % kRowPieces)),
                          held ? rows + source * row_bytes + byte : rows, held);
      }
      const uint8_t* const from = own_weights + (tap * chunks + chunk) * kColumns * kRowBytes;
      for (int at = thread * 16; at < kColumns * kRowBytes; at += kThreads * 16)
        copy_16(to + Memory::kSourceBytes + uint32_t(at), from + at);
      commit_copies();
    };
    // Multiply: chunk by chunk, while the next one is gathered.
    float products[kGroups][kOwn / 8][4] = {};
    fetch(0);
    for (int chunk = 0; chunk < chunks; ++chunk) {
      if (chunk + 1 < chunks) {
        fetch(chunk + 1);
        wait_copies<1>();
      } else {
        wait_copies<0>();
      }
      __syncthreads();
      const uint32_t sources = memory + uint32_t(chunk % kStages) * Memory::kStageBytes;
      const uint32_t columns = sources + Memory::kSourceBytes;
#pragma unroll
      for (int step = 0; step < kRowBytes / 32; ++step) {
        uint32_t b[kOwn / 16 == 0 ? 1 : kOwn / 16][4];
#pragma unroll
        for (int pair = 0; pair < (kOwn + 15) / 16; ++pair) {
          const uint32_t column = uint32_t(warp * kOwn + pair * 16 + (lane & 7) + (lane >> 4) * 8);
          load_matrices(b[pair],
                        columns + operand_place<kRowBytes>(column % kColumns, uint32_t(step * 2 + (lane >> 3 & 1))));
        }
#pragma unroll
        for (int group = 0; group < kGroups; ++group) {
          if (group >= groups) break;
          uint32_t a[4];
          load_matrices(a, sources + operand_place<kRowBytes>(uint32_t(group * kGroup + (lane & 15)),
                                                              uint32_t(step * 2 + (lane >> 4))));
#pragma unroll
          for (int eight = 0; eight < kOwn / 8; ++eight)
            add_product<kIsBf16>(products[group][eight], a, b[eight / 2][eight % 2 * 2],
                                 b[eight / 2][eight % 2 * 2 + 1]);
        }
      }
      __syncthreads();
    }
    // Scatter: add the products to the sums of their targets. A warp has columns of its own, and a target comes once in
    // a tap.
#pragma unroll
    for (int group = 0; group < kGroups; ++group) {
#pragma unroll
      for (int lower = 0; lower < 2; ++lower) {
        const int at = group * kGroup + lane / 4 + 8 * lower;
        if (at >= count) continue;
        float* const to = sums + places[at] * int(Memory::kWidth);
#pragma unroll
        for (int eight = 0; eight < kOwn / 8; ++eight) {
          float* const pair = to + channel_of<kColumns>(warp * kOwn + eight * 8 + (lane & 3) * 2);
          pair[0] += products[group][eight][lower * 2];
          pair[1] += products[group][eight][lower * 2 + 1];
        }
      }
    }
    __syncthreads();
  }
  __syncthreads();
  // Store: all sums of the block, rounded.
  for (int at = thread * 4; at < kTargets * kColumns; at += kThreads * 4) {
    const int64_t target = first + at / kColumns;
    const int64_t channel = int64_t(blockIdx.y) * kColumns + at % kColumns;
    if (target >= n || channel >= gemm.out_channels) continue;
    float values[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      values[k] = sums[at / kColumns * int(Memory::kWidth) + at % kColumns + k];
      if (channel + k < gemm.out_channels) values[k] = finish<kElement>(gemm, values[k], target, channel + k);
    }
    write_channels<kElement>(gemm, whole, target, channel, values);
  }
#endif
}

template <MatrixElement kElement, int kColumns>
Status launch_local(Context& context, const TileGemm& gemm) {
  cudaStream_t stream = context.device->stream;
  const int chunks = int((gemm.in_channels + kHalfDepth - 1) / kHalfDepth);
  const int64_t column_tiles = (gemm.out_channels + kColumns - 1) / kColumns;
  Scratch row_memory(context);
  Scratch weight_memory(context);
  const uint8_t* rows = nullptr;
  int64_t row_bytes = 0;
  DVDB_TRY(take_rows(context, gemm, row_memory, &rows, &row_bytes));
  DVDB_TRY(weight_memory.allocate(column_tiles * gemm.map.taps * chunks * kColumns * kRowBytes));
  if (const int64_t n = weight_memory.bytes() / 2; n > 0) {
    pack_columns_kernel<false, kColumns><<<unsigned((n + kPackThreads - 1) / kPackThreads), kPackThreads, 0, stream>>>(
        gemm, chunks, nullptr, n, static_cast<uint16_t*>(weight_memory.data()));
  }
  const auto kernel = local_gemm_kernel<kElement, kColumns>;
  DVDB_TRY(allow_block_bytes(context, kernel, int(Local<kColumns>::kBytes)));
  const dim3 blocks(unsigned((gemm.map.n_targets + kTargets - 1) / kTargets), unsigned(column_tiles));
  kernel<<<blocks, kThreads, Local<kColumns>::kBytes, stream>>>(
      gemm, rows, row_bytes, static_cast<const uint8_t*>(weight_memory.data()), chunks, stores_whole(gemm));
  return check_launch(context);
}

template <MatrixElement kElement>
Status with_columns(Context& context, const TileGemm& gemm) {
  return gemm.out_channels <= 64 ? launch_local<kElement, 64>(context, gemm)
                                 : launch_local<kElement, 128>(context, gemm);
}

}  // namespace

Status local_gemm(Context& context, const TileGemm& gemm) {
  if (gemm.map.n_targets == 0 || gemm.out_channels == 0) return {};
  return gemm.element == MatrixElement::kBf16 ? with_columns<MatrixElement::kBf16>(context, gemm)
                                              : with_columns<MatrixElement::kF16>(context, gemm);
}

}  // namespace dvdb::backend
