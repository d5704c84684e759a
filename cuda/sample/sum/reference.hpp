/// Sums of what points give to the voxels around them, as they are defined: what every engine of this folder must
/// compute, bit for bit.
///
/// out[voxel] = sum over taps t = 0, 1, 2 ... of (sum over points p, in their order, whose tap t is the voxel, of
/// contribution(p, t)), where contribution(p, t) = weight(p, t) * data[p] for samples, and likewise with slopes for
/// their gradients: the transpose of sampling, which is the backward pass of Jaderberg, Simonyan, Zisserman and
/// Kavukcuoglu, "Spatial transformer networks", 2015. What has no part in a sum (weight 0) is left out, so that its NaN
/// or infinities do not count.
///
/// Shares are computed in double precision for f64, else in single precision; the latter are added up 16 at a time, and
/// these sums in double precision. Results are rounded once.
///
/// Engines: Cells (cells.hpp); FoldLeaves and SumLeaves (leaf_folds.hpp, leaf_sums.hpp). Sums that threads add to at
/// once (atomic_sums.hpp) have no order: they are equal where no addition rounds.
#pragma once

#include <memory>

#include "core/numbers.hpp"

namespace dvdb::sample {

/// One sum, as its terms come.
template <class T>
struct ReferenceSum {
  using R = Computed<T>;
  static constexpr int kTogether = 16;
  double whole = 0;
  R some = 0;
  int n_some = 0;

  void add(R contribution) {
    some += contribution;
    if (std::is_same_v<R, double> || ++n_some < kTogether) return;
    whole += double(some);
    some = 0;
    n_some = 0;
  }
  T rounded() const { return from_double<T>(whole + double(some)); }
};

/// Sums over the points of one channel: row_of(point, tap) is a row or -1, contribution_of(point, tap, contribution)
/// tells whether there is one. On the host; `out` holds n_voxels elements, `stride` apart.
template <class T, class RowOf, class ContributionOf>
void sum_reference(int64_t n, int taps, int64_t n_voxels, RowOf row_of, ContributionOf contribution_of, T* out,
                   int64_t stride) {
  const auto sums = std::make_unique<ReferenceSum<T>[]>(size_t(n_voxels));
  for (int tap = 0; tap < taps; ++tap) {
    for (int64_t point = 0; point < n; ++point) {
      const int64_t row = row_of(point, tap);
      Computed<T> contribution = 0;
      if (row >= 0 && contribution_of(point, tap, contribution)) sums[size_t(row)].add(contribution);
    }
  }
  for (int64_t row = 0; row < n_voxels; ++row) out[row * stride] = sums[size_t(row)].rounded();
}

}  // namespace dvdb::sample
