#include "backend/point_passes.hpp"

#include "backend/launch.hpp"

namespace dvdb::backend {

namespace {

constexpr int64_t kChunk = 1 << 14;

/// Folds one chunk of points; lists within it are folded before they reach the shared bounds.
struct WidenChunk {
  Span<const Coord> points;
  BatchOffsets batch;
  Bounds* bounds;

  void operator()(int64_t chunk) const {
    int64_t at = chunk * kChunk;
    const int64_t end = min_of(points.size, at + kChunk);
    while (at < end) {
      const int64_t list = batch.list_of(at);
      const int64_t stop = batch.n == 1 ? end : min_of(end, batch.starts[list + 1]);
      int32_t low[3] = {points[at].x, points[at].y, points[at].z};
      int32_t high[3] = {low[0], low[1], low[2]};
      for (; at < stop; ++at) {
        const Coord c = points[at];
        low[0] = min_of(low[0], c.x);
        low[1] = min_of(low[1], c.y);
        low[2] = min_of(low[2], c.z);
        high[0] = max_of(high[0], c.x);
        high[1] = max_of(high[1], c.y);
        high[2] = max_of(high[2], c.z);
      }
      for (int axis = 0; axis < 3; ++axis) {
        atomic_min(&bounds[list].low[axis], low[axis]);
        atomic_max(&bounds[list].high[axis], high[axis]);
      }
    }
  }
};

}  // namespace

Status widen_bounds(Context& context, Span<const Coord> points, BatchOffsets batch, Bounds* bounds) {
  return for_each(context, (points.size + kChunk - 1) / kChunk, WidenChunk{points, batch, bounds}, 1);
}

}  // namespace dvdb::backend
