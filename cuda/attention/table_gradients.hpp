/// Gradients with respect to tables of relative positions: sums over all pairs of a query and a key, first of each tile
/// of queries, then of groups of tiles, then of these, so that there is one order.
#pragma once

#include "attention/backward.hpp"

namespace dvdb {

/// The sums of a tile of queries and a head.
template <class T>
struct TableGradients {
  using S = Computed<T>;
  static constexpr int kThreads = kAttentionThreads;
  static constexpr int kAtOnce = 2;

  struct Memory {
    TileStage<S> stage;
    TilePairs<S> weights;
    TilePairs<S> slopes;
    int32_t entries[3][kTileRows][kTileRows];  // of pairs, or -1
  };
  static constexpr int64_t kMostWords = (int64_t(sizeof(Memory)) + 3) / 4;
  static_assert(kMostWords <= backend::kLeastBlockWords);

  AttentionView<T> view;
  AttentionSlopes<T> from;
  const AttentionTile* tiles;
  double* sums;  // [tiles, heads, 3 * entries]

  DVDB_FN void operator()(int64_t item, const backend::Block& block, Span<uint32_t> words) const {
    Memory& memory = *reinterpret_cast<Memory*>(words.data);
    const int64_t head = item % view.heads;
    const AttentionTile tile = tiles[item / view.heads];
    const int count = int(3 * view.bias.entries());
    double* const own = sums + item * count;
    for (int at = block.rank; at < count; at += block.size) own[at] = 0;
    for (int64_t key = tile.other_begin; key < tile.other_end; key += kTileRows) {
      const TilePair at = TilePair::of_queries(tile, key);
      if (at.is_unseen(view)) break;
      find_slopes(block, view, from, head, at, memory.stage, memory.weights, memory.slopes);
      each_run<kOwnKeys, kTileRows>(block, [&](int row, int first) {
        const int place = int(min_of(int64_t(row), int64_t(at.queries) - 1));
        const int seen =
            row < at.queries ? seen_keys(view, at.query + row - at.query_begin, key - at.key_begin, at.keys) : 0;
        for (int j = first; j < first + kOwnKeys; ++j)
          for (int axis = 0; axis < 3; ++axis)
            memory.entries[axis][row][j] = j < seen ? int32_t(view.bias.entry(at.query + place, key + j, axis)) : -1;
      });
      block.wait();
      add_pairs(block, memory, count, own);
    }
  }

 private:
  /// Adds the pairs of a tile to the entries that they have, row by row: a member alone goes through the pairs, others
  /// each look for those of their entries.
  DVDB_FN void add_pairs(const backend::Block& block, const Memory& memory, int count, double* own) const {
    constexpr int kPairs = kTileRows * kTileRows;
    const S* const slopes = &memory.slopes[0][0];
    if constexpr (backend::kBlockMembers<kThreads> == 1) {
      for (int axis = 0; axis < 3; ++axis) {
        const int32_t* const entries = &memory.entries[axis][0][0];
        for (int pair = 0; pair < kPairs; ++pair)
          if (entries[pair] >= 0) own[entries[pair]] += double(slopes[pair]);
      }
    } else {
      for (int at = block.rank; at < count; at += block.size) {
        const int32_t* const entries = &memory.entries[at / (count / 3)][0][0];
        double sum = own[at];
        for (int pair = 0; pair < kPairs; ++pair)
          if (entries[pair] == at) sum += double(slopes[pair]);
        own[at] = sum;
      }
    }
  }
};

/// How many sums are added to one at once.
inline constexpr int64_t kJoinedTables = 64;

/// Adds up groups of tables.
struct JoinTables {
  const double* sums;  // [n, size]
  int64_t n;
  int64_t size;
  double* out;  // [groups, size]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t group = i / size;
    const int64_t at = i - group * size;
    const int64_t end = min_of(n, (group + 1) * kJoinedTables);
    double sum = 0;
    for (int64_t table = group * kJoinedTables; table < end; ++table) sum += sums[table * size + at];
    out[i] = sum;
  }
};

/// Writes a table, by entry and head.
template <class S>
struct WriteTable {
  const double* sums;  // [n, heads, entries]
  int64_t n;
  int64_t heads;
  int64_t entries;
  S* out;  // [entries, heads]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t entry = i / heads;
    const int64_t head = i - entry * heads;
    double sum = 0;
    for (int64_t table = 0; table < n; ++table) sum += sums[(table * heads + head) * entries + entry];
    out[i] = from_double<S>(sum);
  }
};

}  // namespace dvdb
