/// Fusion of depth images: weighted averages of truncated distances and of features, per voxel.
#include "backend/api/launch.hpp"
#include "core/channel_groups.hpp"
#include "sdf/fusion.hpp"

using namespace dvdb;
using namespace dvdb::sdf;

namespace {

/// Writes the new averages of a voxel, with a group of its channels.
template <class T>
struct Fuse {
  Fusion fusion;
  ChannelGroups groups;
  Columns<const T> held;
  Columns<T> out;

  DVDB_FN void operator()(int64_t i) const {
    const auto [row, first, width] = groups.item(i);
    const SeenVoxels::Voxel voxel = fusion.voxels.find(row);
    const int64_t from = fusion.find_held(voxel);
    double weight = 0;
    double tsdf = 0;
    double sums[ChannelGroups::kWidth] = {};
    fusion.each_said(voxel.first_image, voxel.end_image, voxel.centre, [&](int64_t pixel, double w, double distance) {
      weight += w;
      tsdf += w * distance;
      for (int k = 0; k < width; ++k) sums[k] += w * fusion.feature(pixel, first + k);
    });
    const Blend blend = Blend::of(weight, held.weights, from);
    if (first == 0) {
      out.tsdf[row] = from_double<T>(blend.mean(held.tsdf, from, tsdf));
      out.weights[row] = from_double<T>(blend.said ? min_of(blend.all, kMostWeight<T>) : from >= 0 ? blend.before : 0);
    }
    for (int k = 0; k < width; ++k) {
      out.features[row * groups.channels + first + k] = from_double<T>(blend.mean(held.features, from * groups.channels + first + k, sums[k]));
    }
  }
};

/// The buffers of an integration.
struct FuseRequest {
  dvdb_buffer tsdf, weights, features;
  uint32_t dtype;
  dvdb_buffer out_tsdf, out_weights, out_features;
};

template <class T>
Status borrow_columns(Context& c, dvdb_buffer tsdf, dvdb_buffer weights, dvdb_buffer features, int64_t rows, int64_t channels, Columns<T>& out) {
  Span<T> spans[3];
  DVDB_TRY(borrow(c, tsdf, rows, "tsdf", spans[0]));
  DVDB_TRY(borrow(c, weights, rows, "weights", spans[1]));
  if (channels > 0) DVDB_TRY(borrow(c, features, rows * channels, "features", spans[2]));
  out = {spans[0].data, spans[1].data, spans[2].data};
  return {};
}

Status fuse(Context& c, const FusionRequest& what, const FuseRequest& request) {
  FusionTables tables(c);
  DVDB_TRY(tables.check(what));
  return with_real(c, request.dtype, "tsdf", [&]<class T>() -> Status {
    const int64_t channels = what.channels;
    const int64_t n_voxels = tables.grid().view.n_voxels;
    Columns<T> held;
    Columns<T> out;
    DVDB_TRY(borrow_columns(c, request.tsdf, request.weights, request.features, tables.source().view.n_voxels, channels, held));
    DVDB_TRY(borrow_columns(c, request.out_tsdf, request.out_weights, request.out_features, n_voxels, channels, out));
    Fusion fusion;
    DVDB_TRY(tables.make(fusion));
    const ChannelGroups groups = ChannelGroups::of(channels);
    const Fuse<T> functor{fusion, groups, {held.tsdf, held.weights, held.features}, out};
    return backend::for_each(c, groups.items(n_voxels), functor, 512);
  });
}

}  // namespace

dvdb_status dvdb_integrate_tsdf(dvdb_context context, dvdb_grid grid, dvdb_grid source, dvdb_buffer depth, uint32_t depth_dtype, dvdb_buffer image_weights,
                                uint32_t image_weight_dtype, uint32_t n_images, int64_t height, int64_t width, const double* intrinsics, const double* poses,
                                const int64_t* offsets, double truncation, double max_depth, uint32_t n_grids, dvdb_buffer tsdf, dvdb_buffer weights,
                                dvdb_buffer features, uint32_t dtype, dvdb_buffer image_features, uint32_t image_feature_dtype, int64_t channels,
                                dvdb_buffer out_tsdf, dvdb_buffer out_weights, dvdb_buffer out_features) noexcept {
  return entry(context, [=](Context& c) -> Status {
    const ImageRequest images{depth,      depth_dtype, image_weights, image_weight_dtype, int64_t(n_images), height,          width,
                              intrinsics, poses,       offsets,       truncation,         max_depth,  int64_t(n_grids)};
    const FusionRequest what{grid, source, images, image_features, image_feature_dtype, channels};
    return fuse(c, what, {tsdf, weights, features, dtype, out_tsdf, out_weights, out_features});
  });
}
