/// Cells on host threads. Included through backend/api/special/points/cells.hpp.
#pragma once

#include <algorithm>

#include "backend/api/launch.hpp"

namespace dvdb::backend {

/// Items that are processed together.
inline constexpr int64_t kCellChunk = 4096;
/// Items whose cells are found before anything is done with them: the next ones do not wait for what those before
/// decide.
inline constexpr int64_t kCellBatch = 256;

/// Adds a run of equal cells at once: neighbors often share one.
template <class F>
struct CountChunk {
  F f;
  uint64_t* counts;

  void run_on_host(int64_t begin, int64_t end) const {
    const F own_f = f;  // which nothing else changes
    uint32_t cells[kCellBatch];
    uint32_t cell = kNoCell;
    uint64_t length = 0;
    for (int64_t first = begin; first < end; first += kCellBatch) {
      const int64_t count = min_of(kCellBatch, end - first);
      for (int64_t k = 0; k < count; ++k) cells[k] = own_f(first + k);
      for (int64_t k = 0; k < count; ++k) {
        if (cells[k] != cell) {
          if (cell != kNoCell) atomic_add(&counts[cell], length);
          cell = cells[k];
          length = 0;
        }
        ++length;
      }
    }
    if (cell != kNoCell) atomic_add(&counts[cell], length);
  }
};

template <class F>
Status count_cells(Context& context, int64_t n, F f, Span<uint64_t> counts) {
  return for_each(context, n, CountChunk<F>{f, counts.data}, kCellChunk);
}

template <class F, class Record>
struct MoveChunk {
  F f;
  uint64_t* cursors;
  Record* out;

  void run_on_host(int64_t begin, int64_t end) const {
    const F own_f = f;
    Record held[kCellBatch];
    uint32_t cells[kCellBatch];
    for (int64_t first = begin; first < end; first += kCellBatch) {
      const int64_t count = min_of(kCellBatch, end - first);
      for (int64_t k = 0; k < count; ++k) cells[k] = own_f(first + k, &held[k]);
      int64_t start = 0;
      for (int64_t k = 1; k < count; ++k) {
        if (cells[k] == cells[start]) continue;
        flush(held, start, k, cells[start]);
        start = k;
      }
      flush(held, start, count, cells[start]);
    }
  }
  void flush(const Record* held, int64_t begin, int64_t end, uint32_t cell) const {
    if (cell == kNoCell || begin == end) return;
    std::copy(held + begin, held + end, out + atomic_add(&cursors[cell], uint64_t(end - begin)));
  }
};

template <class F, class Record>
Status move_to_cells(Context& context, int64_t n, F f, Span<uint64_t> cursors, Span<Record> out) {
  return for_each(context, n, MoveChunk<F, Record>{f, cursors.data, out.data}, kCellChunk);
}

/// On a CPU caches do what tables of cells do on a GPU, so scattered items need nothing special.
template <class F>
Status count_scattered_cells(Context& context, int64_t n, F f, Span<uint64_t> counts) {
  return count_cells(context, n, f, counts);
}
template <class F, class Record>
Status move_to_scattered_cells(Context& context, int64_t n, F f, Span<uint64_t> cursors, Span<Record> out) {
  return move_to_cells(context, n, f, cursors, out);
}

/// Sorts the runs that begin in a chunk: by leading digits, which are numbers, and by the order where those agree.
template <class Order, class Record>
struct SortChunk {
  static constexpr int64_t kLength = kRunRecords<Record>;
  static constexpr int64_t kShort = 12;  // shorter runs are sorted as they are
  static constexpr int kLevels = 10;
  static constexpr int kPlaceBits = 10;  // a place in a run
  static constexpr int kBucketBits = 9;  // leading bits of digits
  static constexpr int kFew = 24;        // keys of a bucket that are soon in order
  static_assert(kLength <= int64_t(1) << kPlaceBits);
  Order order;
  int64_t n;
  const uint64_t* marks;
  Record* records;

  void operator()(int64_t chunk) const {
    const int64_t stop = min_of(n, (chunk + 1) * kLength);
    for (int64_t at = next_mark(marks, chunk * kLength, stop); at < stop;) {
      const int64_t end = next_mark(marks, at + 1, min_of(n, at + kLength + 1));
      if (end - at <= kShort) {
        sort_by_order(records + at, records + end);
      } else if (end - at <= kLength) {
        sort_by_digits(records + at, end - at);
      }
      at = next_mark(marks, end, stop);
    }
  }

  void sort_by_order(Record* begin, Record* end) const {
    const Order ordering = order;
    std::sort(begin, end, [ordering](const Record& a, const Record& b) { return ordering.compare(a, b) < 0; });
  }

  /// Brings keys to buckets of their leading bits; few of one bucket are not far from where they belong then.
  static void sort_keys(uint64_t* keys, int64_t count) {
    constexpr int kShift = 3 * kLevels + kPlaceBits - kBucketBits;
    constexpr int kBuckets = 1 << kBucketBits;
    uint16_t places[kBuckets] = {};
    uint64_t moved[kLength];
    for (int64_t k = 0; k < count; ++k) ++places[keys[k] >> kShift];
    uint32_t before = 0;
    uint32_t most = 0;
    for (uint16_t& place : places) {
      const uint32_t own = place;
      most = max_of(most, own);
      place = uint16_t(before);
      before += own;
    }
    if (most > kFew) return std::sort(keys, keys + count);
    for (int64_t k = 0; k < count; ++k) moved[places[keys[k] >> kShift]++] = keys[k];
    for (int64_t k = 0; k < count; ++k) {
      int64_t at = k;
      for (; at > 0 && keys[at - 1] > moved[k]; --at) keys[at] = keys[at - 1];
      keys[at] = moved[k];
    }
  }

  void sort_by_digits(Record* run, int64_t count) const {
    uint64_t keys[kLength];
    Record held[kLength];
    uint32_t difference = 0;
    for (int64_t k = 1; k < count; ++k) difference |= order.difference(run[0], run[k]);
    if (difference == 0) return sort_by_order(run, run + count);
    const int top = highest_bit(difference);
    for (int64_t k = 0; k < count; ++k) {
      keys[k] = uint64_t(order.digit(run[k], top, kLevels)) << kPlaceBits | uint64_t(k);
      held[k] = run[k];
    }
    sort_keys(keys, count);
    constexpr uint64_t kPlaces = (uint64_t(1) << kPlaceBits) - 1;
    int64_t same = 0;  // where records of one digit begin
    for (int64_t k = 0; k < count; ++k) {
      run[k] = held[keys[k] & kPlaces];
      if (keys[k] >> kPlaceBits == keys[same] >> kPlaceBits) continue;
      if (k - same > 1) sort_by_order(run + same, run + k);
      same = k;
    }
    if (count - same > 1) sort_by_order(run + same, run + count);
  }
};

template <class Order, class Record>
Status sort_runs(Context& context, int64_t n, const uint64_t* marks, Order order, Span<Record> records) {
  constexpr int64_t kLength = kRunRecords<Record>;
  return for_each(context, (n + kLength - 1) / kLength, SortChunk<Order, Record>{order, n, marks, records.data}, 8);
}

}  // namespace dvdb::backend
