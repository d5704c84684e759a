/// Assigns points to the leaves that hold voxels around them.
///
/// The home of a point is the leaf of its nearest voxel, if that leaf exists; in other leaves that hold corners of its
/// interpolation cell the point is a guest.
#pragma once

#include "core/leaf_neighbors.hpp"
#include "sample/corners/tiles.hpp"
#include "sample/sum/leaf_points.hpp"

namespace dvdb::sample {

/// Scale of all points of a list.
struct alignas(16) ListScale {
  Scale scale;
  bool safe;  // whether the quick division is exact for points of less than double precision
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

/// Assigns points to their home leaves, and to others as guests. Where the home leaf does not exist, a point is only a
/// guest.
template <class R>
struct AssignPoints {
  static constexpr int kThreads = 128;
  static constexpr int kEach = 4;  // points per thread, whose loads are in flight together
  static constexpr int kPoints = kThreads * kEach;
  static constexpr int kAtOnce = 10;
  static constexpr uint32_t kTogether = 2;  // items per thread, likewise
  static constexpr int kPhases = 3;
  static constexpr int32_t kFar = INT32_MAX;  // outside any leaf
  static constexpr uint32_t kAcross = 8;
  struct Shared {
    Coord homes[kPoints];    // coordinates of home leaves, in leaves; x is kFar where nothing is to be done
    uint8_t sides[kPoints];  // a bit per axis along which the nearest voxel is the upper one, plus kAcross times those
                             // whose corners are in two leaves
    uint32_t leaves[kPoints];      // leaf index, of points that begin a piece
    uint64_t heads[kPoints / 64];  // a bit for each point that begins a piece
    uint16_t
        items[kPoints * 8];  // point * 8 + a bit per axis along which the leaf is beside the home; + 0 begins a piece
    uint32_t n_items;
    bool given_up;
  };
  static_assert(kPoints * 8 <= 1 << 16 && kPoints % kThreads == 0);
  LocatedPoints places;
  int64_t n;
  const ListScale* lists;
  LeafNeighbors near;  // offsets -1 to 1
  LeafPoints to;
  PlacedPoint<R>* placed;  // [n], written for points that have a leaf

  int64_t tiles() const { return (n + kPoints - 1) / kPoints; }

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    const int points = int(min_of<int64_t>(kPoints, n - tile * kPoints));
    const int64_t first = tile * kPoints;
    if constexpr (P == 0) {
      if (thread < kPoints / 64) shared.heads[thread] = 0;
      if (thread == 0) {
        shared.n_items = 0;
        shared.given_up = to.has_failed();
      }
      if (places.points.dtype == DVDB_F32) {
        place_all<float>(first, thread, points, shared);
      } else if (places.points.dtype == DVDB_F64) {
        place_all<double>(first, thread, points, shared);
      } else {
        place_all<Half>(first, thread, points, shared);
      }
    } else if (shared.given_up) {
      return;
    } else if constexpr (P == 1) {
      list_items(first, thread, points, shared);
    } else {
      for (uint32_t item = uint32_t(thread); item < shared.n_items; item += kTogether * kThreads)
        give(first, item, points, shared);
    }
  }

 private:
  /// Places a thread's points, which are kThreads apart.
  template <class Number>
  DVDB_FN void place_all(int64_t first, int thread, int points, Shared& shared) const {
    const Number* const from = static_cast<const Number*>(places.points.data);
    Number numbers[kEach][3];
    for (int k = 0; k < kEach; ++k) {
      const int64_t point = first + min_of(thread + k * kThreads, points - 1);
      for (int axis = 0; axis < 3; ++axis) numbers[k][axis] = from[3 * point + axis];
    }
    for (int k = 0; k < kEach; ++k) {
      const int at = thread + k * kThreads;
      if (at >= points) return;
      const int64_t own = places.batch.list_of(first + at);
      const ListScale of_list = lists[own];
      const Vec3d p = {double(widen(numbers[k][0])), double(widen(numbers[k][1])), double(widen(numbers[k][2]))};
      const bool safe = of_list.safe && !std::is_same_v<Number, double>;
      place(first, at, safe ? of_list.scale.to_voxel(p) : to_voxel(places.grid.heads[own], p), shared);
    }
  }

  DVDB_FN void place(int64_t first, int at, const Vec3d& v, Shared& shared) const {
    const Whole x = Whole::below(v.x);
    const Whole y = Whole::below(v.y);
    const Whole z = Whole::below(v.z);
    const Coord low = {int32_t(x.word), int32_t(y.word), int32_t(z.word)};
    const R part[3] = {R(v.x - x.value), R(v.y - y.value), R(v.z - z.value)};
    const uint32_t up[3] = {part[0] >= R(0.5) ? 1u : 0u, part[1] >= R(0.5) ? 1u : 0u, part[2] >= R(0.5) ? 1u : 0u};
    // Where corners along an axis are in two leaves, the lower one is the last of its leaf along that axis.
    const uint32_t across = ((low.x & 7) == 7 ? 4u : 0u) | ((low.y & 7) == 7 ? 2u : 0u) | ((low.z & 7) == 7 ? 1u : 0u);
    const auto along = [](int32_t lowest, uint32_t is_up) { return int32_t(uint32_t(lowest) + is_up) >> 3; };
    Coord home = {along(low.x, up[0]), along(low.y, up[1]), along(low.z, up[2])};
    uint32_t sides = across * kAcross | up[0] << 2 | up[1] << 1 | up[2];
    if (x.word != low.x || y.word != low.y || z.word != low.z || low.x == INT32_MAX || low.y == INT32_MAX ||
        low.z == INT32_MAX) {
      home = {kFar, 0, 0};
      sides = 0;
      TrilinearCell cell;
      if (cell.place(v)) to.fail();
    }
    shared.homes[at] = home;
    shared.sides[at] = uint8_t(sides);
    placed[first + at] = PlacedPoint<R>::at(part, low);
  }

