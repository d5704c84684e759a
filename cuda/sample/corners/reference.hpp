/// The eight voxels around a point, as they are defined: what every engine of this folder must find, bit for bit.
///
/// v = (p - origin) / size, the position in voxel space; low = floor(v); part = v - low, each from 0 to 1.
/// Corner c is the voxel low + (c >> 2, c >> 1 & 1, c & 1); its row is that of an active voxel, or -1.
/// Its weight in a trilinear sample is the product over the axes of part (on the upper side) or 1 - part (on the lower
/// one); a sample is sum over c of weight(c) * value(row(c)), where inactive voxels count as 0: Levoy, "Display of
/// surfaces from volume data", 1988.
///
/// Engines: TrilinearCell (core/trilinear.hpp), CornerTiles (tiles.hpp), and SerialCorners (serial.hpp) on a CPU.
#pragma once

#include "core/grid.hpp"

namespace dvdb::sample {

/// Rows over the whole batch, and the position between the voxels. A point that is not finite, or so far out that no
/// corner fits int32, has no rows, and is at 0.
struct ReferenceCorners {
  int64_t rows[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
  double part[3] = {0, 0, 0};

  DVDB_FN double weight(int corner) const {
    double product = 1;
    for (int axis = 0; axis < 3; ++axis) {
      const bool upper = (corner >> (2 - axis) & 1) != 0;
      product *= upper ? part[axis] : 1 - part[axis];
    }
    return product;
  }
};

DVDB_FN ReferenceCorners find_reference_corners(const GridView& grid, const GridHead& head, const Vec3d& point) {
  ReferenceCorners out;
  const Vec3d v = to_voxel(head, point);
  for (int axis = 0; axis < 3; ++axis) {
    const bool near = v[axis] >= -2147483649.0 && v[axis] < 2147483648.0;  // NaN is not
    if (!near) return out;
  }
  int64_t low[3];
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] = int64_t(::floor(v[axis]));
    out.part[axis] = v[axis] - double(low[axis]);
  }
  for (int corner = 0; corner < 8; ++corner) {
    const int64_t x = low[0] + (corner >> 2);
    const int64_t y = low[1] + (corner >> 1 & 1);
    const int64_t z = low[2] + (corner & 1);
    const bool fits = x == int32_t(x) && y == int32_t(y) && z == int32_t(z);
    if (fits) out.rows[corner] = grid.find_row(head, {int32_t(x), int32_t(y), int32_t(z)});
  }
  return out;
}

}  // namespace dvdb::sample
