/// Points that move up to inner nodes, by every way to pick, against the reference.
#include "lod/picks/reference.hpp"

#include "abi_calls.hpp"
#include "grid_oracle.hpp"
#include "lod/picks/picks.hpp"

using namespace dvdb;
using namespace dvdb::lod;
using namespace dvdb::test;

namespace {

using Cell = Vec3<uint32_t>;

/// Points in Morton order, some of them at one place.
std::vector<Cell> some_points(Random& random, int64_t n, int bits, bool flat) {
  std::vector<Cell> points;
  const uint64_t edge = uint64_t(1) << bits;
  for (int64_t k = 0; k < n; ++k) {
    const auto x = uint32_t(random.below(edge));
    const auto y = uint32_t(random.below(edge));
    points.push_back(k % 20 == 19 ? points.back() : Cell{x, y, flat ? 5 : uint32_t(random.below(edge))});
  }
  std::sort(points.begin(), points.end(), [](const Cell& a, const Cell& b) { return compare_cells(a, b) < 0; });
  return points;
}

/// Minus the distance to the center of a cell, squared, in half units.
double central_worth(const Cell& p, int shift) {
  double sum = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double inside = double(p[axis] & ((uint64_t(1) << shift) - 1));
    const double away = 2 * inside - double((uint64_t(1) << shift) - 1);
    sum += away * away;
  }
  return -sum;
}

double random_worth(const Cell& p, uint32_t seed) {
  uint32_t word = seed;
  for (int axis = 0; axis < 3; ++axis) {
    word = (word ^ p[axis]) * 0x9e3779b1u;
    word = (word ^ word >> 15) * 0x85ebca6bu;
    word ^= word >> 13;
  }
  return double(word);
}

void check_thin(Context& context, const std::vector<Cell>& points, int bits, int shift) {
  const auto n = int64_t(points.size());
  const DeviceArray<Cell> given(context, points);
  const DeviceArray<uint8_t> chosen(context, std::vector<uint8_t>(points.size(), uint8_t(0)));
  REQUIRE(thin_points(context, {given.data(), n}, bits, shift, chosen.data()));
  std::vector<uint8_t> wanted(points.size(), uint8_t(0));
  thin_reference(points, shift, [&](const Cell& p) { return central_worth(p, shift); }, wanted);
  CHECK_SAME(chosen.read(), wanted);
}

/// The nodes that own points, by the reference.
std::vector<int32_t> reference_owners(const Tree& tree, const std::vector<Cell>& points, uint32_t pick, uint32_t seed) {
  std::vector<int> levels(points.size(), 0);
  const auto each_node = [&](auto visit) {
    for (int64_t node = 0; node < tree.n_nodes; ++node) visit(node, tree.nodes[size_t(node)]);
  };
  each_node([&](int64_t, const Node& node) {
    for (int64_t k = 0; node.inner == 0 && k < node.count; ++k) levels[size_t(node.begin + k)] = node.level;
  });
  for (int level = tree.n_levels - 2; level >= 0; --level) {
    std::vector<Cell> candidates;
    std::vector<size_t> numbers;
    for (size_t k = 0; k < points.size(); ++k) {
      if (levels[k] != level + 1) continue;
      candidates.push_back(points[k]);
      numbers.push_back(k);
    }
    const int shift = tree.frame.bits - tree.grid_log2 - level;
    const auto priority = [&](const Cell& p) {
      return pick == DVDB_LOD_PICK_RANDOM ? random_worth(p, seed) : central_worth(p, shift);
    };
    if (pick == DVDB_LOD_PICK_POISSON) {
      std::vector<uint8_t> chosen(candidates.size(), uint8_t(0));
      thin_reference(candidates, shift, priority, chosen);
      for (size_t k = 0; k < numbers.size(); ++k) levels[numbers[k]] -= chosen[k];
    } else {
      each_reference_cell(candidates, shift, [&](size_t begin, size_t end) {
        levels[numbers[best_reference(candidates, begin, end, priority)]] = level;
      });
    }
  }
  std::vector<int32_t> owners(points.size(), -1);
  each_node([&](int64_t number, const Node& node) {
    for (int64_t k = node.begin; k < node.begin + node.count; ++k) {
      if (levels[size_t(k)] == node.level) owners[size_t(k)] = int32_t(number);
    }
  });
  return owners;
}

void check_picks(Context& context, int64_t n, int64_t points_per_leaf, bool crowded) {
  Random random{uint64_t(n)};
  std::vector<float> given;
  for (int64_t k = 0; k < 3 * n; ++k) {
    const double number = random.unit();
    given.push_back(float(crowded ? number * number * number : number));  // deep leaves beside shallow ones
  }
  const Caller caller(context);
  std::vector<int64_t> settings(DVDB_LOD_SETTING_COUNT, 0);
  settings[DVDB_LOD_POINTS_PER_LEAF] = points_per_leaf;
  settings[DVDB_LOD_GRID_SIZE] = 4;
  settings[DVDB_LOD_BITS] = 10;
  const double box[7] = {0, 0, 0, 1, 1, 1, 1};
  dvdb_lod lod = 0;
  caller.require(dvdb_build_lod(caller.handle(), 0, caller.put(given), DVDB_F32, n, 0, 0, box, 1, settings.data(), 0,
                                nullptr, 0, &lod));
  Tree* tree = nullptr;
  REQUIRE(find(context, lod, &tree));
  std::vector<Cell> points;
  if (n > 0) {
    for (const Point& p : fetch(context, static_cast<const Point*>(tree->points->data), n))
      points.push_back({p.x, p.y, p.z});
  }
  const dvdb_buffer out = caller.make(n * 4);
  for (const uint32_t pick : {DVDB_LOD_PICK_CENTRAL, DVDB_LOD_PICK_RANDOM, DVDB_LOD_PICK_POISSON}) {
    caller.require(dvdb_lod_picks(caller.handle(), lod, pick, 7, out, 0, 0));
    CHECK_SAME(caller.read<int32_t>(out, n), reference_owners(*tree, points, pick, 7));
  }
}

}  // namespace

TEST(thinning_chooses_the_points_of_the_reference) {
  Random random(3);
  for (const int64_t n : {0, 1, 2, 33, 1500}) {
    for (const int shift : {0, 2, 4, 7}) {
      check_thin(context, some_points(random, n, 8, false), 8, shift);
      check_thin(context, some_points(random, n, 8, true), 8, shift);
    }
  }
  std::vector<Cell> corners;
  for (const uint32_t x : {0u, 1u, 0x7fffffffu, 0x80000000u, 0xfffffffeu, 0xffffffffu}) {
    for (const uint32_t y : {0u, 0x7fffffffu, 0x80000000u, 0xffffffffu})
      corners.push_back({x, y, 0x80000000u - (x & 1)});
  }
  std::sort(corners.begin(), corners.end(), [](const Cell& a, const Cell& b) { return compare_cells(a, b) < 0; });
  for (const int shift : {0, 1, 16, 31}) check_thin(context, corners, 32, shift);
}

TEST(picks_are_those_of_the_reference) {
  for (const int64_t n : {0, 1, 30, 1500}) {
    for (const int64_t points_per_leaf : {5, 100}) {
      check_picks(context, n, points_per_leaf, false);
      check_picks(context, n, points_per_leaf, true);
    }
  }
  check_picks(context, 2500, 2000, false);  // contests longer than a piece
}
