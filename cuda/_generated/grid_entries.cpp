// Generated from ffi/include/denovdb/grid.h by `deno task bindgen`; do not edit.
#include "_generated/grid_args.hpp"

using namespace dvdb;

dvdb_status dvdb_grid_from_ijk(dvdb_context context, dvdb_ticket ticket, dvdb_buffer ijk, int64_t n_points, const int64_t* offsets, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridFromIjkArgs a;
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    a.n_points = n_points;
    a.offsets = offsets;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    DVDB_TRY(take(c, "ijk", ijk, {n_points, 3}, a.ijk));
    return operators::grid_from_ijk(c, a);
  });
}

dvdb_status dvdb_grid_from_points(dvdb_context context, dvdb_ticket ticket, dvdb_buffer points, uint32_t dtype, int64_t n_points, const int64_t* offsets, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridFromPointsArgs a;
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    a.dtype = dtype;
    a.n_points = n_points;
    a.offsets = offsets;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    DVDB_TRY(check_dtype(c, "points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, dtype, {n_points, 3}, a.points));
    return operators::grid_from_points(c, a);
  });
}

dvdb_status dvdb_grid_from_nearest_voxels(dvdb_context context, dvdb_ticket ticket, dvdb_buffer points, uint32_t dtype, int64_t n_points, const int64_t* offsets, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridFromNearestVoxelsArgs a;
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    a.dtype = dtype;
    a.n_points = n_points;
    a.offsets = offsets;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    DVDB_TRY(check_dtype(c, "points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, dtype, {n_points, 3}, a.points));
    return operators::grid_from_nearest_voxels(c, a);
  });
}

dvdb_status dvdb_grid_from_mesh(dvdb_context context, dvdb_ticket ticket, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices, const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces, const int64_t* face_offsets, const double* voxel_sizes, const double* origins, uint32_t n_grids, double half_width, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridFromMeshArgs a;
    DVDB_TRY(require(c, "vertex_offsets", vertex_offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "face_offsets", face_offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    a.dtype = dtype;
    a.n_vertices = n_vertices;
    a.vertex_offsets = vertex_offsets;
    a.face_dtype = face_dtype;
    a.n_faces = n_faces;
    a.face_offsets = face_offsets;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.half_width = half_width;
    a.out_grid = out_grid;
    DVDB_TRY(check_dtype(c, "vertices", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "vertices", vertices, dtype, {n_vertices, 3}, a.vertices));
    DVDB_TRY(check_dtype(c, "faces", face_dtype, {DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "faces", faces, face_dtype, {n_faces, 3}, a.faces));
    return operators::grid_from_mesh(c, a);
  });
}

dvdb_status dvdb_grid_from_dense(dvdb_context context, dvdb_ticket ticket, const int32_t* low, const int64_t* dims, dvdb_buffer mask, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridFromDenseArgs a;
    DVDB_TRY(require(c, "low", low, {3}));
    DVDB_TRY(require(c, "dims", dims, {3}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    DVDB_TRY(check_ranges(c, "dims", dims, 3, 1, INT64_MAX));
    a.low = low;
    a.dims = dims;
    a.mask = mask;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    return operators::grid_from_dense(c, a);
  });
}

dvdb_status dvdb_grid_destroy(dvdb_context context, dvdb_grid grid) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::GridDestroyArgs a;
    a.grid = grid;
    return operators::grid_destroy(c, a);
  });
}

dvdb_status dvdb_grid_counts(dvdb_context context, dvdb_grid grid, int64_t* out_counts) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::GridCountsArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "out_counts", out_counts, {DVDB_COUNT_COUNT}));
    a.out_counts = out_counts;
    return operators::grid_counts(c, a);
  });
}

dvdb_status dvdb_grid_table(dvdb_context context, dvdb_grid grid, uint32_t n_grids, int64_t* out_offsets, int32_t* out_bboxes) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::GridTableArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "out_offsets", out_offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "out_bboxes", out_bboxes, {n_grids, 2, 3}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.n_grids = n_grids;
    a.out_offsets = out_offsets;
    a.out_bboxes = out_bboxes;
    return operators::grid_table(c, a);
  });
}

dvdb_status dvdb_grid_ijk(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::GridIjkArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(take(c, "out", out, {a.grid->view.n_voxels, 3}, a.out));
    return operators::grid_ijk(c, a);
  });
}
