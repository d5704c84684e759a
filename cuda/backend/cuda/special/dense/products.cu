/// Products of dense matrices on the device's general cores, in the order that the seam states.
#include "backend/api/special/dense/products.hpp"

#include "backend/cuda/multiply_add.cuh"
#include "backend/cuda/state.cuh"
#include "base/plain_nan.hpp"

namespace dvdb::backend {

namespace {

constexpr int kSide = 64;   // rows and columns of a tile
constexpr int kDepth = 16;  // of a step
constexpr int kOwn = 4;     // rows and columns of a thread
constexpr int kThreads = (kSide / kOwn) * (kSide / kOwn);
constexpr int64_t kMostBlocks = INT32_MAX;
constexpr int kLine = kSide + kOwn;  // of shared memory, so that columns lie in other banks

/// Copies a step of an operand, lines of one row or column of it, to shared memory, with zeros outside. `deep` operands
/// have neighbors in depth next to each other, others those of other lines.
template <bool kDeep, class T>
__device__ __forceinline__ void load_step(const T* from, int64_t lines, int64_t depth, int64_t first, int64_t begin,
                                          int64_t end, T (&to)[kDepth][kLine]) {
#pragma unroll
  for (int i = int(threadIdx.x); i < kSide * kDepth; i += kThreads) {
    const int line = kDeep ? i / kDepth : i % kSide;
    const int step = kDeep ? i % kDepth : i / kSide;
    const int64_t at = begin + step;
    const bool held = first + line < lines && at < end;
    const int64_t place = kDeep ? (first + line) * depth + at : at * lines + first + line;
    to[step][line] = held ? from[place] : T(0);
  }
}

/// A block computes a tile of 64 x 64 sums of a part, 4 x 4 by each thread.
template <class T, bool kATransposed, bool kBTransposed>
__global__ void __launch_bounds__(kThreads)
    product_kernel(Product<T> product, ProductParts parts, int64_t tiles_m, int64_t tiles_n, int64_t first_block) {
  __shared__ T left[kDepth][kLine];
  __shared__ T right[kDepth][kLine];
  const auto& shape = product.shape;
  const int64_t batch_of_part = (first_block + blockIdx.x) / (tiles_m * tiles_n);
  const int64_t tile = (first_block + blockIdx.x) % (tiles_m * tiles_n);
  const int64_t part = batch_of_part / shape.batches;
  const int64_t batch = batch_of_part % shape.batches;
  const int64_t row = tile / tiles_n * kSide;
  const int64_t column = tile % tiles_n * kSide;
  const int64_t begin = part * parts.depth;
  const int64_t end = min_of(shape.k, begin + parts.depth);
  const int own_row = int(threadIdx.x) / (kSide / kOwn) * kOwn;
  const int own_column = int(threadIdx.x) % (kSide / kOwn) * kOwn;
  const T* const a = product.a + batch * shape.m * shape.k;
  const T* const b = product.b + batch * shape.k * shape.n;
  T totals[kOwn][kOwn] = {};
  T sums[kOwn][kOwn] = {};
  for (int64_t at = begin; at < end; at += kDepth) {
    load_step<!kATransposed>(a, shape.m, shape.k, row, at, end, left);
    load_step<kBTransposed>(b, shape.n, shape.k, column, at, end, right);
    __syncthreads();
    const int depth = int(min_of(end - at, int64_t(kDepth)));
    for (int step = 0; step < depth; ++step) {
      T rows[kOwn];
      T columns[kOwn];
#pragma unroll
      for (int i = 0; i < kOwn; ++i) rows[i] = left[step][own_row + i];
#pragma unroll
      for (int i = 0; i < kOwn; ++i) columns[i] = right[step][own_column + i];
#pragma unroll
      for (int i = 0; i < kOwn; ++i)
#pragma unroll
        for (int j = 0; j < kOwn; ++j) sums[i][j] = multiply_add(rows[i], columns[j], sums[i][j]);
    }
    __syncthreads();
    if ((at + kDepth - begin) % kProductChunk != 0 && at + kDepth < end) continue;
    // The end of a chunk.
#pragma unroll
    for (int i = 0; i < kOwn; ++i)
#pragma unroll
      for (int j = 0; j < kOwn; ++j) {
        totals[i][j] += sums[i][j];
        sums[i][j] = T(0);
      }
  }
  for (int i = 0; i < kOwn; ++i)
    for (int j = 0; j < kOwn; ++j) {
      const int64_t m = row + own_row + i;
      const int64_t n = column + own_column + j;
      if (m >= shape.m || n >= shape.n) continue;
      const int64_t place = (batch_of_part * shape.m + m) * shape.n + n;
      const T more = product.epilogue.residual_at(place);
      product.out[place] = plain_nan(product.epilogue.finish(totals[i][j], n, more, LoadAsIs()));
    }
}

template <class T>
Status multiply_as(Context& context, const Product<T>& product, const ProductParts& parts) {
  const auto& shape = product.shape;
  if (shape.batches == 0 || shape.m == 0 || shape.n == 0) return {};
  const int64_t tiles_m = (shape.m + kSide - 1) / kSide;
  const int64_t tiles_n = (shape.n + kSide - 1) / kSide;
  const int64_t blocks = parts.count * shape.batches * tiles_m * tiles_n;
  const auto kernel = shape.a_transposed
                          ? (shape.b_transposed ? product_kernel<T, true, true> : product_kernel<T, true, false>)
                          : (shape.b_transposed ? product_kernel<T, false, true> : product_kernel<T, false, false>);
  for (int64_t first = 0; first < blocks; first += kMostBlocks) {
    const unsigned count = unsigned(min_of(kMostBlocks, blocks - first));
    kernel<<<count, kThreads, 0, context.device->stream>>>(product, parts, tiles_m, tiles_n, first);
    DVDB_TRY(check_launch(context));
  }
  return {};
}

}  // namespace

Status multiply(Context& context, const Product<float>& product, const ProductParts& parts) {
  return multiply_as(context, product, parts);
}
Status multiply(Context& context, const Product<double>& product, const ProductParts& parts) {
  return multiply_as(context, product, parts);
}

}  // namespace dvdb::backend
