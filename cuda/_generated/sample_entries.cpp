// Generated from ffi/include/denovdb/sample.h by `deno task bindgen`; do not edit.
#include "_generated/sample_args.hpp"

using namespace dvdb;

dvdb_status dvdb_sample_trilinear(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SampleTrilinearArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.point_dtype = point_dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.channels = channels;
    DVDB_TRY(check_dtype(c, "points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, point_dtype, {n, 3}, a.points));
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {a.grid->view.n_voxels, channels}, a.features));
    DVDB_TRY(take(c, "out", out, dtype, {n, channels}, a.out));
    return operators::sample_trilinear(c, a);
  });
}

dvdb_status dvdb_sample_trilinear_with_grad(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, dvdb_buffer out, dvdb_buffer out_gradients) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SampleTrilinearWithGradArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.point_dtype = point_dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.channels = channels;
    DVDB_TRY(check_dtype(c, "points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, point_dtype, {n, 3}, a.points));
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {a.grid->view.n_voxels, channels}, a.features));
    DVDB_TRY(take(c, "out", out, dtype, {n, channels}, a.out));
    DVDB_TRY(take(c, "out_gradients", out_gradients, dtype, {n, channels, 3}, a.out_gradients));
    return operators::sample_trilinear_with_grad(c, a);
  });
}

dvdb_status dvdb_sample_kernel(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SampleKernelArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8"));
    a.point_dtype = point_dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.channels = channels;
    a.kernel = kernel;
    DVDB_TRY(check_dtype(c, "points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, point_dtype, {n, 3}, a.points));
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {a.grid->view.n_voxels, channels}, a.features));
    DVDB_TRY(take(c, "out", out, dtype, {n, channels}, a.out));
    return operators::sample_kernel(c, a);
  });
}

dvdb_status dvdb_sample_kernel_with_grad(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out, dvdb_buffer out_gradients) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SampleKernelWithGradArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8"));
    a.point_dtype = point_dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.channels = channels;
    a.kernel = kernel;
    DVDB_TRY(check_dtype(c, "points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, point_dtype, {n, 3}, a.points));
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {a.grid->view.n_voxels, channels}, a.features));
    DVDB_TRY(take(c, "out", out, dtype, {n, channels}, a.out));
    DVDB_TRY(take(c, "out_gradients", out_gradients, dtype, {n, channels, 3}, a.out_gradients));
    return operators::sample_kernel_with_grad(c, a);
  });
}

dvdb_status dvdb_sample_point_gradients(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer weights, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SamplePointGradientsArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8"));
    a.point_dtype = point_dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.channels = channels;
    a.kernel = kernel;
    DVDB_TRY(check_dtype(c, "points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, point_dtype, {n, 3}, a.points));
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {a.grid->view.n_voxels, channels}, a.features));
    DVDB_TRY(take(c, "weights", weights, dtype, {n, channels}, a.weights));
    DVDB_TRY(take(c, "out", out, point_dtype, {n, 3}, a.out));
    return operators::sample_point_gradients(c, a);
  });
}

dvdb_status dvdb_splat(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SplatArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8"));
    a.point_dtype = point_dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.channels = channels;
    a.kernel = kernel;
    DVDB_TRY(check_dtype(c, "points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, point_dtype, {n, 3}, a.points));
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {n, channels}, a.features));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels, channels}, a.out));
    return operators::splat(c, a);
  });
}

dvdb_status dvdb_splat_atomic(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SplatAtomicArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8"));
    a.point_dtype = point_dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.channels = channels;
    a.kernel = kernel;
    DVDB_TRY(check_dtype(c, "points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, point_dtype, {n, 3}, a.points));
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {n, channels}, a.features));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels, channels}, a.out));
    return operators::splat_atomic(c, a);
  });
}

dvdb_status dvdb_splat_slopes(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, dvdb_buffer slopes, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SplatSlopesArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8"));
    a.point_dtype = point_dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.channels = channels;
    a.kernel = kernel;
    DVDB_TRY(check_dtype(c, "points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, point_dtype, {n, 3}, a.points));
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {n, channels}, a.features, true));
    DVDB_TRY(take(c, "slopes", slopes, dtype, {n, channels, 3}, a.slopes, true));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels, channels}, a.out));
    return operators::splat_slopes(c, a);
  });
}

dvdb_status dvdb_splat_slopes_atomic(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, dvdb_buffer slopes, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SplatSlopesAtomicArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8"));
    a.point_dtype = point_dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.channels = channels;
    a.kernel = kernel;
    DVDB_TRY(check_dtype(c, "points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, point_dtype, {n, 3}, a.points));
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {n, channels}, a.features, true));
    DVDB_TRY(take(c, "slopes", slopes, dtype, {n, channels, 3}, a.slopes, true));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels, channels}, a.out));
    return operators::splat_slopes_atomic(c, a);
  });
}

dvdb_status dvdb_sample_slope_gradients(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer weights, dvdb_buffer slope_weights, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SampleSlopeGradientsArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8"));
    a.point_dtype = point_dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.channels = channels;
    a.kernel = kernel;
    DVDB_TRY(check_dtype(c, "points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, point_dtype, {n, 3}, a.points));
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {a.grid->view.n_voxels, channels}, a.features));
    DVDB_TRY(take(c, "weights", weights, dtype, {n, channels}, a.weights, true));
    DVDB_TRY(take(c, "slope_weights", slope_weights, dtype, {n, channels, 3}, a.slope_weights, true));
    DVDB_TRY(take(c, "out", out, point_dtype, {n, 3}, a.out));
    return operators::sample_slope_gradients(c, a);
  });
}
