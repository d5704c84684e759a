/// Neighbors of leaves: one lookup per leaf and offset.
#include "core/leaf_neighbors.hpp"

#include "backend/api/launch.hpp"
#include "core/leaf_finder.hpp"
#include "core/words.hpp"

namespace dvdb {

namespace {

/// Finds a column of leaves along x.
struct FindColumn {
  GridView grid;
  const LeafPlace* places;
  LeafNeighbors table;
  Divider columns;  // of a place

  DVDB_FN void operator()(int64_t i) const {
    int64_t column;
    const int64_t index = columns.divide(i, &column);
    const LeafPlace place = places[index];
    LeafFinder finder(grid, grid.heads[place.grid]);
    table.list_column(finder, {place.origin.x, place.origin.y, place.origin.z}, index, column);
  }
};

}  // namespace

Status find_leaf_neighbors(Context& context, const GridView& grid, Span<const LeafPlace> places, Vec3<int32_t> low,
                           Vec3<int32_t> high, backend::Scratch& memory, LeafNeighbors& out) {
  constexpr int64_t kGrain = 512;
  Span<uint32_t> leaves;
  out.low = low;
  out.dims = {high.x - low.x + 1, high.y - low.y + 1, high.z - low.z + 1};
  DVDB_TRY(memory.allocate(places.size * out.size(), leaves));
  out.leaves = leaves.data;
  const Divider columns = Divider::of(int64_t(out.dims.y) * out.dims.z);
  return backend::for_each(context, places.size * columns.by, FindColumn{grid, places.data, out, columns}, kGrain);
}

}  // namespace dvdb
