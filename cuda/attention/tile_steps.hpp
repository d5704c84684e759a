/// Steps of attention on tiles in the memory of a block. All members of a block call them together.
///
/// Every sum runs in the order of its terms, from the first row of a list or the first channel, whoever computes it.
#pragma once

#include "attention/view.hpp"
#include "core/elementary.hpp"

namespace dvdb {

inline constexpr int kAttentionThreads = 256;

/// Channels of a step of a product of two tiles.
inline constexpr int kTileStep = 32;

/// Channels of results that a block sums up.
template <class S>
inline constexpr int kTileWidth = sizeof(S) == 8 ? 32 : 64;

/// How many neighboring keys, or channels, a member has at once: all of a row where it is alone.
inline constexpr int kOwnKeys = backend::kBlockMembers<kAttentionThreads> == 1 ? kTileRows : 4;
template <class S>
inline constexpr int kOwnChannels =
    backend::kBlockMembers<kAttentionThreads> == 1 ? kTileWidth<S> : kTileWidth<S> * kTileRows / kAttentionThreads;

/// Numbers of each pair of a query and a key.
template <class S>
using TilePairs = S[kTileRows][kTileRows];
/// Numbers of rows by channel.
template <class S>
using TileChannels = S[kTileRows][kTileWidth<S>];

/// Where operands of products of tiles are.
template <class S>
struct TileStage {
  S left[kTileRows][kTileStep];
  S right[kTileStep][kTileRows + 4];  // turned
};

/// Calls f(row, first) for every run of `kOwn` of `wide` numbers of each row of a tile, which a member has for itself.
template <int kOwn, int kWide, class Run>
DVDB_FN void each_run(const backend::Block& block, Run f) {
  constexpr int kRuns = kWide / kOwn;
  for (int item = block.rank; item < kTileRows * kRuns; item += block.size) f(item / kRuns, item % kRuns * kOwn);
}

/// pairs[i][j] = the sum of left row i times right row j over channels; for right rows beyond, these are of no use, and
/// for left rows beyond they are left as they are.
template <class S, class T>
DVDB_FN void multiply_tiles(const backend::Block& block, TileStage<S>& stage, HeadRows<const T> left,
                            int64_t left_first, int left_rows, HeadRows<const T> right, int64_t right_first,
                            int right_rows, int64_t depth, TilePairs<S>& pairs) {
  for (int64_t begin = 0; begin < depth; begin += kTileStep) {
    const int steps = int(min_of(depth - begin, int64_t(kTileStep)));
    block.wait();
    for (int item = block.rank; item < kTileRows * kTileStep; item += block.size) {
      const int row = item / kTileStep;
      const int at = item % kTileStep;
      if (at >= steps) continue;
      stage.left[row][at] = row < left_rows ? S(widen(left.row(left_first + row)[begin + at])) : S(0);
      stage.right[at][row] = row < right_rows ? S(widen(right.row(right_first + row)[begin + at])) : S(0);
    }
    block.wait();
    each_run<kOwnKeys, kTileRows>(block, [&](int row, int first) {
      if (row >= left_rows) return;
      S sums[kOwnKeys];
      for (int j = 0; j < kOwnKeys; ++j) sums[j] = begin == 0 ? S(0) : pairs[row][first + j];
      for (int at = 0; at < steps; ++at) {
        const S one = stage.left[row][at];
        for (int j = 0; j < kOwnKeys; ++j) sums[j] += one * stage.right[at][first + j];
      }
      for (int j = 0; j < kOwnKeys; ++j) pairs[row][first + j] = sums[j];
    });
  }
}

/// Copies a run of channels of rows.
template <class S, class T>
DVDB_FN void copy_rows(const backend::Block& block, HeadRows<const T> from, int64_t first, int rows, int64_t channel,
                       int64_t depth, TileChannels<S>& to) {
  constexpr int kWide = kTileWidth<S>;
  for (int item = block.rank; item < kTileRows * kWide; item += block.size) {
    const int row = item / kWide;
    const int64_t at = channel + item % kWide;
    to[row][item % kWide] = row < rows && at < depth ? S(widen(from.row(first + row)[at])) : S(0);
  }
}

/// How many keys of a tile a query sees, the first ones.
template <class T>
DVDB_FN int seen_keys(const AttentionView<T>& view, int64_t query_place, int64_t key_place, int held) {
  if (!view.causal) return held;
  const int64_t seen = query_place - key_place + 1;
  return int(seen < 0 ? 0 : seen < held ? seen : held);
}

/// Makes scores of products: scaled, and with the numbers of relative positions.
template <class T>
DVDB_FN void finish_scores(const backend::Block& block, const AttentionView<T>& view, int64_t head, int64_t query,
                           int queries, int64_t key, int keys, TilePairs<Computed<T>>& pairs) {
  each_run<kOwnKeys, kTileRows>(block, [&](int row, int first) {
    if (row >= queries) return;
    for (int j = 0; j < kOwnKeys; ++j) pairs[row][first + j] *= view.scale;
    if (view.bias.table == nullptr) return;
    for (int j = first; j < first + kOwnKeys && j < keys; ++j)
      pairs[row][j] += view.bias.at(query + row, key + j, head);
  });
}

}  // namespace dvdb
