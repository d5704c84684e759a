// Generated from ffi/include/denovdb/sdf.h by `deno task bindgen`; do not edit.
#include "_generated/sdf_args.hpp"

using namespace dvdb;

dvdb_status dvdb_tsdf_grid(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, dvdb_buffer depth, uint32_t depth_dtype, dvdb_buffer image_weights, uint32_t image_weight_dtype, uint32_t n_images, int64_t height, int64_t width, const double* intrinsics, const double* poses, const int64_t* offsets, double truncation, double max_depth, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::TsdfGridArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "intrinsics", intrinsics, {n_images, 3, 3}));
    DVDB_TRY(require(c, "poses", poses, {n_images, 4, 4}));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.depth_dtype = depth_dtype;
    a.image_weight_dtype = image_weight_dtype;
    a.n_images = n_images;
    a.height = height;
    a.width = width;
    a.intrinsics = intrinsics;
    a.poses = poses;
    a.offsets = offsets;
    a.truncation = truncation;
    a.max_depth = max_depth;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    DVDB_TRY(check_dtype(c, "depth", depth_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "depth", depth, depth_dtype, {n_images, height, width}, a.depth));
    if (image_weights != 0) DVDB_TRY(check_dtype(c, "image_weights", image_weight_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "image_weights", image_weights, image_weight_dtype, {n_images, height, width}, a.image_weights, true));
    return operators::tsdf_grid(c, a);
  });
}

dvdb_status dvdb_integrate_tsdf(dvdb_context context, dvdb_grid grid, dvdb_grid source, dvdb_buffer depth, uint32_t depth_dtype, dvdb_buffer image_weights, uint32_t image_weight_dtype, uint32_t n_images, int64_t height, int64_t width, const double* intrinsics, const double* poses, const int64_t* offsets, double truncation, double max_depth, uint32_t n_grids, dvdb_buffer tsdf, dvdb_buffer weights, dvdb_buffer features, uint32_t dtype, dvdb_buffer image_features, uint32_t image_feature_dtype, int64_t channels, dvdb_buffer out_tsdf, dvdb_buffer out_weights, dvdb_buffer out_features) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::IntegrateTsdfArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(take(c, "source", source, a.source));
    DVDB_TRY(require(c, "intrinsics", intrinsics, {n_images, 3, 3}));
    DVDB_TRY(require(c, "poses", poses, {n_images, 4, 4}));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.depth_dtype = depth_dtype;
    a.image_weight_dtype = image_weight_dtype;
    a.n_images = n_images;
    a.height = height;
    a.width = width;
    a.intrinsics = intrinsics;
    a.poses = poses;
    a.offsets = offsets;
    a.truncation = truncation;
    a.max_depth = max_depth;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.image_feature_dtype = image_feature_dtype;
    a.channels = channels;
    DVDB_TRY(check_dtype(c, "depth", depth_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "depth", depth, depth_dtype, {n_images, height, width}, a.depth));
    if (image_weights != 0) DVDB_TRY(check_dtype(c, "image_weights", image_weight_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "image_weights", image_weights, image_weight_dtype, {n_images, height, width}, a.image_weights, true));
    DVDB_TRY(check_dtype(c, "tsdf", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "tsdf", tsdf, dtype, {a.source->view.n_voxels}, a.tsdf));
    DVDB_TRY(take(c, "weights", weights, dtype, {a.source->view.n_voxels}, a.weights));
    DVDB_TRY(take(c, "features", features, dtype, {a.source->view.n_voxels, channels}, a.features, channels == 0));
    DVDB_TRY(check_dtype(c, "image_features", image_feature_dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "image_features", image_features, image_feature_dtype, {n_images, height, width, channels}, a.image_features, channels == 0));
    DVDB_TRY(take(c, "out_tsdf", out_tsdf, dtype, {a.grid->view.n_voxels}, a.out_tsdf));
    DVDB_TRY(take(c, "out_weights", out_weights, dtype, {a.grid->view.n_voxels}, a.out_weights));
    DVDB_TRY(take(c, "out_features", out_features, dtype, {a.grid->view.n_voxels, channels}, a.out_features, channels == 0));
    return operators::integrate_tsdf(c, a);
  });
}

