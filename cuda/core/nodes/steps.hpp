/// The device-side steps that every way to build a batch shares: numbering what was marked, and writing the nodes.
#pragma once

#include "backend/api/launch.hpp"
#include "core/grid.hpp"
#include "core/nodes/slots.hpp"

namespace dvdb::nodes {

/// Sizes that the device finds and the host waits for.
struct Sizes {
  int64_t slots;
  int64_t tiles;
  int64_t lowers;
  int64_t leaves;
  int64_t voxels;
  int64_t uncovered;  // not 0 when a voxel lies outside the planned slots
};

/// Arrays and totals that the steps share. Slot and lower arrays have room for `slot_room` and `lower_room` nodes; when
/// the device finds more, the steps leave the surplus out and the host starts over with enough.
struct Work {
  SlotTable slots;
  Bounds* bounds;         // [n_grids]
  GridSlots* grid_slots;  // [n_grids]
  Sizes* sizes;
  Sizes* report;        // the host's copy, written when the leaves are counted
  NodeWord* uppers;     // [slot_room, kUpperWords]
  uint32_t* occupied;   // [slot_room]
  uint32_t* tile_rank;  // [slot_room]
  uint32_t* tile_slot;  // [slot_room] inverse of tile_rank
  int64_t slot_room;
  NodeWord* lowers;  // [lower_room, kLowerWords]
  int64_t lower_room;
};

/// Sets a bit that many threads may set; reading first spares most of the atomics.
DVDB_FN void set_bit(uint64_t* word, uint32_t at) {
  const uint64_t mask = bit(at);
  if ((backend::peek(word) & mask) == 0) backend::atomic_or(word, mask);
}

/// Marks the block of a coordinate in its slot's mask, and the slot; returns the mask word.
DVDB_FN int64_t mark_block(const Work& w, const GridSlots& own, const Coord& c) {
  const int64_t slot = w.slots.slot_of(own, c);
  const uint32_t offset = upper_offset(c);
  const int64_t word = slot * kUpperWords + (offset >> 6);
  if ((backend::peek(&w.uppers[word].mask) & bit(offset & 63)) == 0) {
    backend::or_shared(&w.uppers[word].mask, bit(offset & 63));
    backend::atomic_store(&w.occupied[slot], uint32_t(1));
  }
  return word;
}

/// Index of the lower node of a coordinate whose block is marked and ranked.
DVDB_FN int64_t lower_of(const Work& w, int64_t grid, const Coord& c) {
  const uint32_t offset = upper_offset(c);
  const NodeWord word = w.uppers[w.slots.slot_of(grid, c) * kUpperWords + (offset >> 6)];
  return int64_t(word.child(offset & 63));
}

/// Marks the leaf of a coordinate in its lower node's mask.
DVDB_FN void mark_leaf(const Work& w, int64_t grid, const Coord& c) {
  const uint32_t offset = lower_offset(c);
  set_bit(&w.lowers[lower_of(w, grid, c) * kLowerWords + (offset >> 6)].mask, offset & 63);
}

/// Whether the planned room holds everything; what does not fit is not marked.
DVDB_FN bool slots_fit(const Work& w) { return w.sizes->slots <= w.slot_room; }
DVDB_FN bool lowers_fit(const Work& w) { return slots_fit(w) && w.sizes->lowers <= w.lower_room; }

/// The host's record of a batch of one.
struct BatchReport {
  int64_t voxels;
  int32_t bounds[6];
};

/// Writes a grid's voxel bounds to its head; all zero where there are no voxels.
DVDB_FN void write_bounds(const Bounds& bounds, GridHead& head) {
  const bool none = head.n_tiles == 0;
  for (int axis = 0; axis < 3; ++axis) {
    head.bounds[0][axis] = none ? 0 : bounds.low[axis];
    head.bounds[1][axis] = none ? 0 : bounds.high[axis];
  }
}

/// Numbers the marked blocks (low half of the sums) and the occupied slots (high half).
struct RankBlocks {
  Work w;

