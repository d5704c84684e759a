/// Values of voxels between them, by trilinear interpolation, and their gradients.
#include "sample/corners/by_columns.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

/// Sums up the channels of the points of a tile: its threads first find the voxels around them, then share out the
/// channels of all, neighbours in memory together.
template <class T, class Row, int kWidth>
struct SampleTrilinear {
  using R = Computed<T>;
  using Tiles = CornerTiles<R, Row>;
  using Cell = typename Tiles::Cell;
  using Shared = typename Tiles::Shared;
  using Few = Pack<T, kWidth>;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce = Tiles::kAtOnce;
  static constexpr int kCrewsAtOnce = std::is_same_v<T, float> && sizeof(Row) == 4 ? kWidth == 1 ? 10 : 8 : 0;
  static constexpr int kPhases = Tiles::kFindPhases + 1;
  Tiles tiles;
  const T* values;      // [n_voxels, channels]
  GroupWalk<Row> walk;  // groups of kWidth channels
  T* out;               // [n, channels]

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P < Tiles::kFindPhases) {
      tiles.template find<P>(tile, thread, shared);
    } else {
      walk.each(thread, shared.points, [&](int at, Row group) { write(shared.around[at], tile * kThreads + at, group); });
    }
  }

  /// Sums up a point whose channels are a pack.
  DVDB_FN bool take(int64_t point, const FoundCorners<R>& found, const R (&)[3]) const {
    const Few* const packs = reinterpret_cast<const Few*>(values);
    Few few[kCorners];
    for (int corner = 0; corner < kCorners; ++corner) {
      few[corner] = {};
      if (found.has(corner)) few[corner] = packs[found.rows[corner]];
    }
    Few result = sum<false>(few, found.part);
    // Values that have no part in a sum may be NaN, or infinite; else they change nothing.
    bool is_finite = true;
    for (int channel = 0; channel < kWidth; ++channel) {
      const R number = load_as<R>(result.at[channel]);
      is_finite = is_finite && number - number == 0;
    }
    if (!is_finite) result = sum<true>(few, found.part);
    reinterpret_cast<Few*>(out)[point] = result;
    return true;
  }
  DVDB_FN bool take(int64_t point, const Cell& around, const R (&)[3]) const {
    write(around, point, 0);
    return true;
  }

  void run(int64_t tile, Shared&) const {
    if constexpr (kWidth == 1) {
      if (walk.count == 1 && tiles.places.grid.n_voxels > 0) {
        return tiles.each_list(tile, [&](const auto& corners, const int64_t* points, int n) { sum_up(corners, points, n); });
      }
    }
    tiles.each_point(tile, [&](int64_t point, const Cell& around) {
      for (Row group = 0; group < walk.count; ++group) write(around, point, group);
    });
  }

 private:
  /// What write() sums up of a single channel, for all points of a list and without branches, which a host guesses wrong too
  /// often: corners that have no part in a sum have a share of 0, or a share in 0.
  template <class Corners>
  void sum_up(const Corners& corners, const int64_t* points, int n) const {
    using Bits = std::conditional_t<sizeof(R) == 4, uint32_t, uint64_t>;
    R found[kCorners][kThreads];
    R sums[kThreads];
    const Row last = Row(tiles.places.grid.n_voxels - 1);
    for (int k = 0; k < n; ++k) {
      for (int corner = 0; corner < kCorners; ++corner) found[corner][k] = load_as<R>(values[min_of(corners.rows[k][corner], last)]);
    }
    for (int k = 0; k < n; ++k) {
      const R part[3] = {corners.part[0][k], corners.part[1][k], corners.part[2][k]};
      R sum = 0;
      TrilinearCell::each_corner([&](int corner) {
        const R share = TrilinearCell::weight_of(part, corner);
        const Bits counts = -Bits(corners.active[k] >> corner & 1) & -Bits(share != 0);
        sum += share * std::bit_cast<R>(std::bit_cast<Bits>(found[corner][k]) & counts);
      });
      sums[k] = sum;
    }
    for (int k = 0; k < n; ++k) out[points[k]] = from_double<T>(sums[k]);
  }

  DVDB_FN void write(const Cell& around, int64_t point, Row group) const {
    const R part[3] = {around.part[0], around.part[1], around.part[2]};
    const GroupRows<Few, Row> rows(values, walk.count, group);
    R shares[kCorners];
    Few few[kCorners];
    for (int corner = 0; corner < kCorners; ++corner) {
      shares[corner] = TrilinearCell::weight_of(part, corner);
      // Nothing that has no part in a result is read, so that it cannot make it NaN. Zeros do not change sums, which are never -0.
      few[corner] = rows.at_or_zero(around.rows[corner], around.has(corner) && shares[corner] != 0);
    }
    reinterpret_cast<Few*>(out)[point * walk.count + group] = sum<false>(few, part);
  }

  /// The sums of what the corners hold, zeros where there is nothing.
  template <bool kOfParts>
  DVDB_FN static Few sum(const Few (&few)[kCorners], const R (&part)[3]) {
    R sums[kWidth] = {};
    TrilinearCell::each_corner([&](int corner) {
      const R share = TrilinearCell::weight_of(part, corner);
      if (kOfParts && share == 0) return;
      for (int channel = 0; channel < kWidth; ++channel) sums[channel] += share * load_as<R>(few[corner].at[channel]);
    });
    Few result;
    for (int channel = 0; channel < kWidth; ++channel) result.at[channel] = from_double<T>(sums[channel]);
    return result;
  }
};

}  // namespace

dvdb_status dvdb_sample_trilinear(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets,
                                  uint32_t n_grids, dvdb_buffer values, uint32_t dtype, int64_t channels, uint32_t sorted, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return with_places(c, {grid, points, point_dtype, n, offsets, n_grids}, channels, [&](const Places& places) -> Status {
      return with_float(c, dtype, "values", [&]<class T>() -> Status {
        Span<T> features;
        Span<T> results;
        DVDB_TRY(borrow(c, values, places.grid.n_voxels * channels, "values", features));
        DVDB_TRY(borrow(c, out, n * channels, "out", results));
        if (channels == 0) return {};
        const auto run = [&]<class Row, int kWidth>() -> Status {
          using Functor = SampleTrilinear<T, Row, kWidth>;
          const Functor functor{{places, n}, features.data, GroupWalk<Row>::of(channels / kWidth, Functor::kThreads), results.data};
          return for_each_point(c, functor, sorted != 0, channels == kWidth);
        };
        if (needs_wide_rows(places, channels * int64_t(sizeof(T)))) return run.template operator()<int64_t, 1>();
        return with_pack<T>(channels, address_of(features.data) | address_of(results.data),
                            [&]<int kWidth>() -> Status { return run.template operator()<uint32_t, kWidth>(); });
      });
    });
  });
}
