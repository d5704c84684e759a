/// Results of the kernels over windows: what most layers need apart from what few do, so that nothing else
/// stands between its instructions.
#pragma once

#include "backend/cuda/special/conv/scales.cuh"
#include "backend/cuda/special/conv/window_parts.cuh"

namespace dvdb::backend {

/// Whether sums are results but for rounding.
__device__ __forceinline__ bool is_plain(const WindowGemm& gemm) {
  return gemm.bias == nullptr && gemm.residual == nullptr && !gemm.relu;
}

/// Factors that undo the scales of operands, one after the other.
struct Undoing {
  float first;
  float second;

  __device__ __forceinline__ static Undoing of(const WindowGemm& gemm) {
    return {__ldg(gemm.undo), __ldg(gemm.undo + 1)};
  }
  /// Both are on the same side of 1, so that no product leaves f32 on the way.
  __device__ __forceinline__ static Undoing of(int exponents) {
    return {power_of_two(exponents / 2), power_of_two(exponents - exponents / 2)};
  }
  __device__ __forceinline__ float operator()(float sum) const { return sum * first * second; }
};

/// A run of results of one target, from a channel on: the lower or the upper pairs of the sums of each product's four.
struct Run {
  int64_t target;
  int64_t channel;
  const float* sums;
  int lower;

  __device__ __forceinline__ float sum(int at) const { return sums[at / 2 * 4 + lower * 2 + at % 2]; }
};

/// Stores four numbers at once, which the compiler takes apart where it sees another way that does not.
__device__ __forceinline__ void store_four(float* to, const float (&numbers)[4]) {
  asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to), "f"(numbers[0]), "f"(numbers[1]), "f"(numbers[2]),
               "f"(numbers[3])
               : "memory");
}

/// The same of halves of a run.
template <int kPairs>
__device__ __forceinline__ void store_pairs(uint16_t* to, const uint32_t (&words)[kPairs]) {
  if constexpr (kPairs == 4) {
    asm volatile("st.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(words[0]), "r"(words[1]), "r"(words[2]),
                 "r"(words[3])
                 : "memory");
  } else {
    asm volatile("st.global.v2.b32 [%0], {%1, %2};" ::"l"(to), "r"(words[0]), "r"(words[1]) : "memory");
  }
}

/// The same, loaded.
template <int kPairs>
__device__ __forceinline__ void load_pairs(const uint16_t* from, uint32_t (&words)[kPairs]) {
  if constexpr (kPairs == 4) {
    const uint4 four = __ldg(reinterpret_cast<const uint4*>(from));
    words[0] = four.x;
    words[1] = four.y;
    words[2] = four.z;
    words[3] = four.w;
  } else {
    const uint2 two = __ldg(reinterpret_cast<const uint2*>(from));
    words[0] = two.x;
    words[1] = two.y;
  }
}

template <bool kIsBf16, int kPairs>
__device__ __forceinline__ void round_pairs(const Run& run, uint32_t (&words)[kPairs]) {
#pragma unroll
  for (int k = 0; k < kPairs; ++k) words[k] = narrow_pair<kIsBf16>(run.sum(2 * k), run.sum(2 * k + 1));
}

/// Writes halves that are whole and plain.
template <bool kIsBf16, int kPairs>
__device__ __forceinline__ void write_plain_halves(const WindowGemm& gemm, const Run& run) {
  if (run.target >= gemm.map.n_targets || run.channel >= gemm.out_channels) return;
  uint32_t words[kPairs];
  round_pairs<kIsBf16>(run, words);
  store_pairs(static_cast<uint16_t*>(gemm.out) + run.target * gemm.out_channels + run.channel, words);
}

/// Writes halves whatever is to become of them.
template <bool kIsBf16, int kPairs>
__device__ __forceinline__ void write_halves(const WindowGemm& gemm, bool whole, const Run& run) {
  const int64_t out = gemm.out_channels;
  const int64_t channel = run.channel;
  if (run.target >= gemm.map.n_targets || channel >= out) return;
  uint32_t words[kPairs];
  round_pairs<kIsBf16>(run, words);
  if (!is_plain(gemm)) {
    const auto* const bias = static_cast<const uint16_t*>(gemm.bias);
    uint32_t added[kPairs] = {};
    if (gemm.residual != nullptr) {
      const uint16_t* const from = static_cast<const uint16_t*>(gemm.residual) + run.target * out + channel;
      if (whole && reinterpret_cast<uintptr_t>(gemm.residual) % (kPairs * 4) == 0) {
        load_pairs(from, added);
      } else {
#pragma unroll
        for (int k = 0; k < 2 * kPairs; ++k) {
          if (channel + k < out) added[k / 2] |= uint32_t(from[k]) << k % 2 * 16;
        }
      }
    }
    const auto finish = [&](int at) {
      float value = run.sum(at);
      if (bias != nullptr) value += widen_bits<kIsBf16>(bias[channel + at < out ? channel + at : 0]);
      if (gemm.residual != nullptr) value += widen_bits<kIsBf16>(uint16_t(added[at / 2] >> at % 2 * 16));
      return gemm.relu && value < 0.f ? 0.f : value;
    };
#pragma unroll
    for (int k = 0; k < kPairs; ++k) words[k] = narrow_pair<kIsBf16>(finish(2 * k), finish(2 * k + 1));
  }
  uint16_t* const to = static_cast<uint16_t*>(gemm.out) + run.target * out + channel;
  if (whole) return store_pairs(to, words);
#pragma unroll
  for (int k = 0; k < 2 * kPairs; ++k) {
    if (channel + k < out) to[k] = uint16_t(words[k / 2] >> k % 2 * 16);
  }
}

