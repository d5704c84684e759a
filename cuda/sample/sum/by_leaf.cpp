/// Sums of the contributions of points, leaf by leaf.
#include "sample/sum/by_leaf.hpp"

#include "sample/sum/leaf_assignment.hpp"
#include "sample/sum/leaf_folds.hpp"
#include "sample/sum/leaf_sums.hpp"

namespace dvdb::sample {

namespace {

constexpr int64_t kMostOfLeaf = 512;   // points, in the mean: with many channels, more are quicker sorted
constexpr int64_t kCrowdedShare = 64;  // one leaf of so many may be crowded, with many channels

}  // namespace

template <class T>
Status sum_by_leaf(Context& context, const LocatedPoints& places, int64_t n, const T* data, int64_t channels, T* out,
                   uint32_t* failed) {
  const int64_t n_leaves = places.grid.n_leaves;
  const bool may_fold = channels == 1 || channels == kMostInPack<T>;
  if (!may_fold && n / n_leaves > kMostOfLeaf) return backend::fill(context, failed, 1, 4, sizeof(uint32_t));
  LeafAssignment<Computed<T>> assignment(context);
  DVDB_TRY(assignment.assign(context, places, n, failed));
  const auto sum_up = [&]<class Row, int kWidth>() -> Status {
    const int64_t groups = channels / kWidth;
    constexpr int kMostLanesLog2 = 4;  // with more, too few voxels are summed up at once
    const uint32_t lanes_log2 = uint32_t(min_of(highest_bit(uint64_t(groups)), kMostLanesLog2));
    using Functor = SumLeaves<T, Row, kWidth>;
    const uint32_t most_crowded = uint32_t(16 + n_leaves / kCrowdedShare);
    const Functor functor{{assignment.blocks()}, data, groups, lanes_log2, out, assignment.crowded(), most_crowded};
    return backend::for_each_block(context, n_leaves, functor);
  };
  const auto fold = [&]<int kWidth>() {
    return fold_leaves(context, n_leaves, assignment.blocks(), PackContributions<T, kWidth>{data}, out,
                       assignment.crowded());
  };
  if (channels == 1) return fold.template operator()<1>();
  if (needs_wide_rows(places, channels * int64_t(sizeof(T)))) return sum_up.template operator()<int64_t, 1>();
  return with_pack<T>(channels, address_of(data) | address_of(out), [&]<int kWidth>() -> Status {
    if constexpr (kWidth > 1) {
      if (channels == kWidth) return fold.template operator()<kWidth>();
    }
    return sum_up.template operator()<uint32_t, kWidth>();
  });
}

template Status sum_by_leaf(Context&, const LocatedPoints&, int64_t, const Half*, int64_t, Half*, uint32_t*);
template Status sum_by_leaf(Context&, const LocatedPoints&, int64_t, const BFloat16*, int64_t, BFloat16*, uint32_t*);
template Status sum_by_leaf(Context&, const LocatedPoints&, int64_t, const float*, int64_t, float*, uint32_t*);
template Status sum_by_leaf(Context&, const LocatedPoints&, int64_t, const double*, int64_t, double*, uint32_t*);

}  // namespace dvdb::sample
