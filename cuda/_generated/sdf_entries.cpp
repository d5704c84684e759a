// Generated from ffi/include/denovdb/sdf.h by `deno task bindgen`; do not edit.
#include "_generated/sdf_args.hpp"

using namespace dvdb;

dvdb_status dvdb_integrate_tsdf_grid(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, dvdb_buffer depth, uint32_t depth_dtype, dvdb_buffer image_weights, uint32_t image_weight_dtype, uint32_t n_images, int64_t height, int64_t width, const double* intrinsics, const double* poses, const int64_t* offsets, double half_width, double max_depth, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::integrate_tsdf_grid, {depth_dtype, image_weight_dtype, n_images, n_grids, height, width, intrinsics, poses, voxel_sizes, origins, offsets, half_width, max_depth, out_grid}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("intrinsics", intrinsics, {n_images, 3, 3})
      && c.memory("poses", poses, {n_images, 4, 4}) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3}) && c.memory("origins", origins, {n_grids, 3})
      && c.memory("out_grid", out_grid, {1}) && c.grid_count(*a.grid, n_grids)
      && c.dtype("depth", depth_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("depth", depth, depth_dtype, {n_images, height, width}, a.depth)
      && ((image_weights) == 0 || c.dtype("image_weights", image_weight_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}))
      && c.take("image_weights", image_weights, image_weight_dtype, {n_images, height, width}, a.image_weights, true);
  });
}

