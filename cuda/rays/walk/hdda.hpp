/// Hierarchical DDA: walks a ray through a grid from node to node.
///
/// A computed position only narrows the cell down to two; every decision compares the times at which the ray crosses
/// integer planes, and the time of a plane is a function of the plane alone. So skipping a whole node and walking
/// through all its voxels agree to the bit, and no voxel at a corner is missed. Amanatides and Woo 1987 for the step;
/// Museth 2014 for the hierarchy; the plane bookkeeping is our own.
#pragma once

#include "rays/walk/dual_ray.hpp"

namespace dvdb {

/// The side through which a ray enters a cell.
enum Face : uint8_t {
  kFaceLowX = 0,
  kFaceHighX = 1,
  kFaceLowY = 2,
  kFaceHighY = 3,
  kFaceLowZ = 4,
  kFaceHighZ = 5,
  kFaceInside = 6,
  kFaceMiss = 255
};

/// A walk along a ray through one grid, cell by cell; cells are empty blocks of voxels, or single voxels.
class RayWalk {
 public:
  /// Starts where the ray is in the grid's bounds within [t_min, t_max]; false when it is there for no longer than an
  /// instant.
  ///
  /// A ray may be split into parts, each of which walks through the voxels that are entered in its share of the time:
  /// together they visit what a single walk would, at bit-identical times.
  DVDB_FN bool start(const GridView& grid, const GridHead& head, const DualRay& ray, double t_min, double t_max,
                     int part = 0, int parts = 1) {
    grid_ = &grid;
    head_ = &head;
    ray_ = &ray;
    begin_ = time_ = t_min;
    end_ = t_max;
    if (head.n_tiles == 0 || !ray.clip(head.bounds, time_, end_)) return false;
    const double first = time_;
    const double span = end_ - first;
    if (!(span < DualRay::kForever)) {  // it has no parts
      parts = 1;
      if (part > 0) return false;
    }
    stop_ = part + 1 < parts ? first + span * (double(part + 1) / parts) : end_;
    if (part > 0) time_ = first + span * (double(part) / parts);
    if (!(time_ < stop_)) return false;
    for (int axis = 0; axis < 3; ++axis) cell_[axis] = ray.cell_after(axis, time_);
    if (part > 0 && !(entered() >= time_) && !step()) return false;  // skips a voxel of the previous part
    changed_ = 31;
    return true;
  }

  /// For each active voxel along the ray, calls enter(), then leave() when time() is that of leaving it, until either
  /// returns false.
  template <class Enter, class Leave>
  DVDB_FN void each_active(Enter enter, Leave leave) {
    if constexpr (kOnGpu) {
      each_active_by_cells(enter, leave);
    } else {
      each_active_by_nodes(enter, leave);
    }
  }

  /// Number of active voxels along the ray.
  DVDB_FN int64_t count_active() {
    int64_t count = 0;
    each_active(
        [&] {
          ++count;
          return true;
        },
        [] { return true; });
    return count;
  }

  /// Calls visit(enter, leave) with the times of each maximal run of active voxels, until it returns false.
  template <class Visit>
  DVDB_FN void each_run(Visit visit) {
    double first = 0;
    double last = 0;
    bool open = false;
    bool on = true;
    each_active(
        [&] {
          if (open && time_ == last) return true;
          if (open) on = visit(first, last);
          open = true;
          first = time_;
          return on;
        },
        [&] {
          last = time_;
          return true;
        });
    if (open && on) visit(first, last);
  }

  /// When the ray enters the current cell; the end of the ray once a step has failed.
  DVDB_FN double time() const { return time_; }

  DVDB_FN Coord cell() const { return unmirrored(cell_); }

  /// The cell's coordinate along an axis, mirrored as the ray is.
  DVDB_FN int32_t mirrored_cell(int axis) const { return cell_[axis]; }

  /// Row of the current voxel, which is active.
  DVDB_FN int64_t row() const {
    const uint32_t offset = leaf_offset(cell());
    return grid_->leaves[leaf_].row(offset >> 6, offset & 63);
  }

  /// The face through which the ray entered the current voxel; at an edge that of the lowest axis.
  DVDB_FN uint8_t face() const {
    if (!(time_ > begin_)) return kFaceInside;
    const auto through = [&](int axis) { return ray_->moves(axis) && ray_->enters(axis, cell_[axis]) == time_; };
    const auto side = [&](int axis) { return uint8_t(2 * axis + (ray_->mirror[axis] != 0 ? 1 : 0)); };
    if (through(0)) return side(0);
    if (through(1)) return side(1);
    return through(2) ? side(2) : uint8_t(kFaceInside);
  }

 private:
  static constexpr uint32_t kNone = ~0u;                         // what -1 becomes
  static constexpr int kBlockLog2 = 2;                           // 4^3 cells: a bit each of a 64-bit word
  static constexpr int kGroupOfLeaves = kLeafLog2 + kBlockLog2;  // a block of leaves

