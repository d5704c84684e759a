// Generated from ffi/include/denovdb/topology.h by `deno task bindgen`; do not edit.
#include "_generated/topology_args.hpp"

using namespace dvdb;

dvdb_status dvdb_coarsened_grid(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* factor, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::coarsened_grid, {factor, voxel_sizes, origins, n_grids, out_grid}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("factor", factor, {3})
      && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3}) && c.memory("origins", origins, {n_grids, 3})
      && c.memory("out_grid", out_grid, {1}) && c.ranges("factor", factor, 3, 1, INT64_MAX)
      && c.grid_count(*a.grid, n_grids);
  });
}

dvdb_status dvdb_coarsened_grids(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* factor, const double* voxel_sizes, const double* origins, uint32_t n_levels, uint32_t n_grids, dvdb_grid* out_grids) noexcept {
  return entry(context, ticket, operators::coarsened_grids, {factor, voxel_sizes, origins, n_levels, n_grids, out_grids}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("factor", factor, {3})
      && c.memory("voxel_sizes", voxel_sizes, {n_levels, n_grids, 3})
      && c.memory("origins", origins, {n_levels, n_grids, 3}) && c.memory("out_grids", out_grids, {n_levels})
      && c.ranges("factor", factor, 3, 1, INT64_MAX) && c.range("n_levels", n_levels, 0, 32)
      && c.grid_count(*a.grid, n_grids);
  });
}

dvdb_status dvdb_refined_grid(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* factor, dvdb_buffer mask, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::refined_grid, {factor, voxel_sizes, origins, n_grids, out_grid}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("factor", factor, {3})
      && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3}) && c.memory("origins", origins, {n_grids, 3})
      && c.memory("out_grid", out_grid, {1}) && c.ranges("factor", factor, 3, 1, INT64_MAX)
      && c.grid_count(*a.grid, n_grids) && c.take("mask", mask, {a.grid->view.n_voxels}, a.mask, true);
  });
}

dvdb_status dvdb_dilate_by_box(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* low, const int32_t* high, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::dilate_by_box, {low, high, voxel_sizes, origins, n_grids, out_grid}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("low", low, {3}) && c.memory("high", high, {3})
      && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3}) && c.memory("origins", origins, {n_grids, 3})
      && c.memory("out_grid", out_grid, {1}) && c.grid_count(*a.grid, n_grids);
  });
}

dvdb_status dvdb_erode_by_box(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* low, const int32_t* high, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::erode_by_box, {low, high, voxel_sizes, origins, n_grids, out_grid}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("low", low, {3}) && c.memory("high", high, {3})
      && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3}) && c.memory("origins", origins, {n_grids, 3})
      && c.memory("out_grid", out_grid, {1}) && c.grid_count(*a.grid, n_grids);
  });
}

dvdb_status dvdb_dilated_grid(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, uint32_t neighborhood, uint32_t radius, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::dilated_grid, {neighborhood, radius, n_grids, voxel_sizes, origins, out_grid}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3})
      && c.memory("origins", origins, {n_grids, 3}) && c.memory("out_grid", out_grid, {1})
      && c.choice("neighborhood", neighborhood, {DVDB_NEIGHBORS_FACES, DVDB_NEIGHBORS_EDGES, DVDB_NEIGHBORS_CORNERS}, "DVDB_NEIGHBORS_FACES, DVDB_NEIGHBORS_EDGES or DVDB_NEIGHBORS_CORNERS")
      && c.range("radius", radius, 0, 2147483647) && c.grid_count(*a.grid, n_grids);
  });
}

