/// From rows back to voxels: the leaf that holds a row's voxel, and the position in it.
#pragma once

#include "core/bit_rank.hpp"
#include "core/leaf_places.hpp"

namespace dvdb {

/// The position of a voxel in its leaf.
struct VoxelSite {
  int64_t leaf;
  uint32_t slice;  // x
  uint32_t at;     // 8 * y + z
};

/// Finds sites. A table says in which leaf each run of rows begins, so that a binary search spans few leaves.
struct SiteFinder {
  static constexpr int kRunLog2 = 8;
  GridView grid;
  const uint32_t* first_leaves;  // [runs + 1], closed by the last leaf

  static int64_t count_runs(int64_t n_voxels) { return (n_voxels + (1 << kRunLog2) - 1) >> kRunLog2; }

  DVDB_FN int64_t find_leaf(int64_t row) const {
    const uint32_t* run = first_leaves + (row >> kRunLog2);
    const Leaf* leaves = grid.leaves;
    return last_not_above(run[0], run[1] + 1, row, [leaves](uint32_t leaf) { return int64_t(leaves[leaf].first); });
  }

  DVDB_FN VoxelSite find(int64_t row) const {
    const int64_t index = find_leaf(row);
    const Leaf& leaf = grid.leaves[index];
    uint32_t rank = uint32_t(row - int64_t(leaf.first));
    uint32_t slice = 0;
    for (int word = 0; word < 7; ++word) slice += uint32_t(leaf.prefix >> 9 * word & 511) <= rank ? 1 : 0;
    if (slice > 0) rank -= uint32_t(leaf.prefix >> 9 * (slice - 1) & 511);
    return {index, slice, bit_of_rank(leaf.mask[slice], rank)};
  }
};

/// Writes a leaf to the runs of rows that begin in it.
struct WriteFirstLeaves {
  GridView grid;
  uint32_t* out;  // [runs + 1]

  DVDB_FN void operator()(int64_t leaf) const {
    const int64_t run = int64_t(1) << SiteFinder::kRunLog2;
    const bool last = leaf == grid.n_leaves - 1;
    const int64_t end = last ? grid.n_voxels : int64_t(grid.leaves[leaf + 1].first);
    for (int64_t row = (int64_t(grid.leaves[leaf].first) + run - 1) & ~(run - 1); row < end; row += run)
      out[row >> SiteFinder::kRunLog2] = uint32_t(leaf);
    if (last) out[((grid.n_voxels - 1) >> SiteFinder::kRunLog2) + 1] = uint32_t(leaf);
  }
};

/// Makes a finder whose table lives in `memory`.
Status find_sites(Context& context, const GridView& grid, backend::Scratch& memory, SiteFinder& out);

/// Writes the coordinates of all active voxels, in row order.
Status list_voxels(Context& context, const GridView& grid, Span<Coord> out);

}  // namespace dvdb
