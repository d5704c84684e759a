/// Tiles of rows of heads in shared memory, and operands of matrix units from them.
#pragma once

#include "backend/api/special/attention/heads.hpp"
#include "backend/cuda/special/conv/matrix_units.cuh"

namespace dvdb::backend {

/// kRows rows of kDepth elements of 16 bits in shared memory.
template <int kRows, int kDepth>
struct HeadTile {
  static constexpr int kRowBytes = 2 * kDepth;
  static constexpr int kPieces = kRowBytes / 16;
  static constexpr int kBytes = kRows * kRowBytes;

  /// Where 16 bytes of a row are, so that eight neighboring rows have them in different banks.
  static __device__ __forceinline__ uint32_t place(uint32_t row, uint32_t piece) {
    if constexpr (kRowBytes == 32) {
      return row * 32 + ((piece ^ (row >> 2 & 1)) << 4);
    } else if constexpr (kRowBytes <= 128) {
      return operand_place<kRowBytes>(row, piece);
    } else {
      return row * kRowBytes + ((piece ^ (row & 7)) << 4);
    }
  }

  /// Copies rows in the background, zeros for those from `held` on.
  template <int kThreads>
  static __device__ __forceinline__ void load(uint32_t to, const uint16_t* from, int64_t stride, int held) {
#pragma unroll
    for (int i = int(threadIdx.x); i < kRows * kPieces; i += kThreads) {
      const int row = i / kPieces;
      const int piece = i % kPieces;
      const bool is_held = row < held;
      copy_16_or_clear(to + place(uint32_t(row), uint32_t(piece)), is_held ? from + row * stride + piece * 8 : from,
                       is_held);
    }
  }

  /// 16 rows from `row` on as a left operand, 16 deep from `deep` on.
  static __device__ __forceinline__ void load_left(uint32_t (&out)[4], uint32_t from, int row, int deep) {
    const uint32_t lane = threadIdx.x & 31;
    load_matrices(out, from + place(row + (lane & 15), deep / 8 + (lane >> 4)));
  }

  /// 16 rows from `row` on as columns of a right operand, 16 deep: two words of the first eight, two of the others.
  static __device__ __forceinline__ void load_columns(uint32_t (&out)[4], uint32_t from, int row, int deep) {
    const uint32_t lane = threadIdx.x & 31;
    load_matrices(out, from + place(row + (lane & 7) + (lane >> 4) * 8, deep / 8 + (lane >> 3 & 1)));
  }

  /// 16 rows from `row` on as the depth of a right operand, with 16 columns from `column` on: words in the same order.
  static __device__ __forceinline__ void load_deep(uint32_t (&out)[4], uint32_t from, int row, int column) {
    const uint32_t lane = threadIdx.x & 31;
    load_transposed(out, from + place(row + (lane & 15), column / 8 + (lane >> 4)));
  }
};

/// 2^x, within two units in the last place; 0 for -inf.
__device__ __forceinline__ float power_of_two(float x) {
  float out;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(out) : "f"(x));
  return out;
}

/// Sums of two products of 16 rows and 8 columns, from column to column, as a left operand 16 deep: what lanes have is
/// where they need it.
template <bool kIsBf16>
__device__ __forceinline__ void narrow_left(uint32_t (&out)[4], const float (&first)[4], const float (&second)[4]) {
  out[0] = narrow_pair<kIsBf16>(first[0], first[1]);
  out[1] = narrow_pair<kIsBf16>(first[2], first[3]);
  out[2] = narrow_pair<kIsBf16>(second[0], second[1]);
  out[3] = narrow_pair<kIsBf16>(second[2], second[3]);
}

/// Two results; NaN becomes the plain one.
template <bool kIsBf16>
__device__ __forceinline__ uint32_t narrow_results(float low, float high) {
  constexpr uint32_t kNan = kIsBf16 ? 0x7fc0 : 0x7e00;
  const uint32_t pair = narrow_pair<kIsBf16>(low, high);
  return (low == low ? pair & 0xffff : kNan) | (high == high ? pair & 0xffff0000 : kNan << 16);
}

inline constexpr float kLog2OfE = 1.44269504088896340736f;
inline constexpr float kLnOf2 = 0.69314718055994530942f;

/// The greatest number of the four lanes that share a row.
__device__ __forceinline__ float most_of_row(float value) {
  value = fmaxf(value, __shfl_xor_sync(~0u, value, 1));
  return fmaxf(value, __shfl_xor_sync(~0u, value, 2));
}
__device__ __forceinline__ float sum_of_row(float value) {
  value += __shfl_xor_sync(~0u, value, 1);
  return value + __shfl_xor_sync(~0u, value, 2);
}

/// The logarithm of a query's sum as a power of two, such that queries without keys, and those that are not there, give
/// every key the weight 0.
__device__ __forceinline__ float log_sum_of(const UnitAttentionSlopes& a, int64_t head, int64_t query, bool held) {
  const float sum = held ? a.log_sums[head * a.operands.n_queries + query] : -INFINITY;
  return sum == -INFINITY ? INFINITY : sum * kLog2OfE;
}

}  // namespace dvdb::backend
