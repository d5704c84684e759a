/// Tables of neighboring leaves, in which topology, stencils and convolutions look up neighbors.
#pragma once

#include "core/leaf_finder.hpp"
#include "core/leaf_places.hpp"

namespace dvdb {

DVDB_FN bool fits_coord(const Vec3<int64_t>& c) { return fits_int32(c.x) && fits_int32(c.y) && fits_int32(c.z); }

/// For each of a list of leaf positions (places), the leaves of a batch around it, sorted by offset, z fastest.
struct LeafNeighbors {
  static constexpr uint32_t kNone = 0xffffffff;
  Vec3<int32_t> low;  // lowest offset, in leaves
  Vec3<int32_t> dims;
  uint32_t* leaves = nullptr;  // [n_places, dims.x, dims.y, dims.z] indices, kNone where there is no leaf

  DVDB_FN int64_t size() const { return int64_t(dims.x) * dims.y * dims.z; }
  DVDB_FN int64_t at(int32_t x, int32_t y, int32_t z) const {
    return (int64_t(x - low.x) * dims.y + (y - low.y)) * dims.z + (z - low.z);
  }
  DVDB_FN const uint32_t* around(int64_t place) const { return leaves + place * size(); }

  /// Lists one of a place's dims.y * dims.z columns of leaves along x around an origin, a multiple of 8.
  DVDB_FN void list_column(LeafFinder& finder, const Vec3<int64_t>& origin, int64_t place, int64_t column) const {
    const int32_t y = low.y + int32_t(column) / dims.z;
    const int32_t z = low.z + int32_t(column) % dims.z;
    for (int32_t x = low.x; x < low.x + dims.x; ++x) {
      const Vec3<int64_t> c{origin.x + 8 * int64_t(x), origin.y + 8 * int64_t(y), origin.z + 8 * int64_t(z)};
      const int64_t found =
          fits_coord(c) ? finder.find_leaf({int32_t(c.x), int32_t(c.y), int32_t(c.z)}) : GridView::kMissing;
      leaves[place * size() + at(x, y, z)] = found < 0 ? kNone : uint32_t(found);
    }
  }

  /// Row of the voxel (x, y, z) relative to a place's origin, or -1 where it is not active; it must be within the
  /// table's leaves.
  DVDB_FN int64_t find_row(const GridView& grid, int64_t place, int x, int y, int z) const {
    const uint32_t near = around(place)[at(x >> kLeafLog2, y >> kLeafLog2, z >> kLeafLog2)];
    if (near == kNone) return GridView::kMissing;
    const Leaf& found = grid.leaves[near];
    const uint32_t word = uint32_t(x) & 7;
    const uint32_t bit = (uint32_t(y) & 7) << 3 | (uint32_t(z) & 7);
    return (found.mask[word] >> bit & 1) != 0 ? found.row(word, bit) : GridView::kMissing;
  }
};

/// Finds the leaves at offsets `low` to `high` around places, which need not have a leaf themselves. The table lives in
/// `memory`.
Status find_leaf_neighbors(Context& context, const GridView& grid, Span<const LeafPlace> places, Vec3<int32_t> low,
                           Vec3<int32_t> high, backend::Scratch& memory, LeafNeighbors& out);

}  // namespace dvdb
