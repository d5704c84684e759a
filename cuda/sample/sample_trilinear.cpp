/// Values of voxels between them, by trilinear interpolation, and their gradients.
/// sample = sum over the eight corners of weight * value: corners/reference.hpp.
#include "sample/corners/tiles.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

/// Sums up the channels of the points of a tile: its threads first find the voxels around them, then share out the
/// channels of all, neighbors in memory together.
template <class T, class Row, int kWidth>
struct SampleTrilinear {
  using R = Computed<T>;
  using Tiles = CornerTiles<R, Row>;
  using Cell = typename Tiles::Cell;
  using Shared = typename Tiles::Shared;
  using ChannelPack = Pack<T, kWidth>;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce = Tiles::kAtOnce;
  static constexpr int kPhases = Tiles::kFindPhases + 1;
  Tiles tiles;
  const T* features;    // [n_voxels, channels]
  GroupWalk<Row> walk;  // groups of kWidth channels
  T* out;               // [n, channels]

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P < Tiles::kFindPhases) {
      tiles.template find<P>(tile, thread, shared);
    } else {
      walk.each(thread, shared.points,
                [&](int at, Row group) { write(shared.around[at], tile * kThreads + at, group); });
    }
  }

  void run_on_host(int64_t tile, Shared&) const {
    if constexpr (kWidth == 1) {
      if (walk.count == 1 && tiles.places.grid.n_voxels > 0) {
        return tiles.each_list(tile,
                               [&](const auto& corners, const int64_t* points, int n) { sum_up(corners, points, n); });
      }
    }
    tiles.each_point(tile, [&](int64_t point, const Cell& around) {
      for (Row group = 0; group < walk.count; ++group) write(around, point, group);
    });
  }

 private:
  /// The sums of write() for a single channel, of all points of a list and without branches, which a host guesses
  /// wrong too often: missing corners have a weight of 0, or a value of 0.
  template <class Corners>
  void sum_up(const Corners& corners, const int64_t* points, int n) const {
    using Bits = std::conditional_t<sizeof(R) == 4, uint32_t, uint64_t>;
    R found[kCorners][kThreads];
    R sums[kThreads];
    const Row last = Row(tiles.places.grid.n_voxels - 1);
    for (int k = 0; k < n; ++k) {
      for (int corner = 0; corner < kCorners; ++corner)
        found[corner][k] = load_as<R>(features[min_of(corners.rows[k][corner], last)]);
    }
    for (int k = 0; k < n; ++k) {
      const R part[3] = {corners.part[0][k], corners.part[1][k], corners.part[2][k]};
      R sum = 0;
      TrilinearCell::each_corner([&](int corner) {
        const R weight = TrilinearCell::weight_of(part, corner);
        const Bits counts = -Bits(corners.active[k] >> corner & 1) & -Bits(weight != 0);
        sum += weight * std::bit_cast<R>(std::bit_cast<Bits>(found[corner][k]) & counts);
      });
      sums[k] = sum;
    }
    for (int k = 0; k < n; ++k) out[points[k]] = from_double<T>(sums[k]);
  }

  DVDB_FN void write(const Cell& around, int64_t point, Row group) const {
    const R part[3] = {around.part[0], around.part[1], around.part[2]};
    const GroupRows<ChannelPack, Row> rows(features, walk.count, group);
    R weights[kCorners];
    ChannelPack pack[kCorners];
    for (int corner = 0; corner < kCorners; ++corner) {
      weights[corner] = TrilinearCell::weight_of(part, corner);
      // Nothing that has no part in a result is read, so that it cannot make it NaN. Zeros do not change sums, which
      // are never -0.
      pack[corner] = rows.at_or_zero(around.rows[corner], around.has(corner) && weights[corner] != 0);
    }
    reinterpret_cast<ChannelPack*>(out)[point * walk.count + group] = sum(pack, part);
  }

  /// The sums of what the corners hold, zeros where there is nothing.
  DVDB_FN static ChannelPack sum(const ChannelPack (&pack)[kCorners], const R (&part)[3]) {
    R sums[kWidth] = {};
    TrilinearCell::each_corner([&](int corner) {
      const R weight = TrilinearCell::weight_of(part, corner);
      for (int channel = 0; channel < kWidth; ++channel) sums[channel] += weight * load_as<R>(pack[corner].at[channel]);
    });
    ChannelPack result;
    for (int channel = 0; channel < kWidth; ++channel) result.at[channel] = from_double<T>(sums[channel]);
    return result;
  }
};

}  // namespace

Status operators::sample_trilinear(Context& c, const SampleTrilinearArgs& a) {
  return with_located_points(c, a, [&](const LocatedPoints& places) -> Status {
    if (a.channels == 0) return {};
    return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
      const T* const features = a.features.as<T>().data;
      T* const out = a.out.as<T>().data;
      const auto run = [&]<class Row, int kWidth>() -> Status {
        using Functor = SampleTrilinear<T, Row, kWidth>;
        const Functor functor{{places, a.n}, features, GroupWalk<Row>::of(a.channels / kWidth, Functor::kThreads), out};
        return backend::for_each_tile(c, functor.tiles.tiles(), functor);
      };
      if (needs_wide_rows(places, a.channels * int64_t(sizeof(T)))) return run.template operator()<int64_t, 1>();
      return with_pack<T>(a.channels, address_of(features) | address_of(out),
                          [&]<int kWidth>() -> Status { return run.template operator()<uint32_t, kWidth>(); });
    });
  });
}