  /// Converts mirrored coordinates of a cell to those of the grid.
  DVDB_FN Coord unmirrored(const int32_t (&cell)[3]) const {
    return {cell[0] ^ ray_->mirror[0], cell[1] ^ ray_->mirror[1], cell[2] ^ ray_->mirror[2]};
  }

  /// The time at which the ray enters the current voxel, but not before the walk begins.
  DVDB_FN double entered() const {
    double time = begin_;
    for (int axis = 0; axis < 3; ++axis) {
      if (ray_->moves(axis)) time = max_of(time, ray_->enters(axis, cell_[axis]));
    }
    return time;
  }

  /// The bit of a block for a cell.
  DVDB_FN static uint32_t bit_of(const Coord& c) {
    return (uint32_t(c.y) & 3) << 4 | (uint32_t(c.x) & 3) << 2 | (uint32_t(c.z) & 3);
  }

  /// Each iteration advances by one cell, whatever its size, so that the lanes of a warp stay in lockstep.
  template <class Enter, class Leave>
  DVDB_FN void each_active_by_cells(Enter enter, Leave leave) {
    for (bool on = true; on && time_ < stop_;) {
      const Coord c = cell();
      if (changed_ >= kBlockLog2) look_up(c);
      const bool active = log2_ == 0 && (octant_ >> bit_of(c) & 1) != 0;
      if (active) on = enter();
      if (on) {
        const bool more = step();
        if (active) on = leave();
        on = on && more;
      }
    }
  }

  /// Walks through lower nodes leaf by leaf, and through leaves voxel by voxel: with branch prediction, short uniform
  /// steps take less time than longer ones that vary.
  template <class Enter, class Leave>
  DVDB_FN void each_active_by_nodes(Enter enter, Leave leave) {
    for (bool on = true; on && time_ < stop_;) {
      if (changed_ >= kLowerLog2) find_lower(cell());
      if (lower_ != kNone) {
        on = each_active_of_lower(enter, leave);
      } else {
        log2_ = empty_;
        on = step();
      }
    }
  }

  /// The next plane along each axis between aligned blocks of 2^kLog2 cells, and when the ray crosses it.
  template <int kLog2>
  struct Planes {
    static constexpr int32_t kSize = 1 << kLog2;
    const DualRay& ray;
    double way[3];   // distance to the plane after the next one
    double time[3];  // time of the next one
    double then[3];  // time of the one after it: computed ahead, so that it is ready when needed

    DVDB_FN Planes(const DualRay& of, const int32_t (&cell)[3]) : ray(of) {
      for (int axis = 0; axis < 3; ++axis) {
        const double next = ray.behind(axis, cell[axis] | (kSize - 1));
        time[axis] = next * ray.inverse[axis];
        way[axis] = next + kSize;
        then[axis] = way[axis] * ray.inverse[axis];
      }
    }

    DVDB_FN double next() const { return min_of(min_of(time[0], time[1]), time[2]); }

    /// Advances to the block beyond the planes that are crossed at `now`, the earliest time. Planes of an axis have
    /// different times, so no ray crosses two of them at once.
    DVDB_FN void pass(double now, int32_t (&cell)[3]) {
      for (int axis = 0; axis < 3; ++axis) {
        const bool passes = time[axis] <= now;
        cell[axis] = int32_t(uint32_t(cell[axis]) + (passes ? kSize : 0));
        time[axis] = passes ? then[axis] : time[axis];
        way[axis] += passes ? kSize : 0;
        then[axis] = way[axis] * ray.inverse[axis];
      }
    }
  };

  /// Walks to the end of the lower node, or until a visitor returns false; returns whether none did.
  template <class Enter, class Leave>
  DVDB_FN bool each_active_of_lower(Enter enter, Leave leave) {
    const NodeWord* words = grid_->lowers + int64_t(lower_) * kLowerWords;
    const int32_t from[3] = {cell_[0], cell_[1], cell_[2]};
    int32_t at[3] = {cell_[0], cell_[1], cell_[2]};
    Planes<kLeafLog2> leaves(*ray_, at);
    const auto changed = [&](const int32_t (&to)[3]) {
      return uint32_t(to[0] ^ from[0]) | uint32_t(to[1] ^ from[1]) | uint32_t(to[2] ^ from[2]);
    };
    bool on = true;
    bool is_there = true;  // cell_ is where the ray is, not where it entered the last leaf that exists
    do {
      const double next = leaves.next();
      const uint32_t offset = lower_offset(unmirrored(at));
      const NodeWord& word = words[offset >> 6];
      if (word.has(offset & 63)) {
        leaf_ = word.child(offset & 63);
        if (!is_there) find_cell();
        on = each_active_of_leaf(next, enter, leave);
        is_there = true;
      } else {
        time_ = min_of(next, end_);
        is_there = false;
      }
      leaves.pass(next, at);
    } while (on && time_ < stop_ && changed(at) >> kLowerLog2 == 0);
    if (!is_there) find_cell();
    changed_ = highest_bit(changed(cell_) | 1);
    return on;
  }

