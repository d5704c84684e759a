/// Relations: their limits, their sources of leaves, and their division into steps by axes.
#include "core/nodes/relate.hpp"

#include "core/nodes/axis_source.hpp"

namespace dvdb::nodes {

namespace {

/// Instead of kMostLeaves for grids so small that the time is that of the launches.
constexpr int64_t kMostOfFew = 125;
constexpr int64_t kFewLeaves = 16384;

/// The source of a relation that spreads voxels far apart along one axis alone. Its units are the slices of leaves: a
/// leaf as a whole would span all the empty leaves between the results of its slices.
struct StrideSource : AxisSource {
  int axis;

  struct Unit {
    SourceUnit leaf;
    int slice;
  };

  /// The axis, or -1 if the relation is of another kind.
  static int axis_of(const Relation& relation) {
    int found = -1;
    for (int axis = 0; axis < 3; ++axis) {
      const AxisMap& map = relation.axes[axis];
      if (map.is_identity()) continue;
      if (found >= 0 || map.to != 1 || map.from < 64 || map.from / 4 < map.high - map.low + 1) return -1;
      found = axis;
    }
    return found;
  }
  DVDB_FN Unit load(int64_t unit) const { return {SourceUnit::load(source, unit / 8), int(unit % 8)}; }
  DVDB_FN LeafBox box(int64_t unit) const {
    const LeafPlace place = source.places[unit / 8];
    const auto leaf_at = [&](int along, bool is_last) {
      const AxisMap& map = relation.axes[along];
      const int64_t from = place.origin[along];
      const int64_t slice = along == axis ? unit % 8 : is_last ? 7 : 0;
      return LeafBox::clamp((is_last ? map.last(from + slice) : map.first(from + slice)) >> kLeafLog2);
    };
    return {{leaf_at(0, false), leaf_at(1, false), leaf_at(2, false)},
            {leaf_at(0, true), leaf_at(1, true), leaf_at(2, true)},
            place.grid};
  }
  DVDB_FN uint32_t touching(const Unit& unit, int along, int64_t to) const {
    const uint32_t bits = AxisSource::touching(unit.leaf, along, to);
    return along == axis ? bits & 1u << unit.slice : bits;
  }
  DVDB_FN bool touches(const Unit& unit, uint32_t x, uint32_t y, uint32_t z) const {
    return AxisSource::touches(unit.leaf, x, y, z);
  }
};

/// The source of one step to neighbors.
struct StepSource {
  SourceLeaves source;
  Steps steps;
  int64_t n_units;
  Parts parts = {};

  using Unit = SourceUnit;
  DVDB_FN Unit load(int64_t unit) const { return SourceUnit::load(source, unit); }
  DVDB_FN LeafBox box(int64_t unit) const {
    const LeafPlace place = source.places[unit];
    const auto low = [&](int axis) {
      return LeafBox::clamp((place.origin[axis] >> kLeafLog2) - (steps.down[axis] ? 1 : 0));
    };
    const auto high = [&](int axis) {
      return LeafBox::clamp((place.origin[axis] >> kLeafLog2) + (steps.up[axis] ? 1 : 0));
    };
    return {{low(0), low(1), low(2)}, {high(0), high(1), high(2)}, place.grid};
  }
  /// All slices of the leaf itself, the last ones of the leaves beside it.
  DVDB_FN uint32_t touching(const Unit& unit, int axis, int32_t to) const {
    return to < unit.origin[axis] ? 1 : to > unit.origin[axis] ? 128 : 255;
  }
  DVDB_FN bool touches(const Unit& unit, uint32_t x, uint32_t y, uint32_t z) const {
    const int sides = (x != 255) + (y != 255) + (z != 255);
    return sides <= steps.sides && unit.has_any(source, x, y, z);
  }

