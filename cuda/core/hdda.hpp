/// Hierarchical DDA: walks a ray through a grid from node to node without ever sampling a position.
///
/// Every decision compares the times at which the ray crosses integer planes, and the time of a plane is one function
/// of the plane. So a step over a whole node and a walk through all its voxels agree to the bit, and no corner is lost.
/// Amanatides and Woo 1987 for the step; Museth 2014 for the hierarchy; the plane bookkeeping is our own.
#pragma once

#include "core/grid.hpp"

namespace dvdb {

/// A ray in dual space, where voxel i is the cell [i, i + 1).
struct DualRay {
  double origin[3];
  double direction[3];
  double inverse[3];
  bool moves[3];

  /// False for a ray that cannot hit anything: not finite, or without a direction.
  DVDB_FN bool place(const GridHead& head, const Vec3d& from, const Vec3d& along) {
    bool any = false;
    const Vec3d start = to_voxel(head, from);
    for (int axis = 0; axis < 3; ++axis) {
      origin[axis] = start[axis] + 0.5;
      direction[axis] = along[axis] / head.size[axis];
      inverse[axis] = 1.0 / direction[axis];
      const double span = origin[axis] - origin[axis] + (direction[axis] - direction[axis]);
      if (!(span == 0)) return false;
      moves[axis] = direction[axis] != 0 && inverse[axis] - inverse[axis] == 0;  // an inverse that overflows is standing still
      any |= moves[axis];
    }
    return any;
  }

  /// When the ray crosses a plane of an axis along which it moves.
  DVDB_FN double time_of(int axis, int64_t plane) const { return (double(plane) - origin[axis]) * inverse[axis]; }

