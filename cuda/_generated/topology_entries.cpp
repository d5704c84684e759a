// Generated from ffi/include/denovdb/topology.h by `deno task bindgen`; do not edit.
#include "_generated/topology_args.hpp"

using namespace dvdb;

dvdb_status dvdb_grid_coarsen(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* factor, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridCoarsenArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "factor", factor, {3}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    DVDB_TRY(check_ranges(c, "factor", factor, 3, 1, INT64_MAX));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.factor = factor;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    return operators::grid_coarsen(c, a);
  });
}

dvdb_status dvdb_grid_refine(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* factor, dvdb_buffer mask, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridRefineArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "factor", factor, {3}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    DVDB_TRY(check_ranges(c, "factor", factor, 3, 1, INT64_MAX));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.factor = factor;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    DVDB_TRY(take(c, "mask", mask, {a.grid->view.n_voxels}, a.mask, true));
    return operators::grid_refine(c, a);
  });
}

dvdb_status dvdb_grid_dilate_box(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* low, const int32_t* high, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridDilateBoxArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "low", low, {3}));
    DVDB_TRY(require(c, "high", high, {3}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.low = low;
    a.high = high;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    return operators::grid_dilate_box(c, a);
  });
}

dvdb_status dvdb_grid_erode_box(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* low, const int32_t* high, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridErodeBoxArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "low", low, {3}));
    DVDB_TRY(require(c, "high", high, {3}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.low = low;
    a.high = high;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    return operators::grid_erode_box(c, a);
  });
}

dvdb_status dvdb_grid_dilate(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, uint32_t neighborhood, uint32_t radius, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridDilateArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    DVDB_TRY(check_choice(c, "neighborhood", neighborhood, {DVDB_NEIGHBORS_FACES, DVDB_NEIGHBORS_EDGES, DVDB_NEIGHBORS_CORNERS}, "DVDB_NEIGHBORS_FACES, DVDB_NEIGHBORS_EDGES or DVDB_NEIGHBORS_CORNERS"));
    DVDB_TRY(check_range(c, "radius", radius, 0, 2147483647));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.neighborhood = neighborhood;
    a.radius = radius;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    return operators::grid_dilate(c, a);
  });
}

dvdb_status dvdb_grid_erode(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, uint32_t neighborhood, uint32_t radius, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridErodeArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    DVDB_TRY(check_choice(c, "neighborhood", neighborhood, {DVDB_NEIGHBORS_FACES, DVDB_NEIGHBORS_EDGES, DVDB_NEIGHBORS_CORNERS}, "DVDB_NEIGHBORS_FACES, DVDB_NEIGHBORS_EDGES or DVDB_NEIGHBORS_CORNERS"));
    DVDB_TRY(check_range(c, "radius", radius, 0, 2147483647));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.neighborhood = neighborhood;
    a.radius = radius;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    return operators::grid_erode(c, a);
  });
}

dvdb_status dvdb_grid_conv(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* kernel, const int32_t* stride, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridConvArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "kernel", kernel, {3}));
    DVDB_TRY(require(c, "stride", stride, {3}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    DVDB_TRY(check_ranges(c, "kernel", kernel, 3, 1, INT64_MAX));
    DVDB_TRY(check_ranges(c, "stride", stride, 3, 1, INT64_MAX));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.kernel = kernel;
    a.stride = stride;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    return operators::grid_conv(c, a);
  });
}

dvdb_status dvdb_grid_conv_transpose(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* kernel, const int32_t* stride, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridConvTransposeArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "kernel", kernel, {3}));
    DVDB_TRY(require(c, "stride", stride, {3}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    DVDB_TRY(check_ranges(c, "kernel", kernel, 3, 1, INT64_MAX));
    DVDB_TRY(check_ranges(c, "stride", stride, 3, 1, INT64_MAX));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.kernel = kernel;
    a.stride = stride;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    return operators::grid_conv_transpose(c, a);
  });
}

dvdb_status dvdb_grid_merge(dvdb_context context, dvdb_ticket ticket, const uint32_t* grids, uint32_t n_sources, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridMergeArgs a;
    DVDB_TRY(require(c, "grids", grids, {n_sources}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    DVDB_TRY(check_range(c, "n_sources", n_sources, 1, INT64_MAX));
    a.grids = grids;
    a.n_sources = n_sources;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    return operators::grid_merge(c, a);
  });
}

dvdb_status dvdb_grid_prune(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, dvdb_buffer mask, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridPruneArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    DVDB_TRY(take(c, "mask", mask, {a.grid->view.n_voxels}, a.mask));
    return operators::grid_prune(c, a);
  });
}

dvdb_status dvdb_grid_clip(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* boxes, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridClipArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "boxes", boxes, {n_grids, 2, 3}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.boxes = boxes;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    return operators::grid_clip(c, a);
  });
}

dvdb_status dvdb_grid_select(dvdb_context context, dvdb_ticket ticket, const uint32_t* grids, uint32_t n_sources, const uint32_t* sources, const uint32_t* indices, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::GridSelectArgs a;
    DVDB_TRY(require(c, "grids", grids, {n_sources}));
    DVDB_TRY(require(c, "sources", sources, {n_grids}));
    DVDB_TRY(require(c, "indices", indices, {n_grids}));
    DVDB_TRY(require(c, "voxel_sizes", voxel_sizes, {n_grids, 3}));
    DVDB_TRY(require(c, "origins", origins, {n_grids, 3}));
    DVDB_TRY(require(c, "out_grid", out_grid, {1}));
    a.grids = grids;
    a.n_sources = n_sources;
    a.sources = sources;
    a.indices = indices;
    a.voxel_sizes = voxel_sizes;
    a.origins = origins;
    a.n_grids = n_grids;
    a.out_grid = out_grid;
    return operators::grid_select(c, a);
  });
}
