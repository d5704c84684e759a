/// Products over kernel maps on the device's general cores, in the order that the seam states: the reference for faster
/// ones.
#include "backend/api/special/conv/gather_gemm.hpp"

#include <type_traits>

#include "backend/api/memory.hpp"
#include "backend/cuda/multiply_add.cuh"
#include "backend/cuda/special/conv/outer_tiles.cuh"
#include "backend/cuda/state.cuh"
#include "base/plain_nan.hpp"

namespace dvdb::backend {

namespace {

constexpr int kSide = 32;  // rows and columns of a tile
constexpr int kWarps = 8;
constexpr int kOwn = kSide / kWarps;  // rows of a thread
constexpr int kThreads = kSide * kWarps;

/// A block computes a tile of targets and columns; taps that none of its targets has are passed over.
template <class T>
__global__ void __launch_bounds__(kThreads) gather_gemm_kernel(GatherGemm<T> gemm) {
  __shared__ T sources[kSide][kSide + 1];
  __shared__ T weights[kSide][kSide];
  __shared__ int32_t found[kSide];
  const int lane = int(threadIdx.x) % kSide;
  const int warp = int(threadIdx.x) / kSide;
  const int64_t n = gemm.map.n_targets;
  const int64_t in = gemm.in_channels;
  const int64_t out = gemm.out_channels;
  const int64_t first = int64_t(blockIdx.x) * kSide;
  const int64_t column = int64_t(blockIdx.y) * kSide + lane;
  T totals[kOwn] = {};
  for (int64_t tap = 0; tap < gemm.map.taps; ++tap) {
    int32_t row = -1;
    T sums[kOwn] = {};
    if (warp == 0) {
      if (first + lane < n) row = gemm.map.rows[tap * n + first + lane];
      found[lane] = row;
    }
    if (__syncthreads_or(row >= 0)) {
      for (int64_t begin = 0; begin < in; begin += kSide) {
        const int depth = int(in - begin < kSide ? in - begin : kSide);
        for (int own = 0; own < kOwn; ++own) {
          const int at = warp * kOwn + own;
          sources[at][lane] = found[at] >= 0 && lane < depth ? gemm.source[found[at] * in + begin + lane] : T(0);
          weights[at][lane] = at < depth && column < out ? gemm.weights[(tap * in + begin + at) * out + column] : T(0);
        }
        __syncthreads();
        for (int own = 0; own < kOwn; ++own) {
          const int at = warp * kOwn + own;
          if (found[at] < 0) continue;  // the same for a whole warp
          T sum = sums[own];
          for (int k = 0; k < depth; ++k) sum = multiply_add(sources[at][k], weights[k][lane], sum);
          sums[own] = sum;
        }
        __syncthreads();
      }
    }
    for (int own = 0; own < kOwn; ++own) totals[own] += sums[own];
    __syncthreads();
  }
  for (int own = 0; own < kOwn; ++own) {
    const int64_t row = first + warp * kOwn + own;
    if (row >= n || column >= out) continue;
    const int64_t at = row * out + column;
    T value = totals[own] + (gemm.bias == nullptr ? T(-0.0) : gemm.bias[column]);
    value = plain_nan(value + (gemm.residual == nullptr ? T(-0.0) : gemm.residual[at]));
    gemm.out[at] = gemm.relu && value < T(0) ? T(0) : value;
  }
}

/// A block computes a tile of one tap's matrix over one part of the targets; f32 has faster ones (outer_tiles.cu).
template <class T>
__global__ void __launch_bounds__(kThreads) gather_outer_kernel(GatherOuter<T> outer, OuterParts parts, T* partial) {
  __shared__ T sources[kSide][kSide];
  __shared__ T gradients[kSide][kSide];
  __shared__ int32_t found[kSide];
  const int lane = int(threadIdx.x) % kSide;
  const int warp = int(threadIdx.x) / kSide;
  const int64_t n = outer.map.n_targets;
  const int64_t in = outer.in_channels;
  const int64_t out = outer.out_channels;
  const int64_t part = int64_t(blockIdx.x) / outer.map.taps;
  const int64_t tap = int64_t(blockIdx.x) % outer.map.taps;
  const int64_t channel = int64_t(blockIdx.y) * kSide;
  const int64_t column = int64_t(blockIdx.z) * kSide;
  const int64_t begin = part * parts.blocks * kOuterBlock;
  const int64_t most = begin + parts.blocks * kOuterBlock;
  const int64_t end = most < n ? most : n;
  T totals[kOwn] = {};
  T sums[kOwn] = {};
  for (int64_t first = begin; first < end; first += kSide) {
    int32_t row = -1;
    if (warp == 0) {
      if (first + lane < end) row = outer.map.rows[tap * n + first + lane];
      found[lane] = row;
    }
    if (__syncthreads_or(row >= 0)) {
      for (int own = 0; own < kOwn; ++own) {
        const int at = warp * kOwn + own;
        const bool there = found[at] >= 0;
        sources[at][lane] = there && channel + lane < in ? outer.source[found[at] * in + channel + lane] : T(0);
        gradients[at][lane] = there && column + lane < out ? outer.gradients[(first + at) * out + column + lane] : T(0);
      }
      __syncthreads();
      for (int at = 0; at < kSide; ++at) {
        if (found[at] < 0) continue;
        for (int own = 0; own < kOwn; ++own)
          sums[own] = multiply_add(sources[at][warp * kOwn + own], gradients[at][lane], sums[own]);
      }
    }
    __syncthreads();
    if ((first + kSide - begin) % kOuterBlock == 0 || first + kSide >= end) {
      for (int own = 0; own < kOwn; ++own) {
        totals[own] += sums[own];
        sums[own] = T(0);
      }
    }
  }
  for (int own = 0; own < kOwn; ++own) {
    const int64_t i = channel + warp * kOwn + own;
    if (i < in && column + lane < out) partial[(int64_t(blockIdx.x) * in + i) * out + column + lane] = totals[own];
  }
}

template <class T>
__global__ void __launch_bounds__(kThreads) join_parts_kernel(const T* partial, int64_t parts, int64_t n, T* out) {
  const int64_t i = int64_t(blockIdx.x) * kThreads + threadIdx.x;
  if (i >= n) return;
  T sum = 0;
#pragma unroll 8
  for (int64_t part = 0; part < parts; ++part) sum += partial[part * n + i];
  out[i] = plain_nan(sum);
}

unsigned tiles_of(int64_t n) { return unsigned((n + kSide - 1) / kSide); }

template <class T>
Status gather(Context& context, const GatherGemm<T>& gemm) {
  if (gemm.map.n_targets == 0 || gemm.out_channels == 0) return {};
  const dim3 blocks(tiles_of(gemm.map.n_targets), tiles_of(gemm.out_channels));
  gather_gemm_kernel<<<blocks, kThreads, 0, context.device->stream>>>(gemm);
  return check_launch(context);
}

template <class T>
Status outer_sum(Context& context, const GatherOuter<T>& outer) {
  const int64_t sums = outer.map.taps * outer.in_channels * outer.out_channels;
  if (sums == 0) return {};
  const OuterParts parts = OuterParts::of(outer.map.n_targets, sums);
  Scratch memory(context);
  Span<T> partial;
  DVDB_TRY(memory.allocate(parts.count * sums, partial));
  if (parts.count > 0) {
    if constexpr (std::is_same_v<T, float>) {
      DVDB_TRY(sum_outer_tiles(context, outer, parts, partial.data));
    } else {
      const dim3 blocks(unsigned(parts.count * outer.map.taps), tiles_of(outer.in_channels),
                        tiles_of(outer.out_channels));
      gather_outer_kernel<<<blocks, kThreads, 0, context.device->stream>>>(outer, parts, partial.data);
      DVDB_TRY(check_launch(context));
    }
  }
  join_parts_kernel<<<unsigned((sums + kThreads - 1) / kThreads), kThreads, 0, context.device->stream>>>(
      partial.data, parts.count, sums, outer.out);
  return check_launch(context);
}

}  // namespace

Status gather_gemm(Context& context, const GatherGemm<float>& gemm) { return gather(context, gemm); }
Status gather_gemm(Context& context, const GatherGemm<double>& gemm) { return gather(context, gemm); }
Status gather_outer(Context& context, const GatherOuter<float>& outer) { return outer_sum(context, outer); }
Status gather_outer(Context& context, const GatherOuter<double>& outer) { return outer_sum(context, outer); }

}  // namespace dvdb::backend
