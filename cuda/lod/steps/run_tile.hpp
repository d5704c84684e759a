/// Runs of consecutive items with the same key: tiles of items find where runs begin, and reduce each run.
#pragma once

#include <cstring>

#include "backend/api/special/lod/placed_tiles.hpp"

namespace dvdb::lod {

/// An item as a tile keeps it.
struct Item {
  uint32_t key;
  uint32_t value;
};

/// A tile works on items of a source, which lie in segments end to end. No run goes beyond its segment.
///
///   source.n               items
///   source.fetch(i)        what can be read of an item before its segment is known
///   source.segment_at(i)   the segment of an item, with its `begin` and `end`
///   source.item(segment, i, fetched)
///                          a key of 30 bits, of which neighbors in one run have the same, and a value that makers see
///   source.make(run)       makes something of a run
///   source.finish(runs)    is told how many there are
template <class Source>
struct RunTile {
  static constexpr int kThreads = 256;
  static constexpr int kEach = 16;  // items of a thread
  static constexpr int kItems = kThreads * kEach;
  static constexpr int kBatch = 4;  // that it loads at a time
  static constexpr int kWords = kItems / 64;
  static constexpr int kAtOnce = 5;
  static constexpr int kHandOn = 3;
  static constexpr int kPhases = kHandOn + 2;
  static_assert(kEach == 16, "heads of a thread are a short word, and their number fits a byte");
  static constexpr uint32_t kBegins = 1u << 31;  // a segment

  struct Shared {
    alignas(16) uint32_t keys[kItems];
    uint32_t values[kItems];
    uint16_t firsts[kItems];              // items that are heads
    uint16_t heads[kThreads];             // a bit for each item of a thread: whether a run begins
    alignas(4) uint8_t counts[kThreads];  // of them
    uint32_t before[kWords + 1];          // heads in the words before, of 64 items
    uint32_t key_before;                  // of the item before the tile
  };

  /// Items [own, end) of a tile; the last run of a tile may go on behind it.
  struct Run {
    const Shared& shared;
    int64_t first;   // item of the tile
    int64_t number;  // of the run
    int own;
    int end;
    bool goes_on;

    DVDB_FN uint32_t key() const { return shared.keys[own] & ~kBegins; }
    DVDB_FN bool begins_segment() const { return (shared.keys[own] & kBegins) != 0; }
    DVDB_FN int64_t item() const { return first + own; }
  };

  Source source;

  DVDB_FN static int64_t tiles(int64_t n) { return (n + kItems - 1) / kItems; }

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    const int64_t begin = tile * kItems;
    const int count = int(min_of<int64_t>(kItems, source.n - begin));
    if constexpr (P == 0) {
      const auto before = source.fetch(max_of<int64_t>(begin - 1, 0));
      auto segment = source.segment_at(begin + min_of(thread, count - 1));
      if (thread == 0) shared.key_before = segment.begin < begin ? source.item(segment, begin - 1, before).key : 0;
      int64_t end = segment.end - begin;
      for (int first = thread; first < kItems; first += kBatch * kThreads) {
        // All loads are in flight at once.
        decltype(source.fetch(0)) held[kBatch];
        Item items[kBatch];
        for (int each = 0; each < kBatch; ++each)
          held[each] = source.fetch(begin + min_of(first + each * kThreads, count - 1));
        for (int each = 0; each < kBatch; ++each) {
          const int k = min_of(first + each * kThreads, count - 1);
          if (k >= end) {
            segment = source.segment_at(begin + k);
            end = segment.end - begin;
          }
          items[each] = source.item(segment, begin + k, held[each]);
          items[each].key |= begin + k == segment.begin ? kBegins : 0;
        }
        for (int each = 0; each < kBatch; ++each) {
          shared.keys[first + each * kThreads] = items[each].key;
          shared.values[first + each * kThreads] = items[each].value;
        }
      }
    } else if constexpr (P == 1) {
      const int first = thread * kEach;
      uint32_t last = first == 0 ? shared.key_before : shared.keys[first - 1] & ~kBegins;
      uint32_t bits = 0;
      for (int each = 0; each < kEach; ++each) {
        const uint32_t key = shared.keys[first + each];
        bits |= (key != last && first + each < count ? 1u : 0u) << each;
        last = key & ~kBegins;
      }
      shared.heads[thread] = uint16_t(bits);
      shared.counts[thread] = uint8_t(popcount(bits));
    } else {
      if (thread > kWords) return;
      uint32_t sum = 0;  // of even bytes and of odd ones
      for (int word = 0; word < thread; ++word) {
        uint32_t four = 0;
        std::memcpy(&four, shared.counts + 4 * word, 4);
        sum += (four & 0xff00ff) + (four >> 8 & 0xff00ff);
      }
      shared.before[thread] = (sum & 0xffff) + (sum >> 16);
    }
  }

  DVDB_FN uint64_t count(int64_t, const Shared& shared) const { return shared.before[kWords]; }

  template <int P>
  DVDB_FN void place(int64_t tile, uint64_t before, int thread, Shared& shared) const {
    const int count = int(shared.before[kWords]);
    if constexpr (P == kHandOn) {
      uint32_t at = shared.before[thread / 4];
      for (int other = thread & ~3; other < thread; ++other) at += shared.counts[other];
      for (uint32_t left = shared.heads[thread]; left != 0; left &= left - 1)
        shared.firsts[at++] = uint16_t(thread * kEach + lowest_bit(left));
    } else {
      const int64_t first = tile * kItems;
      const int behind = int(min_of<int64_t>(kItems, source.n - first));
      for (int at = thread; at < count; at += kThreads) {
        const bool is_last = at + 1 == count;
        source.make(Run{shared, first, int64_t(before) + at, shared.firsts[at],
                        is_last ? behind : shared.firsts[at + 1], is_last && first + behind < source.n});
      }
      if (thread == 0 && first + behind == source.n) source.finish(int64_t(before) + count);
    }
  }
};

/// Counts runs.
template <class Source>
struct CountRuns : RunTile<Source> {
  using Tile = RunTile<Source>;
  using Shared = typename Tile::Shared;
  static constexpr int kPhases = Tile::kHandOn;
  static constexpr int kSums = 1;

  uint64_t* total;

  DVDB_FN uint64_t hand_on(int64_t, int, const Shared& shared) const { return shared.before[Tile::kWords]; }
  DVDB_FN void emit(int64_t tile, uint64_t count, uint64_t before) const {
    if (tile + 1 == Tile::tiles(this->source.n)) *total = before + count;
  }
};

template <class Source>
Status count_runs(Context& context, const Source& source, uint64_t* total) {
  return backend::for_each_tile(context, RunTile<Source>::tiles(source.n), CountRuns<Source>{{source}, total});
}

template <class Source>
Status make_runs(Context& context, const Source& source) {
  return backend::for_each_placed_tile(context, RunTile<Source>::tiles(source.n), RunTile<Source>{source});
}

}  // namespace dvdb::lod
