/// Cells with more points than can be sorted at once: they are split by the next bits of the order until none is left.
#pragma once

#include "backend/api/special/points/cells.hpp"
#include "lod/tree/samples.hpp"

namespace dvdb::lod {

inline constexpr int kSplitLevels = 3;
inline constexpr int kSplitBits = 3 * kSplitLevels;
inline constexpr int64_t kSplit = int64_t(1) << kSplitBits;

/// Cells with more points are split by all threads together, others by one thread block (tile) each.
inline constexpr int64_t kGiantCell = int64_t(1) << 18;

/// A cell by its points.
struct Big {
  int64_t begin;
  int64_t count;
};

/// The lists of big cells; giant cells have a list of their own.
struct BigLists {
  Big* items;
  Big* giants;
  uint64_t* counts;  // [2] of both
  int64_t above;     // points that a cell may have

  DVDB_FN void take(int64_t begin, uint64_t points) const {
    if (int64_t(points) <= above) return;
    const bool is_giant = int64_t(points) > kGiantCell;
    Big* const list = is_giant ? giants : items;
    list[backend::atomic_add(is_giant ? &counts[1] : &counts[0], uint64_t(1))] = {begin, int64_t(points)};
  }
};

DVDB_FN void set_mark(uint64_t* marks, int64_t at) { backend::atomic_or(&marks[at >> 6], bit(uint32_t(at & 63))); }

/// The next few bits that distinguish the points of one cell.
struct Digit {
  enum Kind { kLevels, kColor, kRow } kind = kLevels;
  int place = 0;  // of the lowest bit
  int count = 0;  // levels, or bits

  template <class Record>
  DVDB_FN uint32_t of(const Record& p) const {
    if (kind == kLevels) return digits_of(p, place, count);
    const uint64_t word = kind == kColor ? uint64_t(p.rgba) : uint64_t(row_of(p));
    return uint32_t(word >> place & (bit(uint32_t(count)) - 1));
  }
};

/// Walks through the bits of the order, the leading ones first.
class Digits {
 public:
  Digits(int levels, int color_bits, int row_bits) : left_{levels, color_bits, row_bits} {}

  bool next(Digit& out) {
    while (kind_ < 3 && left_[kind_] <= 0) ++kind_;
    if (kind_ == 3) return false;
    const int count = min_of(left_[kind_], kind_ == Digit::kLevels ? kSplitLevels : kSplitBits);
    left_[kind_] -= count;
    out = {Digit::Kind(kind_), left_[kind_], count};
    return true;
  }

 private:
  int left_[3];
  int kind_ = 0;
};

/// Splits a cell: counts the points of its parts, computes their positions, moves the points to other memory, and
/// copies them back.
template <class Record>
struct SplitCell {
  static constexpr int kThreads = 256;
  static constexpr int kGroup = 32;  // counters that one thread adds up
  static constexpr int kBatch = 4;   // points that a thread loads before it works on them
  static constexpr int kPhases = 7;
  struct Shared {
    uint32_t counts[kSplit];
    uint32_t places[kSplit];
    uint32_t sums[kSplit / kGroup];
  };
  const Big* cells;
  Record* from;
  Record* to;
  Digit digit;
  uint64_t* marks;
  BigLists lists;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    const Big cell = cells[tile];
    if constexpr (P == 0) {
      for (int k = thread; k < kSplit; k += kThreads) shared.counts[k] = 0;
    } else if constexpr (P == 1) {
      for (int64_t first = thread; first < cell.count; first += kBatch * kThreads) {
        uint32_t digits[kBatch];
        for (int k = 0; k < kBatch; ++k)
          digits[k] = digit.of(from[cell.begin + min_of(first + k * kThreads, cell.count - 1)]);
        for (int k = 0; k < kBatch; ++k) {
          if (first + k * kThreads < cell.count) backend::atomic_add(&shared.counts[digits[k]], 1u);
        }
      }
    } else if constexpr (P == 2) {
      if (thread >= kSplit / kGroup) return;
      uint32_t sum = 0;
      for (int k = 0; k < kGroup; ++k) sum += shared.counts[thread * kGroup + k];
      shared.sums[thread] = sum;
    } else if constexpr (P == 3) {
      if (thread >= kSplit / kGroup) return;
      uint32_t sum = 0;
      for (int k = 0; k < thread; ++k) sum += shared.sums[k];
      for (int k = thread * kGroup; k < (thread + 1) * kGroup; ++k) {
        shared.places[k] = sum;
        sum += shared.counts[k];
      }
    } else if constexpr (P == 4) {
      for (int k = thread; k < kSplit; k += kThreads) {
        if (shared.counts[k] == 0) continue;
        set_mark(marks, cell.begin + shared.places[k]);
        lists.take(cell.begin + shared.places[k], shared.counts[k]);
      }
    } else if constexpr (P == 5) {
      for (int64_t first = thread; first < cell.count; first += kBatch * kThreads) {
        Record points[kBatch];
        for (int k = 0; k < kBatch; ++k) points[k] = from[cell.begin + min_of(first + k * kThreads, cell.count - 1)];
        for (int k = 0; k < kBatch; ++k) {
          if (first + k * kThreads < cell.count)
            to[cell.begin + backend::atomic_add(&shared.places[digit.of(points[k])], 1u)] = points[k];
        }
      }
    } else {
      for (int64_t i = thread; i < cell.count; i += kThreads) from[cell.begin + i] = to[cell.begin + i];
    }
  }
};

