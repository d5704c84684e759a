/// Corners of points: the voxels around each point, and its position between them.
#pragma once

#include "sample/shared/request.hpp"

namespace dvdb::sample {

/// The voxels around a point. Rows are 32-bit integers where a grid has few enough.
template <class R, class Row>
struct alignas(16) PointCorners {
  static constexpr Row kNone = Row(-1);
  Row rows[kCorners];  // kNone for inactive voxels
  R part[3];           // offset of the point from the lowest corner, 0 to 1

  DVDB_FN bool has(int corner) const { return rows[corner] != kNone; }

  DVDB_FN void clear() {
    for (int corner = 0; corner < kCorners; ++corner) rows[corner] = kNone;
    set_part({0, 0, 0});
  }

  DVDB_FN void set_part(const Vec3d& beyond) {
    part[0] = R(beyond.x);
    part[1] = R(beyond.y);
    part[2] = R(beyond.z);
  }
};

}  // namespace dvdb::sample
