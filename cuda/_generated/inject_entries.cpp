// Generated from ffi/include/denovdb/inject.h by `deno task bindgen`; do not edit.
#include "_generated/inject_args.hpp"

using namespace dvdb;

dvdb_status dvdb_inject_from_dense_cminor(dvdb_context context, dvdb_grid grid, dvdb_buffer dense, uint32_t dtype, int64_t channels, const int64_t* size, const int32_t* origins, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::inject_from_dense_cminor, {dtype, n_grids, channels, size, origins}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("size", size, {3}) && c.memory("origins", origins, {n_grids, 3})
      && c.grid_count(*a.grid, n_grids)
      && c.dtype("dense", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("dense", dense, dtype, {n_grids, size[0], size[1], size[2], channels}, a.dense)
      && c.take("out", out, dtype, {a.grid->view.n_voxels, channels}, a.out);
  });
}

dvdb_status dvdb_inject_from_dense_cmajor(dvdb_context context, dvdb_grid grid, dvdb_buffer dense, uint32_t dtype, int64_t channels, const int64_t* size, const int32_t* origins, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::inject_from_dense_cmajor, {dtype, n_grids, channels, size, origins}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("size", size, {3}) && c.memory("origins", origins, {n_grids, 3})
      && c.grid_count(*a.grid, n_grids)
      && c.dtype("dense", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("dense", dense, dtype, {n_grids, channels, size[0], size[1], size[2]}, a.dense)
      && c.take("out", out, dtype, {a.grid->view.n_voxels, channels}, a.out);
  });
}

dvdb_status dvdb_inject_to_dense_cminor(dvdb_context context, dvdb_grid grid, dvdb_buffer features, uint32_t dtype, int64_t channels, const int64_t* size, const int32_t* origins, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::inject_to_dense_cminor, {dtype, n_grids, channels, size, origins}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("size", size, {3}) && c.memory("origins", origins, {n_grids, 3})
      && c.grid_count(*a.grid, n_grids)
      && c.dtype("features", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("features", features, dtype, {a.grid->view.n_voxels, channels}, a.features)
      && c.take("out", out, dtype, {n_grids, size[0], size[1], size[2], channels}, a.out);
  });
}

dvdb_status dvdb_inject_to_dense_cmajor(dvdb_context context, dvdb_grid grid, dvdb_buffer features, uint32_t dtype, int64_t channels, const int64_t* size, const int32_t* origins, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::inject_to_dense_cmajor, {dtype, n_grids, channels, size, origins}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("size", size, {3}) && c.memory("origins", origins, {n_grids, 3})
      && c.grid_count(*a.grid, n_grids)
      && c.dtype("features", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("features", features, dtype, {a.grid->view.n_voxels, channels}, a.features)
      && c.take("out", out, dtype, {n_grids, channels, size[0], size[1], size[2]}, a.out);
  });
}

dvdb_status dvdb_inject(dvdb_context context, dvdb_grid grid, dvdb_grid src_grid, dvdb_buffer src, uint32_t dtype, int64_t channels, uint32_t fill_low, uint32_t fill_high, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::inject, {dtype, fill_low, fill_high, channels}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.take("src_grid", src_grid, a.src_grid)
      && c.dtype("src", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("src", src, dtype, {a.src_grid->view.n_voxels, channels}, a.src)
      && c.take("out", out, dtype, {a.grid->view.n_voxels, channels}, a.out);
  });
}

dvdb_status dvdb_inject_into(dvdb_context context, dvdb_grid grid, dvdb_grid src_grid, dvdb_buffer src, uint32_t dtype, int64_t channels, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::inject_into, {dtype, channels}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.take("src_grid", src_grid, a.src_grid)
      && c.dtype("src", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("src", src, dtype, {a.src_grid->view.n_voxels, channels}, a.src)
      && c.take("out", out, dtype, {a.grid->view.n_voxels, channels}, a.out);
  });
}

dvdb_status dvdb_inject_from_ijk(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer src, uint32_t dtype, int64_t channels, uint32_t fill_low, uint32_t fill_high, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::inject_from_ijk, {n, channels, offsets, n_grids, dtype, fill_low, fill_high}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.take("ijk", ijk, {n, 3}, a.ijk)
      && c.dtype("src", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("src", src, dtype, {n, channels}, a.src)
      && c.take("out", out, dtype, {a.grid->view.n_voxels, channels}, a.out);
  });
}

dvdb_status dvdb_inject_from_ijk_into(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer src, uint32_t dtype, int64_t channels, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::inject_from_ijk_into, {n, channels, offsets, n_grids, dtype}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.take("ijk", ijk, {n, 3}, a.ijk)
      && c.dtype("src", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("src", src, dtype, {n, channels}, a.src)
      && c.take("out", out, dtype, {a.grid->view.n_voxels, channels}, a.out);
  });
}