  Status place_words(Context& context, Span<const LeafPlace> places, const Nodes& made) const {
    backend::Scratch memory(context);
    WriteNear<NearSteps<false>> write{{}, made.leaves};
    DVDB_TRY(NearSteps<false>::make(context, source, steps, places, memory, write.near));
    return backend::for_each(context, places.size * 8, write, 512);
  }
};

/// Refuses results that no batch can hold, or not in the device's memory, as far as the sizes of the voxels' images
/// tell: without the leaves, a result would be counted in vain, which may take very long.
Status check_size(Context& context, const GridBatch& source, const Relation& relation, const char* what) {
  constexpr double kMostVoxels = 4294967295.0 * 512;  // of so many leaves
  double images = source.view.n_voxels > 0 ? 1 : 0;
  double disjoint = double(source.view.n_voxels);
  for (const AxisMap& axis : relation.axes) {
    const double image = double((axis.high - axis.low + 1) / axis.to);
    images *= image;
    disjoint *= axis.from >= axis.high - axis.low + 1 ? image : 0;
  }
  const double voxels = max_of(images, disjoint);
  const double fitting = double(backend::memory_size(context)) / double(sizeof(Leaf)) * 512;
  const double most = min_of(kMostVoxels, fitting);
  if (voxels <= most) return {};
  return fail(context, DVDB_UNSUPPORTED, "Cannot %s: the result has %.0f voxels or more, at most %.0f %s", what, voxels,
              most, most < kMostVoxels ? "fit the memory of the device" : "are possible");
}

template <class Source>
Status reshape_from(Context& context, const Source& source, const GridBatch& batch, const Transforms& transforms,
                    const Bounds* bounds, bool tight, int64_t lowers, std::unique_ptr<GridBatch>& out) {
  return reshape(context, source, plan_of(batch, transforms, bounds, tight, lowers), out);
}

Relation reversed(const Relation& relation) {
  return {{relation.axes[0].reversed(), relation.axes[1].reversed(), relation.axes[2].reversed()}};
}

/// Applies a relation in one go.
Status relate_at_once(Context& context, const MaskedBatch& from, const Relation& relation, const Transforms& transforms,
                      const char* what, std::unique_ptr<GridBatch>& out) {
  const GridBatch& batch = *from.batch;
  const std::unique_ptr<Bounds[]> bounds(new (std::nothrow) Bounds[size_t(batch.view.n_grids)]);
  if (!bounds) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot %s: out of host memory", what);
  DVDB_TRY(relate_bounds(context, batch, relation, what, bounds.get()));
  Listed listed(context);
  DVDB_TRY(listed.place(context, from));
  const auto& dims = LeafDims(relation).dims;
  const int64_t lowers = times(batch.view.n_lowers, relation.most_nodes(kLowerLog2));
  const bool holes = relation.has_holes();
  const bool tight = !holes && from.words == nullptr;
  if (Steps::fits(relation)) {
    const StepSource source{listed.source, Steps::of(relation, 3), batch.view.n_leaves,
                            Parts::of(dims, batch.view.n_leaves)};
    return reshape_from(context, source, batch, transforms, bounds.get(), tight, lowers, out);
  }
  int64_t extents[3] = {1, 1, 1};
  for (int64_t k = 0; k < 3 * batch.view.n_grids; ++k) {
    const int32_t* own = &batch.bounds[size_t(k / 3 * 6 + k % 3)];
    extents[k % 3] = max_of<int64_t>(extents[k % 3], (own[3] >> kLeafLog2) - (own[0] >> kLeafLog2) + 1);
  }
  if (const int axis = StrideSource::axis_of(relation); axis >= 0) {
    const int64_t n_units = 8 * batch.view.n_leaves;
    int64_t own[3] = {1, 1, 1};
    own[axis] = (relation.axes[axis].high - relation.axes[axis].low) / 8 + 2;
    const StrideSource source{
        {listed.source, relation, holes, n_units, Parts::of(own, n_units), {extents[0], extents[1], extents[2]}}, axis};
    return reshape_from(context, source, batch, transforms, bounds.get(), tight, lowers, out);
  }
  const AxisSource source{listed.source,
                          relation,
                          holes,
                          batch.view.n_leaves,
                          Parts::of(dims, batch.view.n_leaves),
                          {extents[0], extents[1], extents[2]}};
  return reshape_from(context, source, batch, transforms, bounds.get(), tight, lowers, out);
}

}  // namespace

Status relate_bounds(Context& context, const GridBatch& source, const Relation& relation, const char* what,
                     Bounds* out) {
  const int64_t n = source.view.n_grids;
  const int64_t* rows = source.starts_of(kRowStarts);
  for (int64_t grid = 0; grid < n; ++grid) {
    out[grid] = {{INT_MAX, INT_MAX, INT_MAX}, {INT_MIN, INT_MIN, INT_MIN}};
    if (rows[grid] == rows[grid + 1]) continue;
    for (int axis = 0; axis < 3; ++axis) {
      const int32_t* own = &source.bounds[size_t(6 * grid)];
      const int64_t low = relation.axes[axis].first(own[axis]);
      const int64_t high = relation.axes[axis].last(own[3 + axis]);
      if (low < INT_MIN || high > INT_MAX) {
        return fail(context, DVDB_INVALID_ARGUMENT,
                    "Cannot %s: voxels %lld to %lld of grid %lld along axis %d do not fit int32", what,
                    static_cast<long long>(low), static_cast<long long>(high), static_cast<long long>(grid), axis);
      }
      out[grid].low[axis] = int32_t(low);
      out[grid].high[axis] = int32_t(high);
    }
    if (out[grid].low[0] > out[grid].high[0] || out[grid].low[1] > out[grid].high[1] ||
        out[grid].low[2] > out[grid].high[2]) {
      out[grid] = {{INT_MAX, INT_MAX, INT_MAX}, {INT_MIN, INT_MIN, INT_MIN}};  // all voxels fall into holes
    }
  }
  return {};
}

int64_t AxisMap::most_nodes(int log2) const {
  const int64_t size = int64_t(1) << log2;
  const auto nodes = [&](int64_t k) { return (last(k * size + size - 1) >> log2) - (first(k * size) >> log2) + 1; };
  constexpr int32_t kMostTried = 4096;  // places of a node in the period of the relation
  if (to > kMostTried) return ((size - 1) * from + high - low) / to / size + 2;
  int64_t most = 1;
  for (int64_t k = 0; k < to; ++k) most = max_of(most, nodes(k));
  return most;
}

int64_t Relation::most_nodes(int log2) const {
  return times(times(axes[0].most_nodes(log2), axes[1].most_nodes(log2)), axes[2].most_nodes(log2));
}

Status check_relation(Context& context, const GridBatch& source, const Relation& relation, const char* what) {
  const std::unique_ptr<Bounds[]> bounds(new (std::nothrow) Bounds[size_t(source.view.n_grids)]);
  if (!bounds) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot %s: out of host memory", what);
  DVDB_TRY(relate_bounds(context, source, relation, what, bounds.get()));
  return check_size(context, source, relation, what);
}

Status relate(Context& context, const MaskedBatch& source, const Relation& relation, const Transforms& transforms,
              const char* what, std::unique_ptr<GridBatch>& out) {
  const Status fits = check_relation(context, *source.batch, relation, what);
  if (!fits.ok() && source.words == nullptr) return fits;
  if (!fits.ok()) {  // what is kept may still fit
    std::unique_ptr<GridBatch> kept;
    DVDB_TRY(relate_at_once(context, source, {}, transforms, what, kept));
    return relate(context, {kept.get()}, relation, transforms, what, out);
  }
  const int64_t around = shrinks(relation) ? 1 : reversed(relation).most_nodes(kLeafLog2);
  const int64_t most = source.batch->view.n_leaves <= kFewLeaves ? kMostOfFew : kMostLeaves;
  if (max_of(relation.most_nodes(kLeafLog2), around) <= most) {
    return relate_at_once(context, source, relation, transforms, what, out);
  }
  return by_axes(source, relation, out,
                 [&](const MaskedBatch& from, const Relation& one, std::unique_ptr<GridBatch>& made) {
                   return relate_at_once(context, from, one, transforms, what, made);
                 });
}

Status dilate_once(Context& context, const GridBatch& source, uint32_t neighbors, const Transforms& transforms,
                   std::unique_ptr<GridBatch>& out) {
  const std::unique_ptr<Bounds[]> bounds(new (std::nothrow) Bounds[size_t(source.view.n_grids)]);
  if (!bounds) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot dilate grid: out of host memory");
  Relation around;
  for (AxisMap& axis : around.axes) axis = {1, 1, -1, 1};
  DVDB_TRY(relate_bounds(context, source, around, "dilate grid", bounds.get()));
  Listed listed(context);
  DVDB_TRY(listed.place(context, {&source, nullptr}));
  const StepSource from{listed.source, Steps::of(around, neighbors == 18 ? 2 : 1), source.view.n_leaves,
                        Parts::of({3, 3, 3}, source.view.n_leaves)};
  return reshape_from(context, from, source, transforms, bounds.get(), true, source.view.n_lowers * 27, out);
}

namespace {

template <class Near, class Shape>
Status take_near(Context& context, const Listed& listed, const Shape& shape, uint64_t* out) {
  backend::Scratch memory(context);
  TakeNear<Near> take{{}, out};
  DVDB_TRY(Near::make(context, listed.source, shape, listed.places, memory, take.near));
  return backend::for_each(context, listed.places.size * 8, take, 512);
}

}  // namespace

Status erode_words(Context& context, const GridBatch& source, const Relation& box, uint64_t* out) {
  Listed listed(context);
  DVDB_TRY(listed.place(context, {&source, nullptr}));
  const Relation spread = reversed(box);  // of what is not active
  if (Steps::fits(spread)) return take_near<NearSteps<true>>(context, listed, Steps::of(spread, 3), out);
  if (NearBox<true>::fits(spread)) return take_near<NearBox<true>>(context, listed, spread, out);
  const RelatedLeaves related(spread);
  int64_t most[3];
  for (int axis = 0; axis < 3; ++axis) most[axis] = spread.axes[axis].reversed().most_nodes(kLeafLog2);
  return Window::each(most, [&](const Window& window, int64_t grain) {
    return backend::for_each(context, source.view.n_leaves * 8, TakeRelated{listed.source, related, window, out},
                             grain);
  });
}

Status erode_words(Context& context, const GridBatch& source, uint32_t neighbors, uint64_t* out) {
  Listed listed(context);
  DVDB_TRY(listed.place(context, {&source, nullptr}));
  Relation around;
  for (AxisMap& axis : around.axes) axis = {1, 1, -1, 1};
  return take_near<NearSteps<true>>(context, listed, Steps::of(around, neighbors == 18 ? 2 : 1), out);
}

}  // namespace dvdb::nodes
