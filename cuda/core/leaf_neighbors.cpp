#include "core/leaf_neighbors.hpp"

#include "backend/launch.hpp"
#include "core/leaf_finder.hpp"

namespace dvdb {

namespace {

/// Finds the 27 leaves around one leaf.
struct FindLeafNeighbors {
  GridView grid;
  const LeafPlace* places;

  DVDB_FN void operator()(int64_t leaf, int64_t* out) const {
    const LeafPlace place = places[leaf];
    LeafFinder finder(grid, grid.heads[place.grid]);
    int at = 0;
    for (int64_t dx = -8; dx <= 8; dx += 8) {
      for (int64_t dy = -8; dy <= 8; dy += 8) {
        for (int64_t dz = -8; dz <= 8; dz += 8) {
          const int64_t x = place.origin.x + dx;
          const int64_t y = place.origin.y + dy;
          const int64_t z = place.origin.z + dz;
          const bool inside = fits_int32(x) && fits_int32(y) && fits_int32(z);
          out[at++] = inside ? finder.find_leaf({int32_t(x), int32_t(y), int32_t(z)}) : GridView::kMissing;
        }
      }
    }
  }
};

}  // namespace

Status find_leaf_neighbors(Context& context, const GridView& grid, Span<const LeafPlace> places, Span<int64_t> out) {
  return backend::for_each_run(context, grid.n_leaves, LeafNeighbors::kCount, out.data, FindLeafNeighbors{grid, places.data});
}

}  // namespace dvdb
