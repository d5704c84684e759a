// Generated from ffi/include/denovdb/pool.h by `deno task bindgen`; do not edit.
#include "_generated/pool_args.hpp"

using namespace dvdb;

dvdb_status dvdb_voxel_mean(dvdb_context context, dvdb_grid grid, dvdb_buffer rows, dvdb_buffer features, uint32_t dtype, int64_t n, uint32_t channels, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::voxel_mean, {dtype, channels, n}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.range("channels", channels, 1, 65536) && c.take("rows", rows, {n}, a.rows)
      && c.dtype("features", dtype, {DVDB_U8, DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {n, channels}, a.features)
      && c.take("out", out, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {a.grid->view.n_voxels, channels}, a.out);
  });
}

dvdb_status dvdb_voxel_mean_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer rows, dvdb_buffer gradients, uint32_t dtype, int64_t n, uint32_t channels, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::voxel_mean_backward, {dtype, channels, n}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.range("channels", channels, 1, 65536) && c.take("rows", rows, {n}, a.rows)
      && c.dtype("gradients", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("gradients", gradients, dtype, {a.grid->view.n_voxels, channels}, a.gradients)
      && c.take("out", out, dtype, {n, channels}, a.out);
  });
}

dvdb_status dvdb_pool(dvdb_context context, dvdb_grid fine, dvdb_grid coarse, dvdb_buffer features, uint32_t dtype, int64_t channels, uint32_t reduction, const int32_t* factor, const int32_t* stride, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::pool, {dtype, reduction, channels, factor, stride}, [&](Checks& c, auto& a) {
    return c.take("fine", fine, a.fine) && c.take("coarse", coarse, a.coarse) && c.memory("factor", factor, {3})
      && c.memory("stride", stride, {3})
      && c.choice("reduction", reduction, {DVDB_POOL_MAX, DVDB_POOL_MEAN, DVDB_POOL_SUM}, "DVDB_POOL_MAX, DVDB_POOL_MEAN or DVDB_POOL_SUM")
      && c.ranges("factor", factor, 3, 1, INT64_MAX) && c.ranges("stride", stride, 3, 1, INT64_MAX)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {a.fine->view.n_voxels, channels}, a.features)
      && c.take("out", out, dtype, {a.coarse->view.n_voxels, channels}, a.out);
  });
}

dvdb_status dvdb_pool_backward(dvdb_context context, dvdb_grid fine, dvdb_grid coarse, dvdb_buffer features, dvdb_buffer gradients, uint32_t dtype, int64_t channels, uint32_t reduction, const int32_t* factor, const int32_t* stride, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::pool_backward, {dtype, reduction, channels, factor, stride}, [&](Checks& c, auto& a) {
    return c.take("fine", fine, a.fine) && c.take("coarse", coarse, a.coarse) && c.memory("factor", factor, {3})
      && c.memory("stride", stride, {3})
      && c.choice("reduction", reduction, {DVDB_POOL_MAX, DVDB_POOL_MEAN, DVDB_POOL_SUM}, "DVDB_POOL_MAX, DVDB_POOL_MEAN or DVDB_POOL_SUM")
      && c.ranges("factor", factor, 3, 1, INT64_MAX) && c.ranges("stride", stride, 3, 1, INT64_MAX)
      && c.dtype("features", dtype, {DVDB_F16, DVDB_BF16, DVDB_F32, DVDB_F64})
      && c.take("features", features, dtype, {a.fine->view.n_voxels, channels}, a.features, reduction != DVDB_POOL_MAX)
      && c.take("gradients", gradients, dtype, {a.coarse->view.n_voxels, channels}, a.gradients)
      && c.take("out", out, dtype, {a.fine->view.n_voxels, channels}, a.out);
  });
}
