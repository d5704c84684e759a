/// Rows, weights and results of products over tiles of targets. A step takes 128 bytes of a row, which are 64 channels
/// of f16 or bf16, or 32 of f32, whose upper and lower halves of f16 lie side by side.
#pragma once

#include "backend/api/memory.hpp"
#include "backend/api/special/conv/tile_gemm.hpp"
#include "backend/cuda/special/conv/scales.cuh"
#include "backend/cuda/special/conv/window_parts.cuh"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

inline constexpr int kRowBytes = 128;
inline constexpr int kRowPieces = kRowBytes / 16;
inline constexpr int kSplitDepth = 32;  // channels of a stage, of split numbers
inline constexpr int kHalfDepth = 64;   // of halves
inline constexpr int kPackThreads = 256;

/// An element as f32.
template <MatrixElement kElement>
__device__ __forceinline__ float read_element(const void* from, int64_t at) {
  if constexpr (kElement == MatrixElement::kF32) {
    return static_cast<const float*>(from)[at];
  } else {
    return widen_bits<kElement == MatrixElement::kBf16>(static_cast<const uint16_t*>(from)[at]);
  }
}

/// Copies in the background, zeros where nothing is there.
template <int kBytes>
__device__ __forceinline__ void copy_or_clear(uint32_t to, const void* from, bool held) {
  if constexpr (kBytes == 16) {
    copy_16_or_clear(to, from, held);
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(from), "r"(held ? 4 : 0) : "memory");
  }
}

/// Splits rows, a warp each.
static __global__ void __launch_bounds__(kPackThreads)
    split_rows_kernel(const float* rows, int64_t n, int64_t channels, int64_t chunks, uint16_t* out, float* scales) {
  const int lane = int(threadIdx.x) & 31;
  const int64_t row = int64_t(blockIdx.x) * (kPackThreads / 32) + threadIdx.x / 32;
  if (row >= n) return;
  const float* const from = rows + row * channels;
  float largest = 0;
  for (int64_t i = lane; i < channels; i += 32) largest = fmaxf(largest, fabsf(from[i]));
  const int exponent = exponent_of(largest_of_warp(largest));
  const float scale = power_of_two(kLargest - exponent);
  if (lane == 0) scales[row] = power_of_two(exponent - kLargest);
  for (int64_t chunk = 0; chunk < chunks; ++chunk) {
    const int64_t i = chunk * kSplitDepth + lane;
    const float value = i < channels ? from[i] * scale : 0.f;
    uint16_t* const to = out + (row * chunks + chunk) * (2 * kSplitDepth) + lane;
    to[0] = half_of(value, false);
    to[kSplitDepth] = half_of(value, true);
  }
}

/// Copies rows of halves to such of whole pieces.
static __global__ void __launch_bounds__(kPackThreads)
    pad_rows_kernel(const uint16_t* rows, int64_t n, int64_t channels, int64_t padded, uint16_t* out) {
  const int64_t i = int64_t(blockIdx.x) * kPackThreads + threadIdx.x;
  if (i < n * padded) out[i] = i % padded < channels ? rows[i / padded * channels + i % padded] : uint16_t(0);
}

/// Rows of halves whose pieces are whole and aligned: the caller's own, or copies.
inline Status take_rows(Context& context, const TileGemm& gemm, Scratch& memory, const uint8_t** rows,
                        int64_t* row_bytes) {
  const auto* const own = static_cast<const uint16_t*>(gemm.source);
  const int64_t padded = round_up(gemm.in_channels, kPiece);
  *row_bytes = padded * 2;
  *rows = static_cast<const uint8_t*>(gemm.source);
  if (has_whole_pieces(own, gemm.in_channels)) return {};
  const int64_t n = gemm.n_sources * padded;
  DVDB_TRY(memory.allocate(n * 2));
  *rows = static_cast<const uint8_t*>(memory.data());
  if (n == 0) return {};
  pad_rows_kernel<<<unsigned((n + kPackThreads - 1) / kPackThreads), kPackThreads, 0, context.device->stream>>>(
      own, gemm.n_sources, gemm.in_channels, padded, static_cast<uint16_t*>(memory.data()));
  return check_launch(context);
}

/// Whether four results are stored at once.
inline bool stores_whole(const TileGemm& gemm) {
  return gemm.out_channels % 4 == 0 && reinterpret_cast<uintptr_t>(gemm.out) % 16 == 0;
}

/// Finds what undoes the scale of a column, a block each.
static __global__ void __launch_bounds__(kPackThreads) scale_columns_kernel(TileGemm gemm, float* scales) {
  __shared__ float found[kPackThreads / 32];
  const int64_t o = blockIdx.x;
  const float* const weights = static_cast<const float*>(gemm.weights);
  float largest = 0;
  for (int64_t i = threadIdx.x; i < gemm.in_channels * gemm.map.taps; i += kPackThreads) {
    largest = fmaxf(largest, fabsf(weights[weight_index(gemm, i % gemm.map.taps, i / gemm.map.taps, o)]));
  }
  largest = largest_of_warp(largest);
  if (threadIdx.x % 32 == 0) found[threadIdx.x / 32] = largest;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int warp = 1; warp < kPackThreads / 32; ++warp) largest = fmaxf(largest, found[warp]);
  scales[o] = power_of_two(exponent_of(largest) - kLargest);
}

