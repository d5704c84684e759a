// Generated from ffi/include/denovdb/lod.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of lod.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "lod/tree/request.hpp"
#include "denovdb/lod.h"

namespace dvdb::operators {

/// Arguments of dvdb_lod_build.
struct LodBuildArgs {
  Operand points;  // dtype [n_points, 3]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32, DVDB_F64 or DVDB_I32
  int64_t n_points = 0;
  OptionalSpan<uint8_t> colors;  // u8 [n_points, color_channels], else white; 0 for none
  uint32_t color_channels = 0;  // 3 (opaque) or 4; not read without colours
  const double* box = nullptr;  // [7] least corner, greatest corner, edge; the edge is the longest side if 0
  uint32_t has_box = 0;  // not 0: `box` is used; 0: it is found from the points
  const int64_t* settings = nullptr;  // [DVDB_LOD_SETTING_COUNT]
  int64_t n_known = 0;  // numbers in `known`, DVDB_LOD_KNOWN_COUNT for each node
  const int64_t* known = nullptr;  // [n_known] level after level, in Morton order; if any, others are leaves
  OptionalSpan<uint64_t> sums;  // u64 [n_points, 5], colours and number of the points that each stands for; 0 for none
  dvdb_lod* out_lod = nullptr;
};

/// Called by dvdb_lod_build.
Status lod_build(Context& c, const LodBuildArgs& a);

/// Arguments of dvdb_lod_destroy.
struct LodDestroyArgs {
  dvdb_lod lod = 0;  // handle, to destroy
};

/// Called by dvdb_lod_destroy.
Status lod_destroy(Context& c, const LodDestroyArgs& a);

/// Arguments of dvdb_lod_counts.
struct LodCountsArgs {
  dvdb::lod::Tree* lod = nullptr;
  int64_t* out_counts = nullptr;
};

/// Called by dvdb_lod_counts.
Status lod_counts(Context& c, const LodCountsArgs& a);

/// Arguments of dvdb_lod_cube.
struct LodCubeArgs {
  dvdb::lod::Tree* lod = nullptr;
  double* out_cube = nullptr;
};

/// Called by dvdb_lod_cube.
Status lod_cube(Context& c, const LodCubeArgs& a);

/// Arguments of dvdb_lod_nodes.
struct LodNodesArgs {
  dvdb::lod::Tree* lod = nullptr;
  int64_t n_numbers = 0;  // DVDB_LOD_NODE_COUNT for each node
  int64_t* out_nodes = nullptr;
};

/// Called by dvdb_lod_nodes.
Status lod_nodes(Context& c, const LodNodesArgs& a);

/// Arguments of dvdb_lod_points.
struct LodPointsArgs {
  dvdb::lod::Tree* lod = nullptr;
  int64_t first = 0;
  int64_t count = 0;
  Span<uint32_t> out_coordinates;  // u32 [count, 3], the bits of i32 for integer points
  Span<uint32_t> out_colors;  // u32 [count], red in the low byte
};

/// Called by dvdb_lod_points.
Status lod_points(Context& c, const LodPointsArgs& a);

/// Arguments of dvdb_lod_rows.
struct LodRowsArgs {
  dvdb::lod::Tree* lod = nullptr;
  int64_t first = 0;
  int64_t count = 0;
  Span<int64_t> out_rows;  // i64 [count]
};

/// Called by dvdb_lod_rows.
Status lod_rows(Context& c, const LodRowsArgs& a);

/// Arguments of dvdb_lod_voxels.
struct LodVoxelsArgs {
  dvdb::lod::Tree* lod = nullptr;
  int64_t first = 0;
  int64_t count = 0;
  Span<uint32_t> out_cells;  // u32 [count, 3]
  Span<uint32_t> out_colors;  // u32 [count], red in the low byte
};

/// Called by dvdb_lod_voxels.
Status lod_voxels(Context& c, const LodVoxelsArgs& a);

/// Arguments of dvdb_lod_attributes.
struct LodAttributesArgs {
  dvdb::lod::Tree* lod = nullptr;
  uint32_t choice = 0;  // dvdb_lod_choice
  Operand attributes;  // dtype [n_points, channels], by row of the input
  uint32_t dtype = 0;
  uint32_t channels = 0;  // 1 to 65536
  dvdb_buffer out = 0;  // unsized, [n_voxels, channels] of the dtype; means: f32 of u8, f16 and f32, f64 of f64 and i32
};

/// Called by dvdb_lod_attributes.
Status lod_attributes(Context& c, const LodAttributesArgs& a);

/// Arguments of dvdb_lod_picks.
struct LodPicksArgs {
  dvdb::lod::Tree* lod = nullptr;
  uint32_t pick = 0;  // dvdb_lod_picking
  uint32_t seed = 0;  // of random picks
  OptionalSpan<int32_t> out_owners;  // i32 [n_points], the node that owns each point; 0 for none
  OptionalSpan<int64_t> out_rows;  // i64 [n_points], rows of the input by node, in the order of points, for trees that know them; 0 for none
  OptionalSpan<int64_t> out_firsts;  // i64 [n_nodes + 1], the first of each node's rows, told with them; 0 for none
};

/// Called by dvdb_lod_picks.
Status lod_picks(Context& c, const LodPicksArgs& a);

/// Arguments of dvdb_lod_thin.
struct LodThinArgs {
  Span<uint32_t> points;  // u32 [n_points, 3], units from the cube's corner, in Morton order, x leading
  int64_t n_points = 0;
  uint32_t bits = 0;  // 1 to 32, of coordinates
  uint32_t cell_bits = 0;  // a cell's edge is 2^cell_bits units; fewer than bits
  Span<uint8_t> out_chosen;  // u8 [n_points], 1 for those that are chosen, else 0
};

/// Called by dvdb_lod_thin.
Status lod_thin(Context& c, const LodThinArgs& a);

/// Arguments of dvdb_lod_select.
struct LodSelectArgs {
  dvdb::lod::Tree* lod = nullptr;
  const double* camera = nullptr;  // [DVDB_LOD_CAMERA_COUNT]
  uint32_t width = 0;  // 0 to 65536, pixels; if either side is 0, the camera is not used
  uint32_t height = 0;  // 0 to 65536, pixels
  double min_size = 0;  // 0 or more
  double margin = 0;  // 0 or more
  Span<uint8_t> out_octants;  // u8 [n_nodes], the octants that are drawn of a node, 255 for leaves
  Span<int64_t> out_firsts;  // i64 [n_nodes], runs of the nodes before
  int64_t* out_totals = nullptr;
};

/// Called by dvdb_lod_select.
Status lod_select(Context& c, const LodSelectArgs& a);

/// Arguments of dvdb_lod_runs.
struct LodRunsArgs {
  dvdb::lod::Tree* lod = nullptr;
  Span<uint8_t> octants;  // u8 [n_nodes], from dvdb_lod_select
  Span<int64_t> firsts;  // i64 [n_nodes], likewise
  int64_t n_runs = 0;
  Span<int64_t> out_runs;  // i64 [n_runs, 3], node, first point or voxel in the tree, how many
};

/// Called by dvdb_lod_runs.
Status lod_runs(Context& c, const LodRunsArgs& a);

/// Arguments of dvdb_lod_draw_nearest.
struct LodDrawNearestArgs {
  dvdb::lod::Tree* lod = nullptr;
  const double* camera = nullptr;  // [DVDB_LOD_CAMERA_COUNT]
  uint32_t width = 0;  // 0 to 65536, pixels; if either side is 0, the camera is not used
  uint32_t height = 0;  // 0 to 65536, pixels
  uint32_t point_size = 0;  // 1 to 64, pixels
  int64_t n_runs = 0;
  Span<int64_t> runs;  // i64 [n_runs, 3], as dvdb_lod_runs writes them
  uint32_t background = 0;  // red in the low byte, opacity in the high one
  Span<uint32_t> out_image;  // u32 [height, width], red in the low byte
  OptionalSpan<float> out_depths;  // f32 [height, width], infinite where nothing is drawn; 0 for none
};

/// Called by dvdb_lod_draw_nearest.
Status lod_draw_nearest(Context& c, const LodDrawNearestArgs& a);

/// Arguments of dvdb_lod_draw_blended.
struct LodDrawBlendedArgs {
  dvdb::lod::Tree* lod = nullptr;
  const double* camera = nullptr;  // [DVDB_LOD_CAMERA_COUNT]
  uint32_t width = 0;  // 0 to 65536, pixels; if either side is 0, the camera is not used
  uint32_t height = 0;  // 0 to 65536, pixels
  uint32_t point_size = 0;  // 1 to 64, pixels
  double tolerance = 0;  // 0 or more
  int64_t n_runs = 0;
  Span<int64_t> runs;  // i64 [n_runs, 3], as dvdb_lod_runs writes them
  uint32_t background = 0;  // red in the low byte, opacity in the high one
  Span<uint32_t> out_image;  // u32 [height, width], red in the low byte
  OptionalSpan<float> out_depths;  // f32 [height, width], that of the nearest; 0 for none
};

/// Called by dvdb_lod_draw_blended.
Status lod_draw_blended(Context& c, const LodDrawBlendedArgs& a);

}  // namespace dvdb::operators
