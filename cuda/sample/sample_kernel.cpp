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

/// The same for trilinear samples. The channels of a point are shared out among a few threads, neighbours in memory
/// together, which multiply the values of each corner by the weights; slopes come last.
template <class T, class Row, int kWidth>
struct SumCornerSlopes {
  using Tiles = CornerTiles<double, Row>;
  using Cell = typename Tiles::Cell;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce = 8;
  static constexpr int kPhases = Tiles::kFindPhases + 2;
  static constexpr int kMostShares = 4;
  struct Shared : Tiles::Shared {
    double products[kThreads][kCorners];
  };
  Tiles tiles;
  const T* values;   // [n_voxels, channels]
  const T* weights;  // [n, channels]
  int64_t groups;    // of kWidth channels
  int shares_log2;   // threads of a point
  void* out;         // [n, 3]

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P < Tiles::kFindPhases) {
      tiles.template find<P>(tile, thread, shared);
    } else if constexpr (P == Tiles::kFindPhases) {
      const int shares = 1 << shares_log2;
      const backend::Team team{thread & (shares - 1), shares};
      for (int at = thread >> shares_log2; at < tiles.points_of(tile); at += kThreads >> shares_log2) {
        double products[kCorners];
        multiply(shared.around[at], tile * tiles.each + at, team.rank, products);
        for (int corner = 0; corner < kCorners; ++corner) {
          const double product = team.sum(products[corner]);
          if ((corner & (shares - 1)) == team.rank) shared.products[at][corner] = product;
        }
      }
    } else if (thread < tiles.points_of(tile)) {
      write(shared.around[thread], tile * tiles.each + thread, shared.products[thread]);
    }
  }

  void run(int64_t tile, Shared&) const {
    tiles.each_point(tile, [&](int64_t point, const Cell& around) {
      double products[kMostShares][kCorners];
      for (int share = 0; share < 1 << shares_log2; ++share) multiply(around, point, share, products[share]);
      for (int step = 1; step < 1 << shares_log2; step *= 2) {  // as teams do
        for (int share = 0; share < 1 << shares_log2; share += 2 * step) {
          for (int corner = 0; corner < kCorners; ++corner) products[share][corner] += products[share + step][corner];
        }
      }
      write(around, point, products[0]);
    });
  }

 private:
  DVDB_FN static bool is_flat(const double (&part)[3], int corner) {
    return TrilinearCell::slope_of(part, corner, 0) == 0 && TrilinearCell::slope_of(part, corner, 1) == 0 && TrilinearCell::slope_of(part, corner, 2) == 0;
  }

  /// Sums up the products of values and weights of a share of the channels, for each corner.
  DVDB_FN void multiply(const Cell& around, int64_t point, int share, double (&products)[kCorners]) const {
    using Few = Pack<T, kWidth>;
    const double part[3] = {around.part[0], around.part[1], around.part[2]};
    for (int corner = 0; corner < kCorners; ++corner) products[corner] = 0;
    for (int64_t group = share; group < groups; group += int64_t(1) << shares_log2) {
      const Few by = reinterpret_cast<const Few*>(weights)[point * groups + group];
      const GroupRows<Few, Row> rows(values, groups, group);
      for (int corner = 0; corner < kCorners; ++corner) {
        if (!around.has(corner) || is_flat(part, corner)) continue;
        const Few few = rows[around.rows[corner]];
        for (int channel = 0; channel < kWidth; ++channel) products[corner] += to_double(few.at[channel]) * to_double(by.at[channel]);
      }
    }
  }

  DVDB_FN void write(const Cell& around, int64_t point, const double (&products)[kCorners]) const {
    const double part[3] = {around.part[0], around.part[1], around.part[2]};
    const double* const size = tiles.places.head_of(point).size;
    for (int axis = 0; axis < 3; ++axis) {
      double sum = 0;
      TrilinearCell::each_corner([&](int corner) {
        const double slope = TrilinearCell::slope_of(part, corner, axis);
        sum += slope != 0 ? slope * products[corner] : 0;
      });
      store_element<double>(out, tiles.places.points.dtype, 3 * point + axis, sum / size[axis], false);
    }
  }
};

template <class T>
Status sum_corner_slopes(Context& c, const Places& places, int64_t n, const T* values, const T* weights, int64_t channels, void* out) {
  const auto run = [&]<class Row, int kWidth>() -> Status {
    using Functor = SumCornerSlopes<T, Row, kWidth>;
    const int64_t groups = channels / kWidth;
    const int shares_log2 = highest_bit(uint64_t(min_of<int64_t>(max_of<int64_t>(groups, 1), Functor::kMostShares)));
    const Functor functor{{places, n}, values, weights, groups, shares_log2, out};
    return backend::for_each_tile(c, functor.tiles.tiles(), functor);
  };
  if (needs_wide_rows(places, channels * int64_t(sizeof(T)))) return run.template operator()<int64_t, 1>();
  return with_pack<T>(channels, address_of(values) | address_of(weights), [&]<int kWidth>() -> Status { return run.template operator()<uint32_t, kWidth>(); });
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
