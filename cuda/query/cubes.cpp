/// Tests whether all, or any, of the voxels of cubes in world space are active.
#include "query/lookup.hpp"

using namespace dvdb;

namespace {

/// The set bits of [low, high] in a word.
DVDB_FN uint64_t bit_range(int low, int high) { return (~uint64_t(0) >> (63 - (high - low))) << low; }

/// An inclusive range of voxels, not empty.
struct Box {
  Coord low;
  Coord high;

  /// The part inside a node, in units of its children of 2^log2 voxels.
  DVDB_FN Box within(const Coord& origin, int log2, int node_log2) const {
    const auto from = [&](int axis) { return int32_t(max_of(int64_t(low[axis]) - origin[axis], int64_t(0)) >> log2); };
    const auto to = [&](int axis) {
      return int32_t(min_of(int64_t(high[axis]) - origin[axis], (int64_t(1) << node_log2) - 1) >> log2);
    };
    return {{from(0), from(1), from(2)}, {to(0), to(1), to(2)}};
  }
  DVDB_FN bool meets(const Coord& origin, int node_log2) const {
    for (int axis = 0; axis < 3; ++axis) {
      if (high[axis] < origin[axis] || low[axis] > int64_t(origin[axis]) + (int64_t(1) << node_log2) - 1) return false;
    }
    return true;
  }
  DVDB_FN bool holds(const Coord& origin, int node_log2) const {
    for (int axis = 0; axis < 3; ++axis) {
      if (low[axis] > origin[axis] || high[axis] < int64_t(origin[axis]) + (int64_t(1) << node_log2) - 1) return false;
    }
    return true;
  }
};

/// Visits the nodes that a box intersects until the answer is known. With kAll, one inactive voxel decides; otherwise
/// one active voxel does, and every node that exists contains one.
template <bool kAll>
struct BoxTest {
  const GridView& grid;
  Box box;

  DVDB_FN bool decided_by_leaf(int64_t leaf, const Coord& origin) const {
    if (!kAll && box.holds(origin, kLeafLog2)) return true;
    const Box part = box.within(origin, 0, kLeafLog2);
    uint64_t wanted = 0;
    for (int32_t y = part.low.y; y <= part.high.y; ++y) wanted |= bit_range(part.low.z, part.high.z) << (8 * y);
    const Leaf& found = grid.leaves[leaf];
    for (int32_t x = part.low.x; x <= part.high.x; ++x) {
      if (kAll ? (found.mask[x] & wanted) != wanted : (found.mask[x] & wanted) != 0) return true;
    }
    return false;
  }

  /// Goes through the children in a part of a node that has 2^kLog2 of them per axis.
  template <int kLog2, class DecidedByChild>
  DVDB_FN static bool decided_by_children(const NodeWord* words, const Box& part, DecidedByChild decided) {
    for (int32_t x = part.low.x; x <= part.high.x; ++x) {
      for (int32_t y = part.low.y; y <= part.high.y; ++y) {
        const uint32_t first = (uint32_t(x) << kLog2 | uint32_t(y)) << kLog2;
        const uint64_t wanted = bit_range(part.low.z, part.high.z) << (first & 63);
        const NodeWord word = words[first >> 6];
        if (kAll && (word.mask & wanted) != wanted) return true;
        for (uint64_t rest = word.mask & wanted; rest != 0; rest &= rest - 1) {
          const uint32_t place = uint32_t(lowest_bit(rest));
          if (decided(word.child(place), (first & ~63u) + place)) return true;
        }
      }
    }
    return false;
  }

  DVDB_FN bool decided_by_lower(int64_t lower) const {
    const Coord origin = grid.lower_origins[lower].ijk;
    if (!kAll && box.holds(origin, kLowerLog2)) return true;
    return decided_by_children<kLowerLog2 - kLeafLog2>(
        grid.lowers + lower * kLowerWords, box.within(origin, kLeafLog2, kLowerLog2),
        [&](int64_t leaf, uint32_t at) { return decided_by_leaf(leaf, lower_child_origin(origin, at)); });
  }

  DVDB_FN bool decided_by_upper(int64_t upper) const {
    const Coord origin = tile_origin(grid.tiles[upper]);
    if (!kAll && box.holds(origin, kTileLog2)) return true;
    return decided_by_children<kTileLog2 - kLowerLog2>(
        grid.uppers + upper * kUpperWords, box.within(origin, kLowerLog2, kTileLog2),
        [&](int64_t lower, uint32_t) { return decided_by_lower(lower); });
  }