template <bool kSplit, int kColumns>
__global__ void __launch_bounds__(kPackThreads)
    pack_columns_kernel(TileGemm gemm, int64_t chunks, const float* scales, int64_t n, uint16_t* packed) {
  const int64_t i = int64_t(blockIdx.x) * kPackThreads + threadIdx.x;
  if (i >= n) return;
  constexpr int64_t kStage = kColumns * kRowBytes / 2;
  const int64_t stage = i / kStage;
  const int64_t chunk = stage % chunks;
  const int64_t place = stage / chunks % gemm.map.taps;
  const int64_t tile = stage / chunks / gemm.map.taps;
  const uint32_t column = uint32_t(i % kStage) / (kRowBytes / 2);
  const uint32_t at = uint32_t(i) % (kRowBytes / 2);
  const int64_t k = kSplit ? chunk * kSplitDepth + at % kSplitDepth : chunk * kHalfDepth + at;
  const int64_t o = tile * kColumns + channel_of<kColumns>(int(column));
  uint16_t value = 0;
  if (k < gemm.in_channels && o < gemm.out_channels) {
    const int64_t from = weight_index(gemm, gemm.mirrored ? gemm.map.taps - 1 - place : place, k, o);
    if constexpr (kSplit) {
      // The scale is a power of two above 2^-127, whose reciprocal is exact.
      value = half_of(static_cast<const float*>(gemm.weights)[from] * (1.f / scales[o]), at >= kSplitDepth);
    } else {
      value = static_cast<const uint16_t*>(gemm.weights)[from];
    }
  }
  packed[stage * kStage + operand_place<kRowBytes>(column, at / kPiece) / 2 + at % kPiece] = value;
}

/// One sum by the general cores: where rows that are not there were multiplied by weights that are not finite, or
/// numbers that are not finite were split.
template <MatrixElement kElement>
__device__ float sum_again(const TileGemm& gemm, int64_t target, int64_t column) {
  float total = 0;
  for (int64_t place = 0; place < gemm.map.taps; ++place) {
    const int32_t row = gemm.map.rows[place * gemm.map.n_targets + target];
    if (row < 0) continue;
    const int64_t tap = gemm.mirrored ? gemm.map.taps - 1 - place : place;
    float sum = 0;
    for (int64_t i = 0; i < gemm.in_channels; ++i) {
      const float value = read_element<kElement>(gemm.source, row * gemm.in_channels + i);
      sum = __fmaf_rn(value, read_element<kElement>(gemm.weights, weight_index(gemm, tap, i, column)), sum);
    }
    total += sum;
  }
  return total;
}

template <MatrixElement kElement>
__device__ __forceinline__ float finish(const TileGemm& gemm, float total, int64_t target, int64_t column) {
  if (gemm.bias != nullptr) total += read_element<kElement>(gemm.bias, column);
  if (gemm.residual != nullptr) total += read_element<kElement>(gemm.residual, target * gemm.out_channels + column);
  return gemm.relu && total < 0.f ? 0.f : total;
}

/// Sums again what is not a number among channels next to each other of a target.
template <MatrixElement kElement>
__device__ __noinline__ void write_again(const TileGemm& gemm, int64_t target, int64_t channel, int count) {
  for (int64_t o = channel; o < min_of(channel + count, gemm.out_channels); ++o) {
    const int64_t at = target * gemm.out_channels + o;
    const float held = read_element<kElement>(gemm.out, at);
    if (held == held) continue;
    const float sum = finish<kElement>(gemm, sum_again<kElement>(gemm, target, o), target, o);
    if constexpr (kElement == MatrixElement::kF32) {
      static_cast<float*>(gemm.out)[at] = sum;
    } else {
      static_cast<uint16_t*>(gemm.out)[at] = uint16_t(narrow_pair<kElement == MatrixElement::kBf16>(sum, 0.f));
    }
  }
}

/// Writes a lane's channels next to each other of one target.
template <MatrixElement kElement, int kCount>
__device__ __forceinline__ void write_channels(const TileGemm& gemm, bool whole, int64_t target, int64_t channel,
                                               const float (&values)[kCount]) {
  const int64_t at = target * gemm.out_channels + channel;
#pragma unroll
  for (int k = 0; k < kCount; k += 4) {
    const bool four = whole && channel + k < gemm.out_channels;
    if constexpr (kElement == MatrixElement::kF32) {
      float* const to = static_cast<float*>(gemm.out) + at + k;
      if (four) *reinterpret_cast<float4*>(to) = make_float4(values[k], values[k + 1], values[k + 2], values[k + 3]);
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        if (!four && channel + k + j < gemm.out_channels) to[j] = values[k + j];
      }
    } else {
      constexpr bool kIsBf16 = kElement == MatrixElement::kBf16;
      uint16_t* const to = static_cast<uint16_t*>(gemm.out) + at + k;
      const uint32_t pairs[2] = {narrow_pair<kIsBf16>(values[k], values[k + 1]),
                                 narrow_pair<kIsBf16>(values[k + 2], values[k + 3])};
      if (four) *reinterpret_cast<uint2*>(to) = make_uint2(pairs[0], pairs[1]);
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        if (!four && channel + k + j < gemm.out_channels) to[j] = uint16_t(pairs[j / 2] >> j % 2 * 16);
      }
    }
  }
}

}  // namespace dvdb::backend
