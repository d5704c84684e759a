/// Backward pass of samples and their slopes to points: gradients of points from gradients of both.
/// d loss / d point sums first and second derivatives of the weights (corners/stencils.hpp) times values and gradients.
#include "sample/corners/tiles.hpp"
#include "sample/shared/products.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

/// Sums of how samples and their slopes change with a point, over its channels, divided among a few lanes.
template <class T, class Stencil>
struct HessianSums {
  static constexpr int kWarp = 32;
  static constexpr int kMostLanes = 8;
  using Sums = double[3];
  LocatedPoints places;
  const T* values;         // [n_voxels, channels]
  const T* weights;        // [n, channels], or nullptr for none
  const T* slope_weights;  // [n, channels, 3], likewise
  int64_t channels;
  int lanes_log2;  // lanes of a point
  void* out;       // [n, 3]

  DVDB_FN int lanes() const { return 1 << lanes_log2; }
  DVDB_FN int lane_of(int thread) const { return thread & (lanes() - 1); }

  /// Adds a voxel's part, by voxel along each axis. What has no part does not count, so that it cannot make a sum NaN.
  template <class R>
  DVDB_FN void add_voxel(int64_t point, int64_t row, const R (&part)[3], int tap, int lane, Sums& sums) const {
    double product = 0;
    double slope_products[3] = {};
    DVDB_ROLLED
    for (int64_t channel = lane; channel < channels; channel += lanes()) {
      const T value = values[row * channels + channel];
      const int64_t from = point * channels + channel;
      if (weights != nullptr) product = add_product(product, value, weights[from]);
      for (int axis = 0; axis < 3 && slope_weights != nullptr; ++axis) {
        slope_products[axis] = add_product(slope_products[axis], value, slope_weights[3 * from + axis]);
      }
    }
    const GridHead& head = places.head_of(point);
    for (int axis = 0; axis < 3; ++axis) {
      add(scaled<Stencil>(Stencil::slope_of(part, tap, axis), places.factor), product, sums[axis]);
      for (int along = 0; along < 3; ++along)
        add(scaled<Stencil>(Stencil::hessian_of(part, tap, along, axis), places.factor),
            slope_products[along] / head.size[along], sums[axis]);
    }
  }

  /// Adds the sums of the lanes of a point, and writes them if there is one.
  DVDB_FN void write_lanes(int thread, bool is_point, int64_t point, Sums& sums) const {
    const backend::Team warp{thread % kWarp, kWarp};
    for (int step = 1; step < lanes(); step *= 2) {
      for (int axis = 0; axis < 3; ++axis) sums[axis] += warp.from(sums[axis], warp.rank ^ step);
    }
    if (is_point && lane_of(thread) == 0) write(point, sums);
  }

  /// Calls add(lane, sums) for what lanes do, and writes the result.
  template <class Add>
  void write_all(int64_t point, Add add) const {
    Sums sums[kMostLanes] = {};
    for (int lane = 0; lane < lanes(); ++lane) add(lane, sums[lane]);
    for (int step = 1; step < lanes(); step *= 2) {
      for (int lane = 0; lane < lanes(); lane += 2 * step) {
        for (int axis = 0; axis < 3; ++axis) sums[lane][axis] += sums[lane + step][axis];
      }
    }
    write(point, sums[0]);
  }

 private:
  DVDB_FN void write(int64_t point, const Sums& sums) const {
    const GridHead& head = places.head_of(point);
    for (int axis = 0; axis < 3; ++axis)
      store_real(out, places.points.dtype, 3 * point + axis, sums[axis] / head.size[axis]);
  }
  DVDB_FN static void add(double change, double product, double& sum) {
    if (change != 0) sum += change * product;
  }
};

/// Sums up points one by one.
template <class T, class Stencil>
struct SumHessian {
  static constexpr int kThreads = 128;
  static constexpr int kPhases = 1;
  struct Shared {};
  HessianSums<T, Stencil> hessian;
  int64_t n;

