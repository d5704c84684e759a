/// Hierarchical DDA: walks a ray through a grid from node to node without ever sampling a position.
///
/// Every decision compares the times at which the ray crosses integer planes, and the time of a plane is one function
/// of the plane. So a step over a whole node and a walk through all its voxels agree to the bit, and no corner is lost.
/// Amanatides and Woo 1987 for the step; Museth 2014 for the hierarchy; the plane bookkeeping is our own.
#pragma once

#include "core/dual_ray.hpp"

namespace dvdb {

/// The side through which a ray enters a cell.
enum Face : uint8_t { kFaceLowX = 0, kFaceHighX = 1, kFaceLowY = 2, kFaceHighY = 3, kFaceLowZ = 4, kFaceHighZ = 5, kFaceInside = 6, kFaceMiss = 255 };

/// A walk along a ray through one grid, cell by cell; cells are empty blocks of voxels, or single voxels.
class RayWalk {
 public:
  /// Starts where the ray is in the grid's bounds within [t_min, t_max]; false when it is nowhere for longer than an instant.
  DVDB_FN bool start(const GridView& grid, const GridHead& head, const DualRay& ray, double t_min, double t_max) {
    grid_ = &grid;
    head_ = &head;
    ray_ = &ray;
    begin_ = time_ = t_min;
    end_ = t_max;
    if (head.n_tiles == 0) return false;
    int32_t low[3];
    int32_t high[3];
    for (int axis = 0; axis < 3; ++axis) {
      const bool down = ray.mirror[axis] != 0;
      low[axis] = down ? ~head.bounds[1][axis] : head.bounds[0][axis];
      high[axis] = down ? ~head.bounds[0][axis] : head.bounds[1][axis];
      if (!ray.moves(axis)) {
        if (!(ray.origin[axis] >= low[axis] && ray.origin[axis] < double(high[axis]) + 1)) return false;
        continue;
      }
      time_ = max_of(time_, ray.enters(axis, low[axis]));
      end_ = min_of(end_, ray.leaves(axis, high[axis]));
    }
    if (!(time_ < end_)) return false;
    for (int axis = 0; axis < 3; ++axis) cell_[axis] = ray.cell_after(axis, time_, low[axis], high[axis]);
    return true;
  }

  /// Calls enter() in each active voxel along the ray and leave() behind it, where time() is that of leaving, until either
  /// says no.
  template <class Enter, class Leave>
  DVDB_FN void each_active(Enter enter, Leave leave) {
    while (true) {
      if (changed_ >= kOctantLog2) look_up(cell());
      if (log2_ != 0) {
        if (!step(log2_)) return;
        continue;
      }
      do {
        const bool active = is_active(cell());
        if (active && !enter()) return;
        const bool more = step_voxel();
        if (active && !leave()) return;
        if (!more) return;
      } while (changed_ < kOctantLog2);
    }
  }

  /// Calls visit(enter, leave) with the times of each longest run of active voxels, until it says no.
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

  DVDB_FN Coord cell() const { return {cell_[0] ^ ray_->mirror[0], cell_[1] ^ ray_->mirror[1], cell_[2] ^ ray_->mirror[2]}; }

  /// Row of the current voxel, which is active.
  DVDB_FN int64_t row() const {
    const uint32_t offset = leaf_offset(cell());
    return grid_->leaves[leaf_].row(offset >> 6, offset & 63);
  }

  /// The side through which the ray entered the current voxel; at an edge the one of the lowest axis.
  DVDB_FN uint8_t face() const {
    if (!(time_ > begin_)) return kFaceInside;
    const auto through = [&](int axis) { return ray_->moves(axis) && ray_->enters(axis, cell_[axis]) == time_; };
    const auto side = [&](int axis) { return uint8_t(2 * axis + (ray_->mirror[axis] != 0 ? 1 : 0)); };
    if (through(0)) return side(0);
    if (through(1)) return side(1);
    return through(2) ? side(2) : uint8_t(kFaceInside);
  }

 private:
  static constexpr int kOctantLog2 = 2;  // 4^3 voxels, an eighth of a leaf: its bits are kept while the ray is in it

  /// Whether a voxel of the current octant is active.
  DVDB_FN bool is_active(const Coord& c) const {
    const uint32_t half = (c.x & 2) != 0 ? octant_high_ : octant_low_;
    return (half >> ((uint32_t(c.y) & 3) * 8 + (uint32_t(c.x) & 1) * 4 + (uint32_t(c.z) & 3)) & 1) != 0;
  }

