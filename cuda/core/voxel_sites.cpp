/// First rows of leaves, by which a row is found; lists of voxels.
#include "core/voxel_sites.hpp"

#include "backend/api/launch.hpp"

namespace dvdb {

namespace {

/// Lists voxels; host threads go from leaf to leaf.
struct ListVoxels {
  SiteFinder sites;
  const LeafPlace* places;  // [n_leaves]
  Coord* out;               // [n_voxels]

  DVDB_FN void operator()(int64_t row) const {
    const VoxelSite site = sites.find(row);
    out[row] = leaf_voxel(places[site.leaf].origin, site.slice * 64 + site.at);
  }
  DVDB_FN void run_on_host(int64_t begin, int64_t end) const {
    for (int64_t leaf = sites.find_leaf(begin), row = begin; row < end; ++leaf) {
      int64_t at = int64_t(sites.grid.leaves[leaf].first);
      for (uint32_t slice = 0; slice < 8; ++slice) {
        for (uint64_t rest = sites.grid.leaves[leaf].mask[slice]; rest != 0; rest &= rest - 1, ++at) {
          if (at < row || at >= end) continue;
          out[at] = leaf_voxel(places[leaf].origin, slice * 64 + uint32_t(lowest_bit(rest)));
        }
      }
      row = at;
    }
  }
};

}  // namespace

Status find_sites(Context& context, const GridView& grid, backend::Scratch& memory, SiteFinder& out) {
  Span<uint32_t> first_leaves;
  DVDB_TRY(memory.allocate(SiteFinder::count_runs(grid.n_voxels) + 1, first_leaves));
  out = {grid, first_leaves.data};
  return backend::for_each(context, grid.n_leaves, WriteFirstLeaves{grid, first_leaves.data});
}

Status list_voxels(Context& context, const GridView& grid, Span<Coord> out) {
  backend::Scratch place_memory(context);
  backend::Scratch site_memory(context);
  Span<LeafPlace> places;
  SiteFinder sites;
  DVDB_TRY(list_leaves(context, grid, place_memory, places));
  DVDB_TRY(find_sites(context, grid, site_memory, sites));
  return backend::for_each(context, grid.n_voxels, ListVoxels{sites, places.data, out.data});
}

}  // namespace dvdb
