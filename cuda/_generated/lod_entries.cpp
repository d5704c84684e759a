// Generated from ffi/include/denovdb/lod.h by `deno task bindgen`; do not edit.
#include "_generated/lod_args.hpp"

using namespace dvdb;

dvdb_status dvdb_lod_build(dvdb_context context, dvdb_ticket ticket, dvdb_buffer points, uint32_t dtype, int64_t n_points, dvdb_buffer colors, uint32_t color_channels, const double* box, uint32_t has_box, const int64_t* settings, int64_t n_known, const int64_t* known, dvdb_buffer sums, dvdb_lod* out_lod) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    operators::LodBuildArgs a;
    DVDB_TRY(require(c, "box", box, {7}));
    DVDB_TRY(require(c, "settings", settings, {DVDB_LOD_SETTING_COUNT}));
    DVDB_TRY(require(c, "known", known, {n_known}));
    DVDB_TRY(require(c, "out_lod", out_lod, {1}));
    a.dtype = dtype;
    a.n_points = n_points;
    a.color_channels = color_channels;
    a.box = box;
    a.has_box = has_box;
    a.settings = settings;
    a.n_known = n_known;
    a.known = known;
    a.out_lod = out_lod;
    DVDB_TRY(check_dtype(c, "points", dtype, {DVDB_F16, DVDB_F32, DVDB_F64, DVDB_I32}));
    DVDB_TRY(take(c, "points", points, dtype, {n_points, 3}, a.points));
    DVDB_TRY(take(c, "colors", colors, {n_points, color_channels}, a.colors, true));
    DVDB_TRY(take(c, "sums", sums, {n_points, 5}, a.sums, true));
    return operators::lod_build(c, a);
  });
}

dvdb_status dvdb_lod_destroy(dvdb_context context, dvdb_lod lod) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodDestroyArgs a;
    a.lod = lod;
    return operators::lod_destroy(c, a);
  });
}

dvdb_status dvdb_lod_counts(dvdb_context context, dvdb_lod lod, int64_t* out_counts) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodCountsArgs a;
    DVDB_TRY(take(c, "lod", lod, a.lod));
    DVDB_TRY(require(c, "out_counts", out_counts, {DVDB_LOD_COUNT_COUNT}));
    a.out_counts = out_counts;
    return operators::lod_counts(c, a);
  });
}

dvdb_status dvdb_lod_cube(dvdb_context context, dvdb_lod lod, double* out_cube) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodCubeArgs a;
    DVDB_TRY(take(c, "lod", lod, a.lod));
    DVDB_TRY(require(c, "out_cube", out_cube, {4}));
    a.out_cube = out_cube;
    return operators::lod_cube(c, a);
  });
}

dvdb_status dvdb_lod_nodes(dvdb_context context, dvdb_lod lod, int64_t n_numbers, int64_t* out_nodes) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodNodesArgs a;
    DVDB_TRY(take(c, "lod", lod, a.lod));
    DVDB_TRY(require(c, "out_nodes", out_nodes, {n_numbers}));
    a.n_numbers = n_numbers;
    a.out_nodes = out_nodes;
    return operators::lod_nodes(c, a);
  });
}

dvdb_status dvdb_lod_points(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count, dvdb_buffer out_coordinates, dvdb_buffer out_colors) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodPointsArgs a;
    DVDB_TRY(take(c, "lod", lod, a.lod));
    a.first = first;
    a.count = count;
    DVDB_TRY(take(c, "out_coordinates", out_coordinates, {count, 3}, a.out_coordinates));
    DVDB_TRY(take(c, "out_colors", out_colors, {count}, a.out_colors));
    return operators::lod_points(c, a);
  });
}

dvdb_status dvdb_lod_rows(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count, dvdb_buffer out_rows) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodRowsArgs a;
    DVDB_TRY(take(c, "lod", lod, a.lod));
    a.first = first;
    a.count = count;
    DVDB_TRY(take(c, "out_rows", out_rows, {count}, a.out_rows));
    return operators::lod_rows(c, a);
  });
}

