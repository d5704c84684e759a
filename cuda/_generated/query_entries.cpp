// Generated from ffi/include/denovdb/query.h by `deno task bindgen`; do not edit.
#include "_generated/query_args.hpp"

using namespace dvdb;

dvdb_status dvdb_ijk_to_index(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::IjkToIndexArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "row_base", row_base, {DVDB_ROWS_IN_GRID, DVDB_ROWS_IN_BATCH}, "DVDB_ROWS_IN_GRID or DVDB_ROWS_IN_BATCH"));
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.row_base = row_base;
    DVDB_TRY(take(c, "ijk", ijk, {n, 3}, a.ijk));
    DVDB_TRY(take(c, "out", out, {n}, a.out));
    return operators::ijk_to_index(c, a);
  });
}

dvdb_status dvdb_points_to_index(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::PointsToIndexArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "row_base", row_base, {DVDB_ROWS_IN_GRID, DVDB_ROWS_IN_BATCH}, "DVDB_ROWS_IN_GRID or DVDB_ROWS_IN_BATCH"));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.row_base = row_base;
    DVDB_TRY(check_dtype(c, "points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, dtype, {n, 3}, a.points));
    DVDB_TRY(take(c, "out", out, {n}, a.out));
    return operators::points_to_index(c, a);
  });
}

dvdb_status dvdb_coords_in_grid(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::CoordsInGridArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    DVDB_TRY(take(c, "ijk", ijk, {n, 3}, a.ijk));
    DVDB_TRY(take(c, "out", out, {n}, a.out));
    return operators::coords_in_grid(c, a);
  });
}

dvdb_status dvdb_points_in_grid(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::PointsInGridArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    DVDB_TRY(check_dtype(c, "points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, dtype, {n, 3}, a.points));
    DVDB_TRY(take(c, "out", out, {n}, a.out));
    return operators::points_in_grid(c, a);
  });
}

dvdb_status dvdb_world_to_voxel(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::WorldToVoxelArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    DVDB_TRY(check_dtype(c, "points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, dtype, {n, 3}, a.points));
    DVDB_TRY(take(c, "out", out, dtype, {n, 3}, a.out));
    return operators::world_to_voxel(c, a);
  });
}

dvdb_status dvdb_voxel_to_world(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::VoxelToWorldArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    DVDB_TRY(check_dtype(c, "points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "points", points, dtype, {n, 3}, a.points));
    DVDB_TRY(take(c, "out", out, dtype, {n, 3}, a.out));
    return operators::voxel_to_world(c, a);
  });
}

dvdb_status dvdb_neighbor_indexes(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, uint32_t extent, uint32_t bitshift, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::NeighborIndexesArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_range(c, "extent", extent, 0, 8191));
    DVDB_TRY(check_range(c, "bitshift", bitshift, 0, 31));
    DVDB_TRY(check_choice(c, "row_base", row_base, {DVDB_ROWS_IN_GRID, DVDB_ROWS_IN_BATCH}, "DVDB_ROWS_IN_GRID or DVDB_ROWS_IN_BATCH"));
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.extent = extent;
    a.bitshift = bitshift;
    a.row_base = row_base;
    DVDB_TRY(take(c, "ijk", ijk, {n, 3}, a.ijk));
    DVDB_TRY(take(c, "out", out, {n, Count(Count(2) * (extent)) + (1), Count(Count(2) * (extent)) + (1), Count(Count(2) * (extent)) + (1)}, a.out));
    return operators::neighbor_indexes(c, a);
  });
}

dvdb_status dvdb_neighbor_rows(dvdb_context context, dvdb_grid grid, uint32_t extent, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::NeighborRowsArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(check_range(c, "extent", extent, 0, 8191));
    DVDB_TRY(check_choice(c, "row_base", row_base, {DVDB_ROWS_IN_GRID, DVDB_ROWS_IN_BATCH}, "DVDB_ROWS_IN_GRID or DVDB_ROWS_IN_BATCH"));
    a.extent = extent;
    a.row_base = row_base;
    DVDB_TRY(take(c, "out", out, {a.grid->view.n_voxels, Count(Count(2) * (extent)) + (1), Count(Count(2) * (extent)) + (1), Count(Count(2) * (extent)) + (1)}, a.out));
    return operators::neighbor_rows(c, a);
  });
}

dvdb_status dvdb_ijk_to_inv_index(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::IjkToInvIndexArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    DVDB_TRY(check_choice(c, "row_base", row_base, {DVDB_ROWS_IN_GRID, DVDB_ROWS_IN_BATCH}, "DVDB_ROWS_IN_GRID or DVDB_ROWS_IN_BATCH"));
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.row_base = row_base;
    DVDB_TRY(take(c, "ijk", ijk, {n, 3}, a.ijk));
    DVDB_TRY(take(c, "out", out, {a.grid->view.n_voxels}, a.out));
    return operators::ijk_to_inv_index(c, a);
  });
}

