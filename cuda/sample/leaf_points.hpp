/// Which points have voxels in which leaf, where points of a leaf follow each other.
///
/// Each point belongs to the leaf around the voxel nearest to it, if that is there, and is a guest of others in which it has
/// corners. Leaves have room for few pieces of points that follow each other, and for some guests: whether that did is known
/// afterwards.
#pragma once

#include "core/leaf_neighbors.hpp"
#include "sample/corner_tiles.hpp"

namespace dvdb::sample {

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

/// Where a point is: which cell of 16^3 that follow each other, in 4 bits for each axis, and where in it.
template <class R>
struct alignas(4 * sizeof(R)) PlacedPoint {
  R part[3];
  uint32_t low;

  /// Which of the 9^3 cells, along each axis, that have corners in a leaf.
  DVDB_FN static Vec3<uint32_t> cell_in(uint32_t low, const Coord& leaf) {
    const auto along = [&](int shift, int32_t least) { return ((low >> shift) - uint32_t(least) + 1) & 15; };
    return {along(8, leaf.x), along(4, leaf.y), along(0, leaf.z)};
  }
};

/// What points of a list need.
struct ListScale {
  Scale scale;
  bool safe;  // whether it does for points that are no doubles
};

/// Prepares the lists of a batch.
struct PrepareLists {
  const GridHead* heads;
  ListScale* lists;

  DVDB_FN void operator()(int64_t list) const {
    for (int axis = 0; axis < 3; ++axis) lists[list].scale.set(axis, heads[list]);
    lists[list].safe = Scale::is_safe(heads[list]);
  }
};

/// Gives points to the leaves around the voxels nearest to them. Where such a leaf is not there, a point is a guest alone.
template <class R>
struct AssignPoints {
  static constexpr int kThreads = 128;
  static constexpr int kEach = 4;  // points of a thread: it waits for memory for all of them at once
  static constexpr int kPoints = kThreads * kEach;
  static constexpr int kAtOnce = 8;
  static constexpr int kPhases = 3;
  static constexpr int32_t kFar = INT32_MAX;  // no place in any leaf
  struct Shared {
    Coord lows[kPoints];           // x is kFar where nothing is to be done
    Coord homes[kPoints];          // leaves of the nearest voxels, in leaves
    uint32_t leaves[kPoints];      // of those that begin a piece
    uint64_t heads[kPoints / 64];  // a bit for each point that begins a piece
    uint16_t beside[kPoints * 7];  // leaves beside homes: point * 8 + the axes along which they are on the other side
    uint32_t n_beside;
    bool given_up;
  };
  static_assert(kPoints * 8 <= 1 << 16);
  Places places;
  int64_t n;
  const ListScale* lists;
  LeafNeighbors near;  // -1 to 1
  LeafPoints to;
  PlacedPoint<R>* placed;  // [n], of those that have a leaf

  int64_t tiles() const { return (n + kPoints - 1) / kPoints; }

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    const int points = int(min_of<int64_t>(kPoints, n - tile * kPoints));
    const int64_t first = tile * kPoints;
    if constexpr (P == 0) {
      if (thread < kPoints / 64) shared.heads[thread] = 0;
      if (thread == 0) {
        shared.n_beside = 0;
        shared.given_up = to.has_failed();
      }
      Vec3d all[kEach];
      load(first + thread, first + points - 1, all);
      for (int k = 0; k < kEach; ++k) {
        if (thread + k * kThreads < points) place(first, thread + k * kThreads, all[k], shared);
      }
    } else if (shared.given_up) {
      return;
    } else if constexpr (P == 1) {
      for (int at = thread; at < points; at += kThreads) {
        list_beside(at, shared);
        if (!is_head(first, at, shared)) continue;
        backend::atomic_or(&shared.heads[at >> 6], bit(uint32_t(at & 63)));
        shared.leaves[at] = shared.lows[at].x == kFar ? LeafNeighbors::kNone : find_leaf(first + at, shared.homes[at]);
      }
    } else {
      for (uint32_t item = uint32_t(thread); item < shared.n_beside; item += kThreads) invite(first, shared.beside[item], shared);
      for (int at = thread; at < points; at += kThreads) {
        if ((shared.heads[at >> 6] >> (at & 63) & 1) != 0) put(first, at, points, shared);
      }
    }
  }

 private:
  /// Reads points, each kThreads behind the one before; the last one instead of those behind it.
  DVDB_FN void load(int64_t point, int64_t last, Vec3d (&out)[kEach]) const {
    if (places.points.dtype == DVDB_F32) {
      float numbers[kEach][3];
      for (int k = 0; k < kEach; ++k) {
        const float* const from = static_cast<const float*>(places.points.data) + 3 * min_of(point + k * kThreads, last);
        for (int axis = 0; axis < 3; ++axis) numbers[k][axis] = from[axis];
      }
      for (int k = 0; k < kEach; ++k) out[k] = {double(numbers[k][0]), double(numbers[k][1]), double(numbers[k][2])};
    } else {
      for (int k = 0; k < kEach; ++k) out[k] = places.points[min_of(point + k * kThreads, last)];
    }
  }

