#include "sdf/fusion.hpp"

namespace dvdb::sdf {

Status FusionTables::check(const FusionRequest& request) {
  request_ = request;
  DVDB_TRY(find(context_, request.grid, &to_));
  DVDB_TRY(find(context_, request.source, &from_));
  const ImageRequest& images = request.images;
  DVDB_TRY(check_grid_count(context_, *to_, images.n_grids));
  DVDB_TRY(check_same_grids(context_, to_->view, from_->view));
  DVDB_TRY(seen_.check(images));
  const int64_t channels = request.channels;
  const int64_t pixels = images.n_images * images.height * images.width;
  const int64_t rows = max_of<int64_t>(1, max_of(pixels, max_of(to_->view.n_voxels, from_->view.n_voxels)));
  if (channels < 0 || channels > (int64_t(1) << 44) / rows) {
    return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot fuse images: %lld channels are out of range", static_cast<long long>(channels));
  }
  if (channels == 0) return {};
  return borrow_numbers(context_, request.image_features, request.image_feature_dtype, pixels * channels, "image_features", &features_);
}

Status FusionTables::make(Fusion& out) {
  const GridView& to = to_->view;
  const GridView& from = from_->view;
  const double truncation = request_.images.truncation;
  DVDB_TRY(seen_.make(to, request_.images.offsets, out.voxels));
  LeafNeighbors held_leaves;
  if (from.n_leaves > 0) {
    DVDB_TRY(find_leaf_neighbors(context_, from, {out.voxels.places, to.n_leaves}, {0, 0, 0}, {0, 0, 0}, held_memory_, held_leaves));
  }
  out = {out.voxels, from, held_leaves, truncation, 1 / truncation, features_, request_.image_feature_dtype, request_.channels};
  return {};
}

}  // namespace dvdb::sdf