  /// The cell of [low, high] that the ray is in just after a time.
  DVDB_FN int64_t cell_after(int axis, double time, int64_t low, int64_t high) const {
    const double guess = ::floor(moves[axis] ? origin[axis] + direction[axis] * time : origin[axis]);
    int64_t cell = guess <= double(low) ? low : guess >= double(high) ? high : int64_t(guess);
    if (!moves[axis]) return cell;
    if (direction[axis] > 0) {
      while (cell < high && time_of(axis, cell + 1) <= time) ++cell;
      while (cell > low && time_of(axis, cell) > time) --cell;
    } else {
      while (cell > low && time_of(axis, cell) <= time) --cell;
      while (cell < high && time_of(axis, cell + 1) > time) ++cell;
    }
    return cell;
  }
};

/// The side through which a ray enters a cell.
enum Face : uint8_t { kFaceLowX = 0, kFaceHighX = 1, kFaceLowY = 2, kFaceHighY = 3, kFaceLowZ = 4, kFaceHighZ = 5, kFaceInside = 6, kFaceMiss = 255 };

/// A walk along a ray through one grid, cell by cell; cells are empty nodes or single voxels of leaves.
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
    for (int axis = 0; axis < 3; ++axis) {
      const int64_t low = head.bounds[0][axis];
      const int64_t high = int64_t(head.bounds[1][axis]) + 1;
      if (!ray.moves[axis]) {
        if (!(ray.origin[axis] >= double(low) && ray.origin[axis] < double(high))) return false;
        continue;
      }
      const bool up = ray.direction[axis] > 0;
      const double enter = ray.time_of(axis, up ? low : high);
      const double leave = ray.time_of(axis, up ? high : low);
      if (enter > time_) time_ = enter;
      if (leave < end_) end_ = leave;
    }
    if (!(time_ < end_)) return false;
    for (int axis = 0; axis < 3; ++axis) cell_[axis] = ray.cell_after(axis, time_, head.bounds[0][axis], head.bounds[1][axis]);
    return true;
  }

  /// Walks on to the first active voxel, the current cell included; its row, or -1 at the end of the ray.
  DVDB_FN int64_t find_active() {
    while (true) {
      int log2 = 0;
      const int64_t row = visit(&log2);
      if (row >= 0) return row;
      if (!step(log2)) return GridView::kMissing;
    }
  }

  /// When the ray enters the current cell; the end of the ray once a step has failed.
  DVDB_FN double time() const { return time_; }

  DVDB_FN Coord cell() const { return {int32_t(cell_[0]), int32_t(cell_[1]), int32_t(cell_[2])}; }

  /// Leaves the current voxel; false when the ray ends first. Either way the time is that of leaving.
  DVDB_FN bool leave_voxel() { return step(0); }

  /// Leaves the run of active voxels that the current one begins; like leave_voxel().
  DVDB_FN bool leave_run() {
    int log2 = 0;
    do {
      if (!step(0)) return false;
    } while (visit(&log2) >= 0);
    return true;
  }

  /// The side through which the ray entered the current voxel; at an edge the one of the lowest axis.
  DVDB_FN uint8_t face() const {
    if (!(time_ > begin_)) return kFaceInside;
    for (int axis = 0; axis < 3; ++axis) {
      const bool up = ray_->direction[axis] > 0;
      if (ray_->moves[axis] && ray_->time_of(axis, up ? cell_[axis] : cell_[axis] + 1) == time_) return uint8_t(2 * axis + (up ? 0 : 1));
    }
    return kFaceInside;
  }

 private:
  /// The row of the current voxel, or -1 and the size (log2) of the empty cell around it.
  DVDB_FN int64_t visit(int* out_log2) {
    const Coord c = cell();
    const auto same = [&](const Coord& base, int log2) {
      return (c.x >> log2) == (base.x >> log2) && (c.y >> log2) == (base.y >> log2) && (c.z >> log2) == (base.z >> log2);
    };
    const Coord before = last_;
    last_ = c;
    if (leaf_ < 0 || !same(before, kLeafLog2)) {
      if (lower_ < 0 || !same(before, kLowerLog2)) {
        if (upper_ < 0 || !same(before, kTileLog2)) upper_ = grid_->find_upper(*head_, c);
        lower_ = upper_ < 0 ? GridView::kMissing : grid_->find_lower(upper_, c);
      }
      leaf_ = lower_ < 0 ? GridView::kMissing : grid_->find_leaf(lower_, c);
    }
    if (leaf_ < 0) {
      *out_log2 = upper_ < 0 ? kTileLog2 : lower_ < 0 ? kLowerLog2 : kLeafLog2;
      const bool alone = upper_ < 0 || !(lower_ < 0 ? grid_->lowers_around_empty(upper_, c) : grid_->leaves_around_empty(lower_, c));
      if (!alone) *out_log2 += kGroupLog2;
      return GridView::kMissing;
    }
    *out_log2 = 0;
    const uint32_t offset = leaf_offset(c);
    const Leaf& leaf = grid_->leaves[leaf_];
    return leaf.mask[offset >> 6] >> (offset & 63) & 1 ? leaf.row(offset >> 6, offset & 63) : GridView::kMissing;
  }

  /// Leaves the aligned cell of that size; false when the ray ends first, at which the walk then is.
  DVDB_FN bool step(int log2) {
    const int64_t size = int64_t(1) << log2;
    int64_t base[3];
    double exit[3] = {};
    double next = end_;
    for (int axis = 0; axis < 3; ++axis) {
      base[axis] = cell_[axis] & ~(size - 1);
      if (!ray_->moves[axis]) continue;
      exit[axis] = ray_->time_of(axis, ray_->direction[axis] > 0 ? base[axis] + size : base[axis]);
      if (exit[axis] < next) next = exit[axis];
    }
    if (!(next < end_)) {
      time_ = end_;
      return false;
    }
    for (int axis = 0; axis < 3; ++axis) {
      if (!ray_->moves[axis]) continue;
      const bool up = ray_->direction[axis] > 0;
      if (exit[axis] <= next) {
        cell_[axis] = up ? base[axis] + size : base[axis] - 1;
      } else if (log2 > 0) {
        cell_[axis] = ray_->cell_after(axis, next, base[axis], base[axis] + size - 1);
      }
    }
    time_ = next;
    return true;
  }

  const GridView* grid_ = nullptr;
  const GridHead* head_ = nullptr;
  const DualRay* ray_ = nullptr;
  double begin_ = 0;
  double time_ = 0;
  double end_ = 0;
  int64_t cell_[3] = {};
  Coord last_ = {};
  int64_t upper_ = -1;
  int64_t lower_ = -1;
  int64_t leaf_ = -1;
};

}  // namespace dvdb