  DVDB_FN void place(int64_t first, int at, const Vec3d& p, Shared& shared) const {
    const int64_t list = places.batch.list_of(first + at);
    const ListScale& of_list = lists[list];
    const Vec3d v = of_list.safe && places.points.dtype != DVDB_F64 ? of_list.scale.to_voxel(p) : to_voxel(places.grid.heads[list], p);
    const Whole x = Whole::below(v.x);
    const Whole y = Whole::below(v.y);
    const Whole z = Whole::below(v.z);
    Coord low = {int32_t(x.word), int32_t(y.word), int32_t(z.word)};
    if (x.word != low.x || y.word != low.y || z.word != low.z || low.x == kFar || low.y == INT32_MAX || low.z == INT32_MAX) {
      low.x = kFar;
      TrilinearCell cell;
      if (cell.place(v)) to.fail();
    }
    const R part[3] = {R(v.x - x.value), R(v.y - y.value), R(v.z - z.value)};
    const auto along = [](int32_t lowest, R beyond) { return int32_t(uint32_t(lowest) + (beyond >= R(0.5) ? 1 : 0)) >> 3; };
    shared.lows[at] = low;
    shared.homes[at] = {along(low.x, part[0]), along(low.y, part[1]), along(low.z, part[2])};
    placed[first + at] = {{part[0], part[1], part[2]}, (uint32_t(low.x) & 15) << 8 | (uint32_t(low.y) & 15) << 4 | (uint32_t(low.z) & 15)};
  }

  DVDB_FN bool is_head(int64_t first, int at, const Shared& shared) const {
    if (at == 0) return true;
    const Coord own = shared.homes[at];
    const Coord before = shared.homes[at - 1];
    if (own.x != before.x || own.y != before.y || own.z != before.z) return true;
    if ((shared.lows[at].x == kFar) != (shared.lows[at - 1].x == kFar)) return true;
    return places.batch.n != 1 && places.batch.list_of(first + at) != places.batch.list_of(first + at - 1);
  }

  DVDB_FN uint32_t find_leaf(int64_t point, const Coord& leaf) const {
    LeafFinder finder(places.grid, places.head_of(point));
    return uint32_t(finder.find_leaf({leaf.x * 8, leaf.y * 8, leaf.z * 8}));
  }

  /// Gives a leaf the piece that begins with a point.
  DVDB_FN void put(int64_t first, int at, int points, const Shared& shared) const {
    const uint32_t home = shared.leaves[at];
    if (home == LeafNeighbors::kNone) return;
    int word = at >> 6;
    uint64_t beyond = shared.heads[word] & ~uint64_t(1) << (at & 63);
    while (beyond == 0 && ++word < kPoints / 64) beyond = shared.heads[word];
    const int end = beyond == 0 ? points : word * 64 + lowest_bit(beyond);
    to.put(home, {uint32_t(first + at), uint32_t(end - at)});
  }

  /// Lists the leaves beside the home of a point that it has corners in.
  DVDB_FN static void list_beside(int at, Shared& shared) {
    const Coord low = shared.lows[at];
    // Where the corners along an axis are in two leaves, the lower one is the last of its leaf.
    const uint32_t across = ((low.x & 7) == 7 ? 4 : 0) | ((low.y & 7) == 7 ? 2 : 0) | ((low.z & 7) == 7 ? 1 : 0);
    if (across == 0 || low.x == kFar) return;
    uint32_t item = backend::atomic_add(&shared.n_beside, (1u << popcount(across)) - 1);
    DVDB_ROLLED
    for (uint32_t some = across; some != 0; some = (some - 1) & across) shared.beside[item++] = uint16_t(uint32_t(at) << 3 | some);
  }

  /// Makes a point a guest of a leaf beside its home.
  DVDB_FN void invite(int64_t first, uint32_t item, const Shared& shared) const {
    const int at = int(item >> 3);
    int word = at >> 6;
    uint64_t upto = shared.heads[word] & ~uint64_t(0) >> (63 - (at & 63));
    while (upto == 0) upto = shared.heads[--word];
    const uint32_t home = shared.leaves[word * 64 + highest_bit(upto)];
    const Coord low = shared.lows[at];
    const Coord own = shared.homes[at];
    const auto along = [](int32_t lowest, int32_t leaf, uint32_t other) { return other == 0 ? 0 : (lowest >> 3) == leaf ? 1 : -1; };
    const Coord beyond = {along(low.x, own.x, item & 4), along(low.y, own.y, item & 2), along(low.z, own.z, item & 1)};
    const uint32_t leaf = home != LeafNeighbors::kNone ? near.leaves[uint64_t(home) * 27 + uint32_t(beyond.x * 9 + beyond.y * 3 + beyond.z + 13)]
                                                       : find_leaf(first + at, {own.x + beyond.x, own.y + beyond.y, own.z + beyond.z});
    if (leaf != LeafNeighbors::kNone) to.put_guest(leaf, uint32_t(first + at));
  }
};

}  // namespace dvdb::sample
