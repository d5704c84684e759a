/// The device-side steps of a build, in the order in which they run.
#pragma once

#include "backend/launch.hpp"
#include "core/grid.hpp"
#include "grid/slots.hpp"

namespace dvdb::steps {

/// Sizes that the device finds and the host waits for.
struct Sizes {
  int64_t slots;
  int64_t tiles;
  int64_t lowers;
  int64_t leaves;
  int64_t voxels;
  int64_t uncovered;  // not 0 when a point lies outside the planned slots
};

/// Everything the steps share. Slot and lower arrays have room for `slot_room` and `lower_room` nodes; when the
/// device finds more, the steps leave the surplus out and the host starts over with enough.
struct Work {
  Span<const Coord> points;
  BatchOffsets batch;
  SlotTable slots;
  Bounds* sampled;         // [n_grids] bounds of a sample of the points
  Bounds* bounds;          // [n_grids]
  GridSlots* grid_slots;   // [n_grids]
  Sizes* sizes;
  Sizes* report;           // the host's copy, written when the leaves are counted
  NodeWord* uppers;        // [slot_room, kUpperWords]
  uint32_t* occupied;      // [slot_room]
  uint32_t* tile_rank;     // [slot_room]
  uint32_t* tile_slot;     // [slot_room] inverse of tile_rank
  int64_t slot_room;
  NodeWord* lowers;        // [lower_room, kLowerWords]
  int64_t lower_room;
  uint64_t* cells;         // [n_cells] points in each cell of 2^cell_log2 mask words
  int n_cells;
  int cell_log2;
};

/// Sets a bit that many threads may set; reading first spares most of the atomics.
DVDB_FN void set_bit(uint64_t* word, uint32_t at) {
  const uint64_t mask = bit(at);
  if ((backend::peek(word) & mask) == 0) backend::atomic_or(word, mask);
}

/// Starts a batch of one without a copy from the host: what the host knows travels by value, and memory is cleared on
/// the way.
struct StartOne {
  Work w;
  int64_t* offsets;    // [2]
  double* transforms;  // [6]
  double transform[6];
  NodeWord* cleared;   // [n_cleared]
  int64_t n_cleared;

  DVDB_FN void operator()(int64_t i) const {
    if (i < n_cleared) cleared[i] = {0, 0, 0};
    if (i != 0) return;
    const Bounds none = {{INT32_MAX, INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN, INT32_MIN}};
    w.sampled[0] = none;
    w.bounds[0] = none;
    *w.sizes = {};
    offsets[0] = 0;
    offsets[1] = w.points.size;
    for (int k = 0; k < 6; ++k) transforms[k] = transform[k];
  }
};

/// Lays out the slots of each grid: one for every tile in the given bounds, widened by a part of their extent.
struct PlanSlots {
  Work w;
  const Bounds* bounds;
  int64_t margin_divisor;  // 0 for none

  DVDB_FN int64_t low_tile(const Bounds& b, int axis) const { return max_of(b.low[axis] - margin(b, axis), int64_t(INT32_MIN)) >> kTileLog2; }
  DVDB_FN int64_t high_tile(const Bounds& b, int axis) const { return min_of(b.high[axis] + margin(b, axis), int64_t(INT32_MAX)) >> kTileLog2; }
  DVDB_FN int64_t margin(const Bounds& b, int axis) const {
    return margin_divisor == 0 ? 0 : (int64_t(b.high[axis]) - b.low[axis]) / margin_divisor + 1;
  }
  DVDB_FN uint64_t dim(int64_t grid, int axis) const {
    const Bounds& b = bounds[grid];
    return b.empty() ? 0 : uint64_t(high_tile(b, axis) - low_tile(b, axis)) + 1;
  }
  DVDB_FN uint64_t count(int64_t grid) const {
    const uint64_t most = uint64_t(1) << 44;  // 65 536 grids of it stay below 2^62
    return min_of(most, dim(grid, 0) * dim(grid, 1) * dim(grid, 2));
  }
  DVDB_FN void emit(int64_t grid, uint64_t count, uint64_t before) const {
    GridSlots& own = w.grid_slots[grid];
    for (int axis = 0; axis < 3; ++axis) {
      own.tile_low[axis] = int32_t(low_tile(bounds[grid], axis));
      own.dims[axis] = uint32_t(dim(grid, axis));
    }
    own.first = int64_t(before);
    own.count = int64_t(count);
    if (grid == w.slots.n_grids - 1) {
      w.sizes->slots = int64_t(before + count);
      w.sizes->uncovered = 0;
    }
  }
};

/// Marks the 128^3 block of each point in its slot's mask.
struct MarkBlocks {
  Work w;

  /// The step for the points of one list, with what they share at hand.
  struct Bound {
    Work w;
    GridSlots own;
    bool fits;

