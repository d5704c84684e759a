/// Grids from grids of core/nodes/relate.hpp, compared node by node with what brute force over the voxels makes.
#include "core/nodes/relate.hpp"

#include <climits>
#include <set>

#include "backend/api/calls.hpp"
#include "grid_oracle.hpp"
#include "threads.hpp"
#include "topology/coarsen_levels.hpp"

using namespace dvdb;
using namespace dvdb::test;
using nodes::AxisMap;
using nodes::Relation;

namespace {

/// Voxels around places where leaves, lower nodes and tiles meet.
Cloud corners(int64_t n_grids, uint64_t seed, int32_t far = 4096) {
  Random random(seed);
  Points points;
  std::vector<int64_t> offsets{0};
  for (int64_t grid = 0; grid < n_grids; ++grid) {
    const int32_t center = grid % 3 == 0 ? 0 : grid % 3 == 1 ? far : -128;
    const auto draw = [&] { return int32_t(center + int64_t(random.below(23)) - 11); };
    for (int k = 0; k < 70 && grid % 4 != 3; ++k) {
      const int32_t x = draw();
      const int32_t y = draw();
      points.push_back({x, y, draw()});
    }
    offsets.push_back(int64_t(points.size()));
  }
  return Cloud(std::move(points), std::move(offsets));
}

int64_t floor_of(int64_t n, int64_t d) { return n / d - (n % d != 0 && (n < 0) != (d < 0) ? 1 : 0); }

/// The voxels of a cloud that a relation leads to, by its definition.
Cloud image(const Cloud& cloud, const Relation& relation) {
  Points points;
  std::vector<int64_t> offsets{0};
  for (int64_t grid = 0; grid < cloud.n_grids(); ++grid) {
    for (int64_t i = cloud.offsets[size_t(grid)]; i < cloud.offsets[size_t(grid + 1)]; ++i) {
      int64_t low[3];
      int64_t high[3];
      for (int axis = 0; axis < 3; ++axis) {
        const AxisMap& map = relation.axes[axis];
        const int64_t s = cloud.points[size_t(i)][axis];
        low[axis] = -floor_of(-(map.from * s + map.low), map.to);
        high[axis] = floor_of(map.from * s + map.high, map.to);
      }
      for (int64_t x = low[0]; x <= high[0]; ++x) {
        for (int64_t y = low[1]; y <= high[1]; ++y) {
          for (int64_t z = low[2]; z <= high[2]; ++z) points.push_back({int32_t(x), int32_t(y), int32_t(z)});
        }
      }
    }
    offsets.push_back(int64_t(points.size()));
  }
  return Cloud(std::move(points), std::move(offsets));
}

/// A batch of a cloud, and the transforms of its grids.
struct Made {
  std::unique_ptr<GridBatch> batch;
  std::vector<double> numbers;
  nodes::Transforms transforms = {};

  Made(Context& context, const Cloud& cloud) : numbers(transforms_of(cloud.n_grids())) {
    const DeviceArray<Coord> points(context, cloud.points);
    REQUIRE(build(context, cloud, points.span(), batch));
    transforms = {numbers.data(), numbers.data() + 3 * cloud.n_grids(), cloud.n_grids()};
  }
};

void check_relation_of(Context& context, const Cloud& cloud, const Relation& relation) {
  const Made made(context, cloud);
  std::unique_ptr<GridBatch> out;
  REQUIRE(nodes::relate(context, {made.batch.get()}, relation, made.transforms, "relate grid", out));
  check_batch(context, *out, image(cloud, relation));
}

Relation all(const AxisMap& axis) { return {{axis, axis, axis}}; }

/// Levels of a cloud, made together and one after the other, and how often the host has waited for the former.
void check_levels(Context& context, const Cloud& cloud, const Coord& factor, int n, int64_t most_waits) {
  const Made made(context, cloud);
  const std::vector<nodes::Transforms> transforms(size_t(n), made.transforms);
  std::vector<std::unique_ptr<GridBatch>> levels{size_t(n)};
  const int64_t before = backend::count_waits(context);
  REQUIRE(coarsen_levels(context, *made.batch, factor, transforms.data(), n, INT64_MAX, levels.data()));
  CHECK(backend::count_waits(context) - before <= most_waits);
  Relation coarser;
  for (int axis = 0; axis < 3; ++axis) coarser.axes[axis] = {1, factor[axis], 1 - int64_t(factor[axis]), 0};
  std::vector<std::unique_ptr<GridBatch>> others{size_t(n)};
  REQUIRE(coarsen_levels(context, *made.batch, factor, transforms.data(), n, 0, others.data()));
  Cloud wanted = cloud;
  for (size_t level = 0; level < levels.size(); ++level) {
    wanted = image(wanted, coarser);
    check_batch(context, *levels[level], wanted);
    check_batch(context, *others[level], wanted);
  }
}

const Relation kRelations[] = {
    all({1, 1, 0, 0}),                                 // the same
    all({1, 1, -1, 1}),                                // 26 neighbors
    {{{1, 1, 0, 1}, {1, 1, 0, 0}, {1, 1, -1, 0}}},     // steps of some axes only
    {{{1, 1, -3, 2}, {1, 1, 5, 8}, {1, 1, -8, -8}}},   // near leaves
    {{{1, 1, -20, 17}, {1, 1, 0, 0}, {1, 1, 9, 30}}},  // leaves further away
    {{{1, 2, -1, 0}, {1, 3, -2, 0}, {1, 1, 0, 0}}},    // coarser
    all({1, 16, -15, 0}),                              // coarser than a leaf
    all({1, 70, -69, 0}),                              //
    {{{1, 3, -1, 1}, {1, 2, -2, 1}, {1, 5, 0, 0}}},    // strided kernels, some with holes
    {{{2, 1, 0, 1}, {3, 1, 0, 2}, {1, 1, 0, 0}}},      // finer
    {{{2, 1, -1, 1}, {4, 1, -1, 2}, {5, 1, 0, 0}}},    // transposed kernels, some with holes
    {{{1, 1, 0, 0}, {100, 1, 0, 40}, {1, 1, 0, 0}}},   // finer than the tables hold
};

}  // namespace

