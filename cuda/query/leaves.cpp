/// The leaves of a batch: where they lie, whose they are, and which ones are around them.
#include "core/leaf_neighbors.hpp"
#include "denovdb/query.h"
#include "query/lookup.hpp"

using namespace dvdb;

namespace {

struct WriteLeafOrigins {
  const LeafSite* sites;
  Coord* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = sites[i].origin; }
};

struct WriteLeafGrids {
  GridView grid;
  const LeafSite* sites;
  int32_t* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = int32_t(grid.lower_origins[sites[i].lower].grid); }
};

struct WriteRowGrids {
  BatchOffsets batch;
  int32_t* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = int32_t(batch.list_of(i)); }
};

/// Lists the leaves of a batch for an answer of `width` elements to each, and hands both on.
template <class T, class Body>
dvdb_status ask_leaves(dvdb_context context, dvdb_grid grid, int64_t width, dvdb_buffer out, Body body) {
  return entry(context, [=](Context& c) -> Status {
    GridBatch* batch = nullptr;
    DVDB_TRY(find(c, grid, &batch));
    const GridView& view = batch->view;
    Span<T> answer;
    DVDB_TRY(borrow(c, out, view.n_leaves * width, "out", answer));
    backend::Scratch memory(c);
    Span<LeafSite> sites;
    DVDB_TRY(memory.allocate(view.n_leaves, sites));
    DVDB_TRY(list_leaves(c, view, sites));
    return body(c, view, sites, answer);
  });
}

}  // namespace

dvdb_status dvdb_leaf_origins(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return ask_leaves<Coord>(context, grid, 1, out, [](Context& c, const GridView& view, Span<LeafSite> sites, Span<Coord> origins) -> Status {
    return backend::for_each(c, view.n_leaves, WriteLeafOrigins{sites.data, origins.data});
  });
}

dvdb_status dvdb_leaf_grids(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return ask_leaves<int32_t>(context, grid, 1, out, [](Context& c, const GridView& view, Span<LeafSite> sites, Span<int32_t> grids) -> Status {
    return backend::for_each(c, view.n_leaves, WriteLeafGrids{view, sites.data, grids.data});
  });
}

dvdb_status dvdb_leaf_neighbors(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return ask_leaves<int64_t>(context, grid, LeafNeighbors::kCount, out,
                             [](Context& c, const GridView& view, Span<LeafSite> sites, Span<int64_t> table) -> Status {
                               return find_leaf_neighbors(c, view, sites, table);
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