/// The points of giant cells, concatenated.
template <class Record>
struct GiantPoints {
  const Big* cells;
  Intervals places;
  Record* points;
  Digit digit;

  DVDB_FN Record& at(Record* all, int64_t cell, int64_t i) const {
    return all[cells[cell].begin + i - places.starts[cell]];
  }
  DVDB_FN uint32_t operator()(int64_t i) const {
    const int64_t cell = places.at(i);
    return uint32_t(cell * kSplit) + digit.of(at(points, cell, i));
  }
  DVDB_FN uint32_t operator()(int64_t i, Record* out) const {
    const int64_t cell = places.at(i);
    *out = at(points, cell, i);
    return uint32_t(cell * kSplit) + digit.of(*out);
  }
};

struct StartBig {
  const Big* cells;
  int64_t n;
  int64_t* starts;

  DVDB_FN uint64_t count(int64_t i) const { return uint64_t(cells[i].count); }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    starts[i] = int64_t(before);
    if (i + 1 == n) starts[n] = int64_t(before + count);
  }
};

/// Converts the counts of parts to positions among all points.
struct PlaceParts {
  const Big* cells;
  const int64_t* starts;
  uint64_t* counts;
  uint64_t* marks;
  BigLists lists;

  DVDB_FN uint64_t count(int64_t i) const { return counts[i]; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    const int64_t cell = i / kSplit;
    const int64_t begin = cells[cell].begin + int64_t(before) - starts[cell];
    counts[i] = uint64_t(begin);
    if (count == 0) return;
    set_mark(marks, begin);
    lists.take(begin, count);
  }
};

template <class Record>
struct CopyBack {
  GiantPoints<Record> points;
  Record* from;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t cell = points.places.at(i);
    points.at(points.points, cell, i) = points.at(from, cell, i);
  }
};

/// Splits the giant cells of a list.
template <class Record>
Status split_giants(Context& context, const SplitCell<Record>& plan, int64_t n_cells) {
  backend::Scratch start_memory(context);
  backend::Scratch hint_memory(context);
  backend::Scratch part_memory(context);
  Span<int64_t> starts;
  Span<uint64_t> parts;
  DVDB_TRY(start_memory.allocate(n_cells + 1, starts));
  DVDB_TRY(backend::for_each_scan(context, n_cells, StartBig{plan.cells, n_cells, starts.data}));
  int64_t total = 0;
  DVDB_TRY(backend::download(context, &total, starts.data + n_cells, int64_t(sizeof total)));
  DVDB_TRY(part_memory.allocate(n_cells * kSplit, parts));
  DVDB_TRY(backend::fill(context, parts.data, 0, 8, parts.size * 8));
  GiantPoints<Record> points{plan.cells, {starts.data, nullptr, n_cells}, plan.from, plan.digit};
  DVDB_TRY(find_hints(context, total, hint_memory, points.places));
  DVDB_TRY(backend::count_cells(context, total, points, parts));
  DVDB_TRY(backend::for_each_scan(context, parts.size,
                                  PlaceParts{plan.cells, starts.data, parts.data, plan.marks, plan.lists}));
  DVDB_TRY(backend::move_to_cells(context, total, points, parts, Span<Record>{plan.to, 0}));
  return backend::for_each(context, total, CopyBack<Record>{points, plan.to});
}

}  // namespace dvdb::lod
