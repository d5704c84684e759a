/// The backward pass of attention on matrix units, without atomics: gradients of queries are summed by blocks of
/// queries, those of keys and values by blocks of keys, and each block makes the weights again.
#include "backend/api/special/attention/heads.hpp"

#include "backend/cuda/special/attention/head_tiles.cuh"
#include "backend/cuda/special/conv/launches.cuh"

namespace dvdb::backend {

namespace {

constexpr int kWarps = 4;
constexpr int kThreads = 32 * kWarps;
constexpr int kRows = int(kUnitBackwardRows);  // of a block, 16 of each warp
static_assert(kRows == 16 * kWarps);

/// The rows that a block keeps, two tiles of them, and those that it goes through, two tiles of each of two steps.
template <int kDepth>
struct SlopeTiles {
  static constexpr int kOthers = kDepth <= 64 ? 64 : 32;
  using Own = HeadTile<kRows, kDepth>;
  using Other = HeadTile<kOthers, kDepth>;
  static constexpr int kStages = 2 * Own::kBytes;
  static constexpr int kStageBytes = 2 * Other::kBytes;
  static constexpr int kNumbers = kStages + 2 * kStageBytes;     // of queries, where these are gone through
  static constexpr int kBytes = kNumbers + 2 * 2 * kOthers * 4;  // of two steps: log sums and shares
};

/// sums = 16 rows from `row` on times the others.
template <bool kIsBf16, int kDepth>
__device__ __forceinline__ void multiply_rows(float (&sums)[SlopeTiles<kDepth>::kOthers / 8][4], uint32_t own, int row,
                                              uint32_t others) {
  using Tiles = SlopeTiles<kDepth>;
  constexpr int kAtOnce = kDepth > 64 ? 2 : kDepth / 16;  // more would take more registers than there are
#pragma unroll kAtOnce
  for (int deep = 0; deep < kDepth; deep += 16) {
    uint32_t left[4];
    Tiles::Own::load_left(left, own, row, deep);
#pragma unroll
    for (int j = 0; j < Tiles::kOthers / 8; j += 2) {
      uint32_t right[4];
      Tiles::Other::load_columns(right, others, j * 8, deep);
      add_product<kIsBf16>(sums[j], left, right[0], right[1]);
      add_product<kIsBf16>(sums[j + 1], left, right[2], right[3]);
    }
  }
}

/// sums += factors of 16 rows and the others, times the others.
template <bool kIsBf16, int kDepth>
__device__ __forceinline__ void add_others(float (&sums)[kDepth / 8][4],
                                           const float (&factors)[SlopeTiles<kDepth>::kOthers / 8][4],
                                           uint32_t others) {
  using Tiles = SlopeTiles<kDepth>;
#pragma unroll
  for (int j = 0; j < Tiles::kOthers / 8; j += 2) {
    uint32_t left[4];
    narrow_left<kIsBf16>(left, factors[j], factors[j + 1]);
#pragma unroll
    for (int wide = 0; wide < kDepth / 8; wide += 2) {
      uint32_t right[4];
      Tiles::Other::load_deep(right, others, j * 8, wide * 8);
      add_product<kIsBf16>(sums[wide], left, right[0], right[1]);
      add_product<kIsBf16>(sums[wide + 1], left, right[2], right[3]);
    }
  }
}

/// Writes the sums of a warp's 16 rows.
template <bool kIsBf16, int kWide>
__device__ __forceinline__ void write_rows(const float (&sums)[kWide][4], float factor, uint16_t* to, int64_t stride,
                                           int row, int held) {
  const int lane = int(threadIdx.x) & 31;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const int at = row + lane / 4 + half * 8;
    if (at >= held) continue;
    uint16_t* const line = to + at * stride + lane % 4 * 2;
#pragma unroll
    for (int wide = 0; wide < kWide; ++wide)
      *reinterpret_cast<uint32_t*>(line + wide * 8) =
          narrow_results<kIsBf16>(sums[wide][2 * half] * factor, sums[wide][2 * half + 1] * factor);
  }
}

/// The weight of a key.
template <bool kAdds>
__device__ __forceinline__ float weight_of(const UnitAttention& a, float product, float factor, float log_sum,
                                           int64_t query, int64_t key, int64_t head) {
  float score = __fmaf_rn(product, factor, -log_sum);
  if constexpr (kAdds) score = __fmaf_rn(a.bias.at(query, key, head), kLog2OfE, score);
  return power_of_two(score);
}

template <bool kIsBf16, bool kAdds, int kDepth>
__global__ void __launch_bounds__(kThreads, 2) query_gradients_kernel(UnitAttentionSlopes a, uint16_t* out) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Tiles = SlopeTiles<kDepth>;
  using Other = typename Tiles::Other;
  extern __shared__ __align__(128) uint8_t memory[];
  const uint32_t base = shared_address(memory);
  const UnitAttention& operands = a.operands;
  const int64_t head = blockIdx.x % operands.heads;
  const AttentionTile tile = a.tiles[blockIdx.x / operands.heads];
  const int queries = int(min_of(tile.end - tile.first, int64_t(kRows)));
  const int row = int(threadIdx.x) / 32 * 16;
  const int lane = int(threadIdx.x) & 31;
  int64_t key_end = tile.other_end;
  if (operands.causal) key_end = min_of(key_end, tile.other_begin + (tile.first - tile.begin) + queries);
  const int steps = int((max_of(key_end - tile.other_begin, int64_t(0)) + Tiles::kOthers - 1) / Tiles::kOthers);
  const auto load = [&](int step) {
    if (step < steps) {
      const int64_t key = tile.other_begin + int64_t(step) * Tiles::kOthers;
      const int held = int(min_of(tile.other_end - key, int64_t(Tiles::kOthers)));
      const uint32_t stage = base + Tiles::kStages + step % 2 * Tiles::kStageBytes;
      Other::template load<kThreads>(stage, operands.k + key * operands.strides[1] + head * kDepth, operands.strides[1],
                                     held);
      Other::template load<kThreads>(stage + Other::kBytes, operands.v + key * operands.strides[2] + head * kDepth,
                                     operands.strides[2], held);
    }
    commit_copies();
  };
  const int64_t wide = operands.heads * kDepth;
  Tiles::Own::template load<kThreads>(base, operands.q + tile.first * operands.strides[0] + head * kDepth,
                                      operands.strides[0], queries);
  Tiles::Own::template load<kThreads>(base + Tiles::Own::kBytes, a.gradients + tile.first * wide + head * kDepth, wide,
                                      queries);
  load(0);
  float log_sums[2];
  float shares[2];
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const int at = row + lane / 4 + half * 8;
    log_sums[half] = log_sum_of(a, head, tile.first + at, at < queries);
    shares[half] = at < queries ? a.shares[head * operands.n_queries + tile.first + at] : 0.0f;
  }
  float sums[kDepth / 8][4] = {};
  const float factor = operands.scale * kLog2OfE;
  for (int step = 0; step < steps; ++step) {
    load(step + 1);
    wait_copies<1>();
    __syncthreads();
    const uint32_t keys = base + Tiles::kStages + step % 2 * Tiles::kStageBytes;
    float slopes[Tiles::kOthers / 8][4] = {};
    float products[Tiles::kOthers / 8][4] = {};
    multiply_rows<kIsBf16, kDepth>(products, base, row, keys);
    multiply_rows<kIsBf16, kDepth>(slopes, base + Tiles::Own::kBytes, row, keys + Other::kBytes);
    const int64_t key = tile.other_begin + int64_t(step) * Tiles::kOthers;
    const int held = int(min_of(tile.other_end - key, int64_t(Tiles::kOthers)));
    // Columns up to this one are seen by the first row, and one more by each next row.
    const int64_t seen = operands.causal ? tile.first - tile.begin - (key - tile.other_begin) : INT32_MAX;
#pragma unroll
    for (int j = 0; j < Tiles::kOthers / 8; ++j)
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const int at = row + lane / 4 + k / 2 * 8;
        const int column = j * 8 + lane % 4 * 2 + k % 2;
        const bool sees = column < held && at < queries && column <= seen + at;
        float weight = 0;
        if (sees) {
          weight =
              weight_of<kAdds>(operands, products[j][k], factor, log_sums[k / 2], tile.first + at, key + column, head);
        }
        slopes[j][k] = sees ? weight * (slopes[j][k] - shares[k / 2]) : 0.0f;
      }
    add_others<kIsBf16, kDepth>(sums, slopes, keys);
    __syncthreads();
  }
  wait_copies<0>();
  write_rows<kIsBf16>(sums, operands.scale, out + tile.first * operands.strides[0] + head * kDepth, operands.strides[0],
                      row, queries);
