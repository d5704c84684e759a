/// The points that move up to inner nodes, as they are defined: what every way to pick must choose.
///
/// Points are in Morton order, and begin at the level of their leaf. For each level from the last but one up to the
/// root's, the candidates are the points that have come to the level below. Contests: in each cell of the level, the
/// candidate of the greatest worth moves up, the first of equal ones; the selection of one point a cell as in Schuetz,
/// "Potree: Rendering large point clouds in web browsers", 2016. Poisson disks (Bridson, "Fast Poisson disk sampling in
/// arbitrary dimensions", 2007): cells take turns in eight rounds by the lowest bits of their coordinates; each offers
/// its candidates, that nearest to its center first, and those move up that are at least a cell's edge away from all
/// that have done so.
///
/// Engines: Picker (../picks.cpp), Thinner (poisson.cpp). On the host.
#pragma once

#include "lod/tree/record.hpp"

namespace dvdb::lod {

/// Calls visit(begin, end) for the runs of points that share a cell of 2^shift units.
template <class Points, class Visit>
void each_reference_cell(const Points& points, int shift, Visit visit) {
  for (size_t begin = 0; begin < points.size();) {
    size_t end = begin + 1;
    while (end < points.size() && same_cell(points[begin], points[end], shift)) ++end;
    visit(begin, end);
    begin = end;
  }
}

/// The one of a run whose worth is the greatest.
template <class Points, class Priority>
size_t best_reference(const Points& points, size_t begin, size_t end, Priority priority) {
  size_t best = begin;
  for (size_t k = begin; k < end; ++k) best = priority(points[k]) > priority(points[best]) ? k : best;
  return best;
}

/// Sets the flags, all of which are 0, of the points that a Poisson-disk sampling chooses; worth(p) is greater nearer
/// to the center of the cell.
template <class Points, class Flags, class Priority>
void thin_reference(const Points& points, int shift, Priority priority, Flags& chosen) {
  const auto square = [](uint32_t a, uint32_t b) { return (double(a) - double(b)) * (double(a) - double(b)); };
  const auto offer = [&](size_t k) {
    for (size_t other = 0; other < points.size(); ++other) {
      const double far = square(points[k].x, points[other].x) + square(points[k].y, points[other].y) +
                         square(points[k].z, points[other].z);
      if (chosen[other] != 0 && far < double(uint64_t(1) << shift) * double(uint64_t(1) << shift)) return;
    }
    chosen[k] = 1;
  };
  for (uint32_t round = 0; round < 8; ++round) {
    each_reference_cell(points, shift, [&](size_t begin, size_t end) {
      if (octant_of(points[begin], shift) != round) return;
      offer(best_reference(points, begin, end, priority));
      for (size_t k = begin; k < end; ++k) offer(k);
    });
  }
}

}  // namespace dvdb::lod
