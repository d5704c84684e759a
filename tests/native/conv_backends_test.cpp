/// Every backend of the convolution, and the maps that they read, against the reference: bit for bit where the order of
/// sums is defined, and on numbers whose sums are exact where it is not.
#include "conv/reference.hpp"

#include "conv/backends/backend.hpp"
#include "core/voxel_sites.hpp"
#include "elements.hpp"
#include "grid_oracle.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

const ConvBackend* const kBackends[] = {&kWindowGemm, &kTf32,     &kIgemm,     &kIgemmSplit,
                                        &kLggs,       &kLeafGemm, &kBrickGemm, &kGatherScatter};

template <class T>
std::vector<T> draw(int64_t n, bool exact, uint64_t seed) {
  Random random(seed);
  std::vector<T> values;
  for (int64_t k = 0; k < n; ++k)
    values.push_back(from_double<T>(exact ? double(random.below(5)) - 2 : 2 * random.unit() - 1));
  if (!exact && n > 50) values[17] = from_double<T>(std::nan(""));
  return values;
}

template <class T>
std::vector<Computed<T>> widened(const std::vector<T>& values) {
  std::vector<Computed<T>> wide;
  for (const T value : values) wide.push_back(load_as<Computed<T>>(value));
  return wide;
}

Points some(Random& random, int64_t n, int32_t low, uint64_t edge) {
  Points points;
  for (int64_t k = 0; k < n; ++k) {
    const int32_t x = low + int32_t(random.below(edge));
    const int32_t y = low + int32_t(random.below(edge));
    points.push_back({x, y, low + int32_t(random.below(edge))});
  }
  return points;
}

/// Two batches of as many grids, and how they are tied.
struct ConvCase {
  Cloud fine;
  Cloud coarse;
  int32_t kernel[3];
  int32_t stride[3];
  bool same;  // one batch that is tied to itself
};

/// A plan and its rows by definition, for targets of either side.
struct Tied {
  std::unique_ptr<GridBatch> batches[2];  // fine, coarse
  std::vector<Coord> voxels[2];
  ConvPlan plan;
  ReferenceConv reference;
  std::vector<int32_t> rows;

  Tied(Context& context, const ConvCase& given, bool target_is_fine)
      : plan(context),
        reference{{given.kernel[0], given.kernel[1], given.kernel[2]},
                  {given.stride[0], given.stride[1], given.stride[2]},
                  target_is_fine} {
    for (int side = 0; side < 2; ++side) {
      const Cloud& cloud = side == 0 || given.same ? given.fine : given.coarse;
      const DeviceArray<Coord> points(context, cloud.points);
      REQUIRE(build(context, cloud, points.span(), batches[side]));
      const DeviceArray<Coord> all(context, batches[side]->view.n_voxels);
      REQUIRE(list_voxels(context, batches[side]->view, all.span()));
      voxels[side] = all.read();
    }
    plan.ties =
        std::make_shared<ConvTies>(*batches[0], given.same ? *batches[0] : *batches[1], given.kernel, given.stride);
    plan.target_is_fine = target_is_fine;
    const int64_t taps = reference.taps();
    const int64_t n_targets = plan.target().n_voxels;
    rows.assign(size_t(taps * n_targets), -1);
    const std::vector<GridHead> target_heads = fetch(context, plan.target().heads, plan.target().n_grids);
    const std::vector<GridHead> source_heads = fetch(context, plan.source().heads, plan.source().n_grids);
    const auto grid_of = [](const std::vector<GridHead>& heads, int64_t row) {
      size_t grid = heads.size() - 1;
      while (heads[grid].first_row > row) --grid;
      return grid;
    };
    for (int64_t target = 0; target < n_targets; ++target) {
      for (int64_t source = 0; source < plan.source().n_voxels; ++source) {
        const int64_t tap = reference.tap_of(voxels[target_is_fine ? 0 : 1][size_t(target)],
                                             voxels[target_is_fine ? 1 : 0][size_t(source)]);
        if (tap >= 0 && grid_of(target_heads, target) == grid_of(source_heads, source))
          rows[size_t(tap * n_targets + target)] = int32_t(source);
      }
    }
  }
};