#endif
}

template <bool kIsBf16, bool kAdds, int kDepth>
__global__ void __launch_bounds__(kThreads, 2)
    key_gradients_kernel(UnitAttentionSlopes a, uint16_t* out_keys, uint16_t* out_values) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Tiles = SlopeTiles<kDepth>;
  using Other = typename Tiles::Other;
  extern __shared__ __align__(128) uint8_t memory[];
  const uint32_t base = shared_address(memory);
  float* const numbers = reinterpret_cast<float*>(memory + Tiles::kNumbers);
  const UnitAttention& operands = a.operands;
  const int64_t head = blockIdx.x % operands.heads;
  const AttentionTile tile = a.tiles[blockIdx.x / operands.heads];
  const int keys = int(min_of(tile.end - tile.first, int64_t(kRows)));
  const int row = int(threadIdx.x) / 32 * 16;
  const int lane = int(threadIdx.x) & 31;
  const int64_t wide = operands.heads * kDepth;
  const int64_t others = tile.other_end - tile.other_begin;
  const int end = int((others + Tiles::kOthers - 1) / Tiles::kOthers);
  const int begin = operands.causal ? int(min_of((tile.first - tile.begin) / Tiles::kOthers, int64_t(end))) : 0;
  const auto load = [&](int step) {
    if (step < end) {
      const int64_t query = tile.other_begin + int64_t(step) * Tiles::kOthers;
      const int held = int(min_of(tile.other_end - query, int64_t(Tiles::kOthers)));
      const uint32_t stage = base + Tiles::kStages + step % 2 * Tiles::kStageBytes;
      Other::template load<kThreads>(stage, operands.q + query * operands.strides[0] + head * kDepth,
                                     operands.strides[0], held);
      Other::template load<kThreads>(stage + Other::kBytes, a.gradients + query * wide + head * kDepth, wide, held);
      float* const own = numbers + step % 2 * 2 * Tiles::kOthers;
      if (int(threadIdx.x) < Tiles::kOthers) {
        const int at = int(threadIdx.x);
        own[at] = log_sum_of(a, head, query + at, at < held);
        own[Tiles::kOthers + at] = at < held ? a.shares[head * operands.n_queries + query + at] : 0.0f;
      }
    }
    commit_copies();
  };
  Tiles::Own::template load<kThreads>(base, operands.k + tile.first * operands.strides[1] + head * kDepth,
                                      operands.strides[1], keys);
  Tiles::Own::template load<kThreads>(base + Tiles::Own::kBytes,
                                      operands.v + tile.first * operands.strides[2] + head * kDepth,
                                      operands.strides[2], keys);
  load(begin);
  float key_sums[kDepth / 8][4] = {};
  float value_sums[kDepth / 8][4] = {};
  const float factor = operands.scale * kLog2OfE;
  for (int step = begin; step < end; ++step) {
    load(step + 1);
    wait_copies<1>();
    __syncthreads();
    const uint32_t queries = base + Tiles::kStages + step % 2 * Tiles::kStageBytes;
    const float* const own = numbers + step % 2 * 2 * Tiles::kOthers;
    float weights[Tiles::kOthers / 8][4] = {};
    float slopes[Tiles::kOthers / 8][4] = {};
    multiply_rows<kIsBf16, kDepth>(weights, base, row, queries);
    multiply_rows<kIsBf16, kDepth>(slopes, base + Tiles::Own::kBytes, row, queries + Other::kBytes);
    const int64_t query = tile.other_begin + int64_t(step) * Tiles::kOthers;
    const int held = int(min_of(tile.other_end - query, int64_t(Tiles::kOthers)));
    // Rows up to this one are seen by the first column, and one more by each next column.
    const int64_t seen = operands.causal ? query - tile.other_begin - (tile.first - tile.begin) : INT32_MAX;
#pragma unroll
    for (int j = 0; j < Tiles::kOthers / 8; ++j)
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const int at = row + lane / 4 + k / 2 * 8;
        const int column = j * 8 + lane % 4 * 2 + k % 2;
        const bool sees = column < held && at < keys && at <= seen + column;
        float weight = 0;
        if (sees) {
          weight =
              weight_of<kAdds>(operands, weights[j][k], factor, own[column], query + column, tile.first + at, head);
        }
        weights[j][k] = weight;
        slopes[j][k] = sees ? weight * (slopes[j][k] - own[Tiles::kOthers + column]) : 0.0f;
      }
    add_others<kIsBf16, kDepth>(value_sums, weights, queries + Other::kBytes);
    add_others<kIsBf16, kDepth>(key_sums, slopes, queries);
    __syncthreads();
  }
  wait_copies<0>();
  if (out_keys != nullptr)
    write_rows<kIsBf16>(key_sums, operands.scale, out_keys + tile.first * operands.strides[1] + head * kDepth,
                        operands.strides[1], row, keys);
  if (out_values != nullptr)
    write_rows<kIsBf16>(value_sums, 1.0f, out_values + tile.first * operands.strides[2] + head * kDepth,
                        operands.strides[2], row, keys);
