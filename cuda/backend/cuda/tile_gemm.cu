// Products over tiles of targets on the device's general cores, in the order of gather_gemm: a block gathers some channels
// of its targets and weights while it multiplies the ones before, and a thread has the sums of 8 targets and up to 8 columns.
#include "backend/tile_gemm.hpp"

#include "backend/cuda/device.cuh"
#include "backend/cuda/matrix_units.cuh"

namespace dvdb::backend {

namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;
constexpr int kDepth = 16;  // channels of a stage
constexpr int kPieces = kDepth / 4;
constexpr int kStages = 4;
constexpr int kRows = 8;    // of a thread: every fourth of its warp's

/// How a block is divided for tiles of some columns.
template <int kColumns>
struct Division {
  static constexpr int kAcross = kColumns > 64 ? kColumns / 64 : 1;  // warps side by side
  static constexpr int kTargets = kWarps / kAcross * kTileRows;
  static constexpr int kWide = kColumns / kAcross / 32;              // runs of 4 columns of a thread
  static constexpr int kSourceBytes = kTargets * kDepth * 4;
  static constexpr int kStageBytes = kSourceBytes + kDepth * kColumns * 4;
  static constexpr int kBytes = kStages * kStageBytes;
};

/// Where a piece of a row lies, so that four rows next to each other have banks of their own.
__device__ __forceinline__ uint32_t place_of(uint32_t row, uint32_t piece) { return row * (kDepth * 4) + ((piece ^ (row >> 1 & 3)) << 4); }

/// Copies some numbers in the background where the device can, zeros where `held` says so.
template <int kCount>
__device__ __forceinline__ void copy_or_clear(uint32_t to, const float* from, bool held) {
#if __CUDA_ARCH__ >= 800
  if constexpr (kCount == 4) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(held ? 16 : 0) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(held ? 4 : 0) : "memory");
  }
#else
#pragma unroll
  for (int k = 0; k < kCount; ++k) asm volatile("st.shared.f32 [%0], %1;" ::"r"(to + 4 * k), "f"(held ? from[k] : 0.f) : "memory");
#endif
}
/// Waits until all but the last copies that were marked are there.
template <int kLeft>
__device__ __forceinline__ void wait_marked() {
#if __CUDA_ARCH__ >= 800
  wait_copies<kLeft>();
#endif
}
__device__ __forceinline__ void mark_copies() {
#if __CUDA_ARCH__ >= 800
  commit_copies();
#endif
}
/// Copies four numbers, of which the first `left` are there.
__device__ __forceinline__ void copy_piece(uint32_t to, const float* from, const float* any, int64_t left, bool aligned) {
  if (aligned) {
    copy_or_clear<4>(to, left > 0 ? from : any, left > 0);
    return;
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) copy_or_clear<1>(to + 4 * k, k < left ? from + k : any, k < left);
}

__device__ __forceinline__ void load_four(float (&out)[4], uint32_t from) {
  asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(out[0]), "=f"(out[1]), "=f"(out[2]), "=f"(out[3]) : "r"(from));
}

/// One sum in the stated order: where rows that are not there were multiplied by weights that are not finite.
__device__ __noinline__ float sum_again(const GatherGemm<float>& gemm, int64_t target, int64_t column) {
  float total = 0;
  for (int64_t tap = 0; tap < gemm.map.taps; ++tap) {
    const int32_t row = gemm.map.rows[tap * gemm.map.n_targets + target];
    if (row < 0) continue;
    float sum = 0;
    for (int64_t i = 0; i < gemm.in_channels; ++i) {
      sum = __fmaf_rn(gemm.source[row * gemm.in_channels + i], gemm.weights[(tap * gemm.in_channels + i) * gemm.out_channels + column], sum);
    }
    total += sum;
  }
  return total;
}

__device__ __forceinline__ float finish(const GatherGemm<float>& gemm, float total, int64_t target, int64_t column) {
  if (total != total) total = sum_again(gemm, target, column);
  total += gemm.bias == nullptr ? -0.f : gemm.bias[column];
  if (total != total) return __int_as_float(0x7fc00000);
  return gemm.relu && total < 0.f ? 0.f : total;
}

/// The taps that a block meets, each in chunks of channels.
struct Walk {
  const uint32_t* masks;  // of the block's first 32 targets
  int64_t n_words;
  int parts;              // of 32 targets
  int64_t taps;
  int chunks;
  int64_t tap = -1;
  int chunk = 0;
  int64_t word = -1;
  uint32_t present = 0;

