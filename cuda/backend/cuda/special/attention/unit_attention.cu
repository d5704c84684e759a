/// Attention on matrix units: Dao, "FlashAttention-2: Faster attention with better parallelism and work partitioning",
/// 2023.
///
/// A block has a tile of queries and a head; its warps have 16 or 32 queries each, whose scores, weights and results
/// stay in registers. Tiles of keys and values are copied to shared memory one ahead of those that are used.
#include "backend/api/special/attention/heads.hpp"

#include "backend/cuda/special/attention/head_tiles.cuh"
#include "backend/cuda/special/conv/launches.cuh"
#include "base/plain_nan.hpp"

namespace dvdb::backend {

namespace {

constexpr int kWarps = 4;
constexpr int kThreads = 32 * kWarps;
constexpr int kKeys = 64;  // of a tile

template <int kDepth>
struct ForwardTile {
  static constexpr int kHigh = int(unit_queries(kDepth)) / (16 * kWarps);  // operands of 16 queries of a warp
  static constexpr int kQueries = kHigh * 16 * kWarps;
  using Queries = HeadTile<kQueries, kDepth>;
  using Keys = HeadTile<kKeys, kDepth>;
  static constexpr int kKeyPlace = Queries::kBytes;
  static constexpr int kValuePlace = kKeyPlace + 2 * Keys::kBytes;
  static constexpr int kBytes = kValuePlace + 2 * Keys::kBytes;
};

/// What a lane knows of its rows of a warp's 16: of the row lane / 4 and the one eight further on.
template <int kHigh>
struct RowSums {
  float most[kHigh][2];
  float total[kHigh][2];
};

/// Scores of a tile of keys, in powers of two: those that are not seen become -inf. Unless kAdds, the factor is left to
/// the exponentials.
template <bool kAdds, int kHigh>
__device__ __forceinline__ void finish_scores(const UnitAttention& a, const AttentionTile& tile, int64_t head,
                                              int64_t key, int first_row, float factor,
                                              float (&scores)[kHigh][kKeys / 8][4]) {
  const int lane = int(threadIdx.x) & 31;
  const int held = int(min_of(tile.other_end - key, int64_t(kKeys)));
  const int64_t key_place = key - tile.other_begin;
  const int64_t first_place = tile.first - tile.begin + first_row;
  const bool masks = held < kKeys || (a.causal && key_place + kKeys - 1 > first_place);
  if (!kAdds && !masks) return;
#pragma unroll
  for (int i = 0; i < kHigh; ++i)
#pragma unroll
    for (int j = 0; j < kKeys / 8; ++j)
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const int row = first_row + i * 16 + lane / 4 + k / 2 * 8;
        const int column = j * 8 + lane % 4 * 2 + k % 2;
        const bool seen = column < held && (!a.causal || key_place + column <= tile.first - tile.begin + int64_t(row));
        float score = scores[i][j][k];
        if constexpr (kAdds) {
          score *= factor;
          if (a.bias.table != nullptr && seen && tile.first + row < tile.end)
            score = __fmaf_rn(a.bias.at(tile.first + row, key + column, head), kLog2OfE, score);
        }
        scores[i][j][k] = seen ? score : -INFINITY;
      }
}

template <bool kIsBf16, bool kAdds, int kDepth>
__global__ void __launch_bounds__(kThreads, kDepth > 32 ? 2
                                            : kAdds     ? 3
                                                        : 4) attend_kernel(UnitAttention a) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  using Tile = ForwardTile<kDepth>;
  using Keys = typename Tile::Keys;
  constexpr int kHigh = Tile::kHigh;
  constexpr int kDeep = kDepth / 16;  // steps of products of queries and keys
  constexpr int kWide = kDepth / 8;   // sums of results of a lane, by eight columns
  extern __shared__ __align__(128) uint8_t memory[];
  const uint32_t base = shared_address(memory);
  const int64_t head = blockIdx.x % a.heads;
  const AttentionTile tile = a.tiles[blockIdx.x / a.heads];
  const int queries = int(min_of(tile.end - tile.first, int64_t(Tile::kQueries)));
  const int first_row = int(threadIdx.x) / 32 * kHigh * 16;
  const int lane = int(threadIdx.x) & 31;
  int64_t key_end = tile.other_end;
  if (a.causal) key_end = min_of(key_end, tile.other_begin + (tile.first - tile.begin) + queries);
  const int steps = int((max_of(key_end - tile.other_begin, int64_t(0)) + kKeys - 1) / kKeys);
  const auto load = [&](int step, int place, const uint16_t* from, int64_t stride) {
    if (step < steps) {
      const int64_t key = tile.other_begin + int64_t(step) * kKeys;
      const int held = int(min_of(tile.other_end - key, int64_t(kKeys)));
      Keys::template load<kThreads>(base + place + step % 2 * Keys::kBytes, from + key * stride + head * kDepth, stride,
                                    held);
    }
    commit_copies();
  };
  Tile::Queries::template load<kThreads>(base, a.q + tile.first * a.strides[0] + head * kDepth, a.strides[0], queries);
  load(0, Tile::kKeyPlace, a.k, a.strides[1]);
  load(0, Tile::kValuePlace, a.v, a.strides[2]);

