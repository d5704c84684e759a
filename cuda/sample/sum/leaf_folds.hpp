/// Sums data of points with few channels leaf by leaf, where the points of a leaf are mostly consecutive.
///
/// A block sorts the points that have voxels in its leaf by cell, in the order of points, with all the data that they
/// give. Each thread then sums up a voxel. This takes little shared memory, so that many blocks are resident at once
/// and hide memory latency; leaves with more points are left to larger blocks.
#pragma once

#include <algorithm>

#include "sample/sum/leaf_boxes.hpp"
#include "sample/sum/voxel_sums.hpp"

namespace dvdb::sample {

/// Contributions of points: a pack of channels each, times the weight of a corner.
template <class T, int kWidth>
struct PackContributions {
  using Element = T;
  using R = Computed<T>;
  using Contribution = Pack<T, kWidth>;
  static constexpr int kChannels = kWidth;
  const T* data;  // [n, kWidth]

  DVDB_FN Contribution of(uint32_t point) const { return reinterpret_cast<const Contribution*>(data)[point]; }

  /// Adds the contribution to a corner. Points of weight 0 are skipped, so that their NaN or infinities cannot make a
  /// sum NaN.
  template <bool kZeros>
  DVDB_FN static void add(VoxelSums<T, kWidth>& sums, const R (&part)[3], int corner,
                          const Contribution& contribution) {
    const R weight = TrilinearCell::weight_of(part, corner);
    if (!kZeros || weight != 0) sums.add(weight, contribution);
  }
};

/// A point of a cell, and what it contributes.
template <class Contributions>
struct alignas(16) CellPoint {
  typename Contributions::R part[3];
  typename Contributions::Contribution contribution;
};

/// Points that are processed at once: few, or as many as the shared memory of every target holds.
template <class Contributions>
constexpr uint32_t kMostFoldedPoints =
    uint32_t(4 * backend::kLeastBlockWords - 5120) / uint32_t(sizeof(CellPoint<Contributions>) + 4);
template <class Contributions, bool kMany>
constexpr uint32_t kFoldedPoints =
    kMany ? kMostFoldedPoints<Contributions>
          : std::min(kMostFoldedPoints<Contributions>, sizeof(typename Contributions::R) == 4 ? 768u : 640u);

/// Sums up the voxels of leaves; a row is one pack. With kMany, processes all leaves, else only those that are not
/// crowded.
template <class Contributions, bool kMany>
struct FoldLeaves : LeafBoxes<typename Contributions::R, kFoldedPoints<Contributions, kMany>> {
  static constexpr uint32_t kMost = kFoldedPoints<Contributions, kMany>;
  static constexpr int kWidth = Contributions::kChannels;
  using T = typename Contributions::Element;
  using R = typename Contributions::R;
  using ChannelPack = Pack<T, kWidth>;
  using Base = LeafBoxes<R, kMost>;
  using Base::kCells;
  using Record = CellPoint<Contributions>;
  static constexpr int kThreads = kMany ? 512 : kWidth == 1 ? 128 : 256;
  static constexpr int kAtOnce = kMany ? 3 : kWidth == 1 ? 10 : 6;
  static constexpr int kOwn =
      (int(kMost) + backend::kBlockMembers<kThreads> - 1) / backend::kBlockMembers<kThreads>;  // points per thread
  static constexpr uint32_t kCountBits = 12;
  static_assert(kMost < 1u << kCountBits && kCells <= UINT16_MAX);
  struct Own {
    uint32_t point;
    uint16_t cell;    // kCells for none
    uint16_t before;  // points of the cell that come before it, at first in any order
  };
  struct Shared : BoxShared {
    uint32_t cells[kCells];  // number of points; later also, shifted up by kCountBits, where they begin
    uint32_t n_placed;
    bool has_zeros;          // whether any weight is 0
    uint32_t points[kMost];  // points, by cell
    Record records[kMost];
  };
  static constexpr int64_t kMostWords = sizeof(Shared) / 4;
  static_assert(kMostWords <= backend::kLeastBlockWords);
  Contributions contributions;
  T* out;  // [n_voxels, kWidth]
  CrowdedLeaves crowded;