  /// Goes on; false behind the last.
  __device__ bool advance() {
    if (tap >= 0 && ++chunk < chunks) return true;
    chunk = 0;
    while (present == 0) {
      if (++word >= n_words) {
        tap = taps;
        return false;
      }
      for (int part = 0; part < parts; ++part) present |= masks[part * n_words + word];
    }
    tap = word * 32 + __ffs(int(present)) - 1;
    present &= present - 1;
    return true;
  }
  __device__ bool ended() const { return tap >= taps; }
};

template <int kColumns>
__global__ void __launch_bounds__(kThreads, 1) tile_gemm_kernel(GatherGemm<float> gemm, GatherTiles tiles, bool aligned_rows, bool aligned_columns) {
  using Divided = Division<kColumns>;
  constexpr int kWide = Divided::kWide;
  constexpr int kOwnRows = Divided::kTargets * kPieces / kThreads;   // that a thread gathers pieces of
  constexpr int kColumnPieces = kDepth * kColumns / 4;
  extern __shared__ __align__(1024) unsigned char tile_memory[];
  const int thread = int(threadIdx.x);
  const int lane = thread & 31;
  const int warp = thread / 32;
  const int band = warp / Divided::kAcross;  // of 32 targets
  const int64_t n = gemm.map.n_targets;
  const int64_t in = gemm.in_channels;
  const int64_t out = gemm.out_channels;
  const int64_t first = int64_t(blockIdx.x) * Divided::kTargets;
  const int64_t first_column = int64_t(blockIdx.y) * kColumns;
  const uint32_t memory = shared_address(tile_memory);
  const int64_t left_tiles = GatherTiles::tiles_of(n) - first / kTileRows;
  const int parts = int(left_tiles < Divided::kTargets / kTileRows ? left_tiles : Divided::kTargets / kTileRows);
  const uint32_t* const masks = tiles.masks + first / kTileRows * tiles.n_words;

  const int piece = thread % kPieces;
  int64_t own[kOwnRows];     // targets
  int32_t found[kOwnRows];   // their sources
#pragma unroll
  for (int k = 0; k < kOwnRows; ++k) {
    const int64_t at = first + thread / kPieces + k * (kThreads / kPieces);
    own[k] = at < n ? int64_t(tiles.order[at]) : -1;
    found[k] = -1;
  }
  const int chunks = int((in + kDepth - 1) / kDepth);
  Walk ahead{masks, tiles.n_words, parts, gemm.map.taps, chunks};
  Walk now = ahead;
  bool more = chunks > 0 && ahead.advance();
  int32_t next[kOwnRows];
  const auto look_up = [&](int64_t tap) {
#pragma unroll
    for (int k = 0; k < kOwnRows; ++k) next[k] = own[k] >= 0 ? gemm.map.rows[tap * n + own[k]] : -1;
  };
  if (more) look_up(ahead.tap);
  /// Starts the copies of a stage, and looks the sources of the next tap up.
  const auto fetch = [&](int stage) {
    if (more) {
      if (ahead.chunk == 0) {
#pragma unroll
        for (int k = 0; k < kOwnRows; ++k) found[k] = next[k];
      }
      const uint32_t sources = memory + uint32_t(stage * Divided::kStageBytes);
      const uint32_t weights = sources + Divided::kSourceBytes;
      const int64_t channel = int64_t(ahead.chunk) * kDepth;
#pragma unroll
      for (int k = 0; k < kOwnRows; ++k) {
        const uint32_t to = sources + place_of(uint32_t(thread / kPieces + k * (kThreads / kPieces)), uint32_t(piece));
        const int64_t left = found[k] < 0 ? 0 : in - channel - piece * 4;
        copy_piece(to, gemm.source + found[k] * in + channel + piece * 4, gemm.source, left, aligned_rows);
      }
#pragma unroll
      for (int at = thread; at < kColumnPieces; at += kThreads) {
        const int64_t row = channel + at / (kColumns / 4);
        const int64_t column = first_column + at % (kColumns / 4) * 4;
        copy_piece(weights + uint32_t(at) * 16, gemm.weights + (ahead.tap * in + row) * out + column, gemm.weights, row < in ? out - column : 0,
                   aligned_columns);
      }
      more = ahead.advance();
      if (more && ahead.chunk == 0) look_up(ahead.tap);
    }
    mark_copies();
  };

#pragma unroll
  for (int stage = 0; stage < kStages - 1; ++stage) fetch(stage);

  float totals[kRows][kWide][4] = {};
  float sums[kRows][kWide][4] = {};
  const uint32_t own_row = uint32_t(band * kTileRows + lane / 8);
  const uint32_t own_column = uint32_t(warp % Divided::kAcross * 64 + lane % 8 * 4) * 4;
  int stage = 0;
  bool has = false;
  if (chunks > 0) now.advance();
  while (chunks > 0 && !now.ended()) {
    wait_marked<kStages - 2>();
    __syncthreads();
    fetch((stage + kStages - 1) % kStages);
    if (now.chunk == 0) has = band < parts && (masks[band * tiles.n_words + now.tap / 32] >> (now.tap % 32) & 1) != 0;
    if (has) {
      const uint32_t sources = memory + uint32_t(stage * Divided::kStageBytes);
      const uint32_t weights = sources + Divided::kSourceBytes + own_column;
#pragma unroll
      for (int four = 0; four < kPieces; ++four) {
        float a[kRows][4];
#pragma unroll
        for (int r = 0; r < kRows; ++r) load_four(a[r], sources + place_of(own_row + 4 * r, uint32_t(four)));
#pragma unroll
        for (int k = 0; k < 4; ++k) {
          float b[kWide][4];
#pragma unroll
          for (int w = 0; w < kWide; ++w) load_four(b[w], weights + uint32_t(((four * 4 + k) * kColumns + w * 32) * 4));
#pragma unroll
          for (int r = 0; r < kRows; ++r) {
#pragma unroll
            for (int w = 0; w < kWide; ++w) {
#pragma unroll
              for (int c = 0; c < 4; ++c) sums[r][w][c] = __fmaf_rn(a[r][k], b[w][c], sums[r][w][c]);
            }
          }
        }
      }
      if (now.chunk == chunks - 1) {
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
#pragma unroll
          for (int w = 0; w < kWide; ++w) {
#pragma unroll
            for (int c = 0; c < 4; ++c) {
              totals[r][w][c] += sums[r][w][c];
              sums[r][w][c] = 0;
            }
          }
        }
      }
    }
    now.advance();
    stage = (stage + 1) % kStages;
  }
