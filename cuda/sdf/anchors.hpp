/// Anchors of the zero level of a field: distances of the voxels next to it, and bounds for the voxels beside these.
///
/// A flow with upwind slopes moves the level, and rounds corners off. Russo and Smereka, "A remark on computing
/// distance functions", 2000, therefore relax the voxels next to the level to value / slope, from the slope of the
/// field before the flow. Here they are set to it at once. At a corner the differences of a voxel say nothing about the
/// slope: 1 / slope is averaged with those across the level, weighted by how much the differences on both sides of each
/// voxel agree. So the two ends of an edge also divide by similar slopes, which leaves the crossing in place. The mean
/// of 1 / slope heeds neither values that stand for "far" nor the steep differences to them.
///
/// Outside a convex corner, the flow overestimates distances by up to about a voxel. Voxels beside those next to the
/// level are bounded by value / slope, too, but never below the plane that continues the level.
#pragma once

#include "sdf/band.hpp"

namespace dvdb::sdf {

inline constexpr int64_t kGrain = 1024;

/// The rows beside voxels, found once for all steps, and the grids that voxels belong to.
struct Band {
  const GridHead* heads;
  BatchOffsets lists;
  const int64_t* beside;  // [n_voxels, 6] rows of neighbors: -x, x, -y, y, -z, z; -1 where there is no active voxel
  double width;           // in the least extents of a voxel

  DVDB_FN const GridHead& head_of(int64_t row) const { return heads[lists.list_of(row)]; }
  DVDB_FN double limit(const GridHead& head) const { return width * least_size(head); }
  /// The value of a neighbor, NaN where there is none.
  template <class S>
  DVDB_FN double value_beside(const S* values, int64_t row, int side) const {
    const int64_t near = beside[6 * row + side];
    return near >= 0 ? double(values[near]) : __builtin_nan("");
  }
};

DVDB_FN double known_or_0(double number) { return number == number ? number : 0; }

/// Whether the value of a neighbor says nothing about the slope at a voxel: at the end of the band, values say that
/// the level is far away, not how far. Across the level, every value counts.
DVDB_FN bool is_unknown(double limit, double value, double other) {
  return ::fabs(::fabs(other) - limit) <= 1e-3 * limit && (other < 0) == (value < 0);
}

/// Steepness of the field at voxels, from the larger difference along each axis, and how far to trust it.
template <class S>
struct Slopes {
  S* sizes;    // how much the field changes over the least extent of a voxel, so that sizes fit S as values do
  S* weights;  // 1 / kSmooth at most; 0 where all differences are 0

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
    const double least = least_size(head);
    double below[3];
    double above[3];
    bool at_end[3];
    double largest = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double low = band.value_beside(values, row, 2 * axis);
      const double high = band.value_beside(values, row, 2 * axis + 1);
      const double part = least / head.size[axis];
      at_end[axis] = is_unknown(limit, value, low) || is_unknown(limit, value, high);
      below[axis] = is_unknown(limit, value, low) ? __builtin_nan("") : (value - low) * part;
      above[axis] = is_unknown(limit, value, high) ? __builtin_nan("") : (high - value) * part;
      largest = max_of(largest, max_of(known_or_0(::fabs(below[axis])), known_or_0(::fabs(above[axis]))));
    }
    // Squares are of parts of the largest difference, so that they neither overflow nor vanish.
    const double unit = largest > 0 ? 1 / largest : 0;
    double square = 0;
    double unlike = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double before = below[axis] * unit;
      const double after = above[axis] * unit;
      const double larger = max_of(known_or_0(before * before), known_or_0(after * after));
      const double apart = before - after;
      square += larger;
      unlike += apart == apart ? apart * apart : at_end[axis] ? larger : 0.5 * larger;
    }
    out.sizes[row] = S(largest * ::sqrt(square));
    out.weights[row] = S(square > 0 ? 1 / (Slopes<S>::kSmooth + unlike / square) : 0);
  }
};

