#include "core/voxel_list.hpp"

#include "backend/launch.hpp"

namespace dvdb {

namespace {

/// Lists the leaves of one word of a lower node.
struct ListLeaves {
  GridView grid;
  LeafSite* out;  // [n_leaves]

  DVDB_FN void operator()(int64_t i) const {
    const NodeWord word = grid.lowers[i];
    const int64_t lower = i / kLowerWords;
    const Coord origin = grid.lower_origins[lower].ijk;
    int64_t leaf = word.base;
    for (uint64_t rest = word.mask; rest != 0; rest &= rest - 1, ++leaf) {
      out[leaf] = {lower_child_origin(origin, uint32_t(i % kLowerWords) * 64 + uint32_t(lowest_bit(rest))), uint32_t(lower)};
    }
  }
};

/// Lists the voxels of one slice of a leaf.
struct ListVoxels {
  GridView grid;
  const LeafSite* sites;  // [n_leaves]
  Coord* out;             // [n_voxels]

  DVDB_FN void operator()(int64_t i) const {
    const uint32_t slice = uint32_t(i % 8);
    const Leaf& leaf = grid.leaves[i / 8];
    uint64_t voxels = leaf.mask[slice];
    if (voxels == 0) return;
    const Coord origin = sites[i / 8].origin;
    int64_t row = leaf.row(slice, uint32_t(lowest_bit(voxels)));
    for (; voxels != 0; voxels &= voxels - 1) out[row++] = leaf_voxel(origin, slice * 64 + uint32_t(lowest_bit(voxels)));
  }
};

}  // namespace

Status list_leaves(Context& context, const GridView& grid, Span<LeafSite> out) {
  return backend::for_each(context, grid.n_lowers * kLowerWords, ListLeaves{grid, out.data});
}

Status list_voxels(Context& context, const GridView& grid, Span<Coord> out) {
  backend::Scratch memory(context);
  Span<LeafSite> sites;
  DVDB_TRY(memory.allocate(grid.n_leaves, sites));
  DVDB_TRY(list_leaves(context, grid, sites));
  return backend::for_each(context, grid.n_leaves * 8, ListVoxels{grid, sites.data, out.data});
}

}  // namespace dvdb
