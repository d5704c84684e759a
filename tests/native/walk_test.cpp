/// Walks that tell the voxels along a ray with their times, against the reference: bit for bit, and whole or in parts.
#include "rays/walk/reference.hpp"

#include "backend/api/special/rays/turns.hpp"
#include "core/voxel_sites.hpp"
#include "grid_oracle.hpp"
#include "ray_probes.hpp"
#include "rays/walk/cell_walk.hpp"
#include "rays/walk/hdda.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

constexpr int64_t kRoom = 256;  // voxels kept of a ray

/// A voxel on the way; walks that do not tell rows leave them out.
struct Intersection {
  double enter;
  double leave;
  int64_t row;
};

/// What a walk meets along each ray, and how much.
struct Lists {
  Intersection* met;  // [n, kRoom]
  int64_t* counts;    // [n]

  DVDB_FN void put(int64_t ray, const Intersection& one) const {
    const int64_t at = counts[ray]++;
    if (at < kRoom) met[ray * kRoom + at] = one;
  }
};

struct ByReference {
  GridView grid;
  const Coord* voxels;
  const Probe* probes;
  Lists lists;

  DVDB_FN void operator()(int64_t i) const {
    const Probe probe = probes[i];
    const GridHead& head = grid.heads[probe.grid];
    const int64_t n = grid.rows_end(probe.grid) - head.first_row;
    lists.counts[i] = 0;
    DualRay ray;
    if (!ray.place(head, probe.from, probe.along)) return;
    walk_reference(
        ray, voxels + head.first_row, n, probe.t_min, probe.t_max,
        [&](int64_t at, const ReferencePass& pass) { lists.put(i, {pass.enter, pass.leave, head.first_row + at}); });
  }
};

struct ByTimes {
  GridView grid;
  const Probe* probes;
  int parts;
  Lists lists;

  DVDB_FN void operator()(int64_t i) const {
    const Probe probe = probes[i];
    const GridHead& head = grid.heads[probe.grid];
    lists.counts[i] = 0;
    DualRay ray;
    if (!ray.place(head, probe.from, probe.along)) return;
    for (int part = 0; part < parts; ++part) {
      RayWalk walk;
      if (!walk.start(grid, head, ray, probe.t_min, probe.t_max, part, parts)) continue;
      Intersection own = {};
      walk.each_active(
          [&] {
            own.enter = walk.time();
            own.row = walk.row();
            return true;
          },
          [&] {
            own.leave = walk.time();
            lists.put(i, own);
            return true;
          });
    }
  }
};

struct ByCells {
  struct State {
    CellWalk walk;
  };
  using Far = DualRay;
  GridView grid;
  const Probe* probes;
  Lists lists;

  DVDB_FN const GridHead& head(int64_t i) const { return grid.heads[probes[i].grid]; }
  DVDB_FN Turn begin(int64_t i, State& state, Far& ray) const {
    const Probe probe = probes[i];
    lists.counts[i] = 0;
    return ray.place(head(i), probe.from, probe.along) && state.walk.start(head(i), ray, probe.t_min, probe.t_max)
               ? Turn::kSeek
               : Turn::kOver;
  }
  DVDB_FN Turn seek(int64_t i, State& state, const Far& ray) const {
    state.walk.seek(grid, head(i), ray);
    return Turn::kPass;
  }
  DVDB_FN Turn pass(int64_t i, State& state, const Far&) const {
    return state.walk.pass([&](bool active, double enter, double leave) {
      if (active) lists.put(i, {enter, leave, -1});
      return true;
    });
  }
  DVDB_FN void end(int64_t, const State&) const {}
};

std::vector<Points> shapes() {
  Random random(2);
  std::vector<Points> all(6);
  all[0] = {{5, -3, 7}};
  const auto add = [&](Points& points, const Coord& low, uint64_t edge, int n) {
    for (int k = 0; k < n; ++k) {
      const int32_t x = low.x + int32_t(random.below(edge));
      const int32_t y = low.y + int32_t(random.below(edge));
      points.push_back({x, y, low.z + int32_t(random.below(edge))});
    }
  };
  for (int k = 0; k < 16 * 16 * 16; ++k) all[1].push_back({k / 256 - 16, k / 16 % 16 - 8, k % 16});  // full leaves
  add(all[2], {-12, -12, -12}, 24, 8000);
  add(all[3], {-200, -100, 0}, 300, 2000);
  for (const int32_t x : {-4096, 0, 4096}) add(all[4], {x - 6, -6, x - 6}, 12, 900);  // corners of tiles
  return all;                                                                         // and none
}

