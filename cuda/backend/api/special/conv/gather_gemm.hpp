/// Products of gathered rows with matrices, one matrix for each tap of a kernel map.
///
/// Every sum runs in the order that its prototype states, so all implementations give the same bits. A NaN is always
/// the positive quiet one.
#pragma once

#include "base/context.hpp"
#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb::backend {

/// A kernel map: the source row that each target gathers for each tap.
struct GatherMap {
  const int32_t* rows;  // [taps, n_targets], -1 for none
  int64_t taps;
  int64_t n_targets;
};

/// T is float or double.
template <class T>
struct GatherGemm {
  GatherMap map;
  const T* source;  // [n_sources, in_channels]
  int64_t in_channels;
  const T* weights;  // [taps, in_channels, out_channels]
  int64_t out_channels;
  const T* bias;      // [out_channels], or null
  const T* residual;  // [n_targets, out_channels], or null
  bool relu;          // clamps negative results to 0
  T* out;             // [n_targets, out_channels]
};

/// out[r][o] = sum of source[rows[t][r]][i] * weights[t][i][o] + bias[o] + residual[r][o]. The sum of a tap starts at 0
/// and accumulates fused multiply-adds in ascending order of i; the sums of the taps that are present are added up from
/// 0 in ascending order, then the bias, then the residual.
Status gather_gemm(Context& context, const GatherGemm<float>& gemm);
Status gather_gemm(Context& context, const GatherGemm<double>& gemm);

template <class T>
struct GatherOuter {
  GatherMap map;
  const T* source;  // [n_sources, in_channels]
  int64_t in_channels;
  const T* gradients;  // [n_targets, out_channels]
  int64_t out_channels;
  T* out;  // [taps, in_channels, out_channels]
};

/// Targets per block. Targets are split into parts of whole blocks, in a way that depends on sizes alone.
inline constexpr int64_t kOuterBlock = 256;

struct OuterParts {
  int64_t blocks;  // per part
  int64_t count;

  /// At most 64 parts, and fewer where their partial sums would take more than 2^24 numbers.
  static OuterParts of(int64_t n_targets, int64_t sums) {
    const int64_t all = (n_targets + kOuterBlock - 1) / kOuterBlock;
    const int64_t most = max_of(int64_t(1), min_of(int64_t(64), (int64_t(1) << 24) / max_of(sums, int64_t(1))));
    const int64_t blocks = max_of(int64_t(1), (all + most - 1) / most);
    return {blocks, (all + blocks - 1) / blocks};
  }
};

/// out[t][i][o] = sum over r of source[rows[t][r]][i] * gradients[r][o]. A block is summed from 0 in ascending order of
/// r, by fused multiply-adds; then the sums of a part's blocks are added in order, then those of the parts.
Status gather_outer(Context& context, const GatherOuter<float>& outer);
Status gather_outer(Context& context, const GatherOuter<double>& outer);

}  // namespace dvdb::backend
