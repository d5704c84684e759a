/// Positions of the cells of boxes, and checks of their sizes.
#include "inject/dense_box.hpp"

#include "core/leaf_finder.hpp"
#include "core/leaf_places.hpp"

namespace dvdb {

namespace {

/// Writes the cell of each voxel in one slice of a leaf.
struct WriteCells {
  GridView grid;
  const LeafPlace* places;  // [n_leaves]
  DenseBox box;
  int64_t planes;
  int64_t* out;  // [n_voxels]

  DVDB_FN void operator()(int64_t i) const {
    const LeafSlice own = LeafSlice::of(grid, i);
    if (own.voxels == 0) return;
    const LeafPlace place = places[own.leaf];
    const Coord origin = box.origins[place.grid];
    const int64_t first = place.grid * planes * box.cells();
    own.each(grid, [&](int64_t row, uint32_t at) {
      const Coord c = leaf_voxel(place.origin, own.slice * 64 + at);
      const int64_t x = int64_t(c.x) - origin.x;
      const int64_t y = int64_t(c.y) - origin.y;
      const int64_t z = int64_t(c.z) - origin.z;
      const bool inside = x >= 0 && y >= 0 && z >= 0 && x < box.size[0] && y < box.size[1] && z < box.size[2];
      out[row] = inside ? first + (x * box.size[1] + y) * box.size[2] + z : -1;
    });
  }
};

}  // namespace

Status place_cells(Context& context, const DenseCall& call, int64_t planes, backend::Scratch& memory,
                   Span<int64_t>& out) {
  backend::Scratch place_memory(context);
  Span<LeafPlace> places;
  DVDB_TRY(memory.allocate(call.grid.n_voxels, out));
  DVDB_TRY(list_leaves(context, call.grid, place_memory, places));
  return backend::for_each(context, call.grid.n_leaves * 8,
                           WriteCells{call.grid, places.data, call.box, planes, out.data});
}

}  // namespace dvdb