dvdb_status dvdb_lod_voxels(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count, dvdb_buffer out_cells, dvdb_buffer out_colors) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodVoxelsArgs a;
    DVDB_TRY(take(c, "lod", lod, a.lod));
    a.first = first;
    a.count = count;
    DVDB_TRY(take(c, "out_cells", out_cells, {count, 3}, a.out_cells));
    DVDB_TRY(take(c, "out_colors", out_colors, {count}, a.out_colors));
    return operators::lod_voxels(c, a);
  });
}

dvdb_status dvdb_lod_attributes(dvdb_context context, dvdb_lod lod, uint32_t choice, dvdb_buffer attributes, uint32_t dtype, uint32_t channels, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodAttributesArgs a;
    DVDB_TRY(take(c, "lod", lod, a.lod));
    DVDB_TRY(check_choice(c, "choice", choice, {DVDB_LOD_NEAREST, DVDB_LOD_MEAN, DVDB_LOD_MAJORITY}, "DVDB_LOD_NEAREST, DVDB_LOD_MEAN or DVDB_LOD_MAJORITY"));
    DVDB_TRY(check_range(c, "channels", channels, 1, 65536));
    a.choice = choice;
    a.dtype = dtype;
    a.channels = channels;
    a.out = out;
    DVDB_TRY(check_dtype(c, "attributes", dtype, {DVDB_F32, DVDB_F16, DVDB_BF16, DVDB_F64, DVDB_I32, DVDB_I64, DVDB_U8, DVDB_BOOL, DVDB_U16, DVDB_I16}));
    DVDB_TRY(take(c, "attributes", attributes, dtype, {a.lod->n, channels}, a.attributes));
    return operators::lod_attributes(c, a);
  });
}

dvdb_status dvdb_lod_picks(dvdb_context context, dvdb_lod lod, uint32_t pick, uint32_t seed, dvdb_buffer out_owners, dvdb_buffer out_rows, dvdb_buffer out_firsts) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodPicksArgs a;
    DVDB_TRY(take(c, "lod", lod, a.lod));
    DVDB_TRY(check_choice(c, "pick", pick, {DVDB_LOD_PICK_CENTRAL, DVDB_LOD_PICK_RANDOM, DVDB_LOD_PICK_POISSON}, "DVDB_LOD_PICK_CENTRAL, DVDB_LOD_PICK_RANDOM or DVDB_LOD_PICK_POISSON"));
    a.pick = pick;
    a.seed = seed;
    DVDB_TRY(take(c, "out_owners", out_owners, {a.lod->n}, a.out_owners, true));
    DVDB_TRY(take(c, "out_rows", out_rows, {a.lod->n}, a.out_rows, true));
    DVDB_TRY(take(c, "out_firsts", out_firsts, {Count(a.lod->n_nodes) + (1)}, a.out_firsts, true));
    return operators::lod_picks(c, a);
  });
}

dvdb_status dvdb_lod_thin(dvdb_context context, dvdb_buffer points, int64_t n_points, uint32_t bits, uint32_t cell_bits, dvdb_buffer out_chosen) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodThinArgs a;
    DVDB_TRY(check_range(c, "bits", bits, 1, 32));
    a.n_points = n_points;
    a.bits = bits;
    a.cell_bits = cell_bits;
    DVDB_TRY(take(c, "points", points, {n_points, 3}, a.points));
    DVDB_TRY(take(c, "out_chosen", out_chosen, {n_points}, a.out_chosen));
    return operators::lod_thin(c, a);
  });
}

