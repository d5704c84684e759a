/// Passes over points on host threads. Included through backend/api/special/points/point_passes.hpp.
#pragma once

#include <climits>

#include "backend/api/launch.hpp"

namespace dvdb::backend {

/// Walks one chunk of points list by list; bounds and counts are gathered locally before they reach memory.
template <class F>
struct PointChunk {
  static constexpr int64_t kPoints = 1 << 15;
  PointPass pass;
  F f;

  void fold_bounds(int64_t at, int64_t stop, Bounds& bounds) const {
    int32_t low_x = INT_MAX, low_y = INT_MAX, low_z = INT_MAX;
    int32_t high_x = INT_MIN, high_y = INT_MIN, high_z = INT_MIN;
    for (; at < stop; at += pass.stride) {
      const Coord c = pass.points[at];
      low_x = min_of(low_x, c.x);
      low_y = min_of(low_y, c.y);
      low_z = min_of(low_z, c.z);
      high_x = max_of(high_x, c.x);
      high_y = max_of(high_y, c.y);
      high_z = max_of(high_z, c.z);
    }
    const int32_t low[3] = {low_x, low_y, low_z};
    const int32_t high[3] = {high_x, high_y, high_z};
    for (int axis = 0; axis < 3; ++axis) {
      atomic_min(&bounds.low[axis], low[axis]);
      atomic_max(&bounds.high[axis], high[axis]);
    }
  }

  void operator()(int64_t chunk) const {
    uint32_t counts[PointPass::kMaxCells];
    for (int cell = 0; cell < pass.n_cells; ++cell) counts[cell] = 0;
    int64_t at = chunk * kPoints * pass.stride;
    const int64_t end = min_of(pass.points.size, at + kPoints * pass.stride);
    while (at < end) {
      const int64_t list = pass.batch.list_of(at);
      const int64_t stop = pass.batch.n == 1 ? end : min_of(end, pass.batch.starts[list + 1]);
      if (pass.bounds != nullptr) fold_bounds(at, stop, pass.bounds[list]);
      const auto bound = f.bind(list);
      const bool counting = pass.cells != nullptr;
      for (; at < stop; at += pass.stride) {
        const int cell = bound(pass.points[at]);
        if (counting) ++counts[cell];
      }
    }
    for (int cell = 0; cell < pass.n_cells; ++cell) {
      if (counts[cell] != 0) atomic_add(&pass.cells[cell], uint64_t(counts[cell]));
    }
  }
};

template <class F>
Status for_each_point(Context& context, const PointPass& pass, F f) {
  const int64_t span = PointChunk<F>::kPoints * pass.stride;
  return for_each(context, (pass.points.size + span - 1) / span, PointChunk<F>{pass, f}, 1);
}

}  // namespace dvdb::backend
