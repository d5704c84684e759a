/// The leaves of a batch: their origins, grids and neighbours.
#include "core/leaf_neighbors.hpp"
#include "denovdb/query.h"
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

  DVDB_FN void operator()(int64_t i) const { out[i] = leaves[i] == LeafNeighbors::kNone ? GridView::kMissing : int64_t(leaves[i]); }
};

struct WriteRowGrids {
  BatchOffsets batch;
  int32_t* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = int32_t(batch.list_of(i)); }
};

/// Lists the leaves of a batch, checks an output of `width` elements for each, and passes both on.
template <class T, class Body>
dvdb_status ask_leaves(dvdb_context context, dvdb_grid grid, int64_t width, dvdb_buffer out, Body body) {
  return entry(context, [=](Context& c) -> Status {
    GridBatch* batch = nullptr;
    DVDB_TRY(find(c, grid, &batch));
    const GridView& view = batch->view;
    Span<T> answer;
    DVDB_TRY(borrow(c, out, view.n_leaves * width, "out", answer));
    backend::Scratch memory(c);
    Span<LeafPlace> places;
    DVDB_TRY(list_leaves(c, view, memory, places));
    return body(c, view, places, answer);
  });
}

}  // namespace

dvdb_status dvdb_leaf_origins(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return ask_leaves<Coord>(context, grid, 1, out, [](Context& c, const GridView& view, Span<LeafPlace> places, Span<Coord> origins) -> Status {
    return backend::for_each(c, view.n_leaves, WriteLeafOrigins{places.data, origins.data});
  });
}

dvdb_status dvdb_leaf_grids(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return ask_leaves<int32_t>(context, grid, 1, out, [](Context& c, const GridView& view, Span<LeafPlace> places, Span<int32_t> grids) -> Status {
    return backend::for_each(c, view.n_leaves, WriteLeafGrids{places.data, grids.data});
  });
}

dvdb_status dvdb_leaf_neighbors(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return ask_leaves<int64_t>(context, grid, 27, out, [](Context& c, const GridView& view, Span<LeafPlace> places, Span<int64_t> table) -> Status {
    backend::Scratch memory(c);
    LeafNeighbors neighbors;
    DVDB_TRY(find_leaf_neighbors(c, view, places, {-1, -1, -1}, {1, 1, 1}, memory, neighbors));
    return backend::for_each(c, table.size, WidenIndices{neighbors.leaves, table.data});
  });
}

dvdb_status dvdb_row_grids(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Question asked(c);
    DVDB_TRY(asked.place_voxels(c, grid));
    Span<int32_t> grids;
    DVDB_TRY(borrow(c, out, asked.grid.n_voxels, "out", grids));
    return backend::for_each(c, grids.size, WriteRowGrids{asked.batch, grids.data});
  });
}