dvdb_status dvdb_cubes_in_grid(dvdb_context context, dvdb_grid grid, dvdb_buffer centers, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, const double* cube_min, const double* cube_max, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::CubesInGridArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "cube_min", cube_min, {3}));
    DVDB_TRY(require(c, "cube_max", cube_max, {3}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.cube_min = cube_min;
    a.cube_max = cube_max;
    DVDB_TRY(check_dtype(c, "centers", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "centers", centers, dtype, {n, 3}, a.centers));
    DVDB_TRY(take(c, "out", out, {n}, a.out));
    return operators::cubes_in_grid(c, a);
  });
}

dvdb_status dvdb_cubes_intersect_grid(dvdb_context context, dvdb_grid grid, dvdb_buffer centers, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, const double* cube_min, const double* cube_max, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::CubesIntersectGridArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "offsets", offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "cube_min", cube_min, {3}));
    DVDB_TRY(require(c, "cube_max", cube_max, {3}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.n = n;
    a.offsets = offsets;
    a.n_grids = n_grids;
    a.cube_min = cube_min;
    a.cube_max = cube_max;
    DVDB_TRY(check_dtype(c, "centers", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "centers", centers, dtype, {n, 3}, a.centers));
    DVDB_TRY(take(c, "out", out, {n}, a.out));
    return operators::cubes_intersect_grid(c, a);
  });
}

dvdb_status dvdb_curve_codes(dvdb_context context, dvdb_ticket ticket, dvdb_buffer ijk, int64_t n, uint32_t curve, const int64_t* offset, dvdb_buffer out) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::CurveCodesArgs a;
    DVDB_TRY(require(c, "offset", offset, {3}));
    DVDB_TRY(check_choice(c, "curve", curve, {DVDB_CURVE_MORTON, DVDB_CURVE_MORTON_ZYX, DVDB_CURVE_HILBERT, DVDB_CURVE_HILBERT_ZYX}, "DVDB_CURVE_MORTON, DVDB_CURVE_MORTON_ZYX, DVDB_CURVE_HILBERT or DVDB_CURVE_HILBERT_ZYX"));
    a.n = n;
    a.curve = curve;
    a.offset = offset;
    DVDB_TRY(take(c, "ijk", ijk, {n, 3}, a.ijk));
    DVDB_TRY(take(c, "out", out, {n}, a.out));
    return operators::curve_codes(c, a);
  });
}

dvdb_status dvdb_edge_network(dvdb_context context, dvdb_grid grid, uint32_t space, uint32_t dtype, dvdb_buffer out_vertices, dvdb_buffer out_edges) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::EdgeNetworkArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(check_choice(c, "space", space, {DVDB_SPACE_WORLD, DVDB_SPACE_VOXEL}, "DVDB_SPACE_WORLD or DVDB_SPACE_VOXEL"));
    a.space = space;
    a.dtype = dtype;
    DVDB_TRY(check_dtype(c, "out_vertices", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "out_vertices", out_vertices, dtype, {a.grid->view.n_voxels, 8, 3}, a.out_vertices));
    DVDB_TRY(take(c, "out_edges", out_edges, {a.grid->view.n_voxels, 12, 2}, a.out_edges));
    return operators::edge_network(c, a);
  });
}

dvdb_status dvdb_row_grids(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::RowGridsArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(take(c, "out", out, {a.grid->view.n_voxels}, a.out));
    return operators::row_grids(c, a);
  });
}

dvdb_status dvdb_leaf_origins(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LeafOriginsArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(take(c, "out", out, {a.grid->view.n_leaves, 3}, a.out));
    return operators::leaf_origins(c, a);
  });
}

dvdb_status dvdb_leaf_grids(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LeafGridsArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(take(c, "out", out, {a.grid->view.n_leaves}, a.out));
    return operators::leaf_grids(c, a);
  });
}

dvdb_status dvdb_leaf_neighbors(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LeafNeighborsArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(take(c, "out", out, {a.grid->view.n_leaves, 27}, a.out));
    return operators::leaf_neighbors(c, a);
  });
}

dvdb_status dvdb_row_map(dvdb_context context, dvdb_grid grid, dvdb_grid other, const int32_t* scale, const int32_t* divisor, const int32_t* shift, const int32_t* remainders, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::RowMapArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(take(c, "other", other, a.other));
    DVDB_TRY(require(c, "scale", scale, {3}));
    DVDB_TRY(require(c, "divisor", divisor, {3}));
    DVDB_TRY(require(c, "shift", shift, {3}));
    DVDB_TRY(require(c, "remainders", remainders, {3}));
    DVDB_TRY(check_ranges(c, "divisor", divisor, 3, 1, INT64_MAX));
    DVDB_TRY(check_ranges(c, "remainders", remainders, 3, 1, INT64_MAX));
    DVDB_TRY(check_choice(c, "row_base", row_base, {DVDB_ROWS_IN_GRID, DVDB_ROWS_IN_BATCH}, "DVDB_ROWS_IN_GRID or DVDB_ROWS_IN_BATCH"));
    a.scale = scale;
    a.divisor = divisor;
    a.shift = shift;
    a.remainders = remainders;
    a.row_base = row_base;
    DVDB_TRY(take(c, "out", out, {a.grid->view.n_voxels}, a.out));
    return operators::row_map(c, a);
  });
}
