// Generated from ffi/include/denovdb/march.h by `deno task bindgen`; do not edit.
#include "_generated/march_args.hpp"

using namespace dvdb;

dvdb_status dvdb_march_iso_surface(dvdb_context context, uint32_t form, const int64_t* extents, uint32_t order, dvdb_buffer voxels, uint32_t dtype, uint32_t log2_edge, dvdb_buffer masks, uint32_t slots, dvdb_buffer data, dvdb_buffer counters, int64_t n_slots, double floor, const double* camera, const double* spacing, int64_t width, int64_t height, double step, const double* background, double iso, const double* light, const double* color, dvdb_buffer out_image, dvdb_buffer out_depths, dvdb_buffer out_hits) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::MarchIsoSurfaceArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(require(c, "camera", camera, {DVDB_MARCH_CAMERA_COUNT}));
    DVDB_TRY(require(c, "spacing", spacing, {3}));
    DVDB_TRY(require(c, "background", background, {4}));
    DVDB_TRY(require(c, "light", light, {3}));
    DVDB_TRY(require(c, "color", color, {3}));
    DVDB_TRY(check_choice(c, "form", form, {DVDB_MARCH_DENSE, DVDB_MARCH_MASKED, DVDB_MARCH_BRICKS}, "DVDB_MARCH_DENSE, DVDB_MARCH_MASKED or DVDB_MARCH_BRICKS"));
    DVDB_TRY(check_choice(c, "order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST"));
    DVDB_TRY(check_dtype(c, "dtype", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32}));
    DVDB_TRY(check_range(c, "log2_edge", log2_edge, 1, 8));
    DVDB_TRY(check_choice(c, "slots", slots, {DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224, DVDB_SLOTS_TABLE}, "DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224 or DVDB_SLOTS_TABLE"));
    DVDB_TRY(check_range(c, "width", width, 0, 1048576));
    DVDB_TRY(check_range(c, "height", height, 0, 1048576));
    a.form = form;
    a.extents = extents;
    a.order = order;
    a.voxels = voxels;
    a.dtype = dtype;
    a.log2_edge = log2_edge;
    a.masks = masks;
    a.slots = slots;
    a.data = data;
    a.counters = counters;
    a.n_slots = n_slots;
    a.floor = floor;
    a.camera = camera;
    a.spacing = spacing;
    a.width = width;
    a.height = height;
    a.step = step;
    a.background = background;
    a.iso = iso;
    a.light = light;
    a.color = color;
    DVDB_TRY(take(c, "out_image", out_image, {height, width, 4}, a.out_image));
    DVDB_TRY(take(c, "out_depths", out_depths, {height, width}, a.out_depths, true));
    DVDB_TRY(take(c, "out_hits", out_hits, {height, width}, a.out_hits, true));
    return operators::march_iso_surface(c, a);
  });
}

dvdb_status dvdb_march_transparent(dvdb_context context, uint32_t form, const int64_t* extents, uint32_t order, dvdb_buffer voxels, uint32_t dtype, uint32_t log2_edge, dvdb_buffer masks, uint32_t slots, dvdb_buffer data, dvdb_buffer counters, int64_t n_slots, double floor, const double* camera, const double* spacing, int64_t width, int64_t height, double step, const double* background, uint32_t n_entries, const float* table, double low, double high, double reference, double limit, dvdb_buffer out_image, dvdb_buffer out_depths, dvdb_buffer out_hits) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::MarchTransparentArgs a;
    DVDB_TRY(require(c, "extents", extents, {3}));
    DVDB_TRY(require(c, "camera", camera, {DVDB_MARCH_CAMERA_COUNT}));
    DVDB_TRY(require(c, "spacing", spacing, {3}));
    DVDB_TRY(require(c, "background", background, {4}));
    DVDB_TRY(require(c, "table", table, {n_entries, 4}));
    DVDB_TRY(check_choice(c, "form", form, {DVDB_MARCH_DENSE, DVDB_MARCH_MASKED, DVDB_MARCH_BRICKS}, "DVDB_MARCH_DENSE, DVDB_MARCH_MASKED or DVDB_MARCH_BRICKS"));
    DVDB_TRY(check_choice(c, "order", order, {DVDB_ORDER_X_FASTEST, DVDB_ORDER_Z_FASTEST}, "DVDB_ORDER_X_FASTEST or DVDB_ORDER_Z_FASTEST"));
    DVDB_TRY(check_dtype(c, "dtype", dtype, {DVDB_U8, DVDB_U16, DVDB_I16, DVDB_F16, DVDB_F32}));
    DVDB_TRY(check_range(c, "log2_edge", log2_edge, 1, 8));
    DVDB_TRY(check_choice(c, "slots", slots, {DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224, DVDB_SLOTS_TABLE}, "DVDB_SLOTS_PAPER, DVDB_SLOTS_WIDE, DVDB_SLOTS_RANK96, DVDB_SLOTS_RANK224 or DVDB_SLOTS_TABLE"));
    DVDB_TRY(check_range(c, "width", width, 0, 1048576));
    DVDB_TRY(check_range(c, "height", height, 0, 1048576));
    a.form = form;
    a.extents = extents;
    a.order = order;
    a.voxels = voxels;
    a.dtype = dtype;
    a.log2_edge = log2_edge;
    a.masks = masks;
    a.slots = slots;
    a.data = data;
    a.counters = counters;
    a.n_slots = n_slots;
    a.floor = floor;
    a.camera = camera;
    a.spacing = spacing;
    a.width = width;
    a.height = height;
    a.step = step;
    a.background = background;
    a.n_entries = n_entries;
    a.table = table;
    a.low = low;
    a.high = high;
    a.reference = reference;
    a.limit = limit;
    DVDB_TRY(take(c, "out_image", out_image, {height, width, 4}, a.out_image));
    DVDB_TRY(take(c, "out_depths", out_depths, {height, width}, a.out_depths, true));
    DVDB_TRY(take(c, "out_hits", out_hits, {height, width}, a.out_hits, true));
    return operators::march_transparent(c, a);
  });
}
