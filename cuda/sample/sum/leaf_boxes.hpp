/// Leaves with more points than a block can process at once: they are split into boxes of voxels, processed one after
/// the other.
#pragma once

#include "sample/sum/leaf_block.hpp"

namespace dvdb::sample {

/// Voxels of a leaf at places that follow each other: so many, a power of two, from a multiple of that on.
struct VoxelBox {
  uint32_t begin;
  uint32_t end;
  uint32_t first_voxel;  // of the leaf's
  uint32_t n_voxels;

  /// Whether a cell of the leaf has any corner in a box.
  DVDB_FN static bool has_corners(uint32_t begin, uint32_t end, uint32_t cell) {
    const uint32_t last = end - 1;
    const uint32_t x = cell / 81 - (begin >> 6);
    const uint32_t y = cell / 9 % 9 - (begin >> 3 & 7);
    const uint32_t z = cell % 9 - (begin & 7);
    return x <= (last >> 6) - (begin >> 6) + 1 && y <= (last >> 3 & 7) - (begin >> 3 & 7) + 1 &&
           z <= (last & 7) - (begin & 7) + 1;
  }
};

struct BoxShared : LeafShared {
  uint64_t ends[8];  // a bit for each position that is the last of a box
  uint32_t n_collected;
};

/// At most kMost points of a leaf are processed at once.
template <class R, uint32_t kMost>
struct LeafBoxes : LeafBlock<R> {
  using Base = LeafBlock<R>;
  using Base::kCells;

  /// Calls sums.clear() and then sums.sum_box() with the number of points, and whether they are in `points`, for the
  /// boxes of a leaf: one,
  /// with all points, unless it is crowded. Counts of cells begin with 0; points are memory of the block, which sum_box
  /// may use for other things. Where that cannot be done the leaf fails.
  template <class Sums, class Shared>
  DVDB_FN void each_box(int64_t tile, const backend::Block& block, uint32_t (&counts)[kCells], uint32_t* points,
                        const Sums& sums, Shared& shared) const {
    bool is_crowded;
    uint32_t n = Base::count_points(kMost, shared, is_crowded);
    if (is_crowded && !plan(tile, block, counts, shared)) return Base::from.fail();
    VoxelBox box = {0, 512, 0, shared.n_voxels};
    for (uint32_t place = 0; place < 512; place = box.end) {
      if (is_crowded) {
        box = box_from(tile, place, shared);
        if (box.n_voxels == 0) continue;
        block.wait();
        if (block.rank == 0) shared.n_collected = 0;
        sums.clear(block, shared);
        block.wait();
        collect(tile, block, box, points, shared);
        block.wait();
        n = shared.n_collected;
      }
      sums.sum_box(tile, block, box, n, is_crowded, shared);
    }
  }

 private:
  /// Splits a leaf into boxes with at most as many points as are processed at once; false if some voxel alone has more.
  DVDB_FN bool plan(int64_t tile, const backend::Block& block, uint32_t (&counts)[kCells], BoxShared& shared) const {
    each_cell(tile, block, [&](uint32_t, uint32_t cell) { backend::atomic_add(&counts[cell], 1u); });
    for (int word = block.rank; word < 8; word += block.size) shared.ends[word] = 0;
    block.wait();
    uint32_t length = 512;
    for (uint32_t begin = 0; begin < 512; begin += length) {
      while (length < 512 && (begin & (2 * length - 1)) == 0) length *= 2;
      while (has_voxels(tile, begin, begin + length, shared) &&
             count_in_box(block, begin, begin + length, counts, shared) > kMost) {
        if (length == 1) return false;
        length /= 2;
      }
      const uint32_t last = begin + length - 1;
      if (block.rank == 0) shared.ends[last >> 6] |= bit(last & 63);
    }
    block.wait();
    return true;
  }

  /// The box that begins at a position.
  DVDB_FN VoxelBox box_from(int64_t tile, uint32_t begin, const BoxShared& shared) const {
    uint32_t word = begin >> 6;
    uint64_t ends = shared.ends[word] & ~uint64_t(0) << (begin & 63);
    while (ends == 0) ends = shared.ends[++word];
    const uint32_t end = word * 64 + uint32_t(lowest_bit(ends)) + 1;
    const uint32_t first = voxels_before(tile, begin, shared);
    return {begin, end, first, voxels_before(tile, end, shared) - first};
  }

  /// Collects the points that have corners in a box.
  DVDB_FN void collect(int64_t tile, const backend::Block& block, const VoxelBox& box, uint32_t* points,
                       BoxShared& shared) const {
    each_cell(tile, block, [&](uint32_t point, uint32_t cell) {
      if (VoxelBox::has_corners(box.begin, box.end, cell)) points[backend::atomic_add(&shared.n_collected, 1u)] = point;
    });
  }

  /// Calls visit(point, cell) for all points of a leaf.
  template <class Visit>
  DVDB_FN void each_cell(int64_t tile, const backend::Block& block, Visit visit) const {
    Base::each_some(tile, block, [&](const uint32_t (&points)[Base::kSome], uint32_t n) {
      uint32_t lows[Base::kSome];
      for (uint32_t k = 0; k < Base::kSome; ++k) lows[k] = Base::placed[points[k]].low;
      for (uint32_t k = 0; k < Base::kSome; ++k) {
        if (k < n) visit(points[k], Base::cell_of(tile, lows[k]));
      }
    });
  }

  DVDB_FN uint32_t voxels_before(int64_t tile, uint32_t place, const BoxShared& shared) const {
    const Leaf& leaf = Base::leaves[tile];
    return place == 512 ? shared.n_voxels : uint32_t(leaf.row(place >> 6, place & 63) - int64_t(leaf.first));
  }
  DVDB_FN bool has_voxels(int64_t tile, uint32_t begin, uint32_t end, const BoxShared& shared) const {
    return voxels_before(tile, begin, shared) != voxels_before(tile, end, shared);
  }

  /// The number of points that have corners in a box, returned to all members.
  DVDB_FN static uint32_t count_in_box(const backend::Block& block, uint32_t begin, uint32_t end,
                                       const uint32_t (&counts)[kCells], BoxShared& shared) {
    if (block.rank == 0) shared.n_collected = 0;
    block.wait();
    uint32_t sum = 0;
    DVDB_ROLLED
    for (uint32_t cell = uint32_t(block.rank); cell < kCells; cell += uint32_t(block.size))
      sum += VoxelBox::has_corners(begin, end, cell) ? counts[cell] : 0;
    const backend::Team team{block.rank % backend::kWarpLanes, backend::kWarpLanes};
    sum = team.sum(sum);
    if (team.rank == 0) backend::atomic_add(&shared.n_collected, sum);
    block.wait();
    const uint32_t all = shared.n_collected;
    block.wait();
    return all;
  }
};

}  // namespace dvdb::sample
