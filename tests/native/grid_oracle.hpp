/// Index grids against sorted voxels. What is expected is computed from divisions and std::sort alone.
#pragma once

#include <compare>

#include "backend/api/launch.hpp"
#include "check.hpp"
#include "grid/build.hpp"

namespace dvdb::test {

/// Where a voxel stands in the canonical order: by grid, signed tile, and the places of its nodes and itself within
/// their parents.
struct Place {
  uint32_t grid;
  int32_t tile[3];
  uint32_t upper;  // of 32^3 places
  uint32_t lower;  // of 16^3
  uint32_t voxel;  // of 8^3

  auto operator<=>(const Place&) const = default;
  bool same_tile(const Place& o) const { return grid == o.grid && std::equal(tile, tile + 3, o.tile); }
  bool same_lower(const Place& o) const { return same_tile(o) && upper == o.upper; }
  bool same_leaf(const Place& o) const { return same_lower(o) && lower == o.lower; }
};

inline Place place_of(int64_t grid, const Coord& c) {
  Place place{uint32_t(grid), {}, 0, 0, 0};
  for (int axis = 0; axis < 3; ++axis) {
    const int64_t within = (int64_t(c[axis]) % 4096 + 4096) % 4096;
    place.tile[axis] = int32_t((c[axis] - within) / 4096);
    place.upper = place.upper * 32 + uint32_t(within / 128);
    place.lower = place.lower * 16 + uint32_t(within % 128 / 8);
    place.voxel = place.voxel * 8 + uint32_t(within % 8);
  }
  return place;
}

inline Coord coord_of(const Place& p) {
  const auto axis = [&](int k, uint32_t upper, uint32_t lower, uint32_t voxel) {
    return int32_t(int64_t(p.tile[k]) * 4096 + (p.upper / upper % 32) * 128 + (p.lower / lower % 16) * 8 +
                   p.voxel / voxel % 8);
  };
  return {axis(0, 1024, 256, 64), axis(1, 32, 16, 8), axis(2, 1, 1, 1)};
}

using Points = std::vector<Coord>;

struct Cloud {
  Points points;
  std::vector<int64_t> offsets;  // [n_grids + 1]

