/// Sources of leaves that are related per axis, and what reshaping them takes.
#pragma once

#include "core/nodes/leaf_words.hpp"
#include "core/nodes/near.hpp"
#include "core/nodes/relate.hpp"
#include "core/nodes/reshape.hpp"

namespace dvdb::nodes {

/// Voxels have few related ones, but these may have many: the source's leaves add to the result's.
inline bool shrinks(const Relation& relation) {
  for (const AxisMap& axis : relation.axes) {
    if (axis.from != 1) return false;
  }
  return !relation.shifts();
}

/// The source of a relation per axis.
struct AxisSource {
  SourceLeaves source;
  Relation relation;
  bool holes;
  int64_t n_units;
  Parts parts;
  int64_t extents[3];  // leaves along the axes that hold all voxels of any grid of the source

  using Unit = SourceUnit;
  DVDB_FN Unit load(int64_t unit) const { return SourceUnit::load(source, unit); }
  DVDB_FN LeafBox box(int64_t unit) const {
    const LeafPlace place = source.places[unit];
    const auto low = [&](int axis) {
      return LeafBox::clamp(relation.axes[axis].first(place.origin[axis]) >> kLeafLog2);
    };
    const auto high = [&](int axis) {
      return LeafBox::clamp(relation.axes[axis].last(int64_t(place.origin[axis]) + 7) >> kLeafLog2);
    };
    return {{low(0), low(1), low(2)}, {high(0), high(1), high(2)}, place.grid};
  }
  DVDB_FN uint32_t touching(const Unit& unit, int axis, int64_t to) const {
    const AxisMap& map = relation.axes[axis];
    const int64_t from = unit.origin[axis];
    if (!holes) {
      const AxisMap back = map.reversed();
      return bit_range(back.first(to) - from, back.last(to + 7) - from);
    }
    uint32_t bits = 0;
    for (int s = 0; s < 8; ++s) bits |= bit_range(map.first(from + s) - to, map.last(from + s) - to) != 0 ? 1u << s : 0;
    return bits;
  }
  DVDB_FN bool touches(const Unit& unit, uint32_t x, uint32_t y, uint32_t z) const {
    return unit.has_any(source, x, y, z);
  }

  Status place_words(Context& context, Span<const LeafPlace> places, const Nodes& made) const {
    constexpr int64_t kGrain = 512;
    if (NearBox<false>::fits(relation)) {
      backend::Scratch memory(context);
      WriteNear<NearBox<false>> write{{}, made.leaves};
      DVDB_TRY(NearBox<false>::make(context, source, relation, places, memory, write.near));
      return backend::for_each(context, places.size * 8, write, kGrain);
    }
    int64_t most[3];
    if (shrinks(relation)) {
      for (int axis = 0; axis < 3; ++axis) most[axis] = relation.axes[axis].most_nodes(kLeafLog2);
      DVDB_TRY(backend::fill(context, made.leaves, 0, 1, made.n_leaves * int64_t(sizeof(Leaf))));
      return Window::each(most, [&](const Window& window, int64_t grain) {
        return backend::for_each(context, n_units, AddRelated{source, relation, window, made.view(), made.leaves},
                                 grain);
      });
    }
    for (int axis = 0; axis < 3; ++axis)
      most[axis] = min_of(extents[axis], relation.axes[axis].reversed().most_nodes(kLeafLog2));
    // Growing grids have few source slices for a leaf: one item maps each of them once, where there are leaves enough.
    constexpr int64_t kManyLeaves = int64_t(1) << 15;
    bool grows = places.size >= kManyLeaves;
    for (const AxisMap& axis : relation.axes) grows = grows && axis.to == 1 && !axis.shifts();
    const RelatedLeaves related(relation);
    return Window::each(most, [&](const Window& window, int64_t grain) {
      if (grows) {
        const WriteRelated<8> write{source, related, window, places.data, made.leaves};
        return backend::for_each(context, places.size, write, grain);
      }
      const WriteRelated<1> write{source, related, window, places.data, made.leaves};
      return backend::for_each(context, places.size * 8, write, grain);
    });
  }
};

/// The leaves of a batch, listed.
struct Listed {
  backend::Scratch memory;
  SourceLeaves source = {};
  Span<LeafPlace> places;

  explicit Listed(Context& context) : memory(context) {}
  Status place(Context& context, const MaskedBatch& batch) {
    const GridView& view = batch.batch->view;
    DVDB_TRY(list_leaves(context, view, memory, places));
    source = {view, places.data, batch.words};
    return {};
  }
};

/// Bounds of what is related to the voxels of each grid.
Status relate_bounds(Context& context, const GridBatch& source, const Relation& relation, const char* what,
                     Bounds* out);

/// No more lower nodes than there are blocks in the bounds.
inline ReshapePlan plan_of(const GridBatch& batch, const Transforms& transforms, const Bounds* bounds, bool tight,
                           int64_t lowers) {
  return {transforms, bounds, tight, min_of(lowers, count_blocks(bounds, batch.view.n_grids))};
}

inline constexpr int64_t kMany = int64_t(1) << 44;

inline int64_t times(int64_t a, int64_t b) { return a > kMany / max_of<int64_t>(b, 1) ? kMany : a * b; }

/// The most leaves of the result that those of the source touch, by axis.
struct LeafDims {
  int64_t dims[3];

  explicit LeafDims(const Relation& relation)
      : dims{relation.axes[0].most_nodes(kLeafLog2), relation.axes[1].most_nodes(kLeafLog2),
             relation.axes[2].most_nodes(kLeafLog2)} {}
};

}  // namespace dvdb::nodes
