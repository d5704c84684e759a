// Generated from ffi/include/denovdb/lod.h by `deno task bindgen`; do not edit.
#include "_generated/lod_args.hpp"

using namespace dvdb;

dvdb_status dvdb_build_lod(dvdb_context context, dvdb_ticket ticket, dvdb_buffer points, uint32_t dtype, int64_t n_points, dvdb_buffer colors, uint32_t color_channels, const double* box, uint32_t has_box, const int64_t* settings, int64_t n_known, const int64_t* known, dvdb_buffer sums, dvdb_lod* out_lod) noexcept {
  return entry(context, ticket, operators::build_lod, {dtype, color_channels, has_box, n_points, n_known, box, settings, known, out_lod}, [&](Checks& c, auto& a) {
    return c.memory("box", box, {7}) && c.memory("settings", settings, {DVDB_LOD_SETTING_COUNT})
      && c.memory("known", known, {n_known}) && c.memory("out_lod", out_lod, {1})
      && c.dtype("points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64, DVDB_I32})
      && c.take("points", points, dtype, {n_points, 3}, a.points)
      && c.take("colors", colors, {n_points, color_channels}, a.colors, true)
      && c.take("sums", sums, {n_points, 5}, a.sums, true);
  });
}

dvdb_status dvdb_lod_destroy(dvdb_context context, dvdb_lod lod) noexcept {
  return entry(context, 0, operators::lod_destroy, {lod}, [&](Checks&, auto&) {
    return true;
  });
}

dvdb_status dvdb_lod_counts(dvdb_context context, dvdb_lod lod, int64_t* out_counts) noexcept {
  return entry(context, 0, operators::lod_counts, {out_counts}, [&](Checks& c, auto& a) {
    return c.take("lod", lod, a.lod) && c.memory("out_counts", out_counts, {DVDB_LOD_COUNT_COUNT});
  });
}

dvdb_status dvdb_lod_cube(dvdb_context context, dvdb_lod lod, double* out_cube) noexcept {
  return entry(context, 0, operators::lod_cube, {out_cube}, [&](Checks& c, auto& a) {
    return c.take("lod", lod, a.lod) && c.memory("out_cube", out_cube, {4});
  });
}

dvdb_status dvdb_lod_nodes(dvdb_context context, dvdb_lod lod, int64_t n_numbers, int64_t* out_nodes) noexcept {
  return entry(context, 0, operators::lod_nodes, {n_numbers, out_nodes}, [&](Checks& c, auto& a) {
    return c.take("lod", lod, a.lod) && c.memory("out_nodes", out_nodes, {n_numbers});
  });
}

dvdb_status dvdb_lod_points(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count, dvdb_buffer out_coordinates, dvdb_buffer out_colors) noexcept {
  return entry(context, 0, operators::lod_points, {first, count}, [&](Checks& c, auto& a) {
    return c.take("lod", lod, a.lod) && c.take("out_coordinates", out_coordinates, {count, 3}, a.out_coordinates)
      && c.take("out_colors", out_colors, {count}, a.out_colors);
  });
}

dvdb_status dvdb_lod_rows(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count, dvdb_buffer out_rows) noexcept {
  return entry(context, 0, operators::lod_rows, {first, count}, [&](Checks& c, auto& a) {
    return c.take("lod", lod, a.lod) && c.take("out_rows", out_rows, {count}, a.out_rows);
  });
}

dvdb_status dvdb_lod_voxels(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count, dvdb_buffer out_cells, dvdb_buffer out_colors) noexcept {
  return entry(context, 0, operators::lod_voxels, {first, count}, [&](Checks& c, auto& a) {
    return c.take("lod", lod, a.lod) && c.take("out_cells", out_cells, {count, 3}, a.out_cells)
      && c.take("out_colors", out_colors, {count}, a.out_colors);
  });
}

dvdb_status dvdb_lod_attributes(dvdb_context context, dvdb_lod lod, uint32_t choice, dvdb_buffer attributes, uint32_t dtype, uint32_t channels, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::lod_attributes, {choice, dtype, channels, out}, [&](Checks& c, auto& a) {
    return c.take("lod", lod, a.lod)
      && c.choice("choice", choice, {DVDB_LOD_NEAREST, DVDB_LOD_MEAN, DVDB_LOD_MAJORITY}, "DVDB_LOD_NEAREST, DVDB_LOD_MEAN or DVDB_LOD_MAJORITY")
      && c.range("channels", channels, 1, 65536)
      && c.dtype("attributes", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16})
      && c.take("attributes", attributes, dtype, {a.lod->n, channels}, a.attributes);
  });
}

