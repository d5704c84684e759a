/// Volumes in bricks, read: all voxels, or samples between them.
#include <bit>

#include "fenwick/brick_bits.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

/// Voxels one after the other in memory: runs of a row lie in one brick each, which is looked up once.
template <class T, bool kByZ>
struct WriteVoxel {
  BrickView<T> view;
  Divider fast;    // extent of the axis that varies fastest
  Divider second;  // and of the next one
  T background;
  T* out;

  DVDB_FN void operator()(int64_t i) const { run(i, i + 1); }

  DVDB_FN void run(int64_t begin, int64_t end) const {
    for (int64_t i = begin; i < end;) {
      int64_t voxel[3];
      constexpr int kFast = kByZ ? 2 : 0;
      voxel[2 - kFast] = second.divide(fast.divide(i, &voxel[kFast]), &voxel[1]);
      int64_t place[3];
      int64_t in[3];
      for (int axis = 0; axis < 3; ++axis) place[axis] = view.shape.payload.divide(voxel[axis], &in[axis]);
      const int64_t stop = min_of(end, i + min_of(view.shape.payload.by - in[kFast], fast.by - voxel[kFast]));
      if (view.occupied(place[0], place[1], place[2])) {
        const T* brick = view.brick(view.slot(place[0], place[1], place[2]));
        for (; i < stop; ++i, ++in[kFast]) out[i] = brick[view.shape.inside(in[0], in[1], in[2])];
      } else {
        for (; i < stop; ++i) out[i] = background;
      }
    }
  }
};

template <class T>
struct Sample {
  BrickView<T> view;
  const float* points;
  float background;
  float* out;

  DVDB_FN void operator()(int64_t i) const {
    const float value = view.sample(points[3 * i], points[3 * i + 1], points[3 * i + 2], background);
    out[i] = value == value ? value : std::bit_cast<float>(uint32_t(0x7fc00000));  // processors make different ones
  }
};

template <class T>
T voxel_of(double value) {
  if constexpr (std::is_same_v<T, Half>) {
    return Half::rounded(value);
  } else {
    return T(value);
  }
}

Status check_background(Context& c, uint32_t dtype, double value) {
  const double least = dtype == DVDB_I16 ? INT16_MIN : 0;
  const double most = dtype == DVDB_U8 ? UINT8_MAX : dtype == DVDB_U16 ? UINT16_MAX : INT16_MAX;
  const bool real = dtype == DVDB_F16 || dtype == DVDB_F32;
  if (real || (value >= least && value <= most && value == double(int64_t(value)))) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use background: %g is not a whole number from %g to %g", value, least, most);
}

}  // namespace

dvdb_status dvdb_brick_to_dense(dvdb_context context, const int64_t* dims, uint32_t log2_edge, uint32_t slots, dvdb_buffer data, dvdb_buffer counters,
                                dvdb_buffer masks, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, uint32_t order, double background,
                                dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Bricks bricks;
    void* target = nullptr;
    DVDB_TRY(borrow_bricks(c, {dims, log2_edge, slots, data, counters, masks, n_slots, pool, dtype}, bricks));
    DVDB_TRY(borrow_voxels(c, dims, order, dtype, out, "out", &target));
    DVDB_TRY(check_background(c, dtype, background));
    return with_voxel(c, dtype, [&]<class T>() -> Status {
      const BrickShape& shape = bricks.shape;
      const bool by_z = order == DVDB_ORDER_Z_FASTEST;
      const Divider fast = Divider::of(shape.dims[by_z ? 2 : 0]);
      const Divider second = Divider::of(shape.dims[1]);
      const T empty = voxel_of<T>(background);
      if (by_z) return backend::for_each(c, shape.voxels(), WriteVoxel<T, true>{bricks.view<T>(), fast, second, empty, static_cast<T*>(target)});
      return backend::for_each(c, shape.voxels(), WriteVoxel<T, false>{bricks.view<T>(), fast, second, empty, static_cast<T*>(target)});
    });
  });
}

dvdb_status dvdb_brick_sample(dvdb_context context, const int64_t* dims, uint32_t log2_edge, uint32_t slots, dvdb_buffer data, dvdb_buffer counters,
                              dvdb_buffer masks, int64_t n_slots, dvdb_buffer pool, uint32_t dtype, dvdb_buffer points, int64_t count, double background,
                              dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Bricks bricks;
    Span<const float> places;
    Span<float> target;
    DVDB_TRY(borrow_bricks(c, {dims, log2_edge, slots, data, counters, masks, n_slots, pool, dtype}, bricks));
    if (count < 0 || count > INT64_MAX / 12) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use points: a count of %lld is out of range", static_cast<long long>(count));
    DVDB_TRY(borrow(c, points, 3 * count, "points", places));
    DVDB_TRY(borrow(c, out, count, "out", target));
    return with_voxel(c, dtype, [&]<class T>() -> Status {
      return backend::for_each(c, count, Sample<T>{bricks.view<T>(), places.data, float(background), target.data}, 256);
    });
  });
}