dvdb_status dvdb_eroded_grid(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, uint32_t neighborhood, uint32_t radius, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::eroded_grid, {neighborhood, radius, n_grids, voxel_sizes, origins, out_grid}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3})
      && c.memory("origins", origins, {n_grids, 3}) && c.memory("out_grid", out_grid, {1})
      && c.choice("neighborhood", neighborhood, {DVDB_NEIGHBORS_FACES, DVDB_NEIGHBORS_EDGES, DVDB_NEIGHBORS_CORNERS}, "DVDB_NEIGHBORS_FACES, DVDB_NEIGHBORS_EDGES or DVDB_NEIGHBORS_CORNERS")
      && c.range("radius", radius, 0, 2147483647) && c.grid_count(*a.grid, n_grids);
  });
}

dvdb_status dvdb_conv_grid(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* kernel, const int32_t* stride, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::conv_grid, {kernel, stride, voxel_sizes, origins, n_grids, out_grid}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("kernel", kernel, {3}) && c.memory("stride", stride, {3})
      && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3}) && c.memory("origins", origins, {n_grids, 3})
      && c.memory("out_grid", out_grid, {1}) && c.ranges("kernel", kernel, 3, 1, INT64_MAX)
      && c.ranges("stride", stride, 3, 1, INT64_MAX) && c.grid_count(*a.grid, n_grids);
  });
}

dvdb_status dvdb_conv_transpose_grid(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* kernel, const int32_t* stride, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::conv_transpose_grid, {kernel, stride, voxel_sizes, origins, n_grids, out_grid}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("kernel", kernel, {3}) && c.memory("stride", stride, {3})
      && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3}) && c.memory("origins", origins, {n_grids, 3})
      && c.memory("out_grid", out_grid, {1}) && c.ranges("kernel", kernel, 3, 1, INT64_MAX)
      && c.ranges("stride", stride, 3, 1, INT64_MAX) && c.grid_count(*a.grid, n_grids);
  });
}

dvdb_status dvdb_merged_grid(dvdb_context context, dvdb_ticket ticket, const uint32_t* grids, uint32_t n_sources, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::merged_grid, {grids, n_sources, n_grids, voxel_sizes, origins, out_grid}, [&](Checks& c, auto&) {
    return c.memory("grids", grids, {n_sources}) && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3})
      && c.memory("origins", origins, {n_grids, 3}) && c.memory("out_grid", out_grid, {1})
      && c.range("n_sources", n_sources, 1, INT64_MAX);
  });
}

dvdb_status dvdb_pruned_grid(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, dvdb_buffer mask, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::pruned_grid, {voxel_sizes, origins, n_grids, out_grid}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3})
      && c.memory("origins", origins, {n_grids, 3}) && c.memory("out_grid", out_grid, {1})
      && c.grid_count(*a.grid, n_grids) && c.take("mask", mask, {a.grid->view.n_voxels}, a.mask);
  });
}

dvdb_status dvdb_clipped_grid(dvdb_context context, dvdb_ticket ticket, dvdb_grid grid, const int32_t* boxes, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::clipped_grid, {boxes, voxel_sizes, origins, n_grids, out_grid}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("boxes", boxes, {n_grids, 2, 3})
      && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3}) && c.memory("origins", origins, {n_grids, 3})
      && c.memory("out_grid", out_grid, {1}) && c.grid_count(*a.grid, n_grids);
  });
}

dvdb_status dvdb_select_grids(dvdb_context context, dvdb_ticket ticket, const uint32_t* grids, uint32_t n_sources, const uint32_t* sources, const uint32_t* indices, const double* voxel_sizes, const double* origins, uint32_t n_grids, dvdb_grid* out_grid) noexcept {
  return entry(context, ticket, operators::select_grids, {grids, sources, indices, n_sources, n_grids, voxel_sizes, origins, out_grid}, [&](Checks& c, auto&) {
    return c.memory("grids", grids, {n_sources}) && c.memory("sources", sources, {n_grids})
      && c.memory("indices", indices, {n_grids}) && c.memory("voxel_sizes", voxel_sizes, {n_grids, 3})
      && c.memory("origins", origins, {n_grids, 3}) && c.memory("out_grid", out_grid, {1});
  });
}
