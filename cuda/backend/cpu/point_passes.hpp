/// Passes over points on host threads. Included through backend/point_passes.hpp.
#pragma once

#include <climits>

#include "backend/launch.hpp"

namespace dvdb::backend {

/// Walks one chunk of points list by list; bounds and counts are gathered locally before they reach memory.
template <class F>
struct PointChunk {
  static constexpr int64_t kPoints = 1 << 15;
  PointPass pass;
  F f;

  void operator()(int64_t chunk) const {
    uint32_t counts[PointPass::kMaxCells];
    for (int cell = 0; cell < pass.n_cells; ++cell) counts[cell] = 0;
    int64_t at = chunk * kPoints * pass.stride;
    const int64_t end = min_of(pass.points.size, at + kPoints * pass.stride);
    while (at < end) {
      const int64_t list = pass.batch.list_of(at);
      const int64_t stop = pass.batch.n == 1 ? end : min_of(end, pass.batch.starts[list + 1]);
      const auto bound = f.bind(list);
      Bounds own{{INT_MAX, INT_MAX, INT_MAX}, {INT_MIN, INT_MIN, INT_MIN}};
      for (; at < stop; at += pass.stride) {
        const Coord c = pass.points[at];
        for (int axis = 0; axis < 3; ++axis) {
          own.low[axis] = min_of(own.low[axis], c[axis]);
          own.high[axis] = max_of(own.high[axis], c[axis]);
        }
        const int cell = bound(c);
        if (pass.cells != nullptr) ++counts[cell];
      }
      if (pass.bounds != nullptr) {
        for (int axis = 0; axis < 3; ++axis) {
          atomic_min(&pass.bounds[list].low[axis], own.low[axis]);
          atomic_max(&pass.bounds[list].high[axis], own.high[axis]);
        }
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
