// Generated from ffi/include/denovdb/lod.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of lod.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "lod/tree/request.hpp"
#include "denovdb/lod.h"

namespace dvdb::operators {

/// Arguments of dvdb_build_lod().
struct BuildLodArgs {
  uint32_t dtype = 0, color_channels = 0, has_box = 0; int64_t n_points = 0, n_known = 0; const double* box = nullptr;
  const int64_t* settings = nullptr, *known = nullptr; dvdb_lod* out_lod = nullptr; Operand points{};
  OptionalSpan<uint8_t> colors{}; OptionalSpan<uint64_t> sums{};
};
Status build_lod(Context& c, const BuildLodArgs& a);

/// Arguments of dvdb_lod_destroy().
struct LodDestroyArgs {
  dvdb_lod lod = 0;
};
Status lod_destroy(Context& c, const LodDestroyArgs& a);

/// Arguments of dvdb_lod_counts().
struct LodCountsArgs {
  int64_t* out_counts = nullptr; dvdb::lod::Tree* lod = nullptr;
};
Status lod_counts(Context& c, const LodCountsArgs& a);

/// Arguments of dvdb_lod_cube().
struct LodCubeArgs {
  double* out_cube = nullptr; dvdb::lod::Tree* lod = nullptr;
};
Status lod_cube(Context& c, const LodCubeArgs& a);

/// Arguments of dvdb_lod_nodes().
struct LodNodesArgs {
  int64_t n_numbers = 0; int64_t* out_nodes = nullptr; dvdb::lod::Tree* lod = nullptr;
};
Status lod_nodes(Context& c, const LodNodesArgs& a);

/// Arguments of dvdb_lod_points().
struct LodPointsArgs {
  int64_t first = 0, count = 0; dvdb::lod::Tree* lod = nullptr; Span<uint32_t> out_coordinates{}, out_colors{};
};
Status lod_points(Context& c, const LodPointsArgs& a);

/// Arguments of dvdb_lod_rows().
struct LodRowsArgs {
  int64_t first = 0, count = 0; dvdb::lod::Tree* lod = nullptr; Span<int64_t> out_rows{};
};
Status lod_rows(Context& c, const LodRowsArgs& a);

/// Arguments of dvdb_lod_voxels().
struct LodVoxelsArgs {
  int64_t first = 0, count = 0; dvdb::lod::Tree* lod = nullptr; Span<uint32_t> out_cells{}, out_colors{};
};
Status lod_voxels(Context& c, const LodVoxelsArgs& a);

/// Arguments of dvdb_lod_attributes().
struct LodAttributesArgs {
  uint32_t choice = 0, dtype = 0, channels = 0; dvdb_buffer out = 0; dvdb::lod::Tree* lod = nullptr;
  Operand attributes{};
};
Status lod_attributes(Context& c, const LodAttributesArgs& a);

/// Arguments of dvdb_lod_picks().
struct LodPicksArgs {
  uint32_t pick = 0, seed = 0; dvdb::lod::Tree* lod = nullptr; OptionalSpan<int32_t> out_owners{};
  OptionalSpan<int64_t> out_rows{}, out_firsts{};
};
Status lod_picks(Context& c, const LodPicksArgs& a);

/// Arguments of dvdb_lod_thin().
struct LodThinArgs {
  int64_t n_points = 0; uint32_t bits = 0, cell_bits = 0; Span<uint32_t> points{}; Span<uint8_t> out_chosen{};
};
Status lod_thin(Context& c, const LodThinArgs& a);

/// Arguments of dvdb_select_lod_nodes().
struct SelectLodNodesArgs {
  const double* camera = nullptr; uint32_t width = 0, height = 0; double min_size = 0, margin = 0;
  int64_t* out_totals = nullptr; dvdb::lod::Tree* lod = nullptr; Span<uint8_t> out_octants{};
  Span<int64_t> out_firsts{};
};
Status select_lod_nodes(Context& c, const SelectLodNodesArgs& a);

/// Arguments of dvdb_select_lod_nodes_runs().
struct SelectLodNodesRunsArgs {
  int64_t n_runs = 0; dvdb::lod::Tree* lod = nullptr; Span<uint8_t> octants{}; Span<int64_t> firsts{}, out_runs{};
};
Status select_lod_nodes_runs(Context& c, const SelectLodNodesRunsArgs& a);

/// Arguments of dvdb_render_lod_nearest().
struct RenderLodNearestArgs {
  const double* camera = nullptr; uint32_t width = 0, height = 0, point_size = 0, background = 0; int64_t n_runs = 0;
  dvdb::lod::Tree* lod = nullptr; Span<int64_t> runs{}; Span<uint32_t> out_image{}; OptionalSpan<float> out_depths{};
};
Status render_lod_nearest(Context& c, const RenderLodNearestArgs& a);

/// Arguments of dvdb_render_lod_blended().
struct RenderLodBlendedArgs {
  const double* camera = nullptr; uint32_t width = 0, height = 0, point_size = 0, background = 0; double tolerance = 0;
  int64_t n_runs = 0; dvdb::lod::Tree* lod = nullptr; Span<int64_t> runs{}; Span<uint32_t> out_image{};
  OptionalSpan<float> out_depths{};
};
Status render_lod_blended(Context& c, const RenderLodBlendedArgs& a);

}  // namespace dvdb::operators
