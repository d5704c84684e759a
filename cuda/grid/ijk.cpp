/// Coordinates of the voxels of a batch, i32 [n_voxels, 3].
#include "_generated/grid_args.hpp"
#include "core/voxel_sites.hpp"

using namespace dvdb;

Status operators::grid_ijk(Context& c, const GridIjkArgs& a) { return list_voxels(c, a.grid->view, coords_of(a.out)); }
