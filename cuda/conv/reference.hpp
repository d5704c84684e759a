/// The sparse convolution as it is defined: what every backend must compute.
///
/// out[target][o] = activation(sum over taps t, sum over channels i of weight(t, i, o) * source[row(t, target)][i] +
/// bias[o] + residual[target][o]), where tap t of a target reads the source voxel with  fine = stride * coarse + t -
/// floor((kernel - 1) / 2)  per axis, if it is active: the submanifold convolution of Graham, Engelcke and van der
/// Maaten, "3D semantic segmentation with submanifold sparse convolutional networks", 2018, for any two sets of voxels.
/// The gradient of a weight is the sum over targets of source[row(t, target)][i] * gradient[target][o].
///
/// Sums are f64 for f64, else f32; that of a tap starts at 0 and adds channels in order by fused multiply-add, then the
/// taps are added in order, which is that of the kernel map: from the last where it is mirrored; then the bias, then
/// the residual. gather-scatter, and igemm for f32, have these bits. Other backends sum in an order of their own, and
/// are equal where no addition rounds; so are gradients of weights from 257 targets on. On the host.
#pragma once

#include <cmath>

#include "base/portable.hpp"

namespace dvdb {

struct ReferenceConv {
  int32_t kernel[3];
  int32_t stride[3];
  bool target_is_fine;

  int64_t taps() const { return int64_t(kernel[0]) * kernel[1] * kernel[2]; }

  /// The tap by which a target reads a source, or -1. Taps are numbered with z varying fastest.
  int64_t tap_of(const Coord& target, const Coord& source) const {
    int64_t tap = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const int64_t fine = target_is_fine ? target[axis] : source[axis];
      const int64_t coarse = target_is_fine ? source[axis] : target[axis];
      const int64_t t = fine - stride[axis] * coarse + (kernel[axis] - 1) / 2;
      if (t < 0 || t >= kernel[axis]) return -1;
      tap = tap * kernel[axis] + t;
    }
    return tap;
  }

  /// Element (target, o); rows are [taps, n_targets], -1 for none.
  template <class Sum, class Weight>
  static Sum sum(const int32_t* rows, int64_t taps, int64_t n_targets, int64_t target, const Sum* source, int64_t in,
                 Weight weight) {
    Sum total = 0;
    for (int64_t tap = 0; tap < taps; ++tap) {
      const int64_t row = rows[tap * n_targets + target];
      if (row < 0) continue;
      Sum part = 0;
      for (int64_t i = 0; i < in; ++i) part = std::fma(source[row * in + i], weight(tap, i), part);
      total += part;
    }
    return total;
  }
};

}  // namespace dvdb