  /// Walks to the end of the leaf, where the ray is then, or until a visitor returns false; returns whether none did.
  template <class Enter, class Leave>
  DVDB_FN bool each_active_of_leaf(double end, Enter enter, Leave leave) {
    const uint64_t* mask = grid_->leaves[leaf_].mask;
    const double last = min_of(end, stop_);
    Planes<0> voxels(*ray_, cell_);
    for (;;) {
      const uint32_t at = leaf_offset(cell());
      const bool active = (mask[at >> 6] >> (at & 63) & 1) != 0;
      if (active && !enter()) return false;
      const double next = voxels.next();
      time_ = min_of(next, end_);
      voxels.pass(next, cell_);
      if (active && !leave()) return false;
      if (!(next < last)) return true;
    }
  }

  /// Finds the voxel that the ray is in.
  DVDB_FN void find_cell() {
    for (int axis = 0; axis < 3; ++axis) cell_[axis] = ray_->cell_after(axis, time_);
  }

  /// Looks up the nodes around a voxel, as far as the last step may have changed them.
  DVDB_FN void look_up(const Coord& c) {
    if (changed_ >= kLeafLog2) {
      if (changed_ >= kGroupOfLeaves) find_leaves(c);
      log2_ = empty_;
      if ((leaves_ >> bit_of({c.x >> kLeafLog2, c.y >> kLeafLog2, c.z >> kLeafLog2}) & 1) != 0) {
        leaf_ = uint32_t(grid_->find_leaf(lower_, c));
        log2_ = 0;
      }
    }
    if (log2_ < kLeafLog2) {
      const uint64_t* slices = grid_->leaves[leaf_].mask + (c.x & 4);
      const uint32_t shift = (uint32_t(c.y) & 4) * 8 + (uint32_t(c.z) & 4);
      // Four slices of four rows of four bits: rows become bytes, then pairs of slices share bytes.
      const auto rows = [&](int slice) { return uint32_t(slices[slice] >> shift) & 0x0f0f0f0fu; };
      octant_ = interleave_bytes(rows(0) | rows(1) << 4, rows(2) | rows(3) << 4);
      log2_ = octant_ != 0 ? 0 : kBlockLog2;
    }
  }

  /// Finds the upper and the lower node around a voxel.
  DVDB_FN void find_lower(const Coord& c) {
    if (changed_ >= kTileLog2) upper_ = uint32_t(grid_->find_upper(*head_, c));
    lower_ = kNone;
    empty_ = kTileLog2;
    if (upper_ != kNone) {
      lower_ = uint32_t(grid_->find_lower(upper_, c));
      empty_ = grid_->lowers_around_empty(upper_, c) ? kLowerLog2 + kGroupLog2 : kLowerLog2;
    }
  }

  /// Finds the block of leaves around a voxel.
  DVDB_FN void find_leaves(const Coord& c) {
    if (changed_ >= kLowerLog2) {
      find_lower(c);
      leaves_ = 0;
    }
    if (lower_ != kNone) {
      // Four words, four slices: their rows of 16 bits have four bits each for the block.
      const NodeWord* words = grid_->lowers + (int64_t(lower_) * kLowerWords + (lower_offset(c) >> 6 & 0x33));
      const uint32_t shift = uint32_t(c.z) >> kLeafLog2 & 12;
      const auto rows = [&](int slice) { return words[4 * slice].mask >> shift & 0x000f000f000f000fu; };
      leaves_ = rows(0) | rows(1) << 4 | rows(2) << 8 | rows(3) << 12;
      empty_ = leaves_ != 0 ? kLeafLog2 : kGroupOfLeaves;
    }
  }

  /// Advances to the next cell; false when the ray ends first, in which case time() is its end.
  DVDB_FN bool step() {
    const int32_t rest = int32_t((1u << log2_) - 1);
    double exit[3];
    for (int axis = 0; axis < 3; ++axis) exit[axis] = ray_->leaves(axis, cell_[axis] | rest);
    const double next = min_of(min_of(exit[0], exit[1]), exit[2]);
    time_ = min_of(next, end_);
    if (!(next < end_)) return false;
    uint32_t changed = 1;
    for (int axis = 0; axis < 3; ++axis) {
      const int32_t to = ray_->cell_after(axis, next);
      changed |= uint32_t(to ^ cell_[axis]);
      cell_[axis] = to;
    }
    changed_ = highest_bit(changed);
    return true;
  }

  const GridView* grid_ = nullptr;
  const GridHead* head_ = nullptr;
  const DualRay* ray_ = nullptr;
  double begin_ = 0;
  double time_ = 0;
  double end_ = 0;
  double stop_ = 0;  // voxels entered from this time on are left to the next part
  int32_t cell_[3] = {};
  int changed_ = 31;  // the highest bit that the last step changed in any coordinate
  int log2_ = 0;      // size of the current cell: 0 for a voxel, else an empty block
  int empty_ = 0;     // size of the empty block around the cell, disregarding the leaves of the current block
  uint32_t upper_ = kNone;
  uint32_t lower_ = kNone;
  uint32_t leaf_ = kNone;
  uint64_t leaves_ = 0;  // which leaves of the block exist
  uint64_t octant_ = 0;  // which voxels of an eighth of a leaf are active
};

}  // namespace dvdb
