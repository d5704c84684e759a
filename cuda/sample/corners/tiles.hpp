/// Finds the voxels around many points at once.
///
/// A warp whose lanes look up the corners of their points one by one diverges: it takes every branch that any lane
/// needs. Here each thread of a tile first looks into the leaf of its point's lowest corner; lookups in the leaves
/// beyond its borders, which few points need, are then shared out among all threads. Consecutive points tend to be in
/// one lower node, which a tile looks up once; so it does with the constants for dividing by the voxel size.
#pragma once

#include "sample/corners/serial.hpp"
#include "sample/shared/unit_scale.hpp"

namespace dvdb::sample {

/// Divides by the voxel size with correct rounding, but faster than the division instruction, where no operand is near
/// the limits of double precision: Markstein, "Computation of elementary functions on the IBM RISC System/6000
/// processor", 1990.
struct Scale {
  double size[3];
  double inverse[3];
  double origin[3];

  /// Whether this is exact for all points of less than double precision.
  DVDB_FN static bool is_safe(double size, double origin) {
    const double s = size < 0 ? -size : size;
    const double o = origin < 0 ? -origin : origin;
    return s > 0x1p-300 && s < 0x1p300 && o < 0x1p300 && (o == 0 || o > 0x1p-300);
  }
  DVDB_FN static bool is_safe(const GridHead& head) {
    return is_safe(head.size[0], head.origin[0]) && is_safe(head.size[1], head.origin[1]) &&
           is_safe(head.size[2], head.origin[2]);
  }
  DVDB_FN void set(int axis, const GridHead& head) {
    size[axis] = head.size[axis];
    origin[axis] = head.origin[axis];
    inverse[axis] = 1 / head.size[axis];
  }
  DVDB_FN double along(int axis, double p) const {
    const double a = p - origin[axis];
    double quotient = a * inverse[axis];  // off by less than two units in the last place, then by less than one
    quotient = fma(fma(-size[axis], quotient, a), inverse[axis], quotient);
    return fma(fma(-size[axis], quotient, a), inverse[axis], quotient);
  }
  DVDB_FN Vec3d to_voxel(const Vec3d& p) const { return {along(0, p.x), along(1, p.y), along(2, p.z)}; }
};

/// All points, in their order.
struct EachPoint {
  DVDB_FN int64_t point_at(int64_t place) const { return place; }
  DVDB_FN bool wants(int64_t) const { return true; }
};

/// Finds the voxels around the points of a tile, in the first kFindPhases phases; afterwards they are in `around` of
/// Shared. Which tells which point is at a position, and whether it is needed.
template <class R, class Row, class Which = EachPoint>
struct CornerTiles {
  using Cell = PointCorners<R, Row>;
  static constexpr int kThreads = 128;
  static_assert(kThreads <= SerialCorners<R, Row>::kMost);
  static constexpr int kAtOnce = 12;  // high occupancy hides memory latency, which dominates
  static constexpr int kFindPhases = 4;
  static constexpr int32_t kFar = INT32_MAX;
  static constexpr uint32_t kNoNode = UINT32_MAX;
  struct Shared {
    Cell around[kThreads];
    Coord low[kThreads];  // x is kFar where a corner is beyond int32, or the point is not finite
    uint16_t beyond[kThreads *
                    7];  // lookups that remain: thread * 8 + a bit per axis along which the leaf is beyond the border
    uint32_t n_beyond;
    int32_t points;  // points in the tile
    uint32_t lower;  // the node around the first point, or kNoNode
    bool one_list;   // whether all points are in one list
    bool safe[3];    // whether `scale` may be used along an axis
    Scale scale;     // for the list of the first point
    R per_unit[3];   // voxels per unit of length in that list, or 0
    int64_t list;    // list of the first point
  };
  LocatedPoints places;
  int64_t n;
  Which which = {};

  DVDB_FN int64_t tiles() const { return (n + kThreads - 1) / kThreads; }
  DVDB_FN int points_of(int64_t tile) const { return int(min_of<int64_t>(kThreads, n - tile * kThreads)); }

  template <int P>
  DVDB_FN void find(int64_t tile, int thread, Shared& shared) const {
    const int64_t place = tile * kThreads + thread;
    if constexpr (P == 0) {
      if (thread < 3) begin(tile, thread, shared);
    } else if constexpr (P == 1) {
      if (thread < shared.points) place_point(which.point_at(place), thread, shared);
    } else if constexpr (P == 2) {
      if (thread < shared.points && which.wants(place)) find_lowest(which.point_at(place), thread, shared);
    } else {
      for (uint32_t at = uint32_t(thread); at < shared.n_beyond; at += kThreads)
        find_beyond(tile, shared.beyond[at], shared);
    }
  }

