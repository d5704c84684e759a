/// core/leaf_neighbors.hpp against lookups from the root.
#include "core/leaf_neighbors.hpp"

#include <climits>

#include "grid_oracle.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

/// Steps from a leaf's origin that a table of neighbors answers: -8 to 15 on each axis.
constexpr int kSteps = 24;
constexpr int kCells = kSteps * kSteps * kSteps;

/// Compares one cell around a leaf, and counts the differences and the active cells.
struct CompareCell {
  GridView grid;
  const LeafPlace* sites;
  LeafNeighbors neighbors;
  uint32_t* counts;  // [2]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t leaf = i / kCells;
    const int cell = int(i % kCells);
    const int step[3] = {cell / (kSteps * kSteps) - 8, cell / kSteps % kSteps - 8, cell % kSteps - 8};
    const LeafPlace site = sites[leaf];
    int64_t at[3];
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis) {
      at[axis] = int64_t(site.origin[axis]) + step[axis];
      inside = inside && at[axis] >= INT_MIN && at[axis] <= INT_MAX;
    }
    const GridHead& head = grid.heads[site.grid];
    const int64_t wanted = inside ? grid.find_row(head, {int32_t(at[0]), int32_t(at[1]), int32_t(at[2])}) : -1;
    if (neighbors.find_row(grid, leaf, step[0], step[1], step[2]) != wanted) backend::atomic_add(&counts[0], 1u);
    if (wanted >= 0) backend::atomic_add(&counts[1], 1u);
  }
};

void check_table(Context& context, const Cloud& cloud) {
  DeviceArray<Coord> points(context, cloud.points);
  std::unique_ptr<GridBatch> batch;
  REQUIRE(build(context, cloud, points.span(), batch));
  const GridView& grid = batch->view;
  DeviceArray<LeafPlace> sites(context, grid.n_leaves);
  backend::Scratch memory(context);
  LeafNeighbors neighbors;
  DeviceArray<uint32_t> counts(context, std::vector<uint32_t>{0, 0});
  REQUIRE(list_leaves(context, grid.lowers, grid.lower_origins, grid.n_lowers, sites.data()));
  REQUIRE(find_leaf_neighbors(context, grid, sites.span(), {-1, -1, -1}, {1, 1, 1}, memory, neighbors));
  REQUIRE(
      backend::for_each(context, grid.n_leaves * kCells, CompareCell{grid, sites.data(), neighbors, counts.data()}));
  CHECK_EQUAL(counts.read()[0], 0u);
  CHECK(cloud.points.empty() || counts.read()[1] >= uint32_t(grid.n_voxels));
  const std::vector<uint32_t> all = fetch(context, neighbors.leaves, grid.n_leaves * neighbors.size());
  for (int64_t leaf = 0; leaf < grid.n_leaves; ++leaf)
    CHECK_EQUAL(all[size_t(leaf * neighbors.size() + neighbors.at(0, 0, 0))], uint32_t(leaf));
}

}  // namespace

TEST(leaf_neighbors_find_what_the_root_finds) {
  Random random(9);
  Points points;
  for (const int32_t center : {0, 128, -128, 4096, -4096, INT_MAX - 20, INT_MIN + 20}) {
    const auto draw = [&] { return int32_t(center + int64_t(random.below(41)) - 20); };
    for (int k = 0; k < 60; ++k) {
      const int32_t x = draw();
      const int32_t y = draw();
      points.push_back({x, y, draw()});
    }
  }
  check_table(context, Cloud(points));
  const int64_t n = int64_t(points.size());
  check_table(context, Cloud(points, {0, n / 3, n / 3, n}));
}

TEST(leaf_neighbors_of_nothing) {
  check_table(context, Cloud(Points{}));
  check_table(context, Cloud({}, {0}));
}
