/// Data of points summed up leaf by leaf, where points of a leaf follow each other.
///
/// Each point belongs to one of the leaves in which it has voxels, and is a guest of the others. A tile brings the points
/// of its leaf and its guests to cells, in the order of points, and sums up voxels from there. Leaves have room for few
/// pieces of points that follow each other, and for some guests: whether that did is known afterwards.
#pragma once

#include "backend/full_team.hpp"
#include "core/leaf_places.hpp"
#include "sample/corner_tiles.hpp"

namespace dvdb::sample {

/// Where a point is in its cell.
template <class R>
struct Part {
  R at[3];
};

/// Sums of some channels of a voxel. Narrow types are summed up in single precision, a few points at a time, and those
/// sums in double.
template <class T, int kWidth>
struct ShareSums {
  using R = Computed<T>;
  static constexpr uint32_t kTogether = std::is_same_v<R, double> ? UINT32_MAX : 16;
  double sums[kWidth] = {};
  R some[kWidth] = {};
  uint32_t together = 0;

  DVDB_FN void add(R weight, const Pack<T, kWidth>& few) {
    for (int channel = 0; channel < kWidth; ++channel) some[channel] += weight * load_as<R>(few.at[channel]);
    if (++together < kTogether) return;
    together = 0;
    for (int channel = 0; channel < kWidth; ++channel) {
      sums[channel] += double(some[channel]);
      some[channel] = 0;
    }
  }
  DVDB_FN Pack<T, kWidth> result() const {
    Pack<T, kWidth> few;
    for (int channel = 0; channel < kWidth; ++channel) few.at[channel] = from_double<T>(sums[channel] + double(some[channel]));
    return few;
  }
};

/// Points that follow each other and belong to one leaf.
struct Piece {
  uint32_t begin;
  uint32_t count;
};

/// The points of leaves.
struct LeafPoints {
  static constexpr uint32_t kPieces = 16;  // of a leaf
  static constexpr uint32_t kGuests = 512;
  Piece* pieces;      // [n_leaves, kPieces]
  uint32_t* guests;   // [n_leaves, kGuests]
  uint32_t* counts;   // [2, n_leaves] of pieces, and of guests
  int64_t n_leaves;
  uint32_t* failed;

  DVDB_FN void put(uint32_t leaf, const Piece& piece) const {
    const uint32_t at = backend::atomic_add(&counts[leaf], 1u);
    if (at >= kPieces) return fail();
    pieces[uint64_t(leaf) * kPieces + at] = piece;
  }
  DVDB_FN void put_guest(uint32_t leaf, uint32_t point) const {
    const uint32_t at = backend::atomic_add(&counts[n_leaves + leaf], 1u);
    if (at >= kGuests) return fail();
    guests[uint64_t(leaf) * kGuests + at] = point;
  }
  DVDB_FN bool has_failed() const { return backend::peek(failed) != 0; }
  DVDB_FN void fail() const {
    if (!has_failed()) backend::atomic_store(failed, 1u);
  }
};

/// Gives points to leaves.
template <class R>
struct AssignPoints {
  using Tiles = CornerTiles<R, uint32_t>;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce = Tiles::kAtOnce;
  static constexpr int kPhases = 5;
  static constexpr uint32_t kNone = Tiles::kNoNode;
  struct Shared : Tiles::Shared {
    uint32_t leaves[kThreads];      // to which points belong
    uint8_t sides[kThreads];        // axes along which the lowest corner is below that leaf, and 8 times those along which others are above
    uint64_t heads[kThreads / 64];  // a bit for each point that begins a piece
    bool given_up;
  };
  Tiles tiles;
  LeafPoints to;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    const int points = tiles.points_of(tile);
    const int64_t point = tile * Tiles::kThreads + thread;
    if constexpr (P == 0) {
      tiles.template find<P>(tile, thread, shared);
      if (thread < kThreads / 64) shared.heads[thread] = 0;
      if (thread == 0) shared.given_up = to.has_failed();
    } else if (shared.given_up) {
      return;
    } else if constexpr (P == 1) {
      tiles.template find<P>(tile, thread, shared);
    } else if constexpr (P == 2) {
      if (thread < points) assign(point, thread, shared);
    } else if constexpr (P == 3) {
      if (is_head(thread, points, shared)) backend::atomic_or(&shared.heads[thread >> 6], bit(uint32_t(thread & 63)));
    } else {
      for (uint32_t at = uint32_t(thread); at < shared.n_beyond; at += kThreads) invite(tile, shared.beyond[at], shared);
      if (!is_head(thread, points, shared) || shared.leaves[thread] == kNone) return;
      int word = thread >> 6;
      uint64_t beyond = shared.heads[word] & ~uint64_t(1) << (thread & 63);
      while (beyond == 0 && ++word < kThreads / 64) beyond = shared.heads[word];
      const int end = beyond == 0 ? points : word * 64 + lowest_bit(beyond);
      to.put(shared.leaves[thread], {uint32_t(point), uint32_t(end - thread)});
    }
  }

