/// Sums of what points share out, leaf by leaf.
#include "sample/by_leaf.hpp"

#include "sample/leaf_folds.hpp"
#include "sample/leaf_sums.hpp"

namespace dvdb::sample {

template <class T>
Status sum_by_leaf(Context& context, const Places& places, int64_t n, const T* data, int64_t channels, T* out, uint32_t* failed) {
  const int64_t n_leaves = places.grid.n_leaves;
  backend::Scratch piece_memory(context);
  backend::Scratch guest_memory(context);
  backend::Scratch count_memory(context);
  backend::Scratch leaf_memory(context);
  backend::Scratch placed_memory(context);
  backend::Scratch list_memory(context);
  backend::Scratch near_memory(context);
  Span<Piece> pieces;
  Span<uint32_t> guests;
  Span<uint32_t> counts;
  Span<LeafPlace> leaves;
  Span<PlacedPoint<Computed<T>>> placed;
  Span<ListScale> lists;
  LeafNeighbors near;
  DVDB_TRY(piece_memory.allocate(n_leaves * LeafPoints::kPieces, pieces));
  DVDB_TRY(guest_memory.allocate(n_leaves * LeafPoints::kGuests, guests));
  DVDB_TRY(count_memory.allocate(2 * n_leaves, counts));
  DVDB_TRY(placed_memory.allocate(n, placed));
  DVDB_TRY(list_memory.allocate(places.batch.n, lists));
  DVDB_TRY(backend::fill(context, counts.data, 0, 1, counts.size * int64_t(sizeof(uint32_t))));
  DVDB_TRY(backend::fill(context, failed, 0, 1, sizeof(uint32_t)));
  DVDB_TRY(list_leaves(context, places.grid, leaf_memory, leaves));
  const LeafPoints points{pieces.data, guests.data, counts.data, n_leaves, failed};
  DVDB_TRY(find_leaf_neighbors(context, places.grid, leaves, {-1, -1, -1}, {1, 1, 1}, near_memory, near));
  DVDB_TRY(backend::for_each(context, places.batch.n, PrepareLists{places.grid.heads, lists.data}));
  const AssignPoints<Computed<T>> assign{places, n, lists.data, near, points, placed.data};
  DVDB_TRY(backend::for_each_tile(context, assign.tiles(), assign));
  const auto sum_up = [&]<class Row, int kWidth>() -> Status {
    const int64_t groups = channels / kWidth;
    constexpr int kMostLanesLog2 = 4;  // with more, too few voxels are summed up at once
    const uint32_t lanes_log2 = uint32_t(min_of(highest_bit(uint64_t(groups)), kMostLanesLog2));
    using Functor = SumLeaves<T, Row, kWidth>;
    return backend::for_each_crew(context, n_leaves, Functor{places.grid.leaves, leaves.data, points, placed.data, data, groups, lanes_log2, out});
  };
  const auto fold = [&]<int kWidth>() -> Status {
    return backend::for_each_crew(context, n_leaves, FoldLeaves<T, kWidth>{{places.grid.leaves, leaves.data, points, placed.data}, data, out});
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

template Status sum_by_leaf(Context&, const Places&, int64_t, const Half*, int64_t, Half*, uint32_t*);
template Status sum_by_leaf(Context&, const Places&, int64_t, const Brief*, int64_t, Brief*, uint32_t*);
template Status sum_by_leaf(Context&, const Places&, int64_t, const float*, int64_t, float*, uint32_t*);
template Status sum_by_leaf(Context&, const Places&, int64_t, const double*, int64_t, double*, uint32_t*);

}  // namespace dvdb::sample