  /// Goes through the grid's tiles.
  DVDB_FN bool decided_by_tiles(const GridHead& head) const {
    for (int64_t at = head.first_tile; at < int64_t(head.first_tile) + head.n_tiles; ++at) {
      if (box.meets(tile_origin(grid.tiles[at]), kTileLog2) && decided_by_upper(at)) return true;
    }
    return false;
  }

  /// Looks up the tiles of the box, or iterates over those of the grid if they are fewer.
  DVDB_FN bool decided_by_grid(const GridHead& head) const {
    const auto tiles = [&](int axis) {
      return uint64_t((box.high[axis] >> kTileLog2) - (box.low[axis] >> kTileLog2)) + 1;
    };
    if (tiles(0) * tiles(1) * tiles(2) > head.n_tiles) return kAll || decided_by_tiles(head);
    const auto origin = [](int32_t tile) { return tile * (int32_t(1) << kTileLog2); };
    for (int32_t x = box.low.x >> kTileLog2; x <= box.high.x >> kTileLog2; ++x) {
      for (int32_t y = box.low.y >> kTileLog2; y <= box.high.y >> kTileLog2; ++y) {
        for (int32_t z = box.low.z >> kTileLog2; z <= box.high.z >> kTileLog2; ++z) {
          const int64_t upper = grid.find_upper(head, {origin(x), origin(y), origin(z)});
          if (upper < 0 ? kAll : decided_by_upper(upper)) return true;
        }
      }
    }
    return false;
  }
};

/// Tests the cube around one center.
template <class T, bool kAll>
struct TestCube {
  GridView grid;
  BatchOffsets batch;
  const T* centers;  // [n, 3]
  Vec3d cube_min;
  Vec3d cube_max;
  uint8_t* out;

  DVDB_FN void operator()(int64_t i) const {
    out[i] = is_true(grid.heads[batch.list_of(i)], load_point(centers, i)) ? 1 : 0;
  }

  DVDB_FN bool is_true(const GridHead& head, const Vec3d& c) const {
    const double sum = c.x - c.x + (c.y - c.y) + (c.z - c.z);  // 0 for finite points, NaN otherwise
    if (!(sum == 0) || head.n_tiles == 0) return false;
    const Vec3d from = to_voxel(head, {c.x + cube_min.x, c.y + cube_min.y, c.z + cube_min.z});
    const Vec3d to = to_voxel(head, {c.x + cube_max.x, c.y + cube_max.y, c.z + cube_max.z});
    int32_t low[3];
    int32_t high[3];
    for (int axis = 0; axis < 3; ++axis) {
      const double first = nearest_whole(from[axis]);
      const double last = nearest_whole(to[axis]);
      const int32_t least = head.bounds[0][axis];
      const int32_t most = head.bounds[1][axis];
      if (!(first <= most && last >= least)) return false;
      if (kAll && !(first >= least && last <= most)) return false;
      low[axis] = first < least ? least : int32_t(first);
      high[axis] = last > most ? most : int32_t(last);
    }
    const BoxTest<kAll> test{grid, {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}}};
    return test.decided_by_grid(head) != kAll;
  }
};

template <bool kAll, class Args>
Status test_cubes(Context& c, const Args& a) {
  for (int axis = 0; axis < 3; ++axis) {
    const double extent = a.cube_max[axis] - a.cube_min[axis];
    if (extent >= 0 && a.cube_max[axis] - a.cube_max[axis] == 0 && a.cube_min[axis] - a.cube_min[axis] == 0) continue;
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot test cubes: cube_min %g and cube_max %g are no finite range",
                a.cube_min[axis], a.cube_max[axis]);
  }
  LookupRequest asked(c);
  DVDB_TRY(asked.place(c, a));
  return with_real(c, a.dtype, "centers", [&]<class T>() -> Status {
    const Vec3d low{a.cube_min[0], a.cube_min[1], a.cube_min[2]};
    const Vec3d high{a.cube_max[0], a.cube_max[1], a.cube_max[2]};
    return backend::for_each(
        c, a.n, TestCube<T, kAll>{asked.grid, asked.batch, a.centers.template as<T>().data, low, high, a.out.data}, 64);
  });
}

}  // namespace

Status operators::cubes_in_grid(Context& c, const CubesInGridArgs& a) { return test_cubes<true>(c, a); }

Status operators::cubes_intersect_grid(Context& c, const CubesIntersectGridArgs& a) { return test_cubes<false>(c, a); }
