/// The backward pass of attention. With the weights p = exp(score - log sum) of a query and the sum d of its results
/// times their gradients, the gradient of a score is p (gradient . value - d); those of queries are summed by tiles of
/// queries, those of keys and values by tiles of keys, so that every sum has one order.
#pragma once

#include "attention/tile_steps.hpp"

namespace dvdb {

/// What backward passes read besides operands.
template <class T>
struct AttentionSlopes {
  using S = Computed<T>;
  const T* gradients;  // [n_queries, heads, value_depth]
  const S* log_sums;   // [heads, n_queries]
  const S* shares;     // [heads, n_queries]: the sum of results times gradients
};

/// The sum of results times gradients of each head and query.
template <class T>
struct SumShares {
  using S = Computed<T>;
  const T* results;
  const T* gradients;
  int64_t n_queries;
  int64_t heads;
  int64_t depth;
  S* out;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t query = i / heads;
    const int64_t head = i - query * heads;
    S sum = 0;
    for (int64_t at = 0; at < depth; ++at)
      sum += S(widen(results[i * depth + at])) * S(widen(gradients[i * depth + at]));
    out[head * n_queries + query] = sum;
  }
};

/// A tile of queries and one of keys of a list.
struct TilePair {
  int64_t query, query_begin;
  int64_t key, key_begin;
  int queries, keys;

  /// Of a tile of queries, with keys from `key` on.
  DVDB_FN static TilePair of_queries(const AttentionTile& tile, int64_t key) {
    const int keys = int(min_of(tile.other_end - key, int64_t(kTileRows)));
    return {tile.first, tile.begin, key, tile.other_begin, rows_of(tile), keys};
  }
  /// Of a tile of keys, with queries from `query` on.
  DVDB_FN static TilePair of_keys(const AttentionTile& tile, int64_t query) {
    const int queries = int(min_of(tile.other_end - query, int64_t(kTileRows)));
    return {query, tile.other_begin, tile.first, tile.begin, queries, rows_of(tile)};
  }
  /// Whether no query sees a key.
  template <class T>
  DVDB_FN bool is_unseen(const AttentionView<T>& view) const {
    return view.causal && key - key_begin > query + queries - 1 - query_begin;
  }
};

/// Makes weights, and gradients of scores where `slopes` are; both are 0 for keys that a query does not see.
template <class T>
DVDB_FN void find_slopes(const backend::Block& block, const AttentionView<T>& view, const AttentionSlopes<T>& from,
                         int64_t head, const TilePair& at, TileStage<Computed<T>>& stage,
                         TilePairs<Computed<T>>& weights, TilePairs<Computed<T>>& slopes) {
  using S = Computed<T>;
  multiply_tiles(block, stage, view.queries(head), at.query, at.queries, view.keys(head), at.key, at.keys, view.depth,
                 weights);
  multiply_tiles(block, stage, view.results(from.gradients, head), at.query, at.queries, view.values(head), at.key,
                 at.keys, view.value_depth, slopes);
  finish_scores(block, view, head, at.query, at.queries, at.key, at.keys, weights);
  each_run<kOwnKeys, kTileRows>(block, [&](int row, int first) {
    if (row >= at.queries) return;
    const int64_t place = head * view.n_queries + at.query + row;
    const S log_sum = from.log_sums[place];
    const S share = from.shares[place];
    // Where nothing has weight, nothing has a gradient.
    const bool none = log_sum == -std::numeric_limits<S>::infinity();
    const int seen = none ? 0 : seen_keys(view, at.query + row - at.query_begin, at.key - at.key_begin, at.keys);
    for (int j = 0; j < kOwnKeys; ++j) {
      const S weight = elementary::exp(weights[row][first + j] - log_sum);
      const S slope = weight * (slopes[row][first + j] - share);
      const bool sees = first + j < seen;
      weights[row][first + j] = sees ? weight : S(0);
      slopes[row][first + j] = sees ? slope : S(0);
    }
  });
}

/// Gradients with respect to queries: a tile of them, a head and a run of channels.
template <class T>
struct QueryGradients {
  using S = Computed<T>;
  static constexpr int kThreads = kAttentionThreads;
  static constexpr int kAtOnce = 2;
  static constexpr int kWide = kTileWidth<S>;

  struct Memory {
    TileStage<S> stage;
    TilePairs<S> weights;
    TilePairs<S> slopes;
    TileChannels<S> rows;
    TileChannels<S> sums;
  };
  static constexpr int64_t kMostWords = (int64_t(sizeof(Memory)) + 3) / 4;
  static_assert(kMostWords <= backend::kLeastBlockWords);

  AttentionView<T> view;
  AttentionSlopes<T> from;
  const AttentionTile* tiles;
  int64_t runs;
  T* out;

