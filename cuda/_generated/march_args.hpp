// Generated from ffi/include/denovdb/march.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of march.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/march.h"

namespace dvdb::operators {

/// Arguments of dvdb_march_iso_surface().
struct MarchIsoSurfaceArgs {
  uint32_t form = 0, order = 0, dtype = 0, log2_edge = 0, slots = 0; const int64_t* extents = nullptr;
  dvdb_buffer voxels = 0, masks = 0, data = 0, counters = 0; int64_t n_slots = 0, width = 0, height = 0;
  double floor = 0, step_size = 0, iso_level = 0;
  const double* camera = nullptr, *spacing = nullptr, *background = nullptr, *light = nullptr, *color = nullptr;
  Span<uint8_t> out_image{}; OptionalSpan<float> out_depths{}; OptionalSpan<int64_t> out_hits{};
};
Status march_iso_surface(Context& c, const MarchIsoSurfaceArgs& a);

/// Arguments of dvdb_march_transparent().
struct MarchTransparentArgs {
  uint32_t form = 0, order = 0, dtype = 0, log2_edge = 0, slots = 0, n_entries = 0; const int64_t* extents = nullptr;
  dvdb_buffer voxels = 0, masks = 0, data = 0, counters = 0; int64_t n_slots = 0, width = 0, height = 0;
  double floor = 0, step_size = 0, low = 0, high = 0, reference_step_size = 0, opacity_limit = 0;
  const double* camera = nullptr, *spacing = nullptr, *background = nullptr; const float* table = nullptr;
  Span<uint8_t> out_image{}; OptionalSpan<float> out_depths{}; OptionalSpan<int64_t> out_hits{};
};
Status march_transparent(Context& c, const MarchTransparentArgs& a);

}  // namespace dvdb::operators