  /// On a CPU: calls visit(corners, positions, count) for each run of the tile's points that are in one list.
  template <class Visit>
  void each_list(int64_t tile, Visit visit) const {
    SerialCorners<R, Row> corners;
    int64_t wanted[kThreads];
    const int64_t end = tile * kThreads + points_of(tile);
    for (int64_t place = tile * kThreads; place < end;) {
      const int64_t list = places.batch.list_of(which.point_at(place));
      int count = 0;
      for (; place < end && is_in(which.point_at(place), list); ++place) {
        wanted[count] = place;
        count += which.wants(place);
      }
      corners.find(places.grid, places.grid.heads[list], count,
                   [&](int k) { return places.points[which.point_at(wanted[k])]; });
      visit(corners, wanted, count);
    }
  }

  /// On a CPU: calls visit(position, around) for the points of a tile.
  template <class Visit>
  void each_point(int64_t tile, Visit visit) const {
    each_list(tile, [&](const auto& corners, const int64_t* wanted, int n) {
      Cell around;
      for (int k = 0; k < n; ++k) {
        corners.tell(k, around);
        visit(wanted[k], around);
      }
    });
  }

  /// Voxels per unit of length along an axis, at a point: computed once per tile if it has one list. 0 if the number is
  /// near the limits of R.
  DVDB_FN R voxels_per_unit(int64_t point, int axis, const Shared& shared) const {
    if (shared.one_list || is_in(point, shared.list)) return shared.per_unit[axis];
    return voxels_per_unit(point, axis);
  }
  DVDB_FN R voxels_per_unit(int64_t point, int axis) const {
    return if_ordinary<R>(1 / places.head_of(point).size[axis]);
  }

  /// Converts a slope per voxel to one per unit of length.
  DVDB_FN R per_unit(R slope, R voxels_per_unit, int64_t point, int axis) const {
    return sample::per_unit(slope, voxels_per_unit, [&] { return places.head_of(point).size[axis]; });
  }

  /// The leaf of a voxel, or kNoNode.
  DVDB_FN uint32_t find_leaf(int64_t point, const Coord& at, const Shared& shared) const {
    const Coord near = shared.low[0];
    uint32_t lower = shared.lower;
    const uint32_t differ = uint32_t(at.x ^ near.x) | uint32_t(at.y ^ near.y) | uint32_t(at.z ^ near.z);
    if (differ >> kLowerLog2 != 0 || !(shared.one_list || is_in(point, shared.list)))
      lower = find_lower(places.head_of(point), at);
    if (lower == kNoNode) return kNoNode;
    const uint32_t offset = lower_offset(at);
    const NodeWord word = places.grid.lowers[uint64_t(lower) * kLowerWords + (offset >> 6)];
    const uint32_t child = word.child(
        offset & 63);  // computed before it is known to exist, so that all of the node word is loaded at once
    return word.has(offset & 63) ? child : kNoNode;
  }

  /// Finds the voxels around a point by the general, slower way.
  DVDB_FN void find_far(int64_t point, Cell& around) const {
    const GridHead& head = places.head_of(point);
    TrilinearCell cell;
    if (!cell.place(to_voxel(head, places.points[point]))) return around.clear();
    around.set_part(cell.part);
    DVDB_ROLLED
    for (int corner = 0; corner < kCorners; ++corner) {
      const Vec3<int64_t> at = {cell.low.x + (corner >> 2), cell.low.y + (corner >> 1 & 1), cell.low.z + (corner & 1)};
      const bool fits = fits_int32(at.x) && fits_int32(at.y) && fits_int32(at.z);
      around.rows[corner] =
          Row(fits ? places.grid.find_row(head, {int32_t(at.x), int32_t(at.y), int32_t(at.z)}) : GridView::kMissing);
    }
  }

 private:
  DVDB_FN bool is_in(int64_t point, int64_t list) const {
    return places.batch.n == 1 || (point >= places.batch.starts[list] && point < places.batch.starts[list + 1]);
  }

  /// Prepares what all points need along an axis.
  DVDB_FN void begin(int64_t tile, int axis, Shared& shared) const {
    const int64_t list = places.batch.list_of(which.point_at(tile * kThreads));
    const GridHead& head = places.grid.heads[list];
    shared.scale.set(axis, head);
    shared.per_unit[axis] = if_ordinary<R>(shared.scale.inverse[axis]);
    shared.safe[axis] = places.points.dtype != DVDB_F64 && Scale::is_safe(head.size[axis], head.origin[axis]);
    if (axis != 0) return;
    shared.n_beyond = 0;
    shared.points = points_of(tile);
    shared.one_list = places.batch.n == 1;
    shared.list = list;
  }

