/// Products over tiles of targets on the device's general cores, in the order of gather_gemm: a block gathers some
/// channels of its targets and weights while it multiplies the ones before, and a thread has the sums of 8 targets and
/// up to 8 columns.
#include "backend/api/special/conv/tile_gemm.hpp"

#include "backend/cuda/special/conv/launches.cuh"
#include "backend/cuda/special/conv/number_copies.cuh"
#include "backend/cuda/state.cuh"
#include "base/plain_nan.hpp"

namespace dvdb::backend {

namespace {

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;
constexpr int kStages = 3;
constexpr int kAhead = 2;  // taps whose sources are looked up before they are gathered
constexpr int kRows = 8;   // of a thread: every fourth of its warp's

/// Division of a block's work for tiles of some columns.
template <int kColumns, int kDepth>
struct Division {
  static constexpr int kAcross = kColumns > 64 ? kColumns / 64 : 1;  // warps side by side
  static constexpr int kTargets = kWarps / kAcross * kTileRows;
  static constexpr int kWide = kColumns / kAcross / 32;  // runs of 4 columns of a thread
  static constexpr int kSourceBytes = kTargets * kDepth * 4;
  static constexpr int kStageBytes = kSourceBytes + kDepth * kColumns * 4;
  static constexpr int kNoteBytes = 16;
  static constexpr int kFoundBytes = (kAhead + 1) * kTargets * 4;
  static constexpr int kFound = kStages * kStageBytes;
  static constexpr int kBytes = kFound + kFoundBytes + kNoteBytes;
};

/// Offset of a piece of a row, so that four rows next to each other have banks of their own.
template <int kDepth>
__device__ __forceinline__ uint32_t place_of(uint32_t row, uint32_t piece) {
  return row * (kDepth * 4) + ((piece ^ (kDepth == 16 ? row >> 1 & 3 : row & 7)) << 4);
}

__device__ __forceinline__ void load_four(float (&out)[4], const unsigned char* from) {
  const float4 all = *reinterpret_cast<const float4*>(from);
  out[0] = all.x;
  out[1] = all.y;
  out[2] = all.z;
  out[3] = all.w;
}

/// One sum in the stated order: where rows that are not there were multiplied by weights that are not finite.
__device__ __noinline__ float sum_again(const GatherGemm<float>& gemm, int64_t target, int64_t column) {
  float total = 0;
  for (int64_t tap = 0; tap < gemm.map.taps; ++tap) {
    const int32_t row = gemm.map.rows[tap * gemm.map.n_targets + target];
    if (row < 0) continue;
    float sum = 0;
    for (int64_t i = 0; i < gemm.in_channels; ++i) {
      sum = __fmaf_rn(gemm.source[row * gemm.in_channels + i],
                      gemm.weights[(tap * gemm.in_channels + i) * gemm.out_channels + column], sum);
    }
    total += sum;
  }
  return total;
}

__device__ __forceinline__ float finish(const GatherGemm<float>& gemm, float total, int64_t target, int64_t column) {
  if (total != total) total = sum_again(gemm, target, column);
  total += gemm.bias == nullptr ? -0.f : gemm.bias[column];
  total += gemm.residual == nullptr ? -0.f : gemm.residual[target * gemm.out_channels + column];
  if (total != total) return kPlainNan<float>;
  return gemm.relu && total < 0.f ? 0.f : total;
}

/// The taps that a block meets.
struct Walk {
  const uint32_t* masks;  // of the block's first 32 targets
  int32_t n_words;
  int32_t parts;  // of 32 targets
  int32_t word = -1;
  uint32_t present = 0;
  int32_t tap = 0;
  uint32_t has = 0;  // bit p says whether part p has the tap; 0 behind the last tap

