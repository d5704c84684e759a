/// Sums of what points share out, leaf by leaf.
#include "sample/by_leaf.hpp"

#include "sample/assign_points.hpp"
#include "sample/leaf_folds.hpp"
#include "sample/leaf_sums.hpp"

namespace dvdb::sample {

namespace {

constexpr int64_t kMostOfLeaf = 512;   // points, in the mean: with many channels, more are quicker sorted
constexpr int64_t kMostRoom = 1 << 15;  // for guests of a leaf
constexpr int64_t kCrowdedShare = 64;   // one leaf of so many may be crowded, with many channels

/// Memory for lists of leaves.
template <class Items>
struct ItemMemory {
  using Item = std::remove_pointer_t<decltype(Items::table)>;
  backend::Scratch table;
  backend::Scratch counts;
  backend::Scratch links;
  backend::Scratch last_links;

  explicit ItemMemory(Context& context) : table(context), counts(context), links(context), last_links(context) {}

  Status allocate(Context& context, int64_t n_leaves, int64_t room, int64_t spare_room, Items& out) {
    Span<Item> items;
    Span<uint32_t> numbers;
    Span<typename Items::Link> others;
    Span<uint32_t> last;
    DVDB_TRY(table.allocate(n_leaves * room, items));
    DVDB_TRY(counts.allocate(n_leaves + 1, numbers));
    DVDB_TRY(links.allocate(spare_room, others));
    DVDB_TRY(last_links.allocate(n_leaves * Items::kChains, last));
    DVDB_TRY(backend::fill(context, numbers.data, 0, 1, numbers.size * int64_t(sizeof(uint32_t))));
    out = {items.data, numbers.data, uint32_t(room), uint32_t(spare_room), others.data, last.data, numbers.data + n_leaves};
    return {};
  }
};

}  // namespace

template <class T>
Status sum_by_leaf(Context& context, const Places& places, int64_t n, const T* data, int64_t channels, T* out, uint32_t* failed) {
  const int64_t n_leaves = places.grid.n_leaves;
  const int64_t of_leaf = n / n_leaves;  // points, in the mean
  const bool may_fold = channels == 1 || channels == kMostInPack<T>;
  if (!may_fold && of_leaf > kMostOfLeaf) return backend::fill(context, failed, 1, 4, sizeof(uint32_t));
  ItemMemory<LeafPoints::Pieces> piece_memory(context);
  ItemMemory<LeafPoints::Guests> guest_memory(context);
  backend::Scratch leaf_memory(context);
  backend::Scratch placed_memory(context);
  backend::Scratch list_memory(context);
  backend::Scratch near_memory(context);
  backend::Scratch crowded_memory(context);
  Span<LeafPlace> leaves;
  Span<PlacedPoint<Computed<T>>> placed;
  Span<ListScale> lists;
  Span<uint32_t> crowd;
  LeafNeighbors near;
  LeafPoints points;
  // Pieces take little time where they are few alone: with many more, points are quicker sorted.
  const int64_t piece_room = min_of(8 + of_leaf / 32, int64_t(LeafPoints::Pieces::kMostItems));
  DVDB_TRY(piece_memory.allocate(context, n_leaves, piece_room, n / 64, points.pieces));
  DVDB_TRY(guest_memory.allocate(context, n_leaves, min_of(64 + of_leaf * 2, kMostRoom), n / 4, points.guests));
  DVDB_TRY(placed_memory.allocate(n, placed));
  DVDB_TRY(list_memory.allocate(places.batch.n, lists));
  DVDB_TRY(crowded_memory.allocate(n_leaves + 2, crowd));
  const CrowdedLeaves crowded{crowd.data + 2, crowd.data, crowd.data + 1};
  DVDB_TRY(backend::fill(context, crowd.data, 0, 1, 2 * sizeof(uint32_t)));
  DVDB_TRY(backend::fill(context, failed, 0, 1, sizeof(uint32_t)));
  points.failed = failed;
  DVDB_TRY(list_leaves(context, places.grid, leaf_memory, leaves));
  DVDB_TRY(find_leaf_neighbors(context, places.grid, leaves, {-1, -1, -1}, {1, 1, 1}, near_memory, near));
  DVDB_TRY(backend::for_each(context, places.batch.n, PrepareLists{places.grid.heads, lists.data}));
  const AssignPoints<Computed<T>> assign{places, n, lists.data, near, points, placed.data};
  DVDB_TRY(backend::for_each_tile(context, assign.tiles(), assign));
  const auto sum_up = [&]<class Row, int kWidth>() -> Status {
    const int64_t groups = channels / kWidth;
    constexpr int kMostLanesLog2 = 4;  // with more, too few voxels are summed up at once
    const uint32_t lanes_log2 = uint32_t(min_of(highest_bit(uint64_t(groups)), kMostLanesLog2));
    using Functor = SumLeaves<T, Row, kWidth>;
    const uint32_t most_crowded = uint32_t(16 + n_leaves / kCrowdedShare);
    const Functor functor{{{places.grid.leaves, leaves.data, points, placed.data}}, data, groups, lanes_log2, out, crowded, most_crowded};
    return backend::for_each_crew(context, n_leaves, functor);
  };
  const auto fold = [&]<int kWidth>() -> Status {
    using Folds = FoldLeaves<T, kWidth, false>;
    using CrowdedFolds = FoldCrowdedLeaves<T, kWidth>;
    DVDB_TRY(backend::for_each_crew(context, n_leaves, Folds{{{places.grid.leaves, leaves.data, points, placed.data}}, data, out, crowded}));
    return backend::for_each_crew(context, min_of(n_leaves, CrowdedFolds::kCrews),
                                  CrowdedFolds{{{{places.grid.leaves, leaves.data, points, placed.data}}, data, out, crowded}});
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
