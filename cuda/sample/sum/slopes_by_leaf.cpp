#include "sample/sum/slopes_by_leaf.hpp"

#include "sample/sum/leaf_assignment.hpp"
#include "sample/sum/leaf_folds.hpp"
#include "sample/sum/slope_gifts.hpp"

namespace dvdb::sample {

namespace {

/// A sample and its slopes, of each point.
template <class T>
struct SampleGifts {
  using Element = T;
  using R = Computed<T>;
  using Gift = SlopeGift<R>;
  static constexpr int kChannels = 1;
  Places places;
  const T* data;    // [n], or nullptr for zeros
  const T* slopes;  // [n, 3], likewise

  DVDB_FN Gift of(uint32_t point) const {
    GridUnits<R> units;
    units.set(places.head_of(point));
    return units.gift(data, slopes, int64_t(point));
  }

  template <bool kZeros>
  DVDB_FN static void add(ShareSums<T, 1>& sums, const R (&part)[3], int corner, const Gift& gift) {
    R shares[1] = {0};
    if (gift.template add_share<TrilinearStencil, kZeros>(part, corner, shares[0])) sums.add(shares);
  }
};

}  // namespace

template <class T>
Status sum_slopes_by_leaf(Context& context, const Places& places, int64_t n, const T* data, const T* slopes, T* out,
                          uint32_t* failed) {
  LeafAssignment<Computed<T>> assignment(context);
  DVDB_TRY(assignment.assign(context, places, n, failed));
  return fold_leaves(context, places.grid.n_leaves, assignment.blocks(), SampleGifts<T>{places, data, slopes}, out,
                     assignment.crowded());
}

template Status sum_slopes_by_leaf(Context&, const Places&, int64_t, const Half*, const Half*, Half*, uint32_t*);
template Status sum_slopes_by_leaf(Context&, const Places&, int64_t, const Brief*, const Brief*, Brief*, uint32_t*);
template Status sum_slopes_by_leaf(Context&, const Places&, int64_t, const float*, const float*, float*, uint32_t*);
template Status sum_slopes_by_leaf(Context&, const Places&, int64_t, const double*, const double*, double*, uint32_t*);

}  // namespace dvdb::sample
