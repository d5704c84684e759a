// Generated from ffi/include/denovdb/march.h by `deno task bindgen`; do not edit.
#include "_generated/march_args.hpp"

using namespace dvdb;

dvdb_status dvdb_march_iso_surface(dvdb_context context, uint32_t form, const int64_t* extents, uint32_t order, dvdb_buffer voxels, uint32_t dtype, uint32_t log2_edge, dvdb_buffer masks, uint32_t slots, dvdb_buffer data, dvdb_buffer counters, int64_t n_slots, double floor, const double* camera, const double* spacing, int64_t width, int64_t height, double step_size, const double* background, double iso_level, const double* light, const double* color, dvdb_buffer out_image, dvdb_buffer out_depths, dvdb_buffer out_hits) noexcept {
  return entry(context, 0, operators::march_iso_surface, {form, order, dtype, log2_edge, slots, extents, voxels, masks, data, counters, n_slots, width, height, floor, step_size, iso_level, camera, spacing, background, light, color}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3}) && c.memory("camera", camera, {DVDB_MARCH_CAMERA_COUNT})
      && c.memory("spacing", spacing, {3}) && c.memory("background", background, {4}) && c.memory("light", light, {3})
      && c.memory("color", color, {3})
      && c.choice("form", form, {DVDB_MARCH_DENSE, DVDB_MARCH_MASKED, DVDB_MARCH_BRICKS}, "DVDB_MARCH_DENSE, DVDB_MARCH_MASKED or DVDB_MARCH_BRICKS")
      && c.choice("order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST")
      && c.dtype("dtype", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32})
      && c.range("log2_edge", log2_edge, 1, 8)
      && c.choice("slots", slots, {DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224, DVDB_SLOTS_TABLE}, "DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224 or DVDB_SLOTS_TABLE")
      && c.range("width", width, 0, 1048576) && c.range("height", height, 0, 1048576)
      && c.take("out_image", out_image, {height, width, 4}, a.out_image)
      && c.take("out_depths", out_depths, {height, width}, a.out_depths, true)
      && c.take("out_hits", out_hits, {height, width}, a.out_hits, true);
  });
}

dvdb_status dvdb_march_transparent(dvdb_context context, uint32_t form, const int64_t* extents, uint32_t order, dvdb_buffer voxels, uint32_t dtype, uint32_t log2_edge, dvdb_buffer masks, uint32_t slots, dvdb_buffer data, dvdb_buffer counters, int64_t n_slots, double floor, const double* camera, const double* spacing, int64_t width, int64_t height, double step_size, const double* background, uint32_t n_entries, const float* table, double low, double high, double reference_step_size, double opacity_limit, dvdb_buffer out_image, dvdb_buffer out_depths, dvdb_buffer out_hits) noexcept {
  return entry(context, 0, operators::march_transparent, {form, order, dtype, log2_edge, slots, n_entries, extents, voxels, masks, data, counters, n_slots, width, height, floor, step_size, low, high, reference_step_size, opacity_limit, camera, spacing, background, table}, [&](Checks& c, auto& a) {
    return c.memory("extents", extents, {3}) && c.memory("camera", camera, {DVDB_MARCH_CAMERA_COUNT})
      && c.memory("spacing", spacing, {3}) && c.memory("background", background, {4})
      && c.memory("table", table, {n_entries, 4})
      && c.choice("form", form, {DVDB_MARCH_DENSE, DVDB_MARCH_MASKED, DVDB_MARCH_BRICKS}, "DVDB_MARCH_DENSE, DVDB_MARCH_MASKED or DVDB_MARCH_BRICKS")
      && c.choice("order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST")
      && c.dtype("dtype", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32})
      && c.range("log2_edge", log2_edge, 1, 8)
      && c.choice("slots", slots, {DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224, DVDB_SLOTS_TABLE}, "DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224 or DVDB_SLOTS_TABLE")
      && c.range("width", width, 0, 1048576) && c.range("height", height, 0, 1048576)
      && c.take("out_image", out_image, {height, width, 4}, a.out_image)
      && c.take("out_depths", out_depths, {height, width}, a.out_depths, true)
      && c.take("out_hits", out_hits, {height, width}, a.out_hits, true);
  });
}
