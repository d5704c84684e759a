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
template <class T, class Row, class Few>
struct SumCornerSlopes {
  static constexpr int kWidth = sizeof(Few) / sizeof(T);
  using Tiles = CornerTiles<double, Row>;
  using Cell = typename Tiles::Cell;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce = 8;
  static constexpr int kPhases = Tiles::kFindPhases + 2;
  static constexpr int kMostShares = 4;
  static_assert(kMostShares == 4, "sums are shared out by halves and quarters");
  struct Shared : Tiles::Shared {
    double products[kCorners][kThreads];
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
        multiply(shared.around[at], tile * Tiles::kThreads + at, team.rank, products);
        if (shares == 1) {
          write(shared.around[at], tile * Tiles::kThreads + at, products);
        } else if (shares == 2) {
          double halves[kCorners / 2];
          add_other_half(team, 1, products, halves);
          for (int at_half = 0; at_half < kCorners / 2; ++at_half) shared.products[at_half * 2 + team.rank][at] = halves[at_half];
        } else {
          double halves[kCorners / 2];
          double quarters[kCorners / 4];
          add_other_half(team, 1, products, halves);
          add_other_half(team, 2, halves, quarters);
          for (int quarter = 0; quarter < kCorners / 4; ++quarter) shared.products[quarter * 4 + team.rank][at] = quarters[quarter];
        }
      }
    } else if (shares_log2 > 0 && thread < tiles.points_of(tile)) {
      double products[kCorners];
      for (int corner = 0; corner < kCorners; ++corner) products[corner] = shared.products[corner][thread];
      write(shared.around[thread], tile * Tiles::kThreads + thread, products);
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
  /// Of neighbouring sums, lanes whose rank lacks a bit keep the first and others the second, with what the lane on the
  /// other side of that bit has of it.
  template <int kSums>
  DVDB_FN static void add_other_half(const backend::Team& team, int rank_bit, const double (&sums)[kSums], double (&out)[kSums / 2]) {
    const bool second = (team.rank & rank_bit) != 0;
    for (int k = 0; k < kSums / 2; ++k) {
      const double own = second ? sums[2 * k + 1] : sums[2 * k];
      const double other = second ? sums[2 * k] : sums[2 * k + 1];
      out[k] = own + team.from(other, team.rank ^ rank_bit);
    }
  }

  /// A bit for each corner that has a part in a result. Slopes are products of two sides each.
  DVDB_FN static uint32_t corners_of(const Cell& around) {
    const auto zeros = [&](int axis, uint32_t upper) { return (around.part[axis] == 0 ? upper : 0) | (around.part[axis] == 1 ? ~upper : 0); };
    const uint32_t x = zeros(0, 0xf0);
    const uint32_t y = zeros(1, 0xcc);
    const uint32_t z = zeros(2, 0xaa);
    uint32_t corners = 0;
    for (int corner = 0; corner < kCorners; ++corner) corners |= around.has(corner) ? 1u << corner : 0;
    return corners & ~((x & y) | (x & z) | (y & z));
  }

  /// Sums up the products of values and weights of a share of the channels, for each corner.
  DVDB_FN void multiply(const Cell& around, int64_t point, int share, double (&products)[kCorners]) const {
    const uint32_t corners = corners_of(around);
    for (int corner = 0; corner < kCorners; ++corner) products[corner] = 0;
    DVDB_ROLLED
    for (int64_t group = share; group < groups; group += int64_t(1) << shares_log2) {
      const Few by = reinterpret_cast<const Few*>(weights)[point * groups + group];
      const GroupRows<Few, Row> rows(values, groups, group);
      Few few[kCorners];
      for (int corner = 0; corner < kCorners; ++corner) few[corner] = rows.at_or_zero(around.rows[corner], (corners >> corner & 1) != 0);
      for (int corner = 0; corner < kCorners; ++corner) {
        for (int channel = 0; channel < kWidth; ++channel) products[corner] = add_product(products[corner], few[corner].at[channel], by.at[channel]);
      }
    }
    // Weights need not be finite.
    for (int corner = 0; corner < kCorners; ++corner) products[corner] = (corners >> corner & 1) != 0 ? products[corner] : 0;
  }

  DVDB_FN static double add_product(double sum, T value, T by) {
    if constexpr (std::is_same_v<T, double>) {
      return sum + value * by;
    } else {
      return add_exact_product(sum, to_double(value), to_double(by));
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
  const auto run = [&]<class Row, class Few>() -> Status {
    using Functor = SumCornerSlopes<T, Row, Few>;
    const int64_t groups = channels / Functor::kWidth;
    const int shares_log2 = highest_bit(uint64_t(min_of<int64_t>(max_of<int64_t>(groups, 1), Functor::kMostShares)));
    const Functor functor{{places, n}, values, weights, groups, shares_log2, out};
    return backend::for_each_tile(c, functor.tiles.tiles(), functor);
  };
  if (needs_wide_rows(places, channels * int64_t(sizeof(T)))) return run.template operator()<int64_t, Pack<T, 1>>();
  return with_pack<T>(channels, address_of(values) | address_of(weights), [&]<int kWidth>() -> Status {
    constexpr int kMost = kMostInPack<T>;
    // Sums run group by group, so groups are the same wherever arrays are.
    if (kWidth == 1 && channels % kMost == 0) return run.template operator()<uint32_t, LoosePack<T, kMost>>();
    return run.template operator()<uint32_t, Pack<T, kWidth>>();
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