TEST(relations_lead_where_their_definition_does) {
  for (const Relation& relation : kRelations) {
    check_relation_of(context, corners(1, 1), relation);
    check_relation_of(context, corners(5, 2), relation);
  }
  check_relation_of(context, Cloud(Points{}), kRelations[1]);
  check_relation_of(context, Cloud({}, {0}), kRelations[1]);
  check_relation_of(context, Cloud({}, {0, 0, 0}), kRelations[6]);
}

TEST(relations_reach_far_tiles) {
  // More tiles in the bounds than a dense table has.
  const Points far{{-2'000'000'000, 5, 5}, {2'000'000'000, -2'000'000'000, 7}, {8, 4095, 2'000'000'000}};
  check_relation_of(context, Cloud(far), all({1, 1, -1, 1}));
  check_relation_of(context, Cloud(far, {0, 1, 1, 3}), all({1, 1, -9, 9}));
  check_relation_of(context, Cloud(far), all({1, 2, -1, 0}));
  check_relation_of(context, Cloud(far), all({1, INT_MAX, 1 - INT_MAX, 0}));
}

// Leaves are related to more others than an item of a launch looks at.
TEST(relations_reach_over_many_leaves) {
  const Points apart{{0, 3, 9}, {9001, 3, -9}, {17003, 2, 1}};
  for (int axis = 0; axis < 3; ++axis) {
    Points points;
    for (const Coord& at : apart) {
      const int32_t turned[3] = {at.x, at.y, at.z};
      points.push_back({turned[(3 - axis) % 3], turned[(4 - axis) % 3], turned[(5 - axis) % 3]});
    }
    for (const AxisMap& wide : {AxisMap{1, 1, -9000, 9500}, AxisMap{1, 2, -20000, 19999}, AxisMap{3, 1, -9000, 9001}}) {
      Relation relation;
      relation.axes[axis] = wide;
      check_relation_of(context, Cloud(points), relation);
      check_relation_of(context, Cloud(points, {0, 1, 1, 3}), relation);
    }
  }
}

TEST(erosion_looks_at_many_leaves) {
  Points bar;
  for (int32_t x = -100; x < 30000; ++x) bar.push_back({x, 1, 2});
  const Cloud cloud(bar);
  const Made made(context, cloud);
  for (const int32_t reach : {12000, 20000}) {
    Relation box;
    box.axes[0] = {1, 1, -reach, 7};
    DeviceArray<uint64_t> words(context, made.batch->view.n_leaves * 8);
    REQUIRE(nodes::erode_words(context, *made.batch, box, words.data()));
    std::unique_ptr<GridBatch> out;
    REQUIRE(nodes::relate(context, {made.batch.get(), words.data()}, {}, made.transforms, "erode grid", out));
    Points left;
    for (const Coord& at : bar) {
      if (at.x - reach >= -100 && at.x + 7 < 30000) left.push_back(at);
    }
    check_batch(context, *out, Cloud(left));
  }
}

