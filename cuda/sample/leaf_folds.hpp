/// Data of few channels of points summed up leaf by leaf, where points of a leaf follow each other.
///
/// A crew brings the points that have voxels in its leaf to cells, in the order of points, with all that is needed of them.
/// A thread then sums up a voxel. All that takes little memory, so that many crews wait for theirs at once.
#pragma once

#include "sample/leaf_crews.hpp"
#include "sample/share_sums.hpp"

namespace dvdb::sample {

/// Sums up the voxels of leaves; rows are a pack each.
template <class T, int kWidth>
struct FoldLeaves : LeafCrews<Computed<T>> {
  using R = Computed<T>;
  using Few = Pack<T, kWidth>;
  using Base = LeafCrews<R>;
  using Base::kCells;
  using Base::kMost;
  static constexpr int kThreads = kWidth == 1 ? 128 : 256;
  static constexpr int kAtOnce = kWidth == 1 ? 10 : 6;
  static constexpr int kOwn = (int(kMost) + backend::kCrewMembers<kThreads> - 1) / backend::kCrewMembers<kThreads>;  // points of a thread
  static constexpr uint32_t kCountBits = 12;
  static_assert(kMost < 1u << kCountBits && kCells <= UINT16_MAX);
  /// A point of a cell.
  struct alignas(16) Record {
    R part[3];
    Few value;
  };
  struct Own {
    uint32_t point;
    uint16_t cell;    // kCells for none
    uint16_t before;  // points of the cell that come before it, at first in any order
  };
  struct Shared : LeafShared {
    uint32_t cells[kCells];  // how many points; then also, kCountBits above that, where they begin
    uint32_t n_placed;
    uint32_t points[kMost];  // of cells
    Record records[kMost];
  };
  static constexpr int64_t kMostWords = sizeof(Shared) / 4;
  static_assert(kMostWords <= backend::kLeastCrewWords);
  const T* data;  // [n, kWidth]
  T* out;         // [n_voxels, kWidth]

  DVDB_FN void operator()(int64_t tile, const backend::Crew& crew, const Span<uint32_t>& memory) const {
    Shared& shared = *reinterpret_cast<Shared*>(memory.data);
    Base::begin(tile, crew, shared);
    for (uint32_t cell = uint32_t(crew.rank); cell < kCells; cell += uint32_t(crew.size)) shared.cells[cell] = 0;
    if (crew.rank == 0) shared.n_placed = 0;
    crew.wait();
    if (shared.given_up) return;
    if (crew.rank == 0) Base::count_points(shared);
    Own own[kOwn];
    for (int k = 0; k < kOwn; ++k) find(tile, uint32_t(crew.rank + k * crew.size), own[k], shared);
    crew.wait();
    if (shared.n_found > kMost) return Base::from.fail();
    for (uint32_t first = 0; first < kCells; first += uint32_t(crew.size)) start_cell(first + uint32_t(crew.rank), shared);
    crew.wait();
    for (int k = 0; k < kOwn; ++k) {
      if (own[k].cell != kCells) shared.points[(shared.cells[own[k].cell] >> kCountBits) + own[k].before] = own[k].point;
    }
    crew.wait();
    for (int k = 0; k < kOwn; ++k) record(own[k], shared);
    crew.wait();
    const int64_t first_row = int64_t(Base::leaves[tile].first);
    DVDB_ROLLED
    for (uint32_t voxel = uint32_t(crew.rank); voxel < shared.n_voxels; voxel += uint32_t(crew.size)) {
      reinterpret_cast<Few*>(out)[first_row + voxel] = sum(shared.voxels[voxel], shared);
    }
  }

 private:
  /// Finds the cell of a point, and counts it.
  DVDB_FN void find(int64_t tile, uint32_t at, Own& own, Shared& shared) const {
    own.cell = uint16_t(kCells);
    if (!Base::find_point(tile, at, shared, own.point)) return;
    const uint32_t cell = Base::cell_of(tile, Base::placed[own.point].low);
    own.cell = uint16_t(cell);
    own.before = uint16_t(backend::atomic_add(&shared.cells[cell], 1u));
  }

  /// Gives room to the points of a cell.
  DVDB_FN static void start_cell(uint32_t cell, Shared& shared) {
    const backend::Team team{int(cell) % backend::kFullTeam, backend::kFullTeam};
    const uint32_t count = cell < kCells ? shared.cells[cell] : 0;
    const uint32_t before = team.sum_before(count);
    const uint32_t all = team.from(before + count, team.size - 1);
    if (all == 0) return;
    const uint32_t start = team.from(team.rank == 0 ? backend::atomic_add(&shared.n_placed, all) : 0, 0) + before;
    if (count != 0) shared.cells[cell] = start << kCountBits | count;
  }

  /// Puts what is needed of a point behind those of its cell that come before it.
  DVDB_FN void record(const Own& own, Shared& shared) const {
    if (own.cell == kCells) return;
    const PlacedPoint<R> found = Base::placed[own.point];
    const Few value = reinterpret_cast<const Few*>(data)[own.point];
    const uint32_t word = shared.cells[own.cell];
    uint32_t at = word >> kCountBits;
    const uint32_t end = at + (word & ((1u << kCountBits) - 1));
    uint32_t place = at;
    DVDB_ROLLED
    for (; at < end; ++at) place += shared.points[at] < own.point ? 1 : 0;
    shared.records[place] = {{found.part[0], found.part[1], found.part[2]}, value};
  }

  DVDB_FN static Few sum(uint32_t place, const Shared& shared) {
    ShareSums<T, kWidth> sums;
    for (uint32_t corner = 0; corner < kCorners; ++corner) {
      const uint32_t word = shared.cells[Base::cell_at(place, corner)];
      const Record* at = &shared.records[word >> kCountBits];
      DVDB_ROLLED
      for (uint32_t left = word & ((1u << kCountBits) - 1); left > 0; --left, ++at) {
        const Record point = *at;
        const R weight = TrilinearCell::weight_of(point.part, int(corner));
        // What has no part in a sum does not count, so that it cannot make it NaN.
        if (weight != 0) sums.add(weight, point.value);
      }
    }
    return sums.result();
  }
};

}  // namespace dvdb::sample