/// Writes the distances of voxels next to the level, and NaN for others. Where no slope is known, as in a step, the
/// level can be anywhere between two voxels: there the flow may move it, which smooths stairs.
template <class S>
struct MeasureNext {
  Band band;
  const S* values;
  Slopes<S> slopes;
  S* out;

  DVDB_FN void operator()(int64_t row) const {
    const double value = double(values[row]);
    double trust = double(slopes.weights[row]);
    double sum = trust > 0 ? trust * (value / double(slopes.sizes[row])) : 0;
    double weight = trust;
    bool next = false;
    for (int side = 0; side < 6; ++side) {
      const double other = band.value_beside(values, row, side);
      if (other != other || value != value || (other < 0) == (value < 0)) continue;
      const int64_t near = band.beside[6 * row + side];
      const double found = double(slopes.weights[near]);
      sum += found > 0 ? found * (value / double(slopes.sizes[near])) : 0;
      weight += found;
      trust = max_of(trust, found);
      next = true;
    }
    const GridHead& head = band.head_of(row);
    const double distance = least_size(head) * (sum / weight);
    // Differences may overflow; the value itself then stands for the distance.
    const bool holds = distance - distance == 0 && (distance != 0 || value == 0);
    const bool known = next && trust > Slopes<S>::kRough;
    out[row] = S(known ? cut_to(band.limit(head), holds ? distance : value) : __builtin_nan(""));
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
    const GridHead& head = band.head_of(row);
    const double limit = band.limit(head);
    out[row] = S(next[row] == next[row] ? 0 : limit);
    if (next[row] == next[row] || value != value) return;
    const double unit = least_size(head);
    double sum = 0;
    double weight = 0;
    double least = 0;
    for (int side = 0; side < 6; ++side) {
      const int64_t near = band.beside[6 * row + side];
      if (near < 0 || next[near] != next[near] || (values[near] < 0) != (value < 0)) continue;
      const double trust = double(slopes.weights[near]);
      if (!(trust > Slopes<S>::kRough)) continue;
      const double slope = double(slopes.sizes[near]);
      least = max_of(least, ::fabs(double(next[near])) + unit * (way(limit, row, near, side) / slope));
      sum += trust * (::fabs(value) / slope);
      weight += trust;
    }
    const double bound = max_of(unit * (sum / weight), least);
    if (bound < limit) out[row] = S(bound);
  }

 private:
  /// Excess of the field's distance from the level at a voxel over that of the neighbor on a side, by the larger of the
  /// differences on both sides of that neighbor.
  DVDB_FN double way(double limit, int64_t row, int64_t near, int side) const {
    const double sign = values[row] < 0 ? -1 : 1;
    const double after = sign * (double(values[row]) - double(values[near]));
    const double last = band.value_beside(values, near, side);
    const double before = is_unknown(limit, double(values[near]), last) ? 0 : sign * (double(values[near]) - last);
    return ::fabs(before) > ::fabs(after) ? before : after;
  }
};

/// Writes what the flow starts from. Where the field is flatter than distances are, values are first divided by the
/// slope: values that are small beside the distances next to the level would grow but slowly.
template <class S>
struct PlaceNext {
  Band band;
  Slopes<S> slopes;
  const S* next;
  S* values;

  DVDB_FN void operator()(int64_t row) const {
    if (next[row] == next[row]) {
      values[row] = next[row];
      return;
    }
    const GridHead& head = band.head_of(row);
    const double value = double(values[row]);
    const double by = least_size(head) / double(slopes.sizes[row]);
    values[row] = S(cut_to(band.limit(head), by > 1 && value != 0 ? value * by : value));
  }
};

/// Turns at[0] into a field that a flow can start from: distances next to the level, and values in the band elsewhere.
/// at[1] and at[2] are overwritten.
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
  return backend::for_each(c, n, PlaceNext<S>{band, slopes, next.data, values}, kGrain);
}

}  // namespace dvdb::sdf
