// Generated from ffi/include/denovdb/rays.h by `deno task bindgen`; do not edit.
#include "_generated/rays_args.hpp"

using namespace dvdb;

dvdb_status dvdb_first_active_voxel(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, dvdb_buffer out_rows, dvdb_buffer out_times, dvdb_buffer out_faces) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::FirstActiveVoxelArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.t_min = t_min;
    a.t_max = t_max;
    DVDB_TRY(check_dtype(c, "origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "origins", origins, dtype, {n, 3}, a.origins));
    DVDB_TRY(take(c, "directions", directions, dtype, {n, 3}, a.directions));
    DVDB_TRY(take(c, "out_rows", out_rows, {n}, a.out_rows));
    DVDB_TRY(take(c, "out_times", out_times, dtype, {n}, a.out_times));
    DVDB_TRY(take(c, "out_faces", out_faces, {n}, a.out_faces));
    return operators::first_active_voxel(c, a);
  });
}

dvdb_status dvdb_count_voxels_along_rays(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, int64_t most, dvdb_buffer out_ends) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::CountVoxelsAlongRaysArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_range(c, "most", most, 1, INT64_MAX));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.t_min = t_min;
    a.t_max = t_max;
    a.eps = eps;
    a.most = most;
    DVDB_TRY(check_dtype(c, "origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "origins", origins, dtype, {n, 3}, a.origins));
    DVDB_TRY(take(c, "directions", directions, dtype, {n, 3}, a.directions));
    DVDB_TRY(take(c, "out_ends", out_ends, {n}, a.out_ends));
    return operators::count_voxels_along_rays(c, a);
  });
}

dvdb_status dvdb_voxels_along_rays(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, uint32_t form, dvdb_buffer ray_ends, int64_t n_voxels, dvdb_buffer out_voxels, dvdb_buffer out_times) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::VoxelsAlongRaysArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "form", form, {DVDB_VOXEL_IJK, DVDB_VOXEL_ROW_IN_GRID, DVDB_VOXEL_ROW_IN_BATCH}, "DVDB_VOXEL_IJK, DVDB_VOXEL_ROW_IN_GRID or DVDB_VOXEL_ROW_IN_BATCH"));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.t_min = t_min;
    a.t_max = t_max;
    a.eps = eps;
    a.form = form;
    a.n_voxels = n_voxels;
    a.out_voxels = out_voxels;
    DVDB_TRY(check_dtype(c, "origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "origins", origins, dtype, {n, 3}, a.origins));
    DVDB_TRY(take(c, "directions", directions, dtype, {n, 3}, a.directions));
    DVDB_TRY(take(c, "ray_ends", ray_ends, {n}, a.ray_ends));
    DVDB_TRY(take(c, "out_times", out_times, dtype, {n_voxels, 2}, a.out_times));
    return operators::voxels_along_rays(c, a);
  });
}

dvdb_status dvdb_rays_intersect_voxels(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::RaysIntersectVoxelsArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.t_min = t_min;
    a.t_max = t_max;
    a.eps = eps;
    DVDB_TRY(check_dtype(c, "origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "origins", origins, dtype, {n, 3}, a.origins));
    DVDB_TRY(take(c, "directions", directions, dtype, {n, 3}, a.directions));
    DVDB_TRY(take(c, "out", out, {n}, a.out));
    return operators::rays_intersect_voxels(c, a);
  });
}

dvdb_status dvdb_count_segments_along_rays(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, int64_t most, dvdb_buffer out_ends, dvdb_buffer out_kept) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::CountSegmentsAlongRaysArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_range(c, "most", most, 1, INT64_MAX));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.t_min = t_min;
    a.t_max = t_max;
    a.eps = eps;
    a.most = most;
    DVDB_TRY(check_dtype(c, "origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "origins", origins, dtype, {n, 3}, a.origins));
    DVDB_TRY(take(c, "directions", directions, dtype, {n, 3}, a.directions));
    DVDB_TRY(take(c, "out_ends", out_ends, {n}, a.out_ends));
    DVDB_TRY(take(c, "out_kept", out_kept, dtype, {n, DVDB_KEPT_SEGMENTS, 2}, a.out_kept));
    return operators::count_segments_along_rays(c, a);
  });
}

dvdb_status dvdb_segments_along_rays(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, dvdb_buffer ray_ends, dvdb_buffer kept, int64_t n_segments, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SegmentsAlongRaysArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.t_min = t_min;
    a.t_max = t_max;
    a.eps = eps;
    a.n_segments = n_segments;
    DVDB_TRY(check_dtype(c, "origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "origins", origins, dtype, {n, 3}, a.origins));
    DVDB_TRY(take(c, "directions", directions, dtype, {n, 3}, a.directions));
    DVDB_TRY(take(c, "ray_ends", ray_ends, {n}, a.ray_ends));
    DVDB_TRY(take(c, "kept", kept, dtype, {n, DVDB_KEPT_SEGMENTS, 2}, a.kept));
    DVDB_TRY(take(c, "out", out, dtype, {n_segments, 2}, a.out));
    return operators::segments_along_rays(c, a);
  });
}