dvdb_status dvdb_lod_select(dvdb_context context, dvdb_lod lod, const double* camera, uint32_t width, uint32_t height, double min_size, double margin, dvdb_buffer out_octants, dvdb_buffer out_firsts, int64_t* out_totals) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodSelectArgs a;
    DVDB_TRY(take(c, "lod", lod, a.lod));
    DVDB_TRY(require(c, "camera", camera, {DVDB_LOD_CAMERA_COUNT}));
    DVDB_TRY(require(c, "out_totals", out_totals, {DVDB_LOD_TOTAL_COUNT}));
    DVDB_TRY(check_range(c, "width", width, 0, 65536));
    DVDB_TRY(check_range(c, "height", height, 0, 65536));
    a.camera = camera;
    a.width = width;
    a.height = height;
    a.min_size = min_size;
    a.margin = margin;
    a.out_totals = out_totals;
    DVDB_TRY(take(c, "out_octants", out_octants, {a.lod->n_nodes}, a.out_octants));
    DVDB_TRY(take(c, "out_firsts", out_firsts, {a.lod->n_nodes}, a.out_firsts));
    return operators::lod_select(c, a);
  });
}

dvdb_status dvdb_lod_runs(dvdb_context context, dvdb_lod lod, dvdb_buffer octants, dvdb_buffer firsts, int64_t n_runs, dvdb_buffer out_runs) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodRunsArgs a;
    DVDB_TRY(take(c, "lod", lod, a.lod));
    a.n_runs = n_runs;
    DVDB_TRY(take(c, "octants", octants, {a.lod->n_nodes}, a.octants));
    DVDB_TRY(take(c, "firsts", firsts, {a.lod->n_nodes}, a.firsts));
    DVDB_TRY(take(c, "out_runs", out_runs, {n_runs, 3}, a.out_runs));
    return operators::lod_runs(c, a);
  });
}

dvdb_status dvdb_lod_draw_nearest(dvdb_context context, dvdb_lod lod, const double* camera, uint32_t width, uint32_t height, uint32_t point_size, int64_t n_runs, dvdb_buffer runs, uint32_t background, dvdb_buffer out_image, dvdb_buffer out_depths) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodDrawNearestArgs a;
    DVDB_TRY(take(c, "lod", lod, a.lod));
    DVDB_TRY(require(c, "camera", camera, {DVDB_LOD_CAMERA_COUNT}));
    DVDB_TRY(check_range(c, "width", width, 0, 65536));
    DVDB_TRY(check_range(c, "height", height, 0, 65536));
    DVDB_TRY(check_range(c, "point_size", point_size, 1, 64));
    a.camera = camera;
    a.width = width;
    a.height = height;
    a.point_size = point_size;
    a.n_runs = n_runs;
    a.background = background;
    DVDB_TRY(take(c, "runs", runs, {n_runs, 3}, a.runs));
    DVDB_TRY(take(c, "out_image", out_image, {height, width}, a.out_image));
    DVDB_TRY(take(c, "out_depths", out_depths, {height, width}, a.out_depths, true));
    return operators::lod_draw_nearest(c, a);
  });
}

dvdb_status dvdb_lod_draw_blended(dvdb_context context, dvdb_lod lod, const double* camera, uint32_t width, uint32_t height, uint32_t point_size, double tolerance, int64_t n_runs, dvdb_buffer runs, uint32_t background, dvdb_buffer out_image, dvdb_buffer out_depths) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::LodDrawBlendedArgs a;
    DVDB_TRY(take(c, "lod", lod, a.lod));
    DVDB_TRY(require(c, "camera", camera, {DVDB_LOD_CAMERA_COUNT}));
    DVDB_TRY(check_range(c, "width", width, 0, 65536));
    DVDB_TRY(check_range(c, "height", height, 0, 65536));
    DVDB_TRY(check_range(c, "point_size", point_size, 1, 64));
    a.camera = camera;
    a.width = width;
    a.height = height;
    a.point_size = point_size;
    a.tolerance = tolerance;
    a.n_runs = n_runs;
    a.background = background;
    DVDB_TRY(take(c, "runs", runs, {n_runs, 3}, a.runs));
    DVDB_TRY(take(c, "out_image", out_image, {height, width}, a.out_image));
    DVDB_TRY(take(c, "out_depths", out_depths, {height, width}, a.out_depths, true));
    return operators::lod_draw_blended(c, a);
  });
}
