/// Every engine of sample/sum against its reference, bit for bit; sums without an order where no addition rounds.
#include "sample/sum/reference.hpp"

#include "elements.hpp"
#include "point_cases.hpp"
#include "sample/corners/reference.hpp"
#include "sample/sum/by_leaf.hpp"
#include "sample/sum/slopes_by_leaf.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::sample;
using namespace dvdb::test;

namespace {

/// Numbers of the size of 1, or such as sums of them are exact.
template <class T>
std::vector<T> draw_data(int64_t n, bool exact, uint64_t seed) {
  Random random(seed);
  std::vector<T> data;
  for (int64_t i = 0; i < n; ++i)
    data.push_back(from_double<T>(exact ? double(random.below(9)) - 4 : 2 * random.unit() - 1));
  return data;
}

/// The taps of each point: rows, and its position in its cell.
template <class Stencil>
struct Taps {
  int64_t rows[Stencil::kTaps];
  double part[3];
};

template <class Stencil>
struct FindTaps {
  LocatedPoints places;
  Taps<Stencil>* out;

  DVDB_FN void operator()(int64_t point) const {
    Taps<Stencil>& own = out[point];
    for (int64_t& row : own.rows) row = -1;
    if constexpr (std::is_same_v<Stencil, TrilinearStencil>) {
      const ReferenceCorners corners = find_reference_corners(places.grid, places.head_of(point), places.points[point]);
      for (int k = 0; k < 8; ++k) own.rows[k] = corners.rows[k];
      for (int k = 0; k < 3; ++k) own.part[k] = corners.part[k];
    } else {
      Stencil stencil;
      if (!places.place(point, places.head_of(point), stencil, own.rows)) return;
      for (int k = 0; k < 3; ++k) own.part[k] = stencil.part()[k];
    }
  }
};

template <class T, class Stencil>
struct Shares {
  using R = Computed<T>;
  const PointCase& given;
  std::vector<Taps<Stencil>> taps;
  int64_t channels;
  std::vector<T> data;    // [n, channels]
  std::vector<T> slopes;  // [n, channels, 3], by unit of length; empty for none

  Shares(Context& context, const PlacedCase<float>& placed, const PointCase& points, int64_t n_channels, bool exact,
         bool with_slopes)
      : given(points), channels(n_channels) {
    const DeviceArray<uint8_t> memory(context, given.n() * int64_t(sizeof(Taps<Stencil>)));
    auto* out = reinterpret_cast<Taps<Stencil>*>(memory.data());
    REQUIRE(backend::for_each(context, given.n(), FindTaps<Stencil>{placed.places(), out}));
    taps = fetch(context, out, given.n());
    data = draw_data<T>(given.n() * channels, exact, 1);
    if (with_slopes) slopes = draw_data<T>(given.n() * channels * 3, exact, 2);
    for (size_t i = 0; i < data.size(); i += 97) data[i] = from_double<T>(std::nan(""));
  }

  std::vector<T> by_reference(int64_t n_voxels) const {
    std::vector<T> out(size_t(n_voxels * channels));
    for (int64_t channel = 0; channel < channels; ++channel) {
      sum_reference<T>(
          given.n(), Stencil::kTaps, n_voxels, [&](int64_t point, int tap) { return taps[size_t(point)].rows[tap]; },
          [&](int64_t point, int tap, R& share) { return share_of(point, tap, channel, share); }, out.data() + channel,
          channels);
    }
    return out;
  }

