// Generated from ffi/include/denovdb/rays.h by `deno task bindgen`; do not edit.
#include "_generated/rays_args.hpp"

using namespace dvdb;

dvdb_status dvdb_first_active_voxel(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, dvdb_buffer out_rows, dvdb_buffer out_times, dvdb_buffer out_faces) noexcept {
  return entry(context, 0, operators::first_active_voxel, {dtype, n_grids, n, offsets, t_min, t_max}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.dtype("origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("origins", origins, dtype, {n, 3}, a.origins)
      && c.take("directions", directions, dtype, {n, 3}, a.directions) && c.take("out_rows", out_rows, {n}, a.out_rows)
      && c.take("out_times", out_times, dtype, {n}, a.out_times) && c.take("out_faces", out_faces, {n}, a.out_faces);
  });
}

dvdb_status dvdb_voxels_along_rays_count(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, int64_t most, dvdb_buffer out_ends) noexcept {
  return entry(context, 0, operators::voxels_along_rays_count, {dtype, n_grids, n, most, offsets, t_min, t_max, eps}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.range("most", most, 1, INT64_MAX)
      && c.dtype("origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("origins", origins, dtype, {n, 3}, a.origins)
      && c.take("directions", directions, dtype, {n, 3}, a.directions) && c.take("out_ends", out_ends, {n}, a.out_ends);
  });
}

dvdb_status dvdb_voxels_along_rays(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, uint32_t form, dvdb_buffer ray_ends, int64_t n_voxels, dvdb_buffer out_voxels, dvdb_buffer out_times) noexcept {
  return entry(context, 0, operators::voxels_along_rays, {dtype, n_grids, form, n, n_voxels, offsets, t_min, t_max, eps, out_voxels}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("form", form, {DVDB_VOXEL_IJK, DVDB_VOXEL_ROW_IN_GRID, DVDB_VOXEL_ROW_IN_BATCH}, "DVDB_VOXEL_IJK, DVDB_VOXEL_ROW_IN_GRID or DVDB_VOXEL_ROW_IN_BATCH")
      && c.dtype("origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("origins", origins, dtype, {n, 3}, a.origins)
      && c.take("directions", directions, dtype, {n, 3}, a.directions) && c.take("ray_ends", ray_ends, {n}, a.ray_ends)
      && c.take("out_times", out_times, dtype, {n_voxels, 2}, a.out_times);
  });
}

dvdb_status dvdb_rays_intersect_voxels(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::rays_intersect_voxels, {dtype, n_grids, n, offsets, t_min, t_max, eps}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.dtype("origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("origins", origins, dtype, {n, 3}, a.origins)
      && c.take("directions", directions, dtype, {n, 3}, a.directions) && c.take("out", out, {n}, a.out);
  });
}

dvdb_status dvdb_segments_along_rays_count(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, int64_t most, dvdb_buffer out_ends, dvdb_buffer out_kept) noexcept {
  return entry(context, 0, operators::segments_along_rays_count, {dtype, n_grids, n, most, offsets, t_min, t_max, eps}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.range("most", most, 1, INT64_MAX)
      && c.dtype("origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("origins", origins, dtype, {n, 3}, a.origins)
      && c.take("directions", directions, dtype, {n, 3}, a.directions) && c.take("out_ends", out_ends, {n}, a.out_ends)
      && c.take("out_kept", out_kept, dtype, {n, DVDB_KEPT_SEGMENTS, 2}, a.out_kept);
  });
}

dvdb_status dvdb_segments_along_rays_fill(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, dvdb_buffer ray_ends, dvdb_buffer kept, int64_t n_segments, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::segments_along_rays_fill, {dtype, n_grids, n, n_segments, offsets, t_min, t_max, eps}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.dtype("origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("origins", origins, dtype, {n, 3}, a.origins)
      && c.take("directions", directions, dtype, {n, 3}, a.directions) && c.take("ray_ends", ray_ends, {n}, a.ray_ends)
      && c.take("kept", kept, dtype, {n, DVDB_KEPT_SEGMENTS, 2}, a.kept)
      && c.take("out", out, dtype, {n_segments, 2}, a.out);
  });
}

dvdb_status dvdb_segments_along_rays(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, int64_t most, dvdb_buffer* out_lists, int64_t* out_total) noexcept {
  return entry(context, 0, operators::segments_along_rays, {dtype, n_grids, n, most, offsets, t_min, t_max, eps, out_lists, out_total}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.memory("out_lists", out_lists, {2}) && c.memory("out_total", out_total, {1})
      && c.grid_count(*a.grid, n_grids) && c.range("most", most, 1, INT64_MAX)
      && c.dtype("origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("origins", origins, dtype, {n, 3}, a.origins)
      && c.take("directions", directions, dtype, {n, 3}, a.directions);
  });
}

