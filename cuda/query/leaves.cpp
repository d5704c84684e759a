/// The leaves of a batch: their origins, grids and neighbors.
#include "core/leaf_neighbors.hpp"
#include "query/lookup.hpp"

using namespace dvdb;

namespace {

struct WriteLeafOrigins {
  const LeafPlace* places;
  Coord* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = places[i].origin; }
};

struct WriteLeafGrids {
  const LeafPlace* places;
  int32_t* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = int32_t(places[i].grid); }
};

struct WidenIndices {
  const uint32_t* leaves;
  int64_t* out;

  DVDB_FN void operator()(int64_t i) const {
    out[i] = leaves[i] == LeafNeighbors::kNone ? GridView::kMissing : int64_t(leaves[i]);
  }
};

struct WriteRowGrids {
  BatchOffsets batch;
  int32_t* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = int32_t(batch.list_of(i)); }
};

/// Lists the leaves of a batch, and passes them on.
template <class Body>
Status with_leaves(Context& c, const GridView& grid, Body body) {
  backend::Scratch memory(c);
  Span<LeafPlace> places;
  DVDB_TRY(list_leaves(c, grid, memory, places));
  return body(places);
}

}  // namespace

Status operators::leaf_origins(Context& c, const LeafOriginsArgs& a) {
  return with_leaves(c, a.grid->view, [&](Span<LeafPlace> places) {
    return backend::for_each(c, places.size, WriteLeafOrigins{places.data, coords_of(a.out).data});
  });
}

Status operators::leaf_grids(Context& c, const LeafGridsArgs& a) {
  return with_leaves(c, a.grid->view, [&](Span<LeafPlace> places) {
    return backend::for_each(c, places.size, WriteLeafGrids{places.data, a.out.data});
  });
}

Status operators::leaf_neighbors(Context& c, const LeafNeighborsArgs& a) {
  return with_leaves(c, a.grid->view, [&](Span<LeafPlace> places) -> Status {
    backend::Scratch memory(c);
    LeafNeighbors neighbors;
    DVDB_TRY(find_leaf_neighbors(c, a.grid->view, places, {-1, -1, -1}, {1, 1, 1}, memory, neighbors));
    return backend::for_each(c, a.out.size, WidenIndices{neighbors.leaves, a.out.data});
  });
}

Status operators::row_grids(Context& c, const RowGridsArgs& a) {
  LookupRequest asked(c);
  DVDB_TRY(asked.place_voxels(c, *a.grid));
  return backend::for_each(c, a.out.size, WriteRowGrids{asked.batch, a.out.data});
}
