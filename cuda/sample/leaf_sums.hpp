/// Data of points summed up leaf by leaf, where points of a leaf follow each other.
///
/// A crew brings the points that have voxels in its leaf to cells, in the order of points. From there it lists what each
/// voxel sums up, one behind the other, as many at a time as there is room for, and then sums that up.
#pragma once

#include "backend/crew.hpp"
#include "backend/full_team.hpp"
#include "core/leaf_places.hpp"
#include "sample/leaf_points.hpp"
#include "sample/share_sums.hpp"

namespace dvdb::sample {

/// What a voxel sums up: points and their weights.
template <class R>
struct alignas(2 * sizeof(R)) WeightedPoint {
  R weight;
  uint32_t point;
};

/// The same for a single channel: products, or kNone where the weight is 0.
template <class R>
struct Product {
  using Bits = std::conditional_t<sizeof(R) == 4, uint32_t, uint64_t>;
  static constexpr Bits kNone = Bits(-1);  // a number, the bits of which no product is left with
  R value;

  DVDB_FN static Product of(R weight, R value) {
    const R product = weight * value;
    if (weight == 0) return {std::bit_cast<R>(kNone)};
    return {std::bit_cast<Bits>(product) == kNone ? std::bit_cast<R>(kNone >> 1) : product};
  }
  DVDB_FN bool is_none() const { return std::bit_cast<Bits>(value) == kNone; }
};

/// Sums up the voxels of leaves; a thread takes kWidth channels of a voxel.
template <class T, class Row, int kWidth, bool kAlone>
struct SumLeaves {
  using R = Computed<T>;
  using Few = Pack<T, kWidth>;
  using Sums = ShareSums<T, kWidth>;
  using Entry = std::conditional_t<kAlone, Product<R>, WeightedPoint<R>>;
  static constexpr int kThreads = 256;
  static constexpr int kAtOnce = 4;
  static constexpr uint32_t kMost = sizeof(R) == 4 ? 768 : 640;  // points that have voxels in a leaf
  static constexpr uint32_t kSide = 9;
  static constexpr uint32_t kCells = kSide * kSide * kSide;
  static constexpr uint32_t kEntryBytes = 24576;
  static constexpr uint32_t kEntries = kEntryBytes / sizeof(Entry);  // of a round
  static constexpr uint32_t kStep = kEntries - kMost;                // entries from one round to the next: those of a voxel may go on behind it
  static constexpr uint16_t kNowhere = UINT16_MAX;
  static constexpr uint32_t kAhead = 4;  // points of a voxel that are read at once
  static_assert(16 % kAhead == 0);
  static constexpr int kOwn = (int(kMost) + backend::kCrewMembers<kThreads> - 1) / backend::kCrewMembers<kThreads>;  // points of a thread
  static_assert(kMost * kCorners * sizeof(uint32_t) <= kEntryBytes);
  struct Own {
    R part[3];
    uint32_t point;
    uint32_t cell;    // kCells for none
    uint32_t before;  // points of the cell that come before it, at first in any order
  };
  struct alignas(16) Slots {
    uint16_t of[kCorners];
  };
  struct Run {
    uint16_t start;
    uint16_t count;
  };
  struct Shared {
    union {
      Entry entries[kEntries];
      uint32_t points[kEntryBytes / 4];  // of cells, where the entries of a corner of theirs will be
    };
    Slots slots[kCells];  // where the entries of the cell begin, of the voxel at each corner; kNowhere where there is none
    uint32_t counts[kCells];
    Run runs[512];        // entries of voxels
    uint16_t voxels[512];  // places
    Piece pieces[LeafPoints::kPieces];
    Scale scale;
    uint32_t n_voxels;
    uint32_t n_pieces;
    uint32_t n_guests;
    uint32_t n_found;
    uint32_t n_entries;
    uint32_t has_zeros;  // among weights
    bool given_up;
    bool safe;
  };
  static constexpr int64_t kMostWords = sizeof(Shared) / 4;
  static_assert(kMostWords <= backend::kLeastCrewWords);
  Places places;
  const LeafPlace* leaves;
  LeafPoints from;
  const T* data;        // [n, channels]
  int64_t groups;       // of kWidth channels
  uint32_t lanes_log2;  // threads that take groups of a voxel at once
  T* out;               // [n_voxels, channels]