dvdb_status dvdb_integrate_tsdf(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, dvdb_grid source, dvdb_buffer depth, uint32_t depth_dtype, dvdb_buffer image_weights, uint32_t image_weight_dtype, uint32_t n_images, int64_t height, int64_t width, const double* intrinsics, const double* poses, const int64_t* offsets, double half_width, double max_depth, uint32_t n_grids, dvdb_buffer tsdf, dvdb_buffer weights, dvdb_buffer features, uint32_t dtype, dvdb_buffer image_features, uint32_t image_feature_dtype, int64_t channels, dvdb_buffer out_tsdf, dvdb_buffer out_weights, dvdb_buffer out_features) noexcept {
  return entry(context, ticket, operators::integrate_tsdf, {depth_dtype, image_weight_dtype, n_images, n_grids, dtype, image_feature_dtype, height, width, channels, intrinsics, poses, offsets, half_width, max_depth}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.take("source", source, a.source)
      && c.memory("intrinsics", intrinsics, {n_images, 3, 3}) && c.memory("poses", poses, {n_images, 4, 4})
      && c.memory("offsets", offsets, {Count(n_grids) + 1}) && c.grid_count(*a.grid, n_grids)
      && c.dtype("depth", depth_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("depth", depth, depth_dtype, {n_images, height, width}, a.depth)
      && ((image_weights) == 0 || c.dtype("image_weights", image_weight_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}))
      && c.take("image_weights", image_weights, image_weight_dtype, {n_images, height, width}, a.image_weights, true)
      && c.dtype("tsdf", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("tsdf", tsdf, dtype, {a.source->view.n_voxels}, a.tsdf)
      && c.take("weights", weights, dtype, {a.source->view.n_voxels}, a.weights)
      && c.take("features", features, dtype, {a.source->view.n_voxels, channels}, a.features, channels == 0)
      && c.dtype("image_features", image_feature_dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("image_features", image_features, image_feature_dtype, {n_images, height, width, channels}, a.image_features, channels == 0)
      && c.take("out_tsdf", out_tsdf, dtype, {a.grid->view.n_voxels}, a.out_tsdf)
      && c.take("out_weights", out_weights, dtype, {a.grid->view.n_voxels}, a.out_weights)
      && c.take("out_features", out_features, dtype, {a.grid->view.n_voxels, channels}, a.out_features, channels == 0);
  });
}

dvdb_status dvdb_integrate_tsdf_backward(dvdb_context context, dvdb_grid grid, dvdb_grid source, dvdb_buffer depth, uint32_t depth_dtype, dvdb_buffer image_weights, uint32_t image_weight_dtype, uint32_t n_images, int64_t height, int64_t width, const double* intrinsics, const double* poses, const int64_t* offsets, double half_width, double max_depth, uint32_t n_grids, dvdb_buffer tsdf, dvdb_buffer weights, dvdb_buffer features, uint32_t dtype, dvdb_buffer image_features, uint32_t image_feature_dtype, int64_t channels, dvdb_buffer tsdf_gradients, dvdb_buffer weight_gradients, dvdb_buffer feature_gradients, dvdb_buffer out_tsdf, dvdb_buffer out_weights, dvdb_buffer out_features, dvdb_buffer out_depth, dvdb_buffer out_image_weights, dvdb_buffer out_image_features) noexcept {
  return entry(context, 0, operators::integrate_tsdf_backward, {depth_dtype, image_weight_dtype, n_images, n_grids, dtype, image_feature_dtype, height, width, channels, intrinsics, poses, offsets, half_width, max_depth}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.take("source", source, a.source)
      && c.memory("intrinsics", intrinsics, {n_images, 3, 3}) && c.memory("poses", poses, {n_images, 4, 4})
      && c.memory("offsets", offsets, {Count(n_grids) + 1}) && c.grid_count(*a.grid, n_grids)
      && c.dtype("depth", depth_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("depth", depth, depth_dtype, {n_images, height, width}, a.depth)
      && ((image_weights | out_image_weights) == 0 || c.dtype("image_weights", image_weight_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}))
      && c.take("image_weights", image_weights, image_weight_dtype, {n_images, height, width}, a.image_weights, true)
      && c.dtype("tsdf", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("tsdf", tsdf, dtype, {a.source->view.n_voxels}, a.tsdf)
      && c.take("weights", weights, dtype, {a.source->view.n_voxels}, a.weights)
      && c.take("features", features, dtype, {a.source->view.n_voxels, channels}, a.features, channels == 0)
      && c.dtype("image_features", image_feature_dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("image_features", image_features, image_feature_dtype, {n_images, height, width, channels}, a.image_features, channels == 0)
      && c.take("tsdf_gradients", tsdf_gradients, dtype, {a.grid->view.n_voxels}, a.tsdf_gradients, true)
      && c.take("weight_gradients", weight_gradients, dtype, {a.grid->view.n_voxels}, a.weight_gradients, true)
      && c.take("feature_gradients", feature_gradients, dtype, {a.grid->view.n_voxels, channels}, a.feature_gradients, true)
      && c.take("out_tsdf", out_tsdf, dtype, {a.source->view.n_voxels}, a.out_tsdf, true)
      && c.take("out_weights", out_weights, dtype, {a.source->view.n_voxels}, a.out_weights, true)
      && c.take("out_features", out_features, dtype, {a.source->view.n_voxels, channels}, a.out_features, true)
      && c.take("out_depth", out_depth, depth_dtype, {n_images, height, width}, a.out_depth, true)
      && c.take("out_image_weights", out_image_weights, image_weight_dtype, {n_images, height, width}, a.out_image_weights, true)
      && c.take("out_image_features", out_image_features, image_feature_dtype, {n_images, height, width, channels}, a.out_image_features, true);
  });
}

dvdb_status dvdb_close_tsdf(dvdb_context context, dvdb_grid grid, dvdb_buffer depth, uint32_t depth_dtype, dvdb_buffer image_weights, uint32_t image_weight_dtype, uint32_t n_images, int64_t height, int64_t width, const double* intrinsics, const double* poses, const int64_t* offsets, double half_width, double max_depth, uint32_t n_grids, uint32_t background, dvdb_buffer tsdf, dvdb_buffer weights, uint32_t dtype, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::close_tsdf, {depth_dtype, image_weight_dtype, n_images, n_grids, background, dtype, height, width, intrinsics, poses, offsets, half_width, max_depth}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("intrinsics", intrinsics, {n_images, 3, 3})
      && c.memory("poses", poses, {n_images, 4, 4}) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("background", background, {DVDB_BACKGROUND_UNKNOWN, DVDB_BACKGROUND_EMPTY}, "DVDB_BACKGROUND_UNKNOWN or DVDB_BACKGROUND_EMPTY")
      && c.dtype("depth", depth_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("depth", depth, depth_dtype, {n_images, height, width}, a.depth)
      && ((image_weights) == 0 || c.dtype("image_weights", image_weight_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}))
      && c.take("image_weights", image_weights, image_weight_dtype, {n_images, height, width}, a.image_weights, true)
      && c.dtype("tsdf", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("tsdf", tsdf, dtype, {a.grid->view.n_voxels}, a.tsdf)
      && c.take("weights", weights, dtype, {a.grid->view.n_voxels}, a.weights)
      && c.take("out", out, dtype, {a.grid->view.n_voxels}, a.out);
  });
}

dvdb_status dvdb_reinitialize_sdf(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double half_width_in_voxels, uint32_t order, uint32_t steps, uint32_t smooth, uint32_t smoothing, dvdb_buffer out) noexcept {
  return entry(context, ticket, operators::reinitialize_sdf, {dtype, order, steps, smooth, smoothing, half_width_in_voxels}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.range("order", order, 1, 3)
      && c.choice("smoothing", smoothing, {DVDB_SMOOTHING_MEAN_CURVATURE, DVDB_SMOOTHING_TAUBIN}, "DVDB_SMOOTHING_MEAN_CURVATURE or DVDB_SMOOTHING_TAUBIN")
      && c.dtype("field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("field", field, dtype, {a.grid->view.n_voxels}, a.field)
      && c.take("out", out, dtype, {a.grid->view.n_voxels}, a.out);
  });
}

dvdb_status dvdb_retopologize_sdf_widen(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, dvdb_grid source, dvdb_buffer field, uint32_t dtype, double half_width_in_voxels, uint32_t rounds, dvdb_buffer out) noexcept {
  return entry(context, ticket, operators::retopologize_sdf_widen, {dtype, rounds, half_width_in_voxels}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.take("source", source, a.source)
      && c.dtype("field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("field", field, dtype, {a.source->view.n_voxels}, a.field)
      && c.take("out", out, dtype, {a.grid->view.n_voxels}, a.out);
  });
}

dvdb_status dvdb_retopologize_sdf_band(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double half_width_in_voxels, dvdb_buffer out) noexcept {
  return entry(context, ticket, operators::retopologize_sdf_band, {dtype, half_width_in_voxels}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.dtype("field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("field", field, dtype, {a.grid->view.n_voxels}, a.field)
      && c.take("out", out, {a.grid->view.n_voxels}, a.out);
  });
}
