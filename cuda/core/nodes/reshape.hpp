/// Builds a batch from leaves instead of points: a source says which leaves of the result each of its units may touch,
/// and what the words of a leaf of the result are.
///
/// A source is a trivially copyable type of namespace scope with
///   int64_t n_units              units, in the order of their grids
///   Parts parts                  how the leaves that a unit may touch are dealt out to items
///   LeafBox box(unit)            the leaves that a unit may touch
///   Unit load(unit)              what the source keeps at hand of a unit
///   uint32_t touching(Unit, axis, from)   the unit's slices along an axis that may touch leaves that begin there
///   bool touches(Unit, x, y, z)  whether a unit touches the leaf for which the axes gave those slices
///   place_words(context, places, made)     host: launches what writes the words of all leaves of the result
#pragma once

#include <climits>
#include <new>

#include "backend/api/launch.hpp"
#include "backend/api/special/points/point_passes.hpp"
#include "core/leaf_places.hpp"
#include "core/nodes/builder.hpp"
#include "core/nodes/list_tiles.hpp"

namespace dvdb::nodes {

/// Leaves of a grid, inclusive, in units of leaves; cut to what int32 voxels can have.
struct LeafBox {
  Coord low;
  Coord high;
  uint32_t grid;

  DVDB_FN static int32_t clamp(int64_t leaf) {
    return int32_t(max_of<int64_t>(INT32_MIN >> kLeafLog2, min_of<int64_t>(leaf, INT32_MAX >> kLeafLog2)));
  }
};

inline constexpr int kLog2 = kLowerLog2 - kLeafLog2;  // leaves along a block

/// Items take all leaves of a unit, or a box of them. A thread of a GPU looks at one leaf after the other, and a call
/// that is canceled waits for those that have begun: a box that a unit touches may have millions.
struct Parts {
  static constexpr int64_t kFewLeaves = 64;          // that one item looks at,
  static constexpr int64_t kMostLeaves = 1024;       // or so many where there are enough items,
  static constexpr int64_t kManyItems = 1 << 20;     // which are so many, or units
  static constexpr int64_t kManyUnits = 32768;       // enough to keep a GPU busy with a unit each
  static constexpr int64_t kSpan = 32;               // leaves of an item along the longest axis
  static constexpr int64_t kGrain = 512;             // items that a host thread takes at a time,
  static constexpr int64_t kLeavesAtOnce = 1 << 16;  // fewer if they look at more leaves, as it may be told to end
  int32_t span[3] = {};                              // leaves of an item along the axes
  int32_t cuts[3] = {1, 1, 1};                       // items along the axes
  int64_t count = 1;                                 // items of a unit
  int64_t leaves = 1;                                // that an item looks at, at the most

  /// For so many units that touch so many leaves along the axes.
  static Parts of(const int64_t (&dims)[3], int64_t n_units) {
    Parts parts;
    int64_t span[3];
    for (int axis = 0; axis < 3; ++axis) span[axis] = max_of<int64_t>(1, dims[axis]);
    const auto longest = [&] { return span[1] > span[0] ? (span[2] > span[1] ? 2 : 1) : span[2] > span[0] ? 2 : 0; };
    const auto is_above = [&](double most) { return double(span[0]) * double(span[1]) * double(span[2]) > most; };
    const int axis = longest();
    if (is_above(kFewLeaves)) {
      const double items = double(span[0]) * double(span[1]) * double(span[2]) * double(n_units) / double(kManyItems);
      const double most =
          n_units >= kManyUnits ? double(kMostLeaves) : max_of(double(kFewLeaves), min_of(double(kMostLeaves), items));
      span[axis] = min_of(span[axis], kSpan);
      while (is_above(most)) {
        int64_t& own = span[longest()];
        own = (own + 1) / 2;
      }
    } else if (n_units < kManyUnits) {
      span[axis] = 1;
    }
    for (int k = 0; k < 3; ++k) {
      parts.span[k] = int32_t(span[k]);
      parts.cuts[k] = int32_t((max_of<int64_t>(1, dims[k]) + span[k] - 1) / span[k]);
      parts.count *= parts.cuts[k];
      parts.leaves *= span[k];
    }
    return parts;
  }
  int64_t grain() const { return max_of<int64_t>(1, min_of(kGrain, kLeavesAtOnce / max_of<int64_t>(1, leaves))); }
  DVDB_FN int64_t unit_of(int64_t item) const { return count == 1 ? item : item / count; }
  /// Cuts a unit's box to an item's part; false when nothing is left.
  DVDB_FN bool cut(int64_t item, LeafBox& box) const {
    if (count > 1) {
      int64_t part = item % count;
      return cut_axis(2, part, box.low.z, box.high.z) && cut_axis(1, part, box.low.y, box.high.y) &&
             cut_axis(0, part, box.low.x, box.high.x);
    }
    return box.low.x <= box.high.x && box.low.y <= box.high.y && box.low.z <= box.high.z;
  }

