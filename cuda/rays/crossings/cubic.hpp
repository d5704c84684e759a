/// Cubic polynomials on [0, 1]: extrema, and zeros between sign changes.
#pragma once

#include <cmath>

#include "base/portable.hpp"

namespace dvdb {

/// c[0] + c[1] w + c[2] w^2 + c[3] w^3.
struct Cubic {
  double c[4];

  DVDB_FN double at(double w) const { return c[0] + w * (c[1] + w * (c[2] + w * c[3])); }
  DVDB_FN double slope_at(double w) const { return c[1] + w * (2 * c[2] + w * (3 * c[3])); }

  /// The places in (0, 1) where the slope is zero, ascending; 1 stands for none.
  DVDB_FN void turns(double& first, double& second) const {
    const double a = 3 * c[3];
    const double b = c[2];  // half of the linear coefficient
    const double d = b * b - a * c[1];
    first = second = 1;
    if (!(d >= 0)) return;
    // Computes the root of larger magnitude first, the other from their product (Press et al. 2007, 5.6).
    const double q = -(b + (b < 0 ? -1.0 : 1.0) * ::sqrt(d));
    const double x = within(q / a);
    const double y = within(c[1] / q);
    first = min_of(x, y);
    second = max_of(x, y);
  }

  /// A zero between two places whose values have opposite signs, or the first of which is a zero.
  DVDB_FN_APART double zero_between(double low, double high, bool high_is_negative) const {
    double w = 0.5 * (low + high);
    for (int turn = 0; turn < 100; ++turn) {
      const double value = at(w);
      if (value == 0) return w;
      if ((value < 0) == high_is_negative) {
        high = w;
      } else {
        low = w;
      }
      // Newton's step if it stays inside the interval, else bisection.
      const double newton = w - value / slope_at(w);
      const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
      if (next == w || !(next > low && next < high)) return next;
      w = next;
    }
    return w;
  }

 private:
  DVDB_FN static double within(double w) { return w > 0 && w < 1 ? w : 1; }
};

}  // namespace dvdb
