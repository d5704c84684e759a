/// Products over kernel maps on host threads: by blocks of targets, and for each tap of a block by tiles of the rows
/// that are present.
#include "backend/api/special/conv/gather_gemm.hpp"

#include <algorithm>
#include <cstring>

#include "backend/api/memory.hpp"
#include "backend/cpu/special/conv/gemm_kernels.hpp"
#include "backend/cpu/special/conv/panels.hpp"
#include "base/plain_nan.hpp"

namespace dvdb::backend {

namespace {

constexpr int64_t kMostBlock = 256;  // targets
constexpr int64_t kLeastBlock = 32;
constexpr int64_t kBlockSums = 1 << 16;  // numbers that a block should not exceed, so that its sums stay in cache
constexpr int64_t kMostFetched = 128;  // numbers of a row that are asked for ahead; the processor sees the rest coming
constexpr int64_t kListSlack = 16;     // elements past the end that a list may write

template <class T>
T finish(T sum, T bias, T residual, bool relu) {
  const T value = sum + bias + residual;
  if (value != value) return kPlainNan<T>;
  return relu && value < T(0) ? T(0) : value;
}

/// Prefetches numbers that are read soon into the nearest cache.
template <class T>
void fetch(const T* from, int64_t count) {
  for (int64_t i = 0; i < std::min(count, kMostFetched); i += kCacheLine / int64_t(sizeof(T)))
    __builtin_prefetch(from + i);
}

/// Adds the products of the rows that one tap of a block gathers, in tiles of about the same size.
template <class T>
void add_tap(const GatherGemm<T>& gemm, const GemmKernels<T>& kernels, const Panels<T>& panels, const T* weights,
             const int32_t* found, const int32_t* places, int count, T* sums) {
  int tiles = (count + kernels.tile_rows - 1) / kernels.tile_rows;
  for (int begin = 0; begin < count; --tiles) {
    const int rows = (count - begin + tiles - 1) / tiles;
    const int ahead = std::min(count, begin + 2 * rows);
    for (int next = begin + rows; next < ahead; ++next)
      fetch(gemm.source + found[next] * gemm.in_channels, gemm.in_channels);
    for (int64_t column = 0; column < panels.padded; column += panels.wide) {
      kernels.add_products(gemm.source, gemm.in_channels, found + begin, rows, weights + column * gemm.in_channels,
                           panels.width(column), sums + column, panels.padded, places + begin);
    }
    begin += rows;
  }
}

template <class T>
Status gather(Context& context, const GatherGemm<T>& gemm) {
  const int64_t n = gemm.map.n_targets;
  if (n == 0 || gemm.out_channels == 0) return {};
  const GemmKernels<T>& kernels = gemm_kernels<T>();
  const Panels<T> panels(kernels, gemm.out_channels);
  const int threads = context.team.threads();
  const int64_t fitting = std::clamp(kBlockSums / panels.padded, kLeastBlock, kMostBlock);
  const int64_t block = std::clamp(round_up(n / (4 * threads) + 1, kLeastBlock), kLeastBlock, fitting);
  const int64_t matrix = gemm.in_channels * panels.padded;

  Scratch weight_memory(context);
  Span<T> weights;
  ThreadMemory memory(context);
  const int64_t sum_place = memory.reserve<T>(block * panels.padded);
  const int64_t found_place = memory.reserve<int32_t>(block + kListSlack);
  const int64_t places_place = memory.reserve<int32_t>(block + kListSlack);
  DVDB_TRY(weight_memory.allocate(gemm.map.taps * matrix, weights));
  DVDB_TRY(memory.allocate(threads));

  context.team.run(
      gemm.map.taps,
      [&](int64_t tap, int) {
        pack_panels(gemm.weights + tap * gemm.in_channels * gemm.out_channels, gemm.in_channels, gemm.out_channels, 1,
                    panels, weights.data + tap * matrix);
      },
      ThreadTeam::Call::kWhenLong);
  const int64_t blocks = (n + block - 1) / block;
  context.team.run(blocks, [&](int64_t b, int thread) {
    T* const sums = memory.at<T>(thread, sum_place);
    int32_t* const found = memory.at<int32_t>(thread, found_place);
    int32_t* const places = memory.at<int32_t>(thread, places_place);
    const int64_t first = b * block;
    const int rows = int(std::min(block, n - first));
    std::memset(sums, 0, size_t(rows * panels.padded) * sizeof(T));
    for (int64_t tap = 0; tap < gemm.map.taps; ++tap) {
      const int count = kernels.list_rows(gemm.map.rows + tap * n + first, rows, found, places);
      if (count > 0) add_tap(gemm, kernels, panels, weights.data + tap * matrix, found, places, count, sums);
    }
    for (int row = 0; row < rows; ++row) {
      const T* from = sums + row * panels.padded;
      const T* residual = gemm.residual == nullptr ? nullptr : gemm.residual + (first + row) * gemm.out_channels;
      T* to = gemm.out + (first + row) * gemm.out_channels;
      for (int64_t i = 0; i < gemm.out_channels; ++i) {
        to[i] = finish(from[i], gemm.bias == nullptr ? T(-0.0) : gemm.bias[i],
                       residual == nullptr ? T(-0.0) : residual[i], gemm.relu);
      }
    }
  });
  return {};
}

/// Copies some rows to their own places in a block, padded with zeros.
template <class T>
void pad_rows(const T* from, int64_t channels, const int32_t* places, int count, int64_t padded, T* to) {
  for (int r = 0; r < count; ++r) {
    const T* row = from + places[r] * channels;
    T* wide = to + places[r] * padded;
    for (int64_t i = 0; i < channels; ++i) wide[i] = row[i];
    for (int64_t i = channels; i < padded; ++i) wide[i] = T(0);
  }
}

template <class T>
Status outer_sum(Context& context, const GatherOuter<T>& outer) {
  const int64_t n = outer.map.n_targets;
  const int64_t taps = outer.map.taps;
  const int64_t in = outer.in_channels;
  if (in == 0 || outer.out_channels == 0) return {};
  const GemmKernels<T>& kernels = gemm_kernels<T>();
  const Panels<T> panels(kernels, outer.out_channels);
  const OuterParts parts = OuterParts::of(n, taps * in * outer.out_channels);
  const int64_t matrix = in * panels.padded;
  const int threads = context.team.threads();

  Scratch part_memory(context);
  Span<T> sums;  // [parts, taps, in, padded]
  ThreadMemory memory(context);
  const bool whole = panels.padded == outer.out_channels;
  const int64_t padded_place = memory.reserve<T>(whole ? 0 : kOuterBlock * panels.padded);
  const int64_t found_place = memory.reserve<int32_t>(kOuterBlock + kListSlack);
  const int64_t places_place = memory.reserve<int32_t>(kOuterBlock + kListSlack);
  DVDB_TRY(part_memory.allocate(parts.count * taps * matrix, sums));
  DVDB_TRY(memory.allocate(threads));

  context.team.run(parts.count * taps, [&](int64_t item, int thread) {
    T* const padded = memory.at<T>(thread, padded_place);
    int32_t* const found = memory.at<int32_t>(thread, found_place);
    int32_t* const places = memory.at<int32_t>(thread, places_place);
    T* const own = sums.data + item * matrix;
    std::memset(own, 0, size_t(matrix) * sizeof(T));
    const int64_t tap = item % taps;
    const int64_t begin = item / taps * parts.blocks * kOuterBlock;
    const int64_t end = std::min(n, begin + parts.blocks * kOuterBlock);
    for (int64_t first = begin; first < end; first += kOuterBlock) {
      const int rows = int(std::min(kOuterBlock, end - first));
      const int count = kernels.list_rows(outer.map.rows + tap * n + first, rows, found, places);
      if (count == 0) continue;
      const T* gradients = outer.gradients + first * outer.out_channels;
      if (!whole) {
        pad_rows(gradients, outer.out_channels, places, count, panels.padded, padded);
        gradients = padded;
      }
      for (int64_t column = 0; column < panels.padded; column += panels.wide) {
        for (int64_t channel = 0; channel < in; channel += kernels.tile_rows) {
          const int tile = int(std::min<int64_t>(kernels.tile_rows, in - channel));
          kernels.add_outer(outer.source + channel, in, found, tile, gradients + column, panels.padded, places,
                            panels.width(column), count, own + channel * panels.padded + column, panels.padded);
        }
      }
    }
  });
  context.team.run(
      taps * in,
      [&](int64_t row, int) {
        for (int64_t i = 0; i < outer.out_channels; ++i) {
          T sum = 0;
          for (int64_t part = 0; part < parts.count; ++part) sum += sums[(part * taps * in + row) * panels.padded + i];
          outer.out[row * outer.out_channels + i] = plain_nan(sum);
        }
      },
      ThreadTeam::Call::kWhenLong);
  return {};
}

}  // namespace

Status gather_gemm(Context& context, const GatherGemm<float>& gemm) { return gather(context, gemm); }
Status gather_gemm(Context& context, const GatherGemm<double>& gemm) { return gather(context, gemm); }
Status gather_outer(Context& context, const GatherOuter<float>& outer) { return outer_sum(context, outer); }
Status gather_outer(Context& context, const GatherOuter<double>& outer) { return outer_sum(context, outer); }

}  // namespace dvdb::backend
