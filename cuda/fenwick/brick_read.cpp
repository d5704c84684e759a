/// Volumes in bricks, read: all voxels, or samples between them.
#include "base/plain_nan.hpp"
#include "fenwick/bricks/bits.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

/// Consecutive voxels in memory; those of a row that lie in the same brick need one lookup.
template <class T, bool kByZ>
struct WriteVoxels {
  static constexpr int kRun = 32;

  BrickView<T> view;
  Divider fast;    // extent of the axis that varies fastest
  Divider second;  // and of the next one
  T background;

  DVDB_FN void operator()(int64_t i, T* out) const { write(i * kRun, (i + 1) * kRun, out); }

  /// Writes voxels [begin, end).
  DVDB_FN_APART void write(int64_t begin, int64_t end, T* out) const {
    for (int64_t i = begin; i < end;) {
      int64_t voxel[3];
      constexpr int kFast = kByZ ? 2 : 0;
      voxel[2 - kFast] = second.divide(fast.divide(i, &voxel[kFast]), &voxel[1]);
      int64_t place[3];
      int64_t in[3];
      for (int axis = 0; axis < 3; ++axis) place[axis] = view.shape.payload.divide(voxel[axis], &in[axis]);
      const int64_t stop = min_of(end, i + min_of(view.shape.payload.by - in[kFast], fast.by - voxel[kFast]));
      const int64_t slot = view.occupied(place[0], place[1], place[2]) ? view.slot(place[0], place[1], place[2]) : -1;
      if (slot >= 0) {
        const T* brick = view.brick(slot);
        for (; i < stop; ++i, ++in[kFast]) out[i - begin] = brick[view.shape.inside(in[0], in[1], in[2])];
      } else {
        for (; i < stop; ++i) out[i - begin] = background;
      }
    }
  }
};

/// The voxels behind the last whole run.
template <class T, bool kByZ>
struct WriteRest {
  WriteVoxels<T, kByZ> voxels;
  int64_t first;
  T* out;

  DVDB_FN void operator()(int64_t i) const { voxels.write(first + i, first + i + 1, out + first + i); }
};

template <bool kByZ, class T>
Status write_voxels(Context& c, const BrickView<T>& view, T background, T* out) {
  using Write = WriteVoxels<T, kByZ>;
  const BrickShape& shape = view.shape;
  const Write body{view, Divider::of(shape.dims[kByZ ? 2 : 0]), Divider::of(shape.dims[1]), background};
  const int64_t runs = shape.voxels() / Write::kRun;
  DVDB_TRY(backend::for_each_run(c, runs, Write::kRun, out, body));
  const int64_t first = runs * Write::kRun;
  return backend::for_each(c, shape.voxels() - first, WriteRest<T, kByZ>{body, first, out});
}

template <class T>
struct Lookup {
  BrickView<T> view;
  const int32_t* ijk;
  T background;
  T* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = view.at(ijk[3 * i], ijk[3 * i + 1], ijk[3 * i + 2], background); }
};

template <class T>
struct Sample {
  BrickView<T> view;
  const float* points;
  float background;
  float* out;

  DVDB_FN void operator()(int64_t i) const {
    out[i] = plain_nan(view.sample(points[3 * i], points[3 * i + 1], points[3 * i + 2], background));
  }
};

}  // namespace

Status operators::brick_to_dense(Context& c, const BrickToDenseArgs& a) {
  Bricks bricks;
  DVDB_TRY(borrow_bricks(c, a, a.pool, bricks));
  DVDB_TRY(check_background(c, a.dtype, a.background));
  return with_voxel_bits(a.dtype, a.background, [&]<class T>(T background) -> Status {
    T* const voxels = a.out.as<T>().data;
    if (a.order == DVDB_ORDER_Z_FASTEST) return write_voxels<true>(c, bricks.view<T>(), background, voxels);
    return write_voxels<false>(c, bricks.view<T>(), background, voxels);
  });
}

Status operators::brick_lookup(Context& c, const BrickLookupArgs& a) {
  Bricks bricks;
  DVDB_TRY(borrow_bricks(c, a, a.pool, bricks));
  DVDB_TRY(check_background(c, a.dtype, a.background));
  return with_voxel_bits(a.dtype, a.background, [&]<class T>(T background) -> Status {
    const Lookup<T> lookup{bricks.view<T>(), a.ijk.data, background, a.out.as<T>().data};
    return backend::for_each(c, a.count, lookup, 256);
  });
}

Status operators::brick_sample(Context& c, const BrickSampleArgs& a) {
  Bricks bricks;
  DVDB_TRY(borrow_bricks(c, a, a.pool, bricks));
  return with_voxel(a.dtype, [&]<class T>() -> Status {
    return backend::for_each(c, a.count, Sample<T>{bricks.view<T>(), a.points.data, float(a.background), a.out.data},
                             256);
  });
}