  __device__ void advance() {
    has = 0;
    while (present == 0) {
      if (word + 1 >= n_words) return;
      ++word;
      for (int part = 0; part < parts; ++part) present |= masks[int64_t(part) * n_words + word];
    }
    const int bit = __ffs(int(present)) - 1;
    tap = word * 32 + bit;
    present &= present - 1;
    for (int part = 0; part < parts; ++part) has |= (masks[int64_t(part) * n_words + word] >> bit & 1) << part;
  }
};

constexpr uint32_t kLast = 1u << 31;  // of a tap's chunks

template <int kColumns, int kDepth>
__global__ void __launch_bounds__(kThreads, 1)
    tile_gemm_kernel(GatherGemm<float> gemm, GatherTiles tiles, bool aligned_rows, bool aligned_columns) {
  using Divided = Division<kColumns, kDepth>;
  constexpr int kWide = Divided::kWide;
  constexpr int kPieces = kDepth / 4;
  constexpr int kApart = kThreads / kPieces;  // rows that a thread gathers pieces of
  constexpr int kOwnRows = Divided::kTargets / kApart;
  constexpr int kColumnsApart = kThreads / (kColumns / 4);  // rows of weights
  constexpr int kOwnColumns = (kDepth + kColumnsApart - 1) / kColumnsApart;
  extern __shared__ __align__(16) unsigned char tile_memory[];
  auto* const notes =
      reinterpret_cast<uint32_t*>(tile_memory + Divided::kBytes - Divided::kNoteBytes);  // what stages hold
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
  const int piece = thread % kPieces;
  const int weight_row = thread / (kColumns / 4);
  const int64_t weight_column = first_column + thread % (kColumns / 4) * 4;

  // A thread looks the sources of one target up, for all that gather pieces of them.
  auto* const found = reinterpret_cast<int32_t*>(tile_memory + Divided::kFound);  // [kAhead + 1, kTargets]
  const int32_t own = thread < Divided::kTargets && first + thread < n ? int32_t(tiles.order[first + thread]) : -1;
  const int64_t left_tiles = GatherTiles::tiles_of(n) - first / kTileRows;
  Walk ahead{tiles.masks + first / kTileRows * tiles.n_words, int32_t(tiles.n_words),
             int32_t(min_of(left_tiles, int64_t(Divided::kTargets / kTileRows)))};
  int32_t taps[kAhead];  // the next ones to gather
  uint32_t has[kAhead];
  int turn = 0;  // of `found`, for the tap that is gathered
  // Look up: the sources of a later tap.
  const auto look_up = [&](int to) {
    ahead.advance();
    if (thread >= Divided::kTargets) return;
    int32_t* const place = found + to * Divided::kTargets + thread;
    if (own < 0 || ahead.has == 0) {
      *place = -1;
    } else {
      copy_numbers_or_clear<1>(shared_address(place),
                               reinterpret_cast<const float*>(gemm.map.rows + int64_t(ahead.tap) * n + own), true);
    }
  };
  const int chunks = int((in + kDepth - 1) / kDepth);
#pragma unroll
  for (int k = 0; k < kAhead; ++k) {
    look_up(k);
    taps[k] = ahead.tap;
    has[k] = chunks > 0 ? ahead.has : 0;
  }
  mark_copies();
  wait_marked<0>();
  __syncthreads();
  int chunk = 0;
  const float* from[kOwnRows];
  const float* weights_from = gemm.weights;
  /// Starts the copies of a stage, and those of the sources of a later tap.
  const auto fetch = [&](int stage) {
    if (thread == 0) notes[stage] = has[0] | (chunk == chunks - 1 ? kLast : 0);
    if (has[0] != 0) {
      if (chunk == 0) {
#pragma unroll
        for (int k = 0; k < kOwnRows; ++k) {
          const int32_t source = found[turn * Divided::kTargets + thread / kPieces + k * kApart];
          from[k] = source < 0 ? nullptr : gemm.source + source * in + piece * 4;
        }
        weights_from = gemm.weights + (taps[0] * in + weight_row) * out + weight_column;
        look_up(turn == 0 ? kAhead : turn - 1);
      }
      const uint32_t sources = memory + uint32_t(stage * Divided::kStageBytes);
      const uint32_t weights = sources + Divided::kSourceBytes + uint32_t(thread) * 16;
      const int channel = chunk * kDepth;
#pragma unroll
      for (int k = 0; k < kOwnRows; ++k) {
        const uint32_t to = sources + place_of<kDepth>(uint32_t(thread / kPieces + k * kApart), uint32_t(piece));
        copy_four(to, from[k], gemm.source, from[k] == nullptr ? 0 : int(in) - channel - piece * 4, aligned_rows);
        if (from[k] != nullptr) from[k] += kDepth;
      }
#pragma unroll
      for (int k = 0; k < kOwnColumns; ++k) {
        const int row = weight_row + k * kColumnsApart;
        if (row < kDepth) {
          copy_four(weights + k * kThreads * 16, weights_from + k * kColumnsApart * out, gemm.weights,
                    channel + row < in ? int(out - weight_column) : 0, aligned_columns);
        }
      }
      weights_from += kDepth * out;
      if (++chunk == chunks) {
        chunk = 0;
        turn = turn == kAhead ? 0 : turn + 1;
#pragma unroll
        for (int k = 0; k < kAhead; ++k) {
          taps[k] = k + 1 < kAhead ? taps[k + 1] : ahead.tap;
          has[k] = k + 1 < kAhead ? has[k + 1] : ahead.has;
        }
      }
    }
    mark_copies();
  };
#pragma unroll 1
  for (int stage = 0; stage < kStages - 1; ++stage) {
    fetch(stage);
    __syncthreads();
  }

  // Multiply: stage by stage, while later ones are fetched; a tap's sums are added to the totals at its end.
  float totals[kRows][kWide][4] = {};
  float sums[kRows][kWide][4] = {};
  const uint32_t own_row = uint32_t(band * kTileRows + lane / 8);
  const uint32_t own_column = uint32_t(warp % Divided::kAcross * 64 + lane % 8 * 4) * 4;
  for (int stage = 0;;) {
    wait_marked<kStages - 2>();
    __syncthreads();
    const uint32_t note = notes[stage];
    if ((note & ~kLast) == 0) break;
    fetch(stage == 0 ? kStages - 1 : stage - 1);
    if ((note >> band & 1) != 0) {
      const unsigned char* const sources = tile_memory + stage * Divided::kStageBytes;
      const unsigned char* const weights = sources + Divided::kSourceBytes + own_column;
#pragma unroll 4
      for (int four = 0; four < kPieces; ++four) {
        float a[kRows][4];
#pragma unroll
        for (int r = 0; r < kRows; ++r) load_four(a[r], sources + place_of<kDepth>(own_row + 4 * r, uint32_t(four)));
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
      if ((note & kLast) != 0) {
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
    stage = stage == kStages - 1 ? 0 : stage + 1;
  }
  // Store: the totals, rounded.
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

template <int kColumns, int kDepth>
Status launch_gemm(Context& context, const GatherGemm<float>& gemm, const GatherTiles& tiles) {
  using Divided = Division<kColumns, kDepth>;
  const auto kernel = tile_gemm_kernel<kColumns, kDepth>;
  DVDB_TRY(allow_block_bytes(context, kernel, Divided::kBytes));
  const dim3 blocks(unsigned((gemm.map.n_targets + Divided::kTargets - 1) / Divided::kTargets),
                    unsigned((gemm.out_channels + kColumns - 1) / kColumns));
  kernel<<<blocks, kThreads, Divided::kBytes, context.device->stream>>>(
      gemm, tiles, has_whole_fours(gemm.source, gemm.in_channels), has_whole_fours(gemm.weights, gemm.out_channels));
  return check_launch(context);
}

/// Takes deep stages where a block may have the memory.
template <int kColumns>
Status with_depth(Context& context, const GatherGemm<float>& gemm, const GatherTiles& tiles) {
  int room = 0;
  DVDB_TRY(check_cuda(context,
                      cudaDeviceGetAttribute(&room, cudaDevAttrMaxSharedMemoryPerBlockOptin, context.device->ordinal),
                      "ask for memory"));
  const bool deep = gemm.in_channels > 16 && room >= Division<kColumns, 32>::kBytes;
  return deep ? launch_gemm<kColumns, 32>(context, gemm, tiles) : launch_gemm<kColumns, 16>(context, gemm, tiles);
}

}  // namespace

Status tile_gemm(Context& context, const GatherGemm<float>& gemm, const GatherTiles& tiles) {
  if (gemm.map.n_targets == 0 || gemm.out_channels == 0) return {};
  if (gemm.out_channels <= 32) return with_depth<32>(context, gemm, tiles);
  if (gemm.out_channels <= 64) return with_depth<64>(context, gemm, tiles);
  return with_depth<128>(context, gemm, tiles);
}

}  // namespace dvdb::backend
