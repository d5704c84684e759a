/// Rows of partners, leaf by leaf where both grids align, else voxel by voxel.
#include "core/row_map.hpp"

#include "backend/api/launch.hpp"
#include "core/leaf_finder.hpp"
#include "core/leaf_places.hpp"

namespace dvdb {

namespace {

/// The leaf of the other grid that a leaf's voxels lead to.
struct alignas(16) Partner {
  int64_t leaf;       // -1 for none
  int64_t first_row;  // what the other grid's rows count from
};

/// Finds the partners of the leaves of one word of a lower node.
struct FindPartners {
  GridView grid;
  GridView other;
  CoordMap map;  // keeps leaves
  bool in_grid;
  Partner* out;  // [n_leaves]

  DVDB_FN void operator()(int64_t i) const {
    const NodeWord word = grid.lowers[i];
    if (word.mask == 0) return;
    const LowerOrigin lower = grid.lower_origins[i / kLowerWords];
    const GridHead& head = other.heads[lower.grid];
    LeafFinder finder(other, head);
    int64_t leaf = word.base;
    for (uint64_t rest = word.mask; rest != 0; rest &= rest - 1, ++leaf) {
      Coord to;
      const bool fits =
          map.apply(lower_child_origin(lower.ijk, uint32_t(i % kLowerWords) * 64 + uint32_t(lowest_bit(rest))), &to);
      out[leaf] = {fits ? finder.find_leaf(to) : GridView::kMissing, in_grid ? head.first_row : 0};
    }
  }
};

/// Writes the rows of one slice of a leaf from the masks of both leaves.
struct WritePartnerRows {
  GridView grid;
  GridView other;
  const Partner* partners;  // [n_leaves]
  int64_t* out;             // [n_voxels]

  DVDB_FN void operator()(int64_t i) const {
    const LeafSlice own = LeafSlice::of(grid, i);
    if (own.voxels == 0) return;
    const Partner partner = partners[own.leaf];
    uint64_t theirs = 0;
    int64_t first = 0;
    if (partner.leaf >= 0) {
      const Leaf& found = other.leaves[partner.leaf];
      theirs = found.mask[own.slice];
      first = found.row(own.slice, 0) - partner.first_row;
    }
    own.each(grid, [&](int64_t row, uint32_t at) {
      out[row] = theirs >> at & 1 ? first + rank_below(theirs, at) : GridView::kMissing;
    });
  }
};

/// Looks up each voxel of one slice of a leaf.
struct WriteMappedRows {
  GridView grid;
  GridView other;
  CoordMap map;
  bool in_grid;
  const LeafPlace* places;  // [n_leaves]
  int64_t* out;             // [n_voxels]

  DVDB_FN void operator()(int64_t i) const {
    const LeafSlice own = LeafSlice::of(grid, i);
    if (own.voxels == 0) return;
    const LeafPlace place = places[own.leaf];
    const GridHead& head = other.heads[place.grid];
    LeafFinder finder(other, head);
    own.each(grid, [&](int64_t row, uint32_t at) {
      Coord to;
      const bool fits = map.apply(leaf_voxel(place.origin, own.slice * 64 + at), &to);
      const int64_t found = fits ? finder.find_row(to) : GridView::kMissing;
      out[row] = found >= 0 && in_grid ? found - head.first_row : found;
    });
  }
};

}  // namespace

Status check_same_grids(Context& context, const GridView& a, const GridView& b) {
  if (a.n_grids == b.n_grids) return {};
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use batches together: one has %lld grids, the other %lld",
              static_cast<long long>(a.n_grids), static_cast<long long>(b.n_grids));
}

Status write_row_map(Context& context, const GridView& grid, const GridView& other, const CoordMap& map, bool in_grid,
                     Span<int64_t> out) {
  backend::Scratch memory(context);
  if (map.keeps_leaves()) {
    Span<Partner> partners;
    DVDB_TRY(memory.allocate(grid.n_leaves, partners));
    DVDB_TRY(backend::for_each(context, grid.n_lowers * kLowerWords,
                               FindPartners{grid, other, map, in_grid, partners.data}));
    return backend::for_each(context, grid.n_leaves * 8, WritePartnerRows{grid, other, partners.data, out.data});
  }
  Span<LeafPlace> places;
  DVDB_TRY(list_leaves(context, grid, memory, places));
  return backend::for_each(context, grid.n_leaves * 8,
                           WriteMappedRows{grid, other, map, in_grid, places.data, out.data});
}

}  // namespace dvdb
