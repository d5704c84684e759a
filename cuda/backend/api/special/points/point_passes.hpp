/// Passes over points.
///
///   for_each_point(context, pass, f)   calls f.bind(list)(point) for every point, which returns the cell in which it
///   is counted sample_bounds(context, points, batch, bounds)   widens bounds[list] to hold a sample of the points; all
///   of them if they are few
#pragma once

#include "backend/api/launch.hpp"

namespace dvdb::backend {

/// Which points a pass reads, and what it accumulates.
struct PointPass {
  /// Most cells that a pass counts.
  static constexpr int kMaxCells = 8192;
  Span<const Coord> points;
  BatchOffsets batch;
  int64_t stride = 1;         // looks at every stride-th point only (batches of one)
  Bounds* bounds = nullptr;   // [n_lists] widened, unless null
  uint64_t* cells = nullptr;  // [n_cells] incremented per point, unless null
  int n_cells = 0;
};

/// Up to this many points, a sample is all of them; of more, one in kSampleStride.
inline constexpr int64_t kSampleAll = int64_t(1) << 20;
inline constexpr int64_t kSampleStride = 64;

}  // namespace dvdb::backend

#include "device/special/points/point_passes.hpp"

namespace dvdb::backend {

struct IgnorePoint {
  DVDB_FN IgnorePoint bind(int64_t) const { return {}; }
  DVDB_FN int operator()(const Coord&) const { return 0; }
};

/// Lists of a batch may be so short that a sample would miss them: of batches all points are read.
inline bool samples_all(int64_t n_points, int64_t n_lists) { return n_points <= kSampleAll || n_lists > 1; }

inline Status sample_bounds(Context& context, Span<const Coord> points, BatchOffsets batch, Bounds* bounds) {
  PointPass pass{points, batch};
  pass.stride = samples_all(points.size, batch.n) ? 1 : kSampleStride;
  pass.bounds = bounds;
  return for_each_point(context, pass, IgnorePoint{});
}

}  // namespace dvdb::backend