 private:
  DVDB_FN static bool is_head(int thread, int points, const Shared& shared) {
    return thread < points && (thread == 0 || shared.leaves[thread - 1] != shared.leaves[thread]);
  }

  /// Finds the leaf of the nearest voxel, or another one.
  DVDB_FN void assign(int64_t point, int thread, Shared& shared) const {
    const Places& places = tiles.places;
    const Coord low = shared.low[thread];
    shared.leaves[thread] = kNone;
    if (low.x == Tiles::kFar) {
      TrilinearCell cell;
      if (cell.place(to_voxel(places.head_of(point), places.points[point]))) to.fail();
      return;
    }
    const R* const part = shared.around[thread].part;
    Coord at = {low.x + (part[0] >= R(0.5) ? 1 : 0), low.y + (part[1] >= R(0.5) ? 1 : 0), low.z + (part[2] >= R(0.5) ? 1 : 0)};
    uint32_t leaf = tiles.find_leaf(point, at, shared);
    DVDB_ROLLED
    for (int corner = 0; corner < kCorners && leaf == kNone; ++corner) {
      at = {low.x + (corner >> 2), low.y + (corner >> 1 & 1), low.z + (corner & 1)};
      leaf = tiles.find_leaf(point, at, shared);
    }
    shared.leaves[thread] = leaf;
    if (leaf == kNone) return;
    // Where the corners along an axis are in two leaves, the lower one is the last of its leaf.
    const uint32_t across = ((low.x & 7) == 7 ? 4 : 0) | ((low.y & 7) == 7 ? 2 : 0) | ((low.z & 7) == 7 ? 1 : 0);
    if (across == 0) return;
    const uint32_t below = across & ((at.x != low.x ? 4 : 0) | (at.y != low.y ? 2 : 0) | (at.z != low.z ? 1 : 0));
    shared.sides[thread] = uint8_t(below | (across & ~below) << 3);
    uint32_t item = backend::atomic_add(&shared.n_beyond, (1u << popcount(across)) - 1);
    for (uint32_t some = across; some != 0; some = (some - 1) & across) shared.beyond[item++] = uint16_t(uint32_t(thread) << 3 | some);
  }

  /// Makes a point a guest of the leaf that is on the other side along some axes.
  DVDB_FN void invite(int64_t tile, uint32_t item, const Shared& shared) const {
    const uint32_t thread = item >> 3;
    const Coord low = shared.low[thread];
    const uint32_t below = shared.sides[thread] & 7;
    const uint32_t above = shared.sides[thread] >> 3;
    const uint32_t upper = (below & ~item) | (above & item);  // axes along which the upper corners are meant
    const int64_t point = tile * Tiles::kThreads + thread;
    const Coord at = {low.x + int32_t(upper >> 2 & 1), low.y + int32_t(upper >> 1 & 1), low.z + int32_t(upper & 1)};
    const uint32_t leaf = tiles.find_leaf(point, at, shared);
    if (leaf != kNone) to.put_guest(leaf, uint32_t(point));
  }
};

