/// Counts voxels along a ray by rows along its fastest axis: it goes from row to row, and counts all voxels of a row
/// that it passes at once.
///
/// A count needs no exact times, only the cells that a ray passes. These follow from the heights, along the rows, at
/// which the ray crosses planes of the other axes, in fixed-point numbers. Where such a height is too near to another
/// one, or to a plane, the times that RayWalk compares decide, so that the counts are always the same.
#pragma once

#include "rays/walk/dual_ray.hpp"
#include "rays/walk/voxel_rows.hpp"

namespace dvdb {

class RowWalk {
 public:
  /// Starts where the ray, which was placed by rows.head, is in the bounds within [t_min, t_max]; false when it is
  /// there for no longer than an instant.
  DVDB_FN bool start(const RowsAlong& rows, DualRay& ray, double t_min, double t_max) {
    double begin = t_min;
    end_ = t_max;
    if (rows.head.n_tiles == 0 || !ray.clip(rows.head.bounds, begin, end_)) return false;
    // The rows may have been chosen for voxel sizes without an exact reciprocal, so another axis may turn out to be
    // faster.
    is_sure_ = ray.moves(2) && ray.set_in_motion() &&
               ray.direction[2] * (1 + 0x1p-40) >= max_of(ray.direction[0], ray.direction[1]);
    const bool is_regular = is_sure_ && ray.is_regular();
    is_sure_ = is_regular || (is_sure_ && !ray.keeps_to_lattice());
    if (!is_sure_) return true;
    // Cells are numbered from the start of the words, as the ray sees them.
    const bool goes_down = ray.mirror[2] != 0;
    low_ = goes_down ? ~(rows.low[2] + int32_t(rows.n * kWordCells - 1)) : rows.low[2];
    down_ = goes_down ? ~0u : 0;
    at_ = rows.first + (goes_down ? (rows.n - 1) * rows.side : 0);
    word_step_ = goes_down ? 0 - rows.side : rows.side;
    for (int axis = 0; axis < 2; ++axis) {
      const uint32_t stride = axis == 0 ? rows.n * rows.side : 1;
      double until;
      const int32_t cell = ray.cell_after(axis, begin, until);
      at_ += uint32_t((cell ^ ray.mirror[axis]) - rows.low[axis]) * stride;
      move_[axis] = ray.mirror[axis] != 0 ? 0 - stride : stride;
      next_[axis] = height_at(ray, until);
      step_[axis] = fixed(ray.direction[2] * ray.inverse[axis], kMostStep);
    }
    height_ = uint32_t(ray.cell_after(2, begin) - low_) << kBits;
    const uint32_t margin = (rows.n + 1) * kMarginOfWord;
    margin_ = is_regular ? 0 : margin;
    is_cut_ = !(end_ < t_max);
    stop_ = height_at(ray, end_);
    stop_ = is_cut_ ? stop_ - min_of(stop_, margin) : stop_ + margin;
    return true;
  }

  /// Whether heights are precise enough for the ray; if not, it cannot be counted this way.
  DVDB_FN bool is_sure() const { return is_sure_; }

  /// Counts the voxels along the ray.
  DVDB_FN uint32_t count(const uint32_t* words, const DualRay& ray) {
    uint32_t count = 0;
    for (;;) {
      const uint32_t event = min_of(next_[0], next_[1]);
      const uint32_t top = (height_ | ((kWordCells << kBits) - 1)) + 1;  // end of the word
      const uint32_t to = min_of(event, top);
      const uint32_t apart = max_of(next_[0], next_[1]) - event;
      const uint32_t above = (event + margin_) << (32 - kBits);  // a plane, plus the margin
      const bool near = (event <= top) & ((apart < margin_) | (above < margin_ << (33 - kBits)));
      const uint32_t met = has(words, height_ >> kBits, (to - 1) >> kBits);
      if ((to > stop_) | near) {
        if (to > stop_ && !is_cut_) return count + met;  // there is nothing beyond the bounds
        if (!go_by_times(words, ray, count)) return count;
      } else {
        count += met;
        height_ = to;
        pass_planes(to);
      }
    }
  }

