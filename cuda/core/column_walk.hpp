/// Counts active voxels along rays by columns, which takes host threads less time than to go from cell to cell.
///
/// A count needs no times, only which cells a ray passes. Those of a block lie in columns along z, which masks hold as runs of
/// bits: a step goes to the next plane along x or y, and takes all cells that the ray passes until then at once. Steps are
/// told by integers; where they do not tell what RayWalk would meet, that walk is asked, so that the count is its count.
#pragma once

#include "backend/turns.hpp"
#include "core/hdda.hpp"
#include "core/lower_finder.hpp"

namespace dvdb {

/// Goes through lower nodes, whose cells are leaves, and through the leaves that a column has before it goes to the next one.
class ColumnWalk {
 public:
  /// What is needed only where a block is sought.
  struct Route {
    DualRay ray;
    double end;    // when it leaves the bounds, or from when on it is left to RayWalk
    double time;   // when it comes to the next lower node, or to the next block without any
    double pace;   // of the fastest axis
    double rise;   // along z, while that goes on by one cell
    Coord base;    // of the block that was sought
    LowerFinder found;
    uint32_t grid;
    uint32_t flags;
    uint32_t leaves;  // of a column that are left to be passed
    uint32_t column;  // where it is in the lower node
  };

  /// Starts where the ray is in the grid's bounds within [t_min, t_max].
  DVDB_FN backend::Turn start(const GridHead& head, double t_min, double t_max, Route& route) {
    DualRay& ray = route.ray;
    route.time = t_min;
    route.end = t_max;
    if (head.n_tiles == 0 || !ray.clip(head.bounds, route.time, route.end)) return backend::Turn::kOver;
    route.flags = route.end < t_max ? 0 : kCut;
    route.leaves = 0;
    const bool sure = ray.set_in_motion();
    const double unit = min_of(min_of(ray.inverse[0], ray.inverse[1]), ray.inverse[2]);
    route.pace = max_of(max_of(ray.direction[0], ray.direction[1]), ray.direction[2]);
    route.rise = ray.direction[2] * unit;
    for (int axis = 0; axis < 2; ++axis) {
      const double pace = min_of(route.pace * ray.inverse[axis], kNever);
      pace_.time[axis] = uint32_t(DualRay::fixed<kBits>(pace));
      pace_.climb[axis] = signed_as(ray.mirror[2], DualRay::fixed<kBits>(route.rise * pace));
    }
    // Where the ray comes to the bounds is often where it comes to leaves; what is before holds nothing.
    route.time = max_of(t_min, route.time - 0.3 * unit);
    near_ = ~0u;
    count_ = 0;
    if (!sure) {
      near_ = 0;
      route.time = route.end;
    }
    return backend::Turn::kSeek;
  }

  /// Passes a leaf, or finds the next block; at the end of the ray the walk is over, and `total` is set.
  DVDB_FN backend::Turn seek(const GridView& grid, const GridHead& head, double t_min, double t_max, Route& route, int64_t& total) {
    const DualRay& ray = route.ray;
    int32_t low[3];
    if (route.leaves != 0) {
      const uint32_t offset = (route.column & kOffset) | uint32_t(lowest_bit(route.leaves));
      route.leaves &= route.leaves - 1;
      const NodeWord word = grid.lowers[int64_t(route.found.lower) * kLowerWords + (offset >> 6)];
      const Coord base = lower_child_origin(route.base, offset);
      low[0] = (base.x ^ ray.mirror[0]) & ~kLastVoxel;
      low[1] = (base.y ^ ray.mirror[1]) & ~kLastVoxel;
      low[2] = (base.z ^ ray.mirror[2]) & ~kLastVoxel;
      if ((route.flags & kCut) == 0 || !ends_in(route, t_min, t_max, low)) {
        Columns<kLeafLog2> leaf;
        leaf.masks = grid.leaves[word.child(offset & 63)].mask;
        leaf.enter(route, t_min, low, {kLastVoxel, kLastVoxel}, near_);
        do {
          count_ += uint32_t(popcount(uint64_t(leaf.go(pace_, near_))));
        } while (!leaf.over);
      }
      if (route.leaves != 0) return backend::Turn::kSeek;
      if (!lower_.over) return backend::Turn::kPass;
    }
    if (!(route.time < route.end)) {
      const bool sure = near_ >= 2 * kMargin;
      total = sure ? count_ : 0;
      if (!sure || (route.flags & kPart) != 0) total += count_by_times(grid, head, ray, sure ? route.end : t_min, t_max);
      return backend::Turn::kOver;
    }
    const double begin = route.time;
    for (int axis = 0; axis < 3; ++axis) low[axis] = ray.cell_after(axis, begin) & kNodeOf;
    const Coord c = {(low[0] ^ ray.mirror[0]) & kNodeOf, (low[1] ^ ray.mirror[1]) & kNodeOf, (low[2] ^ ray.mirror[2]) & kNodeOf};
    const uint32_t changed = uint32_t((c.x ^ route.base.x) | (c.y ^ route.base.y) | (c.z ^ route.base.z));
    const bool other_tile = (route.flags & kKnown) == 0 || changed >> kTileLog2 != 0;
    route.flags |= kKnown;
    route.base = c;
    route.found.find(grid, head, c, other_tile);
    const bool any = route.found.any();
    const int32_t rest = int32_t((1u << (any ? kLowerLog2 : route.found.empty)) - 1);
    double end = DualRay::kForever;
    for (int axis = 0; axis < 3; ++axis) end = min_of(end, ray.leaves(axis, low[axis] | rest));
    route.time = end;
    if (!any) return backend::Turn::kSeek;
    uint32_t last[2];  // columns in the bounds
    for (int axis = 0; axis < 2; ++axis) {
      const int32_t to = ray.mirror[axis] != 0 ? ~head.bounds[0][axis] : head.bounds[1][axis];
      last[axis] = uint32_t(min_of(to - low[axis], (1 << kLowerLog2) - 1)) >> kLeafLog2;
    }
    lower_.masks = &grid.lowers[int64_t(route.found.lower) * kLowerWords].mask;
    lower_.enter(route, begin, low, last, near_);
    return backend::Turn::kPass;
  }

