/// Counts active voxels along rays column by column, which is faster on a CPU than stepping from cell to cell.
///
/// A count needs no exact times, only the cells that a ray passes. The cells of a block form columns along z, which are
/// runs of bits in its masks: a step goes to the next plane along x or y, and counts all cells passed until then at
/// once. Times and positions are fixed-point numbers within a frame of a few lower nodes; where these are too imprecise
/// to decide what RayWalk would meet, RayWalk is used, so that the counts are always the same.
#pragma once

#include "rays/walk/column_steps.hpp"
#include "rays/walk/hdda.hpp"
#include "rays/walk/lower_finder.hpp"

namespace dvdb {

/// Walks through lower nodes, whose cells are leaves, and through each leaf a little later, once it has been
/// prefetched.
class ColumnWalk : ColumnUnits {
 public:
  /// Constants of a ray.
  struct Path {
    uint32_t slope[3];   // voxels per unit of time, in units of 2^-32
    uint32_t mirror;     // offset in a lower node with all bits of an axis set where the ray moves down
    uint32_t pace[2];    // time from plane to plane between voxels, along x and y, up to the end of a frame
    uint32_t stride[3];  // and between leaves: eight times that, which may wrap; along z up to the end of a frame
    uint32_t skip[2];    // between leaves, along x and y, up to the end of a frame
  };

  /// Constants of a frame. Times count from when the ray enters it.
  struct Frame {
    uint32_t from[3];   // where the ray is then, plus the margin
    uint32_t start[3];  // when it would cross the lowest plane, extrapolated
  };

  /// State that is needed only to look up a node, or to pass a leaf.
  struct Route {
    DualRay ray;
    double end;      // when it leaves the bounds, or ends within them
    double time;     // when it enters the next frame
    double fastest;  // voxels per unit of the ray's time, along the fastest axis
    Coord base;      // of the lower node
    uint32_t lower;  // index of that node
    uint32_t upper;  // index of the upper node around it
    uint32_t grid;
    uint32_t flags;
    uint32_t at_planes;  // axes along which the ray is at a plane when it enters the next frame
    uint32_t stop;       // when it ends, as a time of the frame, or a time after the frame's end
    Path path;
    Frame frame;
  };

 private:
  static constexpr uint32_t kCut = 1;   // the ray ends within the bounds
  static constexpr uint32_t kTile = 2;  // the upper node is known

 public:
  /// Starts where the ray is in the grid's bounds within [t_min, t_max]; false when there is nothing to walk.
  DVDB_FN bool start(const GridHead& head, double t_min, double t_max, Route& route) {
    DualRay& ray = route.ray;
    route.time = t_min;
    route.end = t_max;
    if (head.n_tiles == 0 || !ray.clip(head.bounds, route.time, route.end)) return false;
    route.flags = route.end < t_max ? 0 : kCut;
    const bool sure = ray.set_in_motion();
    const double unit = min_of(min_of(ray.inverse[0], ray.inverse[1]), ray.inverse[2]);
    const double fastest = max_of(max_of(ray.direction[0], ray.direction[1]), ray.direction[2]);
    route.fastest = fastest;
    Path& path = route.path;
    path.mirror = 0;
    for (int axis = 0; axis < 3; ++axis) {
      double pace = fastest * ray.inverse[axis];
      path.slope[axis] = uint32_t(DualRay::fixed<32>(min_of(ray.direction[axis] * unit, 1 - 0x1p-32)));
      path.mirror |= (uint32_t(ray.mirror[axis]) & 15) << 4 * (2 - axis);
      const uint32_t skip = fixed_up_to(pace * (1 << kLeafLog2), kMostPace);
      if (axis == 2) {
        path.stride[2] = skip;
      } else {
        pace = upper_half(pace) < upper_half(kMostPace) ? pace : kMostPace;
        path.pace[axis] = uint32_t(DualRay::fixed<kBits>(pace));
        path.stride[axis] = uint32_t(DualRay::fixed<kBits>(pace * (1 << kLeafLog2)));
        path.skip[axis] = skip;
      }
    }
    // Where the ray enters the bounds it often enters a leaf at once, so it starts a little earlier, where space is
    // empty.
    route.time = max_of(t_min, route.time - 0.3 * unit);
    route.at_planes = 0;
    count_ = 0;
    near_ = sure ? ~0u : 0;
    lower_.out = sure ? kNotYet : kEnded;
    return true;
  }

