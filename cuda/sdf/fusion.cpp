/// Checks of fields and features, and the request as kernels read it.
#include "sdf/fusion.hpp"

namespace dvdb::sdf {

Status FusionTables::check() {
  DVDB_TRY(check_same_grids(context_, request_.grid.view, request_.source.view));
  return seen_.check(request_.images);
}

Status FusionTables::make(Fusion& out) {
  const auto& [grid, source, images, image_features, channels] = request_;
  const GridView& to = grid.view;
  const GridView& from = source.view;
  const double truncation = images.truncation;
  DVDB_TRY(seen_.make(to, images.offsets, out.voxels));
  LeafNeighbors held_leaves;
  if (from.n_leaves > 0) {
    DVDB_TRY(find_leaf_neighbors(context_, from, {out.voxels.places, to.n_leaves}, {0, 0, 0}, {0, 0, 0}, held_memory_,
                                 held_leaves));
  }
  out = {out.voxels,           from,    held_leaves, truncation, 1 / truncation, image_features.data,
         image_features.dtype, channels};
  return {};
}

}  // namespace dvdb::sdf
