/// Where the zero level of a field is: distances of the voxels next to it, and bounds for the voxels beside these.
///
/// A flow with upwind slopes moves the level, and rounds corners off. Russo and Smereka, "A remark on computing distance functions", 2000,
/// therefore relax the voxels next to the level to value / slope, from the slope of the field before the flow. Here they are
/// set to it at once. At a corner the differences of a voxel say nothing about the slope: it is averaged with those across the
/// level, weighted by how much the differences on both sides of each voxel agree. So the two ends of an edge also divide
/// by similar slopes, which leaves the crossing in place.
///
/// Outside a convex corner, the flow overestimates distances by up to about a voxel. Voxels beside those next to the level are
/// bounded by value / slope, too, but never below the plane that continues the level.
#pragma once

#include "sdf/band.hpp"

namespace dvdb::sdf {

inline constexpr int64_t kGrain = 1024;

/// The rows beside voxels, found once for all steps, and the grids that voxels belong to.
struct Band {
  const GridHead* heads;
  BatchOffsets lists;
  const int64_t* beside;  // [n_voxels, 6] rows of neighbours: -x, x, -y, y, -z, z; -1 where there is no active voxel
  double width;           // in the least extents of a voxel

  DVDB_FN const GridHead& head_of(int64_t row) const { return heads[lists.list_of(row)]; }
  DVDB_FN double limit(const GridHead& head) const { return width * least_size(head); }
  /// The value of a neighbour, NaN where there is none.
  template <class S>
  DVDB_FN double value_beside(const S* values, int64_t row, int side) const {
    const int64_t near = beside[6 * row + side];
    return near >= 0 ? double(values[near]) : __builtin_nan("");
  }
};

/// Whether the value of a neighbour says nothing about the slope at a voxel: at the end of the band, values say that the level is far
/// away, not how far. Across the level, every value counts.
DVDB_FN bool is_unknown(double limit, double value, double other) {
  return ::fabs(::fabs(other) - limit) <= 1e-3 * limit && (other < 0) == (value < 0);
}

/// How steep the field is at voxels, from the larger difference along each axis, and how far to trust that.
template <class S>
struct Slopes {
  S* sizes;
  S* weights;  // above 0, 1 / kSmooth at most

  static constexpr double kSmooth = 1e-3;
  /// The weight of voxels whose differences on both sides have little to do with each other, as in a step from -1 to 1.
  static constexpr double kRough = 1 / (kSmooth + 0.9);
};

template <class S>
struct MeasureSlopes {
  Band band;
  const S* values;
  Slopes<S> out;

  DVDB_FN void operator()(int64_t row) const {
    const GridHead& head = band.head_of(row);
    const double limit = band.limit(head);
    const double value = double(values[row]);
    double square = 0;
    double unlike = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double low = band.value_beside(values, row, 2 * axis);
      const double high = band.value_beside(values, row, 2 * axis + 1);
      const bool at_end = is_unknown(limit, value, low) || is_unknown(limit, value, high);
      const double below = is_unknown(limit, value, low) ? __builtin_nan("") : (value - low) / head.size[axis];
      const double above = is_unknown(limit, value, high) ? __builtin_nan("") : (high - value) / head.size[axis];
      const double larger = max_of(below == below ? below * below : 0, above == above ? above * above : 0);
      const double apart = below - above;
      square += larger;
      unlike += apart == apart ? apart * apart : at_end ? larger : 0.5 * larger;
    }
    out.sizes[row] = S(::sqrt(square));
    out.weights[row] = S(square > 0 ? 1 / (Slopes<S>::kSmooth + unlike / square) : 0);
  }
};

/// Writes the distances of voxels next to the level, and NaN for others. Where no slope is known, as in a step, the level can be anywhere
/// between two voxels: there the flow may move it, which smooths stairs.
template <class S>
struct MeasureNext {
  Band band;
  const S* values;
  Slopes<S> slopes;
  S* out;

