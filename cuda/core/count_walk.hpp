/// Counts active voxels along many rays that go their own ways, by parts: the lower nodes that a ray comes to, the leaves on its
/// way through each of these, and the voxels on its way through each leaf. Lanes of a warp take parts of a kind together.
///
/// A count needs no times, only which cells a ray passes. It comes to lower nodes and to leaves by times that are exact; from
/// there on times are whole numbers, by which it steps from cell to cell. Where these do not tell what RayWalk would meet, the
/// ray says so, and is to be counted by times.
#pragma once

#include "backend/launch.hpp"
#include "core/cell_steps.hpp"
#include "core/lower_finder.hpp"

namespace dvdb {

/// A lower node to which a ray comes.
struct LowerOnWay {
  double begin;  // when it does
  uint32_t lower;
  uint32_t owner;
};

/// A leaf to which a ray comes.
struct LeafOnWay {
  uint32_t lower;
  uint16_t offset;  // in the lower node
  uint16_t owner;
};

/// A ray along which active voxels are counted.
struct CountedRay {
  DualRay ray;
  double pace;   // of the fastest axis
  double begin;  // when it comes to the bounds
  double time;   // when it comes to the next lower node, or to the next block without any
  double end;    // when it leaves the bounds
  Coord base;        // of the lower node that was sought
  LowerFinder found;
  int32_t high[3];   // the last voxel in the bounds along each axis, as the ray counts
  uint32_t step[3];  // from plane to plane, in times of blocks
  uint32_t grid;
  uint32_t flags;
  uint32_t count;

  /// A ray that meets nothing.
  DVDB_FN void clear() {
    flags = 0;
    count = 0;
  }

  /// Starts where the ray, which is placed, is in the grid's bounds within [t_min, t_max]; false when it has nowhere to go.
  DVDB_FN bool start(const GridHead& head, double t_min, double t_max) {
    clear();
    base = {};
    time = t_min;
    end = t_max;
    if (head.n_tiles == 0 || !ray.clip(head.bounds, time, end)) return false;
    begin = time;
    if (!(end < t_max)) flags |= kCut;
    for (int axis = 0; axis < 3; ++axis) {
      high[axis] = ray.mirror[axis] != 0 ? ~head.bounds[0][axis] : head.bounds[1][axis];
      if ((flags & kCut) != 0) high[axis] = min_of(high[axis], ray.cell_after(axis, t_max));
    }
    const bool sure = ray.set_in_motion();
    pace = max_of(max_of(ray.direction[0], ray.direction[1]), ray.direction[2]);
    for (int axis = 0; axis < 3; ++axis) step[axis] = Voxels::fixed(pace * ray.inverse[axis]);
    if ((flags & kCut) == 0 && (begin > t_min || begin == 0) && ray.is_regular()) flags |= kRegular;
    if (!sure || ((flags & kRegular) == 0 && ray.keeps_to_lattice())) flags |= kUnsure;
    return is_sure();
  }

  /// Goes on to the end of a lower node, or of an empty block; false when the ray ends there.
  DVDB_FN bool next(const GridView& grid, const GridHead& head, LowerOnWay& task, bool& any) {
    int32_t cell[3];
    for (int axis = 0; axis < 3; ++axis) cell[axis] = ray.cell_after(axis, time);
    const auto base_along = [&](int axis) { return (cell[axis] ^ ray.mirror[axis]) & ~((1 << kLowerLog2) - 1); };
    const Coord to = {base_along(0), base_along(1), base_along(2)};
    const uint32_t changed = uint32_t((to.x ^ base.x) | (to.y ^ base.y) | (to.z ^ base.z));
    const bool other_tile = time == begin || changed >> kTileLog2 != 0;
    base = to;
    found.find(grid, head, to, other_tile);
    any = found.any();
    task.begin = time;
    task.lower = found.lower;
    const int32_t rest = int32_t((1u << (any ? kLowerLog2 : found.empty)) - 1);
    double until = DualRay::kForever;
    for (int axis = 0; axis < 3; ++axis) until = min_of(until, ray.leaves(axis, cell[axis] | rest));
    time = until;
    return until < end && is_sure();
  }

