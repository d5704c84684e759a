/// Operands of f32 as scaled f16, in one pass where a sample tells the scale.
#include "backend/cuda/special/conv/scales.cuh"
#include "backend/cuda/special/conv/window_results.cuh"
#include "backend/cuda/state.cuh"

// Targets without matrix units leave what is declared here unused.
#pragma nv_diag_suppress 177

namespace dvdb::backend {

namespace {

constexpr int kThreads = 256;
constexpr int kAtOnce = 4;                        // blocks of a multiprocessor
constexpr int kCopies = 4;                        // of four numbers that a thread fetches together
constexpr int kNumbers = kThreads * kCopies * 4;  // that a block fetches together
constexpr int kRoom = 4;                          // by which exponents may exceed the sample's
constexpr int kMostBlocks = 2000;                 // of an operand

/// Layout of an operation's scratch memory.
struct ScaleLayout {
  float undo[2];
  int32_t first_exponent;  // to which largest numbers were thought to come
  int32_t second_exponent;
  float largest[2 * kMostBlocks];  // finite one of each block
};
static_assert(sizeof(ScaleLayout) <= kNarrowBytes);

/// The largest of a block's numbers, in all threads; every thread calls it.
__device__ float largest_of_block(float own, float (&found)[kThreads / 32]) {
  own = largest_of_warp(own);
  __syncthreads();
  if (threadIdx.x % 32 == 0) found[threadIdx.x / 32] = own;
  __syncthreads();
  float largest = 0;
#pragma unroll
  for (int warp = 0; warp < kThreads / 32; ++warp) largest = fmaxf(largest, found[warp]);
  return largest;
}

/// Rounds numbers to f16; the second time those that did not fit, which the notes of the first tell.
template <bool kAgain>
__global__ void __launch_bounds__(kThreads, kAtOnce) narrow_kernel(NarrowOperands operands, int first_blocks) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  __shared__ float found[kThreads / 32];
  auto& notes = *static_cast<ScaleLayout*>(operands.memory);
  const int thread = int(threadIdx.x);
  const bool is_first = int(blockIdx.x) < first_blocks;
  const int blocks = is_first ? first_blocks : int(gridDim.x) - first_blocks;
  const int block = int(blockIdx.x) - (is_first ? 0 : first_blocks);
  const float* const from = is_first ? operands.first.from : operands.second.from;
  const int64_t n = is_first ? operands.first.n : operands.second.n;
  uint16_t* const to = is_first ? operands.first.to : operands.second.to;
  const auto* const fours = reinterpret_cast<const float4*>(from);
  const int64_t n_fours = reinterpret_cast<uintptr_t>(from) % 16 == 0 ? n / 4 : 0;
  const int64_t first_four = int64_t(block) * (kCopies * kThreads) + thread;
  const int64_t stride = int64_t(blocks) * (kCopies * kThreads);
  float4 next[kCopies];
  const auto fetch = [&](int64_t at) {
#pragma unroll
    for (int k = 0; k < kCopies; ++k) next[k] = at + k * kThreads < n_fours ? fours[at + k * kThreads] : float4{};
  };
  int exponent = 0;
  release_next();
  if constexpr (kAgain) {
    wait_for_previous();
    const auto settle = [&](int begin, int end, int thought) {
      float largest = 0;
      for (int at = begin + thread; at < end; at += kThreads) largest = fmaxf(largest, notes.largest[at]);
      return max_of(exponent_of(largest_of_block(largest, found)), thought);
    };
    const int first = settle(0, first_blocks, notes.first_exponent);
    const int second = settle(first_blocks, int(gridDim.x), notes.second_exponent);
    if (blockIdx.x == 0 && thread == 0) {
      const auto undo = Undoing::of(first + second - 2 * kLargest);
      notes.undo[0] = undo.first;
      notes.undo[1] = undo.second;
    }
    exponent = is_first ? first : second;
    if (exponent == (is_first ? notes.first_exponent : notes.second_exponent)) return;
    fetch(first_four);
  } else {
    fetch(first_four);  // so that they come while the scale is found
    float sample = 0;
    if (n_fours > 0) {
      const float4 four = fours[n_fours * thread / kThreads];
      sample = larger(larger(larger(larger(0.f, four.x), four.y), four.z), four.w);
    } else if (n > 0) {
      sample = larger(0.f, from[n * thread / kThreads]);
    }
    exponent = min_of(exponent_of(largest_of_block(sample, found)) + kRoom, 127);
    if (block == 0 && thread == 0) (is_first ? notes.first_exponent : notes.second_exponent) = exponent;
  }

  const float scale = power_of_two(kLargest - exponent);
  float largest = 0;
  for (int64_t at = first_four; at < n_fours; at += stride) {
    float4 four[kCopies];
#pragma unroll
    for (int k = 0; k < kCopies; ++k) four[k] = next[k];
    fetch(at + stride);
#pragma unroll
    for (int k = 0; k < kCopies; ++k) {
      if constexpr (!kAgain)
        largest = larger(larger(larger(larger(largest, four[k].x), four[k].y), four[k].z), four[k].w);
      const uint2 words = {narrow_pair<false>(four[k].x * scale, four[k].y * scale),
                           narrow_pair<false>(four[k].z * scale, four[k].w * scale)};
      if (at + k * kThreads < n_fours) reinterpret_cast<uint2*>(to)[at + k * kThreads] = words;
    }
  }
  for (int64_t at = n_fours * 4 + int64_t(block) * kThreads + thread; at < n; at += int64_t(blocks) * kThreads) {
    if constexpr (!kAgain) largest = larger(largest, from[at]);
    to[at] = uint16_t(narrow_pair<false>(from[at] * scale, 0.f));
  }
  if constexpr (!kAgain) {
    largest = largest_of_block(largest, found);
    if (thread == 0) notes.largest[blockIdx.x] = largest;
  }
#endif
}

}  // namespace

Status narrow_operands(Context& context, const NarrowOperands& operands) {
  const auto blocks_for = [&](int64_t n) {
    const int most = min_of(context.device->multiprocessors * kAtOnce, kMostBlocks);
    return int(max_of(min_of((n + kNumbers - 1) / kNumbers, int64_t(most)), int64_t(1)));
  };
  const int first_blocks = blocks_for(operands.first.n);
  const dim3 blocks(unsigned(first_blocks + blocks_for(operands.second.n)));
  cudaStream_t stream = context.device->stream;
  narrow_kernel<false><<<blocks, kThreads, 0, stream>>>(operands, first_blocks);
  DVDB_TRY(check_launch(context));
  return check_cuda(context, launch_behind(stream, narrow_kernel<true>, blocks, kThreads, 0, operands, first_blocks),
                    "launch");
}

}  // namespace dvdb::backend
