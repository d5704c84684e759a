/// Lists of the points of leaves: runs first, then points one by one, then those that found no room.
#include "sample/sum/leaf_assignment.hpp"

#include "sample/sum/assign_points.hpp"

namespace dvdb::sample {

namespace {

constexpr int64_t kMostRoom = 1 << 15;  // for guests of a leaf

}  // namespace

template <class R>
Status LeafAssignment<R>::assign(Context& context, const LocatedPoints& places, int64_t n, uint32_t* failed) {
  const int64_t n_leaves = places.grid.n_leaves;
  const int64_t of_leaf = n / n_leaves;  // points, in the mean
  Span<LeafPlace> leaves;
  Span<PlacedPoint<R>> placed;
  Span<ListScale> lists;
  Span<uint32_t> crowd;
  LeafNeighbors near;
  LeafPoints points = {};
  // Pieces take little time where they are few alone: with many more, points are quicker sorted.
  const int64_t piece_room = min_of(8 + of_leaf / 32, int64_t(LeafPoints::Pieces::kMostItems));
  DVDB_TRY(pieces_.allocate(context, n_leaves, piece_room, n / 64, points.pieces));
  DVDB_TRY(guests_.allocate(context, n_leaves, min_of(64 + of_leaf * 2, kMostRoom), n / 4, points.guests));
  DVDB_TRY(placed_.allocate(n, placed));
  DVDB_TRY(lists_.allocate(places.batch.n, lists));
  DVDB_TRY(crowd_.allocate(n_leaves + 2, crowd));
  crowded_ = {crowd.data + 2, crowd.data, crowd.data + 1};
  DVDB_TRY(backend::fill(context, crowd.data, 0, 1, 2 * sizeof(uint32_t)));
  DVDB_TRY(backend::fill(context, failed, 0, 1, sizeof(uint32_t)));
  points.failed = failed;
  DVDB_TRY(list_leaves(context, places.grid, leaves_, leaves));
  DVDB_TRY(find_leaf_neighbors(context, places.grid, leaves, {-1, -1, -1}, {1, 1, 1}, near_, near));
  DVDB_TRY(backend::for_each(context, places.batch.n, PrepareLists{places.grid.heads, lists.data}));
  const AssignPoints<R> assign{places, n, lists.data, near, points, placed.data};
  DVDB_TRY(backend::for_each_tile(context, assign.tiles(), assign));
  blocks_ = {places.grid.leaves, leaves.data, points, placed.data};
  return {};
}

template class LeafAssignment<float>;
template class LeafAssignment<double>;

}  // namespace dvdb::sample
