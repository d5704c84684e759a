/// The pieces of a counting sort: records are counted per cell, moved to their cells, and sorted there.
///
///   count_cells(context, n, f, counts)           counts[f(i)] += 1 for i in [0, n); f may return kNoCell
///   move_to_cells(context, n, f, cursors, out)   out[cursors[c]++] = record for i in [0, n), where c = f(i, &record);
///   the
///                                                order within a cell is not defined
///   count_scattered_cells, move_to_scattered_cells
///                                                the same, for items whose neighbors are in other cells, but which
///                                                have few cells in some thousands
///   sort_runs(context, n, marks, order, records) sorts each run of records in place; runs begin where bit i of `marks`
///   is
///                                                set, the first at 0. A run has at most kRunRecords<Record> records,
///                                                unless all of them are equal
///
/// An order provides compare(a, b), which is negative, 0 or positive; difference(a, b), a bit mask that may be ORed
/// over many records; and digit(a, top, levels), a radix digit below 2^(3 levels) for 0 to 10 levels, which ascends
/// with the order among records that do not differ above bit `top` of that mask; a digit of fewer levels is the leading
/// bits of one of more.
#pragma once

#include <cstdint>

#include "base/portable.hpp"

namespace dvdb::backend {

/// Returned for items that belong to no cell.
inline constexpr uint32_t kNoCell = ~0u;

/// Longest run whose records may differ.
template <class Record>
inline constexpr int64_t kRunRecords = sizeof(Record) <= 16 ? 1024 : 512;

/// Position of the first set bit in [begin, end), or `end`.
DVDB_FN int64_t next_mark(const uint64_t* marks, int64_t begin, int64_t end) {
  int64_t at = begin;
  while (at < end) {
    const uint64_t rest = marks[at >> 6] >> (at & 63);
    if (rest != 0) return min_of(end, at + lowest_bit(rest));
    at = (at | 63) + 1;
  }
  return end;
}

}  // namespace dvdb::backend

#include "device/special/points/cells.hpp"
