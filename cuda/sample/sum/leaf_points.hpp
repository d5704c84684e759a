/// Which points have voxels in which leaf, where the points of a leaf are mostly consecutive.
///
/// Each leaf has a fixed amount of room for pieces (runs of consecutive points) and for guests, as many as leaves have
/// on average; further ones go to linked lists, as far as there is memory. Whether it sufficed is known only
/// afterwards.
#pragma once

#include "backend/api/atomics.hpp"
#include "sample/shared/request.hpp"

namespace dvdb::sample {

/// A run of consecutive points that belong to one leaf.
struct Piece {
  uint32_t begin;
  uint32_t count;
};

/// A list of items per leaf: the first ones are in a table, the others in kChains linked lists (chains) of the leaf, in
/// turn. No leaf has more than kMost.
template <class Item, uint32_t kManyChains, uint32_t kMost>
struct LeafItems {
  static constexpr uint32_t kChains = kManyChains;
  static constexpr uint32_t kMostItems = kMost;
  struct Link {
    Item item;
    uint32_t next;
  };
  Item* table;       // [n_leaves, room]
  uint32_t* counts;  // [n_leaves]
  uint32_t room;     // at most kMost
  uint32_t spare_room;
  Link* links;           // [spare_room]
  uint32_t* last_links;  // [n_leaves, kChains], defined for chains that have any link
  uint32_t* n_links;

  /// Writes an item whose number was drawn by atomic_add(&counts[leaf], 1). False if there is no room.
  DVDB_FN bool write(uint32_t leaf, uint32_t at, const Item& item) const {
    if (at < room) {
      table[uint64_t(leaf) * room + at] = item;
      return true;
    }
    if (at >= kMost) return false;
    const uint32_t link = backend::atomic_add(n_links, 1u);
    if (link >= spare_room) return false;
    links[link] = {item, backend::atomic_exchange(&last_links[uint64_t(leaf) * kChains + (at - room) % kChains], link)};
    return true;
  }

  DVDB_FN uint32_t in_table(uint32_t leaf) const { return min_of(counts[leaf], room); }
  DVDB_FN const Item& at(uint32_t leaf, uint32_t item) const { return table[uint64_t(leaf) * room + item]; }

  /// Calls visit(item) for the items of a chain.
  template <class Visit>
  DVDB_FN void each_in_chain(uint32_t leaf, uint32_t chain, Visit visit) const {
    const uint32_t others = counts[leaf] - in_table(leaf);
    if (others <= chain) return;
    uint32_t at = last_links[uint64_t(leaf) * kChains + chain];
    DVDB_ROLLED
    for (uint32_t left = (others - chain + kChains - 1) / kChains; left > 0; --left) {
      const Link link = links[at];
      visit(link.item);
      at = link.next;
    }
  }
};

/// The points of leaves.
struct LeafPoints {
  using Pieces = LeafItems<Piece, 1, 32>;            // a leaf with more has so many points that sorting them is quicker
  using Guests = LeafItems<uint32_t, 32, 1u << 17>;  // likewise
  Pieces pieces;
  Guests guests;
  uint32_t* failed;

  DVDB_FN bool has_failed() const { return backend::peek(failed) != 0; }
  DVDB_FN void fail() const {
    if (!has_failed()) backend::atomic_store(failed, 1u);
  }
};

/// The queue of crowded leaves: those with more points than the blocks of ordinary leaves can process at once.
struct CrowdedLeaves {
  uint32_t* leaves;  // [n_leaves]
  uint32_t* count;
  uint32_t* taken;

  DVDB_FN void put(uint32_t leaf) const { leaves[backend::atomic_add(count, 1u)] = leaf; }
};

/// The position of a point: its cell modulo 16 along each axis, 4 bits each, and the offset in it.
template <class R>
struct alignas(4 * sizeof(R)) PlacedPoint {
  static constexpr uint32_t kHasZeros = 1u << 12;
  R part[3];
  uint32_t low;  // the cell, and kHasZeros if some corner may have weight 0

  DVDB_FN static PlacedPoint at(const R (&part)[3], const Coord& low) {
    const auto least = [](R along) { return min_of(along, 1 - along); };
    const bool has_zeros = least(part[0]) * least(part[1]) * least(part[2]) == 0;
    return {{part[0], part[1], part[2]},
            (uint32_t(low.x) & 15) << 8 | (uint32_t(low.y) & 15) << 4 | (uint32_t(low.z) & 15) |
                (has_zeros ? kHasZeros : 0)};
  }

  /// Which of the 9^3 cells, along each axis, that have corners in a leaf.
  DVDB_FN static Vec3<uint32_t> cell_in(uint32_t low, const Coord& leaf) {
    const auto along = [&](int shift, int32_t least) { return ((low >> shift) - uint32_t(least) + 1) & 15; };
    return {along(8, leaf.x), along(4, leaf.y), along(0, leaf.z)};
  }
};

}  // namespace dvdb::sample