  DVDB_FN bool is_head(int64_t first, int at, const Shared& shared) const {
    if (at == 0) return true;
    const Coord own = shared.homes[at];
    const Coord before = shared.homes[at - 1];
    if (own.x != before.x || own.y != before.y || own.z != before.z) return true;
    return places.batch.n != 1 && places.batch.list_of(first + at) != places.batch.list_of(first + at - 1);
  }

  DVDB_FN uint32_t find_leaf(int64_t point, const Coord& leaf) const {
    LeafFinder finder(places.grid, places.head_of(point));
    return uint32_t(finder.find_leaf({leaf.x * 8, leaf.y * 8, leaf.z * 8}));
  }

  /// Lists the leaves beside their homes in which points have corners, and the pieces that points begin, whose leaves
  /// are looked up.
  DVDB_FN void list_items(int64_t first, int thread, int points, Shared& shared) const {
    uint32_t found = 0;  // 4 bits per point: axes, and whether it begins a piece
    uint32_t count = 0;
    for (int k = 0; k < kEach; ++k) {
      const int at = thread + k * kThreads;
      if (at >= points) break;
      const uint32_t across = shared.sides[at] / kAcross;
      const uint32_t heads = is_head(first, at, shared) ? 1 : 0;
      count += (1u << popcount(across)) - 1 + heads;
      found |= (across | heads << 3) << (4 * k);
    }
    if (count == 0) return;
    uint32_t item = backend::atomic_add(&shared.n_items, count);
    DVDB_ROLLED
    for (int at = thread; found != 0; at += kThreads, found >>= 4) {
      DVDB_ROLLED
      for (uint32_t some = found & 7; some != 0; some = (some - 1) & found)
        shared.items[item++] = uint16_t(uint32_t(at) << 3 | some);
      if ((found & 8) == 0) continue;
      shared.items[item++] = uint16_t(uint32_t(at) << 3);
      backend::atomic_or(&shared.heads[at >> 6], bit(uint32_t(at & 63)));
      shared.leaves[at] = shared.homes[at].x == kFar ? LeafNeighbors::kNone : find_leaf(first + at, shared.homes[at]);
    }
  }

  /// Adds pieces and guests to the lists of leaves: an item, and those that are kThreads apart from it.
  DVDB_FN void give(int64_t first, uint32_t item, int points, const Shared& shared) const {
    uint32_t items[kTogether];
    uint32_t leaves[kTogether];
    uint32_t numbers[kTogether];
    for (uint32_t k = 0; k < kTogether; ++k) {
      const uint32_t at = item + k * kThreads;
      items[k] = at < shared.n_items ? shared.items[at] : 0;
      leaves[k] = at < shared.n_items ? leaf_of(first, items[k], shared) : LeafNeighbors::kNone;
    }
    for (uint32_t k = 0; k < kTogether; ++k) {
      uint32_t* const counts = (items[k] & 7) == 0 ? to.pieces.counts : to.guests.counts;
      if (leaves[k] != LeafNeighbors::kNone) numbers[k] = backend::atomic_add(&counts[leaves[k]], 1u);
    }
    for (uint32_t k = 0; k < kTogether; ++k) {
      if (leaves[k] == LeafNeighbors::kNone) continue;
      const int at = int(items[k] >> 3);
      const uint32_t point = uint32_t(first + at);
      const bool done = (items[k] & 7) == 0
                            ? to.pieces.write(leaves[k], numbers[k], {point, uint32_t(end_of(at, points, shared) - at)})
                            : to.guests.write(leaves[k], numbers[k], point);
      if (!done) to.fail();
    }
  }

  /// The end of the piece that begins with a point.
  DVDB_FN static int end_of(int at, int points, const Shared& shared) {
    int word = at >> 6;
    uint64_t beyond = shared.heads[word] & ~uint64_t(1) << (at & 63);
    while (beyond == 0 && ++word < kPoints / 64) beyond = shared.heads[word];
    return beyond == 0 ? points : word * 64 + lowest_bit(beyond);
  }

  /// The leaf of an item, if it exists.
  DVDB_FN uint32_t leaf_of(int64_t first, uint32_t item, const Shared& shared) const {
    const int at = int(item >> 3);
    int word = at >> 6;
    uint64_t upto = shared.heads[word] & ~uint64_t(0) >> (63 - (at & 63));
    while (upto == 0) upto = shared.heads[--word];
    const uint32_t home = shared.leaves[word * 64 + highest_bit(upto)];
    if ((item & 7) == 0) return home;
    const uint32_t ups = shared.sides[at];
    const auto along = [&](uint32_t axis) { return (item & axis) == 0 ? 0 : (ups & axis) != 0 ? -1 : 1; };
    const Coord beyond = {along(4), along(2), along(1)};
    const Coord own = shared.homes[at];
    if (home == LeafNeighbors::kNone)
      return find_leaf(first + at, {own.x + beyond.x, own.y + beyond.y, own.z + beyond.z});
    return near.leaves[uint64_t(home) * 27 + uint32_t(beyond.x * 9 + beyond.y * 3 + beyond.z + 13)];
  }
};

}  // namespace dvdb::sample