  uint32_t left[kHigh][kDeep][4];
  float sums[kHigh][kWide][4] = {};
  RowSums<kHigh> rows;
#pragma unroll
  for (int i = 0; i < kHigh; ++i)
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      rows.most[i][half] = -INFINITY;
      rows.total[i][half] = 0;
    }
  const float factor = a.scale * kLog2OfE;
  for (int step = 0; step < steps; ++step) {
    load(step + 1, Tile::kKeyPlace, a.k, a.strides[1]);
    wait_copies<2>();  // all but these keys and the values of this step
    __syncthreads();
    if (step == 0) {
#pragma unroll
      for (int i = 0; i < kHigh; ++i)
#pragma unroll
        for (int deep = 0; deep < kDeep; ++deep)
          Tile::Queries::load_left(left[i][deep], base, first_row + i * 16, deep * 16);
    }
    float scores[kHigh][kKeys / 8][4] = {};
    const uint32_t keys = base + Tile::kKeyPlace + step % 2 * Keys::kBytes;
#pragma unroll
    for (int deep = 0; deep < kDeep; ++deep)
#pragma unroll
      for (int j = 0; j < kKeys / 8; j += 2) {
        uint32_t right[4];
        Keys::load_columns(right, keys, j * 8, deep * 16);
#pragma unroll
        for (int i = 0; i < kHigh; ++i) {
          add_product<kIsBf16>(scores[i][j], left[i][deep], right[0], right[1]);
          add_product<kIsBf16>(scores[i][j + 1], left[i][deep], right[2], right[3]);
        }
      }
    finish_scores<kAdds>(a, tile, head, tile.other_begin + int64_t(step) * kKeys, first_row, factor, scores);

    // Weights: what was summed up is brought to the new greatest score.
    const float by = kAdds ? 1.0f : factor;
#pragma unroll
    for (int i = 0; i < kHigh; ++i)
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        float most = rows.most[i][half];
#pragma unroll
        for (int j = 0; j < kKeys / 8; ++j)
          most = fmaxf(most, fmaxf(scores[i][j][2 * half], scores[i][j][2 * half + 1]));
        most = most_of_row(most);
        const float less = most == -INFINITY ? 0.0f : -most * by;
        const float kept = power_of_two(__fmaf_rn(rows.most[i][half], by, less));
        rows.most[i][half] = most;
        float total = rows.total[i][half] * kept;
#pragma unroll
        for (int j = 0; j < kKeys / 8; ++j)
#pragma unroll
          for (int k = 2 * half; k < 2 * half + 2; ++k) {
            const float weight = power_of_two(__fmaf_rn(scores[i][j][k], by, less));
            scores[i][j][k] = weight;
            total += weight;
          }
        rows.total[i][half] = total;
#pragma unroll
        for (int wide = 0; wide < kWide; ++wide) {
          sums[i][wide][2 * half] *= kept;
          sums[i][wide][2 * half + 1] *= kept;
        }
      }

    load(step + 1, Tile::kValuePlace, a.v, a.strides[2]);
    wait_copies<2>();  // all but the keys and values of the next step
    __syncthreads();
    const uint32_t values = base + Tile::kValuePlace + step % 2 * Keys::kBytes;
