#include "backend/launch.hpp"
#include "core/entry.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/grid.h"

using namespace dvdb;

namespace {

/// Lists the voxels of the leaves of one word of a lower node.
struct ListVoxels {
  GridView grid;
  Coord* out;  // [n_voxels]

  DVDB_FN void operator()(int64_t i) const {
    const NodeWord word = grid.lowers[i];
    const LowerOrigin lower = grid.lower_origins[i / kLowerWords];
    int64_t leaf_index = word.base;
    for (uint64_t rest = word.mask; rest != 0; rest &= rest - 1, ++leaf_index) {
      const uint32_t offset = uint32_t(i % kLowerWords) * 64 + uint32_t(lowest_bit(rest));
      const Coord origin = lower_child_origin(lower.ijk, offset);
      const Leaf& leaf = grid.leaves[leaf_index];
      int64_t row = int64_t(leaf.first);
      for (uint32_t slice = 0; slice < 8; ++slice) {
        for (uint64_t voxels = leaf.mask[slice]; voxels != 0; voxels &= voxels - 1) {
          out[row++] = leaf_voxel(origin, slice * 64 + uint32_t(lowest_bit(voxels)));
        }
      }
    }
  }
};

}  // namespace

dvdb_status dvdb_grid_ijk(dvdb_context context, dvdb_grid grid, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    GridBatch* batch = nullptr;
    DVDB_TRY(find(c, grid, &batch));
    Span<int32_t> numbers;
    DVDB_TRY(borrow(c, out, batch->view.n_voxels * 3, "out", numbers));
    return backend::for_each(c, batch->view.n_lowers * kLowerWords, ListVoxels{batch->view, reinterpret_cast<Coord*>(numbers.data)}, 16);
  });
}
