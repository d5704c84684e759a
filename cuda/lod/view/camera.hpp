/// Cameras: where points in world space appear in the image, and which boxes may be visible.
#pragma once

#include <cmath>

#include "lod/tree/request.hpp"

namespace dvdb::lod {

/// A linear function of world coordinates.
struct Row {
  double x, y, z, w;

  DVDB_FN double at(const double (&p)[3]) const { return x * p[0] + y * p[1] + z * p[2] + w; }
  /// The most it is above its value at the least corner of a cube.
  DVDB_FN double rise(double edge) const {
    return max_of(x, 0.0) * edge + max_of(y, 0.0) * edge + max_of(z, 0.0) * edge;
  }
  DVDB_FN double fall(double edge) const {
    return min_of(x, 0.0) * edge + min_of(y, 0.0) * edge + min_of(z, 0.0) * edge;
  }
};

inline Row combine(const Row& a, double factor, const Row& b) {
  return {a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z, a.w + factor * b.w};
}
inline Row times(double factor, const Row& a) { return {factor * a.x, factor * a.y, factor * a.z, factor * a.w}; }

struct Camera {
  Row across = {};  // clip coordinates
  Row down = {};    // upwards
  Row along = {};   // w
  Row depth = {};   // distance in front of the camera
  uint32_t width = 0;
  uint32_t height = 0;

  /// Pixels per unit of length at w = 1, the greater of both axes.
  double scale() const {
    const double x = std::sqrt(across.x * across.x + across.y * across.y + across.z * across.z) * width / 2;
    const double y = std::sqrt(down.x * down.x + down.y * down.y + down.z * down.z) * height / 2;
    return max_of(x, y);
  }
};

/// Checks the values of dvdb_lod_camera. An image without pixels shows nothing, whatever the
/// values are: rows are 0.
Status read_camera(Context& context, const char* doing, const double* numbers, uint32_t width, uint32_t height,
                   Camera& out);

}  // namespace dvdb::lod