  DVDB_FN uint64_t count(int64_t i) const {
    const uint64_t tile = i % kUpperWords == 0 ? w.occupied[i / kUpperWords] : 0;
    return uint64_t(popcount(w.uppers[i].mask)) | tile << 32;
  }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    w.uppers[i].base = uint32_t(before);
    if (i % kUpperWords == 0) {
      const int64_t slot = i / kUpperWords;
      const uint32_t rank = uint32_t(before >> 32);
      w.tile_rank[slot] = rank;
      if (count >> 32 != 0) w.tile_slot[rank] = uint32_t(slot);
    }
    if (i == w.slot_room * kUpperWords - 1) {
      const uint64_t all = before + count;
      w.sizes->tiles = int64_t(all >> 32);
      w.sizes->lowers = int64_t(uint32_t(all));
    }
  }
};

/// Numbers the marked leaves.
struct RankLeaves {
  Work w;

  DVDB_FN uint64_t count(int64_t i) const { return uint64_t(popcount(w.lowers[i].mask)); }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    w.lowers[i].base = uint32_t(before);
    if (i != w.lower_room * kLowerWords - 1) return;
    w.sizes->leaves = int64_t(before + count);
    *w.report = *w.sizes;
  }
};

/// The finished nodes, written in place.
struct Nodes {
  GridHead* heads;
  uint64_t* tiles;
  NodeWord* uppers;
  NodeWord* lowers;
  LowerOrigin* lower_origins;
  Leaf* leaves;
  int64_t n_tiles;
  int64_t n_lowers;
  int64_t n_leaves;

  /// The nodes as lookups see them; rows are not numbered yet.
  GridView view() const {
    return {heads, tiles, uppers, lowers, lower_origins, leaves, 0, n_tiles, n_lowers, n_leaves, 0};
  }
};

/// The groups of 4^3 children along z that word `at` of a node has a part in, of `side`^3 children in all: those that
/// have any.
DVDB_FN uint32_t groups_of(const NodeWord* node, uint32_t at, uint32_t side) {
  const uint32_t words_of_x = side * side / 64;  // of a slice
  const uint32_t words_of_y = 4 * side / 64;     // of four rows: 1 or 2
  const uint32_t first = at / (4 * words_of_x) * (4 * words_of_x) + at % words_of_x / words_of_y * words_of_y;
  uint64_t all = 0;
  for (uint32_t x = 0; x < 4; ++x) {
    for (uint32_t y = 0; y < words_of_y; ++y) all |= node[first + x * words_of_x + y].mask;
  }
  if (all == 0) return 0;
  for (uint32_t rows = 32; rows >= side; rows /= 2) all |= all >> rows;
  uint32_t groups = 0;
  for (uint32_t z = 0; z < side; z += 4) groups |= (all >> z & 15) != 0 ? 1u << z / 4 : 0;
  return groups;
}

/// Writes upper nodes with tile keys and origins of lower nodes, then lower nodes, then heads but for their first rows
/// and bounds. Transforms are 6 doubles a grid: size, origin.
struct EmitNodes {
  Work w;
  Nodes out;
  const double* transforms;

  DVDB_FN int64_t upper_items() const { return out.n_tiles * kUpperWords; }
  DVDB_FN int64_t lower_items() const { return out.n_lowers * kLowerWords; }
  DVDB_FN int64_t items() const { return upper_items() + lower_items() + w.slots.n_grids; }

  DVDB_FN void operator()(int64_t i) const {
    if (i >= upper_items() + lower_items()) {
      emit_head(i - upper_items() - lower_items());
    } else if (i >= upper_items()) {
      emit_lower(i - upper_items());
    } else {
      emit_upper(i);
    }
  }

  DVDB_FN void emit_lower(int64_t i) const {
    const int64_t at = i % kLowerWords;
    out.lowers[i] = {w.lowers[i].mask, w.lowers[i].base, groups_of(w.lowers + (i - at), uint32_t(at), 16)};
  }