  explicit Cloud(Points all) : points(std::move(all)), offsets{0, int64_t(points.size())} {}
  Cloud(Points all, std::vector<int64_t> starts) : points(std::move(all)), offsets(std::move(starts)) {}
  int64_t n_grids() const { return int64_t(offsets.size()) - 1; }
};

/// Voxel sizes, then origins.
inline std::vector<double> transforms_of(int64_t n_grids) {
  std::vector<double> numbers;
  for (int64_t k = 0; k < 6 * n_grids; ++k) numbers.push_back(double(k % 1000) + 0.25);
  return numbers;
}

/// Builds, and counts the allocations that it takes.
inline Status build(Context& context, const Cloud& cloud, Span<const Coord> points, std::unique_ptr<GridBatch>& out,
                    int64_t* allocations = nullptr) {
  const std::vector<double> transforms = transforms_of(cloud.n_grids());
  const int64_t before = context.allocations;
  const Status status = build_grid(
      context,
      {points, cloud.offsets.data(), transforms.data(), transforms.data() + 3 * cloud.n_grids(), cloud.n_grids()}, out);
  if (allocations != nullptr) *allocations = context.allocations - before;
  return status;
}

inline std::vector<Place> voxels_of(const Cloud& cloud) {
  std::vector<Place> voxels;
  voxels.reserve(cloud.points.size());
  for (int64_t grid = 0; grid < cloud.n_grids(); ++grid) {
    for (int64_t i = cloud.offsets[size_t(grid)]; i < cloud.offsets[size_t(grid) + 1]; ++i)
      voxels.push_back(place_of(grid, cloud.points[size_t(i)]));
  }
  std::sort(voxels.begin(), voxels.end());
  voxels.erase(std::unique(voxels.begin(), voxels.end()), voxels.end());
  return voxels;
}

/// All numbers of a batch, laid out for comparison.
struct Numbers {
  std::vector<uint64_t> tiles, upper_masks, lower_masks, leaf_masks, prefixes, firsts;
  std::vector<uint32_t> upper_bases, lower_bases;
  std::vector<int64_t> heads;    // [n_grids, 9] first tile, tiles, first row, bounds
  std::vector<int32_t> origins;  // [n_lowers, 4] coordinates, grid
  std::vector<uint32_t> upper_groups, lower_groups;
};

/// Children before each word, counted over all words.
inline std::vector<uint32_t> bases_of(const std::vector<uint64_t>& masks) {
  std::vector<uint32_t> bases;
  uint32_t before = 0;
  for (const uint64_t mask : masks) {
    bases.push_back(before);
    before += uint32_t(__builtin_popcountll(mask));
  }
  return bases;
}

/// For each word of nodes of side^3 children, which groups of 4^3 children it has a part in hold any.
inline std::vector<uint32_t> groups_of(const std::vector<uint64_t>& masks, uint32_t side) {
  const size_t children = side * side * side;
  std::vector<uint32_t> groups(masks.size(), 0);
  for (size_t bit = 0; bit < masks.size() * 64; ++bit) {
    if (masks[bit / 64] == 0) {
      bit |= 63;
      continue;
    }
    if ((masks[bit / 64] >> bit % 64 & 1) == 0) continue;
    const size_t child = bit % children;
    const size_t x = child / side / side / 4 * 4;
    const size_t y = child / side % side / 4 * 4;
    for (size_t step = 0; step < 16; ++step) {  // the rows of its group
      groups[(bit - child + ((x + step / 4) * side + y + step % 4) * side) / 64] |= 1u << child % side / 4;
    }
  }
  return groups;
}

/// Appends a node of so many words where the last voxel began a new one, and marks the child.
inline void mark(std::vector<uint64_t>& masks, bool is_new, size_t words, uint32_t child) {
  if (is_new) masks.resize(masks.size() + words, uint64_t(0));
  masks[masks.size() - words + child / 64] |= uint64_t(1) << child % 64;
}

inline Numbers numbers_of(const std::vector<Place>& voxels, int64_t n_grids) {
  Numbers n;
  int64_t next_grid = 0;
  const auto begin_grids = [&](int64_t up_to, size_t row) {
    for (; next_grid < up_to; ++next_grid)
      n.heads.insert(n.heads.end(), {int64_t(n.tiles.size()), 0, int64_t(row), 0, 0, 0, 0, 0, 0});
  };
  for (size_t row = 0; row < voxels.size(); ++row) {
    const Place& p = voxels[row];
    const Coord c = coord_of(p);
    const bool new_tile = row == 0 || !p.same_tile(voxels[row - 1]);
    const bool new_lower = row == 0 || !p.same_lower(voxels[row - 1]);
    const bool new_leaf = row == 0 || !p.same_leaf(voxels[row - 1]);
    const bool new_grid = next_grid <= p.grid;
    begin_grids(p.grid + 1, row);
    int64_t* head = &n.heads[9 * p.grid];
    head[1] += new_tile;
    for (int k = 0; k < 3; ++k) {
      head[3 + k] = new_grid ? c[k] : std::min<int64_t>(head[3 + k], c[k]);
      head[6 + k] = new_grid ? c[k] : std::max<int64_t>(head[6 + k], c[k]);
    }
    if (new_tile) n.tiles.push_back(tile_key({p.tile[0] * 4096, p.tile[1] * 4096, p.tile[2] * 4096}));
    if (new_lower) n.origins.insert(n.origins.end(), {c.x & ~127, c.y & ~127, c.z & ~127, int32_t(p.grid)});
    if (new_leaf) n.firsts.push_back(row);
    mark(n.upper_masks, new_tile, 512, p.upper);
    mark(n.lower_masks, new_lower, 64, p.lower);
    mark(n.leaf_masks, new_leaf, 8, p.voxel);
  }
  begin_grids(n_grids, voxels.size());
  n.upper_bases = bases_of(n.upper_masks);
  n.lower_bases = bases_of(n.lower_masks);
  n.upper_groups = groups_of(n.upper_masks, 32);
  n.lower_groups = groups_of(n.lower_masks, 16);
  for (size_t leaf = 0; leaf < n.firsts.size(); ++leaf) {
    uint64_t sum = 0;
    n.prefixes.push_back(0);
    for (size_t word = 0; word < 7; ++word) {
      sum += uint64_t(__builtin_popcountll(n.leaf_masks[8 * leaf + word]));
      n.prefixes.back() |= sum << (9 * word);
    }
  }
  return n;
}

template <class T>
std::vector<T> fetch(Context& context, const T* source, int64_t n) {
  std::vector<T> values(static_cast<size_t>(n), T());
  REQUIRE(backend::download(context, values.data(), source, n * int64_t(sizeof(T))));
  return values;
}

inline Numbers numbers_of(Context& context, const GridView& view) {
  Numbers n;
  for (const GridHead& head : fetch(context, view.heads, view.n_grids)) {
    n.heads.insert(n.heads.end(), {head.first_tile, head.n_tiles, head.first_row});
    for (int k = 0; k < 6; ++k) n.heads.push_back(head.bounds[k / 3][k % 3]);
  }
  n.tiles = fetch(context, view.tiles, view.n_tiles);
  for (const NodeWord& word : fetch(context, view.uppers, view.n_tiles * 512)) {
    n.upper_masks.push_back(word.mask);
    n.upper_bases.push_back(word.base);
    n.upper_groups.push_back(word.groups);
  }
  for (const NodeWord& word : fetch(context, view.lowers, view.n_lowers * 64)) {
    n.lower_masks.push_back(word.mask);
    n.lower_bases.push_back(word.base);
    n.lower_groups.push_back(word.groups);
  }
  for (const LowerOrigin& origin : fetch(context, view.lower_origins, view.n_lowers)) {
    n.origins.insert(n.origins.end(), {origin.ijk.x, origin.ijk.y, origin.ijk.z, int32_t(origin.grid)});
  }
  for (const Leaf& leaf : fetch(context, view.leaves, view.n_leaves)) {
    n.leaf_masks.insert(n.leaf_masks.end(), leaf.mask, leaf.mask + 8);
    n.prefixes.push_back(leaf.prefix);
    n.firsts.push_back(leaf.first);
  }
  return n;
}

struct FindRows {
  GridView view;
  const Coord* coords;
  const uint32_t* grids;
  int64_t* rows;

