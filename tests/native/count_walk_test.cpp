/// Counts of active voxels along rays by parts, by columns, by cells and by times, against each other and the
/// reference.
#include "backend/api/special/rays/tasks.hpp"
#include "backend/api/special/rays/turns.hpp"
#include "core/voxel_sites.hpp"
#include "rays/walk/cell_walk.hpp"
#include "rays/walk/column_walk.hpp"
#include "rays/walk/lower_path.hpp"
#include "rays/walk/reference.hpp"

#include "grid_oracle.hpp"
#include "ray_probes.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

constexpr int64_t kNotSure = -1;
constexpr int64_t kNothing = -2;

struct CountByTimes {
  GridView grid;
  const Probe* probes;
  int64_t* counts;

  DVDB_FN void operator()(int64_t i) const {
    const Probe probe = probes[i];
    const GridHead& head = grid.heads[probe.grid];
    DualRay ray;
    RayWalk walk;
    int64_t count = 0;
    if (ray.place(head, probe.from, probe.along) && walk.start(grid, head, ray, probe.t_min, probe.t_max)) {
      walk.each_active([] { return true; },
                       [&] {
                         ++count;
                         return true;
                       });
    }
    counts[i] = count;
  }
};

/// By the definition, along one ray in kStep, as it looks at all voxels.
struct CountByReference {
  static constexpr int64_t kStep = 7;
  GridView grid;
  const Coord* voxels;  // [n_voxels]
  const Probe* probes;
  int64_t* counts;

  DVDB_FN void operator()(int64_t i) const {
    if (i % kStep != 0) return;
    const Probe probe = probes[i];
    const GridHead& head = grid.heads[probe.grid];
    DualRay ray;
    int64_t count = 0;
    if (ray.place(head, probe.from, probe.along)) {
      const int64_t n = grid.rows_end(probe.grid) - head.first_row;
      walk_reference(ray, voxels + head.first_row, n, probe.t_min, probe.t_max,
                     [&](int64_t, const ReferencePass&) { ++count; });
    }
    counts[i] = count;
  }
};

struct CountByCells {
  struct State {
    CellWalk walk;
    int64_t count = 0;
  };
  using Far = DualRay;

  GridView grid;
  const Probe* probes;
  int64_t* counts;

  DVDB_FN const GridHead& head(int64_t i) const { return grid.heads[probes[i].grid]; }
  DVDB_FN Turn begin(int64_t i, State& state, Far& ray) const {
    const Probe probe = probes[i];
    state.count = 0;
    return ray.place(head(i), probe.from, probe.along) && state.walk.start(head(i), ray, probe.t_min, probe.t_max)
               ? Turn::kSeek
               : Turn::kOver;
  }
  DVDB_FN Turn seek(int64_t i, State& state, const Far& ray) const {
    state.walk.seek(grid, head(i), ray);
    return Turn::kPass;
  }
  DVDB_FN Turn pass(int64_t, State& state, const Far&) const {
    return state.walk.pass([&](bool active, double, double) {
      state.count += active ? 1 : 0;
      return true;
    });
  }
  DVDB_FN void end(int64_t i, const State& state) const { counts[i] = state.count; }
};

struct CountByColumns {
  GridView grid;
  const Probe* probes;
  int64_t* counts;

  DVDB_FN void operator()(int64_t i) const {
    const Probe probe = probes[i];
    const GridHead& head = grid.heads[probe.grid];
    ColumnWalk walk;
    ColumnWalk::Route route{};
    route.grid = uint32_t(probe.grid);
    const bool on = route.ray.place(head, probe.from, probe.along) && walk.start(head, probe.t_min, probe.t_max, route);
    counts[i] = on ? walk.count(grid, head, probe.t_min, probe.t_max, route) : 0;
  }
};

struct CountByParts {
  struct Far : CountedRay {
    double t_max;
  };
  using Task = EnteredLower;
  using Path = LowerPath;
  using Piece = EnteredLeaf;

  GridView grid;
  LeafRows leaves;
  const Probe* probes;
  int64_t* counts;

