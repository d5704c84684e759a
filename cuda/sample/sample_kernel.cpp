/// Values of voxels between them by any kernel, and gradients by the points.
#include "sample/corner_tiles.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kPointGrain = 256;

/// Sums up a group of channels at a point.
template <class T, class Stencil, bool kGradients>
struct SampleKernel {
  static constexpr int kWidth = 4;
  Places places;
  const T* values;  // [n_voxels, channels]
  int64_t channels;
  Divider groups;  // of kWidth channels
  T* out;          // [n, channels]
  T* gradients;    // [n, channels, 3]

  DVDB_FN void operator()(int64_t i) const {
    int64_t group;
    const int64_t point = groups.divide(i, &group);
    const int64_t first = group * kWidth;
    const int width = int(min_of(int64_t(kWidth), channels - first));
    const GridHead& head = places.head_of(point);
    double sums[kWidth] = {};
    double slopes[kGradients ? kWidth : 1][3] = {};
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (places.place(point, head, stencil, rows)) {
      for (int tap = 0; tap < Stencil::kTaps; ++tap) {
        if (rows[tap] < 0) continue;
        const T* const from = values + rows[tap] * channels + first;
        // Nothing that has no part in a result is read, so that it cannot make it NaN.
        const double weight = stencil.weight(tap);
        for (int channel = 0; channel < width && weight != 0; ++channel) sums[channel] += weight * to_double(from[channel]);
        if constexpr (kGradients) {
          for (int axis = 0; axis < 3; ++axis) {
            const double slope = stencil.slope(tap, axis);
            for (int channel = 0; channel < width && slope != 0; ++channel) slopes[channel][axis] += slope * to_double(from[channel]);
          }
        }
      }
    }
    const int64_t to = point * channels + first;
    for (int channel = 0; channel < width; ++channel) {
      out[to + channel] = from_double<T>(sums[channel]);
      if constexpr (kGradients) {
        for (int axis = 0; axis < 3; ++axis) gradients[(to + channel) * 3 + axis] = from_double<T>(slopes[channel][axis] / head.size[axis]);
      }
    }
  }
};

/// Sums up over the channels of a point how its samples change with it, each times a weight of its own.
template <class T, class Stencil>
struct SumSlopes {
  Places places;
  const T* values;   // [n_voxels, channels]
  const T* weights;  // [n, channels]
  int64_t channels;
  void* out;  // [n, 3]

  DVDB_FN void operator()(int64_t point) const {
    const GridHead& head = places.head_of(point);
    double sums[3] = {};
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (places.place(point, head, stencil, rows)) {
      for (int tap = 0; tap < Stencil::kTaps; ++tap) {
        const double slopes[3] = {stencil.slope(tap, 0), stencil.slope(tap, 1), stencil.slope(tap, 2)};
        if (rows[tap] < 0 || (slopes[0] == 0 && slopes[1] == 0 && slopes[2] == 0)) continue;
        const T* const from = values + rows[tap] * channels;
        const T* const by = weights + point * channels;
        double product = 0;
        for (int64_t channel = 0; channel < channels; ++channel) product += to_double(from[channel]) * to_double(by[channel]);
        for (int axis = 0; axis < 3; ++axis) sums[axis] += slopes[axis] != 0 ? slopes[axis] * product : 0;
      }
    }
    for (int axis = 0; axis < 3; ++axis) store_element<double>(out, places.points.dtype, 3 * point + axis, sums[axis] / head.size[axis], false);
  }
};

/// The same for trilinear samples: the channels of a point are shared out among the threads of a tile, neighbours in memory
/// together, whose sums are then added up in order.
template <class T, int kWidth>
struct SumCornerSlopes {
  using Tiles = CornerTiles<double>;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kPhases = Tiles::kFindPhases + 2;
  struct Shared : Tiles::Shared {
    double sums[kThreads][3];
  };
  Tiles tiles;
  const T* values;   // [n_voxels, channels]
  const T* weights;  // [n, channels]
  int64_t groups;    // of kWidth channels
  int shares;        // threads of a point
  void* out;         // [n, 3]

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P < Tiles::kFindPhases) {
      tiles.template find<P>(tile, thread, shared);
    } else if constexpr (P == Tiles::kFindPhases) {
      const int at = thread / shares;
      if (at < tiles.points_of(tile)) sum_up(shared.around[at], tile * tiles.each + at, thread % shares, shared.sums[thread]);
    } else if (thread < tiles.points_of(tile)) {
      const int64_t point = tile * tiles.each + thread;
      for (int axis = 0; axis < 3; ++axis) {
        double sum = 0;
        for (int share = 0; share < shares; ++share) sum += shared.sums[thread * shares + share][axis];
        store_element<double>(out, tiles.places.points.dtype, 3 * point + axis, sum / tiles.places.head_of(point).size[axis], false);
      }
    }
  }

 private:
  DVDB_FN void sum_up(const Around<double>& around, int64_t point, int share, double (&out_sums)[3]) const {
    using Few = Pack<T, kWidth>;
    const double part[3] = {around.part[0], around.part[1], around.part[2]};
    double sums[3] = {};
    for (int64_t group = share; group < groups && around.active != 0; group += shares) {
      const Few by = reinterpret_cast<const Few*>(weights)[point * groups + group];
      TrilinearCell::each_corner([&](int corner) {
        if (!around.has(corner)) return;
        const double slopes[3] = {TrilinearCell::slope_of(part, corner, 0), TrilinearCell::slope_of(part, corner, 1), TrilinearCell::slope_of(part, corner, 2)};
        if (slopes[0] == 0 && slopes[1] == 0 && slopes[2] == 0) return;
        const Few few = reinterpret_cast<const Few*>(values)[around.rows[corner] * groups + group];
        double product = 0;
        for (int channel = 0; channel < kWidth; ++channel) product += to_double(few.at[channel]) * to_double(by.at[channel]);
        for (int axis = 0; axis < 3; ++axis) sums[axis] += slopes[axis] != 0 ? slopes[axis] * product : 0;
      });
    }
    for (int axis = 0; axis < 3; ++axis) out_sums[axis] = sums[axis];
  }
};

