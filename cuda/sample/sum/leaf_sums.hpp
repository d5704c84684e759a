/// Sums data of points leaf by leaf, where the points of a leaf are mostly consecutive.
///
/// A block sorts the points that have voxels in its leaf by cell, in the order of points. From these it lists, in
/// rounds of as many entries as there is room for, the points and weights that each voxel adds, voxel after voxel, and
/// then sums them up.
#pragma once

#include "sample/corners/tiles.hpp"
#include "sample/sum/leaf_boxes.hpp"
#include "sample/sum/voxel_sums.hpp"

namespace dvdb::sample {

/// A term of a voxel's sum: a point and its weight.
template <class R>
struct alignas(2 * sizeof(R)) WeightedPoint {
  R weight;
  uint32_t point;
};

/// Points that are processed at once.
template <class R>
constexpr uint32_t kListedPoints = sizeof(R) == 4 ? 768 : 640;

/// Sums up the voxels of leaves; a thread computes kWidth channels of a voxel.
template <class T, class Row, int kWidth>
struct SumLeaves : LeafBoxes<Computed<T>, kListedPoints<Computed<T>>> {
  static constexpr uint32_t kMost = kListedPoints<Computed<T>>;
  using R = Computed<T>;
  using Base = LeafBoxes<R, kMost>;
  using Base::kCells;
  using Base::leaves;
  using Base::placed;
  using ChannelPack = Pack<T, kWidth>;
  using Sums = VoxelSums<T, kWidth>;
  using Entry = WeightedPoint<R>;
  static constexpr int kThreads = 256;
  static constexpr int kAtOnce = 4;
  static constexpr uint32_t kEntryBytes = 24576;
  static constexpr uint32_t kEntries = kEntryBytes / sizeof(Entry);  // per round
  static constexpr uint32_t kStep =
      kEntries - kMost;  // entries from one round to the next: those of a voxel may go on behind it
  static constexpr uint16_t kNowhere = UINT16_MAX;
  static constexpr uint32_t kAhead = 4;  // points of a voxel that are read at once
  static_assert(16 % kAhead == 0);
  static constexpr int kOwn =
      (int(kMost) + backend::kBlockMembers<kThreads> - 1) / backend::kBlockMembers<kThreads>;  // points per thread
  static_assert(kMost * kCorners * sizeof(uint32_t) <= kEntryBytes);
  struct Own {
    uint32_t point;
    uint32_t cell;    // kCells for none
    uint32_t before;  // points of the cell that come before it, at first in any order
    uint32_t start;   // of the points of the cell
  };
  struct alignas(16) Slots {
    uint16_t of[kCorners];
  };
  struct Run {
    uint16_t start;
    uint16_t count;
  };
  struct Shared : BoxShared {
    union {
      Entry entries[kEntries];
      uint32_t points[kEntryBytes / 4];  // of cells, where the entries of a corner of theirs will be
    };
    Slots slots[kCells];  // where the entries of the cell begin, of the voxel at each corner; kNowhere where there is
                          // none
    uint32_t counts[kCells];
    Run runs[512];  // entries of voxels
    uint32_t n_entries;
    uint32_t has_zeros;  // whether any weight is 0
  };
  static constexpr int64_t kMostWords = sizeof(Shared) / 4;
  static_assert(kMostWords <= backend::kLeastBlockWords);
  const T* data;        // [n, channels]
  int64_t groups;       // of kWidth channels
  uint32_t lanes_log2;  // log2 of the number of threads that share a voxel's groups
  T* out;               // [n_voxels, channels]
  CrowdedLeaves crowded;
  uint32_t most_crowded;  // leaves: with more, points are quicker sorted

  DVDB_FN void operator()(int64_t tile, const backend::Block& block, const Span<uint32_t>& memory) const {
    Shared& shared = *reinterpret_cast<Shared*>(memory.data);
    Base::begin(tile, block, shared);
    clear(block, shared);
    block.wait();
    if (shared.given_up) return;
    bool is_crowded;
    Base::count_points(kMost, shared, is_crowded);
    if (is_crowded && block.rank == 0 && backend::atomic_add(crowded.count, 1u) >= most_crowded) Base::from.fail();
    Base::each_box(tile, block, shared.counts, shared.points, *this, shared);
  }

  DVDB_FN static void clear(const backend::Block& block, Shared& shared) {
    constexpr Slots kNone = {{kNowhere, kNowhere, kNowhere, kNowhere, kNowhere, kNowhere, kNowhere, kNowhere}};
    if (block.rank == 0) {
      shared.n_entries = 0;
      shared.has_zeros = 0;
    }
    for (uint32_t cell = uint32_t(block.rank); cell < kCells; cell += uint32_t(block.size)) {
      shared.counts[cell] = 0;
      shared.slots[cell] = kNone;
    }
  }