  DVDB_FN const GridHead& head(const Far& ray) const { return grid.heads[ray.grid]; }
  DVDB_FN bool begin(int64_t i, Far& ray) const {
    const Probe probe = probes[i];
    ray.grid = uint32_t(probe.grid);
    ray.t_max = probe.t_max;
    if (ray.ray.place(head(ray), probe.from, probe.along)) return ray.start(head(ray), probe.t_min, probe.t_max);
    ray.clear();
    return false;
  }
  DVDB_FN bool next(Far& ray, Task& task, bool& any) const { return ray.next(grid, head(ray), task, any); }
  DVDB_FN void open(const Task& task, Far& ray, Path& path) const { path.open(leaves, task, ray); }
  DVDB_FN bool inside(const Path& path) const { return path.inside(); }
  DVDB_FN bool finds(const Path& path) const { return path.finds(); }
  DVDB_FN Piece piece(const Path& path, const Far& ray) const { return path.leaf(ray); }
  DVDB_FN void pass(Path& path) const { path.pass(); }
  DVDB_FN void close(const Path& path, Far& ray) const { path.close(ray); }
  DVDB_FN void work(const Piece& piece, Far& ray) const { ray.count_in(grid, ray.t_max, piece); }
  DVDB_FN bool end(int64_t i, const Far& ray) const {
    counts[i] = ray.count;
    return ray.is_sure();
  }
  DVDB_FN void defer(int64_t i) const { counts[i] = kNotSure; }
  DVDB_FN bool begin_again(int64_t i, const Far&) const {
    defer(i);
    return false;
  }
  DVDB_FN uint32_t part_again(const Far&, int, int) const { return 0; }
  DVDB_FN void end_again(int64_t, uint32_t) const {}
};

void add_box(Points& points, const Coord& low, int32_t x, int32_t y, int32_t z) {
  for (int32_t k = 0; k < x * y * z; ++k) points.push_back({low.x + k / (y * z), low.y + k / z % y, low.z + k % z});
}

void add_some(Points& points, Random& random, const Coord& low, uint64_t edge, int64_t n) {
  for (int64_t k = 0; k < n; ++k) {
    const auto draw = [&](int32_t from) { return from + int32_t(random.below(edge)); };
    const int32_t x = draw(low.x);
    const int32_t y = draw(low.y);
    points.push_back({x, y, draw(low.z)});
  }
}