/// Sums up the voxels of leaves; a thread takes kParts parts of kWidth channels.
template <class T, class Row, int kWidth, int kParts>
struct SumLeaves {
  using R = Computed<T>;
  using Few = Pack<T, kWidth>;
  static constexpr int kThreads = 256;
  static constexpr int kAtOnce = kParts > 1 ? 5 : 6;
  static constexpr int kPhases = 7;
  static constexpr int kMost = sizeof(R) == 4 ? 768 : 640;  // points that have voxels in a leaf
  static constexpr int kSide = 9;
  static constexpr int kCells = kSide * kSide * kSide;
  struct Found {
    uint16_t cell;
    uint16_t at;  // how many of its cell came before it
  };
  struct alignas(16) Record {
    R part[3];
    uint32_t point;
  };
  struct Shared {
    Record records[kMost];  // their points come first, as found
    Found found[kMost];
    uint32_t points[kMost];
    uint32_t counts[kCells];
    uint16_t starts[kCells];
    uint16_t voxels[512];
    Piece pieces[LeafPoints::kPieces];
    uint32_t n_pieces;
    uint32_t n_guests;
    uint32_t n_found;
    uint32_t n_placed;
    bool given_up;
    bool safe;
    Scale scale;
  };
  Places places;
  const LeafPlace* leaves;
  LeafPoints from;
  const T* data;   // [n, channels]
  Divider groups;  // of kWidth * kParts channels
  T* out;          // [n_voxels, channels]

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) {
      for (int at = thread; at < kCells; at += kThreads) shared.counts[at] = 0;
      if (thread < 3) begin(tile, thread, shared);
    } else if (shared.given_up || (P > 1 && shared.n_found > kMost)) {
      if (P == 2 && thread == 0) from.fail();
    } else if constexpr (P == 1) {
      if (uint32_t(thread) < shared.n_pieces) {
        const Piece piece = from.pieces[uint64_t(tile) * LeafPoints::kPieces + thread];
        shared.pieces[thread] = piece;
        backend::atomic_add(&shared.n_found, piece.count);
      }
      if (thread >= 64 && thread < 128) list_voxels(tile, thread - 64, shared);
    } else if constexpr (P == 2) {
      for (uint32_t at = uint32_t(thread); at < shared.n_found; at += kThreads) find(tile, at, shared);
    } else if constexpr (P == 3) {
      start_cells(thread, shared);
    } else if constexpr (P == 4) {
      for (uint32_t at = uint32_t(thread); at < shared.n_found; at += kThreads) {
        const Found found = shared.found[at];
        shared.points[shared.starts[found.cell] + found.at] = shared.records[at].point;
      }
    } else if constexpr (P == 5) {
      for (uint32_t at = uint32_t(thread); at < shared.n_found; at += kThreads) place(tile, shared.found[at], shared);
    } else {
      const Leaf& leaf = places.grid.leaves[tile];
      const int64_t items = (int64_t(leaf.prefix >> 54 & 511) + popcount(leaf.mask[7])) * groups.by;
      for (int64_t i = thread; i < items; i += kThreads) {
        int64_t group;
        const int64_t at = groups.divide(i, &group);
        sum(shared, shared.voxels[at], int64_t(leaf.first) + at, group);
      }
    }
  }

 private:
  DVDB_FN void begin(int64_t tile, int axis, Shared& shared) const {
    const GridHead& head = places.grid.heads[leaves[tile].grid];
    shared.scale.set(axis, head);
    if (axis != 0) return;
    shared.n_pieces = from.counts[tile];
    shared.n_guests = from.counts[from.n_leaves + tile];
    shared.n_found = shared.n_guests;
    shared.n_placed = 0;
    shared.given_up = from.has_failed();
    shared.safe = places.points.dtype != DVDB_F64 && Scale::is_safe(head);
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

  DVDB_FN Vec3d voxel_of(int64_t tile, uint32_t point, const Shared& shared) const {
    const Vec3d p = places.points[point];
    return shared.safe ? shared.scale.to_voxel(p) : to_voxel(places.grid.heads[leaves[tile].grid], p);
  }

  /// Finds the cell of a point, and counts it.
  DVDB_FN void find(int64_t tile, uint32_t at, Shared& shared) const {
    uint32_t point;
    if (at < shared.n_guests) {
      point = from.guests[uint64_t(tile) * LeafPoints::kGuests + at];
    } else {
      uint32_t rest = at - shared.n_guests;
      const Piece* piece = shared.pieces;
      for (; rest >= piece->count; ++piece) rest -= piece->count;
      point = piece->begin + rest;
    }
    const Vec3d v = voxel_of(tile, point, shared);
    const Coord origin = leaves[tile].origin;
    const auto along = [](double place, int32_t least) { return uint32_t(Whole::below(place).word) - uint32_t(least) + 1; };
    const uint32_t cell = (along(v.x, origin.x) * kSide + along(v.y, origin.y)) * kSide + along(v.z, origin.z);
    shared.records[at].point = point;
    shared.found[at] = {uint16_t(cell), uint16_t(backend::atomic_add(&shared.counts[cell], 1u))};
  }

  /// Gives room to cells, one behind the other.
  DVDB_FN static void start_cells(int thread, Shared& shared) {
    constexpr int kEach = (kCells + kThreads - 1) / kThreads;
    const backend::Team team{thread % backend::kFullTeam, backend::kFullTeam};
    uint32_t counts[kEach];
    uint32_t sum = 0;
    for (int k = 0; k < kEach; ++k) sum += counts[k] = thread * kEach + k < kCells ? shared.counts[thread * kEach + k] : 0;
    const uint32_t before = team.sum_before(sum);
    const uint32_t all = team.from(before + sum, team.size - 1);
    uint32_t start = team.rank == 0 && all != 0 ? backend::atomic_add(&shared.n_placed, all) : 0;
    start = team.from(start, 0) + before;
    for (int k = 0; k < kEach; ++k) {
      if (counts[k] != 0) shared.starts[thread * kEach + k] = uint16_t(start);
      start += counts[k];
    }
  }

  /// Writes where a point is in its cell, behind those of the cell that come before it.
  DVDB_FN void place(int64_t tile, const Found& found, Shared& shared) const {
    const uint32_t start = shared.starts[found.cell];
    const uint32_t count = shared.counts[found.cell];
    const uint32_t point = shared.points[start + found.at];
    uint32_t before = start;
    DVDB_ROLLED
    for (uint32_t at = start; at < start + count; ++at) before += shared.points[at] < point ? 1 : 0;
    const Vec3d v = voxel_of(tile, point, shared);
    shared.records[before] = {{R(v.x - Whole::below(v.x).value), R(v.y - Whole::below(v.y).value), R(v.z - Whole::below(v.z).value)}, point};
  }

  DVDB_FN void sum(const Shared& shared, uint32_t voxel, int64_t row, int64_t group) const {
    const int64_t stride = groups.by * kParts;
    const GroupRows<Few, Row> rows(data, stride, group);
    const int64_t apart = groups.by * int64_t(sizeof(Few));
    ShareSums<T, kWidth * kParts> sums;
    const uint32_t own = ((voxel >> 6) * kSide + (voxel >> 3 & 7)) * kSide + (voxel & 7) + kSide * kSide + kSide + 1;  // the cell of which it is the lowest corner
    const auto cell_at = [&](uint32_t corner) { return own - ((corner >> 2) * (kSide * kSide) + (corner >> 1 & 1) * kSide + (corner & 1)); };
    uint32_t corners = 0;  // whose cells have points
    for (uint32_t corner = 0; corner < kCorners; ++corner) corners |= shared.counts[cell_at(corner)] != 0 ? 1u << corner : 0;
    uint32_t corner = 0;
    uint32_t at = 0;
    uint32_t end = 0;
    // One loop over all cells, as the lanes of a warp have different ones.
    DVDB_ROLLED
    while (true) {
      if (at == end) {
        if (corners == 0) break;
        corner = uint32_t(lowest_bit(uint64_t(corners)));
        corners &= corners - 1;
        at = shared.starts[cell_at(corner)];
        end = at + shared.counts[cell_at(corner)];
      }
      const Record record = shared.records[at++];
      // What has no part in a sum is not read, so that it cannot make it NaN.
      const R weight = TrilinearCell::weight_of(record.part, int(corner));
      if (weight == 0) continue;
      Pack<T, kWidth * kParts> few;
      for (int part = 0; part < kParts; ++part) reinterpret_cast<Few*>(few.at)[part] = rows.at(record.point, part * apart);
      sums.add(weight, few);
    }
    const Pack<T, kWidth * kParts> result = sums.result();
    for (int part = 0; part < kParts; ++part) reinterpret_cast<Few*>(out)[row * stride + part * groups.by + group] = reinterpret_cast<const Few*>(result.at)[part];
  }
};

}  // namespace dvdb::sample