  /// Goes on by one column of leaves.
  DVDB_FN backend::Turn pass(Route& route) {
    const uint32_t column = lower_.at;
    const uint32_t met = lower_.go(pace_, near_);
    if (met != 0) {
      route.leaves = met;
      route.column = column;
    }
    return lower_.over || met != 0 ? backend::Turn::kSeek : backend::Turn::kPass;
  }

 private:
  static constexpr uint32_t kKnown = 1;  // a block was sought before
  static constexpr uint32_t kCut = 2;    // the ray may end within a leaf
  static constexpr uint32_t kPart = 4;   // it does

  // Times in a block, and heights above its floor, in cells; a time is that in which the fastest axis goes on by as many.
  static constexpr int kBits = 25;
  static constexpr uint32_t kFraction = (1u << kBits) - 1;
  // What is later than this in a block is behind its end, 16 cells on.
  static constexpr double kNever = 16.3;
  // How near a height may be to a plane, and half of how near two times may be, if RayWalk is to tell the same: 2^-20. A time
  // that it compares is rounded twice, which is less than 2^-24 of a voxel for planes as far away as set_in_motion() allows,
  // and so are those from which way[] and wait are computed: together they are off by less than 2^-21. Rounding to 2^-25 adds
  // 2^-26 at first, and for each of up to 15 steps: 2^-22. Heights are off by what wait is, and as much on their own.
  static constexpr uint32_t kMargin = 32;
  static constexpr int32_t kLastVoxel = (1 << kLeafLog2) - 1;
  static constexpr int32_t kNodeOf = ~((1 << kLowerLog2) - 1);

  // Where the walk is in a block: the offset of the column in the low bits; above these a bit from which a step out of the
  // block may borrow, and for x and y four bits that count the steps, and one that is set when the ray leaves the block.
  static constexpr uint32_t kOffset = 0xfff;
  static constexpr uint32_t kWordOfOffset = 0xfc0;
  static constexpr uint32_t kBorrow = 1u << 14;
  DVDB_FN static constexpr int shift_of(int axis) { return 16 + 5 * axis; }
  static constexpr uint32_t kOutside = 1u << 20 | 1u << 25;

  /// A height of the grid for one as the ray counts it.
  DVDB_FN static uint32_t signed_as(int32_t mirror, int32_t height) { return uint32_t(height ^ mirror) - uint32_t(mirror); }

  /// From plane to plane along x and y: the time that it takes, and the way along z.
  struct Pace {
    uint32_t time[2];
    uint32_t climb[2];
  };

  /// The columns of a block of 2^(3 * kLog2) cells, of which those of leaves are voxels.
  template <int kLog2>
  struct Columns {
    static constexpr uint32_t kLast = (1u << kLog2) - 1;
    static constexpr bool kVoxels = kLog2 == kLeafLog2;

    uint32_t next[2];       // when the ray comes to the next plane along x and y
    uint32_t height[2];     // where it is along z then, with a sign; sums of those of a ray that is not sure may overflow
    uint32_t step[2];       // what a step along an axis adds to `at`
    uint32_t at;
    uint32_t cell_bit;      // of the cell of the column that the ray is in
    const uint64_t* masks;  // of the block
    uint64_t word;          // the one that has the column
    bool over;              // whether the ray has left the block