dvdb_status dvdb_lod_picks(dvdb_context context, dvdb_lod lod, uint32_t pick, uint32_t seed, dvdb_buffer out_owners, dvdb_buffer out_rows, dvdb_buffer out_firsts) noexcept {
  return entry(context, 0, operators::lod_picks, {pick, seed}, [&](Checks& c, auto& a) {
    return c.take("lod", lod, a.lod)
      && c.choice("pick", pick, {DVDB_LOD_PICK_CENTRAL, DVDB_LOD_PICK_RANDOM, DVDB_LOD_PICK_POISSON}, "DVDB_LOD_PICK_CENTRAL, DVDB_LOD_PICK_RANDOM or DVDB_LOD_PICK_POISSON")
      && c.take("out_owners", out_owners, {a.lod->n}, a.out_owners, true)
      && c.take("out_rows", out_rows, {a.lod->n}, a.out_rows, true)
      && c.take("out_firsts", out_firsts, {(Count(a.lod->n_nodes) + 1)}, a.out_firsts, true);
  });
}

dvdb_status dvdb_lod_thin(dvdb_context context, dvdb_buffer points, int64_t n_points, uint32_t bits, uint32_t cell_bits, dvdb_buffer out_chosen) noexcept {
  return entry(context, 0, operators::lod_thin, {n_points, bits, cell_bits}, [&](Checks& c, auto& a) {
    return c.range("bits", bits, 1, 32) && c.take("points", points, {n_points, 3}, a.points)
      && c.take("out_chosen", out_chosen, {n_points}, a.out_chosen);
  });
}

dvdb_status dvdb_select_lod_nodes(dvdb_context context, dvdb_lod lod, const double* camera, uint32_t width, uint32_t height, double min_size, double margin, dvdb_buffer out_octants, dvdb_buffer out_firsts, int64_t* out_totals) noexcept {
  return entry(context, 0, operators::select_lod_nodes, {camera, width, height, min_size, margin, out_totals}, [&](Checks& c, auto& a) {
    return c.take("lod", lod, a.lod) && c.memory("camera", camera, {DVDB_LOD_CAMERA_COUNT})
      && c.memory("out_totals", out_totals, {DVDB_LOD_TOTAL_COUNT}) && c.range("width", width, 0, 65536)
      && c.range("height", height, 0, 65536) && c.take("out_octants", out_octants, {a.lod->n_nodes}, a.out_octants)
      && c.take("out_firsts", out_firsts, {a.lod->n_nodes}, a.out_firsts);
  });
}

dvdb_status dvdb_select_lod_nodes_runs(dvdb_context context, dvdb_lod lod, dvdb_buffer octants, dvdb_buffer firsts, int64_t n_runs, dvdb_buffer out_runs) noexcept {
  return entry(context, 0, operators::select_lod_nodes_runs, {n_runs}, [&](Checks& c, auto& a) {
    return c.take("lod", lod, a.lod) && c.take("octants", octants, {a.lod->n_nodes}, a.octants)
      && c.take("firsts", firsts, {a.lod->n_nodes}, a.firsts) && c.take("out_runs", out_runs, {n_runs, 3}, a.out_runs);
  });
}

dvdb_status dvdb_render_lod_nearest(dvdb_context context, dvdb_lod lod, const double* camera, uint32_t width, uint32_t height, uint32_t point_size, int64_t n_runs, dvdb_buffer runs, uint32_t background, dvdb_buffer out_image, dvdb_buffer out_depths) noexcept {
  return entry(context, 0, operators::render_lod_nearest, {camera, width, height, point_size, background, n_runs}, [&](Checks& c, auto& a) {
    return c.take("lod", lod, a.lod) && c.memory("camera", camera, {DVDB_LOD_CAMERA_COUNT})
      && c.range("width", width, 0, 65536) && c.range("height", height, 0, 65536)
      && c.range("point_size", point_size, 1, 64) && c.take("runs", runs, {n_runs, 3}, a.runs)
      && c.take("out_image", out_image, {height, width}, a.out_image)
      && c.take("out_depths", out_depths, {height, width}, a.out_depths, true);
  });
}

dvdb_status dvdb_render_lod_blended(dvdb_context context, dvdb_lod lod, const double* camera, uint32_t width, uint32_t height, uint32_t point_size, double tolerance, int64_t n_runs, dvdb_buffer runs, uint32_t background, dvdb_buffer out_image, dvdb_buffer out_depths) noexcept {
  return entry(context, 0, operators::render_lod_blended, {camera, width, height, point_size, background, tolerance, n_runs}, [&](Checks& c, auto& a) {
    return c.take("lod", lod, a.lod) && c.memory("camera", camera, {DVDB_LOD_CAMERA_COUNT})
      && c.range("width", width, 0, 65536) && c.range("height", height, 0, 65536)
      && c.range("point_size", point_size, 1, 64) && c.take("runs", runs, {n_runs, 3}, a.runs)
      && c.take("out_image", out_image, {height, width}, a.out_image)
      && c.take("out_depths", out_depths, {height, width}, a.out_depths, true);
  });
}
