/// The path of a ray through the leaves of a lower node, by rows along its fastest axis, in fixed-point numbers.
///
/// Times are expressed as heights along that axis: the ray goes from row to row, and enters all leaves of a row that
/// lie between the heights at which it enters and leaves the row.
#pragma once

#include "rays/walk/count_walk.hpp"
#include "rays/walk/leaf_rows.hpp"
#include "rays/walk/row_axes.hpp"

namespace dvdb {

class LowerPath : BlockTimes {
 public:
  DVDB_FN void open(const LeafRows& rows, const EnteredLower& task, CountedRay& ray) {
    const uint32_t along = ray.along();
    const double pace = ray.pace * (1.0 / (1 << kLeafLog2));
    const bool is_exact = ray.is_exact(task.begin);
    from_ = ray.soon_after(task.begin);
    lower_ = task.lower;
    rows_ = rows.along(along, lower_);
    along_ = along;
    down_ = ray.ray.mirror[along] != 0 ? kLastCell : 0;
    AxisPosition<kLeafLog2> up;
    up.find(ray.ray, along, from_, pace, 1u << kBits);
    if (is_exact) exact(ray, along, task.begin, pace, up);
    const uint32_t cell = up.cell() & kLastCell;
    const uint32_t height = ((cell + 1) << kBits) + kAhead - up.wait;
    zero_ = height - CountedRay::kSoon;
    height_ = uint32_t(max_of(int32_t(zero_), int32_t(cell << kBits)));
    // A ray may begin just before a plane; rounding its height must not put it beyond that plane.
    if (is_exact) height_ = min_of(height_, ((cell + 1) << kBits) - 1);
    zero_ = uint32_t(min_of(int32_t(zero_), int32_t(height_)));
    uint32_t since[2];
    at_ = kBorrow;
    for (int which = 0; which < 2; ++which) {
      const auto axis = uint32_t(axis_of_rows(int(along), which));
      const int32_t mirror = ray.ray.mirror[axis];
      AxisPosition<kLeafLog2> position;
      step_[which] = ray.step[axis];
      position.find(ray.ray, axis, from_, pace, step_[which]);
      if (is_exact) exact(ray, axis, task.begin, pace, position);
      const uint32_t place = position.cell() & kLastCell;
      const int shift = kLog2 * (1 - which);
      next_[which] = max_of(height + min_of(position.wait, kNeverNext) - kAhead, height_ + 1);
      since[which] = position.since;
      at_ += (place ^ (uint32_t(mirror) & kLastCell)) << shift | place << shift_of(which);
      move_[which] = (1u << shift_of(which)) + (uint32_t(mirror | 1) << shift);
    }
    // A node is entered through a plane, which the ray has just crossed; a ray that starts before the bounds has
    // crossed none.
    const bool begins = task.begin < ray.begin;
    if (!is_exact)
      ray.check_soon(begins ? min_of(min_of(since[0], since[1]), up.since) : middle_of(since[0], since[1], up.since),
                     0);
    // The ray ends at the end of the leaf in which it leaves the bounds, or a little later.
    const uint32_t end = height + min_of(fixed_ahead(ray.end - from_, pace), kNeverNext);
    top_ = min_of((end >> kBits) + 1, 1u << kLog2) << kBits;
    near_ = ~0u;
    found_ = 0;
    row_ = rows_[at_ & kRow];
  }

  DVDB_FN bool inside() const { return found_ != 0 || (at_ & kOutside) == 0; }

  /// Whether the walk is at a leaf.
  DVDB_FN bool finds() const { return found_ != 0; }

  DVDB_FN EnteredLeaf leaf(const CountedRay& ray) const {
    const auto place = uint32_t(lowest_bit(found_));
    const uint32_t height = max_of(found_from_, (place ^ down_) << kBits);
    return {lower_, uint16_t(LeafRows::offset(along_, found_at_, place)), 0, ray.soon_after(from_, height - zero_)};
  }

  /// Advances to the next leaf that was found, or by one row.
  DVDB_FN void pass() {
    found_ &= found_ - 1;
    if (found_ == 0 && (at_ & kOutside) == 0) pass_row();
  }

  DVDB_FN void close(CountedRay& ray) const { ray.check(near_); }

 private:
  static constexpr int kLog2 = LeafRows::kLog2;
  static constexpr uint32_t kLastCell = (1u << kLog2) - 1;
  // Heights above this are beyond the node; sums with it do not overflow.
  static constexpr uint32_t kNeverNext = 40u << kBits;

  // The position of the walk: the row in the low bits; above these a bit from which a step out of the node may borrow;
  // for each axis four bits that count steps, and a carry bit that is set when the ray leaves the node; and a bit that
  // is set at its top.
  static constexpr uint32_t kRow = 0xff;
  static constexpr uint32_t kBorrow = 1u << 14;
  DVDB_FN static constexpr int shift_of(int which) { return 16 + 5 * which; }
  static constexpr uint32_t kOver = 1u << 30;
  static constexpr uint32_t kOutside = 1u << 20 | 1u << 25 | kOver;

  uint32_t next_[2];  // heights at which the ray crosses the next plane of each of the other axes
  uint32_t step_[2];  // from plane to plane
  uint32_t move_[2];  // what a step along an axis adds to at_
  uint32_t at_ = kOver;
  uint32_t height_;  // height at which the ray entered the row
  uint32_t top_;
  uint32_t zero_;       // shortly before the ray entered the node
  uint32_t near_;       // least distance between planes
  uint32_t row_;        // bits of the row's leaves
  uint32_t found_ = 0;  // bits of the leaves that the ray enters in the previous row
  uint32_t found_at_;
  uint32_t found_from_;
  uint32_t along_;
  uint32_t down_;  // all bits of a cell's index if the ray moves down along the rows, else 0
  uint32_t lower_;
  const uint16_t* rows_;
  double from_;  // time shortly after the ray entered the node

  /// Locates the ray along an axis just after a time, by the same times as RayWalk.
  DVDB_FN void exact(const CountedRay& ray, uint32_t axis, double begin, double pace,
                     AxisPosition<kLeafLog2>& position) const {
    const int32_t voxel = ray.ray.cell_after(int(axis), begin);
    position.place = uint32_t(voxel) << AxisPosition<kLeafLog2>::kPlaceBits;
    position.wait = fixed_ahead(ray.ray.leaves(int(axis), voxel | ((1 << kLeafLog2) - 1)) - from_, pace);
  }

  DVDB_FN void pass_row() {
    constexpr uint32_t kCell = 1u << kBits;
    const uint32_t event = min_of(min_of(next_[0], next_[1]), top_ + kCell / 2);
    const uint32_t to = min_of(event, top_);
    // The distance from planes along the rows, and from those of the other axis.
    const uint32_t past = event << (32 - kBits);
    const uint32_t apart = min_of(min_of(past, 0 - past) >> (32 - kBits), max_of(next_[0], next_[1]) - event);
    near_ = min_of(near_, apart);
    uint32_t run = (1u << ((to + (kCell - 1)) >> kBits)) - (1u << (height_ >> kBits));
    if (down_ != 0) run = reversed_bits(run) >> (32 - (1 << kLog2));
    found_ = row_ & run;
    found_at_ = at_ & kRow;
    found_from_ = height_;
    height_ = to;
    if (to == top_) {
      at_ |= kOver;
      return;
    }
    if (next_[0] == to) {
      next_[0] += step_[0];
      at_ += move_[0];
    } else {
      next_[1] += step_[1];
      at_ += move_[1];
    }
    row_ = rows_[at_ & kRow];
  }
};

}  // namespace dvdb
