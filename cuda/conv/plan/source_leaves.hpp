/// Lookup of the source rows of the targets of a leaf: leaf by leaf, in coordinates relative to a base nearby.
#pragma once

#include "conv/plan/stencil.hpp"
#include "core/leaf_neighbors.hpp"

namespace dvdb {

/// Origin from which the sources of a leaf's targets are counted.
struct SourceBase {
  Vec3<int64_t> origin;  // multiple of 8
  uint32_t grid;
};

DVDB_FN SourceBase base_of(const Stencil& stencil, const LeafPlace& place) {
  return {{stencil.axes[0].base(place.origin.x), stencil.axes[1].base(place.origin.y),
           stencil.axes[2].base(place.origin.z)},
          place.grid};
}

/// Looks up leaves in a table of the nearby ones.
struct ListedLeaves {
  LeafNeighbors table;

  struct Neighbors {
    const uint32_t* leaves;
    const LeafNeighbors& table;

    /// The leaf of a voxel whose coordinates are relative to the base.
    DVDB_FN int64_t find(int64_t x, int64_t y, int64_t z) {
      const uint32_t leaf = leaves[table.at(int32_t(x >> 3), int32_t(y >> 3), int32_t(z >> 3))];
      return leaf == LeafNeighbors::kNone ? GridView::kMissing : int64_t(leaf);
    }
  };
  DVDB_FN Neighbors around(int64_t leaf, const GridView&, const SourceBase&) const {
    return {table.around(leaf), table};
  }
};

/// Looks up leaves in the tree.
struct SearchedLeaves {
  struct Neighbors {
    SourceBase base;
    LeafFinder finder;

    DVDB_FN int64_t find(int64_t x, int64_t y, int64_t z) {
      const Vec3<int64_t> c{base.origin.x + x, base.origin.y + y, base.origin.z + z};
      return fits_coord(c) ? finder.find_leaf({int32_t(c.x), int32_t(c.y), int32_t(c.z)}) : GridView::kMissing;
    }
  };
  DVDB_FN Neighbors around(int64_t, const GridView& source, const SourceBase& base) const {
    return {base, LeafFinder(source, source.heads[base.grid])};
  }
};

/// Writes the rows of voxels along z that are `stride` apart; those in the same leaf share one mask word and rank.
template <class Int, class Neighbors>
DVDB_FN void read_column(const GridView& source, Int x, Int y, Int low, int32_t count, Neighbors& around, int32_t* out,
                         Int stride) {
  for (int32_t k = 0; k < count;) {
    const Int z = low + k;
    const int32_t end = min_of(count, k + 8 - int32_t(z & 7));
    const int64_t leaf = around.find(x, y, z);
    uint64_t bits = 0;
    int32_t next = 0;
    if (leaf >= 0) {
      const Leaf& found = source.leaves[leaf];
      const uint32_t first = uint32_t(y & 7) << 3 | uint32_t(z & 7);
      bits = found.mask[x & 7] >> first;
      next = int32_t(found.row(uint32_t(x & 7), first));
    }
    for (; k < end; ++k, bits >>= 1, out += stride) {
      const int32_t one = int32_t(bits & 1);
      *out = next | (one - 1);  // -1 without a branch
      next += one;
    }
  }
}

}  // namespace dvdb