dvdb_status dvdb_integrate_tsdf_backward(dvdb_context context, dvdb_grid grid, dvdb_grid source, dvdb_buffer depth, uint32_t depth_dtype, dvdb_buffer image_weights, uint32_t image_weight_dtype, uint32_t n_images, int64_t height, int64_t width, const double* intrinsics, const double* poses, const int64_t* offsets, double truncation, double max_depth, uint32_t n_grids, dvdb_buffer tsdf, dvdb_buffer weights, dvdb_buffer features, uint32_t dtype, dvdb_buffer image_features, uint32_t image_feature_dtype, int64_t channels, dvdb_buffer tsdf_gradients, dvdb_buffer weight_gradients, dvdb_buffer feature_gradients, dvdb_buffer out_tsdf, dvdb_buffer out_weights, dvdb_buffer out_features, dvdb_buffer out_depth, dvdb_buffer out_image_weights, dvdb_buffer out_image_features) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::IntegrateTsdfBackwardArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(take(c, "source", source, a.source));
    DVDB_TRY(require(c, "intrinsics", intrinsics, {n_images, 3, 3}));
    DVDB_TRY(require(c, "poses", poses, {n_images, 4, 4}));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.depth_dtype = depth_dtype;
    a.image_weight_dtype = image_weight_dtype;
    a.n_images = n_images;
    a.height = height;
    a.width = width;
    a.intrinsics = intrinsics;
    a.poses = poses;
    a.offsets = offsets;
    a.truncation = truncation;
    a.max_depth = max_depth;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.image_feature_dtype = image_feature_dtype;
    a.channels = channels;
    DVDB_TRY(check_dtype(c, "depth", depth_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "depth", depth, depth_dtype, {n_images, height, width}, a.depth));
    if (image_weights != 0 || out_image_weights != 0) DVDB_TRY(check_dtype(c, "image_weights", image_weight_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "image_weights", image_weights, image_weight_dtype, {n_images, height, width}, a.image_weights, true));
    DVDB_TRY(check_dtype(c, "tsdf", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "tsdf", tsdf, dtype, {a.source->view.n_voxels}, a.tsdf));
    DVDB_TRY(take(c, "weights", weights, dtype, {a.source->view.n_voxels}, a.weights));
    DVDB_TRY(take(c, "features", features, dtype, {a.source->view.n_voxels, channels}, a.features, channels == 0));
    DVDB_TRY(check_dtype(c, "image_features", image_feature_dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "image_features", image_features, image_feature_dtype, {n_images, height, width, channels}, a.image_features, channels == 0));
    DVDB_TRY(take(c, "tsdf_gradients", tsdf_gradients, dtype, {a.grid->view.n_voxels}, a.tsdf_gradients, true));
    DVDB_TRY(take(c, "weight_gradients", weight_gradients, dtype, {a.grid->view.n_voxels}, a.weight_gradients, true));
    DVDB_TRY(take(c, "feature_gradients", feature_gradients, dtype, {a.grid->view.n_voxels, channels}, a.feature_gradients, true));
    DVDB_TRY(take(c, "out_tsdf", out_tsdf, dtype, {a.source->view.n_voxels}, a.out_tsdf, true));
    DVDB_TRY(take(c, "out_weights", out_weights, dtype, {a.source->view.n_voxels}, a.out_weights, true));
    DVDB_TRY(take(c, "out_features", out_features, dtype, {a.source->view.n_voxels, channels}, a.out_features, true));
    DVDB_TRY(take(c, "out_depth", out_depth, depth_dtype, {n_images, height, width}, a.out_depth, true));
    DVDB_TRY(take(c, "out_image_weights", out_image_weights, image_weight_dtype, {n_images, height, width}, a.out_image_weights, true));
    DVDB_TRY(take(c, "out_image_features", out_image_features, image_feature_dtype, {n_images, height, width, channels}, a.out_image_features, true));
    return operators::integrate_tsdf_backward(c, a);
  });
}