void check_map(Context& context, const Tied& tied) {
  KernelMap map;
  REQUIRE(tied.plan.find_map(map));
  CHECK_EQUAL(map.taps, tied.reference.taps());
  const std::vector<int32_t> found = fetch(context, map.rows, map.taps * map.n_targets);
  std::vector<int32_t> wanted(found.size());
  for (int64_t tap = 0; tap < map.taps; ++tap) {
    for (int64_t target = 0; target < map.n_targets; ++target) {
      wanted[size_t(map.place_of(tap) * map.n_targets + target)] = tied.rows[size_t(tap * map.n_targets + target)];
    }
  }
  CHECK_SAME(found, wanted);
}

/// Forward, or backward: then `in` and `out` are those of the forward pass, and change places.
template <class T>
void check_sums(Context& context, Tied& tied, int64_t in, int64_t out, bool backward, bool exact) {
  using Sum = Computed<T>;
  const int64_t taps = tied.reference.taps();
  const int64_t n_targets = tied.plan.target().n_voxels;
  const int64_t from = backward ? out : in;
  const int64_t to = backward ? in : out;
  const std::vector<T> source = draw<T>(tied.plan.source().n_voxels * from, exact, 1);
  const std::vector<T> weights = draw<T>(taps * in * out, exact, 2);
  const std::vector<T> bias = draw<T>(to, exact, 3);
  const std::vector<T> residual = draw<T>(n_targets * to, exact, 6);
  const std::vector<Sum> wide = widened(source);
  const DeviceArray<T> given(context, source);
  const DeviceArray<T> given_weights(context, weights);
  const DeviceArray<T> given_bias(context, bias);
  const DeviceArray<T> given_residual(context, residual);
  const DeviceArray<T> made(context, n_targets * to);
  const ConvShape shape{kDtype<T>, in, out};
  KernelMap map;
  REQUIRE(tied.plan.find_map(map));
  std::vector<int32_t> rows;  // by place of the tap, in which order they are added
  for (int64_t place = 0; place < taps; ++place) {
    const auto own = tied.rows.begin() + map.place_of(place) * n_targets;
    rows.insert(rows.end(), own, own + n_targets);
  }
  for (const int with : {0, 1, 2}) {
    const bool relu = with >= 1;
    const bool adds = with == 2;
    std::vector<T> wanted;
    for (int64_t target = 0; target < n_targets; ++target) {
      for (int64_t o = 0; o < to; ++o) {
        Sum sum =
            ReferenceConv::sum(rows.data(), taps, n_targets, target, wide.data(), from, [&](int64_t place, int64_t i) {
              return load_as<Sum>(
                  weights[size_t(((backward ? i : o) * in + (backward ? o : i)) * taps + map.place_of(place))]);
            });
        sum += load_as<Sum>(bias[size_t(o)]);
        if (adds) sum += load_as<Sum>(residual[size_t(target * to + o)]);
        wanted.push_back(store_as<T>(relu && sum < 0 ? Sum(0) : sum, false));
      }
    }
    for (const ConvBackend* backend : kBackends) {
      if (backend->refuses(context, tied.plan, shape) != nullptr) continue;
      const bool in_order =
          backend == &kGatherScatter || (backend == &kIgemm && (std::is_same_v<T, float> || !kLaunchesOnGpu));
      if (!exact && !in_order) continue;
      REQUIRE(backend->sum(context, {&tied.plan, shape, backward, given.data(), given_weights.data(), given_bias.data(),
                                     adds ? given_residual.data() : nullptr, relu, made.data()}));
      const int seen = failures;
      CHECK_SAME(bits_of(made.read()), bits_of(wanted));
      if (failures != seen)
        std::printf("  by %s, dtype %u, %lld to %lld channels%s%s\n", backend->name, unsigned(kDtype<T>),
                    static_cast<long long>(from), static_cast<long long>(to), backward ? ", backward" : "",
                    exact ? ", exact" : "");
    }
  }
}

