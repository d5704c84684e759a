/// How samples and their slopes change with the points: the way back from gradients of both.
#include "sample/products.hpp"
#include "sample/request.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kBendGrain = 256;

/// Sums up over the channels of a point how its samples and their slopes change with it, each times a weight of its own.
template <class T, class Stencil>
struct SumBends {
  Places places;
  const T* values;         // [n_voxels, channels]
  const T* weights;        // [n, channels]
  const T* slope_weights;  // [n, channels, 3]
  int64_t channels;
  void* out;  // [n, 3]

  DVDB_FN void operator()(int64_t point) const {
    const GridHead& head = places.head_of(point);
    double sums[3] = {};
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (places.place(point, head, stencil, rows)) {
      const Vec3d beyond = stencil.part();
      const double part[3] = {beyond.x, beyond.y, beyond.z};
      for (int tap = 0; tap < Stencil::kTaps; ++tap) {
        if (rows[tap] >= 0) add_voxel(point, rows[tap], part, tap, head, sums);
      }
    }
    for (int axis = 0; axis < 3; ++axis) store_real(out, places.points.dtype, 3 * point + axis, sums[axis] / head.size[axis]);
  }

 private:
  /// Adds a voxel's part, by voxel along each axis. Nothing that has no part is read, so that it cannot make a sum NaN.
  DVDB_FN void add_voxel(int64_t point, int64_t row, const double (&part)[3], int tap, const GridHead& head, double (&sums)[3]) const {
    const double slopes[3] = {Stencil::slope_of(part, tap, 0), Stencil::slope_of(part, tap, 1), Stencil::slope_of(part, tap, 2)};
    const T* const held = values + row * channels;
    if (slopes[0] != 0 || slopes[1] != 0 || slopes[2] != 0) add(slopes, sum_products(held, weights + point * channels, channels), sums);
    for (int axis = 0; axis < 3; ++axis) {
      const double bends[3] = {Stencil::bend_of(part, tap, axis, 0), Stencil::bend_of(part, tap, axis, 1), Stencil::bend_of(part, tap, axis, 2)};
      if (bends[0] == 0 && bends[1] == 0 && bends[2] == 0) continue;
      add(bends, sum_products(held, slope_weights + point * channels * 3 + axis, channels, 3) / head.size[axis], sums);
    }
  }

  DVDB_FN static void add(const double (&changes)[3], double product, double (&sums)[3]) {
    for (int axis = 0; axis < 3; ++axis) sums[axis] += changes[axis] != 0 ? changes[axis] * product : 0;
  }
};

}  // namespace

dvdb_status dvdb_sample_slope_gradients(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n,
                                        const int64_t* offsets, uint32_t n_grids, dvdb_buffer values, uint32_t dtype, int64_t channels,
                                        uint32_t kernel, dvdb_buffer weights, dvdb_buffer slope_weights, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return with_places(c, {grid, points, point_dtype, n, offsets, n_grids}, channels, [&](const Places& places) -> Status {
      return with_float(c, dtype, "values", [&]<class T>() -> Status {
        Span<T> features;
        Span<T> by;
        Span<T> by_slopes;
        DVDB_TRY(borrow(c, values, places.grid.n_voxels * channels, "values", features));
        DVDB_TRY(borrow(c, weights, n * channels, "weights", by));
        DVDB_TRY(borrow(c, slope_weights, n * channels * 3, "slope_weights", by_slopes));
        void* results = nullptr;
        DVDB_TRY(borrow_numbers(c, out, point_dtype, n * 3, "out", &results));
        return with_stencil(c, kernel, [&]<class Stencil>() -> Status {
          return backend::for_each(c, n, SumBends<T, Stencil>{places, features.data, by.data, by_slopes.data, channels, results}, kBendGrain);
        });
      });
    });
  });
}
