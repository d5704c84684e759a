/// Builds a batch from leaves instead of points: a source says which leaves of the result each of its units may touch,
/// and what the words of a leaf of the result are.
///
/// A source is a trivially copyable type of namespace scope with
///   int64_t n_units                              in the order of their grids
///   Vec3<uint32_t> dims, int64_t n_offsets       most leaves that a unit may touch, per axis and in all
///   LeafBox box(unit)                            the leaves that it may touch
///   bool touches(unit, leaf)                     whether it does
///   uint64_t word(grid, leaf, x)                 slice x of a leaf of the result, of which the origin is given
#pragma once

#include <climits>
#include <new>

#include "backend/launch.hpp"
#include "backend/point_passes.hpp"
#include "core/nodes/builder.hpp"
#include "core/nodes/leaf_places.hpp"
#include "core/nodes/list_tiles.hpp"

namespace dvdb::nodes {

/// Leaves of a grid, inclusive, in units of leaves; cut to what int32 voxels can have.
struct LeafBox {
  Coord low;
  Coord high;
  uint32_t grid;

  DVDB_FN static int32_t clamp(int64_t leaf) { return int32_t(max_of<int64_t>(INT32_MIN >> kLeafLog2, min_of<int64_t>(leaf, INT32_MAX >> kLeafLog2))); }
};

/// Which leaf an item of a source's is about.
template <class Source>
struct Item {
  int64_t unit;
  uint32_t grid;
  Coord leaf;  // origin, in voxels

  /// False when the unit has no such leaf.
  DVDB_FN bool place(const Source& source, int64_t i) {
    const Vec3<uint32_t> dims = source.dims;
    uint32_t offset = uint32_t(i % source.n_offsets);
    unit = i / source.n_offsets;
    const LeafBox box = source.box(unit);
    grid = box.grid;
    const int64_t z = int64_t(box.low.z) + offset % dims.z;
    offset /= dims.z;
    const int64_t y = int64_t(box.low.y) + offset % dims.y;
    const int64_t x = int64_t(box.low.x) + offset / dims.y;
    if (x > box.high.x || y > box.high.y || z > box.high.z) return false;
    leaf = {int32_t(x * 8), int32_t(y * 8), int32_t(z * 8)};
    return true;
  }
};

/// Marks the blocks of touched leaves.
template <class Source>
struct MarkTouchedBlocks {
  Work w;
  Source source;

  DVDB_FN void operator()(int64_t i) const {
    Item<Source> item;
    if (!slots_fit(w) || !item.place(source, i)) return;
    const GridSlots own = w.grid_slots[item.grid];
    if (!w.slots.covers(own, item.leaf)) return;
    const uint32_t offset = upper_offset(item.leaf);
    const NodeWord* word = &w.uppers[w.slots.slot_of(own, item.leaf) * kUpperWords + (offset >> 6)];
    if ((backend::peek(&word->mask) & bit(offset & 63)) != 0 || !source.touches(item.unit, item.leaf)) return;
    mark_block(w, own, item.leaf);
  }
};

/// Marks touched leaves.
template <class Source>
struct MarkTouchedLeaves {
  Work w;
  Source source;

  DVDB_FN void operator()(int64_t i) const {
    Item<Source> item;
    if (!lowers_fit(w) || !item.place(source, i)) return;
    const GridSlots own = w.grid_slots[item.grid];
    if (!w.slots.covers(own, item.leaf)) return;
    const uint32_t offset = upper_offset(item.leaf);
    const NodeWord word = w.uppers[w.slots.slot_of(own, item.leaf) * kUpperWords + (offset >> 6)];
    if (!word.has(offset & 63)) return;
    const uint32_t child = lower_offset(item.leaf);
    uint64_t* mask = &w.lowers[int64_t(word.child(offset & 63)) * kLowerWords + (child >> 6)].mask;
    if ((backend::peek(mask) & bit(child & 63)) != 0 || !source.touches(item.unit, item.leaf)) return;
    backend::atomic_or(mask, bit(child & 63));
  }
};

/// Writes the words of the leaves.
template <class Source>
struct WriteWords {
  Source source;
  const LeafPlace* places;  // [n_leaves]
  Leaf* leaves;

  DVDB_FN void operator()(int64_t i) const {
    const LeafPlace place = places[i / 8];
    leaves[i / 8].mask[i % 8] = source.word(place.grid, place.origin, uint32_t(i % 8));
  }
};

/// Lists the tiles that each unit may touch, as coordinates in them.
template <class Source>
struct ListTiles {
  Source source;
  int64_t n_grids;
  Coord* out;        // null to count only
  int64_t* starts;   // [n_grids + 1]