  /// The count along a ray that has started.
  DVDB_FN int64_t count(const GridView& grid, const GridHead& head, double t_min, double t_max, Route& route) {
    while (seek_node(grid, head, route)) {
      const NodeWord* const words = grid.lowers + int64_t(route.lower) * kLowerWords;
      const Path path = route.path;
      const uint32_t stop = route.stop;
      uint32_t begin;
      do {
        const uint32_t column = lower_.at;
        begin = begin_;
        for (uint32_t met = lower_.go(path.skip, path.slope[2], path.mirror, stop, near_, begin_); met != 0;
             met &= met - 1) {
          const auto up = uint32_t(lowest_bit(met));
          const uint32_t offset = (column & 0xff) << (kLowerLog2 - kLeafLog2) | up;
          const Leaf* const leaf = grid.leaves + words[offset >> 6].child(offset & 63);
          prefetch(&leaf->mask[0]);
          prefetch(&leaf->mask[7]);
          if (n_waiting_ == kMostWaiting) pass_leaves(route);
          waiting_[n_waiting_++] = {leaf->mask, column, up, begin};
        }
      } while (lower_.out == 0);
      if (lower_.out == kByZ) {
        lower_.undo(path.skip);
        begin_ = begin;
      }
    }
    pass_leaves(route);
    return near_ >= 2 * kMargin ? count_ : count_by_times(grid, head, route.ray, t_min, t_max);
  }

 private:
  /// A leaf that is still to be walked.
  struct PendingLeaf {
    const uint64_t* masks;
    uint32_t column;  // of the lower node
    uint32_t up;      // the cell in that column
    uint32_t begin;   // when the ray enters the column
  };
  static constexpr int kMostWaiting = 16;

  DVDB_FN void pass_leaves(const Route& route) {
    for (int at = 0; at < n_waiting_; ++at) pass_leaf(route, waiting_[at]);
    n_waiting_ = 0;
  }

  DVDB_FN void pass_leaf(const Route& route, const PendingLeaf& one) {
    const Path& path = route.path;
    const Frame& frame = route.frame;
    const uint32_t leaf[3] = {one.column >> shift_of(0) & 63, one.column >> shift_of(1) & 63,
                              (one.up ^ (path.mirror & 15)) | (one.column >> kUpShift & 3) << (kLowerLog2 - kLeafLog2)};
    const uint32_t level = (frame.from[2] + high(one.begin, path.slope[2])) >> kLeafBits;
    const uint32_t begin = leaf[2] == level ? one.begin : frame.start[2] + leaf[2] * path.stride[2];
    ColumnSteps<kLeafLog2> walk;
    walk.masks = one.masks;
    uint32_t cell[3];
    for (int axis = 0; axis < 3; ++axis) {
      const uint32_t above = frame.from[axis] + high(begin, path.slope[axis]) - (leaf[axis] << kLeafBits);
      if (above >> kBits != 0) near_ = min_of(near_, above & ((1u << kBits) - 1));
      cell[axis] = above >> kBits & uint32_t(kLastVoxel);
      if (axis < 2)
        walk.next[axis] = frame.start[axis] + leaf[axis] * path.stride[axis] + (cell[axis] + 1) * path.pace[axis];
    }
    walk.floor = frame.from[2] - (leaf[2] << kLeafBits);
    walk.enter(cell, path.mirror);
    const uint32_t pace[2] = {path.pace[0], path.pace[1]};
    const uint32_t slope = path.slope[2];
    const uint32_t mirror = path.mirror;
    const uint32_t stop = route.stop;
    do {
      uint32_t time;
      count_ += uint32_t(popcount(uint64_t(walk.go(pace, slope, mirror, stop, near_, time))));
    } while (walk.out == 0);
  }

