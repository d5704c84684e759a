// Generated from ffi/include/denovdb/grid.h by `deno task bindgen`; do not edit.
#include "_generated/grid_args.hpp"

using namespace dvdb;

dvdb_status dvdb_grid_from_ijk(dvdb_context context, dvdb_ticket ticket, dvdb_buffer ijk, int64_t n_points, const int64_t* offsets, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::grid_from_ijk, {n_points, offsets, voxel_sizes, origins, n_grids, out_grid}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_grids) + 1}) && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3})
      && c.memory("origins", origins, {n_grids, 3}) && c.memory("out_grid", out_grid, {1})
      && c.take("ijk", ijk, {n_points, 3}, a.ijk);
  });
}

dvdb_status dvdb_grid_from_points(dvdb_context context, dvdb_ticket ticket, dvdb_buffer points, uint32_t dtype, int64_t n_points, const int64_t* offsets, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::grid_from_points, {dtype, n_grids, n_points, offsets, voxel_sizes, origins, out_grid}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_grids) + 1}) && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3})
      && c.memory("origins", origins, {n_grids, 3}) && c.memory("out_grid", out_grid, {1})
      && c.dtype("points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, dtype, {n_points, 3}, a.points);
  });
}

dvdb_status dvdb_grid_from_nearest_voxels_to_points(dvdb_context context, dvdb_ticket ticket, dvdb_buffer points, uint32_t dtype, int64_t n_points, const int64_t* offsets, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::grid_from_nearest_voxels_to_points, {dtype, n_grids, n_points, offsets, voxel_sizes, origins, out_grid}, [&](Checks& c, auto& a) {
    return c.memory("offsets", offsets, {Count(n_grids) + 1}) && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3})
      && c.memory("origins", origins, {n_grids, 3}) && c.memory("out_grid", out_grid, {1})
      && c.dtype("points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, dtype, {n_points, 3}, a.points);
  });
}

dvdb_status dvdb_grid_from_mesh(dvdb_context context, dvdb_ticket ticket, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices, const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces, const int64_t* face_offsets, const double* voxel_sizes, const double* origins, uint32_t n_grids, double half_width, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::grid_from_mesh, {dtype, face_dtype, n_grids, n_vertices, n_faces, vertex_offsets, face_offsets, voxel_sizes, origins, half_width, out_grid}, [&](Checks& c, auto& a) {
    return c.memory("vertex_offsets", vertex_offsets, {Count(n_grids) + 1})
      && c.memory("face_offsets", face_offsets, {Count(n_grids) + 1})
      && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3}) && c.memory("origins", origins, {n_grids, 3})
      && c.memory("out_grid", out_grid, {1}) && c.dtype("vertices", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("vertices", vertices, dtype, {n_vertices, 3}, a.vertices)
      && c.dtype("faces", face_dtype, {DVDB_I32, DVDB_I64}) && c.take("faces", faces, face_dtype, {n_faces, 3}, a.faces);
  });
}

dvdb_status dvdb_grid_from_dense(dvdb_context context, dvdb_ticket ticket, const int32_t* low, const int64_t* dims, dvdb_buffer mask, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::grid_from_dense, {low, dims, mask, voxel_sizes, origins, n_grids, out_grid}, [&](Checks& c, auto&) {
    return c.memory("low", low, {3}) && c.memory("dims", dims, {3})
      && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3}) && c.memory("origins", origins, {n_grids, 3})
      && c.memory("out_grid", out_grid, {1}) && c.ranges("dims", dims, 3, 1, INT64_MAX);
  });
}

dvdb_status dvdb_grid_destroy(dvdb_context context, dvdb_grid grid) noexcept {
  return entry(context, 0, operators::grid_destroy, {grid}, [&](Checks&, auto&) {
    return true;
  });
}

dvdb_status dvdb_grid_counts(dvdb_context context, dvdb_grid grid, int64_t* out_counts) noexcept {
  return entry(context, 0, operators::grid_counts, {out_counts}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("out_counts", out_counts, {DVDB_COUNT_COUNT});
  });
}

dvdb_status dvdb_grid_table(dvdb_context context, dvdb_grid grid, uint32_t n_grids, int64_t* out_offsets, int32_t* out_bboxes) noexcept {
  return entry(context, 0, operators::grid_table, {n_grids, out_offsets, out_bboxes}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("out_offsets", out_offsets, {Count(n_grids) + 1})
      && c.memory("out_bboxes", out_bboxes, {n_grids, 2, 3}) && c.grid_count(*a.grid, n_grids);
  });
}

dvdb_status dvdb_grid_ijk(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::grid_ijk, {}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.take("out", out, {a.grid->view.n_voxels, 3}, a.out);
  });
}