  DVDB_FN void operator()(int64_t item, const backend::Block& block, Span<uint32_t> words) const {
    Memory& memory = *reinterpret_cast<Memory*>(words.data);
    const auto [tile_at, head, channel] = AttentionItem::of(item, view.heads, runs, kWide);
    const AttentionTile tile = tiles[tile_at];
    each_run<kOwnChannels<S>, kWide>(block, [&](int row, int first) {
      for (int j = 0; j < kOwnChannels<S>; ++j) memory.sums[row][first + j] = 0;
    });
    for (int64_t key = tile.other_begin; key < tile.other_end; key += kTileRows) {
      const TilePair at = TilePair::of_queries(tile, key);
      if (at.is_unseen(view)) break;
      find_slopes(block, view, from, head, at, memory.stage, memory.weights, memory.slopes);
      copy_rows(block, view.keys(head), key, at.keys, channel, view.depth, memory.rows);
      block.wait();
      each_run<kOwnChannels<S>, kWide>(block, [&](int row, int first) {
        if (row >= at.queries) return;
        const int seen = seen_keys(view, at.query + row - at.query_begin, key - at.key_begin, at.keys);
        S sums[kOwnChannels<S>];
        for (int j = 0; j < kOwnChannels<S>; ++j) sums[j] = memory.sums[row][first + j];
        for (int other = 0; other < seen; ++other) {
          const S slope = memory.slopes[row][other];
          for (int j = 0; j < kOwnChannels<S>; ++j) sums[j] += slope * memory.rows[other][first + j];
        }
        for (int j = 0; j < kOwnChannels<S>; ++j) memory.sums[row][first + j] = sums[j];
      });
    }
    each_run<kOwnChannels<S>, kWide>(block, [&](int row, int first) {
      if (row >= rows_of(tile)) return;
      T* const to = out + (tile.first + row) * view.strides[0] + head * view.depth + channel;
      const int64_t held = min_of(view.depth - channel, int64_t(first) + kOwnChannels<S>);
      for (int64_t j = first; j < held; ++j) to[j] = narrow<T>(memory.sums[row][j] * view.scale);
    });
  }
};

/// Gradients with respect to keys and values: a tile of them, a head and a run of channels of either.
template <class T>
struct KeyGradients {
  using S = Computed<T>;
  static constexpr int kThreads = kAttentionThreads;
  static constexpr int kAtOnce = 2;
  static constexpr int kWide = kTileWidth<S>;

  struct Memory {
    TileStage<S> stage;
    TilePairs<S> weights;
    TilePairs<S> slopes;
    TileChannels<S> rows;
    TileChannels<S> key_sums;
    TileChannels<S> value_sums;
  };
  static constexpr int64_t kMostWords = (int64_t(sizeof(Memory)) + 3) / 4;
  static_assert(kMostWords <= backend::kLeastBlockWords);

  AttentionView<T> view;
  AttentionSlopes<T> from;
  const AttentionTile* tiles;
  int64_t runs;
  T* out_keys;    // or null
  T* out_values;  // or null

  DVDB_FN void operator()(int64_t item, const backend::Block& block, Span<uint32_t> words) const {
    Memory& memory = *reinterpret_cast<Memory*>(words.data);
    const auto [tile_at, head, channel] = AttentionItem::of(item, view.heads, runs, kWide);
    const AttentionTile tile = tiles[tile_at];
    each_run<kOwnChannels<S>, kWide>(block, [&](int row, int first) {
      for (int j = 0; j < kOwnChannels<S>; ++j) {
        memory.key_sums[row][first + j] = 0;
        memory.value_sums[row][first + j] = 0;
      }
    });
    for (int64_t query = tile.other_begin; query < tile.other_end; query += kTileRows) {
      const TilePair at = TilePair::of_keys(tile, query);
      if (at.is_unseen(view)) continue;
      find_slopes(block, view, from, head, at, memory.stage, memory.weights, memory.slopes);
      if (out_values != nullptr && channel < view.value_depth)
        add_rows(block, memory.rows, view.results(from.gradients, head), at, channel, view.value_depth, memory.weights,
                 memory.value_sums);
      if (out_keys != nullptr && channel < view.depth)
        add_rows(block, memory.rows, view.queries(head), at, channel, view.depth, memory.slopes, memory.key_sums);
    }
    if (out_values != nullptr)
      write(block, tile, out_values + head * view.value_depth, view.strides[2], channel, view.value_depth,
            memory.value_sums, S(1));
    if (out_keys != nullptr)
      write(block, tile, out_keys + head * view.depth, view.strides[1], channel, view.depth, memory.key_sums,
            view.scale);
  }

 private:
  /// Adds rows of queries times what each key has of them.
  DVDB_FN void add_rows(const backend::Block& block, TileChannels<S>& rows, HeadRows<const T> of, const TilePair& at,
                        int64_t channel, int64_t depth, const TilePairs<S>& factors, TileChannels<S>& sums) const {
    block.wait();
    copy_rows(block, of, at.query, at.queries, channel, depth, rows);
    block.wait();
    each_run<kOwnChannels<S>, kWide>(block, [&](int row, int first) {
      if (row >= at.keys) return;
      S own[kOwnChannels<S>];
      for (int j = 0; j < kOwnChannels<S>; ++j) own[j] = sums[row][first + j];
      for (int other = 0; other < at.queries; ++other) {
        if (seen_keys(view, at.query + other - at.query_begin, at.key - at.key_begin, at.keys) <= row) continue;
        const S factor = factors[other][row];
        for (int j = 0; j < kOwnChannels<S>; ++j) own[j] += factor * rows[other][first + j];
      }
      for (int j = 0; j < kOwnChannels<S>; ++j) sums[row][first + j] = own[j];
    });
  }

  DVDB_FN void write(const backend::Block& block, const AttentionTile& tile, T* out, int64_t stride, int64_t channel,
                     int64_t depth, const TileChannels<S>& sums, S scale) const {
    each_run<kOwnChannels<S>, kWide>(block, [&](int row, int first) {
      if (row >= rows_of(tile)) return;
      T* const to = out + (tile.first + row) * stride + channel;
      const int64_t held = min_of(depth - channel, int64_t(first) + kOwnChannels<S>);
      for (int64_t j = first; j < held; ++j) to[j] = narrow<T>(sums[row][j] * scale);
    });
  }
};

}  // namespace dvdb