 private:
  bool share_of(int64_t point, int tap, int64_t channel, R& share) const {
    const auto& part = taps[size_t(point)].part;
    const R at[3] = {R(part[0]), R(part[1]), R(part[2])};
    const size_t from = size_t(point * channels + channel);
    const R weight = Stencil::weight_of(at, tap);
    bool has = weight != 0;
    if (has) share = weight * load_as<R>(data[from]);
    for (int axis = 0; axis < 3 && !slopes.empty(); ++axis) {
      const R slope = Stencil::slope_of(at, tap, axis);
      if (slope == 0) continue;
      has = true;
      int64_t grid = 0;
      while (given.offsets[size_t(grid) + 1] <= point) ++grid;
      share += slope * (load_as<R>(slopes[3 * from + size_t(axis)]) * R(1 / given.sizes[size_t(3 * grid + axis)]));
    }
    return has;
  }
};

template <class Args, class T>
Args args_of(const PlacedCase<float>& placed, const PointCase& given, uint32_t kernel, int64_t channels,
             const DeviceArray<T>& data, const DeviceArray<T>& out) {
  Args a;
  a.grid = placed.batch();
  a.points = {const_cast<float*>(placed.points()), given.n() * 3, DVDB_F32, true};
  a.point_dtype = DVDB_F32;
  a.n = given.n();
  a.offsets = given.offsets.data();
  a.n_grids = uint32_t(given.n_grids());
  a.features = {data.data(), data.size(), kDtype<T>, true};
  a.dtype = kDtype<T>;
  a.channels = channels;
  a.kernel = kernel;
  a.out = {out.data(), out.size(), kDtype<T>, true};
  return a;
}

/// The operators, which take the way by leaves where points allow it and sort points by cell otherwise.
template <class T, class Stencil>
void check_operators(Context& context, const PointCase& given, uint32_t kernel, int64_t channels, bool exact) {
  const PlacedCase<float> placed(context, given);
  const int64_t n_voxels = placed.batch()->view.n_voxels;
  const Shares<T, Stencil> plain(context, placed, given, channels, exact, false);
  const Shares<T, Stencil> sloped(context, placed, given, channels, exact, true);
  const DeviceArray<T> data(context, plain.data);
  const DeviceArray<T> slopes(context, sloped.slopes);
  const DeviceArray<T> out(context, n_voxels * channels);
  if (exact) {
    REQUIRE(operators::splat_atomic(context,
                                    args_of<operators::SplatAtomicArgs>(placed, given, kernel, channels, data, out)));
    CHECK_SAME(bits_of(out.read()), bits_of(plain.by_reference(n_voxels)));
    return;
  }
  REQUIRE(operators::splat(context, args_of<operators::SplatArgs>(placed, given, kernel, channels, data, out)));
  CHECK_SAME(bits_of(out.read()), bits_of(plain.by_reference(n_voxels)));
  auto a = args_of<operators::SplatSlopesArgs>(placed, given, kernel, channels, data, out);
  a.slopes = {slopes.data(), slopes.size(), kDtype<T>, true};
  REQUIRE(operators::splat_slopes(context, a));
  CHECK_SAME(bits_of(out.read()), bits_of(sloped.by_reference(n_voxels)));
}

template <class T>
void check_kernels(Context& context, const PointCase& given, int64_t channels, bool exact) {
  check_operators<T, TrilinearStencil>(context, given, DVDB_KERNEL_TRILINEAR, channels, exact);
  check_operators<T, NearestStencil>(context, given, DVDB_KERNEL_NEAREST, channels, exact);
  check_operators<T, BezierStencil>(context, given, DVDB_KERNEL_BEZIER, channels, exact);
}

/// The ways by leaves, which must be taken: they fail where the points of a leaf are too scattered.
template <class T>
void check_leaves(Context& context, const PointCase& given, int64_t channels) {
  const PlacedCase<float> placed(context, given);
  const int64_t n_voxels = placed.batch()->view.n_voxels;
  const Shares<T, TrilinearStencil> plain(context, placed, given, channels, false, false);
  const Shares<T, TrilinearStencil> sloped(context, placed, given, channels, false, true);
  const DeviceArray<T> data(context, plain.data);
  const DeviceArray<T> slopes(context, sloped.slopes);
  const DeviceArray<T> out(context, n_voxels * channels);
  const DeviceArray<uint32_t> failed(context, 1);
  REQUIRE(sum_by_leaf(context, placed.places(), given.n(), data.data(), channels, out.data(), failed.data()));
  CHECK_EQUAL(failed.read()[0], 0);
  CHECK_SAME(bits_of(out.read()), bits_of(plain.by_reference(n_voxels)));
  if (channels != 1) return;
  REQUIRE(
      sum_slopes_by_leaf(context, placed.places(), given.n(), data.data(), slopes.data(), out.data(), failed.data()));
  CHECK_EQUAL(failed.read()[0], 0);
  CHECK_SAME(bits_of(out.read()), bits_of(sloped.by_reference(n_voxels)));
}

/// Points of a grid leaf by leaf, `of_leaf` in each; voxel sizes are powers of two, so that slopes by voxel are exact.
PointCase in_leaves(int64_t of_leaf, bool exact, bool scattered = false) {
  PointCase made;
  Random random{uint64_t(of_leaf)};
  made.add_transform(0);
  for (int k = 0; k < 12000; ++k) {
    const auto draw = [&] { return int32_t(random.below(32)) - 16; };
    const int32_t x = draw();
    const int32_t y = draw();
    made.voxels.push_back({x, y, draw()});
  }
  for (int64_t k = 0; k < of_leaf * 64; ++k) {
    const int64_t leaf = scattered ? int64_t(random.below(64)) : k / of_leaf;
    made.add_point([&](int axis) {
      const double low =
          double((leaf >> (2 * axis) & 3) * 8 - 16) - 0.5;  // leaves take the points that are nearest to their voxels
      const double inside = 8 * random.unit();
      return low + (exact || random.below(8) == 0 ? std::floor(inside * 4) / 4 : inside);
    });
  }
  made.end_grid();
  return made;
}

}  // namespace

