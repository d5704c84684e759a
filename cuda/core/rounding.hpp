/// Positions in voxel space rounded to voxels: the only place where that is done.
///
/// Voxel i covers [i - 1/2, i + 1/2): a point lies in the voxel floor(v + 1/2), and between the eight voxels from
/// floor(v) on.
#pragma once

#include <bit>
#include <cmath>

#include "base/portable.hpp"

namespace dvdb {

/// floor(v + 1/2): the coordinate of the voxel around a position; halves go up.
DVDB_FN double nearest_whole(double v) { return ::floor(v + 0.5); }

/// A whole number, both ways.
struct Whole {
  double value;
  int64_t word;

  static constexpr double kBase =
      6755399441055744.0;  // 1.5 * 2^52: sums with it have no bits below 1, and their bits count

  /// The largest that is not above a number below 2^51.
  DVDB_FN static Whole below(double v) {
    if constexpr (kOnGpu) {
      const double sum = sum_of_floor(v, kBase);
      return {sum - kBase, std::bit_cast<int64_t>(sum) - std::bit_cast<int64_t>(kBase)};
    } else {
      const double value = ::floor(v) + 0.0;  // one instruction, where a comparison would be guessed; 0 has no sign
      return {value, std::bit_cast<int64_t>(value + kBase) - std::bit_cast<int64_t>(kBase)};
    }
  }
};

/// The voxel with whole coordinates; false when they are not finite or do not fit int32.
DVDB_FN bool voxel_at(double x, double y, double z, Coord* out) {
  const double low = -2147483648.0;
  const double high = 2147483647.0;
  // NaN fails every comparison.
  if (!(x >= low && x <= high && y >= low && y <= high && z >= low && z <= high)) return false;
  *out = {int32_t(x), int32_t(y), int32_t(z)};
  return true;
}

/// The voxel floor(v + 1/2) that holds a point of voxel space; false when it is not finite or does not fit int32.
DVDB_FN bool nearest_voxel(const Vec3d& v, Coord* out) {
  return voxel_at(nearest_whole(v.x), nearest_whole(v.y), nearest_whole(v.z), out);
}

/// The voxel floor(v), the lowest of the eight around a point of voxel space; false likewise.
DVDB_FN bool lowest_voxel(const Vec3d& v, Coord* out) {
  return voxel_at(::floor(v.x), ::floor(v.y), ::floor(v.z), out);
}

}  // namespace dvdb