  int64_t tiles() const { return (n + points() - 1) / points(); }

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared&) const {
    const int64_t point = tile * points() + (thread >> hessian.lanes_log2);
    double sums[3] = {};
    if (point < n) sum(point, hessian.lane_of(thread), sums);
    hessian.write_lanes(thread, point < n, point, sums);
  }

  void run_on_host(int64_t tile, Shared&) const {
    const int64_t end = min_of(n, (tile + 1) * points());
    for (int64_t point = tile * points(); point < end; ++point) {
      hessian.write_all(point, [&](int lane, double (&sums)[3]) { sum(point, lane, sums); });
    }
  }

 private:
  DVDB_FN int64_t points() const { return kThreads >> hessian.lanes_log2; }
  DVDB_FN void sum(int64_t point, int lane, double (&sums)[3]) const {
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (!hessian.places.place_apart(point, hessian.places.head_of(point), stencil, rows)) return;
    const Vec3d beyond = stencil.part();
    const double part[3] = {beyond.x, beyond.y, beyond.z};
    for (int tap = 0; tap < Stencil::kTaps; ++tap) {
      if (rows[tap] >= 0) hessian.add_voxel(point, rows[tap], part, tap, lane, sums);
    }
  }
};

/// The same for trilinear kernels: the threads of a tile first find the voxels around its points.
template <class T, class Row>
struct SumCornerHessian {
  using Tiles = CornerTiles<Computed<T>, Row>;
  using Cell = typename Tiles::Cell;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce = 8;
  HessianSums<T, TrilinearStencil> hessian;

  DVDB_FN void finish(const Tiles&, int64_t tile, int thread, const typename Tiles::Shared& shared) const {
    DVDB_ROLLED
    for (int first = 0; first < shared.points; first += kThreads >> hessian.lanes_log2) {
      const int at = first + (thread >> hessian.lanes_log2);
      const bool is_point = at < shared.points;
      double sums[3] = {};
      if (is_point) sum(shared.around[at], tile * kThreads + at, hessian.lane_of(thread), sums);
      hessian.write_lanes(thread, is_point, tile * kThreads + at, sums);
    }
  }
  void finish(const Tiles&, int64_t point, const Cell& around) const {
    hessian.write_all(point, [&](int lane, double (&sums)[3]) { sum(around, point, lane, sums); });
  }

 private:
  DVDB_FN void sum(const Cell& around, int64_t point, int lane, double (&sums)[3]) const {
    const double part[3] = {around.part[0], around.part[1], around.part[2]};
    for (int corner = 0; corner < kCorners; ++corner) {
      if (around.has(corner)) hessian.add_voxel(point, int64_t(around.rows[corner]), part, corner, lane, sums);
    }
  }
};

template <class T, class Stencil>
Status sum_hessian(Context& c, int64_t n, HessianSums<T, Stencil> hessian) {
  constexpr int64_t kManyChannels = 32;  // finding voxels again in each lane takes longer than fewer
  const int most_log2 =
      highest_bit(uint64_t(min_of<int64_t>(max_of<int64_t>(hessian.channels, 1), hessian.kMostLanes)));
  if constexpr (std::is_same_v<Stencil, TrilinearStencil>) {
    hessian.lanes_log2 = most_log2;
    const auto run = [&]<class Row>() -> Status {
      using Work = SumCornerHessian<T, Row>;
      return finish_corners(c, typename Work::Tiles{hessian.places, n}, Work{hessian});
    };
    return needs_wide_rows(hessian.places, 1) ? run.template operator()<int64_t>()
                                              : run.template operator()<uint32_t>();
  } else {
    hessian.lanes_log2 = hessian.channels >= kManyChannels ? most_log2 : 0;
    const SumHessian<T, Stencil> functor{hessian, n};
    return backend::for_each_tile(c, functor.tiles(), functor);
  }
}

}  // namespace

Status operators::sample_slope_gradients(Context& c, const SampleSlopeGradientsArgs& a) {
  const auto sum = [&]<class T, class Stencil>(const LocatedPoints& places, const T* features,
                                               const T* weights) -> Status {
    const T* const slope_weights = a.slope_weights.as<T>().data;
    return sum_hessian(c, a.n,
                       HessianSums<T, Stencil>{places, features, weights, slope_weights, a.channels, 0, a.out.data});
  };
  return with_weights(c, a, sum);
}
