/// Gradients of samples by the points: how the values there change, each times a weight of its own.
#include "sample/corner_tiles.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

/// Sums up over the channels of a point how its samples change with it, each times a weight of its own.
template <class T, class Stencil>
struct SumSlopes {
  Places places;
  const T* values;   // [n_voxels, channels]
  const T* weights;  // [n, channels]
  int64_t channels;
  PointVectors out;

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
    for (int axis = 0; axis < 3; ++axis) sums[axis] /= head.size[axis];
    out.set(point, sums);
  }
};

/// The same for trilinear samples, in the precision of those. The channels of a point are shared out among a few threads,
/// neighbours in memory together, which multiply the values of each corner by the weights; slopes come last.
template <class T, class Row, int kWidth>
struct SumCornerSlopes {
  using R = Computed<T>;
  using Tiles = CornerTiles<R, Row>;
  using Cell = typename Tiles::Cell;
  using Few = Pack<T, kWidth>;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce = kWidth == 1 && sizeof(R) == 4 ? Tiles::kAtOnce : 8;
  static constexpr int kPhases = Tiles::kFindPhases + 2;
  static constexpr int kMostShares = 8;
  static_assert(kMostShares <= kCorners, "corners are shared out among the threads of a point");
  static constexpr bool kInRows = sizeof(R) <= sizeof(Row);  // products take the room of rows, which the lanes of a point have read
  struct Shared : Tiles::Shared {
    R products[kInRows ? 1 : kThreads * (kCorners + 1)];  // points are 9 apart, for the sake of banks
  };
  Tiles tiles;
  const T* values;   // [n_voxels, channels]
  const T* weights;  // [n, channels]
  int64_t groups;    // of kWidth channels; none if there are no voxels
  int shares_log2;   // threads of a point
  PointVectors out;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P < Tiles::kFindPhases) {
      tiles.template find<P>(tile, thread, shared);
    } else if constexpr (P == Tiles::kFindPhases) {
      const int shares = 1 << shares_log2;
      const backend::Team team{thread & (shares - 1), shares};
      DVDB_ROLLED
      for (int at = thread >> shares_log2; at < shared.points; at += kThreads >> shares_log2) {
        R products[kCorners];
        multiply(shared.around[at], tile * kThreads + at, team.rank, products);
        share_out(team, products, at, shared);
      }
    } else if (thread < shared.points) {
      const int64_t point = tile * kThreads + thread;
      R products[kCorners];
      R by_size[3];
      for (int corner = 0; corner < kCorners; ++corner) products[corner] = product_of(shared, thread, corner);
      for (int axis = 0; axis < 3; ++axis) by_size[axis] = tiles.voxels_per_unit(point, axis, shared);
      write(shared.around[thread], point, products, by_size);
    }
  }

  void run(int64_t tile, Shared&) const {
    tiles.each_point(tile, [&](int64_t point, const Cell& around) {
      R products[kMostShares][kCorners];
      R by_size[3];
      for (int share = 0; share < 1 << shares_log2; ++share) multiply(around, point, share, products[share]);
      for (int step = 1; step < 1 << shares_log2; step *= 2) {  // as teams do
        for (int share = 0; share < 1 << shares_log2; share += 2 * step) {
          for (int corner = 0; corner < kCorners; ++corner) products[share][corner] += products[share + step][corner];
        }
      }
      for (int axis = 0; axis < 3; ++axis) by_size[axis] = tiles.voxels_per_unit(point, axis);
      write(around, point, products[0], by_size);
    });
  }

 private:
  using Bits = std::conditional_t<sizeof(R) == 4, uint32_t, uint64_t>;

  DVDB_FN static R product_of(const Shared& shared, int at, int corner) {
    if constexpr (kInRows) return std::bit_cast<R>(Bits(shared.around[at].rows[corner]));
    return shared.products[at * (kCorners + 1) + corner];
  }
  DVDB_FN static void set_product(Shared& shared, int at, int corner, R product) {
    if constexpr (kInRows) {
      shared.around[at].rows[corner] = Row(std::bit_cast<Bits>(product));
    } else {
      shared.products[at * (kCorners + 1) + corner] = product;
    }
  }

  /// Sums up what the lanes of a team have, by halves; what is left to each is written.
  template <int kSums>
  DVDB_FN void share_out(const backend::Team& team, const R (&sums)[kSums], int at, Shared& shared) const {
    constexpr int kStep = kCorners / kSums;
    if constexpr (kSums > 1) {
      if (kStep < team.size) {
        R halves[kSums / 2];
        add_other_half(team, kStep, sums, halves);
        return share_out(team, halves, at, shared);
      }
    }
    for (int k = 0; k < kSums; ++k) set_product(shared, at, kStep * k + team.rank, sums[k]);
  }

  /// Of neighbouring sums, lanes whose rank lacks a bit keep the first and others the second, with what the lane on the
  /// other side of that bit has of it.
  template <int kSums>
  DVDB_FN static void add_other_half(const backend::Team& team, int rank_bit, const R (&sums)[kSums], R (&out)[kSums / 2]) {
    const bool second = (team.rank & rank_bit) != 0;
    for (int k = 0; k < kSums / 2; ++k) {
      const R own = second ? sums[2 * k + 1] : sums[2 * k];
      const R other = second ? sums[2 * k] : sums[2 * k + 1];
      out[k] = own + team.from(other, team.rank ^ rank_bit);
    }
  }

  /// Sums up the products of values and weights of a share of the channels, for each corner.
  DVDB_FN void multiply(const Cell& around, int64_t point, int share, R (&products)[kCorners]) const {
    const Row stride = Row(groups) * Row(sizeof(Few));
    Row rows[kCorners];
    for (int corner = 0; corner < kCorners; ++corner) {
      // The first row stands for none, and does not count in the end: neither values nor weights need be finite.
      rows[corner] = around.has(corner) ? around.rows[corner] : 0;
      products[corner] = 0;
    }
    const char* from = reinterpret_cast<const char*>(values) + int64_t(share) * int64_t(sizeof(Few));
    const Few* by_at = reinterpret_cast<const Few*>(weights) + point * groups + share;
    const int shares = 1 << shares_log2;
    DVDB_ROLLED
    for (int64_t left = groups - share; left > 0; left -= shares) {
      const Few by = *by_at;
      Few few[kCorners];
      for (int corner = 0; corner < kCorners; ++corner) few[corner] = *reinterpret_cast<const Few*>(strides_behind(from, rows[corner], stride));
      by_at += shares;
      from += shares * int64_t(sizeof(Few));
      for (int corner = 0; corner < kCorners; ++corner) {
        for (int channel = 0; channel < kWidth; ++channel) products[corner] = add_product(products[corner], load_as<R>(few[corner].at[channel]), load_as<R>(by.at[channel]));
      }
    }
    for (int corner = 0; corner < kCorners; ++corner) products[corner] = around.has(corner) ? products[corner] : 0;
  }

  DVDB_FN static float add_product(float sum, float a, float b) { return fmaf(a, b, sum); }
  DVDB_FN static double add_product(double sum, double a, double b) { return sum + a * b; }

  DVDB_FN void write(const Cell& around, int64_t point, const R (&products)[kCorners], const R (&by_size)[3]) const {
    const R part[3] = {around.part[0], around.part[1], around.part[2]};
    R sums[3] = {};
    const bool all_count = TrilinearCell::all_count(part);
    for (int axis = 0; axis < 3; ++axis) {
      if (all_count) {
        TrilinearCell::each_corner([&](int corner) { sums[axis] += TrilinearCell::slope_of(part, corner, axis) * products[corner]; });
      } else {
        TrilinearCell::each_corner([&](int corner) {
          const R slope = TrilinearCell::slope_of(part, corner, axis);
          sums[axis] += slope != 0 ? slope * products[corner] : 0;
        });
      }
      sums[axis] *= by_size[axis];
    }
    out.set(point, sums);
  }
};

