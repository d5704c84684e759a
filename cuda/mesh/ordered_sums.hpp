/// Deterministic segmented sums: rows that share a key are added in an order that depends on their number alone, so the
/// bits are the same for any number of threads.
///
/// The rows of a key are adjacent. They are added in order in chunks of kSumChunk. The sum of a key's first chunk goes
/// to the result; the sums of its other chunks become rows of the same key for the next level. So a key with any number
/// of rows keeps all threads busy, and no item adds more than a few chunks.
#pragma once

#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"

namespace dvdb {

inline constexpr int64_t kSumChunk = 32;

/// Rows sorted by keys; those whose key is `end` or above are ignored.
template <class Rows>
struct SortedRows {
  static constexpr int kWidth = Rows::kWidth;
  const uint64_t* keys;   // [n] ascending
  const uint32_t* order;  // [n] index of the row at each position
  uint64_t end;
  Rows rows;

  DVDB_FN uint64_t key(int64_t at) const { return keys[at]; }
  DVDB_FN bool counts(int64_t at) const { return keys[at] < end; }
  DVDB_FN void add(int64_t at, double (&sum)[kWidth]) const { rows.add(order[at], sum); }
  /// The first position with the same key, by galloping search: fast where it is near.
  DVDB_FN int64_t first_of(int64_t at) const {
    const uint64_t own = keys[at];
    int64_t above = at;
    int64_t step = 1;
    while (above - step >= 0 && keys[above - step] == own) {
      above -= step;
      step *= 2;
    }
    int64_t below = max_of<int64_t>(above - step, -1);  // a position with another key
    while (above - below > 1) {
      const int64_t middle = below + (above - below) / 2;
      if (keys[middle] == own) {
        above = middle;
      } else {
        below = middle;
      }
    }
    return above;
  }
};

/// The sum of a chunk that is left to the next level.
template <int kSums>
struct ChunkSum {
  static constexpr uint64_t kNone = UINT64_MAX;
  uint64_t key = kNone;
  int64_t rank = 0;  // of the chunk among those of the key, not counting the first
  double sum[kSums] = {};
};

/// Sums of chunks as rows of the next level.
template <int kSums>
struct ChunkRows {
  static constexpr int kWidth = kSums;
  const ChunkSum<kSums>* chunks;

  DVDB_FN uint64_t key(int64_t at) const { return chunks[at].key; }
  DVDB_FN bool counts(int64_t at) const { return chunks[at].key != ChunkSum<kSums>::kNone; }
  DVDB_FN void add(int64_t at, double (&sum)[kSums]) const {
    for (int k = 0; k < kSums; ++k) sum[k] += chunks[at].sum[k];
  }
  DVDB_FN int64_t first_of(int64_t at) const { return at - chunks[at].rank; }
};

/// Adds up the chunks that begin in a tile of kSumChunk positions: first chunks of keys, which are added to the results
/// at once, and at most one other, of the key with which the previous tile ends.
template <class Source>
struct AddTile {
  static constexpr int kWidth = Source::kWidth;
  Source source;
  int64_t n;
  double* sums;            // [keys, kWidth]
  ChunkSum<kWidth>* left;  // [tiles]

  DVDB_FN void operator()(int64_t tile) const {
    const int64_t begin = tile * kSumChunk;
    const int64_t end = min_of(begin + kSumChunk, n);
    int64_t at = begin;
    ChunkSum<kWidth> other;
    if (begin > 0 && source.counts(begin) && source.key(begin - 1) == source.key(begin)) {
      const uint64_t key = source.key(begin);
      const int64_t before = begin - source.first_of(begin);
      const int64_t chunk = (before + kSumChunk - 1) / kSumChunk;
      const int64_t place = begin + chunk * kSumChunk - before;
      if (place < n && source.key(place) == key) {
        other.key = key;
        other.rank = chunk - 1;
        add_chunk(place, other.sum);
      }
      at = behind(begin, end);
    }
    left[tile] = other;
    for (; at < end; at = behind(at, end)) {
      if (!source.counts(at)) continue;
      double sum[kWidth] = {};
      add_chunk(at, sum);
      double* const own = sums + int64_t(source.key(at)) * kWidth;
      for (int k = 0; k < kWidth; ++k) own[k] += sum[k];
    }
  }

 private:
  DVDB_FN void add_chunk(int64_t at, double (&sum)[kWidth]) const {
    const uint64_t key = source.key(at);
    const int64_t end = min_of(at + kSumChunk, n);
    for (; at < end && source.key(at) == key; ++at) source.add(at, sum);
  }
  /// The first position with another key.
  DVDB_FN int64_t behind(int64_t at, int64_t end) const {
    const uint64_t key = source.key(at);
    do {
      ++at;
    } while (at < end && source.key(at) == key);
    return at;
  }
};

/// Adds rows, by rows.add(row, sum), to the sums of the keys by which they are sorted: [keys, Rows::kWidth]. `order`
/// has the index of the row at each position; rows whose key is `end` or above are ignored.
template <class Rows>
Status add_in_order(Context& context, Span<const uint64_t> keys, Span<const uint32_t> order, uint64_t end,
                    const Rows& rows, double* sums) {
  using Chunk = ChunkSum<Rows::kWidth>;
  constexpr int64_t kTileGrain = 64;
  const auto tiles_of = [](int64_t n) { return (n + kSumChunk - 1) / kSumChunk; };
  int64_t all = 0;
  for (int64_t n = keys.size; n > 1; n = tiles_of(n)) all += tiles_of(n);
  backend::Scratch memory(context);
  Span<Chunk> left;
  DVDB_TRY(memory.allocate(max_of<int64_t>(all, 1), left));
  int64_t n = tiles_of(keys.size);
  DVDB_TRY(backend::for_each(context, n,
                             AddTile<SortedRows<Rows>>{{keys.data, order.data, end, rows}, keys.size, sums, left.data},
                             kTileGrain));
  for (Chunk* chunks = left.data; n > 1;) {
    const int64_t tiles = tiles_of(n);
    DVDB_TRY(
        backend::for_each(context, tiles, AddTile<ChunkRows<Rows::kWidth>>{{chunks}, n, sums, chunks + n}, kTileGrain));
    chunks += n;
    n = tiles;
  }
  return {};
}

}  // namespace dvdb
