// Generated from ffi/include/denovdb/pool.h by `deno task bindgen`; do not edit.
#include "_generated/pool_args.hpp"

using namespace dvdb;

dvdb_status dvdb_voxel_mean(dvdb_context context, dvdb_grid grid, dvdb_buffer rows, dvdb_buffer features, uint32_t dtype, int64_t n, uint32_t channels, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::VoxelMeanArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(check_range(c, "channels", channels, 1, 65536));
    a.dtype = dtype;
    a.n = n;
    a.channels = channels;
    DVDB_TRY(take(c, "rows", rows, {n}, a.rows));
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_U8, DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {n, channels}, a.features));
    DVDB_TRY(take(c, "out", out, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {a.grid->view.n_voxels, channels}, a.out));
    return operators::voxel_mean(c, a);
  });
}

dvdb_status dvdb_voxel_mean_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer rows, dvdb_buffer gradients, uint32_t dtype, int64_t n, uint32_t channels, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::VoxelMeanBackwardArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(check_range(c, "channels", channels, 1, 65536));
    a.dtype = dtype;
    a.n = n;
    a.channels = channels;
    DVDB_TRY(take(c, "rows", rows, {n}, a.rows));
    DVDB_TRY(check_dtype(c, "gradients", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "gradients", gradients, dtype, {a.grid->view.n_voxels, channels}, a.gradients));
    DVDB_TRY(take(c, "out", out, dtype, {n, channels}, a.out));
    return operators::voxel_mean_backward(c, a);
  });
}

dvdb_status dvdb_pool(dvdb_context context, dvdb_grid fine, dvdb_grid coarse, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t reduction, const int32_t* factor, const int32_t* stride, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::PoolArgs a;
    DVDB_TRY(take(c, "fine", fine, a.fine));
    DVDB_TRY(take(c, "coarse", coarse, a.coarse));
    DVDB_TRY(require(c, "factor", factor, {3}));
    DVDB_TRY(require(c, "stride", stride, {3}));
    DVDB_TRY(check_choice(c, "reduction", reduction, {DVDB_POOL_MAX, DVDB_POOL_MEAN, DVDB_POOL_SUM}, "DVDB_POOL_MAX, DVDB_POOL_MEAN or DVDB_POOL_SUM"));
    DVDB_TRY(check_ranges(c, "factor", factor, 3, 1, INT64_MAX));
    DVDB_TRY(check_ranges(c, "stride", stride, 3, 1, INT64_MAX));
    a.dtype = dtype;
    a.channels = channels;
    a.reduction = reduction;
    a.factor = factor;
    a.stride = stride;
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {a.fine->view.n_voxels, channels}, a.features));
    DVDB_TRY(take(c, "out", out, dtype, {a.coarse->view.n_voxels, channels}, a.out));
    return operators::pool(c, a);
  });
}

dvdb_status dvdb_pool_backward(dvdb_context context, dvdb_grid fine, dvdb_grid coarse, dvdb_buffer features, dvdb_buffer gradients, uint32_t dtype, int64_t channels, uint32_t reduction, const int32_t* factor, const int32_t* stride, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::PoolBackwardArgs a;
    DVDB_TRY(take(c, "fine", fine, a.fine));
    DVDB_TRY(take(c, "coarse", coarse, a.coarse));
    DVDB_TRY(require(c, "factor", factor, {3}));
    DVDB_TRY(require(c, "stride", stride, {3}));
    DVDB_TRY(check_choice(c, "reduction", reduction, {DVDB_POOL_MAX, DVDB_POOL_MEAN, DVDB_POOL_SUM}, "DVDB_POOL_MAX, DVDB_POOL_MEAN or DVDB_POOL_SUM"));
    DVDB_TRY(check_ranges(c, "factor", factor, 3, 1, INT64_MAX));
    DVDB_TRY(check_ranges(c, "stride", stride, 3, 1, INT64_MAX));
    a.dtype = dtype;
    a.channels = channels;
    a.reduction = reduction;
    a.factor = factor;
    a.stride = stride;
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, dtype, {a.fine->view.n_voxels, channels}, a.features, reduction != DVDB_POOL_MAX));
    DVDB_TRY(take(c, "gradients", gradients, dtype, {a.coarse->view.n_voxels, channels}, a.gradients));
    DVDB_TRY(take(c, "out", out, dtype, {a.fine->view.n_voxels, channels}, a.out));
    return operators::pool_backward(c, a);
  });
}
