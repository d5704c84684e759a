/// Values of voxels between them, by trilinear interpolation, with how they change along each axis.
/// sample = sum over the eight corners of weight * value (corners/reference.hpp), gradient = sum of d weight / d point
/// * value.
#include "sample/corners/tiles.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

/// Sums up the channels of the points of a tile, and their slopes: threads first find the voxels around the points,
/// then share out the groups of channels of all, neighbors in memory together. The slopes of a group are three times
/// as long as it is, so a warp first collects those of neighboring groups and then writes them as one piece.
template <class T, class Row, int kWidth>
struct SampleWithGradients {
  using R = Computed<T>;
  using Tiles = CornerTiles<R, Row>;
  using Cell = typename Tiles::Cell;
  using ChannelPack = Pack<T, kWidth>;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce =
      kWidth == 1 && sizeof(R) == 4 ? Tiles::kAtOnce : 7;  // few groups want more, many fewer
  static constexpr int kPhases = Tiles::kFindPhases + 1;
  static constexpr int kWarp = 32;
  struct Shared : Tiles::Shared {
    ChannelPack slopes[3 * kThreads];
  };
  Tiles tiles;
  const T* features;  // [n_voxels, channels]
  Divider groups;     // of kWidth channels
  T* out;             // [n, channels]
  T* gradients;       // [n, channels, 3]

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P < Tiles::kFindPhases) {
      tiles.template find<P>(tile, thread, shared);
    } else {
      const backend::Team warp{thread % kWarp, kWarp};
      ChannelPack* const slopes = shared.slopes + 3 * (thread - warp.rank);
      const int64_t items = shared.points * groups.by;
      DVDB_ROLLED
      for (int64_t first = thread - warp.rank; first < items; first += kThreads) {
        if (first + warp.rank < items) {
          int64_t group;
          const int at = int(groups.divide(first + warp.rank, &group));
          const int64_t point = tile * kThreads + at;
          R by_size[3];
          for (int axis = 0; axis < 3; ++axis) by_size[axis] = tiles.voxels_per_unit(point, axis, shared);
          sum(shared.around[at], point, group, by_size, slopes + 3 * warp.rank);
        }
        warp.meet();
        const int pieces = 3 * int(min_of<int64_t>(kWarp, items - first));
        ChannelPack* const to = reinterpret_cast<ChannelPack*>(gradients) + 3 * (tile * kThreads * groups.by + first);
        for (int piece = warp.rank; piece < pieces; piece += kWarp) to[piece] = slopes[piece];
        warp.meet();
      }
    }
  }

  void run_on_host(int64_t tile, Shared&) const {
    tiles.each_point(tile, [&](int64_t point, const Cell& around) {
      R by_size[3];
      for (int axis = 0; axis < 3; ++axis) by_size[axis] = tiles.voxels_per_unit(point, axis);
      for (int64_t group = 0; group < groups.by; ++group) {
        sum(around, point, group, by_size, reinterpret_cast<ChannelPack*>(gradients) + 3 * (point * groups.by + group));
      }
    });
  }

 private:
  DVDB_FN void sum(const Cell& around, int64_t point, int64_t group, const R (&by_size)[3],
                   ChannelPack* slopes_out) const {
    const R part[3] = {around.part[0], around.part[1], around.part[2]};
    const GroupRows<ChannelPack, Row> rows(features, groups.by, group);
    const bool all_count = TrilinearCell::all_count(part);
    ChannelPack pack[kCorners];
    for (int corner = 0; corner < kCorners; ++corner) {
      // Nothing that has no part in a result is read, so that it cannot make it NaN. Zeros do not change sums, which
      // are never -0.
      pack[corner] = rows.at_or_zero(around.rows[corner], around.has(corner) && (all_count || has_part(part, corner)));
    }
    R sums[kWidth] = {};
    R slopes[3][kWidth] = {};
    if (all_count) {
      add_up<true>(part, pack, sums, slopes);
    } else {
      add_up<false>(part, pack, sums, slopes);
    }
    ChannelPack result;
    for (int channel = 0; channel < kWidth; ++channel) result.at[channel] = narrow<T>(sums[channel]);
    reinterpret_cast<ChannelPack*>(out)[point * groups.by + group] = result;
    for (int piece = 0; piece < 3; ++piece) {
      ChannelPack some;
      for (int k = 0; k < kWidth; ++k) {
        const int at = piece * kWidth + k;
        some.at[k] = narrow<T>(tiles.per_unit(slopes[at % 3][at / 3], by_size[at % 3], point, at % 3));
      }
      slopes_out[piece] = some;
    }
  }

  DVDB_FN static bool has_part(const R (&part)[3], int corner) {
    bool has = TrilinearCell::weight_of(part, corner) != 0;
    for (int axis = 0; axis < 3; ++axis) has = has || TrilinearCell::slope_of(part, corner, axis) != 0;
    return has;
  }

  template <bool kAllCount>
  DVDB_FN static void add_up(const R (&part)[3], const ChannelPack (&pack)[kCorners], R (&sums)[kWidth],
                             R (&slopes)[3][kWidth]) {
    TrilinearCell::each_corner([&](int corner) {
      const R weight = TrilinearCell::weight_of(part, corner);
      R values[kWidth];
      for (int channel = 0; channel < kWidth; ++channel) values[channel] = widen(pack[corner].at[channel]);
      for (int channel = 0; channel < kWidth; ++channel)
        if (kAllCount || weight != 0) sums[channel] += weight * values[channel];
      for (int axis = 0; axis < 3; ++axis) {
        const R change = TrilinearCell::slope_of(part, corner, axis);
        for (int channel = 0; channel < kWidth; ++channel)
          slopes[axis][channel] += kAllCount || change != 0 ? change * values[channel] : 0;
      }
    });
  }
};

}  // namespace

Status operators::sample_trilinear_with_grad(Context& c, const SampleTrilinearWithGradArgs& a) {
  return with_located_points(c, a, [&](const LocatedPoints& places) -> Status {
    if (a.channels == 0) return {};
    return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
      const T* const features = a.features.as<T>().data;
      T* const out = a.out.as<T>().data;
      T* const gradients = a.out_gradients.as<T>().data;
      const auto run = [&]<class Row, int kWidth>() -> Status {
        using Functor = SampleWithGradients<T, Row, kWidth>;
        const Functor functor{{places, a.n}, features, Divider::of(a.channels / kWidth), out, gradients};
        return backend::for_each_tile(c, functor.tiles.tiles(), functor);
      };
      if (needs_wide_rows(places, a.channels * int64_t(sizeof(T)))) return run.template operator()<int64_t, 1>();
      return with_pack<T>(a.channels, address_of(features) | address_of(out) | address_of(gradients),
                          [&]<int kWidth>() -> Status { return run.template operator()<uint32_t, kWidth>(); });
    });
  });
}
