/// A ray walk for launches in turns (backend/turns.hpp): lanes of a warp seek blocks together, and step through cells
/// together.
///
/// It visits the same cells as RayWalk, at bit-identical times.
#pragma once

#include "backend/api/special/rays/turns.hpp"
#include "rays/walk/dual_ray.hpp"
#include "rays/walk/lower_finder.hpp"

namespace dvdb {

/// Walks through blocks of cells: leaves, whose cells are voxels; lower nodes, whose cells are leaves, of which it
/// passes empty ones up to the first that exists; and empty space around lower nodes, which is a single cell.
class CellWalk {
 public:
  /// Starts where the ray is in the grid's bounds within [t_min, t_max]; false when it is there for no longer than an
  /// instant.
  DVDB_FN bool start(const GridHead& head, const DualRay& ray, double t_min, double t_max) {
    time_ = t_min;
    end_ = t_max;
    for (int axis = 0; axis < 3; ++axis) {
      inverse_[axis] = ray.inverse[axis];
      cell_[axis] = 0;
    }
    known_ = false;
    return head.n_tiles > 0 && ray.clip(head.bounds, time_, end_);
  }

  /// Finds the block that the walk is in.
  DVDB_FN void seek(const GridView& grid, const GridHead& head, const DualRay& ray) {
    uint32_t changed = known_ ? 0 : ~0u;
    known_ = true;
    for (int axis = 0; axis < 3; ++axis) {
      const int32_t to = ray.cell_after(axis, time_);
      changed |= uint32_t(to ^ cell_[axis]);
      cell_[axis] = to;
    }
    const Coord c = {cell_[0] ^ ray.mirror[0], cell_[1] ^ ray.mirror[1], cell_[2] ^ ray.mirror[2]};
    if (changed >> kLowerLog2 != 0) found_.find(grid, head, c, changed >> kTileLog2 != 0);
    int log2 = found_.empty;
    word_ = 0;
    mirror_ = 0;
    at_ = kLastCell;
    for (int axis = 0; axis < 3; ++axis) step_[axis] = 1u << shift_of(axis);
    if (found_.any()) {
      const NodeWord* words = grid.lowers + int64_t(found_.lower) * kLowerWords;
      const uint32_t offset = lower_offset(c);
      const NodeWord word = words[offset >> 6];
      if (word.has(offset & 63)) {
        masks_ = grid.leaves[word.child(offset & 63)].mask;
        word_ = masks_[uint32_t(c.x) & 7];
        log2 = 0;
        enter_block<kLeafLog2>(ray, 0);
      } else {
        masks_ = &words->mask;
        word_ = word.mask;
        log2 = kLeafLog2;
        enter_block<kLowerLog2 - kLeafLog2>(ray, kLeafLog2);
      }
    }
    voxels_ = log2 == 0;
    const int32_t rest = int32_t((1u << log2) - 1);
    size_ = double(1u << log2);
    for (int axis = 0; axis < 3; ++axis) way_[axis] = ray.behind(axis, cell_[axis] | rest);
  }

  /// Advances by one cell. Calls visit(active, enter, leave) with the times of the cell; the walk ends when it returns
  /// false.
  template <class Visit>
  DVDB_FN backend::Turn pass(Visit visit) {
    const uint32_t offset = at_ ^ mirror_;
    const bool set = (word_ >> (offset & 63) & 1) != 0;
    if (set && !voxels_) return backend::Turn::kSeek;
    double exit[3];
    for (int axis = 0; axis < 3; ++axis) exit[axis] = way_[axis] * inverse_[axis];
    const double next = min_of(min_of(exit[0], exit[1]), exit[2]);
    const bool more = next < end_;
    if (!visit(set, time_, more ? next : end_) || !more) return backend::Turn::kOver;
    time_ = next;
    for (int axis = 0; axis < 3; ++axis) {
      // Planes have different times, so no ray passes two of an axis at once.
      if (exit[axis] == next) {
        way_[axis] += size_;
        at_ += step_[axis];
      }
    }
    if ((at_ & kOutside) != 0) return backend::Turn::kSeek;
    const uint32_t to = at_ ^ mirror_;
    // Masks of lower nodes are two words apart: they are members of NodeWord.
    if (((to ^ offset) & kOffset) >> 6 != 0) word_ = masks_[(to & kOffset) >> 6 << (voxels_ ? 0 : 1)];
    return backend::Turn::kPass;
  }

 private:
  // The position in a block: the offset of the cell, mirrored as the ray is, in the low bits; above them, per axis,
  // four bits of the cell's coordinate and a carry bit that is set when the ray leaves the block.
  static constexpr uint32_t kOffset = 0xfff;
  DVDB_FN static constexpr int shift_of(int axis) { return 16 + 5 * axis; }
  static constexpr uint32_t kLastCell = 15u << 16 | 15u << 21 | 15u << 26;
  static constexpr uint32_t kOutside = 1u << 20 | 1u << 25 | 1u << 30;

  /// Sets the position in a block of 2^(3 * kLog2) cells of the size 2^cell_log2.
  template <int kLog2>
  DVDB_FN void enter_block(const DualRay& ray, int cell_log2) {
    constexpr uint32_t kLast = (1u << kLog2) - 1;
    at_ = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const int shift = kLog2 * (2 - axis);
      const uint32_t place = uint32_t(cell_[axis]) >> cell_log2 & kLast;
      at_ |= place << shift | (place + 15 - kLast) << shift_of(axis);
      mirror_ |= (uint32_t(ray.mirror[axis]) & kLast) << shift;
      step_[axis] += 1u << shift;
    }
  }

  double time_ = 0;
  double end_ = 0;
  double inverse_[3] = {};
  double way_[3] = {};               // distances to the planes through which the ray can leave the current cell
  double size_ = 1;                  // of cells
  const uint64_t* masks_ = nullptr;  // of the block
  uint64_t word_ = 0;                // the mask word of the current cell
  uint32_t at_ = 0;
  uint32_t step_[3] = {};  // what a step along an axis adds to that
  uint32_t mirror_ = 0;    // bits of offsets to invert where the ray moves down
  int32_t cell_[3] = {};   // the voxel from which the block was found
  LowerFinder found_;
  bool voxels_ = false;  // whether cells are voxels
  bool known_ = false;   // whether an earlier block was found
};

}  // namespace dvdb