  DVDB_FN void sum_box(int64_t tile, const backend::Block& block, const VoxelBox& box, uint32_t n, bool is_collected,
                       Shared& shared) const {
    Own own[kOwn];
    for (int k = 0; k < kOwn; ++k) find(tile, uint32_t(block.rank + k * block.size), n, is_collected, own[k], shared);
    block.wait();
    for (uint32_t first = 0; first < box.n_voxels; first += uint32_t(block.size))
      start_voxel(first + uint32_t(block.rank), box, shared);
    block.wait();
    for (int k = 0; k < kOwn; ++k) bring_to_cell(own[k], shared);
    block.wait();
    for (int k = 0; k < kOwn; ++k) rank(own[k], shared);
    block.wait();
    for (int k = 0; k < kOwn; ++k) list(0, own[k], shared);
    block.wait();
    const int64_t first_row = int64_t(leaves[tile].first) + box.first_voxel;
    const bool is_alone = shared.n_entries <= kEntries;
    // From here on nothing is left of the points, so that registers can hold what is read at once.
    if (is_alone && shared.has_zeros == 0) return sum_up<false>(UINT32_MAX, 0, first_row, box.n_voxels, block, shared);
    uint32_t first = 0;
    while (true) {
      sum_up<true>(is_alone ? UINT32_MAX : kStep, first, first_row, box.n_voxels, block, shared);
      first += kStep;
      if (is_alone || first > shared.n_entries) return;  // voxels without entries may be at the end of all
      block.wait();
      for (int k = 0; k < kOwn; ++k) list(first, own[k], shared);
      block.wait();
    }
  }

  /// Finds the cell of a point, and counts it.
  DVDB_FN void find(int64_t tile, uint32_t at, uint32_t n, bool is_collected, Own& own, Shared& shared) const {
    own.cell = kCells;
    if (at >= n) return;
    own.point = is_collected ? shared.points[at] : Base::find_point(tile, at, shared);
    call_for_row(own.point);
    const uint32_t low = placed[own.point].low;
    own.cell = Base::cell_of(tile, low);
    if ((low & PlacedPoint<R>::kHasZeros) != 0) shared.has_zeros = 1;
    own.before = backend::atomic_add(&shared.counts[own.cell], 1u);
  }

  /// Asks for a row, or the first bytes of a long one, which is summed up once all is listed.
  DVDB_FN void call_for_row(uint32_t point) const {
    constexpr int64_t kMostCalled = 512 / int64_t(sizeof(ChannelPack));
    constexpr int64_t kLine = 128 / int64_t(sizeof(ChannelPack));
    const ChannelPack* const row = reinterpret_cast<const ChannelPack*>(data) + point * groups;
    DVDB_ROLLED
    for (int64_t group = 0; group < min_of(groups, kMostCalled); group += kLine) prefetch_far(row + group);
  }

  /// Gives room to the entries of a voxel.
  DVDB_FN static void start_voxel(uint32_t voxel, const VoxelBox& box, Shared& shared) {
    const backend::Team team{int(voxel) % backend::kWarpLanes, backend::kWarpLanes};
    const bool is_there = voxel < box.n_voxels;
    const uint32_t place = is_there ? shared.voxels[box.first_voxel + voxel] : 0;
    const auto cell_at = [&](uint32_t corner) { return Base::cell_at(place, corner); };
    uint32_t counts[kCorners];
    uint32_t sum = 0;
    for (uint32_t corner = 0; corner < kCorners; ++corner) sum += counts[corner] = shared.counts[cell_at(corner)];
    sum = is_there ? sum : 0;
    const uint32_t before = team.sum_before(sum);
    const uint32_t all = team.from(before + sum, team.size - 1);
    uint32_t start = team.rank == 0 && all != 0 ? backend::atomic_add(&shared.n_entries, all) : 0;
    start = team.from(start, 0) + before;
    if (!is_there) return;
    shared.runs[voxel] = {uint16_t(start), uint16_t(sum)};
    for (uint32_t corner = 0; corner < kCorners; ++corner) {
      shared.slots[cell_at(corner)].of[corner] = uint16_t(start);
      start += counts[corner];
    }
  }

  /// First entry of a corner of a cell; kNowhere without any.
  DVDB_FN static uint32_t first_slot(uint32_t cell, const Shared& shared) {
    const Slots slots = shared.slots[cell];
    uint32_t found = kNowhere;
    for (int corner = 0; corner < kCorners; ++corner) found = min_of(found, uint32_t(slots.of[corner]));
    return found;
  }