/// Gradients of weights, in the type of the features or as they are summed.
template <class T, class Out>
void check_outer(Context& context, Tied& tied, int64_t in, int64_t out, bool exact) {
  using Sum = Computed<T>;
  const int64_t taps = tied.reference.taps();
  const int64_t n_targets = tied.plan.target().n_voxels;
  if (!exact && n_targets > 256) return;  // partial sums
  const std::vector<T> source = draw<T>(tied.plan.source().n_voxels * in, exact, 4);
  const std::vector<T> gradients = draw<T>(n_targets * out, exact, 5);
  std::vector<Out> wanted;
  for (int64_t o = 0; o < out; ++o) {
    for (int64_t i = 0; i < in; ++i) {
      for (int64_t tap = 0; tap < taps; ++tap) {
        Sum sum = 0;
        for (int64_t target = 0; target < n_targets; ++target) {
          const int64_t row = tied.rows[size_t(tap * n_targets + target)];
          if (row >= 0)
            sum = std::fma(load_as<Sum>(source[size_t(row * in + i)]),
                           load_as<Sum>(gradients[size_t(target * out + o)]), sum);
        }
        wanted.push_back(store_as<Out>(sum, false));
      }
    }
  }
  const DeviceArray<T> given(context, source);
  const DeviceArray<T> given_gradients(context, gradients);
  const DeviceArray<Out> made(context, taps * in * out);
  const ConvShape shape{kDtype<T>, in, out};
  for (const ConvBackend* backend : kBackends) {
    if (backend->refuses(context, tied.plan, shape) != nullptr || (!exact && backend != &kGatherScatter)) continue;
    REQUIRE(backend->sum_outer(context,
                               {&tied.plan, shape, kDtype<Out>, given.data(), given_gradients.data(), made.data()}));
    const int seen = failures;
    CHECK_SAME(bits_of(made.read()), bits_of(wanted));
    if (failures != seen) std::printf("  by %s, gradients of weights\n", backend->name);
  }
}

void check_case(Context& context, const ConvCase& given) {
  for (const bool target_is_fine : {false, true}) {
    Tied tied(context, given, target_is_fine);
    check_map(context, tied);
    const int64_t channels[][2] = {{1, 1}, {3, 5}, {16, 8}, {0, 2}};
    for (const auto& [in, out] : channels) {
      for (const bool backward : {false, true}) {
        for (const bool exact : {false, true}) {
          check_sums<float>(context, tied, in, out, backward, exact);
          check_sums<double>(context, tied, in, out, backward, exact);
          check_sums<Half>(context, tied, in, out, backward, exact);
          check_sums<BFloat16>(context, tied, in, out, backward, exact);
        }
      }
      for (const bool exact : {false, true}) {
        check_outer<float, float>(context, tied, in, out, exact);
        check_outer<double, double>(context, tied, in, out, exact);
        check_outer<Half, Half>(context, tied, in, out, exact);
        check_outer<Half, float>(context, tied, in, out, exact);
        check_outer<BFloat16, float>(context, tied, in, out, exact);
      }
    }
  }
}

}  // namespace

TEST(backends_without_strides) {
  Random random(1);
  const Points points = some(random, 300, -9, 14);  // across leaves, on both sides of 0
  check_case(context, {Cloud(points), Cloud(points), {3, 3, 3}, {1, 1, 1}, true});
  check_case(context, {Cloud(points), Cloud(some(random, 200, -8, 12)), {2, 3, 1}, {1, 1, 1}, false});
}

TEST(backends_with_strides) {
  Random random(2);
  check_case(context, {Cloud(some(random, 320, -12, 20)), Cloud(some(random, 90, -5, 9)), {3, 3, 3}, {2, 2, 2}, false});
  check_case(context, {Cloud(some(random, 200, -12, 16)), Cloud(some(random, 60, -4, 6)), {4, 1, 5}, {3, 1, 2}, false});
}

TEST(backends_in_batches_and_at_the_borders_of_nodes) {
  Random random(3);
  Points points = some(random, 80, -4, 6);
  for (const int32_t border : {128, 4096, -4096, INT32_MAX - 2, INT32_MIN + 2}) {
    for (const Coord& c : some(random, 30, border - 2, 4)) points.push_back(c);
  }
  check_case(context, {Cloud(points, {0, 80, 80, 230}), Cloud(points, {0, 80, 80, 230}), {3, 3, 3}, {1, 1, 1}, true});
}

TEST(backends_of_nothing) {
  check_case(context, {Cloud(Points{}), Cloud(Points{}), {3, 3, 3}, {1, 1, 1}, true});
  check_case(context, {Cloud(Points{{0, 0, 0}}), Cloud(Points{}), {3, 3, 3}, {2, 2, 2}, false});
}