  DVDB_FN void place_point(int64_t point, int thread, Shared& shared) const {
    const Vec3d p = places.points[point];
    const bool safe =
        shared.safe[0] && shared.safe[1] && shared.safe[2] && (shared.one_list || is_in(point, shared.list));
    const Vec3d v = safe ? shared.scale.to_voxel(p) : to_voxel(places.head_of(point), p);
    const Whole x = Whole::below(v.x);
    const Whole y = Whole::below(v.y);
    const Whole z = Whole::below(v.z);
    Coord low = {int32_t(x.word), int32_t(y.word), int32_t(z.word)};
    if (x.word != low.x || y.word != low.y || z.word != low.z || low.y == INT32_MAX || low.z == INT32_MAX) low.x = kFar;
    shared.low[thread] = low;
    shared.around[thread].set_part({v.x - x.value, v.y - y.value, v.z - z.value});
    if (thread == 0) shared.lower = find_lower(places.grid.heads[shared.list], low);
  }

  DVDB_FN uint32_t find_lower(const GridHead& head, const Coord& at) const {
    const int64_t upper = places.grid.find_upper(head, at);
    return upper < 0 ? kNoNode : uint32_t(places.grid.find_lower(upper, at));
  }

  DVDB_FN void find_lowest(int64_t point, int thread, Shared& shared) const {
    Cell& around = shared.around[thread];
    const Coord low = shared.low[thread];
    if (low.x == kFar) return find_far(point, around);
    Row rows[kCorners] = {Cell::kNone, Cell::kNone, Cell::kNone, Cell::kNone,
                          Cell::kNone, Cell::kNone, Cell::kNone, Cell::kNone};
    const Coord in = {low.x & 7, low.y & 7, low.z & 7};
    const uint32_t leaf = find_leaf(point, low, shared);
    if (leaf != kNoNode)
      each_in_leaf<true>(places.grid.leaves[leaf], in,
                         [&](int corner, Row row, bool active) { rows[corner] = active ? row : Cell::kNone; });
    for (int corner = 0; corner < kCorners; ++corner) around.rows[corner] = rows[corner];
    const uint32_t axes = (in.x == 7 ? 4 : 0) | (in.y == 7 ? 2 : 0) | (in.z == 7 ? 1 : 0);
    if (axes == 0) return;
    uint32_t at = backend::atomic_add(&shared.n_beyond, (1u << popcount(axes)) - 1);
    for (uint32_t some = axes; some != 0; some = (some - 1) & axes)
      shared.beyond[at++] = uint16_t(uint32_t(thread) << 3 | some);
  }

  DVDB_FN void find_beyond(int64_t tile, uint32_t item, Shared& shared) const {
    const uint32_t thread = item >> 3;
    const Coord low = shared.low[thread];
    const Coord beyond = {int32_t(item >> 2 & 1), int32_t(item >> 1 & 1), int32_t(item & 1)};
    const uint32_t leaf = find_leaf(which.point_at(tile * kThreads + thread),
                                    {low.x + beyond.x, low.y + beyond.y, low.z + beyond.z}, shared);
    if (leaf == kNoNode) return;
    const auto along = [](int32_t place, int32_t is_beyond) { return is_beyond != 0 ? -1 : place & 7; };
    Cell& around = shared.around[thread];
    each_in_leaf<false>(places.grid.leaves[leaf],
                        {along(low.x, beyond.x), along(low.y, beyond.y), along(low.z, beyond.z)},
                        [&](int corner, Row row, bool active) {
                          if (active) around.rows[corner] = row;
                        });
  }