  DVDB_FN void operator()(int64_t tile, const backend::Crew& crew, const Span<uint32_t>& memory) const {
    Shared& shared = *reinterpret_cast<Shared*>(memory.data);
    begin(tile, crew, shared);
    crew.wait();
    if (shared.given_up) return;
    Own own[kOwn];
    for (int k = 0; k < kOwn; ++k) find(tile, uint32_t(crew.rank + k * crew.size), own[k], shared);
    crew.wait();
    if (shared.n_found > kMost) return from.fail();
    for (uint32_t first = 0; first < shared.n_voxels; first += uint32_t(crew.size)) start_voxel(first + uint32_t(crew.rank), shared);
    crew.wait();
    for (int k = 0; k < kOwn; ++k) bring_to_cell(own[k], shared);
    crew.wait();
    for (int k = 0; k < kOwn; ++k) rank(own[k], shared);
    crew.wait();
    for (int k = 0; k < kOwn; ++k) list(0, own[k], shared);
    crew.wait();
    const bool is_alone = shared.n_entries <= kEntries;
    // From here on nothing is left of the points, so that registers can hold what is read at once.
    if (is_alone && shared.has_zeros == 0) return sum_up<false>(UINT32_MAX, 0, tile, crew, shared);
    uint32_t first = 0;
    while (true) {
      sum_up<true>(is_alone ? UINT32_MAX : kStep, first, tile, crew, shared);
      first += kStep;
      if (is_alone || first > shared.n_entries) return;  // voxels without entries may be at the end of all
      crew.wait();
      for (int k = 0; k < kOwn; ++k) list(first, own[k], shared);
      crew.wait();
    }
  }

 private:
  DVDB_FN void begin(int64_t tile, const backend::Crew& crew, Shared& shared) const {
    constexpr Slots kNone = {{kNowhere, kNowhere, kNowhere, kNowhere, kNowhere, kNowhere, kNowhere, kNowhere}};
    for (int axis = crew.rank; axis < 3; axis += crew.size) begin_axis(tile, axis, shared);
    for (int at = (crew.rank + crew.size / 2) % crew.size; at < int(LeafPoints::kPieces); at += crew.size) read_piece(tile, uint32_t(at), shared);
    for (int row = (crew.rank + crew.size / 4) % crew.size; row < 64; row += crew.size) list_voxels(tile, row, shared);
    for (uint32_t cell = uint32_t(crew.rank); cell < kCells; cell += uint32_t(crew.size)) {
      shared.counts[cell] = 0;
      shared.slots[cell] = kNone;
    }
  }

  DVDB_FN void begin_axis(int64_t tile, int axis, Shared& shared) const {
    const GridHead& head = places.grid.heads[leaves[tile].grid];
    shared.scale.set(axis, head);
    if (axis != 0) return;
    const Leaf& leaf = places.grid.leaves[tile];
    shared.n_voxels = uint32_t(leaf.prefix >> 54 & 511) + uint32_t(popcount(leaf.mask[7]));
    shared.n_pieces = from.counts[tile];
    shared.n_guests = from.counts[from.n_leaves + tile];
    shared.n_entries = 0;
    shared.has_zeros = 0;
    shared.given_up = from.has_failed();
    shared.safe = places.points.dtype != DVDB_F64 && Scale::is_safe(head);
  }

  /// Reads a piece before it is known how many there are; those that are not there are empty.
  DVDB_FN void read_piece(int64_t tile, uint32_t at, Shared& shared) const {
    const Piece piece = from.pieces[uint64_t(tile) * LeafPoints::kPieces + at];
    const uint32_t count = from.counts[tile];
    shared.pieces[at] = at < count ? piece : Piece{0, 0};
  }

