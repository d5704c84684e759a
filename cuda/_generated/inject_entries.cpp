// Generated from ffi/include/denovdb/inject.h by `deno task bindgen`; do not edit.
#include "_generated/inject_args.hpp"

using namespace dvdb;

dvdb_status dvdb_inject_from_dense_cminor(dvdb_context context, dvdb_grid grid, dvdb_buffer dense, uint32_t dtype, int64_t channels, const int64_t* size, const int32_t* origins, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::InjectFromDenseCminorArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "size", size, {3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.channels = channels;
    a.size = size;
    a.origins = origins;
    a.n_grids = n_grids;
    DVDB_TRY(check_dtype(c, "dense", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "dense", dense, dtype, {n_grids, size[0], size[1], size[2], channels}, a.dense));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels, channels}, a.out));
    return operators::inject_from_dense_cminor(c, a);
  });
}

dvdb_status dvdb_inject_from_dense_cmajor(dvdb_context context, dvdb_grid grid, dvdb_buffer dense, uint32_t dtype, int64_t channels, const int64_t* size, const int32_t* origins, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::InjectFromDenseCmajorArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "size", size, {3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.channels = channels;
    a.size = size;
    a.origins = origins;
    a.n_grids = n_grids;
    DVDB_TRY(check_dtype(c, "dense", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "dense", dense, dtype, {n_grids, channels, size[0], size[1], size[2]}, a.dense));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels, channels}, a.out));
    return operators::inject_from_dense_cmajor(c, a);
  });
}

dvdb_status dvdb_inject_to_dense_cminor(dvdb_context context, dvdb_grid grid, dvdb_buffer features, uint32_t dtype, int64_t channels, const int64_t* size, const int32_t* origins, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::InjectToDenseCminorArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "size", size, {3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.channels = channels;
    a.size = size;
    a.origins = origins;
    a.n_grids = n_grids;
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "features", features, dtype, {a.grid->view.n_voxels, channels}, a.features));
    DVDB_TRY(take(c, "out", out, dtype, {n_grids, size[0], size[1], size[2], channels}, a.out));
    return operators::inject_to_dense_cminor(c, a);
  });
}

dvdb_status dvdb_inject_to_dense_cmajor(dvdb_context context, dvdb_grid grid, dvdb_buffer features, uint32_t dtype, int64_t channels, const int64_t* size, const int32_t* origins, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::InjectToDenseCmajorArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "size", size, {3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.channels = channels;
    a.size = size;
    a.origins = origins;
    a.n_grids = n_grids;
    DVDB_TRY(check_dtype(c, "features", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "features", features, dtype, {a.grid->view.n_voxels, channels}, a.features));
    DVDB_TRY(take(c, "out", out, dtype, {n_grids, channels, size[0], size[1], size[2]}, a.out));
    return operators::inject_to_dense_cmajor(c, a);
  });
}

dvdb_status dvdb_inject(dvdb_context context, dvdb_grid grid, dvdb_grid src_grid, dvdb_buffer src, uint32_t dtype, int64_t channels, uint32_t fill_low, uint32_t fill_high, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::InjectArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(take(c, "src_grid", src_grid, a.src_grid));
    a.dtype = dtype;
    a.channels = channels;
    a.fill_low = fill_low;
    a.fill_high = fill_high;
    DVDB_TRY(check_dtype(c, "src", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "src", src, dtype, {a.src_grid->view.n_voxels, channels}, a.src));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels, channels}, a.out));
    return operators::inject(c, a);
  });
}

dvdb_status dvdb_inject_into(dvdb_context context, dvdb_grid grid, dvdb_grid src_grid, dvdb_buffer src, uint32_t dtype, int64_t channels, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::InjectIntoArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(take(c, "src_grid", src_grid, a.src_grid));
    a.dtype = dtype;
    a.channels = channels;
    DVDB_TRY(check_dtype(c, "src", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "src", src, dtype, {a.src_grid->view.n_voxels, channels}, a.src));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels, channels}, a.out));
    return operators::inject_into(c, a);
  });
}

dvdb_status dvdb_inject_from_ijk(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer src, uint32_t dtype, int64_t channels, uint32_t fill_low, uint32_t fill_high, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::InjectFromIjkArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.channels = channels;
    a.fill_low = fill_low;
    a.fill_high = fill_high;
    DVDB_TRY(take(c, "ijk", ijk, {n, 3}, a.ijk));
    DVDB_TRY(check_dtype(c, "src", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "src", src, dtype, {n, channels}, a.src));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels, channels}, a.out));
    return operators::inject_from_ijk(c, a);
  });
}

dvdb_status dvdb_inject_from_ijk_into(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer src, uint32_t dtype, int64_t channels, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::InjectFromIjkIntoArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.dtype = dtype;
    a.channels = channels;
    DVDB_TRY(take(c, "ijk", ijk, {n, 3}, a.ijk));
    DVDB_TRY(check_dtype(c, "src", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "src", src, dtype, {n, channels}, a.src));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels, channels}, a.out));
    return operators::inject_from_ijk_into(c, a);
  });
}