/// Voxels of grids that differ in what a walk comes to.
std::vector<Points> shapes() {
  Random random(1);
  std::vector<Points> all(9);
  add_box(all[0], {5, -3, 7}, 1, 1, 1);
  add_box(all[1], {-16, -8, 0}, 24, 24, 24);              // full leaves
  add_some(all[2], random, {-20, -20, -20}, 40, 30'000);  // with holes
  add_some(all[3], random, {-200, -100, 0}, 300, 4'000);  // leaves here and there
  add_box(all[4], {-150, -150, 0}, 300, 300, 1);
  for (const int32_t x : {-4096, 0, 4096}) {
    for (const int32_t y : {-4096, 8192}) add_some(all[5], random, {x - 12, y - 12, -12}, 24, 600);  // corners of tiles
  }
  add_some(all[6], random, {94'000'000, -94'000'000, 94'000'000}, 100, 3'000);  // as far as counts are sure
  add_some(all[7], random, {2'147'483'600, -2'147'483'647 - 1, 0}, 47, 2'000);  // as far as there are voxels
  return all;                                                                   // and none
}

/// Voxel sizes and origins.
const double kTransforms[][6] = {
    {1, 1, 1, 0, 0, 0},
    {0.25, 0.5, 2, 3, -0.125, 40},
    {0.1, 0.07, 0.23, 1.3, -20.7, 0.01},
    {1e-12, 1e-12, 1e-12, 0, 0, 0},
    {1e-12, 3e-12, 1e-12, 1e-4, 0, 1e-3},
    {1e12, 1e12, 7e11, 1e11, -1e13, 0},
    {1e-150, 1, 1e150, 0, 0, 0},
};

/// What walks count, one array each.
struct Counts {
  std::vector<int64_t> times;
  std::vector<int64_t> cells;
  std::vector<int64_t> columns;
  std::vector<int64_t> parts;
  std::vector<int64_t> reference;
};

Counts count(Context& context, const GridView& grid, const std::vector<Probe>& probes) {
  const auto n = int64_t(probes.size());
  const DeviceArray<Probe> rays(context, probes);
  const auto counted = [&](const auto& launch) {
    const DeviceArray<int64_t> counts(context, std::vector<int64_t>(probes.size(), kNothing));
    REQUIRE(launch(counts.data()));
    return counts.read();
  };
  constexpr int64_t kGrain = 64;
  const int64_t n_rows = grid.n_lowers * LeafRows::kOfNode;
  const DeviceArray<uint16_t> rows(context, std::vector<uint16_t>(static_cast<size_t>(n_rows)));
  REQUIRE(for_each(context, n_rows, WriteLeafRows{grid, rows.data()}));
  const DeviceArray<Coord> voxels(context, grid.n_voxels);
  REQUIRE(list_voxels(context, grid, voxels.span()));
  return {
      counted([&](int64_t* counts) { return for_each(context, n, CountByTimes{grid, rays.data(), counts}, kGrain); }),
      counted([&](int64_t* counts) {
        return for_each_in_turns(context, n, CountByCells{grid, rays.data(), counts}, kGrain);
      }),
      counted([&](int64_t* counts) { return for_each(context, n, CountByColumns{grid, rays.data(), counts}, kGrain); }),
      counted([&](int64_t* counts) {
        return for_each_in_tasks(context, n, CountByParts{grid, {rows.data()}, rays.data(), counts}, kGrain);
      }),
      counted([&](int64_t* counts) {
        return for_each(context, n, CountByReference{grid, voxels.data(), rays.data(), counts}, kGrain);
      }),
  };
}

}  // namespace

TEST(counts_along_rays_are_those_of_the_reference) {
  Points points;
  std::vector<int64_t> offsets{0};
  std::vector<double> sizes;
  std::vector<double> origins;
  const std::vector<Points> all = shapes();
  for (const auto& transform : kTransforms) {
    for (const Points& shape : all) {
      points.insert(points.end(), shape.begin(), shape.end());
      offsets.push_back(int64_t(points.size()));
      sizes.insert(sizes.end(), transform, transform + 3);
      origins.insert(origins.end(), transform + 3, transform + 6);
    }
  }
  const auto n_grids = int64_t(offsets.size()) - 1;
  const DeviceArray<Coord> voxels(context, points);
  std::unique_ptr<GridBatch> batch;
  REQUIRE(build_grid(context, {voxels.span(), offsets.data(), sizes.data(), origins.data(), n_grids}, batch));
  const std::vector<GridHead> heads = fetch(context, batch->view.heads, n_grids);
  constexpr int64_t kRaysOfKind = 60;
  std::vector<Probe> probes;
  for (int kind = 0; kind < ProbeMaker::kKinds; ++kind) {
    for (int64_t grid = 0; grid < n_grids; ++grid) {
      ProbeMaker maker(all[size_t(grid) % all.size()], heads[size_t(grid)], grid, kind);
      for (int64_t k = 0; k < kRaysOfKind; ++k) probes.push_back(maker.draw());
    }
  }
  const Counts counts = count(context, batch->view, probes);
  const int64_t n = n_grids * kRaysOfKind;  // of a kind
  for (int kind = 0; kind < ProbeMaker::kKinds; ++kind) {
    const auto check = [&](const char* walk, size_t i, int64_t got) {
      if (got == counts.times[i]) return;
      report(__FILE__, __LINE__, "along ray %zu, of kind %d, through grid %lld: %lld voxels by %s, not %lld", i, kind,
             static_cast<long long>(probes[i].grid), static_cast<long long>(got), walk,
             static_cast<long long>(counts.times[i]));
    };
    int64_t met = 0;
    int64_t sure = 0;
    for (size_t i = size_t(kind * n); i < size_t((kind + 1) * n); ++i) {
      check("cells", i, counts.cells[i]);
      check("columns", i, counts.columns[i]);
      if (counts.reference[i] != kNothing) check("definition", i, counts.reference[i]);
      if (counts.parts[i] != kNotSure) check("parts", i, counts.parts[i]);
      met += counts.times[i] != 0;
      sure += counts.parts[i] != kNotSure;
    }
    CHECK(met > n / 8);  // or else the kind says little
    CHECK(sure > n / 5);
  }
}
