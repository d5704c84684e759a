/// Counts active voxels along many diverging rays, in three levels of work: the lower nodes that a ray enters, the
/// leaves on its path through each node, and the voxels on its path through each leaf. Lanes of a warp share work of
/// the same level.
///
/// A count needs no exact times, only the cells that a ray passes. Lower nodes are found by exact times; within them,
/// steps from leaf to leaf and from voxel to voxel use fixed-point times. Where these are too imprecise to decide what
/// RayWalk would meet, the ray is marked as unsure, and has to be counted by exact times.
#pragma once

#include "backend/api/launch.hpp"
#include "rays/walk/lower_finder.hpp"
#include "rays/walk/voxel_steps.hpp"

namespace dvdb {

/// A lower node that a ray enters.
struct EnteredLower {
  double begin;  // when it does so
  uint32_t lower;
  uint32_t owner;
};

/// A leaf that a ray enters.
struct EnteredLeaf {
  uint32_t lower;
  uint16_t offset;  // in the lower node
  uint16_t owner;
  double time;  // soon after it does so
};

/// A ray along which active voxels are counted.
struct CountedRay {
  DualRay ray;
  double pace;       // of the fastest axis
  double unit;       // unit of the fixed-point times in lower nodes
  double begin;      // when it enters the bounds
  double time;       // when it enters the next lower node, or the next empty block
  double end;        // when it leaves the bounds
  Coord base;        // of the lower node that was looked up last
  uint32_t upper;    // the upper node around it
  uint32_t step[3];  // from plane to plane, in fixed-point times of blocks
  uint32_t grid;
  uint32_t flags;
  uint32_t count;

  /// A ray that meets nothing.
  DVDB_FN void clear() {
    flags = 0;
    count = 0;
  }

  /// Starts where the ray, which is placed, is in the grid's bounds within [t_min, t_max]; false when there is nothing
  /// to walk.
  DVDB_FN bool start(const GridHead& head, double t_min, double t_max) {
    clear();
    base = {1 << 30, 0, 0};  // in a tile that no ray with usable fixed-point times reaches
    time = t_min;
    end = t_max;
    if (head.n_tiles == 0 || !ray.clip(head.bounds, time, end)) return false;
    begin = time;
    if (!(end < t_max)) flags |= kCut;
    const bool sure = ray.set_in_motion();
    pace = max_of(max_of(ray.direction[0], ray.direction[1]), ray.direction[2]);
    for (int axis = 0; axis < 3; ++axis) step[axis] = VoxelSteps::fixed(pace * ray.inverse[axis]);
    flags |= (ray.direction[2] == pace ? 2 : ray.direction[1] == pace ? 1 : 0) * kAlong;
    const double least = min_of(min_of(ray.inverse[0], ray.inverse[1]), ray.inverse[2]);
    unit = least * (double(1 << kLeafLog2) / (1 << VoxelSteps::kBits));
    if (!(begin > soon_after(t_min, 2 * kSoon))) flags |= kInside;
    if ((flags & kCut) == 0 && (begin > t_min || begin == 0) && ray.is_regular()) flags |= kRegular;
    if (!sure || ((flags & kRegular) == 0 && ray.keeps_to_lattice())) flags |= kUnsure;
    // A ray that enters the bounds starts a little earlier, where no planes have to be told apart.
    if ((flags & (kInside | kRegular)) == 0) time = max_of(t_min, begin - 0.3 * least);
    return is_sure();
  }

  /// Advances to the end of a lower node, or of an empty block; false when the ray ends there.
  DVDB_FN bool next(const GridView& grid, const GridHead& head, EnteredLower& task, bool& any) {
    int32_t cell[3];
    for (int axis = 0; axis < 3; ++axis) cell[axis] = ray.cell_after(axis, time);
    const auto base_along = [&](int axis) { return (cell[axis] ^ ray.mirror[axis]) & ~((1 << kLowerLog2) - 1); };
    const Coord to = {base_along(0), base_along(1), base_along(2)};
    const uint32_t changed = uint32_t((to.x ^ base.x) | (to.y ^ base.y) | (to.z ^ base.z));
    base = to;
    LowerFinder found;
    found.upper = upper;
    found.find(grid, head, to, changed >> kTileLog2 != 0);
    upper = found.upper;
    any = found.any();
    task.begin = time;
    task.lower = found.lower;
    const int32_t rest = int32_t((1u << (any ? kLowerLog2 : found.empty)) - 1);
    double until = DualRay::kForever;
    for (int axis = 0; axis < 3; ++axis) until = min_of(until, ray.leaves(axis, cell[axis] | rest));
    time = until;
    return until < end && is_sure();
  }

  /// Soon after a time.
  DVDB_FN double soon_after(double when) const { return when + kSoon * unit; }

  DVDB_FN double soon_after(double when, uint32_t units) const { return estimate_sum(whole_number(units), unit, when); }

  /// The axis along which the ray is the fastest.
  DVDB_FN uint32_t along() const { return flags / kAlong; }