 private:
  DVDB_FN bool cut_axis(int axis, int64_t& part, int32_t& low, int32_t& high) const {
    if (cuts[axis] == 1) return low <= high;
    const int64_t first = int64_t(low) + part % cuts[axis] * span[axis];
    part /= cuts[axis];
    if (first > high) return false;
    low = int32_t(first);
    high = int32_t(min_of<int64_t>(high, first + span[axis] - 1));
    return true;
  }
};

/// Calls f(x, y, z) for the leaves of a box that a unit touches; stops when f returns true, and says so.
template <class Source, class F>
DVDB_FN bool any_touched(const Source& source, const typename Source::Unit& unit, const Coord& low, const Coord& high,
                         F f) {
  for (int32_t x = low.x; x <= high.x; ++x) {
    const uint32_t in_x = source.touching(unit, 0, x * 8);
    if (in_x == 0) continue;
    for (int32_t y = low.y; y <= high.y; ++y) {
      const uint32_t in_y = source.touching(unit, 1, y * 8);
      if (in_y == 0) continue;
      for (int32_t z = low.z; z <= high.z; ++z) {
        if (source.touches(unit, in_x, in_y, source.touching(unit, 2, z * 8)) && f(x, y, z)) return true;
      }
    }
  }
  return false;
}

/// The mask word of a leaf's block and the bit in it; false when no slot covers it.
DVDB_FN bool find_block(const Work& w, const GridSlots& own, const Coord& leaf, NodeWord** word, uint32_t* at) {
  if (!w.slots.covers(own, leaf)) return false;
  const uint32_t offset = upper_offset(leaf);
  *word = &w.uppers[w.slots.slot_of(own, leaf) * kUpperWords + (offset >> 6)];
  *at = offset & 63;
  return true;
}

/// Calls f(unit, box, slots) for the part of a unit's box that an item of a launch sees to, and the slots of its grid.
template <class Source, class F>
DVDB_FN void with_part(const Work& w, const Source& source, int64_t i, F f) {
  const int64_t unit = source.parts.unit_of(i);
  LeafBox box = source.box(unit);
  if (source.parts.cut(i, box)) f(unit, box, w.grid_slots[box.grid]);
}

/// Marks the blocks of touched leaves.
template <class Source>
struct MarkTouchedBlocks {
  Work w;
  Source source;

