/// The voxels around many points at once.
///
/// A warp that looks up the corners of its points one after the other takes every turn that any of them needs. Here the
/// threads of a tile first look into the leaf of the lowest corner each; the leaves beyond its borders, which few points
/// have, are then shared out among all threads.
#pragma once

#include "sample/request.hpp"

namespace dvdb::sample {

/// The voxels around a point.
template <class R>
struct Around {
  int64_t rows[kCorners];  // of the active ones
  R part[3];               // how far the point is beyond the lowest corner
  uint32_t active;         // a bit for each corner

  DVDB_FN bool has(int corner) const { return (active >> corner & 1) != 0; }

  /// Finds them for one point; nothing is active around one that is not finite.
  DVDB_FN void find(const GridView& grid, const GridHead& head, LeafFinder& finder, const Vec3d& point) {
    TrilinearCell cell;
    active = 0;
    if (cell.place(to_voxel(head, point))) find(grid, finder, cell);
  }

  DVDB_FN void find(const GridView& grid, LeafFinder& finder, const TrilinearCell& cell) {
    place(cell);
    cell.find_rows(grid, finder, rows);
    for (int corner = 0; corner < kCorners; ++corner) active |= rows[corner] >= 0 ? 1u << corner : 0;
  }

  DVDB_FN void place(const TrilinearCell& cell) {
    part[0] = R(cell.part.x);
    part[1] = R(cell.part.y);
    part[2] = R(cell.part.z);
    active = 0;
  }
};

/// Finds the voxels around the points of a tile, in the first kFindPhases phases; then `around` of shared has them.
template <class R>
struct CornerTiles {
  static constexpr int kThreads = 128;
  static constexpr int kFindPhases = 3;
  struct Shared {
    Around<R> around[kThreads];
    Coord low[kThreads];
    int64_t lower[kThreads];        // the node of the leaf of `low`; -1 for none
    uint16_t beyond[kThreads * 7];  // leaves that are left: thread * 8 + the axes along which they lie beyond
    uint32_t n_beyond;
  };
  Places places;
  int64_t n;
  int64_t each = kThreads;  // points of a tile, kThreads at the most

  int64_t tiles() const { return (n + each - 1) / each; }
  DVDB_FN int points_of(int64_t tile) const { return int(min_of(each, n - tile * each)); }

  template <int P>
  DVDB_FN void find(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) {
      if (thread == 0) shared.n_beyond = 0;
    } else if constexpr (P == 1) {
      if (thread < points_of(tile)) find_lowest(tile * each + thread, thread, shared);
    } else {
      for (uint32_t at = uint32_t(thread); at < shared.n_beyond; at += kThreads) find_beyond(tile, shared.beyond[at], shared);
    }
  }

  /// Points next to each other tend to be in one leaf, which a host thread then finds once: calls
  /// visit(point, around) for those of a tile.
  template <class Visit>
  void each_point(int64_t tile, Visit visit) const {
    Around<R> around = {};
    const int64_t end = tile * each + points_of(tile);
    for (int64_t point = tile * each; point < end;) {
      const int64_t list = places.batch.list_of(point);
      const int64_t stop = places.batch.n == 1 ? end : min_of(end, places.batch.starts[list + 1]);
      const GridHead& head = places.grid.heads[list];
      LeafFinder finder(places.grid, head);
      for (; point < stop; ++point) {
        around.find(places.grid, head, finder, places.points[point]);
        visit(point, around);
      }
    }
  }

 private:
  DVDB_FN void find_lowest(int64_t point, int thread, Shared& shared) const {
    const GridView& grid = places.grid;
    const GridHead& head = places.head_of(point);
    Around<R>& around = shared.around[thread];
    TrilinearCell cell;
    around.active = 0;
    if (!cell.place(to_voxel(head, places.points[point]))) return;
    const int64_t least = min_of(cell.low.x, min_of(cell.low.y, cell.low.z));
    const int64_t most = max_of(cell.low.x, max_of(cell.low.y, cell.low.z));
    if (least < INT32_MIN || most >= INT32_MAX) {  // a corner is beyond int32
      LeafFinder finder(grid, head);
      return around.find(grid, finder, cell);
    }
    around.place(cell);
    const Coord low = {int32_t(cell.low.x), int32_t(cell.low.y), int32_t(cell.low.z)};
    const int64_t upper = grid.find_upper(head, low);
    const int64_t lower = upper < 0 ? GridView::kMissing : grid.find_lower(upper, low);
    const int64_t leaf = lower < 0 ? GridView::kMissing : grid.find_leaf(lower, low);
    if (leaf >= 0) add(grid.leaves[leaf], low.x & 7, low.y & 7, low.z & 7, around);
    const uint32_t axes = ((low.x & 7) == 7 ? 4 : 0) | ((low.y & 7) == 7 ? 2 : 0) | ((low.z & 7) == 7 ? 1 : 0);
    if (axes == 0) return;
    shared.low[thread] = low;
    shared.lower[thread] = lower;
    uint32_t at = backend::atomic_add(&shared.n_beyond, (1u << popcount(axes)) - 1);
    for (uint32_t some = axes; some != 0; some = (some - 1) & axes) shared.beyond[at++] = uint16_t(uint32_t(thread) << 3 | some);
  }

  DVDB_FN void find_beyond(int64_t tile, uint32_t item, Shared& shared) const {
    const GridView& grid = places.grid;
    const uint32_t thread = item >> 3;
    const Coord low = shared.low[thread];
    const Coord at = {low.x + int32_t(item >> 2 & 1), low.y + int32_t(item >> 1 & 1), low.z + int32_t(item & 1)};
    int64_t lower = shared.lower[thread];
    if (lower < 0 || (uint32_t(low.x ^ at.x) | uint32_t(low.y ^ at.y) | uint32_t(low.z ^ at.z)) >> kLowerLog2 != 0) {
      const int64_t upper = grid.find_upper(places.head_of(tile * each + thread), at);
      lower = upper < 0 ? GridView::kMissing : grid.find_lower(upper, at);
    }
    const int64_t leaf = lower < 0 ? GridView::kMissing : grid.find_leaf(lower, at);
    if (leaf < 0) return;
    const auto along = [](int32_t place, uint32_t beyond) { return beyond != 0 ? -1 : place & 7; };
    add(grid.leaves[leaf], along(low.x, item >> 2 & 1), along(low.y, item >> 1 & 1), along(low.z, item & 1), shared.around[thread]);
  }

  DVDB_FN static void add(const Leaf& leaf, int x, int y, int z, Around<R>& around) {
    uint32_t active = 0;
    TrilinearCell::each_in_leaf(leaf, x, y, z, [&](int corner, int64_t row) {
      around.rows[corner] = row;
      active |= 1u << corner;
    });
    if (active != 0) backend::atomic_or(&around.active, active);
  }
};

}  // namespace dvdb::sample