TEST(levels_are_made_together) {
  constexpr int64_t kMany = INT64_MAX;
  for (const Coord& factor : {Coord{2, 2, 2}, Coord{3, 1, 4}, Coord{16, 128, 2}}) {
    check_levels(context, corners(1, 1), factor, 4, 2);
    check_levels(context, corners(5, 2), factor, 4, 2);
    check_levels(context, Cloud(Points{}), factor, 3, 2);
    check_levels(context, Cloud({}, {0}), factor, 3, 2);
    check_levels(context, Cloud({}, {0, 0, 0}), factor, 3, 2);
  }
  check_levels(context, corners(5, 2), {2, 2, 2}, 0, 1);
  check_levels(context, corners(5, 2), {1, 1, 1}, 2, kMany);
  const Points far{{-2'000'000'000, 5, 5}, {2'000'000'000, -2'000'000'000, 7}, {8, 4095, 2'000'000'000}};
  check_levels(context, Cloud(far), {2, 2, 2}, 30, kMany);
  check_levels(context, Cloud(far, {0, 1, 1, 3}), {3, 1, 2}, 5, kMany);
  // Lower nodes in more blocks than are guessed: room is made for them after the first wait.
  Random random(7);
  Points spread;
  const auto draw = [&] { return int32_t(random.below(1 << 13)); };
  for (int k = 0; k < 6000; ++k) {
    const int32_t x = draw();
    const int32_t y = draw();
    spread.push_back({x, y, draw()});
  }
  check_levels(context, Cloud(spread), {2, 2, 2}, 3, 3);
}

TEST(levels_of_many_leaves_are_made_together) {
  Random random(8);
  Points spread;
  const auto draw = [&] { return int32_t(random.below(1 << 9)); };
  for (int k = 0; k < 120000; ++k) {
    const int32_t x = draw();
    const int32_t y = draw();
    spread.push_back({x, y, draw()});
  }
  check_levels(context, Cloud(spread), {2, 2, 2}, 2, 3);
}

TEST(relations_beyond_int32_are_refused) {
  const Cloud cloud(Points{{INT_MAX, 0, 0}});
  const Made made(context, cloud);
  std::unique_ptr<GridBatch> out;
  const int64_t before = context.allocations.load();
  CHECK(!nodes::relate(context, {made.batch.get()}, all({1, 1, 0, 1}), made.transforms, "relate grid", out).ok());
  CHECK(!nodes::relate(context, {made.batch.get()}, all({INT_MAX, 1, 0, INT_MAX - 1}), made.transforms, "relate grid",
                       out)
             .ok());
  CHECK_EQUAL(context.allocations.load(), before);
}

TEST(relations_do_not_depend_on_threads) {
  with_thread_counts(context, [&] { check_relation_of(context, corners(7, 3), kRelations[3]); });
}

TEST(erosion_keeps_what_has_all_around_it) {
  const Cloud block = image(corners(3, 4), all({1, 1, -3, 3}));
  const Made made(context, block);
  for (const int32_t reach : {1, 2, 20}) {
    const Relation box = all({1, 1, -reach, reach - 1});
    DeviceArray<uint64_t> words(context, made.batch->view.n_leaves * 8);
    REQUIRE(nodes::erode_words(context, *made.batch, box, words.data()));
    std::unique_ptr<GridBatch> out;
    REQUIRE(nodes::relate(context, {made.batch.get(), words.data()}, {}, made.transforms, "erode grid", out));
    Points left;
    std::vector<int64_t> offsets{0};
    for (int64_t grid = 0; grid < block.n_grids(); ++grid) {
      std::set<Place> active;
      const auto begin = block.points.begin() + block.offsets[size_t(grid)];
      const auto end = block.points.begin() + block.offsets[size_t(grid + 1)];
      for (auto point = begin; point != end; ++point) active.insert(place_of(grid, *point));
      for (auto point = begin; point != end; ++point) {
        bool whole = true;
        for (int32_t x = -reach; x < reach && whole; ++x) {
          for (int32_t y = -reach; y < reach && whole; ++y) {
            for (int32_t z = -reach; z < reach && whole; ++z)
              whole = active.count(place_of(grid, {point->x + x, point->y + y, point->z + z})) != 0;
          }
        }
        if (whole) left.push_back(*point);
      }
      offsets.push_back(int64_t(left.size()));
    }
    CHECK(reach > 1 || !left.empty());
    check_batch(context, *out, Cloud(left, offsets));
  }
}

TEST(failed_allocations_of_relations_leave_nothing_held) {
  const Cloud cloud = corners(3, 5);
  const Made made(context, cloud);
  for (const Relation& relation : {kRelations[3], kRelations[4], kRelations[8]}) {
    const int64_t held = context.held_bytes.load();
    for (uint32_t n = 1;; ++n) {
      std::unique_ptr<GridBatch> out;
      context.fail_countdown = n;
      const Status status = nodes::relate(context, {made.batch.get()}, relation, made.transforms, "relate grid", out);
      const bool reached = context.fail_countdown == 0;
      context.fail_countdown = 0;
      if (!reached) {
        REQUIRE(status);
        CHECK(n > 4);
        break;
      }
      CHECK_EQUAL(status.code(), DVDB_OUT_OF_MEMORY);
      CHECK_EQUAL(context.held_bytes.load(), held);
    }
  }
}