  DVDB_FN void operator()(int64_t tile, const backend::Block& block, const Span<uint32_t>& memory) const {
    Shared& shared = *reinterpret_cast<Shared*>(memory.data);
    Base::begin(tile, block, shared);
    clear(block, shared);
    block.wait();
    if (shared.given_up) return;
    if constexpr (!kMany) {
      bool is_crowded;
      const uint32_t n = Base::count_points(kMost, shared, is_crowded);
      if (!is_crowded) return sum_box(tile, block, {0, 512, 0, shared.n_voxels}, n, false, shared);
      if (block.rank == 0) crowded.put(uint32_t(tile));
    } else {
      Base::each_box(tile, block, shared.cells, shared.points, *this, shared);
    }
  }

  DVDB_FN static void clear(const backend::Block& block, Shared& shared) {
    for (uint32_t cell = uint32_t(block.rank); cell < kCells; cell += uint32_t(block.size)) shared.cells[cell] = 0;
    if (block.rank != 0) return;
    shared.n_placed = 0;
    shared.has_zeros = false;
  }

  DVDB_FN void sum_box(int64_t tile, const backend::Block& block, const VoxelBox& box, uint32_t n, bool is_collected,
                       Shared& shared) const {
    Own own[kOwn];
    find(tile, block, n, is_collected, own, shared);
    block.wait();
    start_cells(block, shared);
    block.wait();
    for (int k = 0; k < kOwn; ++k) {
      if (own[k].cell != kCells)
        shared.points[(shared.cells[own[k].cell] >> kCountBits) + own[k].before] = own[k].point;
    }
    block.wait();
    for (int k = 0; k < kOwn; ++k) record(own[k], shared);
    block.wait();
    ChannelPack* const to = reinterpret_cast<ChannelPack*>(out) + int64_t(Base::leaves[tile].first) + box.first_voxel;
    const uint16_t* const voxels = shared.voxels + box.first_voxel;
    if (shared.has_zeros) {
      DVDB_ROLLED
      for (uint32_t voxel = uint32_t(block.rank); voxel < box.n_voxels; voxel += uint32_t(block.size))
        to[voxel] = sum<true>(voxels[voxel], shared);
    } else {
      DVDB_ROLLED
      for (uint32_t voxel = uint32_t(block.rank); voxel < box.n_voxels; voxel += uint32_t(block.size))
        to[voxel] = sum<false>(voxels[voxel], shared);
    }
  }

  /// Finds the cells of points, and counts the points of each. All loads are issued at once to hide memory latency.
  DVDB_FN void find(int64_t tile, const backend::Block& block, uint32_t n, bool is_collected, Own (&own)[kOwn],
                    Shared& shared) const {
    uint32_t lows[kOwn];
    for (int k = 0; k < kOwn; ++k) {
      const uint32_t at = uint32_t(block.rank + k * block.size);
      own[k].point = 0;
      if (at < n) own[k].point = is_collected ? shared.points[at] : Base::find_point(tile, at, shared);
    }
    for (int k = 0; k < kOwn; ++k) {
      if (uint32_t(block.rank + k * block.size) < n) lows[k] = Base::placed[own[k].point].low;
    }
    for (int k = 0; k < kOwn; ++k) {
      own[k].cell = uint16_t(kCells);
      if (uint32_t(block.rank + k * block.size) >= n) continue;
      if ((lows[k] & PlacedPoint<R>::kHasZeros) != 0) shared.has_zeros = true;
      const uint32_t cell = Base::cell_of(tile, lows[k]);
      own[k].cell = uint16_t(cell);
      own[k].before = uint16_t(backend::atomic_add(&shared.cells[cell], 1u));
    }
  }