  /// Goes on to the next lower node; false at the end of the ray. A frame that holds the rest of the ray is kept.
  DVDB_FN bool seek_node(const GridView& grid, const GridHead& head, Route& route) {
    if (lower_.out == kEnded) return false;
    if (lower_.out != kNotYet) {
      const DualRay& ray = route.ray;
      int log2 = kLowerLog2;
      if (route.stop < kLatest) {
        const int axis = lower_.out == kByX ? 0 : lower_.out == kByY ? 1 : 2;
        const uint32_t time = axis < 2 ? begin_ : end_of_column(route);
        if (time >= route.stop) return false;
        int32_t& side = axis == 0 ? route.base.x : axis == 1 ? route.base.y : route.base.z;
        const int32_t before = side;
        side = int32_t(uint32_t(before) + (ray.mirror[axis] != 0 ? uint32_t(kNodeOf) : 1u << kLowerLog2));
        const LowerFinder found = find(grid, head, route, uint32_t(before ^ side) >> kTileLog2 != 0);
        if (found.any()) {
          go_on_by(axis, route.path.mirror);
          load(grid, route);
          return true;
        }
        log2 = found.empty;
      }
      pass_block(route, mirror_of(ray, route.base), log2);
    }
    return seek_by_times(grid, head, route);
  }

  /// The count of RayWalk.
  DVDB_FN static int64_t count_by_times(const GridView& grid, const GridHead& head, const DualRay& ray, double begin,
                                        double end) {
    RayWalk walk;
    return walk.start(grid, head, ray, begin, end) ? walk.count_active() : 0;
  }

  /// Converts a cell between the grid's and the ray's mirrored coordinates, in either direction.
  DVDB_FN static Coord mirror_of(const DualRay& ray, const Coord& c) {
    return {c.x ^ ray.mirror[0], c.y ^ ray.mirror[1], c.z ^ ray.mirror[2]};
  }

  /// When the ray reaches the ceiling of the lower node, if it does so in the column.
  DVDB_FN uint32_t end_of_column(const Route& route) const {
    return route.frame.start[2] + (((lower_.at >> kUpShift) + 1) << (kLowerLog2 - kLeafLog2)) * route.path.stride[2];
  }

  DVDB_FN static LowerFinder find(const GridView& grid, const GridHead& head, Route& route, bool other_tile) {
    LowerFinder found;
    found.upper = route.upper;
    found.find(grid, head, route.base, other_tile);
    route.upper = found.upper;
    route.lower = found.lower;
    return found;
  }

  DVDB_FN void load(const GridView& grid, const Route& route) {
    lower_.masks = &grid.lowers[int64_t(route.lower) * kLowerWords].mask;
    lower_.out = 0;
  }

  /// Goes on, in the frame, to the next lower node along an axis.
  DVDB_FN void go_on_by(int axis, uint32_t mirror) {
    if (axis == 0) {
      lower_.at = (lower_.at & ~0xff00u) | kBorrow;
    } else if (axis == 1) {
      lower_.at += (mirror & 0xf0) != 0 ? 0x10u : ~0xfu;  // undoes the step's carry into x
    } else {
      lower_.at += 1u << kUpShift;
      lower_.floor -= 1u << kNodeBits;
      lower_.cell_bit = 1u << (mirror & 15);
    }
  }

  /// Advances to the end of the block around a voxel, which is given in the ray's mirrored coordinates.
  DVDB_FN static void pass_block(Route& route, const Coord& cell, int log2) {
    const int32_t rest = int32_t((1u << log2) - 1);
    double exit[3];
    for (int axis = 0; axis < 3; ++axis) exit[axis] = route.ray.leaves(axis, cell[axis] | rest);
    route.time = min_of(min_of(exit[0], exit[1]), exit[2]);
    route.at_planes = 0;
    for (int axis = 0; axis < 3; ++axis) route.at_planes |= exit[axis] == route.time ? 1u << axis : 0;
  }