dvdb_status dvdb_list_segments_along_rays(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, int64_t most, dvdb_buffer* out_lists, int64_t* out_total) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::ListSegmentsAlongRaysArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "out_lists", out_lists, {2}));
    DVDB_TRY(require(c, "out_total", out_total, {1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_range(c, "most", most, 1, INT64_MAX));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.t_min = t_min;
    a.t_max = t_max;
    a.eps = eps;
    a.most = most;
    a.out_lists = out_lists;
    a.out_total = out_total;
    DVDB_TRY(check_dtype(c, "origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "origins", origins, dtype, {n, 3}, a.origins));
    DVDB_TRY(take(c, "directions", directions, dtype, {n, 3}, a.directions));
    return operators::list_segments_along_rays(c, a);
  });
}

dvdb_status dvdb_count_uniform_ray_samples(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, dvdb_buffer t_min, dvdb_buffer t_max, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double step, double cone, double eps, uint32_t ends, dvdb_buffer out_ends) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::CountUniformRaySamplesArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_range(c, "ends", ends, 0, 1));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.step = step;
    a.cone = cone;
    a.eps = eps;
    a.ends = ends;
    DVDB_TRY(check_dtype(c, "origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "origins", origins, dtype, {n, 3}, a.origins));
    DVDB_TRY(take(c, "directions", directions, dtype, {n, 3}, a.directions));
    DVDB_TRY(take(c, "t_min", t_min, dtype, {n}, a.t_min));
    DVDB_TRY(take(c, "t_max", t_max, dtype, {n}, a.t_max));
    DVDB_TRY(take(c, "out_ends", out_ends, {n}, a.out_ends));
    return operators::count_uniform_ray_samples(c, a);
  });
}

dvdb_status dvdb_uniform_ray_samples(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, dvdb_buffer t_min, dvdb_buffer t_max, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double step, double cone, double eps, uint32_t ends, uint32_t midpoints, dvdb_buffer ray_ends, int64_t n_samples, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::UniformRaySamplesArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_range(c, "ends", ends, 0, 1));
    DVDB_TRY(check_range(c, "midpoints", midpoints, 0, 1));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.step = step;
    a.cone = cone;
    a.eps = eps;
    a.ends = ends;
    a.midpoints = midpoints;
    a.n_samples = n_samples;
    DVDB_TRY(check_dtype(c, "origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "origins", origins, dtype, {n, 3}, a.origins));
    DVDB_TRY(take(c, "directions", directions, dtype, {n, 3}, a.directions));
    DVDB_TRY(take(c, "t_min", t_min, dtype, {n}, a.t_min));
    DVDB_TRY(take(c, "t_max", t_max, dtype, {n}, a.t_max));
    DVDB_TRY(take(c, "ray_ends", ray_ends, {n}, a.ray_ends));
    DVDB_TRY(take(c, "out", out, dtype, {n_samples, Count(2) - (midpoints)}, a.out));
    return operators::uniform_ray_samples(c, a);
  });
}

dvdb_status dvdb_ray_implicit_intersection(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, dvdb_buffer field, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, double iso, uint32_t root, dvdb_buffer out_times) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::RayImplicitIntersectionArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "root", root, {DVDB_ROOT_CHORD, DVDB_ROOT_TRILINEAR}, "DVDB_ROOT_CHORD or DVDB_ROOT_TRILINEAR"));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.t_min = t_min;
    a.t_max = t_max;
    a.eps = eps;
    a.iso = iso;
    a.root = root;
    DVDB_TRY(check_dtype(c, "origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "origins", origins, dtype, {n, 3}, a.origins));
    DVDB_TRY(take(c, "directions", directions, dtype, {n, 3}, a.directions));
    DVDB_TRY(take(c, "field", field, dtype, {a.grid->view.n_voxels}, a.field));
    DVDB_TRY(take(c, "out_times", out_times, dtype, {n}, a.out_times));
    return operators::ray_implicit_intersection(c, a);
  });
}

dvdb_status dvdb_ray_implicit_intersection_with_normals(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, dvdb_buffer field, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double iso, dvdb_buffer out_times, dvdb_buffer out_normals) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::RayImplicitIntersectionWithNormalsArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.t_min = t_min;
    a.t_max = t_max;
    a.iso = iso;
    DVDB_TRY(check_dtype(c, "origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "origins", origins, dtype, {n, 3}, a.origins));
    DVDB_TRY(take(c, "directions", directions, dtype, {n, 3}, a.directions));
    DVDB_TRY(take(c, "field", field, dtype, {a.grid->view.n_voxels}, a.field));
    DVDB_TRY(take(c, "out_times", out_times, dtype, {n}, a.out_times));
    DVDB_TRY(take(c, "out_normals", out_normals, dtype, {n, 3}, a.out_normals));
    return operators::ray_implicit_intersection_with_normals(c, a);
  });
}
