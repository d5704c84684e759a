/// The positions of the leaves of a batch.
#pragma once

#include "backend/api/memory.hpp"
#include "core/grid.hpp"

namespace dvdb {

/// The position of a leaf: its lowest voxel, and its grid.
struct alignas(16) LeafPlace {
  Coord origin;
  uint32_t grid;
};

/// The voxels of one slice of a leaf: of 64 in a plane of constant x. Slices of a batch are numbered leaf by leaf.
struct LeafSlice {
  int64_t leaf;
  uint32_t slice;   // within the leaf
  uint64_t voxels;  // those that are active

  DVDB_FN static LeafSlice of(const GridView& grid, int64_t i) {
    const uint32_t slice = uint32_t(i % 8);
    return {i / 8, slice, grid.leaves[i / 8].mask[slice]};
  }

  /// Calls f(row, at) for the active voxels, `at` being a position within the slice.
  template <class F>
  DVDB_FN void each(const GridView& grid, F f) const {
    int64_t row = grid.leaves[leaf].row(slice, 0);
    for (uint64_t rest = voxels; rest != 0; rest &= rest - 1, ++row) f(row, uint32_t(lowest_bit(rest)));
  }
};

/// Writes the position of each leaf.
Status list_leaves(Context& context, const NodeWord* lowers, const LowerOrigin* origins, int64_t n_lowers,
                   LeafPlace* out);

/// Lists the positions of all leaves of a batch, in `memory`.
Status list_leaves(Context& context, const GridView& grid, backend::Scratch& memory, Span<LeafPlace>& out);

}  // namespace dvdb