    /// Sets the place in a block, from its least voxel as the ray counts.
    DVDB_FN void enter(const Route& route, double begin, const int32_t (&low)[3], const uint32_t (&last)[2], uint32_t& near) {
      const DualRay& ray = route.ray;
      constexpr double kPartOfCell = kVoxels ? 1 : 1.0 / (1 << kLeafLog2);
      double entered[3];
      for (int axis = 0; axis < 3; ++axis) {
        entered[axis] = ray.enters(axis, low[axis]);
        begin = max_of(begin, entered[axis]);
      }
      double way[3];
      uint32_t place[3];
      for (int axis = 0; axis < 3; ++axis) {
        way[axis] = (begin - entered[axis]) * ray.direction[axis] * kPartOfCell;
        const uint32_t above = uint32_t(DualRay::fixed<kBits>(way[axis])) + kMargin;
        place[axis] = above >> kBits & kLast;
        if (above >> kBits != 0) near = min_of(near, above & kFraction);
      }
      cell_bit = 1u << (place[2] ^ (uint32_t(ray.mirror[2]) & kLast));
      at = kBorrow;
      const uint32_t floor = (uint32_t(ray.mirror[2]) & (kLast + 1) << kBits) + kMargin;
      for (int axis = 0; axis < 2; ++axis) {
        const double wait = min_of((double(place[axis] + 1) - way[axis]) * ray.inverse[axis] * route.pace, kNever + axis);
        next[axis] = uint32_t(DualRay::fixed<kBits>(wait));
        height[axis] = signed_as(ray.mirror[2], DualRay::fixed<kBits>(way[2] + route.rise * wait)) + floor;
        const int shift = kLog2 * (2 - axis);
        at += (place[axis] ^ (uint32_t(ray.mirror[axis]) & kLast)) << shift | (place[axis] + 15 - last[axis]) << shift_of(axis);
        step[axis] = (1u << shift_of(axis)) + (uint32_t(ray.mirror[axis] | 1) << shift);
      }
      over = false;
      load();
    }

    // Words of lower nodes are two apart.
    DVDB_FN void load() { word = masks[(at & kOffset) >> 6 << (kVoxels ? 0 : 1)]; }

    /// The cells of the column that the ray passes; goes on to the next one.
    DVDB_FN uint32_t go(const Pace& pace, uint32_t& near) {
      const bool first = next[0] < next[1];
      const uint32_t sooner = min_of(next[0], next[1]);
      const uint32_t later = max_of(next[0], next[1]);
      const auto up = int32_t(first ? height[0] : height[1]);
      near = min_of(near, min_of(later - sooner, uint32_t(up) & kFraction));
      const int32_t to = up >> kBits;
      const int32_t top = min_of(max_of(to, 0), int32_t(kLast));
      const uint32_t bit = 1u << top;
      const uint32_t run = ((bit - 1) ^ (cell_bit - 1)) | bit | cell_bit;
      const uint32_t met = uint32_t(word >> (at & 63)) & run;
      cell_bit = bit;
      const uint32_t before = at;
      if (first) {
        next[0] += pace.time[0];
        height[0] += pace.climb[0];
        at += step[0];
      } else {
        next[1] += pace.time[1];
        height[1] += pace.climb[1];
        at += step[1];
      }
      over = top != to || (at & kOutside) != 0;
      if (!over && ((at ^ before) & kWordOfOffset) != 0) load();
      return met;
    }
  };

  /// Whether the ray ends in a leaf: what it passes from there on is left to RayWalk.
  DVDB_FN static bool ends_in(Route& route, double t_min, double t_max, const int32_t (&low)[3]) {
    double begin = t_min;
    double end = DualRay::kForever;
    for (int axis = 0; axis < 3; ++axis) {
      begin = max_of(begin, route.ray.enters(axis, low[axis]));
      end = min_of(end, route.ray.leaves(axis, low[axis] | kLastVoxel));
    }
    if (!(end > t_max)) return false;
    route.flags |= kPart;
    route.end = min_of(route.end, begin);
    return true;
  }

  /// The count of RayWalk.
  DVDB_FN static int64_t count_by_times(const GridView& grid, const GridHead& head, const DualRay& ray, double begin, double end) {
    int64_t count = 0;
    RayWalk walk;
    if (walk.start(grid, head, ray, begin, end)) {
      walk.each_active([] { return true; },
                       [&] {
                         ++count;
                         return true;
                       });
    }
    return count;
  }

  Pace pace_ = {};
  Columns<kLowerLog2 - kLeafLog2> lower_ = {};
  uint32_t near_ = 0;   // the least distance of two planes that were told apart
  uint32_t count_ = 0;
};

}  // namespace dvdb