template <class T>
Status sum_corner_slopes(Context& c, const Places& places, int64_t n, const T* values, const T* weights, int64_t channels, const PointVectors& out) {
  const auto run = [&]<class Row, int kWidth>() -> Status {
    using Functor = SumCornerSlopes<T, Row, kWidth>;
    const int64_t groups = places.grid.n_voxels > 0 ? channels / kWidth : 0;
    // A team of 8 takes longer to add up, which two groups for each thread and more are worth.
    const int64_t shares = groups >= 2 * Functor::kMostShares ? Functor::kMostShares : min_of<int64_t>(max_of<int64_t>(groups, 1), Functor::kMostShares / 2);
    const Functor functor{{places, n}, values, weights, groups, highest_bit(uint64_t(shares)), out};
    return backend::for_each_tile(c, functor.tiles.tiles(), functor);
  };
  if (needs_wide_rows(places, channels * int64_t(sizeof(T)))) return run.template operator()<int64_t, 1>();
  return with_pack<T>(channels, address_of(values) | address_of(weights), [&]<int kWidth>() -> Status { return run.template operator()<uint32_t, kWidth>(); });
}

}  // namespace

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
        PointVectors results;
        results.dtype = point_dtype;
        DVDB_TRY(borrow_numbers(c, out, point_dtype, n * 3, "out", &results.data));
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
