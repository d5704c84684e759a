#include "backend/launch.hpp"
#include "core/entry.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/grid.h"

using namespace dvdb;

namespace {

/// Writes the origins of the leaves of one word of a lower node.
struct WriteLeafOrigins {
  GridView grid;
  Coord* out;  // [n_leaves]

  DVDB_FN void operator()(int64_t i) const {
    const NodeWord word = grid.lowers[i];
    const Coord lower = grid.lower_origins[i / kLowerWords].ijk;
    int64_t leaf = word.base;
    for (uint64_t rest = word.mask; rest != 0; rest &= rest - 1, ++leaf) {
      out[leaf] = lower_child_origin(lower, uint32_t(i % kLowerWords) * 64 + uint32_t(lowest_bit(rest)));
    }
  }
};

/// Lists the voxels of one slice of a leaf.
struct ListVoxels {
  GridView grid;
  const Coord* origins;  // [n_leaves]
  Coord* out;            // [n_voxels]

  DVDB_FN void operator()(int64_t i) const {
    const uint32_t slice = uint32_t(i % 8);
    const Leaf& leaf = grid.leaves[i / 8];
    uint64_t voxels = leaf.mask[slice];
    if (voxels == 0) return;
    const Coord origin = origins[i / 8];
    int64_t row = leaf.row(slice, uint32_t(lowest_bit(voxels)));
    for (; voxels != 0; voxels &= voxels - 1) out[row++] = leaf_voxel(origin, slice * 64 + uint32_t(lowest_bit(voxels)));
  }
};

}  // namespace

dvdb_status dvdb_grid_ijk(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    GridBatch* batch = nullptr;
    DVDB_TRY(find(c, grid, &batch));
    Span<Coord> voxels;
    DVDB_TRY(borrow(c, out, batch->view.n_voxels, "out", voxels));
    const GridView& view = batch->view;
    backend::Scratch memory(c);
    Span<Coord> origins;
    DVDB_TRY(memory.allocate(view.n_leaves, origins));
    DVDB_TRY(backend::for_each(c, view.n_lowers * kLowerWords, WriteLeafOrigins{view, origins.data}));
    return backend::for_each(c, view.n_leaves * 8, ListVoxels{view, origins.data, voxels.data});
  });
}
