/// The leaves around each leaf: what stencils and convolutions look neighbours up in.
#pragma once

#include "core/voxel_list.hpp"

namespace dvdb {

/// A table of leaves as kernels see it: for each leaf the 27 leaves around it, x slowest and z fastest.
struct LeafNeighbors {
  static constexpr int kCount = 27;
  static constexpr int kSelf = 13;
  const int64_t* table = nullptr;  // [n_leaves, kCount] indices, -1 where there is no leaf

  /// The place of the leaf that lies dx, dy and dz leaves away, each -1, 0 or 1.
  DVDB_FN static int place(int dx, int dy, int dz) { return (dx + 1) * 9 + (dy + 1) * 3 + dz + 1; }

  DVDB_FN int64_t at(int64_t leaf, int place) const { return table[leaf * kCount + place]; }

  /// Row of the voxel (x, y, z) counted from a leaf's origin, each in -8..15, or -1 where it is not active.
  DVDB_FN int64_t find_row(const GridView& grid, int64_t leaf, int x, int y, int z) const {
    const int64_t near = at(leaf, place(x >> 3, y >> 3, z >> 3));
    if (near < 0) return GridView::kMissing;
    const Leaf& found = grid.leaves[near];
    const uint32_t word = uint32_t(x) & 7;
    const uint32_t bit = (uint32_t(y) & 7) << 3 | (uint32_t(z) & 7);
    return (found.mask[word] >> bit & 1) != 0 ? found.row(word, bit) : GridView::kMissing;
  }
};

/// Writes the table; `sites` are the leaves as list_leaves gives them.
Status find_leaf_neighbors(Context& context, const GridView& grid, Span<const LeafSite> sites, Span<int64_t> out);

}  // namespace dvdb