  DVDB_FN void operator()(int64_t i) const { rows[i] = view.find_row(view.heads[grids[i]], coords[i]); }
};

/// Looks every voxel up, and places around them of which most hold none.
inline void check_rows(Context& context, const GridView& view, const std::vector<Place>& voxels) {
  std::vector<Coord> coords;
  std::vector<uint32_t> grids;
  std::vector<int64_t> wanted;
  for (const Place& voxel : voxels) {
    wanted.push_back(int64_t(coords.size()));
    coords.push_back(coord_of(voxel));
    grids.push_back(voxel.grid);
  }
  Random random(voxels.size());
  constexpr uint32_t kSteps[] = {0, 1, 7, 8, 127, 128, 4095, 4096, 1u << 20, 1u << 31};
  for (size_t probe = 0; probe < std::min<size_t>(20'000, 8 * voxels.size() + 20) && view.n_grids > 0; ++probe) {
    int32_t c[3] = {0, 0, 0};
    uint32_t grid = uint32_t(random.below(uint64_t(view.n_grids)));
    if (!voxels.empty()) {
      const size_t at = random.below(voxels.size());
      for (int axis = 0; axis < 3; ++axis) c[axis] = coords[at][axis];
      if (probe % 4 != 0) grid = grids[at];
    }
    const uint64_t axis = random.below(3);
    const uint32_t step = kSteps[random.below(10)];
    c[axis] = int32_t(random.below(2) == 0 ? uint32_t(c[axis]) + step : uint32_t(c[axis]) - step);
    coords.push_back({c[0], c[1], c[2]});
    grids.push_back(grid);
    const Place place = place_of(grid, coords.back());
    const auto found = std::lower_bound(voxels.begin(), voxels.end(), place);
    wanted.push_back(found != voxels.end() && *found == place ? found - voxels.begin() : -1);
  }
  const DeviceArray<Coord> device_coords(context, coords);
  const DeviceArray<uint32_t> device_grids(context, grids);
  const DeviceArray<int64_t> rows(context, int64_t(wanted.size()));
  REQUIRE(
      backend::for_each(context, rows.size(), FindRows{view, device_coords.data(), device_grids.data(), rows.data()}));
  CHECK_SAME(rows.read(), wanted);
}

/// Compares all of a batch with what the voxels of a cloud make.
inline void check_batch(Context& context, const GridBatch& batch, const Cloud& cloud) {
  const int seen = failures;
  const GridView& view = batch.view;
  const std::vector<Place> voxels = voxels_of(cloud);
  const Numbers wanted = numbers_of(voxels, cloud.n_grids());
  CHECK_EQUAL(view.n_grids, cloud.n_grids());
  CHECK_EQUAL(view.n_tiles, int64_t(wanted.tiles.size()));
  CHECK_EQUAL(view.n_lowers, int64_t(wanted.origins.size()) / 4);
  CHECK_EQUAL(view.n_leaves, int64_t(wanted.firsts.size()));
  CHECK_EQUAL(view.n_voxels, int64_t(voxels.size()));
  const Numbers got = numbers_of(context, view);
  CHECK_SAME(got.heads, wanted.heads);
  CHECK_SAME(got.tiles, wanted.tiles);
  CHECK_SAME(got.upper_masks, wanted.upper_masks);
  CHECK_SAME(got.upper_bases, wanted.upper_bases);
  CHECK_SAME(got.lower_masks, wanted.lower_masks);
  CHECK_SAME(got.lower_bases, wanted.lower_bases);
  CHECK_SAME(got.origins, wanted.origins);
  CHECK_SAME(got.upper_groups, wanted.upper_groups);
  CHECK_SAME(got.lower_groups, wanted.lower_groups);
  CHECK_SAME(got.leaf_masks, wanted.leaf_masks);
  CHECK_SAME(got.prefixes, wanted.prefixes);
  CHECK_SAME(got.firsts, wanted.firsts);
  std::vector<int64_t> host;  // what the host keeps, laid out like heads without their tiles
  std::vector<int64_t> wanted_host;
  std::vector<double> transforms;
  const std::vector<GridHead> heads = fetch(context, view.heads, view.n_grids);
  for (size_t grid = 0; grid < heads.size(); ++grid) {
    host.push_back(batch.starts[grid]);
    host.insert(host.end(), &batch.bounds[6 * grid], &batch.bounds[6 * grid] + 6);
    wanted_host.insert(wanted_host.end(), wanted.heads.begin() + int64_t(9 * grid + 2),
                       wanted.heads.begin() + int64_t(9 * grid + 9));
    transforms.insert(transforms.end(), heads[grid].size, heads[grid].size + 3);
  }
  for (const GridHead& head : heads) transforms.insert(transforms.end(), head.origin, head.origin + 3);
  CHECK_SAME(host, wanted_host);
  CHECK_EQUAL(batch.starts[heads.size()], int64_t(voxels.size()));
  CHECK_SAME(transforms, transforms_of(cloud.n_grids()));
  if (failures == seen) check_rows(context, view, voxels);  // a broken tree may lead anywhere
}

/// Builds a cloud, compares all of it and returns the number of allocations.
inline int64_t check_build(Context& context, const Cloud& cloud) {
  const DeviceArray<Coord> points(context, cloud.points);
  std::unique_ptr<GridBatch> batch;
  int64_t allocations = 0;
  REQUIRE(build(context, cloud, points.span(), batch, &allocations));
  check_batch(context, *batch, cloud);
  return allocations;
}

}  // namespace dvdb::test
