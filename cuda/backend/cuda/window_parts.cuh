// What the kernels over windows of targets share: sources in shared memory, which loads of matrices by rows gather from there.
#pragma once

#include <cuda_runtime.h>

#include "backend/cuda/matrix_units.cuh"
#include "backend/window_gemm.hpp"

namespace dvdb::backend {

inline constexpr int kHeldRows = kMostHeld + 1;  // the first is zero
inline constexpr int kPiece = 8;                 // elements of 16 bytes

/// Where a piece of a row of kDepth elements lies: eight rows next to each other never meet in a bank.
template <int kDepth>
__device__ __forceinline__ uint32_t place_of(uint32_t row, uint32_t piece) {
  const uint32_t place = row * (kDepth * 2) + piece * 16;
  return place ^ (place >> 3 & 0x70);
}

__device__ __forceinline__ void store_16(uint32_t to, const uint32_t (&words)[4]) {
  asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3]) : "memory");
}

/// Copies part of a source's row to where the units gather it, zeros behind its end.
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
  store_16(to, words);
}

/// Whether the rows of a matrix of 16-bit elements begin at multiples of 16 bytes.
inline bool has_whole_pieces(const uint16_t* rows, int64_t channels) {
  return channels % kPiece == 0 && (reinterpret_cast<uintptr_t>(rows) & 15) == 0;
}

}  // namespace dvdb::backend
