// Generated from ffi/include/denovdb/query.h by `deno task bindgen`; do not edit.
#include "_generated/query_args.hpp"

using namespace dvdb;

dvdb_status dvdb_ijk_to_index(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::ijk_to_index, {n, offsets, n_grids, row_base}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("row_base", row_base, {DVDB_ROWS_IN_GRID, DVDB_ROWS_IN_BATCH}, "DVDB_ROWS_IN_GRID or DVDB_ROWS_IN_BATCH")
      && c.take("ijk", ijk, {n, 3}, a.ijk) && c.take("out", out, {n}, a.out);
  });
}

dvdb_status dvdb_points_to_index(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::points_to_index, {dtype, n_grids, row_base, n, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("row_base", row_base, {DVDB_ROWS_IN_GRID, DVDB_ROWS_IN_BATCH}, "DVDB_ROWS_IN_GRID or DVDB_ROWS_IN_BATCH")
      && c.dtype("points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}) && c.take("points", points, dtype, {n, 3}, a.points)
      && c.take("out", out, {n}, a.out);
  });
}

dvdb_status dvdb_coords_in_grid(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::coords_in_grid, {n, offsets, n_grids}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.take("ijk", ijk, {n, 3}, a.ijk) && c.take("out", out, {n}, a.out);
  });
}

dvdb_status dvdb_points_in_grid(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::points_in_grid, {dtype, n_grids, n, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.dtype("points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, dtype, {n, 3}, a.points) && c.take("out", out, {n}, a.out);
  });
}

dvdb_status dvdb_world_to_voxel(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::world_to_voxel, {dtype, n_grids, n, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.dtype("points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, dtype, {n, 3}, a.points) && c.take("out", out, dtype, {n, 3}, a.out);
  });
}

dvdb_status dvdb_voxel_to_world(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::voxel_to_world, {dtype, n_grids, n, offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.dtype("points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("points", points, dtype, {n, 3}, a.points) && c.take("out", out, dtype, {n, 3}, a.out);
  });
}

dvdb_status dvdb_neighbor_indexes(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, uint32_t extent, uint32_t bitshift, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::neighbor_indexes, {n, offsets, n_grids, extent, bitshift, row_base}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids) && c.range("extent", extent, 0, 8191) && c.range("bitshift", bitshift, 0, 31)
      && c.choice("row_base", row_base, {DVDB_ROWS_IN_GRID, DVDB_ROWS_IN_BATCH}, "DVDB_ROWS_IN_GRID or DVDB_ROWS_IN_BATCH")
      && c.take("ijk", ijk, {n, 3}, a.ijk)
      && c.take("out", out, {n, ((Count(2) * extent) + 1), ((Count(2) * extent) + 1), ((Count(2) * extent) + 1)}, a.out);
  });
}

dvdb_status dvdb_neighbor_rows(dvdb_context context, dvdb_grid grid, uint32_t extent, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::neighbor_rows, {extent, row_base}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.range("extent", extent, 0, 8191)
      && c.choice("row_base", row_base, {DVDB_ROWS_IN_GRID, DVDB_ROWS_IN_BATCH}, "DVDB_ROWS_IN_GRID or DVDB_ROWS_IN_BATCH")
      && c.take("out", out, {a.grid->view.n_voxels, ((Count(2) * extent) + 1), ((Count(2) * extent) + 1), ((Count(2) * extent) + 1)}, a.out);
  });
}

dvdb_status dvdb_ijk_to_inv_index(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::ijk_to_inv_index, {n, offsets, n_grids, row_base}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.grid_count(*a.grid, n_grids)
      && c.choice("row_base", row_base, {DVDB_ROWS_IN_GRID, DVDB_ROWS_IN_BATCH}, "DVDB_ROWS_IN_GRID or DVDB_ROWS_IN_BATCH")
      && c.take("ijk", ijk, {n, 3}, a.ijk) && c.take("out", out, {a.grid->view.n_voxels}, a.out);
  });
}

dvdb_status dvdb_cubes_in_grid(dvdb_context context, dvdb_grid grid, dvdb_buffer centers, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, const double* cube_min, const double* cube_max, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::cubes_in_grid, {dtype, n_grids, n, offsets, cube_min, cube_max}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.memory("cube_min", cube_min, {3}) && c.memory("cube_max", cube_max, {3}) && c.grid_count(*a.grid, n_grids)
      && c.dtype("centers", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("centers", centers, dtype, {n, 3}, a.centers) && c.take("out", out, {n}, a.out);
  });
}