dvdb_status dvdb_close_tsdf(dvdb_context context, dvdb_grid grid, dvdb_buffer depth, uint32_t depth_dtype, dvdb_buffer image_weights, uint32_t image_weight_dtype, uint32_t n_images, int64_t height, int64_t width, const double* intrinsics, const double* poses, const int64_t* offsets, double truncation, double max_depth, uint32_t n_grids, uint32_t background, dvdb_buffer tsdf, dvdb_buffer weights, uint32_t dtype, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::CloseTsdfArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "intrinsics", intrinsics, {n_images, 3, 3}));
    DVDB_TRY(require(c, "poses", poses, {n_images, 4, 4}));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "background", background, {DVDB_BACKGROUND_UNKNOWN, DVDB_BACKGROUND_EMPTY}, "DVDB_BACKGROUND_UNKNOWN or DVDB_BACKGROUND_EMPTY"));
    a.depth_dtype = depth_dtype;
    a.image_weight_dtype = image_weight_dtype;
    a.n_images = n_images;
    a.height = height;
    a.width = width;
    a.intrinsics = intrinsics;
    a.poses = poses;
    a.offsets = offsets;
    a.truncation = truncation;
    a.max_depth = max_depth;
    a.n_grids = n_grids;
    a.background = background;
    a.dtype = dtype;
    DVDB_TRY(check_dtype(c, "depth", depth_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "depth", depth, depth_dtype, {n_images, height, width}, a.depth));
    if (image_weights != 0) DVDB_TRY(check_dtype(c, "image_weights", image_weight_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "image_weights", image_weights, image_weight_dtype, {n_images, height, width}, a.image_weights, true));
    DVDB_TRY(check_dtype(c, "tsdf", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "tsdf", tsdf, dtype, {a.grid->view.n_voxels}, a.tsdf));
    DVDB_TRY(take(c, "weights", weights, dtype, {a.grid->view.n_voxels}, a.weights));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels}, a.out));
    return operators::close_tsdf(c, a);
  });
}

dvdb_status dvdb_reinitialize_sdf(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double band, uint32_t order, uint32_t steps, uint32_t smooth, uint32_t smoothing, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::ReinitializeSdfArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(check_range(c, "order", order, 1, 3));
    DVDB_TRY(check_choice(c, "smoothing", smoothing, {DVDB_SMOOTHING_MEAN_CURVATURE, DVDB_SMOOTHING_TAUBIN}, "DVDB_SMOOTHING_MEAN_CURVATURE or DVDB_SMOOTHING_TAUBIN"));
    a.dtype = dtype;
    a.band = band;
    a.order = order;
    a.steps = steps;
    a.smooth = smooth;
    a.smoothing = smoothing;
    DVDB_TRY(check_dtype(c, "field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "field", field, dtype, {a.grid->view.n_voxels}, a.field));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels}, a.out));
    return operators::reinitialize_sdf(c, a);
  });
}

dvdb_status dvdb_widen_sdf(dvdb_context context, dvdb_grid grid, dvdb_grid source, dvdb_buffer field, uint32_t dtype, double band, uint32_t rounds, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::WidenSdfArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(take(c, "source", source, a.source));
    a.dtype = dtype;
    a.band = band;
    a.rounds = rounds;
    DVDB_TRY(check_dtype(c, "field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "field", field, dtype, {a.source->view.n_voxels}, a.field));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels}, a.out));
    return operators::widen_sdf(c, a);
  });
}

dvdb_status dvdb_sdf_band(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double band, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SdfBandArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    a.dtype = dtype;
    a.band = band;
    DVDB_TRY(check_dtype(c, "field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "field", field, dtype, {a.grid->view.n_voxels}, a.field));
    DVDB_TRY(take(c, "out", out, {a.grid->view.n_voxels}, a.out));
    return operators::sdf_band(c, a);
  });
}
