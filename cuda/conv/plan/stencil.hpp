/// Stencils: the source voxels that the taps of a kernel read.
#pragma once

#include "base/portable.hpp"

namespace dvdb {

/// One axis: tap t of target voxel d reads source voxel (scale * d + step * t + shift) / divisor if that is a whole
/// number.
struct TapAxis {
  int32_t taps = 1;
  int32_t scale = 1;
  int32_t divisor = 1;
  int32_t step = 1;  // 1 or -1
  int64_t shift = 0;

  /// Numerator of the source voxel of tap 0.
  DVDB_FN int64_t first(int64_t target) const { return scale * target + shift; }

  DVDB_FN static int64_t floor_div(int64_t n, int64_t d) { return d == 1 ? n : n / d - (n % d < 0 ? 1 : 0); }

  /// The least voxel of the base leaf, from which the sources of a leaf of targets are addressed.
  DVDB_FN int64_t base(int32_t leaf_origin) const {
    return floor_div(int64_t(scale) * leaf_origin, divisor) & ~int64_t(7);
  }

  /// Bounds of what the targets of a leaf read, in leaves relative to the base. Division and rounding to leaves add up
  /// to 8.
  int64_t least_leaf() const { return floor_div(shift + (step < 0 ? 1 - taps : 0), divisor) >> 3; }
  int64_t most_leaf() const {
    const int64_t most = int64_t(7) * scale + shift + (step > 0 ? taps - 1 : 0);
    return (floor_div(most, divisor) + (divisor > 1 ? 8 : 0)) >> 3;
  }
};

/// All three axes; taps are numbered with z varying fastest.
struct Stencil {
  TapAxis axes[3];

  DVDB_FN int64_t taps() const { return int64_t(axes[0].taps) * axes[1].taps * axes[2].taps; }

  /// The stencil for fine = stride * coarse + t - floor((kernel - 1) / 2).
  static Stencil of(const int32_t* kernel, const int32_t* stride, bool target_is_fine) {
    Stencil stencil;
    for (int axis = 0; axis < 3; ++axis) {
      const int64_t before = (kernel[axis] - 1) / 2;
      if (target_is_fine) {
        stencil.axes[axis] = {kernel[axis], 1, stride[axis], -1, before};
      } else {
        stencil.axes[axis] = {kernel[axis], stride[axis], 1, 1, -before};
      }
    }
    return stencil;
  }
};

}  // namespace dvdb
