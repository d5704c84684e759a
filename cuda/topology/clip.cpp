/// Grids of the voxels inside a box: those for which low <= ijk <= high.
#include "core/nodes/leaf_source.hpp"
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

Status operators::clipped_grid(Context& c, const ClippedGridArgs& a) {
  return derive(c, a, [&](const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) -> Status {
    for (int64_t b = 0; b < int64_t(a.n_grids); ++b) DVDB_TRY(check_box(c, a.boxes + 6 * b, a.boxes + 6 * b + 3));
    const GridView& view = a.grid->view;
    backend::Scratch box_memory(c);
    backend::Scratch place_memory(c);
    Span<Coord> placed;
    Span<LeafPlace> places;
    MaskWords words(c);
    DVDB_TRY(box_memory.allocate(2 * int64_t(a.n_grids), placed));
    DVDB_TRY(backend::upload(c, placed.data, a.boxes, placed.size * int64_t(sizeof(Coord))));
    DVDB_TRY(list_leaves(c, view, place_memory, places));
    DVDB_TRY(words.place(c, *a.grid));
    DVDB_TRY(
        backend::for_each(c, words.words.size, KeepInBox{{view, places.data, nullptr}, placed.data, words.words.data}));
    place_memory.reset();
    return prune(c, *a.grid, words, transforms, "clip grid", out);
  });
}
