// Generated from ffi/include/denovdb/march.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of march.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/march.h"

namespace dvdb::operators {

/// Arguments of dvdb_march_iso_surface.
struct MarchIsoSurfaceArgs {
  uint32_t form = 0;  // dvdb_march_form
  const int64_t* extents = nullptr;  // [3]
  uint32_t order = 0;  // dvdb_voxel_order
  dvdb_buffer voxels = 0;  // unsized, dtype [x * y * z], or [n_slots, 8^k]
  uint32_t dtype = 0;  // DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32
  uint32_t log2_edge = 0;  // 1 to 8, whatever the form
  dvdb_buffer masks = 0;  // unsized, u64 [words of bricks + words of words]; 0 for none
  uint32_t slots = 0;  // dvdb_brick_slots
  dvdb_buffer data = 0;  // unsized, as `slots` requires; 0 for none
  dvdb_buffer counters = 0;  // unsized, as `slots` requires; 0 for none
  int64_t n_slots = 0;
  double floor = 0;  // below iso
  const double* camera = nullptr;  // [DVDB_MARCH_CAMERA_COUNT]
  const double* spacing = nullptr;  // [3]
  int64_t width = 0;  // 0 to 1048576
  int64_t height = 0;  // 0 to 1048576
  double step = 0;
  const double* background = nullptr;  // [4]
  double iso = 0;
  const double* light = nullptr;  // [3], unit direction towards the light
  const double* color = nullptr;  // [3]
  Span<uint8_t> out_image;  // u8 [height, width, 4]
  OptionalSpan<float> out_depths;  // f32 [height, width]; 0 for none
  OptionalSpan<int64_t> out_hits;  // i64 [height, width]; 0 for none
};

/// Called by dvdb_march_iso_surface.
Status march_iso_surface(Context& c, const MarchIsoSurfaceArgs& a);

/// Arguments of dvdb_march_transparent.
struct MarchTransparentArgs {
  uint32_t form = 0;  // dvdb_march_form
  const int64_t* extents = nullptr;  // [3]
  uint32_t order = 0;  // dvdb_voxel_order
  dvdb_buffer voxels = 0;  // unsized, dtype [x * y * z], or [n_slots, 8^k]
  uint32_t dtype = 0;  // DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16 or DVDB_F32
  uint32_t log2_edge = 0;  // 1 to 8, whatever the form
  dvdb_buffer masks = 0;  // unsized, u64 [words of bricks + words of words]; 0 for none
  uint32_t slots = 0;  // dvdb_brick_slots
  dvdb_buffer data = 0;  // unsized, as `slots` requires; 0 for none
  dvdb_buffer counters = 0;  // unsized, as `slots` requires; 0 for none
  int64_t n_slots = 0;
  double floor = 0;
  const double* camera = nullptr;  // [DVDB_MARCH_CAMERA_COUNT]
  const double* spacing = nullptr;  // [3]
  int64_t width = 0;  // 0 to 1048576
  int64_t height = 0;  // 0 to 1048576
  double step = 0;
  const double* background = nullptr;  // [4]
  uint32_t n_entries = 0;  // 2 to 2^20
  const float* table = nullptr;  // [n_entries, 4]
  double low = 0;
  double high = 0;
  double reference = 0;  // the step for which opacities are given
  double limit = 0;  // opacity at which a ray is terminated, 0 to 1
  Span<uint8_t> out_image;  // u8 [height, width, 4]
  OptionalSpan<float> out_depths;  // f32 [height, width]; 0 for none
  OptionalSpan<int64_t> out_hits;  // i64 [height, width]; 0 for none
};

/// Called by dvdb_march_transparent.
Status march_transparent(Context& c, const MarchTransparentArgs& a);

}  // namespace dvdb::operators
