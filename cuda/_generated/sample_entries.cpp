// Generated from ffi/include/denovdb/sample.h by `deno task bindgen`; do not edit.
#include "_generated/sample_args.hpp"

using namespace dvdb;

dvdb_status dvdb_sample_trilinear(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::sample_trilinear, {point_dtype, n_grids, dtype, n, channels, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.dtype("points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, point_dtype, {n, 3}, a.points)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {a.grid->view.n_voxels, channels}, a.features)
      && c.take("out", out, dtype, {n, channels}, a.out);
  });
}

dvdb_status dvdb_sample_trilinear_with_grad(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, dvdb_buffer out, dvdb_buffer out_gradients) noexcept {
  return entry(context, 0, operators::sample_trilinear_with_grad, {point_dtype, n_grids, dtype, n, channels, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.dtype("points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, point_dtype, {n, 3}, a.points)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {a.grid->view.n_voxels, channels}, a.features)
      && c.take("out", out, dtype, {n, channels}, a.out)
      && c.take("out_gradients", out_gradients, dtype, {n, channels, 3}, a.out_gradients);
  });
}

dvdb_status dvdb_sample_kernel(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::sample_kernel, {point_dtype, n_grids, dtype, kernel, n, channels, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8")
      && c.dtype("points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, point_dtype, {n, 3}, a.points)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {a.grid->view.n_voxels, channels}, a.features)
      && c.take("out", out, dtype, {n, channels}, a.out);
  });
}

dvdb_status dvdb_sample_kernel_with_grad(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out, dvdb_buffer out_gradients) noexcept {
  return entry(context, 0, operators::sample_kernel_with_grad, {point_dtype, n_grids, dtype, kernel, n, channels, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8")
      && c.dtype("points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, point_dtype, {n, 3}, a.points)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {a.grid->view.n_voxels, channels}, a.features)
      && c.take("out", out, dtype, {n, channels}, a.out)
      && c.take("out_gradients", out_gradients, dtype, {n, channels, 3}, a.out_gradients);
  });
}

dvdb_status dvdb_sample_point_gradients(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer weights, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::sample_point_gradients, {point_dtype, n_grids, dtype, kernel, n, channels, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8")
      && c.dtype("points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, point_dtype, {n, 3}, a.points)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {a.grid->view.n_voxels, channels}, a.features)
      && c.take("weights", weights, dtype, {n, channels}, a.weights) && c.take("out", out, point_dtype, {n, 3}, a.out);
  });
}

dvdb_status dvdb_splat(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::splat, {point_dtype, n_grids, dtype, kernel, n, channels, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8")
      && c.dtype("points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, point_dtype, {n, 3}, a.points)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, channels}, a.features)
      && c.take("out", out, dtype, {a.grid->view.n_voxels, channels}, a.out);
  });
}

dvdb_status dvdb_splat_atomic(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::splat_atomic, {point_dtype, n_grids, dtype, kernel, n, channels, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8")
      && c.dtype("points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, point_dtype, {n, 3}, a.points)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, channels}, a.features)
      && c.take("out", out, dtype, {a.grid->view.n_voxels, channels}, a.out);
  });
}

dvdb_status dvdb_splat_slopes(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, dvdb_buffer slopes, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::splat_slopes, {point_dtype, n_grids, dtype, kernel, n, channels, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8")
      && c.dtype("points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, point_dtype, {n, 3}, a.points)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, channels}, a.features, true)
      && c.take("slopes", slopes, dtype, {n, channels, 3}, a.slopes, true)
      && c.take("out", out, dtype, {a.grid->view.n_voxels, channels}, a.out);
  });
}

dvdb_status dvdb_splat_slopes_atomic(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, dvdb_buffer slopes, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::splat_slopes_atomic, {point_dtype, n_grids, dtype, kernel, n, channels, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8")
      && c.dtype("points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, point_dtype, {n, 3}, a.points)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, channels}, a.features, true)
      && c.take("slopes", slopes, dtype, {n, channels, 3}, a.slopes, true)
      && c.take("out", out, dtype, {a.grid->view.n_voxels, channels}, a.out);
  });
}

dvdb_status dvdb_sample_slope_gradients(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer weights, dvdb_buffer slope_weights, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::sample_slope_gradients, {point_dtype, n_grids, dtype, kernel, n, channels, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("kernel", kernel, {DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER, DVDB_KERNEL_BEZIER_8}, "DVDB_KERNEL_NEAREST, DVDB_KERNEL_TRILINEAR, DVDB_KERNEL_BEZIER or DVDB_KERNEL_BEZIER_8")
      && c.dtype("points", point_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, point_dtype, {n, 3}, a.points)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {a.grid->view.n_voxels, channels}, a.features)
      && c.take("weights", weights, dtype, {n, channels}, a.weights, true)
      && c.take("slope_weights", slope_weights, dtype, {n, channels, 3}, a.slope_weights, true)
      && c.take("out", out, point_dtype, {n, 3}, a.out);
  });
}