  /// Advances to the next lower node by exact times, and begins a new frame there.
  DVDB_FN bool seek_by_times(const GridView& grid, const GridHead& head, Route& route) {
    const DualRay& ray = route.ray;
    while (route.time < route.end) {
      uint32_t from[3];
      int32_t cell[3];
      for (int axis = 0; axis < 3; ++axis) {
        // Adding 3 * 2^28 leaves a whole number of units in the low bits of the sum; the bits above belong to the
        // constant.
        constexpr double kWhole = 0x3p28;
        const uint64_t bits =
            __builtin_bit_cast(uint64_t, ray.origin[axis] + ray.direction[axis] * route.time + kWhole) + kMargin;
        from[axis] = uint32_t(bits);
        cell[axis] = int32_t(uint32_t(bits >> kBits) - uint32_t(__builtin_bit_cast(uint64_t, kWhole) >> kBits));
        if ((route.at_planes >> axis & 1) == 0) near_ = min_of(near_, from[axis] & ((1u << kBits) - 1));
      }
      const Coord c = mirror_of(ray, {cell[0], cell[1], cell[2]});
      const uint32_t changed = uint32_t((c.x ^ route.base.x) | (c.y ^ route.base.y) | (c.z ^ route.base.z));
      const bool other_tile = (route.flags & kTile) == 0 || changed >> kTileLog2 != 0;
      route.flags |= kTile;
      route.base = {c.x & kNodeOf, c.y & kNodeOf, c.z & kNodeOf};
      const LowerFinder found = find(grid, head, route, other_tile);
      if (found.any()) {
        pass_leaves(route);  // of the last frame
        enter(from, cell, route);
        load(grid, route);
        return true;
      }
      pass_block(route, {cell[0], cell[1], cell[2]}, found.empty);
    }
    return false;
  }

  /// Begins a frame in the lower node that was found.
  DVDB_FN void enter(const uint32_t (&from)[3], const int32_t (&cell)[3], Route& route) {
    const DualRay& ray = route.ray;
    const Path& path = route.path;
    Frame& frame = route.frame;
    const double fastest = route.fastest;
    uint32_t leaf[3];  // the leaf's position in the node
    for (int axis = 0; axis < 3; ++axis) {
      const uint32_t place = uint32_t(cell[axis]) & uint32_t(~kNodeOf);
      frame.from[axis] = from[axis] - (uint32_t(cell[axis] & kNodeOf) << kBits);
      leaf[axis] = place >> kLeafLog2;
      const double wait = (ray.leaves(axis, axis == 2 ? cell[axis] | kLastVoxel : cell[axis]) - route.time) * fastest;
      const uint32_t inner = fixed_up_to(wait, latest(axis));
      if (axis == 2) {
        frame.start[2] = inner - (leaf[2] + 1) * path.stride[2];
      } else {
        const uint32_t voxel = place & uint32_t(kLastVoxel);
        frame.start[axis] = inner - leaf[axis] * path.stride[axis] - (voxel + 1) * path.pace[axis];
        const uint64_t all = inner + uint64_t(uint32_t(kLastVoxel) - voxel) * path.pace[axis];
        lower_.next[axis] = uint32_t(min_of(all, uint64_t(DualRay::fixed<kBits>(latest(axis)))));
      }
    }
    lower_.floor = frame.from[2];
    lower_.masks = nullptr;
    lower_.enter(leaf, path.mirror);
    begin_ = 0;
    const double span = (route.end - route.time) * fastest;
    // There is nothing beyond the bounds, so the walk may stop a little later, where this is clear of planes between
    // leaves.
    const uint32_t late = (route.flags & kCut) != 0 ? 0 : 1u << (kBits - 2);
    route.stop = upper_half(span) < upper_half(kMostSpan) ? uint32_t(DualRay::fixed<kBits>(span)) + late : kLatest;
  }

  ColumnSteps<kLowerLog2 - kLeafLog2> lower_ = {};
  uint32_t begin_ = 0;  // when the ray enters the column
  uint32_t near_ = 0;   // the least time between two planes whose order was relied on
  uint32_t count_ = 0;
  int n_waiting_ = 0;
  PendingLeaf waiting_[kMostWaiting];
};

}  // namespace dvdb
