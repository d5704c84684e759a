/// Backward pass of samples to points: gradients of points from gradients of samples, summed over channels.
/// d loss / d point = sum over channels and corners of d weight / d point * value * gradient: corners/reference.hpp has
/// the weights.
#include "sample/corners/tiles.hpp"
#include "sample/shared/products.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kGradientGrain = 256;

/// Adds a voxel's part in how a sum changes along each axis: the products of its values and weights, times its slopes.
template <class T>
DVDB_FN void add_voxel(const T* values, const T* weights, int64_t channels, const double (&slopes)[3],
                       double (&sums)[3]) {
  // Nothing that has no part in a result is read, so that it cannot make it NaN.
  if (slopes[0] == 0 && slopes[1] == 0 && slopes[2] == 0) return;
  double product = 0;
  for (int64_t channel = 0; channel < channels; ++channel)
    product = add_product(product, values[channel], weights[channel]);
  for (int axis = 0; axis < 3; ++axis) sums[axis] += slopes[axis] != 0 ? slopes[axis] * product : 0;
}

/// Sums up by how much a voxel's values are above another's, times weights; voxels that are not there hold zeros. Four
/// sums take turns, so that few numbers are rounded one after the other.
template <class T>
DVDB_FN double sum_above(const T* values, const T* others, const T* weights, int64_t channels) {
  const auto held = [](const T* row, int64_t channel) { return row == nullptr ? 0.0 : to_double(row[channel]); };
  double sums[4] = {};
  DVDB_ROLLED
  for (int64_t first = 0; first < channels; first += 4) {
    for (int k = 0; k < 4; ++k) {
      if (first + k < channels)
        sums[k] += (held(values, first + k) - held(others, first + k)) * to_double(weights[first + k]);
    }
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Sums up over the channels of a point how its samples change with it, each times a weight of its own.
template <class T, class Stencil>
struct SumSlopes {
  LocatedPoints places;
  const T* values;   // [n_voxels, channels]
  const T* weights;  // [n, channels]
  int64_t channels;
  void* out;  // [n, 3]

  DVDB_FN void operator()(int64_t point) const {
    const GridHead& head = places.head_of(point);
    double sums[3] = {};
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (places.place_apart(point, head, stencil, rows)) {
      for (int tap = 0; tap < Stencil::kTaps; ++tap) {
        const double slopes[3] = {stencil.slope(tap, 0), stencil.slope(tap, 1), stencil.slope(tap, 2)};
        if (rows[tap] >= 0)
          add_voxel(values + rows[tap] * channels, weights + point * channels, channels, slopes, sums);
      }
    }
    for (int axis = 0; axis < 3; ++axis)
      store_real(out, places.points.dtype, 3 * point + axis, sums[axis] / head.size[axis]);
  }
};

/// The same for trilinear samples. Sums are made of how much more the corners of a cell hold than the lowest one, so
/// that an offset that they share costs no digits. The channels of a point are divided among a few lanes, neighbors
/// in memory together; slopes come last. With kManyGroups, there are groups for kMostLanes lanes: a loop alone keeps
/// more in registers.
template <class T, class Row, class ChannelPack, bool kManyGroups>
struct SumCornerSlopes {
  static constexpr int kWidth = sizeof(ChannelPack) / sizeof(T);
  using R = Computed<T>;
  using Tiles = CornerTiles<R, Row>;
  using Cell = typename Tiles::Cell;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce = sizeof(R) == 8 || kManyGroups ? 8
                                 : kWidth <= 4                 ? 10
                                                               : 7;  // fewer where conversions would spill
  static constexpr int kPhases = Tiles::kFindPhases + 2;
  static constexpr int kMostLanesLog2 = 3;
  static constexpr int kMostLanes = 1 << kMostLanesLog2;
  static_assert(kMostLanes == kCorners);  // each lane is left with the sum of a corner; they read a line of memory
  static constexpr int kWarp = 32;
  struct Shared : Tiles::Shared {
    alignas(16) R sums[kThreads][kCorners];
  };
  Tiles tiles;
  const T* values;   // [n_voxels, channels]
  const T* weights;  // [n, channels]
  Row groups;        // of kWidth channels
  int lanes_log2;    // threads of a point
  void* out;         // [n, 3]

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P < Tiles::kFindPhases) {
      tiles.template find<P>(tile, thread, shared);
    } else if constexpr (P == Tiles::kFindPhases && kManyGroups) {
      sum_up<kMostLanesLog2>(tile, thread, shared);
    } else if constexpr (P == Tiles::kFindPhases) {
      switch (lanes_log2) {
        case 0: return sum_up<0>(tile, thread, shared);
        case 1: return sum_up<1>(tile, thread, shared);
        case 2: return sum_up<2>(tile, thread, shared);
        default: return sum_up<kMostLanesLog2>(tile, thread, shared);
      }
    } else if (thread < shared.points) {
      const int64_t point = tile * kThreads + thread;
      R sums[kCorners];
      R by_size[3];
      for (int corner = 0; corner < kCorners; ++corner) sums[corner] = shared.sums[thread][corner];
      for (int axis = 0; axis < 3; ++axis) by_size[axis] = tiles.voxels_per_unit(point, axis, shared);
      write(shared.around[thread], point, sums, by_size);
    }
  }

  void run_on_host(int64_t tile, Shared&) const {
    tiles.each_point(tile, [&](int64_t point, const Cell& around) {
      R sums[kMostLanes][kCorners];
      const int lanes = 1 << lanes_log2;
      for (int lane = 0; lane < lanes; ++lane)
        multiply(around, weights + point * int64_t(groups * kWidth), lane, lanes, sums[lane]);
      for (int step = 1; step < lanes; step *= 2) {  // as lanes do
        for (int lane = 0; lane < lanes; lane += 2 * step) {
          for (int corner = 0; corner < kCorners; ++corner) sums[lane][corner] += sums[lane + step][corner];
        }
      }
      R by_size[3];
      for (int axis = 0; axis < 3; ++axis) by_size[axis] = tiles.voxels_per_unit(point, axis);
      write(around, point, sums[0], by_size);
    });
  }

 private:
  /// Sums up the channels of all points of a tile.
  template <int kLanesLog2>
  DVDB_FN void sum_up(int64_t tile, int thread, Shared& shared) const {
    constexpr int kLanes = 1 << kLanesLog2;
    const backend::Team warp{thread & (kWarp - 1), kWarp};
    const int lane = thread & (kLanes - 1);
    const char* const by =
        reinterpret_cast<const char*>(weights) + tile * kThreads * int64_t(groups * sizeof(ChannelPack));
    DVDB_ROLLED
    for (int first = 0; first < shared.points; first += kThreads / kLanes) {
      const int own = first + thread / kLanes;
      const int at = min_of(own, shared.points - 1);
      R sums[kCorners];
      multiply(shared.around[at], strides_behind(by, Row(at), groups * Row(sizeof(ChannelPack))), lane, kLanes, sums);
      add_others<kLanesLog2, 1>(warp, sums);
      if (own != at) continue;
      for (int corner = 0; corner < kCorners / kLanes; ++corner) shared.sums[at][corner * kLanes + lane] = sums[corner];
    }
  }

  /// Adds the sums of the lanes of a point, bit by bit of their rank: of two neighboring sums those that lack the bit
  /// keep the first and others the second, with what the lane on the other side of that bit has of it.
  template <int kBits, int kStep>
  DVDB_FN static void add_others(const backend::Team& warp, R (&sums)[kCorners]) {
    if constexpr (kBits > 0) {
      const bool second = (warp.rank & kStep) != 0;
      for (int k = 0; k < kCorners / 2 / kStep; ++k) {
        const R own = second ? sums[2 * k + 1] : sums[2 * k];
        const R other = second ? sums[2 * k] : sums[2 * k + 1];
        sums[k] = own + warp.from(other, warp.rank ^ kStep);
      }
      add_others<kBits - 1, kStep * 2>(warp, sums);
    }
  }

  /// Sums up, over the channels of a lane, by how much the value of each corner is above that of the lowest, times the
  /// weight. Groups of channels are added as a whole, so that few sums are rounded one after the other.
  DVDB_FN void multiply(const Cell& around, const void* by_groups, int lane, int lanes, R (&sums)[kCorners]) const {
    for (int corner = 0; corner < kCorners; ++corner) sums[corner] = 0;
    DVDB_ROLLED
    for (Row group = Row(lane); group < groups; group += Row(lanes)) {
      const GroupRows<ChannelPack, Row> rows(values, groups, group);
      const ChannelPack by = static_cast<const ChannelPack*>(by_groups)[group];
      ChannelPack pack[kCorners];
      for (int corner = 0; corner < kCorners; ++corner)
        pack[corner] = rows.at_or_zero(around.rows[corner], around.has(corner));
      for (int corner = 1; corner < kCorners; ++corner) {
        R products[kWidth];
        for (int channel = 0; channel < kWidth; ++channel) {
          products[channel] = (widen(pack[corner].at[channel]) - widen(pack[0].at[channel])) * widen(by.at[channel]);
        }
        for (int step = 1; step < kWidth; step *= 2) {
          for (int channel = 0; channel < kWidth; channel += 2 * step) products[channel] += products[channel + step];
        }
        sums[corner] += products[0];
      }
    }
  }

  /// Writes what a point gets of the sums of the corners.
  DVDB_FN void write(const Cell& around, int64_t point, const R (&sums)[kCorners], const R (&by_size)[3]) const {
    if (!write_slopes(around, point, sums, by_size)) write_in_double(around, point);
  }
  /// The same, or false where that needs doubles.
  DVDB_FN bool write_slopes(const Cell& around, int64_t point, const R (&sums)[kCorners], const R (&by_size)[3]) const {
    const R part[3] = {around.part[0], around.part[1], around.part[2]};
    R slopes[3];
    bool holds = has_part(part);
    for (int axis = 0; axis < 3; ++axis) {
      slopes[axis] = tiles.per_unit(slope_along(axis, part, sums), by_size[axis], point, axis);
      holds = holds && slopes[axis] - slopes[axis] == 0;
    }
    if (!holds) return false;
    for (int axis = 0; axis < 3; ++axis) store_real(out, tiles.places.points.dtype, 3 * point + axis, slopes[axis]);
    return true;
  }

  /// Whether the lowest corner has a part in a slope.
  DVDB_FN static bool has_part(const R (&part)[3]) {
    const bool x = part[0] != 1;
    const bool y = part[1] != 1;
    const bool z = part[2] != 1;
    return (x || y) && (x || z) && (y || z);
  }

  /// The mean of the four edges along an axis; 0 has no sign.
  DVDB_FN static R slope_along(int axis, const R (&part)[3], const R (&sums)[kCorners]) {
    const int up = 4 >> axis;
    const int near = axis == 0 ? 1 : 0;  // the other axes
    const int far = axis == 2 ? 1 : 2;
    const auto edge = [&](int a, int b) {
      const int corner = a * (4 >> near) + b * (4 >> far);
      return (a != 0 ? part[near] : 1 - part[near]) * (b != 0 ? part[far] : 1 - part[far]) *
             (sums[corner + up] - sums[corner]);
    };
    return edge(0, 0) + edge(0, 1) + (edge(1, 0) + edge(1, 1)) + R(0);
  }

  /// Where the lowest corner has no part in a slope, or numbers are too large for R: the same in double, by how much
  /// corners are above one that has a part. What is not finite as a difference is added corner by corner.
  DVDB_FN void write_in_double(const Cell& around, int64_t point) const {
    const R own[3] = {around.part[0], around.part[1], around.part[2]};
    const bool has_lowest = has_part(own);
    const double part[3] = {own[0], own[1], own[2]};
    const int64_t channels = int64_t(groups) * kWidth;
    const T* const by = weights + point * channels;
    const auto row_of = [&](int corner) {
      return around.has(corner) ? values + int64_t(around.rows[corner]) * channels : nullptr;
    };
    const T* const other = row_of(has_lowest ? 0 : kCorners - 1);
    double above[3] = {};
    double sums[3] = {};
    DVDB_ROLLED
    for (int corner = 0; corner < kCorners; ++corner) {
      const double slopes[3] = {TrilinearCell::slope_of(part, corner, 0), TrilinearCell::slope_of(part, corner, 1),
                                TrilinearCell::slope_of(part, corner, 2)};
      if (slopes[0] == 0 && slopes[1] == 0 && slopes[2] == 0) continue;
      const T* const row = row_of(corner);
      if (row != nullptr) add_voxel(row, by, channels, slopes, sums);
      if (row == other) continue;
      const double sum = sum_above(row, other, by, channels);
      for (int axis = 0; axis < 3; ++axis) above[axis] += slopes[axis] != 0 ? slopes[axis] * sum : 0;
    }
    const bool holds = above[0] - above[0] == 0 && above[1] - above[1] == 0 && above[2] - above[2] == 0;
    const double* const size = tiles.places.head_of(point).size;
    for (int axis = 0; axis < 3; ++axis)
      store_real(out, tiles.places.points.dtype, 3 * point + axis, (holds ? above[axis] : sums[axis]) / size[axis]);
  }
};

