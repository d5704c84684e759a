/// Grids of the voxels that are active in any of several batches.
#include <climits>
#include <new>

#include "core/nodes/leaf_source.hpp"
#include "core/nodes/reshape.hpp"
#include "topology/derive.hpp"

using namespace dvdb;

namespace {

/// The leaves of one grid of one source. Parts are sorted by grid.
struct MergedPart {
  int64_t first_unit;
  int64_t first_leaf;
  uint32_t source;
  uint32_t grid;
};

struct MergeSource {
  const GridView* sources;         // [n_sources]
  const LeafPlace* const* places;  // [n_sources] of [n_leaves]
  const MergedPart* grid_parts;    // [n_parts], those without leaves left out
  int64_t n_parts;
  int64_t n_sources;
  int64_t n_units;
  nodes::Parts parts = {};

  DVDB_FN nodes::LeafBox box(int64_t unit) const {
    const MergedPart* all = grid_parts;
    const MergedPart part =
        all[last_not_above(int64_t(0), n_parts, unit, [all](int64_t i) { return all[i].first_unit; })];
    const Coord origin = places[part.source][part.first_leaf + unit - part.first_unit].origin;
    const Coord leaf{origin.x >> kLeafLog2, origin.y >> kLeafLog2, origin.z >> kLeafLog2};
    return {leaf, leaf, part.grid};
  }
  struct Unit {};
  DVDB_FN Unit load(int64_t) const { return {}; }
  DVDB_FN uint32_t touching(const Unit&, int, int32_t) const { return 255; }
  DVDB_FN bool touches(const Unit&, uint32_t, uint32_t, uint32_t) const { return true; }
  Status place_words(Context& context, Span<const LeafPlace> at, const nodes::Nodes& made) const {
    return nodes::write_words(context, *this, at, made);
  }
  DVDB_FN uint64_t word(uint32_t grid, const Coord& leaf, uint32_t x) const {
    uint64_t all = 0;
    for (int64_t k = 0; k < n_sources; ++k) {
      LeafFinder finder(sources[k], sources[k].heads[grid]);
      const int64_t found = finder.find_leaf(leaf);
      if (found >= 0) all |= sources[k].leaves[found].mask[x];
    }
    return all;
  }
};

/// The host side of a merge.
class Merge {
 public:
  Merge(Context& context, uint32_t n_grids)
      : context_(context), n_grids_(n_grids), table_(context), place_memory_(context) {}

  Status find_sources(const uint32_t* grids, uint32_t n_sources) {
    n_sources_ = n_sources;
    batches_.reset(new (std::nothrow) const GridBatch*[n_sources]);
    if (!batches_) return out_of_memory();
    for (uint32_t k = 0; k < n_sources; ++k) {
      GridBatch* batch = nullptr;
      DVDB_TRY(find(context_, grids[k], &batch));
      DVDB_TRY(check_grid_count(context_, *batch, n_grids_));
      batches_[k] = batch;
      n_units_ += batch->view.n_leaves;
      n_lowers_ += batch->view.n_lowers;
    }
    return {};
  }

  Status run(const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) {
    DVDB_TRY(place());
    const std::unique_ptr<Bounds[]> bounds(new (std::nothrow) Bounds[size_t(n_grids_)]);
    if (!bounds) return out_of_memory();
    for (int64_t grid = 0; grid < n_grids_; ++grid) bounds[grid] = union_of(grid);
    return nodes::reshape(
        context_, source_,
        {transforms, bounds.get(), true, min_of(n_lowers_, nodes::count_blocks(bounds.get(), n_grids_))}, out);
  }

 private:
  Status out_of_memory() { return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot merge grids: out of host memory"); }
  bool has_voxels(uint32_t k, int64_t grid) const {
    const int64_t* rows = batches_[k]->starts_of(kRowStarts);
    return rows[grid] < rows[grid + 1];
  }

  Bounds union_of(int64_t grid) const {
    Bounds all = {{INT_MAX, INT_MAX, INT_MAX}, {INT_MIN, INT_MIN, INT_MIN}};
    for (uint32_t k = 0; k < n_sources_; ++k) {
      if (!has_voxels(k, grid)) continue;
      const int32_t* own = &batches_[k]->bounds[size_t(6 * grid)];
      for (int axis = 0; axis < 3; ++axis) {
        all.low[axis] = min_of(all.low[axis], own[axis]);
        all.high[axis] = max_of(all.high[axis], own[3 + axis]);
      }
    }
    return all;
  }

  /// Lists the leaves of the sources, and uploads the table of views, lists and parts.
  Status place() {
    backend::Layout layout;
    const int64_t views = layout.reserve<GridView>(n_sources_);
    const int64_t lists = layout.reserve<const LeafPlace*>(n_sources_);
    const int64_t parts = layout.reserve<MergedPart>(n_sources_ * n_grids_);
    const std::unique_ptr<uint8_t[]> image(new (std::nothrow) uint8_t[size_t(layout.bytes())]());
    if (!image) return out_of_memory();
    Span<LeafPlace> places;
    DVDB_TRY(place_memory_.allocate(n_units_, places));
    auto* host_parts = nodes::at<MergedPart>(image.get(), parts);
    LeafPlace* next = places.data;
    for (uint32_t k = 0; k < n_sources_; ++k) {
      const GridView& view = batches_[k]->view;
      nodes::at<GridView>(image.get(), views)[k] = view;
      nodes::at<const LeafPlace*>(image.get(), lists)[k] = next;
      DVDB_TRY(list_leaves(context_, view.lowers, view.lower_origins, view.n_lowers, next));
      next += view.n_leaves;
    }
    int64_t unit = 0;
    for (int64_t grid = 0; grid < n_grids_; ++grid) {
      for (uint32_t k = 0; k < n_sources_; ++k) {
        const int64_t* leaves = batches_[k]->starts_of(kLeafStarts) + grid;
        if (leaves[0] == leaves[1]) continue;
        host_parts[source_.n_parts++] = {unit, leaves[0], k, uint32_t(grid)};
        unit += leaves[1] - leaves[0];
      }
    }
    DVDB_TRY(table_.allocate(layout.bytes()));
    DVDB_TRY(backend::upload(context_, table_.data(), image.get(), layout.bytes()));
    source_.sources = nodes::at<GridView>(table_.data(), views);
    source_.places = nodes::at<const LeafPlace*>(table_.data(), lists);
    source_.grid_parts = nodes::at<MergedPart>(table_.data(), parts);
    source_.n_sources = n_sources_;
    source_.n_units = n_units_;
    return {};
  }

  Context& context_;
  const int64_t n_grids_;
  backend::Scratch table_;
  backend::Scratch place_memory_;
  std::unique_ptr<const GridBatch*[]> batches_;
  uint32_t n_sources_ = 0;
  int64_t n_units_ = 0;
  int64_t n_lowers_ = 0;
  MergeSource source_ = {};
};

}  // namespace

Status operators::merged_grid(Context& c, const MergedGridArgs& a) {
  Merge merge(c, a.n_grids);
  DVDB_TRY(merge.find_sources(a.grids, a.n_sources));
  return derive(c, a, [&](const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) {
    return merge.run(transforms, out);
  });
}
