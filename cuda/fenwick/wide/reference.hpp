/// The counters of a WIDE index as they are defined: what everything that builds or edits one must write.
///
/// Blocks of 2^8 bits, groups of 2^12, superblocks of 2^16. blocks[b] = ones from the start of its group up to block b,
/// groups[g] = ones from the start of its superblock up to group g, supers[s] = ones before superblock s; the last of
/// supers counts them all. Rank as in Jacobson, "Space-efficient static trees and graphs", 1989, with one level more.
///
/// Engines: CountTile (tiles.hpp), EditBit (edit.hpp). On the host.
#pragma once

#include "fenwick/view/reference.hpp"
#include "fenwick/view/wide.hpp"

namespace dvdb::fenwick {

/// Adds the counters to empty lists.
template <class Blocks, class Superblocks>
void wide_reference(const ReferenceIndex& index, Blocks& blocks, Blocks& groups, Superblocks& supers) {
  const int64_t n = index.n;
  const auto ones = [&](int64_t begin, int64_t end) { return index.range(min_of(begin, n), min_of(end, n)); };
  const auto start_of = [](int64_t at, int log) { return at >> log << log; };
  for (int64_t at = 0; at < n; at += int64_t(1) << kBlockLog)
    blocks.push_back(uint16_t(ones(start_of(at, kGroupLog), at)));
  for (int64_t at = 0; at < n; at += int64_t(1) << kGroupLog)
    groups.push_back(uint16_t(ones(start_of(at, kSuperLog), at)));
  for (int64_t at = 0; at < n; at += int64_t(1) << kSuperLog) supers.push_back(ones(0, at));
  supers.push_back(ones(0, n));
}

}  // namespace dvdb::fenwick