template <class T>
Status sum_corner_slopes(Context& c, const LocatedPoints& places, int64_t n, const T* values, const T* weights,
                         int64_t channels, void* out) {
  const auto run = [&]<class Row, class ChannelPack>() -> Status {
    const auto sum_up = [&]<bool kManyGroups>() -> Status {
      using Functor = SumCornerSlopes<T, Row, ChannelPack, kManyGroups>;
      const int64_t groups = channels / Functor::kWidth;
      const int lanes_log2 = highest_bit(uint64_t(min_of<int64_t>(max_of<int64_t>(groups, 1), Functor::kMostLanes)));
      const Functor functor{{places, n}, values, weights, Row(groups), lanes_log2, out};
      return backend::for_each_tile(c, functor.tiles.tiles(), functor);
    };
    if constexpr (kLaunchesOnGpu && std::is_same_v<ChannelPack, Pack<float, 4>> && std::is_same_v<Row, uint32_t>) {
      if (channels >= 32) return sum_up.template operator()<true>();
    }
    return sum_up.template operator()<false>();
  };
  if (needs_wide_rows(places, channels * int64_t(sizeof(T)))) return run.template operator()<int64_t, Pack<T, 1>>();
  return with_pack<T>(channels, address_of(values) | address_of(weights), [&]<int kWidth>() -> Status {
    constexpr int kMost = kMostInPack<T>;
    // Sums run group by group, so groups are the same wherever arrays are. Host threads read all one by one.
    using Unaligned = UnalignedPack<T, kMost>;
    using Widest = std::conditional_t<kLaunchesOnGpu, Pack<T, kMost>, Unaligned>;
    if constexpr (kWidth > 1) {
      return run.template operator()<uint32_t, Widest>();
    } else {
      if (channels % kMost == 0) return run.template operator()<uint32_t, Unaligned>();
      return run.template operator()<uint32_t, Pack<T, 1>>();
    }
  });
}

}  // namespace

Status operators::sample_point_gradients(Context& c, const SamplePointGradientsArgs& a) {
  const auto sum = [&]<class T, class Stencil>(const LocatedPoints& places, const T* features,
                                               const T* weights) -> Status {
    if constexpr (std::is_same_v<Stencil, TrilinearStencil>) {
      return sum_corner_slopes(c, places, a.n, features, weights, a.channels, a.out.data);
    } else {
      return backend::for_each(c, a.n, SumSlopes<T, Stencil>{places, features, weights, a.channels, a.out.data},
                               kGradientGrain);
    }
  };
  return with_weights(c, a, sum);
}