#pragma unroll
  for (int r = 0; r < kRows; ++r) {
    const int64_t at = first + own_row + 4 * r;
    if (at >= n) continue;
    const int64_t target = tiles.order[at];
#pragma unroll
    for (int w = 0; w < kWide; ++w) {
      const int64_t column = first_column + own_column / 4 + w * 32;
#pragma unroll
      for (int c = 0; c < 4; ++c) {
        if (column + c < out) gemm.out[target * out + column + c] = finish(gemm, totals[r][w][c], target, column + c);
      }
    }
  }
}

template <int kColumns>
Status launch_gemm(Context& context, const GatherGemm<float>& gemm, const GatherTiles& tiles) {
  using Divided = Division<kColumns>;
  const auto kernel = tile_gemm_kernel<kColumns>;
  DVDB_TRY(check_cuda(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Divided::kBytes), "set up products"));
  const auto is_aligned = [](const float* from, int64_t width) { return width % 4 == 0 && reinterpret_cast<uintptr_t>(from) % 16 == 0; };
  const dim3 blocks(unsigned((gemm.map.n_targets + Divided::kTargets - 1) / Divided::kTargets), unsigned((gemm.out_channels + kColumns - 1) / kColumns));
  kernel<<<blocks, kThreads, Divided::kBytes, context.device->stream>>>(gemm, tiles, is_aligned(gemm.source, gemm.in_channels),
                                                                        is_aligned(gemm.weights, gemm.out_channels));
  return check_cuda(context, cudaGetLastError(), "launch");
}

}  // namespace

Status tile_gemm(Context& context, const GatherGemm<float>& gemm, const GatherTiles& tiles) {
  if (gemm.map.n_targets == 0 || gemm.out_channels == 0) return {};
  if (gemm.out_channels <= 32) return launch_gemm<32>(context, gemm, tiles);
  if (gemm.out_channels <= 64) return launch_gemm<64>(context, gemm, tiles);
  return launch_gemm<128>(context, gemm, tiles);
}

}  // namespace dvdb::backend
