/// Contributions of samples and slopes, as folds over leaves need them.
#include "sample/sum/slopes_by_leaf.hpp"

#include "sample/sum/leaf_assignment.hpp"
#include "sample/sum/leaf_folds.hpp"
#include "sample/sum/slope_contributions.hpp"

namespace dvdb::sample {

namespace {

/// A sample and its slopes, of each point.
template <class T>
struct SampleContributions {
  using Element = T;
  using R = Computed<T>;
  using Contribution = SlopeContribution<R>;
  static constexpr int kChannels = 1;
  LocatedPoints places;
  const T* data;    // [n], or nullptr for zeros
  const T* slopes;  // [n, 3], likewise

  DVDB_FN Contribution of(uint32_t point) const {
    GridUnits<R> units;
    units.set(places.head_of(point));
    return units.contribution(data, slopes, int64_t(point));
  }

  template <bool kZeros>
  DVDB_FN static void add(VoxelSums<T, 1>& sums, const R (&part)[3], int corner, const Contribution& contribution) {
    R contributions[1] = {0};
    if (contribution.template add_contribution<TrilinearStencil, kZeros>(part, corner, contributions[0]))
      sums.add(contributions);
  }
};

}  // namespace

template <class T>
Status sum_slopes_by_leaf(Context& context, const LocatedPoints& places, int64_t n, const T* data, const T* slopes,
                          T* out, uint32_t* failed) {
  LeafAssignment<Computed<T>> assignment(context);
  DVDB_TRY(assignment.assign(context, places, n, failed));
  return fold_leaves(context, places.grid.n_leaves, assignment.blocks(), SampleContributions<T>{places, data, slopes},
                     out, assignment.crowded());
}

template Status sum_slopes_by_leaf(Context&, const LocatedPoints&, int64_t, const Half*, const Half*, Half*, uint32_t*);
template Status sum_slopes_by_leaf(Context&, const LocatedPoints&, int64_t, const BFloat16*, const BFloat16*, BFloat16*,
                                   uint32_t*);
template Status sum_slopes_by_leaf(Context&, const LocatedPoints&, int64_t, const float*, const float*, float*,
                                   uint32_t*);
template Status sum_slopes_by_leaf(Context&, const LocatedPoints&, int64_t, const double*, const double*, double*,
                                   uint32_t*);

}  // namespace dvdb::sample