 private:
  // Heights have 8 bits for cells. Heights above kNever are beyond the rows, and so is anything a step of kMostStep
  // farther.
  static constexpr int kBits = 23;
  static constexpr uint32_t kWordCells = 32;
  static constexpr double kNever = 256;
  static constexpr double kMostStep = 255;
  static_assert(RowsBox::kMostSide <= 248);
  // The least distance of two heights at which their order is surely that of times, per word of 32 cells. A ray crosses
  // at most one plane of another axis per cell, and rounding the step to 2^-23 adds up to 2^-24 each: 2^-19, and as
  // much for the other height. The margin for one word more covers the rounding of the first heights, and that of the
  // times that are compared, which is less than 2^-22 of a voxel for planes as far away as set_in_motion() allows.
  static constexpr uint32_t kMarginOfWord = 32;

  DVDB_FN static uint32_t fixed(double cells, double most) {
    return uint32_t(DualRay::fixed<kBits>(min_of(cells, most)));
  }

  DVDB_FN uint32_t height_at(const DualRay& ray, double time) const {
    return fixed(ray.origin[2] + ray.direction[2] * time - low_, kNever);
  }

  /// Number of active voxels among a range of cells of a word.
  DVDB_FN uint32_t has(const uint32_t* words, uint32_t from, uint32_t to) const {
    const uint32_t word = words[at_ + (from / kWordCells) * word_step_];
    const uint32_t lowest = (from & ~down_) | (~to & down_);
    return uint32_t(popcount(uint32_t(word >> (lowest % kWordCells) << ((kWordCells - 1 + from - to) % kWordCells))));
  }

  /// Advances to the row beyond the planes that are crossed at a height, if any.
  DVDB_FN void pass_planes(uint32_t height) { advance_each(height, next_, step_, at_, move_); }

  /// Advances to the next row, or to the next word, by exact times; false at the end.
  DVDB_FN bool go_by_times(const uint32_t* words, const DualRay& ray, uint32_t& count) {
    double times[2];
    for (int axis = 0; axis < 2; ++axis) {
      times[axis] = DualRay::kForever;
      if (next_[axis] >= uint32_t(kNever) << kBits) continue;
      // The plane is the one nearest to the ray at that height.
      const double near = (low_ + next_[axis] * (1.0 / (1u << kBits)) - ray.origin[2]) * ray.inverse[2];
      times[axis] = ray.enters(axis, int32_t(nearest_whole(ray.origin[axis] + ray.direction[axis] * near)));
    }
    const double time = min_of(min_of(times[0], times[1]), end_);
    const auto from = int32_t(height_ >> kBits);
    const int32_t last = from | int32_t(kWordCells - 1);
    if (ray.leaves(2, low_ + last) <= time) {
      count += has(words, uint32_t(from), uint32_t(last));
      height_ = uint32_t(last + 1) << kBits;
      return true;
    }
    const int32_t cell = ray.cell_after(2, time);
    const int32_t to = cell - low_ - (ray.enters(2, cell) < time ? 0 : 1);
    if (from <= to) count += has(words, uint32_t(from), uint32_t(to));
    height_ = uint32_t(cell - low_) << kBits;
    for (int axis = 0; axis < 2; ++axis) {
      if (times[axis] > time) continue;
      next_[axis] += step_[axis];
      at_ += move_[axis];
    }
    return time < end_;
  }

  uint32_t at_;         // the first word of the row, in the ray's direction
  uint32_t word_step_;  // from word to word
  uint32_t height_;     // height at which the row, or the word, was entered
  uint32_t next_[2];    // heights at which the ray crosses the next plane of each axis
  uint32_t step_[2];    // from plane to plane
  uint32_t move_[2];    // what a step adds to at_
  uint32_t margin_;     // heights that are closer are ordered by times; 0 if all are exact
  uint32_t stop_;       // height from which the ray has left the bounds, or times decide where it ends
  int32_t low_;         // the cell at height 0
  uint32_t down_;       // all bits if the ray moves down along the rows, else 0
  bool is_cut_;         // the ray ends in the bounds
  bool is_sure_;
  double end_;
};

}  // namespace dvdb
