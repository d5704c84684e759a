/// From rows to their voxels, and from these to the rows of neighboring voxels.
#pragma once

#include "core/leaf_neighbors.hpp"
#include "core/voxel_sites.hpp"

namespace dvdb {

/// Tables that find the voxel of a row and its neighbors.
struct VoxelNeighbors {
  SiteFinder sites;
  LeafNeighbors near;
  const LeafPlace* places = nullptr;  // [n_leaves]

  /// Row of the voxel at an offset from a site, or -1.
  DVDB_FN int64_t find_row(const VoxelSite& site, int x, int y, int z) const {
    return near.find_row(sites.grid, site.leaf, int(site.slice) + x, int(site.at >> 3) + y, int(site.at & 7) + z);
  }
  DVDB_FN int64_t find_along(const VoxelSite& site, int axis, int by) const {
    return find_row(site, axis == 0 ? by : 0, axis == 1 ? by : 0, axis == 2 ? by : 0);
  }
  DVDB_FN const GridHead& head_of(const VoxelSite& site) const { return sites.grid.heads[places[site.leaf].grid]; }
};

/// Memory of the tables of VoxelNeighbors.
class VoxelNeighborTables {
 public:
  explicit VoxelNeighborTables(Context& context)
      : context_(context), places_(context), sites_(context), near_(context) {}

  /// Neighbors are found up to `reach` leaves below a voxel's leaf, and one above.
  Status make(const GridView& grid, int32_t reach, VoxelNeighbors& out) {
    Span<LeafPlace> places;
    DVDB_TRY(list_leaves(context_, grid, places_, places));
    DVDB_TRY(find_sites(context_, grid, sites_, out.sites));
    DVDB_TRY(find_leaf_neighbors(context_, grid, places, {-reach, -reach, -reach}, {1, 1, 1}, near_, out.near));
    out.places = places.data;
    return {};
  }

 private:
  Context& context_;
  backend::Scratch places_;
  backend::Scratch sites_;
  backend::Scratch near_;
};

}  // namespace dvdb