  /// Lists the voxels of a row along z.
  DVDB_FN void list_voxels(int64_t tile, int row, Shared& shared) const {
    const Leaf& leaf = places.grid.leaves[tile];
    const int slice = row >> 3;
    const int at = (row & 7) * 8;
    const uint64_t mask = leaf.mask[slice];
    uint32_t before = (slice == 0 ? 0 : uint32_t(leaf.prefix >> (9 * (slice - 1))) & 511) + uint32_t(popcount(mask & (bit(uint32_t(at)) - 1)));
    for (uint32_t bits = uint32_t(mask >> at) & 255; bits != 0; bits &= bits - 1) shared.voxels[before++] = uint16_t(row * 8 + lowest_bit(bits));
  }

  /// Finds the cell of a point, and counts it.
  DVDB_FN void find(int64_t tile, uint32_t at, Own& own, Shared& shared) const {
    own.cell = kCells;
    if (at == 0) {
      uint32_t sum = shared.n_guests;
      for (uint32_t piece = 0; piece < shared.n_pieces; ++piece) sum += shared.pieces[piece].count;
      shared.n_found = sum;
    }
    if (at < shared.n_guests) {
      own.point = from.guests[uint64_t(tile) * LeafPoints::kGuests + at];
    } else {
      uint32_t rest = at - shared.n_guests;
      uint32_t piece = 0;
      for (; piece < shared.n_pieces && rest >= shared.pieces[piece].count; ++piece) rest -= shared.pieces[piece].count;
      if (piece == shared.n_pieces) return;
      own.point = shared.pieces[piece].begin + rest;
    }
    const Vec3d p = places.points[own.point];
    const Vec3d v = shared.safe ? shared.scale.to_voxel(p) : to_voxel(places.grid.heads[leaves[tile].grid], p);
    const Coord origin = leaves[tile].origin;
    const Whole x = Whole::below(v.x);
    const Whole y = Whole::below(v.y);
    const Whole z = Whole::below(v.z);
    const auto along = [](const Whole& place, int32_t least) { return uint32_t(place.word) - uint32_t(least) + 1; };
    own.cell = (along(x, origin.x) * kSide + along(y, origin.y)) * kSide + along(z, origin.z);
    own.part[0] = R(v.x - x.value);
    own.part[1] = R(v.y - y.value);
    own.part[2] = R(v.z - z.value);
    own.before = backend::atomic_add(&shared.counts[own.cell], 1u);
  }

