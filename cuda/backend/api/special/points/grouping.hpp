/// Grouping (multisplit). Scattered writes to a large range of memory cost a transaction each;
/// grouped by region first, they stay in cache.
///
///   group(context, n, f, groups)         splits the items, which f(i, &item) writes, by the group number that f
///   returns, below
///                                        n_groups; groups.starts already holds where each group begins
///   for_each_grouped(context, groups, f) calls f(group, item, crowded) for every item; `crowded` means that most items
///   nearby
///                                        are equal; words of a group are written through set_own_bits
///   mark_grouped(context, groups, f)     sets bit f.bit_of(item) of a group's bit map, which has f.words(group) words
///                                        f.word(group, i)
///
/// The order of items within a group is undefined, so results must not depend on it.
#pragma once

#include <cstdint>

namespace dvdb::backend {

/// Most groups of one split.
inline constexpr int kMaxGroups = 1024;

/// Items laid out group after group.
struct Groups {
  uint32_t* items = nullptr;   // [n]
  int64_t* starts = nullptr;   // [n_groups + 1], ascending from 0 to n
  int64_t* cursors = nullptr;  // [n_groups] scratch
  int64_t n = 0;
  int n_groups = 0;
};

}  // namespace dvdb::backend

#include "device/special/points/grouping.hpp"
