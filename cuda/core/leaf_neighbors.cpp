#include "core/leaf_neighbors.hpp"

#include "backend/launch.hpp"
#include "core/leaf_cursor.hpp"

namespace dvdb {

namespace {

/// Finds the 27 leaves around one leaf.
struct FindLeafNeighbors {
  GridView grid;
  const LeafSite* sites;

  DVDB_FN void operator()(int64_t leaf, int64_t* out) const {
    const LeafSite site = sites[leaf];
    LeafCursor cursor(grid, grid.heads[grid.lower_origins[site.lower].grid], site.origin);
    int at = 0;
    for (int64_t dx = -8; dx <= 8; dx += 8) {
      for (int64_t dy = -8; dy <= 8; dy += 8) {
        for (int64_t dz = -8; dz <= 8; dz += 8) {
          const int64_t x = site.origin.x + dx;
          const int64_t y = site.origin.y + dy;
          const int64_t z = site.origin.z + dz;
          const bool inside = fits_int32(x) && fits_int32(y) && fits_int32(z);
          out[at++] = inside ? cursor.find_leaf({int32_t(x), int32_t(y), int32_t(z)}) : GridView::kMissing;
        }
      }
    }
  }
};

}  // namespace

Status find_leaf_neighbors(Context& context, const GridView& grid, Span<const LeafSite> sites, Span<int64_t> out) {
  return backend::for_each_run(context, grid.n_leaves, LeafNeighbors::kCount, out.data, FindLeafNeighbors{grid, sites.data});
}

}  // namespace dvdb