#endif
}

struct QueryGradientsKernel {
  template <bool kIsBf16, bool kAdds, int kDepth>
  static auto get() {
    return query_gradients_kernel<kIsBf16, kAdds, kDepth>;
  }
};

struct KeyGradientsKernel {
  template <bool kIsBf16, bool kAdds, int kDepth>
  static auto get() {
    return key_gradients_kernel<kIsBf16, kAdds, kDepth>;
  }
};

/// Launches a kernel for the elements and the depth of operands.
template <class Kernel, class... Out>
Status launch(Context& context, const UnitAttentionSlopes& a, Out... out) {
  const auto run = [&]<bool kIsBf16, bool kAdds>() {
    return with_width<16, 32, 64, 128>(a.operands.depth, [&]<int kDepth>() -> Status {
      const auto kernel = Kernel::template get<kIsBf16, kAdds, kDepth>();
      constexpr int kBytes = SlopeTiles<kDepth>::kBytes;
      DVDB_TRY(allow_block_bytes(context, kernel, kBytes));
      kernel<<<unsigned(a.n_tiles * a.operands.heads), kThreads, kBytes, context.device->stream>>>(a, out...);
      return check_launch(context);
    });
  };
  if (a.n_tiles == 0) return {};
  const bool adds = a.operands.bias.table != nullptr;
  if (a.operands.is_bf16) return adds ? run.template operator()<true, true>() : run.template operator()<true, false>();
  return adds ? run.template operator()<false, true>() : run.template operator()<false, false>();
}

}  // namespace

Status query_gradients_on_units(Context& context, const UnitAttentionSlopes& slopes, uint16_t* out) {
  return launch<QueryGradientsKernel>(context, slopes, out);
}

Status key_gradients_on_units(Context& context, const UnitAttentionSlopes& slopes, uint16_t* out_keys,
                              uint16_t* out_values) {
  return launch<KeyGradientsKernel>(context, slopes, out_keys, out_values);
}

}  // namespace dvdb::backend