  /// Calls visit(corner, row, whether it is active) for the corners of a cell that are in a leaf. Coordinates of the
  /// lowest corner in the leaf are -1 to 7 (0 to 7 if kInside); along an axis where it is at -1, only the upper corners
  /// are in the leaf.
  template <bool kInside, class Visit>
  DVDB_FN static void each_in_leaf(const Leaf& leaf, const Coord& low, Visit visit) {
    const uint64_t masks[2] = {leaf.mask[low.x & 7], leaf.mask[(low.x + 1) & 7]};
    const uint64_t prefix = leaf.prefix;
    const Row first = Row(leaf.first);
    const int32_t at = low.y * 8 + low.z;
    uint32_t inside = low.z == 7 ? 0x101 : 0x303;  // bits 0, 1, 8 and 9 are the corners of a slice
    if (low.y == 7) inside &= 3;
    if (!kInside && low.z < 0) inside &= 0x202;
    if (!kInside && low.y < 0) inside &= 0x300;
    for (int slice = 0; slice < 2; ++slice) {
      const int32_t x = low.x + slice;
      const uint64_t mask = (kInside && slice == 0) || uint32_t(x) <= 7 ? masks[slice] : 0;
      const uint64_t below = kInside || at >= 0 ? mask & (bit(uint32_t(at)) - 1) : 0;
      const uint32_t here = uint32_t(kInside || at >= 0 ? mask >> at : mask << -at);
      const uint32_t active = here & inside;
      const uint32_t before = x <= 0 ? 0 : uint32_t(prefix >> (9 * (x - 1))) & 511;
      const Row near = first + Row(before + uint32_t(popcount(below)));
      const Row far = near + Row(popcount(uint64_t(here & 255)));
      visit(slice * 4, near, (active & 1) != 0);
      visit(slice * 4 + 1, near + Row(here & 1), (active & 2) != 0);
      visit(slice * 4 + 2, far, (active & 0x100) != 0);
      visit(slice * 4 + 3, far + Row(here >> 8 & 1), (active & 0x200) != 0);
    }
  }
};

/// Work on the voxels around points: finds those of a tile, then calls finish(tiles, tile, thread, shared) of it, or on
/// a host thread finish(tiles, place, around). Work that may not be wanted has a member that says so.
template <class Tiles, class Work>
struct CornerPass {
  using Shared = typename Tiles::Shared;
  static constexpr int kThreads = Tiles::kThreads;
  static constexpr int kAtOnce = Work::kAtOnce;
  static constexpr int kPhases = Tiles::kFindPhases + 1;
  Tiles tiles;
  Work work;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if (!is_wanted()) return;
    if constexpr (P < Tiles::kFindPhases) {
      tiles.template find<P>(tile, thread, shared);
    } else {
      work.finish(tiles, tile, thread, shared);
    }
  }

  void run_on_host(int64_t tile, Shared&) const {
    if (!is_wanted()) return;
    tiles.each_point(tile,
                     [&](int64_t place, const typename Tiles::Cell& around) { work.finish(tiles, place, around); });
  }

 private:
  DVDB_FN bool is_wanted() const {
    if constexpr (requires { work.wanted; }) {
      return work.wanted();
    } else {
      return true;
    }
  }
};

template <class Tiles, class Work>
Status finish_corners(Context& c, const Tiles& tiles, const Work& work) {
  return backend::for_each_tile(c, tiles.tiles(), CornerPass<Tiles, Work>{tiles, work});
}

/// The channel groups of the points of a tile, shared out among its threads: neighboring threads get neighboring
/// groups.
template <class Row>
struct GroupWalk {
  Divider groups;
  Row count;    // number of groups
  Row step;     // from one group of a thread to its next: this many groups,
  int step_at;  // and this many points

  static GroupWalk of(int64_t groups, int threads) {
    return {Divider::of(groups), Row(groups), Row(threads % groups), int(threads / groups)};
  }
  /// Calls visit(which point, group).
  template <class Visit>
  DVDB_FN void each(int thread, int points, Visit visit) const {
    int64_t rest;
    int at = int(groups.divide(thread, &rest));
    Row group = Row(rest);
    DVDB_ROLLED
    while (at < points) {
      visit(at, group);
      at += step_at;
      group += step;
      if (group < count) continue;
      group -= count;
      ++at;
    }
  }
};

/// The addresses of one channel group in all rows.
template <class ChannelPack, class Row>
struct GroupRows {
  const char* from;
  Row stride;  // bytes

  DVDB_FN GroupRows(const void* values, int64_t groups, int64_t group)
      : from(static_cast<const char*>(values) + group * int64_t(sizeof(ChannelPack))),
        stride(Row(groups) * Row(sizeof(ChannelPack))) {}
  /// The group of a row, or zeros where there is no row.
  DVDB_FN ChannelPack at_or_zero(Row row, bool there) const {
    const char* const place = strides_behind(from, row, stride);
    ChannelPack pack = {};
    if (there) pack = *reinterpret_cast<const ChannelPack*>(place);
    return pack;
  }
  DVDB_FN ChannelPack at(Row row) const { return *reinterpret_cast<const ChannelPack*>(from + uint64_t(row) * stride); }
};

/// Whether row numbers, or the bytes of a row, need 64-bit integers.
inline bool needs_wide_rows(const LocatedPoints& places, int64_t row_bytes) {
  return max_of(places.grid.n_voxels, row_bytes) >= int64_t(UINT32_MAX);
}

}  // namespace dvdb::sample