  DVDB_FN static int32_t tile(int32_t leaf) { return leaf >> (kTileLog2 - kLeafLog2); }
  DVDB_FN uint64_t count(int64_t unit) const {
    const LeafBox box = source.box(unit);
    uint64_t tiles = 1;
    for (int axis = 0; axis < 3; ++axis) {
      tiles *= box.low[axis] > box.high[axis] ? 0 : uint64_t(tile(box.high[axis]) - tile(box.low[axis])) + 1;
    }
    return tiles;
  }
  DVDB_FN void emit(int64_t unit, uint64_t count, uint64_t before) const {
    const LeafBox box = source.box(unit);
    const int64_t last = unit == 0 ? -1 : int64_t(source.box(unit - 1).grid);
    for (int64_t grid = last + 1; grid <= int64_t(box.grid); ++grid) starts[grid] = int64_t(before);
    if (unit == source.n_units - 1) {
      for (int64_t grid = int64_t(box.grid) + 1; grid <= n_grids; ++grid) starts[grid] = int64_t(before + count);
    }
    if (out == nullptr || count == 0) return;
    Coord* at = out + before;
    const auto voxel = [](int32_t index) { return int32_t(int64_t(index) * (int64_t(1) << kTileLog2)); };
    for (int32_t x = tile(box.low.x); x <= tile(box.high.x); ++x) {
      for (int32_t y = tile(box.low.y); y <= tile(box.high.y); ++y) {
        for (int32_t z = tile(box.low.z); z <= tile(box.high.z); ++z) *at++ = {voxel(x), voxel(y), voxel(z)};
      }
    }
  }
};

/// What the host knows of a reshape before it starts.
struct ReshapePlan {
  Transforms transforms;
  const Bounds* bounds;   // [n_grids] hold all voxels of the result; empty ones for grids without any
  bool tight;             // the bounds are the result's
  int64_t lowers;         // no more lower nodes than this are touched
};

/// Slots for every tile in the bounds; returns how many.
int64_t plan_slots(const Bounds* bounds, int64_t n_grids, GridSlots* out);

/// Blocks of 128^3 in the bounds.
int64_t count_blocks(const Bounds* bounds, int64_t n_grids);

/// Replaces bounds by those of the voxels.
Status measure_bounds(Context& context, const Nodes& nodes, const LeafPlace* places, int64_t n_grids, Bounds* bounds);

/// Slots that a build lays out without asking which tiles are occupied: 8 KB each.
inline int64_t dense_slot_limit(int64_t n_units) { return max_of<int64_t>(4096, n_units / 16); }

/// Room for lower nodes that is taken before they are counted: 1 KB each.
inline int64_t lower_guess(int64_t most, int64_t n_units) { return min_of(most, max_of<int64_t>(4096, n_units / 4)); }

template <class Source>
Status find_tiles(Context& context, const Source& source, int64_t n_grids, NodeBuilder& builder, backend::Scratch& memory) {
  backend::Scratch start_memory(context);
  backend::Scratch tile_memory(context);
  Span<int64_t> starts;
  Span<Coord> tiles;
  int64_t count = 0;
  DVDB_TRY(start_memory.allocate(n_grids + 1, starts));
  DVDB_TRY(backend::for_each_scan(context, source.n_units, ListTiles<Source>{source, n_grids, nullptr, starts.data}));
  DVDB_TRY(backend::download(context, &count, starts.data + n_grids, int64_t(sizeof count)));
  DVDB_TRY(tile_memory.allocate(count, tiles));
  DVDB_TRY(backend::for_each_scan(context, source.n_units, ListTiles<Source>{source, n_grids, tiles.data, starts.data}));
  return list_tiles(context, tiles, {starts.data, n_grids}, builder.work, memory, &builder.sizes.slots);
}

/// Builds the batch that a source describes.
template <class Source>
Status reshape(Context& context, const Source& source, const ReshapePlan& plan, std::unique_ptr<GridBatch>& out) {
  const int64_t n = plan.transforms.n_grids;
  NodeBuilder builder(context, plan.transforms);
  backend::Scratch list_memory(context);
  backend::Scratch place_memory(context);
  const std::unique_ptr<GridSlots[]> slots(new (std::nothrow) GridSlots[size_t(n)]());
  if (!slots) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot build grid: out of host memory");
  const int64_t n_slots = plan_slots(plan.bounds, n, slots.get());
  const bool dense = n_slots <= dense_slot_limit(source.n_units);
  const int64_t lower_room = lower_guess(plan.lowers, source.n_units);
  DVDB_TRY(builder.place_table());
  if (dense) DVDB_TRY(builder.place_slots(n_slots, n_slots == 0 ? 0 : lower_room));
  DVDB_TRY(builder.start({slots.get(), plan.bounds}, nullptr, [](void*) {}));
  if (!dense) {
    DVDB_TRY(find_tiles(context, source, n, builder, list_memory));
    DVDB_TRY(builder.place_slots(builder.sizes.slots, lower_room));
    DVDB_TRY(builder.clear_slots());
  }
  const int64_t items = source.n_units * source.n_offsets;
  DVDB_TRY(backend::for_each(context, items, MarkTouchedBlocks<Source>{builder.work, source}));
  DVDB_TRY(builder.rank_blocks());
  DVDB_TRY(backend::for_each(context, items, MarkTouchedLeaves<Source>{builder.work, source}));
  DVDB_TRY(builder.rank_leaves());
  DVDB_TRY(builder.read_report());
  if (builder.sizes.lowers > builder.work.lower_room) {
    DVDB_TRY(builder.place_lowers(builder.sizes.lowers));
    DVDB_TRY(backend::for_each(context, items, MarkTouchedLeaves<Source>{builder.work, source}));
    DVDB_TRY(builder.rank_leaves());
    DVDB_TRY(builder.read_report());
  }
  DVDB_TRY(builder.place_nodes());
  const Nodes& made = builder.nodes;
  Span<LeafPlace> places;
  DVDB_TRY(list_leaves(context, made.lowers, made.lower_origins, made.n_lowers, made.n_leaves, place_memory, places));
  DVDB_TRY(backend::for_each(context, made.n_leaves * 8, WriteWords<Source>{source, places.data, made.leaves}, 512));
  if (!plan.tight) DVDB_TRY(measure_bounds(context, made, places.data, n, builder.work.bounds));
  DVDB_TRY(builder.rank_voxels());
  return builder.finish(out);
}

}  // namespace dvdb::nodes