dvdb_status dvdb_uniform_ray_samples_count(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, dvdb_buffer t_min, dvdb_buffer t_max, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double step_size, double cone_angle, double eps, uint32_t ends, dvdb_buffer out_ends) noexcept {
  return entry(context, 0, operators::uniform_ray_samples_count, {dtype, n_grids, ends, n, offsets, step_size, cone_angle, eps}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.range("ends", ends, 0, 1)
      && c.dtype("origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("origins", origins, dtype, {n, 3}, a.origins)
      && c.take("directions", directions, dtype, {n, 3}, a.directions) && c.take("t_min", t_min, dtype, {n}, a.t_min)
      && c.take("t_max", t_max, dtype, {n}, a.t_max) && c.take("out_ends", out_ends, {n}, a.out_ends);
  });
}

dvdb_status dvdb_uniform_ray_samples(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, dvdb_buffer t_min, dvdb_buffer t_max, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double step_size, double cone_angle, double eps, uint32_t ends, uint32_t midpoints, dvdb_buffer ray_ends, int64_t n_samples, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::uniform_ray_samples, {dtype, n_grids, ends, midpoints, n, n_samples, offsets, step_size, cone_angle, eps}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.range("ends", ends, 0, 1) && c.range("midpoints", midpoints, 0, 1)
      && c.dtype("origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("origins", origins, dtype, {n, 3}, a.origins)
      && c.take("directions", directions, dtype, {n, 3}, a.directions) && c.take("t_min", t_min, dtype, {n}, a.t_min)
      && c.take("t_max", t_max, dtype, {n}, a.t_max) && c.take("ray_ends", ray_ends, {n}, a.ray_ends)
      && c.take("out", out, dtype, {n_samples, (Count(2) - midpoints)}, a.out);
  });
}

dvdb_status dvdb_points_on_rays(dvdb_context context, dvdb_buffer origins, dvdb_buffer directions, dvdb_buffer ts, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_rays, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::points_on_rays, {dtype, n_rays, n, offsets}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_rays) + 1})
      && c.dtype("origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("origins", origins, dtype, {n_rays, 3}, a.origins)
      && c.take("directions", directions, dtype, {n_rays, 3}, a.directions) && c.take("ts", ts, dtype, {n}, a.ts)
      && c.take("out", out, dtype, {n, 3}, a.out);
  });
}

dvdb_status dvdb_points_on_rays_backward(dvdb_context context, dvdb_buffer directions, dvdb_buffer ts, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_rays, dvdb_buffer gradients, dvdb_buffer out_origins, dvdb_buffer out_directions, dvdb_buffer out_ts) noexcept {
  return entry(context, 0, operators::points_on_rays_backward, {dtype, n_rays, n, offsets}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_rays) + 1})
      && c.dtype("directions", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("directions", directions, dtype, {n_rays, 3}, a.directions) && c.take("ts", ts, dtype, {n}, a.ts)
      && c.take("gradients", gradients, dtype, {n, 3}, a.gradients)
      && c.take("out_origins", out_origins, dtype, {n_rays, 3}, a.out_origins, true)
      && c.take("out_directions", out_directions, dtype, {n_rays, 3}, a.out_directions, true)
      && c.take("out_ts", out_ts, dtype, {n}, a.out_ts, true);
  });
}

dvdb_status dvdb_ray_implicit_intersection(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, dvdb_buffer field, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double eps, double iso_level, uint32_t root, dvdb_buffer out_times) noexcept {
  return entry(context, 0, operators::ray_implicit_intersection, {dtype, n_grids, root, n, offsets, t_min, t_max, eps, iso_level}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("root", root, {DVDB_ROOT_CHORD, DVDB_ROOT_TRILINEAR}, "DVDB_ROOT_CHORD or DVDB_ROOT_TRILINEAR")
      && c.dtype("origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("origins", origins, dtype, {n, 3}, a.origins)
      && c.take("directions", directions, dtype, {n, 3}, a.directions)
      && c.take("field", field, dtype, {a.grid->view.n_voxels}, a.field)
      && c.take("out_times", out_times, dtype, {n}, a.out_times);
  });
}

dvdb_status dvdb_ray_trilinear_intersection_with_normals(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, dvdb_buffer field, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, double iso_level, dvdb_buffer out_times, dvdb_buffer out_normals) noexcept {
  return entry(context, 0, operators::ray_trilinear_intersection_with_normals, {dtype, n_grids, n, offsets, t_min, t_max, iso_level}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.dtype("origins", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("origins", origins, dtype, {n, 3}, a.origins)
      && c.take("directions", directions, dtype, {n, 3}, a.directions)
      && c.take("field", field, dtype, {a.grid->view.n_voxels}, a.field)
      && c.take("out_times", out_times, dtype, {n}, a.out_times)
      && c.take("out_normals", out_normals, dtype, {n, 3}, a.out_normals);
  });
}