/// The first channel of f32 that a lane has of a run: those of a run of kPairs are runs of kFloatRun, each behind those
/// of the lanes beside this one.
template <int kPairs>
__device__ __forceinline__ int64_t first_float(const Run& run) {
  return run.channel - (threadIdx.x & 3) * (2 * kPairs - 2 * kFloatRun);
}

/// Writes numbers of f32 that are whole and plain.
template <int kPairs>
__device__ __forceinline__ void write_plain_floats(const WindowGemm& gemm, const Undoing& undo, const Run& run) {
  const int64_t first = first_float<kPairs>(run);
  if (run.target >= gemm.map.n_targets) return;
  float* const to = static_cast<float*>(gemm.out) + run.target * gemm.out_channels + first;
#pragma unroll
  for (int four = 0; four < kPairs / kFloatRun; ++four) {
    float values[4];
#pragma unroll
    for (int at = 0; at < 4; ++at) values[at] = undo(run.sum(four * 4 + at));
    if (first + four * 16 < gemm.out_channels) store_four(to + four * 16, values);
  }
}

/// Writes numbers of f32 whatever is to become of them.
template <int kPairs>
__device__ __forceinline__ void write_floats(const WindowGemm& gemm, bool whole, const Undoing& undo, const Run& run) {
  const int64_t first = first_float<kPairs>(run);
  const int64_t left = gemm.out_channels - first;
  if (run.target >= gemm.map.n_targets) return;
  const auto* const bias = static_cast<const float*>(gemm.bias);
  const float* const added = static_cast<const float*>(gemm.residual) + run.target * gemm.out_channels + first;
  float* const to = static_cast<float*>(gemm.out) + run.target * gemm.out_channels + first;
#pragma unroll
  for (int four = 0; four < kPairs / kFloatRun; ++four) {
    float values[4];
#pragma unroll
    for (int at = 0; at < 4; ++at) {
      const int place = four * 16 + at;
      values[at] = undo(run.sum(four * 4 + at));
      if (bias != nullptr && place < left) values[at] += bias[first + place];
      if (gemm.residual != nullptr && place < left) values[at] += added[place];
      if (gemm.relu && values[at] < 0.f) values[at] = 0.f;
      if (!whole && place < left) to[place] = values[at];
    }
    if (whole && four * 16 < left) store_four(to + four * 16, values);
  }
}

/// Has runs of halves written: `each(write)` calls `write(run)` for all of them.
template <bool kIsBf16, int kPairs>
__device__ __forceinline__ void write_half_runs(const WindowGemm& gemm, bool whole, auto each) {
  if (whole && is_plain(gemm)) {
    each([&](const Run& run) { write_plain_halves<kIsBf16, kPairs>(gemm, run); });
  } else {
    each([&](const Run& run) { write_halves<kIsBf16, kPairs>(gemm, whole, run); });
  }
}

/// The same of f32.
template <int kPairs>
__device__ __forceinline__ void write_float_runs(const WindowGemm& gemm, bool whole, const Undoing& undo, auto each) {
  whole = whole && reinterpret_cast<uintptr_t>(gemm.out) % 16 == 0;
  if (whole && is_plain(gemm)) {
    each([&](const Run& run) { write_plain_floats<kPairs>(gemm, undo, run); });
  } else {
    each([&](const Run& run) { write_floats<kPairs>(gemm, whole, undo, run); });
  }
}

/// The same of either: there is something to undo where results are f32.
template <bool kIsBf16, int kPairs>
__device__ __forceinline__ void write_runs(const WindowGemm& gemm, bool whole, auto each) {
  if constexpr (!kIsBf16) {
    if (gemm.undo != nullptr) return write_float_runs<kPairs>(gemm, whole, Undoing::of(gemm), each);
  }
  write_half_runs<kIsBf16, kPairs>(gemm, whole, each);
}

}  // namespace dvdb::backend