  /// Brings a point to those of its cell; one that has no voxel here is left out from then on.
  DVDB_FN static void bring_to_cell(Own& own, Shared& shared) {
    if (own.cell == kCells) return;
    own.start = first_slot(own.cell, shared);
    if (own.start == kNowhere) {
      own.cell = kCells;
    } else {
      shared.points[own.start + own.before] = own.point;
    }
  }

  /// Counts those of a cell that come before a point.
  DVDB_FN static void rank(Own& own, Shared& shared) {
    if (own.cell == kCells) return;
    const uint32_t end = own.start + shared.counts[own.cell];
    uint32_t before = 0;
    DVDB_ROLLED
    for (uint32_t at = own.start; at < end; ++at) before += shared.points[at] < own.point ? 1 : 0;
    own.before = before;
  }

  /// Lists a point with the voxels around it, behind those of its cell that come before it.
  DVDB_FN void list(uint32_t first, const Own& own, Shared& shared) const {
    if (own.cell == kCells) return;
    const Slots slots = shared.slots[own.cell];
    const PlacedPoint<R> found = placed[own.point];
    for (int corner = 0; corner < kCorners; ++corner) {
      const uint32_t at = slots.of[corner] + own.before - first;
      const R weight = TrilinearCell::weight_of(found.part, corner);
      if (at < kEntries) shared.entries[at] = {weight, own.point};
    }
  }

  template <bool kZeros>
  DVDB_FN void sum_up(uint32_t length, uint32_t first, int64_t first_row, uint32_t n_voxels,
                      const backend::Block& block, const Shared& shared) const {
    const uint32_t items = n_voxels << lanes_log2;
    const uint32_t lanes = 1u << lanes_log2;
    const Row n_groups = Row(groups);
    DVDB_ROLLED
    for (Row group = 0; group < n_groups; group += Row(lanes)) {
      DVDB_ROLLED
      for (uint32_t i = uint32_t(block.rank); i < items; i += uint32_t(block.size)) {
        const uint32_t voxel = i >> lanes_log2;
        const Row own = group + Row(i & (lanes - 1));
        const Run run = shared.runs[voxel];
        if (own < n_groups && run.start - first < length)
          sum<kZeros>(&shared.entries[run.start - first], run.count, first_row + voxel, own);
      }
    }
  }

  /// Sums up a group of channels of a voxel. Waiting for memory takes longest: several points are read at once.
  template <bool kZeros>
  DVDB_FN void sum(const Entry* entries, uint32_t count, int64_t row, Row group) const {
    const GroupRows<ChannelPack, Row> rows(data, groups, group);
    Sums sums;
    uint32_t at = 0;
    if constexpr (!kZeros) {
      DVDB_ROLLED
      for (; at + kAhead <= count; at += kAhead) {
        add_all(entries + at, rows, sums);
        if ((at + kAhead) % Sums::kTogether == 0) sums.flush();
      }
      if (at < count) add_fewer(entries + at, count - at, rows, sums);
    }
    DVDB_ROLLED
    for (; kZeros && at < count; ++at) {
      const Entry entry = entries[at];
      if (entry.weight != 0) sums.add(entry.weight, rows.at(entry.point));
    }
    reinterpret_cast<ChannelPack*>(out)[row * groups + group] = sums.result();
  }

  /// Adds kAhead entries.
  DVDB_FN static void add_all(const Entry* entries, const GroupRows<ChannelPack, Row>& rows, Sums& sums) {
    Entry some[kAhead];
    for (uint32_t k = 0; k < kAhead; ++k) some[k] = entries[k];
    ChannelPack pack[kAhead];
    for (uint32_t k = 0; k < kAhead; ++k) pack[k] = rows.at(some[k].point);
    for (uint32_t k = 0; k < kAhead; ++k) sums.add_some(some[k].weight, pack[k]);
  }

  /// Adds fewer entries than that, but some.
  DVDB_FN static void add_fewer(const Entry* entries, uint32_t count, const GroupRows<ChannelPack, Row>& rows,
                                Sums& sums) {
    Entry some[kAhead - 1];
    for (uint32_t k = 0; k + 1 < kAhead; ++k) some[k] = entries[min_of(k, count - 1)];
    ChannelPack pack[kAhead - 1];
    for (uint32_t k = 0; k + 1 < kAhead; ++k) pack[k] = rows.at(some[k].point);
    for (uint32_t k = 0; k + 1 < kAhead; ++k) {
      if (k < count) sums.add_some(some[k].weight, pack[k]);
    }
  }
};

}  // namespace dvdb::sample