dvdb_status dvdb_cubes_intersect_grid(dvdb_context context, dvdb_grid grid, dvdb_buffer centers, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, const double* cube_min, const double* cube_max, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::cubes_intersect_grid, {dtype, n_grids, n, offsets, cube_min, cube_max}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("offsets", offsets, {Count(n_grids) + 1})
      && c.memory("cube_min", cube_min, {3}) && c.memory("cube_max", cube_max, {3}) && c.grid_count(*a.grid, n_grids)
      && c.dtype("centers", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("centers", centers, dtype, {n, 3}, a.centers) && c.take("out", out, {n}, a.out);
  });
}

dvdb_status dvdb_curve_codes(dvdb_context context, dvdb_ticket ticket, dvdb_buffer ijk, int64_t n, uint32_t curve, const int64_t* offset, dvdb_buffer out) noexcept {
  return entry(context, ticket, operators::curve_codes, {n, curve, offset}, [&](Checks& c, auto& a) {
    return c.memory("offset", offset, {3})
      && c.choice("curve", curve, {DVDB_CURVE_MORTON, DVDB_CURVE_MORTON_ZYX, DVDB_CURVE_HILBERT, DVDB_CURVE_HILBERT_ZYX, DVDB_CURVE_MORTON_ZXY, DVDB_CURVE_HILBERT_YXZ}, "DVDB_CURVE_MORTON, DVDB_CURVE_MORTON_ZYX, DVDB_CURVE_HILBERT, DVDB_CURVE_HILBERT_ZYX, DVDB_CURVE_MORTON_ZXY or DVDB_CURVE_HILBERT_YXZ")
      && c.take("ijk", ijk, {n, 3}, a.ijk) && c.take("out", out, {n}, a.out);
  });
}

dvdb_status dvdb_edge_network(dvdb_context context, dvdb_grid grid, uint32_t space, uint32_t dtype, dvdb_buffer out_vertices, dvdb_buffer out_edges) noexcept {
  return entry(context, 0, operators::edge_network, {space, dtype}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid)
      && c.choice("space", space, {DVDB_SPACE_WORLD, DVDB_SPACE_VOXEL}, "DVDB_SPACE_WORLD or DVDB_SPACE_VOXEL")
      && c.dtype("out_vertices", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("out_vertices", out_vertices, dtype, {a.grid->view.n_voxels, 8, 3}, a.out_vertices)
      && c.take("out_edges", out_edges, {a.grid->view.n_voxels, 12, 2}, a.out_edges);
  });
}

dvdb_status dvdb_row_grids(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::row_grids, {}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.take("out", out, {a.grid->view.n_voxels}, a.out);
  });
}

dvdb_status dvdb_leaf_origins(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::leaf_origins, {}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.take("out", out, {a.grid->view.n_leaves, 3}, a.out);
  });
}

dvdb_status dvdb_leaf_grids(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::leaf_grids, {}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.take("out", out, {a.grid->view.n_leaves}, a.out);
  });
}

dvdb_status dvdb_leaf_neighbors(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::leaf_neighbors, {}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.take("out", out, {a.grid->view.n_leaves, 27}, a.out);
  });
}

dvdb_status dvdb_row_map(dvdb_context context, dvdb_grid grid, dvdb_grid other, const int32_t* scale, const int32_t* divisor, const int32_t* shift, const int32_t* remainders, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::row_map, {scale, divisor, shift, remainders, row_base}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.take("other", other, a.other) && c.memory("scale", scale, {3})
      && c.memory("divisor", divisor, {3}) && c.memory("shift", shift, {3}) && c.memory("remainders", remainders, {3})
      && c.ranges("divisor", divisor, 3, 1, INT64_MAX) && c.ranges("remainders", remainders, 3, 1, INT64_MAX)
      && c.choice("row_base", row_base, {DVDB_ROWS_IN_GRID, DVDB_ROWS_IN_BATCH}, "DVDB_ROWS_IN_GRID or DVDB_ROWS_IN_BATCH")
      && c.take("out", out, {a.grid->view.n_voxels}, a.out);
  });
}
