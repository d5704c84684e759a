/// Values of voxels between them, by trilinear interpolation, and their gradients.
#include "sample/corner_tiles.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

/// Sums up the channels of the points of a tile: its threads first find the voxels around them, then share out the
/// channels of all, neighbours in memory together.
template <class T, class Row, int kWidth, bool kGradients, int kTiles>
struct SampleTrilinear {
  using R = Computed<T>;
  using Tiles = CornerTiles<R, Row>;
  using Cell = typename Tiles::Cell;
  using Shared = typename Tiles::Shared;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce = kTiles;
  static constexpr int kPhases = Tiles::kFindPhases + 1;
  Tiles tiles;
  const T* values;  // [n_voxels, channels]
  Divider groups;   // of kWidth channels
  T* out;           // [n, channels]
  T* gradients;     // [n, channels, 3]

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P < Tiles::kFindPhases) {
      tiles.template find<P>(tile, thread, shared);
    } else {
      for (int64_t i = thread; i < tiles.points_of(tile) * groups.by; i += kThreads) {
        int64_t group;
        const int64_t at = groups.divide(i, &group);
        write(shared.around[at], tile * tiles.each + at, group);
      }
    }
  }

  void run(int64_t tile, Shared&) const {
    if constexpr (kWidth == 1 && !kGradients) {
      if (groups.by == 1 && tiles.places.grid.n_voxels > 0) {
        return tiles.each_point(tile, [&](int64_t point, const Cell& around) { out[point] = from_double<T>(sum_of(around)); });
      }
    }
    tiles.each_point(tile, [&](int64_t point, const Cell& around) {
      for (int64_t group = 0; group < groups.by; ++group) write(around, point, group);
    });
  }

 private:
  /// The sum of write() for a single channel without its branches, which a host guesses wrong too often: corners that have no
  /// part in it count as 0 times the first value.
  R sum_of(const Cell& around) const {
    using Bits = std::conditional_t<sizeof(R) == 4, uint32_t, uint64_t>;
    const R part[3] = {around.part[0], around.part[1], around.part[2]};
    R weights[kCorners];
    R found[kCorners];
    R products[kCorners];
    for (int corner = 0; corner < kCorners; ++corner) weights[corner] = TrilinearCell::weight_of(part, corner);
    for (int corner = 0; corner < kCorners; ++corner) {
      const Row row = around.rows[corner];
      found[corner] = load_as<R>(values[row & -Row(row != Cell::kNone)]);
    }
    for (int corner = 0; corner < kCorners; ++corner) {
      const Bits counts = -Bits(around.has(corner)) & -Bits(weights[corner] != 0);
      products[corner] = weights[corner] * std::bit_cast<R>(std::bit_cast<Bits>(found[corner]) & counts);
    }
    R sum = 0;
    TrilinearCell::each_corner([&](int corner) { sum += products[corner]; });
    return sum;
  }

  DVDB_FN void write(const Cell& around, int64_t point, int64_t group) const {
    using Few = Pack<T, kWidth>;
    const R part[3] = {around.part[0], around.part[1], around.part[2]};
    const GroupRows<Few, Row> rows(values, groups.by, group);
    R sums[kWidth] = {};
    R slopes[kGradients ? kWidth : 1][3] = {};
    TrilinearCell::each_corner([&](int corner) {
      // Nothing that has no part in a result is read, so that it cannot make it NaN.
      const R weight = TrilinearCell::weight_of(part, corner);
      R changes[3] = {};
      if constexpr (kGradients) {
        for (int axis = 0; axis < 3; ++axis) changes[axis] = TrilinearCell::slope_of(part, corner, axis);
      }
      if (!around.has(corner) || (weight == 0 && changes[0] == 0 && changes[1] == 0 && changes[2] == 0)) return;
      const Few few = rows[around.rows[corner]];
      for (int channel = 0; channel < kWidth; ++channel) {
        const R value = load_as<R>(few.at[channel]);
        if (!kGradients || weight != 0) sums[channel] += weight * value;
        if constexpr (kGradients) {
          for (int axis = 0; axis < 3; ++axis) slopes[channel][axis] += changes[axis] != 0 ? changes[axis] * value : 0;
        }
      }
    });
    const int64_t to = point * groups.by + group;
    Few few;
    for (int channel = 0; channel < kWidth; ++channel) few.at[channel] = from_double<T>(sums[channel]);
    reinterpret_cast<Few*>(out)[to] = few;
    if constexpr (kGradients) {
      const double* const size = tiles.places.head_of(point).size;
      for (int axis = 0; axis < 3 * kWidth; ++axis) gradients[to * kWidth * 3 + axis] = from_double<T>(double(slopes[axis / 3][axis % 3]) / size[axis % 3]);
    }
  }
};

/// The arguments of an entry.
struct Request {
  PointRequest points;
  dvdb_buffer values;
  uint32_t dtype;
  int64_t channels;
  dvdb_buffer out;
  dvdb_buffer gradients;
};

template <bool kGradients>
Status sample_points(Context& c, const Request& request) {
  const int64_t channels = request.channels;
  const int64_t n = request.points.n;
  return with_places(c, request.points, channels, [&](const Places& places) -> Status {
    return with_float(c, request.dtype, "values", [&]<class T>() -> Status {
      Span<T> features;
      Span<T> results;
      Span<T> slopes;
      DVDB_TRY(borrow(c, request.values, places.grid.n_voxels * channels, "values", features));
      DVDB_TRY(borrow(c, request.out, n * channels, "out", results));
      if constexpr (kGradients) DVDB_TRY(borrow(c, request.gradients, n * channels * 3, "out_gradients", slopes));
      if (channels == 0) return {};
      const auto run_by = [&]<class Row, int kWidth, int kTiles>() -> Status {
        using Functor = SampleTrilinear<T, Row, kWidth, kGradients, kTiles>;
        const Functor functor{{places, n}, features.data, Divider::of(channels / kWidth), results.data, slopes.data};
        return backend::for_each_tile(c, functor.tiles.tiles(), functor);
      };
      // Many channels wait less for voxels to be found, and more for their values: these need registers.
      const auto run = [&]<class Row, int kWidth>() -> Status {
        if constexpr (kGradients) {
          return run_by.template operator()<Row, kWidth, 1>();
        } else {
          if constexpr (kWidth > 1) {
            if (channels > kWidth) return run_by.template operator()<Row, kWidth, 8>();
          }
          return run_by.template operator()<Row, kWidth, CornerTiles<Computed<T>, Row>::kAtOnce>();
        }
      };
      if (needs_wide_rows(places, channels * int64_t(sizeof(T)))) return run.template operator()<int64_t, 1>();
      return with_pack<T>(channels, address_of(features.data) | address_of(results.data),
                          [&]<int kWidth>() -> Status { return run.template operator()<uint32_t, kWidth>(); });
    });
  });
}

}  // namespace

dvdb_status dvdb_sample_trilinear(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets,
                                  uint32_t n_grids, dvdb_buffer values, uint32_t dtype, int64_t channels, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return sample_points<false>(c, {{grid, points, point_dtype, n, offsets, n_grids}, values, dtype, channels, out, 0});
  });
}

dvdb_status dvdb_sample_trilinear_with_grad(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n,
                                            const int64_t* offsets, uint32_t n_grids, dvdb_buffer values, uint32_t dtype, int64_t channels,
                                            dvdb_buffer out, dvdb_buffer out_gradients) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return sample_points<true>(c, {{grid, points, point_dtype, n, offsets, n_grids}, values, dtype, channels, out, out_gradients});
  });
}
