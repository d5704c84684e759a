/// Maps each row of a grid to a row of another grid, by a mapping of coordinates.
#pragma once

#include "core/grid_batch.hpp"

namespace dvdb {

/// Maps coordinates of one grid to those of another: floor((c * scale + shift) / divisor) per axis, only where the
/// remainder is below `remainders`.
struct CoordMap {
  int32_t scale[3] = {1, 1, 1};
  int32_t divisor[3] = {1, 1, 1};  // positive
  int32_t shift[3] = {0, 0, 0};
  int32_t remainders[3] = {1, 1, 1};  // positive

  /// Whether whole leaves map to whole leaves.
  bool keeps_leaves() const {
    for (int axis = 0; axis < 3; ++axis) {
      if (scale[axis] != 1 || divisor[axis] != 1 || shift[axis] % (1 << kLeafLog2) != 0) return false;
    }
    return true;
  }

  /// Maps a coordinate; false when the result does not fit int32, or a remainder is too large.
  DVDB_FN bool apply(const Coord& c, Coord* out) const {
    const int64_t x = along(0, c.x);
    const int64_t y = along(1, c.y);
    const int64_t z = along(2, c.z);
    *out = {int32_t(x), int32_t(y), int32_t(z)};
    return x == out->x && y == out->y && z == out->z;
  }

 private:
  static constexpr int64_t kNowhere = int64_t(1) << 62;  // does not fit int32

  DVDB_FN int64_t along(int axis, int64_t c) const {
    const int64_t value = c * scale[axis] + shift[axis];  // below 2^62 + 2^31
    if (divisor[axis] == 1) return value;
    const int64_t quotient = value / divisor[axis];
    const int64_t rest = value % divisor[axis];
    const bool is_below = rest < 0;
    if (rest + (is_below ? divisor[axis] : 0) >= remainders[axis]) return kNowhere;
    return quotient - (is_below ? 1 : 0);
  }
};

/// Checks that two batches have the same number of grids.
Status check_same_grids(Context& context, const GridView& a, const GridView& b);

/// Writes, for each voxel of `grid`, the row of its mapped coordinate in the same grid of `other`, or -1. Rows count
/// over the whole batch, or from the first voxel of their grid when `in_grid`.
Status write_row_map(Context& context, const GridView& grid, const GridView& other, const CoordMap& map, bool in_grid,
                     Span<int64_t> out);

}  // namespace dvdb