  DVDB_FN void operator()(int64_t i) const {
    if (!slots_fit(w)) return;
    with_part(w, source, i, [&](int64_t unit, const LeafBox& box, const GridSlots& own) {
      const Coord low{box.low.x >> kLog2, box.low.y >> kLog2, box.low.z >> kLog2};
      const Coord high{box.high.x >> kLog2, box.high.y >> kLog2, box.high.z >> kLog2};
      for (int32_t x = low.x; x <= high.x; ++x) {
        for (int32_t y = low.y; y <= high.y; ++y) {
          for (int32_t z = low.z; z <= high.z; ++z) mark(unit, box, own, {x << kLog2, y << kLog2, z << kLog2});
        }
      }
    });
  }
  /// Marks a block, given by its first leaf, if the unit touches a leaf in it.
  DVDB_FN void mark(int64_t unit, const LeafBox& box, const GridSlots& own, const Coord& block) const {
    NodeWord* word;
    uint32_t at;
    const Coord origin{block.x * 8, block.y * 8, block.z * 8};
    if (!find_block(w, own, origin, &word, &at) || (backend::peek(&word->mask) & bit(at)) != 0) return;
    const int32_t last = (1 << kLog2) - 1;
    const Coord from{max_of(box.low.x, block.x), max_of(box.low.y, block.y), max_of(box.low.z, block.z)};
    const Coord to{min_of(box.high.x, block.x + last), min_of(box.high.y, block.y + last),
                   min_of(box.high.z, block.z + last)};
    if (any_touched(source, source.load(unit), from, to, [](int32_t, int32_t, int32_t) { return true; }))
      mark_block(w, own, origin);
  }
};

/// Marks touched leaves.
template <class Source>
struct MarkTouchedLeaves {
  Work w;
  Source source;

  DVDB_FN void operator()(int64_t i) const {
    if (!lowers_fit(w)) return;
    with_part(w, source, i, [&](int64_t unit, const LeafBox& box, const GridSlots& own) { mark(unit, box, own); });
  }
  DVDB_FN void mark(int64_t unit, const LeafBox& box, const GridSlots& own) const {
    const typename Source::Unit loaded = source.load(unit);
    Coord block{0, 0, 0};
    NodeWord* lower = nullptr;  // of that block
    any_touched(source, loaded, box.low, box.high, [&](int32_t x, int32_t y, int32_t z) {
      const Coord leaf{x * 8, y * 8, z * 8};
      const Coord own_block{x >> kLog2, y >> kLog2, z >> kLog2};
      if (lower == nullptr || own_block.x != block.x || own_block.y != block.y || own_block.z != block.z) {
        NodeWord* word;
        uint32_t at;
        if (!find_block(w, own, leaf, &word, &at)) return false;
        lower = &w.lowers[int64_t(word->child(at)) * kLowerWords];
        block = own_block;
      }
      const uint32_t child = lower_offset(leaf);
      set_bit(&lower[child >> 6].mask, child & 63);
      return false;
    });
  }
};

/// Lists the tiles that each unit may touch, as coordinates in them.
template <class Source>
struct ListTiles {
  Source source;
  int64_t n_grids;
  Coord* out;       // null to count only
  int64_t* starts;  // [n_grids + 1]

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

/// Writes the words of the leaves of a source that has word(grid, leaf, x).
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

template <class Source>
Status write_words(Context& context, const Source& source, Span<const LeafPlace> places, const Nodes& made) {
  return backend::for_each(context, places.size * 8, WriteWords<Source>{source, places.data, made.leaves}, 512);
}

/// Facts about a reshape that the host knows before it starts.
struct ReshapePlan {
  Transforms transforms;
  const Bounds* bounds;  // [n_grids] hold all voxels of the result; empty ones for grids without any
  bool tight;            // the bounds are the result's
  int64_t lowers;        // no more lower nodes than this are touched
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
Status find_tiles(Context& context, const Source& source, int64_t n_grids, NodeBuilder& builder,
                  backend::Scratch& memory) {
  backend::Scratch start_memory(context);
  backend::Scratch tile_memory(context);
  Span<int64_t> starts;
  Span<Coord> tiles;
  int64_t count = 0;
  DVDB_TRY(start_memory.allocate(n_grids + 1, starts));
  DVDB_TRY(backend::for_each_scan(context, source.n_units, ListTiles<Source>{source, n_grids, nullptr, starts.data}));
  DVDB_TRY(backend::download(context, &count, starts.data + n_grids, int64_t(sizeof count)));
  DVDB_TRY(tile_memory.allocate(count, tiles));
  DVDB_TRY(
      backend::for_each_scan(context, source.n_units, ListTiles<Source>{source, n_grids, tiles.data, starts.data}));
  return list_tiles(context, tiles, {starts.data, n_grids}, builder.work, memory, &builder.sizes.slots);
}

/// Builds the batch that a source describes in parts, between which the host has to wait: several may do so together.
template <class Source>
class Reshaping {
 public:
  NodeBuilder builder;