  // The delay that "soon after" means, in units: 10 * 2^-23 of a voxel. A ray that crossed a plane is located this much
  // later, since its times in a lower node are off by up to 9 units: rounding adds half a unit for a height, for the
  // first plane, and for each of up to 15 steps, and doubles add 2^-24 of a voxel. Any other plane is at least kMargin
  // later, so that the ray has not reached it yet.
  static constexpr uint32_t kSoon = 10;

  /// Whether the ray has to be followed from a task, or a leaf, by the same times as RayWalk.
  DVDB_FN bool is_exact(double from) const {
    return (flags & kRegular) != 0 || ((flags & kInside) != 0 && from == begin);
  }

  /// Counts the voxels on the path through a leaf.
  DVDB_FN void count_in(const GridView& grid, double t_max, const EnteredLeaf& leaf) {
    if (!is_sure()) return;
    const NodeWord word = grid.lowers[int64_t(leaf.lower) * kLowerWords + (leaf.offset >> 6)];
    const char* at = strides_behind(reinterpret_cast<const char*>(grid.leaves), word.child(leaf.offset & 63),
                                    uint32_t(sizeof(Leaf)));
    VoxelSteps voxels;
    voxels.masks = reinterpret_cast<const Leaf*>(at)->mask;
    for (int axis = 0; axis < 3; ++axis) voxels.step[axis] = step[axis];
    uint32_t met = 0;
    if ((flags & (kCut | kRegular | kInside)) == 0 ||
        ((flags & (kCut | kRegular)) == 0 && leaf.time > soon_after(begin, 2 * kSoon))) {
      check_soon(voxels.enter_soon(ray, pace, leaf.time), kLeafLog2);
      do {
        met += voxels.has();
        voxels.go();
      } while (voxels.inside());
      check(voxels.nearest());
    } else {
      met = count_with_care(grid, t_max, leaf, voxels);
    }
    if (met != 0) backend::atomic_add(&count, met);
  }

  /// Marks the ray as unsure if the least time between planes of a block is below the margin.
  DVDB_FN void check(uint32_t near) {
    if (near < kMargin && (flags & kRegular) == 0) backend::atomic_or(&flags, kUnsure);
  }

  /// Takes into account when the ray passed the plane that it passed last but one before it was looked for, in cells of
  /// 2^log2 parts of a leaf. If that is not clear of the time when it passed the last one, up to 19 units before, they
  /// may be told in the wrong order. Rounding the place to 2^-25 of a voxel adds up to 4.25 units, where a plane takes
  /// 17 cells.
  DVDB_FN void check_soon(uint32_t since, int log2) {
    if (since < 24u << log2) backend::atomic_or(&flags, kUnsure);
  }

  /// Whether the count is that of RayWalk.
  DVDB_FN bool is_sure() const { return (flags & kUnsure) == 0; }

 private:
  static constexpr int32_t kLastVoxel = (1 << kLeafLog2) - 1;

  static constexpr uint32_t kCut = 1;     // the ray may end within a leaf
  static constexpr uint32_t kUnsure = 2;  // fixed-point times do not decide what it meets
  // They surely do, as its planes are crossed at multiples of 2^-20 of the time for a leaf, which fixed-point times
  // represent.
  static constexpr uint32_t kRegular = 4;
  static constexpr uint32_t kInside = 8;  // the ray begins within the bounds, or just before them
  static constexpr uint32_t kAlong = 16;

  // The least difference of two times at which their order is surely that of RayWalk: 2^-21. The times that RayWalk
  // compares are rounded twice, by less than 2^-24 of a voxel for planes as far away as set_in_motion() allows.
  // Rounding to 2^-26 adds 2^-27 initially, and for each of up to 15 steps: 2^-23.
  static constexpr uint32_t kMargin = 32;

  /// Counts voxels where the ray may begin or end, or be in a cell for no longer than an instant.
  DVDB_FN uint32_t count_with_care(const GridView& grid, double t_max, const EnteredLeaf& leaf, VoxelSteps& voxels) {
    const Coord least = lower_child_origin(grid.lower_origins[leaf.lower].ijk, leaf.offset);
    double from = begin;
    double until = t_max;
    for (int axis = 0; axis < 3; ++axis) {
      const int32_t low = (least[axis] ^ ray.mirror[axis]) & ~kLastVoxel;
      from = max_of(from, ray.enters(axis, low));
      until = min_of(until, ray.leaves(axis, low | kLastVoxel));
    }
    if (!(from < until)) return 0;
    voxels.enter(ray, pace, from);
    uint32_t met = 0;
    uint32_t near = ~0u;
    const uint32_t last = (flags & kCut) != 0 ? VoxelSteps::fixed((t_max - from) * pace) : ~0u;
    uint32_t time;
    do {
      time = voxels.next();
      met += time != voxels.now ? voxels.has() : 0;
      near = min_of(near, time < last ? last - time : time - last);
      voxels.go();
    } while (time < last && voxels.inside());
    check(min_of(near, voxels.nearest()));
    return met;
  }
};

}  // namespace dvdb