#pragma unroll
    for (int j = 0; j < kKeys / 8; j += 2) {
      uint32_t weights[kHigh][4];
#pragma unroll
      for (int i = 0; i < kHigh; ++i) narrow_left<kIsBf16>(weights[i], scores[i][j], scores[i][j + 1]);
#pragma unroll
      for (int wide = 0; wide < kWide; wide += 2) {
        uint32_t right[4];
        Keys::load_deep(right, values, j * 8, wide * 8);
#pragma unroll
        for (int i = 0; i < kHigh; ++i) {
          add_product<kIsBf16>(sums[i][wide], weights[i], right[0], right[1]);
          add_product<kIsBf16>(sums[i][wide + 1], weights[i], right[2], right[3]);
        }
      }
    }
  }
  wait_copies<0>();

  const float by = kAdds ? 1.0f : factor;
#pragma unroll
  for (int i = 0; i < kHigh; ++i)
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const float total = sum_of_row(rows.total[i][half]);
      const int row = first_row + i * 16 + lane / 4 + half * 8;
      if (row >= queries) continue;
      const float inverse = total == 0.0f ? 0.0f : 1.0f / total;
      const int64_t place = ((tile.first + row) * a.heads + head) * kDepth + lane % 4 * 2;
#pragma unroll
      for (int wide = 0; wide < kWide; ++wide) {
        *reinterpret_cast<uint32_t*>(a.out + place + wide * 8) =
            narrow_results<kIsBf16>(sums[i][wide][2 * half] * inverse, sums[i][wide][2 * half + 1] * inverse);
      }
      if (lane % 4 != 0) continue;
      const float sum = total == 0.0f ? -INFINITY : __fmaf_rn(rows.most[i][half], by, log2f(total)) * kLnOf2;
      a.log_sums[head * a.n_queries + tile.first + row] = plain_nan(sum);
    }
#endif
}

template <bool kIsBf16, bool kAdds, int kDepth>
Status launch(Context& context, const UnitAttention& a) {
  constexpr int kBytes = ForwardTile<kDepth>::kBytes;
  const auto kernel = attend_kernel<kIsBf16, kAdds, kDepth>;
  DVDB_TRY(allow_block_bytes(context, kernel, kBytes));
  kernel<<<unsigned(a.n_tiles * a.heads), kThreads, kBytes, context.device->stream>>>(a);
  return check_launch(context);
}

template <bool kIsBf16, bool kAdds>
Status launch_as(Context& context, const UnitAttention& a) {
  return with_width<16, 32, 64, 128>(a.depth, [&]<int kDepth>() { return launch<kIsBf16, kAdds, kDepth>(context, a); });
}

}  // namespace

Status attend_on_units(Context& context, const UnitAttention& a) {
  if (a.n_tiles == 0) return {};
  // Where greater products are not greater scores, all are made scores before the greatest is looked for.
  const bool adds = a.bias.table != nullptr || !(a.scale > 0.0f);
  if (a.is_bf16) return adds ? launch_as<true, true>(context, a) : launch_as<true, false>(context, a);
  return adds ? launch_as<false, true>(context, a) : launch_as<false, false>(context, a);
}

}  // namespace dvdb::backend