  DVDB_FN void emit_upper(int64_t i) const {
    const int64_t tile = i / kUpperWords;
    const int64_t word_index = i % kUpperWords;
    const int64_t slot = w.tile_slot[tile];
    const NodeWord word = w.uppers[slot * kUpperWords + word_index];
    out.uppers[i] = {word.mask, word.base, groups_of(w.uppers + slot * kUpperWords, uint32_t(word_index), 32)};
    if (word_index != 0 && word.mask == 0) return;
    const int64_t grid = w.slots.grid_of(slot);
    const uint64_t key = w.slots.key_of(grid, slot);
    if (word_index == 0) out.tiles[tile] = key;
    const Coord origin = tile_origin(key);
    uint32_t lower = word.base;
    for (uint64_t rest = word.mask; rest != 0; rest &= rest - 1, ++lower) {
      const uint32_t offset = uint32_t(word_index) * 64 + uint32_t(lowest_bit(rest));
      out.lower_origins[lower] = {upper_child_origin(origin, offset), uint32_t(grid)};
    }
  }

  DVDB_FN uint32_t rank_of(int64_t slot) const {
    return slot < w.sizes->slots ? w.tile_rank[slot] : uint32_t(out.n_tiles);
  }
  DVDB_FN void emit_head(int64_t grid) const {
    GridHead& head = out.heads[grid];
    const GridSlots& own = w.grid_slots[grid];
    for (int axis = 0; axis < 3; ++axis) {
      head.size[axis] = transforms[6 * grid + axis];
      head.origin[axis] = transforms[6 * grid + 3 + axis];
    }
    head.first_row = 0;
    head.first_tile = rank_of(own.first);
    head.n_tiles = rank_of(own.first + own.count) - head.first_tile;
  }
};

/// Numbers the voxels.
struct RankVoxels {
  static constexpr int kScanItems = 1;  // leaves are wide; neighbors in a warp keep their loads together
  Nodes out;
  Sizes* sizes;
  const Bounds* bounds;  // [1]
  BatchReport* report;   // null when a table is written for many grids

  DVDB_FN uint64_t count(int64_t i) const {
    const Leaf& leaf = out.leaves[i];
    int sum = 0;
    for (int word = 0; word < 8; ++word) sum += popcount(leaf.mask[word]);
    return uint64_t(sum);
  }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    Leaf& leaf = out.leaves[i];
    uint64_t prefix = 0;
    uint64_t sum = 0;
    for (int word = 0; word < 7; ++word) {
      sum += uint64_t(popcount(leaf.mask[word]));
      prefix |= sum << (9 * word);
    }
    leaf.prefix = prefix;
    leaf.first = before;
    if (i != out.n_leaves - 1) return;
    sizes->voxels = int64_t(before + count);
    if (report == nullptr) return;
    write_bounds(*bounds, out.heads[0]);
    report->voxels = int64_t(before + count);
    for (int k = 0; k < 6; ++k) report->bounds[k] = out.heads[0].bounds[k / 3][k % 3];
  }
};

/// Finishes the heads and writes the host's table.
struct EmitTable {
  Nodes out;
  const Sizes* sizes;
  const Bounds* grid_bounds;  // [n_grids]
  int64_t n_grids;
  int64_t* starts;  // [kStartCount, n_grids + 1]
  int32_t* bounds;  // [n_grids, 2, 3]

  DVDB_FN void operator()(int64_t grid) const {
    int64_t at[kStartCount] = {out.n_leaves > 0 ? sizes->voxels : 0, out.n_tiles, out.n_lowers, out.n_leaves};
    if (grid < n_grids && out.heads[grid].first_tile < out.n_tiles) {
      at[kTileStarts] = out.heads[grid].first_tile;
      at[kLowerStarts] = out.uppers[at[kTileStarts] * kUpperWords].base;
      at[kLeafStarts] = out.lowers[at[kLowerStarts] * kLowerWords].base;
      at[kRowStarts] = int64_t(out.leaves[at[kLeafStarts]].first);
    }
    for (int k = 0; k < kStartCount; ++k) starts[k * (n_grids + 1) + grid] = at[k];
    if (grid == n_grids) return;
    GridHead& head = out.heads[grid];
    head.first_row = at[kRowStarts];
    write_bounds(grid_bounds[grid], head);
    for (int k = 0; k < 6; ++k) bounds[6 * grid + k] = head.bounds[k / 3][k % 3];
  }
};

}  // namespace dvdb::nodes