  DVDB_FN void operator()(int64_t row) const {
    const double value = double(values[row]);
    double trust = double(slopes.weights[row]);
    double sum = trust * double(slopes.sizes[row]);
    double weight = trust;
    bool next = false;
    for (int side = 0; side < 6; ++side) {
      const double other = band.value_beside(values, row, side);
      if (other != other || value != value || (other < 0) == (value < 0)) continue;
      const int64_t near = band.beside[6 * row + side];
      const double found = double(slopes.weights[near]);
      sum += found * double(slopes.sizes[near]);
      weight += found;
      trust = max_of(trust, found);
      next = true;
    }
    // Differences may overflow, or vanish in squares; the value itself then stands for the distance.
    const double distance = value * (weight / sum);
    const double limit = band.limit(band.head_of(row));
    const bool known = next && trust > Slopes<S>::kRough;
    out[row] = S(known ? cut_to(limit, distance - distance == 0 ? distance : value) : __builtin_nan(""));
  }
};

/// Writes bounds of distances: 0 for voxels next to the level, and the end of the band where nothing is known.
template <class S>
struct BoundDistances {
  Band band;
  const S* values;
  Slopes<S> slopes;
  const S* next;
  S* out;

  DVDB_FN void operator()(int64_t row) const {
    const double value = double(values[row]);
    const double limit = band.limit(band.head_of(row));
    out[row] = S(next[row] == next[row] ? 0 : limit);
    if (next[row] == next[row] || value != value) return;
    double sum = 0;
    double weight = 0;
    double least = 0;
    for (int side = 0; side < 6; ++side) {
      const int64_t near = band.beside[6 * row + side];
      if (near < 0 || next[near] != next[near] || (values[near] < 0) != (value < 0)) continue;
      const double trust = double(slopes.weights[near]);
      if (!(trust > Slopes<S>::kRough)) continue;
      const double slope = double(slopes.sizes[near]);
      least = max_of(least, ::fabs(double(next[near])) + way(limit, row, near, side) / slope);
      sum += trust * slope;
      weight += trust;
    }
    const double bound = max_of(::fabs(value) * (weight / sum), least);
    if (bound < limit) out[row] = S(bound);
  }

 private:
  /// How much further from the level the field is at a voxel than at the neighbour on a side, by the larger of the differences on
  /// both sides of that neighbour.
  DVDB_FN double way(double limit, int64_t row, int64_t near, int side) const {
    const double sign = values[row] < 0 ? -1 : 1;
    const double after = sign * (double(values[row]) - double(values[near]));
    const double last = band.value_beside(values, near, side);
    const double before = is_unknown(limit, double(values[near]), last) ? 0 : sign * (double(values[near]) - last);
    return ::fabs(before) > ::fabs(after) ? before : after;
  }
};

template <class S>
struct PlaceNext {
  Band band;
  const S* next;
  S* values;

  DVDB_FN void operator()(int64_t row) const {
    values[row] = next[row] == next[row] ? next[row] : S(cut_to(band.limit(band.head_of(row)), double(values[row])));
  }
};

/// Turns at[0] into a field that a flow can start from: distances next to the level, and values in the band elsewhere. at[1] and at[2]
/// are overwritten.
template <class S>
Status anchor_level(Context& c, const Band& band, int64_t n, const Span<S> (&at)[3], Span<S> most) {
  backend::Scratch memory(c);
  Span<S> next;
  const Slopes<S> slopes{at[1].data, at[2].data};
  S* values = at[0].data;
  DVDB_TRY(memory.allocate(n, next));
  DVDB_TRY(backend::for_each(c, n, MeasureSlopes<S>{band, values, slopes}, kGrain));
  DVDB_TRY(backend::for_each(c, n, MeasureNext<S>{band, values, slopes, next.data}, kGrain));
  DVDB_TRY(backend::for_each(c, n, BoundDistances<S>{band, values, slopes, next.data, most.data}, kGrain));
  return backend::for_each(c, n, PlaceNext<S>{band, next.data, values}, kGrain);
}

}  // namespace dvdb::sdf
