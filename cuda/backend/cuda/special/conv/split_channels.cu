/// Numbers of f32 as pairs of f16, in two passes: the first finds what scales each channel.
#include "backend/cuda/special/conv/split_channels.cuh"

#include "backend/api/memory.hpp"
#include "backend/cuda/special/conv/scales.cuh"
#include "backend/cuda/state.cuh"

namespace dvdb::backend {

namespace {

constexpr int kAcross = 32;  // channels of a block
constexpr int kDown = 8;     // rows that it reads together
constexpr int kMostBlocks = 1024;
constexpr int kThreads = 256;
constexpr int kFour = 4;  // channels that a thread splits

/// Finds the largest finite magnitudes; the bits of such numbers are in their order.
__global__ void __launch_bounds__(kAcross* kDown)
    find_largest_kernel(const float* rows, int64_t n, int64_t channels, uint32_t* largest) {
  __shared__ float found[kDown][kAcross];
  const int lane = int(threadIdx.x) % kAcross;
  const int down = int(threadIdx.x) / kAcross;
  const int64_t channel = int64_t(blockIdx.y) * kAcross + lane;
  float own = 0;
  if (channel < channels) {
    const int64_t step = int64_t(gridDim.x) * kDown;
#pragma unroll 4
    for (int64_t row = int64_t(blockIdx.x) * kDown + down; row < n; row += step)
      own = larger(own, rows[row * channels + channel]);
  }
  found[down][lane] = own;
  __syncthreads();
  if (down != 0 || channel >= channels) return;
#pragma unroll
  for (int k = 1; k < kDown; ++k) own = fmaxf(own, found[k][lane]);
  if (own > 0) atomicMax(&largest[channel], __float_as_uint(own));
}

/// A row takes `row_fours` threads.
__global__ void __launch_bounds__(kThreads)
    split_kernel(const float* rows, int64_t n, int64_t channels, int64_t row_fours, bool whole, const float* largest,
                 uint16_t* to) {
  const int64_t i = int64_t(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= n * row_fours) return;
  const int64_t row = i / row_fours;
  const int64_t channel = i % row_fours * kFour;
  float values[kFour] = {};
  if (whole && channel < channels) {
    const float4 four = *reinterpret_cast<const float4*>(rows + row * channels + channel);
    values[0] = four.x;
    values[1] = four.y;
    values[2] = four.z;
    values[3] = four.w;
  }
  uint32_t halves[2][kFour] = {};
#pragma unroll
  for (int k = 0; k < kFour; ++k) {
    if (channel + k >= channels) continue;
    if (!whole) values[k] = rows[row * channels + channel + k];
    const float value = values[k] * power_of_two(kLargest - exponent_of(largest[channel + k]));
    halves[0][k] = half_of(value, false);
    halves[1][k] = half_of(value, true);
  }
  uint16_t* const out = to + row * (row_fours * 2 * kFour) + channel / 64 * 128 + channel % 64;
#pragma unroll
  for (int lower = 0; lower < 2; ++lower) {
    const uint32_t (&four)[kFour] = halves[lower];
    *reinterpret_cast<uint2*>(out + lower * 64) = make_uint2(four[0] | four[1] << 16, four[2] | four[3] << 16);
  }
}

}  // namespace

Status split_channels(Context& context, const float* rows, int64_t n, int64_t channels, float* largest, uint16_t* to) {
  if (channels == 0) return {};
  DVDB_TRY(fill(context, largest, 0, 4, channels * int64_t(sizeof(float))));
  if (n == 0) return {};
  cudaStream_t stream = context.device->stream;
  const int64_t blocks = min_of((n + kDown * 16 - 1) / (kDown * 16), int64_t(kMostBlocks));
  find_largest_kernel<<<dim3(unsigned(blocks), unsigned((channels + kAcross - 1) / kAcross)), kAcross * kDown, 0,
                        stream>>>(rows, n, channels, reinterpret_cast<uint32_t*>(largest));
  DVDB_TRY(check_launch(context));
  const int64_t row_fours = split_row(channels) / (2 * kFour);
  const bool whole = channels % kFour == 0 && reinterpret_cast<uintptr_t>(rows) % 16 == 0;
  split_kernel<<<unsigned((n * row_fours + kThreads - 1) / kThreads), kThreads, 0, stream>>>(
      rows, n, channels, row_fours, whole, largest, to);
  return check_launch(context);
}

}  // namespace dvdb::backend