  /// Gives room to the entries of a voxel.
  DVDB_FN static void start_voxel(uint32_t voxel, Shared& shared) {
    const backend::Team team{int(voxel) % backend::kFullTeam, backend::kFullTeam};
    const bool is_there = voxel < shared.n_voxels;
    const uint32_t place = is_there ? shared.voxels[voxel] : 0;
    const uint32_t own = ((place >> 6) * kSide + (place >> 3 & 7)) * kSide + (place & 7) + kSide * kSide + kSide + 1;  // the cell of which it is the lowest corner
    const auto cell_at = [&](uint32_t corner) { return own - ((corner >> 2) * (kSide * kSide) + (corner >> 1 & 1) * kSide + (corner & 1)); };
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

  /// Where the entries of some corner of a cell begin; kNowhere without any.
  DVDB_FN static uint32_t first_slot(uint32_t cell, const Shared& shared) {
    const Slots slots = shared.slots[cell];
    uint32_t found = kNowhere;
    for (int corner = 0; corner < kCorners; ++corner) found = min_of(found, uint32_t(slots.of[corner]));
    return found;
  }

  /// Brings a point to those of its cell; one that has no voxel here is left out from then on.
  DVDB_FN static void bring_to_cell(Own& own, Shared& shared) {
    if (own.cell == kCells) return;
    const uint32_t start = first_slot(own.cell, shared);
    if (start == kNowhere) {
      own.cell = kCells;
    } else {
      shared.points[start + own.before] = own.point;
    }
  }

  /// Counts those of a cell that come before a point.
  DVDB_FN static void rank(Own& own, Shared& shared) {
    if (own.cell == kCells) return;
    const uint32_t start = first_slot(own.cell, shared);
    const uint32_t count = shared.counts[own.cell];
    uint32_t before = 0;
    DVDB_ROLLED
    for (uint32_t at = start; at < start + count; ++at) before += shared.points[at] < own.point ? 1 : 0;
    own.before = before;
  }

  /// Lists a point with the voxels around it, behind those of its cell that come before it.
  DVDB_FN void list(uint32_t first, const Own& own, Shared& shared) const {
    if (own.cell == kCells) return;
    const Slots slots = shared.slots[own.cell];
    R value = 0;
    if constexpr (kAlone) value = load_as<R>(data[own.point]);
    const R least = min_of(own.part[0], 1 - own.part[0]) * min_of(own.part[1], 1 - own.part[1]) * min_of(own.part[2], 1 - own.part[2]);
    if (least == 0) shared.has_zeros = 1;
    for (int corner = 0; corner < kCorners; ++corner) {
      const uint32_t at = slots.of[corner] + own.before - first;
      const R weight = TrilinearCell::weight_of(own.part, corner);
      if (at >= kEntries) continue;
      if constexpr (kAlone) {
        shared.entries[at] = Entry::of(weight, value);
      } else {
        shared.entries[at] = {weight, own.point};
      }
    }
  }

  template <bool kZeros>
  DVDB_FN void sum_up(uint32_t length, uint32_t first, int64_t tile, const backend::Crew& crew, const Shared& shared) const {
    const uint32_t items = shared.n_voxels << lanes_log2;
    const int64_t first_row = int64_t(places.grid.leaves[tile].first);
    const uint32_t lanes = 1u << lanes_log2;
    DVDB_ROLLED
    for (int64_t group = 0; group < groups; group += lanes) {
      DVDB_ROLLED
      for (uint32_t i = uint32_t(crew.rank); i < items; i += uint32_t(crew.size)) {
        const uint32_t voxel = i >> lanes_log2;
        const int64_t own = group + (i & (lanes - 1));
        const Run run = shared.runs[voxel];
        if (own < groups && run.start - first < length) sum<kZeros>(&shared.entries[run.start - first], run.count, first_row + voxel, own);
      }
    }
  }

  /// Sums up a group of channels of a voxel. Waiting for memory takes longest: several points are read at once.
  template <bool kZeros>
  DVDB_FN void sum(const Entry* entries, uint32_t count, int64_t row, int64_t group) const {
    const GroupRows<Few, Row> rows(data, groups, group);
    Sums sums;
    uint32_t at = 0;
    if constexpr (!kZeros) {
      DVDB_ROLLED
      for (; at + kAhead <= count; at += kAhead) {
        add_some<false>(entries + at, kAhead, rows, sums);
        if ((at + kAhead) % Sums::kTogether == 0) sums.flush();
      }
      if (at < count) add_some<true>(entries + at, count - at, rows, sums);
    }
    DVDB_ROLLED
    for (; kZeros && at < count; ++at) {
      const Entry entry = entries[at];
      if constexpr (kAlone) {
        if (!entry.is_none()) sums.add({entry.value});
      } else {
        if (entry.weight != 0) sums.add(entry.weight, rows.at(entry.point, 0));
      }
    }
    reinterpret_cast<Few*>(out)[row * groups + group] = sums.result();
  }

  /// Adds kAhead entries, or fewer.
  template <bool kFewer>
  DVDB_FN static void add_some(const Entry* entries, uint32_t count, const GroupRows<Few, Row>& rows, Sums& sums) {
    Entry some[kAhead];
    for (uint32_t k = 0; k < kAhead; ++k) some[k] = entries[kFewer ? min_of(k, count - 1) : k];
    if constexpr (kAlone) {
      for (uint32_t k = 0; k < kAhead; ++k) sums.add_some({!kFewer || k < count ? some[k].value : R(0)});
    } else {
      Few few[kAhead];
      for (uint32_t k = 0; k < kAhead; ++k) few[k] = rows.at(some[k].point, 0);
      for (uint32_t k = 0; k < kAhead; ++k) {
        R shares[kWidth];
        for (int channel = 0; channel < kWidth; ++channel) {
          const R share = some[k].weight * load_as<R>(few[k].at[channel]);
          shares[channel] = !kFewer || k < count ? share : R(0);
        }
        sums.add_some(shares);
      }
    }
  }
};

}  // namespace dvdb::sample
