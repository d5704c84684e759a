#include "core/nodes/leaf_source.hpp"
#include "denovdb/topology.h"
#include "topology/derive.hpp"
#include "topology/masks.hpp"

using namespace dvdb;

namespace {

/// Writes the bits of one slice that lie in its grid's box.
struct KeepInBox {
  nodes::SourceLeaves source;
  const Coord* boxes;  // [n_grids, 2]
  uint64_t* out;       // [n_leaves, 8]

  DVDB_FN void operator()(int64_t i) const {
    const LeafPlace place = source.places[i / 8];
    const Coord* box = boxes + 2 * int64_t(place.grid);
    const uint32_t x = uint32_t(i % 8);
    const uint64_t inside = nodes::slice_in_box(place.origin, x, box[0], box[1]);
    out[i] = inside != 0 ? source.word(i / 8, x) & inside : 0;
  }
};

}  // namespace

dvdb_status dvdb_grid_clip(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* boxes, const double* voxel_sizes, const double* origins,
                           uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  const Result result{voxel_sizes, origins, n_grids, out_grid};
  return derive(context, ticket, grid, result, [&](Context& c, const GridBatch& batch, std::unique_ptr<GridBatch>& out) -> Status {
    DVDB_TRY(require(c, boxes, n_grids, "boxes"));
    for (int64_t b = 0; b < int64_t(n_grids); ++b) DVDB_TRY(check_box(c, boxes + 6 * b, boxes + 6 * b + 3));
    const GridView& view = batch.view;
    backend::Scratch box_memory(c);
    backend::Scratch place_memory(c);
    Span<Coord> placed;
    Span<LeafPlace> places;
    MaskWords words(c);
    DVDB_TRY(box_memory.allocate(2 * int64_t(n_grids), placed));
    DVDB_TRY(backend::upload(c, placed.data, boxes, placed.size * int64_t(sizeof(Coord))));
    DVDB_TRY(list_leaves(c, view, place_memory, places));
    DVDB_TRY(words.place(c, batch));
    DVDB_TRY(backend::for_each(c, words.words.size, KeepInBox{{view, places.data, nullptr}, placed.data, words.words.data}));
    place_memory.reset();
    return prune(c, batch, words, result.transforms(), "clip grid", out);
  });
}