TEST(sums_over_points_are_those_of_the_reference) {
  for (const int64_t of_leaf : {0, 1, 40}) {
    for (const int64_t channels : {1, 3, 4, 8})
      check_kernels<float>(context, in_leaves(of_leaf, false, true), channels, false);
    check_kernels<double>(context, in_leaves(of_leaf, false, true), 2, false);
    check_kernels<Half>(context, in_leaves(of_leaf, false), 5, false);
    check_kernels<BFloat16>(context, in_leaves(of_leaf, false), 1, false);
  }
}

TEST(sums_by_leaf_are_those_of_the_reference) {
  for (const int64_t of_leaf : {1, 33, 213, 900}) {
    for (const int64_t channels : {1, 3, 4, 16}) {
      if (of_leaf > 400 && channels > 1) continue;  // points are quicker sorted then
      check_leaves<float>(context, in_leaves(of_leaf, false), channels);
      check_leaves<double>(context, in_leaves(of_leaf, false), channels);
      check_leaves<Half>(context, in_leaves(of_leaf, false), channels);
    }
  }
}

TEST(sums_without_an_order_are_those_of_the_reference_where_nothing_rounds) {
  for (const int64_t of_leaf : {0, 1, 70}) {
    for (const int64_t channels : {1, 3, 32}) {
      check_operators<float, TrilinearStencil>(context, in_leaves(of_leaf, true), DVDB_KERNEL_TRILINEAR, channels,
                                               true);
      check_operators<double, TrilinearStencil>(context, in_leaves(of_leaf, true), DVDB_KERNEL_TRILINEAR, channels,
                                                true);
      check_operators<float, NearestStencil>(context, in_leaves(of_leaf, true), DVDB_KERNEL_NEAREST, channels, true);
    }
  }
}

TEST(sums_of_points_far_out_or_not_finite) {
  check_kernels<float>(context, PointCase::far_out(1000), 1, false);
  check_kernels<float>(context, PointCase::at_borders(2000), 3, false);
}

TEST(sums_in_batches_do_not_depend_on_threads) {
  with_thread_counts(context, [&] { check_kernels<float>(context, PointCase::around_voxels(600, 2), 4, false); });
}