  /// Finds the nodes around a voxel as far down as the last step left them.
  DVDB_FN void look_up(const Coord& c) {
    if (changed_ >= kLeafLog2) {
      if (changed_ >= kLowerLog2) {
        if (changed_ >= kTileLog2) upper_ = grid_->find_upper(*head_, c);
        lower_ = GridView::kMissing;
        log2_ = kTileLog2;
        if (upper_ >= 0) {
          const uint32_t offset = upper_offset(c);
          const NodeWord word = grid_->uppers[upper_ * kUpperWords + (offset >> 6)];
          const bool alone = (word.groups >> ((offset & 31) >> kGroupLog2) & 1) != 0;
          log2_ = alone ? kLowerLog2 : kLowerLog2 + kGroupLog2;
          if (word.has(offset & 63)) lower_ = int64_t(word.child(offset & 63));
        }
      }
      leaf_ = GridView::kMissing;
      if (lower_ >= 0) {
        const uint32_t offset = lower_offset(c);
        const NodeWord word = grid_->lowers[lower_ * kLowerWords + (offset >> 6)];
        const bool alone = (word.groups >> ((offset & 15) >> kGroupLog2) & 1) != 0;
        log2_ = alone ? kLeafLog2 : kLeafLog2 + kGroupLog2;
        if (word.has(offset & 63)) leaf_ = int64_t(word.child(offset & 63));
      }
    }
    if (leaf_ >= 0) {
      // Four slices of four rows of four bits: rows become bytes, and two slices share a word.
      const uint64_t* slices = grid_->leaves[leaf_].mask + (c.x & 4);
      const uint32_t shift = (uint32_t(c.y) & 4) * 8 + (uint32_t(c.z) & 4);
      const auto rows = [&](int slice) { return uint32_t(slices[slice] >> shift) & 0x0f0f0f0fu; };
      octant_low_ = rows(0) | rows(1) << 4;
      octant_high_ = rows(2) | rows(3) << 4;
      log2_ = (octant_low_ | octant_high_) != 0 ? 0 : kOctantLog2;
    }
    changed_ = -1;
  }

  /// Leaves the current voxel; false when the ray ends first, at which the walk then is.
  DVDB_FN bool step_voxel() {
    double exit[3];
    for (int axis = 0; axis < 3; ++axis) exit[axis] = ray_->leaves(axis, cell_[axis]);
    const double next = min_of(min_of(exit[0], exit[1]), exit[2]);
    const bool more = next < end_;
    time_ = more ? next : end_;
    uint32_t changed = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const int32_t to = cell_[axis] + (exit[axis] <= next && more ? 1 : 0);
      changed |= uint32_t(to ^ cell_[axis]);
      cell_[axis] = to;
    }
    changed_ = highest_bit(changed | 1);
    return more;
  }

  /// Leaves the aligned block of that size around the current cell; like step_voxel().
  DVDB_FN bool step(int log2) {
    const int32_t rest = int32_t((1u << log2) - 1);
    int32_t last[3];
    double exit[3];
    for (int axis = 0; axis < 3; ++axis) {
      last[axis] = cell_[axis] | rest;
      exit[axis] = ray_->leaves(axis, last[axis]);
    }
    const double next = min_of(min_of(exit[0], exit[1]), exit[2]);
    if (!(next < end_)) {
      time_ = end_;
      return false;
    }
    uint32_t changed = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const int32_t to = exit[axis] <= next ? last[axis] + 1 : ray_->cell_after(axis, next, last[axis] - rest, last[axis]);
      changed |= uint32_t(to ^ cell_[axis]);
      cell_[axis] = to;
    }
    changed_ = highest_bit(changed);
    time_ = next;
    return true;
  }

  const GridView* grid_ = nullptr;
  const GridHead* head_ = nullptr;
  const DualRay* ray_ = nullptr;
  double begin_ = 0;
  double time_ = 0;
  double end_ = 0;
  int32_t cell_[3] = {};
  int changed_ = 31;  // the highest bit that the last step changed in any coordinate; negative where nodes are known
  int log2_ = 0;
  int64_t upper_ = -1;
  int64_t lower_ = -1;
  int64_t leaf_ = -1;
  uint32_t octant_low_ = 0;
  uint32_t octant_high_ = 0;
};

}  // namespace dvdb