  /// Keeps what the plan points to, too.
  Reshaping(Context& context, const Source& source, const ReshapePlan& plan)
      : builder(context, plan.transforms),
        context_(context),
        source_(source),
        plan_(plan),
        list_memory_(context),
        place_memory_(context) {}

  /// Counts the nodes; `builder` has the report.
  Status count(int report_place = 0) {
    const int64_t n = plan_.transforms.n_grids;
    const std::unique_ptr<GridSlots[]> slots(new (std::nothrow) GridSlots[size_t(n)]());
    if (!slots) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot build grid: out of host memory");
    const int64_t n_slots = plan_slots(plan_.bounds, n, slots.get());
    const bool dense = n_slots <= dense_slot_limit(source_.n_units);
    const int64_t lower_room = lower_guess(plan_.lowers, source_.n_units);
    DVDB_TRY(builder.place_table(report_place));
    if (dense) DVDB_TRY(builder.place_slots(n_slots, n_slots == 0 ? 0 : lower_room));
    DVDB_TRY(builder.start({slots.get(), plan_.bounds}, nullptr, [](void*) {}));
    if (!dense) {
      DVDB_TRY(find_tiles(context_, source_, n, builder, list_memory_));
      DVDB_TRY(builder.place_slots(builder.sizes.slots, lower_room));
      DVDB_TRY(builder.clear_slots());
    }
    DVDB_TRY(
        backend::for_each(context_, items(), MarkTouchedBlocks<Source>{builder.work, source_}, source_.parts.grain()));
    DVDB_TRY(builder.rank_blocks());
    return count_leaves();
  }

  /// Whether more lower nodes were found than there was room for.
  bool lacks_room() const { return builder.sizes.lowers > builder.work.lower_room; }

  /// Counts again, with room.
  Status count_again() {
    DVDB_TRY(builder.place_lowers(builder.sizes.lowers));
    return count_leaves();
  }

  /// Writes the result; `builder` finishes it.
  Status write() {
    DVDB_TRY(builder.place_nodes());
    const Nodes& made = builder.nodes;
    Span<LeafPlace> places;
    DVDB_TRY(place_memory_.allocate(made.n_leaves, places));
    DVDB_TRY(list_leaves(context_, made.lowers, made.lower_origins, made.n_lowers, places.data));
    DVDB_TRY(source_.place_words(context_, places, made));
    if (!plan_.tight)
      DVDB_TRY(measure_bounds(context_, made, places.data, plan_.transforms.n_grids, builder.work.bounds));
    return builder.rank_voxels();
  }

 private:
  int64_t items() const { return source_.n_units * source_.parts.count; }
  Status count_leaves() {
    DVDB_TRY(
        backend::for_each(context_, items(), MarkTouchedLeaves<Source>{builder.work, source_}, source_.parts.grain()));
    return builder.rank_leaves();
  }

  Context& context_;
  const Source source_;
  const ReshapePlan plan_;
  backend::Scratch list_memory_;
  backend::Scratch place_memory_;
};

/// Builds the batch that a source describes.
template <class Source>
Status reshape(Context& context, const Source& source, const ReshapePlan& plan, std::unique_ptr<GridBatch>& out) {
  Reshaping<Source> made(context, source, plan);
  DVDB_TRY(made.count());
  DVDB_TRY(made.builder.read_report());
  if (made.lacks_room()) {
    DVDB_TRY(made.count_again());
    DVDB_TRY(made.builder.read_report());
  }
  DVDB_TRY(made.write());
  return made.builder.finish(out);
}

}  // namespace dvdb::nodes
