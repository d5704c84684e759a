/// Attention of the rows of lists: softmax(scale q k^T + bias) v, with sums of exponentials on the way (Milakov and
/// Gimelshein, "Online normalizer calculation for softmax", 2018), so that memory is linear in the number of rows.
#pragma once

#include "attention/tile_steps.hpp"

namespace dvdb {

/// A tile of queries, a head and a run of channels of values.
template <class T>
struct Attend {
  using S = Computed<T>;
  static constexpr int kThreads = kAttentionThreads;
  static constexpr int kAtOnce = 2;
  static constexpr int kWide = kTileWidth<S>;

  struct Memory {
    TileStage<S> stage;
    TilePairs<S> pairs;
    TileChannels<S> rows;
    TileChannels<S> sums;
    S most[kTileRows];    // the greatest score
    S total[kTileRows];   // of exponentials
    S base[kTileRows];    // what scores are reduced by
    S factor[kTileRows];  // of what was summed up before
  };
  static constexpr int64_t kMostWords = (int64_t(sizeof(Memory)) + 3) / 4;
  static_assert(kMostWords <= backend::kLeastBlockWords);

  AttentionView<T> view;
  const AttentionTile* tiles;
  int64_t runs;  // of channels
  T* out;        // [n_queries, heads, value_depth]
  S* log_sums;   // [heads, n_queries]

  DVDB_FN void operator()(int64_t item, const backend::Block& block, Span<uint32_t> words) const {
    Memory& memory = *reinterpret_cast<Memory*>(words.data);
    const auto [tile_at, head, channel] = AttentionItem::of(item, view.heads, runs, kWide);
    const AttentionTile tile = tiles[tile_at];
    const int queries = rows_of(tile);
    for (int row = block.rank; row < kTileRows; row += block.size) {
      memory.most[row] = -std::numeric_limits<S>::infinity();
      memory.total[row] = 0;
    }
    each_run<kOwnChannels<S>, kWide>(block, [&](int row, int first) {
      for (int j = 0; j < kOwnChannels<S>; ++j) memory.sums[row][first + j] = 0;
    });
    const int64_t last_place = tile.first + queries - 1 - tile.begin;
    for (int64_t key = tile.other_begin; key < tile.other_end; key += kTileRows) {
      if (view.causal && key - tile.other_begin > last_place) break;
      add_keys(block, memory, tile, head, channel, key);
    }
    block.wait();
    each_run<kOwnChannels<S>, kWide>(block, [&](int row, int first) {
      if (row >= queries) return;
      const S total = memory.total[row];
      T* const to = out + ((tile.first + row) * view.heads + head) * view.value_depth + channel;
      const int64_t held = min_of(view.value_depth - channel, int64_t(first) + kOwnChannels<S>);
      for (int64_t j = first; j < held; ++j) to[j] = narrow<T>(total == S(0) ? S(0) : memory.sums[row][j] / total);
    });
    if (channel != 0) return;
    for (int row = block.rank; row < queries; row += block.size) {
      const S total = memory.total[row];
      const S sum = total == S(0) ? -std::numeric_limits<S>::infinity() : memory.most[row] + elementary::log(total);
      log_sums[head * view.n_queries + tile.first + row] = plain_nan(sum);
    }
  }

 private:
  /// Adds what queries take from a tile of keys.
  DVDB_FN void add_keys(const backend::Block& block, Memory& memory, const AttentionTile& tile, int64_t head,
                        int64_t channel, int64_t key) const {
    const int queries = rows_of(tile);
    const int keys = int(min_of(tile.other_end - key, int64_t(kTileRows)));
    const auto seen_of = [&](int row) {
      return seen_keys(view, tile.first + row - tile.begin, key - tile.other_begin, keys);
    };
    multiply_tiles(block, memory.stage, view.queries(head), tile.first, queries, view.keys(head), key, keys, view.depth,
                   memory.pairs);
    finish_scores(block, view, head, tile.first, queries, key, keys, memory.pairs);
    copy_rows(block, view.values(head), key, keys, channel, view.value_depth, memory.rows);
    block.wait();
    for (int row = block.rank; row < queries; row += block.size) {
      const int seen = seen_of(row);
      S most = memory.most[row];
      for (int j = 0; j < seen; ++j) most = memory.pairs[row][j] > most ? memory.pairs[row][j] : most;
      const S base = most == -std::numeric_limits<S>::infinity() ? S(0) : most;
      memory.factor[row] = elementary::exp(memory.most[row] - base);
      memory.most[row] = most;
      memory.base[row] = base;
    }
    block.wait();
    each_run<kOwnKeys, kTileRows>(block, [&](int row, int first) {
      if (row >= queries) return;
      const S base = memory.base[row];
      for (int j = 0; j < kOwnKeys; ++j)
        memory.pairs[row][first + j] = elementary::exp(memory.pairs[row][first + j] - base);
    });
    block.wait();
    each_run<kOwnChannels<S>, kWide>(block, [&](int row, int first) {
      if (row >= queries) return;
      const int seen = seen_of(row);
      const S factor = memory.factor[row];
      S sums[kOwnChannels<S>];
      for (int j = 0; j < kOwnChannels<S>; ++j) sums[j] = memory.sums[row][first + j] * factor;
      for (int at = 0; at < seen; ++at) {
        const S weight = memory.pairs[row][at];
        for (int j = 0; j < kOwnChannels<S>; ++j) sums[j] += weight * memory.rows[at][first + j];
      }
      for (int j = 0; j < kOwnChannels<S>; ++j) memory.sums[row][first + j] = sums[j];
      if (first != 0) return;
      S total = memory.total[row] * factor;
      for (int at = 0; at < seen; ++at) total += memory.pairs[row][at];
      memory.total[row] = total;
    });
  }
};

}  // namespace dvdb