template <class T>
Status sum_corner_slopes(Context& c, const Places& places, int64_t n, const T* values, const T* weights, int64_t channels, void* out) {
  return with_pack<T>(channels, address_of(values) | address_of(weights), [&]<int kWidth>() -> Status {
    using Functor = SumCornerSlopes<T, kWidth>;
    const int64_t groups = channels / kWidth;
    const int shares = 1 << highest_bit(uint64_t(min_of<int64_t>(max_of<int64_t>(groups, 1), 32)));
    const Functor functor{{places, n, Functor::kThreads / shares}, values, weights, groups, shares, out};
    return backend::for_each_tile(c, functor.tiles.tiles(), functor);
  });
}

struct SampleRequest {
  PointRequest points;
  dvdb_buffer values;
  uint32_t dtype;
  int64_t channels;
  uint32_t kernel;
};

template <bool kGradients>
Status sample_kernel(Context& c, const SampleRequest& request, dvdb_buffer out, dvdb_buffer gradients) {
  const int64_t channels = request.channels;
  const int64_t n = request.points.n;
  return with_places(c, request.points, channels, [&](const Places& places) -> Status {
    return with_float(c, request.dtype, "values", [&]<class T>() -> Status {
      Span<T> features;
      Span<T> results;
      Span<T> slopes;
      DVDB_TRY(borrow(c, request.values, places.grid.n_voxels * channels, "values", features));
      DVDB_TRY(borrow(c, out, n * channels, "out", results));
      if constexpr (kGradients) DVDB_TRY(borrow(c, gradients, n * channels * 3, "out_gradients", slopes));
      return with_stencil(c, request.kernel, [&]<class Stencil>() -> Status {
        using Functor = SampleKernel<T, Stencil, kGradients>;
        const Divider groups = Divider::of((max_of<int64_t>(channels, 1) + Functor::kWidth - 1) / Functor::kWidth);
        if (channels == 0) return {};
        return backend::for_each(c, n * groups.by, Functor{places, features.data, channels, groups, results.data, slopes.data}, kPointGrain);
      });
    });
  });
}

}  // namespace

dvdb_status dvdb_sample_kernel(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets,
                               uint32_t n_grids, dvdb_buffer values, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return sample_kernel<false>(c, {{grid, points, point_dtype, n, offsets, n_grids}, values, dtype, channels, kernel}, out, 0);
  });
}

dvdb_status dvdb_sample_kernel_with_grad(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n,
                                         const int64_t* offsets, uint32_t n_grids, dvdb_buffer values, uint32_t dtype, int64_t channels,
                                         uint32_t kernel, dvdb_buffer out, dvdb_buffer out_gradients) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return sample_kernel<true>(c, {{grid, points, point_dtype, n, offsets, n_grids}, values, dtype, channels, kernel}, out, out_gradients);
  });
}

dvdb_status dvdb_sample_point_gradients(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n,
                                        const int64_t* offsets, uint32_t n_grids, dvdb_buffer values, uint32_t dtype, int64_t channels,
                                        uint32_t kernel, dvdb_buffer weights, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return with_places(c, {grid, points, point_dtype, n, offsets, n_grids}, channels, [&](const Places& places) -> Status {
      return with_float(c, dtype, "values", [&]<class T>() -> Status {
        Span<T> features;
        Span<T> by;
        DVDB_TRY(borrow(c, values, places.grid.n_voxels * channels, "values", features));
        DVDB_TRY(borrow(c, weights, n * channels, "weights", by));
        void* results = nullptr;
        DVDB_TRY(borrow_numbers(c, out, point_dtype, n * 3, "out", &results));
        return with_stencil(c, kernel, [&]<class Stencil>() -> Status {
          if constexpr (std::is_same_v<Stencil, TrilinearStencil>) {
            return sum_corner_slopes(c, places, n, features.data, by.data, channels, results);
          } else {
            return backend::for_each(c, n, SumSlopes<T, Stencil>{places, features.data, by.data, channels, results}, kPointGrain);
          }
        });
      });
    });
  });
}