/// The voxels of each ray in the order of their times, as numbers that CHECK_SAME compares bit by bit.
std::vector<double> numbers_of(const std::vector<Intersection>& met, const std::vector<int64_t>& counts,
                               bool with_rows) {
  std::vector<double> numbers;
  for (size_t ray = 0; ray < counts.size(); ++ray) {
    const auto begin = met.begin() + int64_t(ray) * kRoom;
    std::vector<Intersection> own(begin, begin + std::min(counts[ray], kRoom));
    std::sort(own.begin(), own.end(), [](const Intersection& a, const Intersection& b) { return a.enter < b.enter; });
    numbers.push_back(double(counts[ray]));
    for (const Intersection& one : own) {
      numbers.push_back(one.enter);
      numbers.push_back(one.leave);
      if (with_rows) numbers.push_back(double(one.row));
    }
  }
  return numbers;
}

}  // namespace

TEST(walks_meet_the_voxels_of_the_reference_at_its_times) {
  const std::vector<Points> all = shapes();
  const double transforms[][6] = {{1, 1, 1, 0, 0, 0},
                                  {0.25, 0.5, 2, 3, -0.125, 40},
                                  {0.1, 0.07, 0.23, 1.3, -20.7, 0.01},
                                  {1e-12, 3e-12, 1e-12, 1e-4, 0, 1e-3}};
  Points points;
  std::vector<int64_t> offsets{0};
  std::vector<double> sizes;
  std::vector<double> origins;
  for (const auto& transform : transforms) {
    for (const Points& shape : all) {
      points.insert(points.end(), shape.begin(), shape.end());
      offsets.push_back(int64_t(points.size()));
      sizes.insert(sizes.end(), transform, transform + 3);
      origins.insert(origins.end(), transform + 3, transform + 6);
    }
  }
  const auto n_grids = int64_t(offsets.size()) - 1;
  const DeviceArray<Coord> given(context, points);
  std::unique_ptr<GridBatch> batch;
  REQUIRE(build_grid(context, {given.span(), offsets.data(), sizes.data(), origins.data(), n_grids}, batch));
  const GridView& grid = batch->view;
  const DeviceArray<Coord> voxels(context, grid.n_voxels);
  REQUIRE(list_voxels(context, grid, voxels.span()));
  const std::vector<GridHead> heads = fetch(context, grid.heads, n_grids);
  int64_t met_at_all = 0;
  for (int kind = 0; kind < ProbeMaker::kKinds; ++kind) {
    std::vector<Probe> probes;
    for (int64_t at = 0; at < n_grids; ++at) {
      ProbeMaker maker(all[size_t(at) % all.size()], heads[size_t(at)], at, kind);
      for (int64_t k = 0; k < 25; ++k) probes.push_back(maker.draw());
    }
    const auto n = int64_t(probes.size());
    const DeviceArray<Probe> rays(context, probes);
    const auto numbers_by = [&](auto launch, bool with_rows) {
      const DeviceArray<uint8_t> memory(context, n * kRoom * int64_t(sizeof(Intersection)));
      const DeviceArray<int64_t> counts(context, n);
      auto* met = reinterpret_cast<Intersection*>(memory.data());
      REQUIRE(launch(Lists{met, counts.data()}));
      return numbers_of(fetch(context, met, n * kRoom), counts.read(), with_rows);
    };
    const auto by_reference = [&](const Lists& lists) {
      return for_each(context, n, ByReference{grid, voxels.data(), rays.data(), lists});
    };
    const auto by_cells = [&](const Lists& lists) {
      return for_each_in_turns(context, n, ByCells{grid, rays.data(), lists}, 64);
    };
    const std::vector<double> wanted = numbers_by(by_reference, true);
    for (const int parts : {1, 3, 32}) {
      const auto by_times = [&](const Lists& lists) {
        return for_each(context, n, ByTimes{grid, rays.data(), parts, lists});
      };
      CHECK_SAME(numbers_by(by_times, true), wanted);
    }
    CHECK_SAME(numbers_by(by_cells, false), numbers_by(by_reference, false));
    met_at_all += int64_t(wanted.size()) - n;
  }
  CHECK(met_at_all > 50'000);
}