  /// Counts the voxels on the way through a leaf.
  DVDB_FN void count_in(const GridView& grid, double t_max, const LeafOnWay& leaf) {
    if (!is_sure()) return;
    const NodeWord word = grid.lowers[int64_t(leaf.lower) * kLowerWords + (leaf.offset >> 6)];
    const Coord least = lower_child_origin(grid.lower_origins[leaf.lower].ijk, leaf.offset);
    int32_t low[3];
    double from = begin;
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = (least[axis] ^ ray.mirror[axis]) & ~kLastVoxel;
      from = max_of(from, ray.enters(axis, low[axis]));
    }
    const bool with_care = (flags & (kCut | kRegular)) != 0;
    if (with_care) {
      double until = t_max;
      for (int axis = 0; axis < 3; ++axis) until = min_of(until, ray.leaves(axis, low[axis] | kLastVoxel));
      if (!(from < until)) return;
    }
    Voxels voxels;
    const char* at = strides_behind(reinterpret_cast<const char*>(grid.leaves), word.child(leaf.offset & 63), uint32_t(sizeof(Leaf)));
    voxels.masks = reinterpret_cast<const Leaf*>(at)->mask;
    for (int axis = 0; axis < 3; ++axis) voxels.step[axis] = step[axis];
    voxels.enter(ray, pace, from);
    uint32_t met = 0;
    uint32_t near = ~0u;
    if (!with_care) {
      do {
        met += voxels.has();
        voxels.go();
      } while (voxels.inside());
    } else {
      // The ray may end, or be in a cell for no longer than an instant.
      const uint32_t last = (flags & kCut) != 0 ? Voxels::fixed((t_max - from) * pace) : ~0u;
      uint32_t time;
      do {
        time = voxels.next();
        met += time != voxels.now ? voxels.has() : 0;
        near = min_of(near, time < last ? last - time : time - last);
        voxels.go();
      } while (time < last && voxels.inside());
    }
    check(min_of(near, voxels.nearest()));
    if (met != 0) backend::atomic_add(&count, met);
  }

  /// Takes the least time between planes of a block into account.
  DVDB_FN void check(uint32_t near) {
    if (near < kMargin && (flags & kRegular) == 0) backend::atomic_or(&flags, kUnsure);
  }

  /// Whether the count is that of RayWalk.
  DVDB_FN bool is_sure() const { return (flags & kUnsure) == 0; }

 private:
  using Voxels = CellSteps<kLeafLog2, 0>;

  static constexpr int32_t kLastVoxel = (1 << kLeafLog2) - 1;

  static constexpr uint32_t kCut = 1;      // the ray may end within a leaf
  static constexpr uint32_t kUnsure = 2;   // whole numbers do not tell what it meets
  // They do, as its planes are passed at multiples of 2^-20 of the time for a leaf, which whole numbers hold.
  static constexpr uint32_t kRegular = 4;

  // How near two times may be if RayWalk is to tell the same: 2^-21. A time that it compares is rounded twice, which is less
  // than 2^-24 of a voxel for planes as far away as set_in_motion() allows. Rounding to 2^-26 adds 2^-27 at first, and for
  // each of up to 15 steps: 2^-23.
  static constexpr uint32_t kMargin = 32;
};

/// The way of a ray through the leaves of a lower node.
class LowerWay {
 public:
  DVDB_FN void open(const GridView& grid, const LowerOnWay& task, const CountedRay& ray) {
    for (int axis = 0; axis < 3; ++axis) leaves_.step[axis] = ray.step[axis];
    lower_ = task.lower;
    leaves_.masks = &grid.lowers[int64_t(lower_) * kLowerWords].mask;
    leaves_.enter(ray.ray, ray.pace, task.begin, ray.high);
  }

  DVDB_FN bool inside() const { return leaves_.inside(); }

  /// Whether there is a leaf where the way is, inside.
  DVDB_FN bool finds() const { return leaves_.inside() && leaves_.has() != 0; }

  DVDB_FN LeafOnWay leaf() const { return {lower_, uint16_t(leaves_.offset()), 0}; }

  /// Goes on by one cell.
  DVDB_FN void pass() { leaves_.go(); }

  DVDB_FN void close(CountedRay& ray) const { ray.check(leaves_.nearest()); }

 private:
  CellSteps<kLowerLog2 - kLeafLog2, kLeafLog2> leaves_;
  uint32_t lower_ = 0;
};

}  // namespace dvdb
