/// Sources of f32 that a window holds as f16: its largest number tells the power of two that scales them.
#pragma once

#include "backend/cuda/special/conv/number_copies.cuh"
#include "backend/cuda/special/conv/scales.cuh"
#include "backend/cuda/special/conv/window_parts.cuh"

namespace dvdb::backend {

inline constexpr int kFour = 4;  // numbers of 16 bytes

/// Factor that brings numbers, the largest of which has an exponent, to where f16 has most bits.
__device__ __forceinline__ float scale_to(int exponent) { return power_of_two(kLargest - exponent); }

__device__ __forceinline__ uint2 round_four(const float4& four, float scale) {
  return {narrow_pair<false>(four.x * scale, four.y * scale), narrow_pair<false>(four.z * scale, four.w * scale)};
}

/// Holds eight numbers of a row where the units gather them, zeros where fewer are left.
__device__ __forceinline__ void hold_rounded(const float* from, int64_t left, float scale, uint32_t to) {
  const auto* const fours = reinterpret_cast<const float4*>(from);
  const uint2 low = left > 0 ? round_four(fours[0], scale) : uint2{};
  const uint2 high = left > kFour ? round_four(fours[1], scale) : uint2{};
  store_16(to, {low.x, low.y, high.x, high.y});
}

/// Notes a warp's largest number, and finds a block's among those noted before all threads have met.
__device__ __forceinline__ void note_largest(float own, uint32_t* noted) {
#if __CUDA_ARCH__ >= 800
  const uint32_t largest =
      __reduce_max_sync(~0u, __float_as_uint(own));  // numbers that are not negative have the order of their bits
#else
  const uint32_t largest = __float_as_uint(largest_of_warp(own));
#endif
  if (threadIdx.x % 32 == 0) noted[threadIdx.x / 32] = largest;
}
template <int kThreads>
__device__ __forceinline__ int noted_exponent(const uint32_t* noted) {
  uint32_t largest = 0;
#pragma unroll
  for (int warp = 0; warp < kThreads / 32; ++warp) largest = max_of(largest, noted[warp]);
  return exponent_of(__uint_as_float(largest));
}

/// The largest number that one of a block's threads finds of what a window reads, of which nothing is held.
template <int kThreads>
__device__ __noinline__ float largest_of_window(GatherMap map, int64_t channels, const float* from, int64_t window) {
  float largest = 0;
  for (int64_t at = threadIdx.x; at < map.taps * kMatrixWindow; at += kThreads) {
    const int64_t target = window * kMatrixWindow + at % kMatrixWindow;
    const int64_t source = target < map.n_targets ? map.rows[at / kMatrixWindow * map.n_targets + target] : -1;
    for (int64_t k = 0; source >= 0 && k < channels; ++k) largest = larger(largest, from[source * channels + k]);
  }
  return largest;
}

/// The largest finite magnitude of fours.
template <int kFours>
__device__ __forceinline__ float largest_of_fours(const float4 (&fours)[kFours]) {
  float largest = 0;
#pragma unroll
  for (int k = 0; k < kFours; ++k)
    largest =
        fmaxf(fmaxf(fmaxf(largest, fabsf(fours[k].x)), fabsf(fours[k].y)), fmaxf(fabsf(fours[k].z), fabsf(fours[k].w)));
  if (largest <= kMostFinite) return largest;
  largest = 0;
  for (int k = 0; k < kFours; ++k)
    largest = larger(larger(larger(larger(largest, fours[k].x), fours[k].y), fours[k].z), fours[k].w);
  return largest;
}

/// Holds what a window reads when all threads have met, and returns the exponent of its largest number. A thread
/// fetches fours of every kRows-th source, whose `sources` are looked up. Of fewer than none nothing is held.
template <int kDepth, int kRows, int kCopies>
__device__ __forceinline__ int hold_floats(const WindowGemm& gemm, const float* from, int64_t window, int count,
                                           const int32_t (&sources)[kCopies], uint32_t held, uint32_t* noted) {
  constexpr int kThreads = kRows * kDepth / kFour;
  static_assert(kCopies * kRows >= kMostHeld && kRows % 8 == 0);
  const auto own_source = int(threadIdx.x) / (kDepth / kFour);
  const auto own_part = int(threadIdx.x) % (kDepth / kFour);
  const bool inside = own_part * kFour < gemm.in_channels;
  float4 fours[kCopies] = {};
  float largest = 0;
  if (count > 0) {
    const float* const own = from + (inside ? own_part * kFour : 0);
#pragma unroll
    for (int k = 0; k < kCopies; ++k)
      fours[k] = *reinterpret_cast<const float4*>(own + uint64_t(uint32_t(sources[k])) * uint32_t(gemm.in_channels));
    largest = largest_of_fours(fours);
  } else if (count < 0) {
    largest = largest_of_window<kThreads>(gemm.map, gemm.in_channels, from, window);
  }
  note_largest(largest, noted);
  __syncthreads();
  const int exponent = noted_exponent<kThreads>(noted);
  if (count <= 0) return exponent;
  const float scale = scale_to(exponent);
  const uint32_t mask = inside ? ~0u : 0;
  const uint32_t to =
      held + place_of<kDepth>(uint32_t(kZeroRows + own_source), uint32_t(own_part / 2)) + own_part % 2 * 8;
#pragma unroll
  for (int k = 0; k < kCopies; ++k) {
    const uint2 words = round_four(fours[k], scale);
    // Sources behind the end are loaded for nothing.
    if ((k + 1) * kRows <= kMostHeld || own_source + k * kRows < kMostHeld) {
      asm volatile("st.shared.v2.b32 [%0], {%1, %2};" ::"r"(to + k * kRows * (kDepth * 2)), "r"(words.x & mask),
                   "r"(words.y & mask)
                   : "memory");
    }
  }
  return exponent;
}

}  // namespace dvdb::backend