    /// Returns the point's cell: a run of the mask words of all slots.
    DVDB_FN int operator()(const Coord& c) const {
      if (!fits) return 0;
      if (!w.slots.covers(own, c)) {
        backend::atomic_store(&w.sizes->uncovered, int64_t(1));
        return 0;
      }
      const int64_t slot = w.slots.slot_of(own, c);
      const uint32_t offset = upper_offset(c);
      const int64_t word = slot * kUpperWords + (offset >> 6);
      if ((backend::peek(&w.uppers[word].mask) & bit(offset & 63)) == 0) {
        backend::or_shared(&w.uppers[word].mask, bit(offset & 63));
        backend::atomic_store(&w.occupied[slot], uint32_t(1));
      }
      return int(word >> w.cell_log2);
    }
  };
  DVDB_FN Bound bind(int64_t list) const { return {w, w.grid_slots[list], w.sizes->slots <= w.slot_room}; }
};

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

/// Index of the lower node of a point.
DVDB_FN int64_t lower_of(const Work& w, int64_t list, const Coord& c) {
  const uint32_t offset = upper_offset(c);
  const NodeWord word = w.uppers[w.slots.slot_of(list, c) * kUpperWords + (offset >> 6)];
  return int64_t(word.child(offset & 63));
}

/// Marks the leaf of each point in its lower node's mask.
struct MarkLeaves {
  Work w;

  DVDB_FN void operator()(int64_t i) const {
    if (w.sizes->slots > w.slot_room || w.sizes->lowers > w.lower_room) return;
    const Coord c = w.points[i];
    const uint32_t offset = lower_offset(c);
    set_bit(&w.lowers[lower_of(w, w.batch.list_of(i), c) * kLowerWords + (offset >> 6)].mask, offset & 63);
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
};

/// Writes upper nodes with tile keys and origins of lower nodes, then lower nodes, then heads but for their first rows.
/// Transforms are 6 doubles a grid: size, origin.
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
      out.lowers[i - upper_items()] = w.lowers[i - upper_items()];
    } else {
      emit_upper(i);
    }
  }

  DVDB_FN void emit_upper(int64_t i) const {
    const int64_t tile = i / kUpperWords;
    const int64_t word_index = i % kUpperWords;
    const int64_t slot = w.tile_slot[tile];
    const NodeWord word = w.uppers[slot * kUpperWords + word_index];
    out.uppers[i] = {word.mask, word.base, 0};
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

  DVDB_FN uint32_t rank_of(int64_t slot) const { return slot < w.sizes->slots ? w.tile_rank[slot] : uint32_t(out.n_tiles); }
  DVDB_FN void emit_head(int64_t grid) const {
    GridHead& head = out.heads[grid];
    const GridSlots& own = w.grid_slots[grid];
    for (int axis = 0; axis < 3; ++axis) {
      head.size[axis] = transforms[6 * grid + axis];
      head.origin[axis] = transforms[6 * grid + 3 + axis];
      head.bounds[0][axis] = w.bounds[grid].empty() ? 0 : w.bounds[grid].low[axis];
      head.bounds[1][axis] = w.bounds[grid].empty() ? 0 : w.bounds[grid].high[axis];
    }
    head.first_row = 0;
    head.first_tile = rank_of(own.first);
    head.n_tiles = rank_of(own.first + own.count) - head.first_tile;
  }
};

/// Marks the voxel of each point in its leaf.
struct MarkVoxels {
  Work w;
  Nodes out;

  DVDB_FN void operator()(int64_t i) const {
    const Coord c = w.points[i];
    const uint32_t offset = lower_offset(c);
    const NodeWord word = out.lowers[lower_of(w, w.batch.list_of(i), c) * kLowerWords + (offset >> 6)];
    const uint32_t voxel = leaf_offset(c);
    set_bit(&out.leaves[word.child(offset & 63)].mask[voxel >> 6], voxel & 63);
  }
};

/// What the host keeps of a batch of one.
struct BatchReport {
  int64_t voxels;
  int32_t bounds[6];
};

/// Numbers the voxels.
struct RankVoxels {
  static constexpr int kScanItems = 1;  // leaves are wide; neighbours in a warp keep their loads together
  Nodes out;
  Sizes* sizes;
  BatchReport* report;  // null when rows are written for many grids

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
    report->voxels = int64_t(before + count);
    for (int k = 0; k < 6; ++k) report->bounds[k] = out.heads[0].bounds[k / 3][k % 3];
  }
};

/// Writes each grid's first row to its head and to the host's copy, whose last element is the voxel count.
struct EmitRows {
  Nodes out;
  const Sizes* sizes;
  int64_t n_grids;
  int64_t* rows;         // [n_grids + 1]
  int32_t* bounds;       // [n_grids, 2, 3]

  DVDB_FN void operator()(int64_t grid) const {
    if (grid == n_grids) {
      rows[grid] = out.n_leaves > 0 ? sizes->voxels : 0;
      return;
    }
    GridHead& head = out.heads[grid];
    int64_t row = out.n_leaves > 0 ? sizes->voxels : 0;
    if (head.first_tile < out.n_tiles) {
      const uint32_t lower = out.uppers[int64_t(head.first_tile) * kUpperWords].base;
      row = int64_t(out.leaves[out.lowers[int64_t(lower) * kLowerWords].base].first);
    }
    head.first_row = row;
    rows[grid] = row;
    for (int k = 0; k < 6; ++k) bounds[6 * grid + k] = head.bounds[k / 3][k % 3];
  }
};

}  // namespace dvdb::steps
