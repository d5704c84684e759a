/// Which points have voxels in which leaf, where points of a leaf follow each other.
///
/// Each point belongs to one of the leaves in which it has voxels, and is a guest of the others. Leaves have room for few
/// pieces of points that follow each other, and for some guests: whether that did is known afterwards.
#pragma once

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

}  // namespace dvdb::sample