  /// Allots each cell the room for its points, by a prefix sum; each member takes some consecutive cells.
  DVDB_FN static void start_cells(const backend::Block& block, Shared& shared) {
    const backend::Team team{block.rank % backend::kWarpLanes, backend::kWarpLanes};
    constexpr uint32_t kEach = (kCells + backend::kBlockMembers<kThreads> - 1) / backend::kBlockMembers<kThreads>;
    const uint32_t first = uint32_t(block.rank) * kEach;
    uint32_t counts[kEach];
    uint32_t sum = 0;
    for (uint32_t k = 0; k < kEach; ++k) {
      counts[k] = first + k < kCells ? shared.cells[first + k] : 0;
      sum += counts[k];
    }
    const uint32_t before = team.sum_before(sum);
    const uint32_t all = team.from(before + sum, team.size - 1);
    uint32_t start = team.from(team.rank == 0 ? backend::atomic_add(&shared.n_placed, all) : 0, 0) + before;
    for (uint32_t k = 0; k < kEach; ++k) {
      if (first + k < kCells) shared.cells[first + k] = start << kCountBits | counts[k];
      start += counts[k];
    }
  }

  /// Stores what is needed of a point after the points that precede it in its cell.
  DVDB_FN void record(const Own& own, Shared& shared) const {
    if (own.cell == kCells) return;
    const PlacedPoint<R> found = Base::placed[own.point];
    const typename Contributions::Contribution contribution = contributions.of(own.point);
    const uint32_t word = shared.cells[own.cell];
    uint32_t at = word >> kCountBits;
    const uint32_t end = at + (word & ((1u << kCountBits) - 1));
    uint32_t place = at;
    DVDB_ROLLED
    for (; at < end; ++at) place += shared.points[at] < own.point ? 1 : 0;
    shared.records[place] = {{found.part[0], found.part[1], found.part[2]}, contribution};
  }

  /// Sums up a voxel.
  template <bool kZeros>
  DVDB_FN static ChannelPack sum(uint32_t place, const Shared& shared) {
    VoxelSums<T, kWidth> sums;
    for (uint32_t corner = 0; corner < kCorners; ++corner) {
      const uint32_t word = shared.cells[Base::cell_at(place, corner)];
      const Record* at = &shared.records[word >> kCountBits];
      DVDB_ROLLED
      for (uint32_t left = word & ((1u << kCountBits) - 1); left > 0; --left, ++at) {
        const Record point = *at;
        Contributions::template add<kZeros>(sums, point.part, int(corner), point.contribution);
      }
    }
    return sums.result();
  }
};

/// Sums up the voxels of crowded leaves, which blocks take in turn.
template <class Contributions>
struct FoldCrowdedLeaves {
  using Fold = FoldLeaves<Contributions, true>;
  static constexpr int kThreads = Fold::kThreads;
  static constexpr int kAtOnce = Fold::kAtOnce;
  static constexpr int64_t kMostWords = Fold::kMostWords;
  static constexpr int64_t kBlocks = 1024;  // more than are resident at once on any GPU
  Fold fold;

  DVDB_FN void operator()(int64_t, const backend::Block& block, const Span<uint32_t>& memory) const {
    LeafShared& shared = *reinterpret_cast<typename Fold::Shared*>(memory.data);
    while (true) {
      block.wait();
      if (block.rank == 0) shared.taken = backend::atomic_add(fold.crowded.taken, 1u);
      block.wait();
      const uint32_t taken = shared.taken;
      if (taken >= *fold.crowded.count) return;
      fold(fold.crowded.leaves[taken], block, memory);
    }
  }
};

/// Sums up all leaves.
template <class Contributions>
Status fold_leaves(Context& context, int64_t n_leaves, const LeafBlock<typename Contributions::R>& blocks,
                   const Contributions& contributions, typename Contributions::Element* out,
                   const CrowdedLeaves& crowded) {
  using CrowdedFolds = FoldCrowdedLeaves<Contributions>;
  DVDB_TRY(backend::for_each_block(context, n_leaves,
                                   FoldLeaves<Contributions, false>{{blocks}, contributions, out, crowded}));
  return backend::for_each_block(context, min_of(n_leaves, CrowdedFolds::kBlocks),
                                 CrowdedFolds{{{blocks}, contributions, out, crowded}});
}

}  // namespace dvdb::sample
