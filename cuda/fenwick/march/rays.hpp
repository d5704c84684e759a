/// Camera rays through a volume, and the samples along them, which are the same for every storage form.
#pragma once

#include <cmath>

#include "base/portable.hpp"

namespace dvdb::fenwick {

using Vec3f = Vec3<float>;

DVDB_FN float dot(const Vec3f& a, const Vec3f& b) { return fmaf(a.x, b.x, fmaf(a.y, b.y, a.z * b.z)); }

/// A position between eight voxels.
struct VoxelCell {
  int at[3];      // the least of the eight
  float part[3];  // from 0 to below 1
};

/// The samples of one ray: sample i is (i + 1/2) steps after the point where the ray enters the volume.
struct MarchRay {
  Vec3f start;      // in voxels, where the ray enters
  Vec3f direction;  // in voxels for a unit of length
  Vec3f inverse;    // of `direction`
  Vec3f forward;    // unit direction in the world
  float enter;      // distance from the eye
  bool outside;     // whether the eye is
  uint32_t count;   // of samples

  static DVDB_FN float time(uint32_t i, float step) { return (float(i) + 0.5f) * step; }
  DVDB_FN Vec3f at(float time) const {
    return {fmaf(time, direction.x, start.x), fmaf(time, direction.y, start.y), fmaf(time, direction.z, start.z)};
  }
};

/// The camera: the ray of image position (u, v), each from -1 to 1, starts at eye + u eye_right + v eye_up and has
/// direction forward + u right + v up.
struct MarchCamera {
  double eye[3];
  double eye_right[3];
  double eye_up[3];
  double forward[3];
  double right[3];
  double up[3];
  double spacing[3];
  double dims[3];  // voxels
  int64_t width;
  int64_t height;
  float step;

  /// The ray through the center of a pixel, in double precision up to the point where it enters.
  DVDB_FN MarchRay ray(int64_t column, int64_t row) const {
    const double u = (double(column) + 0.5) / double(width) * 2 - 1;
    const double v = 1 - (double(row) + 0.5) / double(height) * 2;
    double from[3];
    double way[3];
    for (int axis = 0; axis < 3; ++axis) {
      from[axis] = eye[axis] + u * eye_right[axis] + v * eye_up[axis];
      way[axis] = forward[axis] + u * right[axis] + v * up[axis];
    }
    const double length = std::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    for (int axis = 0; axis < 3; ++axis) way[axis] /= length;
    return clip(from, way);
  }

 private:
  DVDB_FN MarchRay clip(const double (&from)[3], const double (&way)[3]) const {
    MarchRay out{};
    double enter = 0;
    double leave = INFINITY;
    double place[3];
    double along[3];
    for (int axis = 0; axis < 3; ++axis) {
      if (!(dims[axis] > 0)) return out;
      place[axis] = from[axis] / spacing[axis];
      along[axis] = way[axis] / spacing[axis];
      if (along[axis] == 0) {
        if (!(place[axis] >= 0 && place[axis] <= dims[axis])) return out;
        continue;
      }
      const double low = -place[axis] / along[axis];
      const double high = (dims[axis] - place[axis]) / along[axis];
      enter = max_of(enter, min_of(low, high));
      leave = min_of(leave, max_of(low, high));
    }
    // NaN means no samples.
    const double samples = std::ceil((leave - enter) / double(step) - 0.5);
    if (!(samples > 0)) return out;
    out.start = {float(place[0] + enter * along[0]), float(place[1] + enter * along[1]),
                 float(place[2] + enter * along[2])};
    out.direction = {float(along[0]), float(along[1]), float(along[2])};
    out.inverse = {float(1 / along[0]), float(1 / along[1]), float(1 / along[2])};
    out.forward = {float(way[0]), float(way[1]), float(way[2])};
    out.enter = float(enter);
    out.outside = enter > 0;
    // The number of samples was checked for the diagonal, the longest path through the volume.
    out.count = uint32_t(min_of(samples, 2147483648.0));
    return out;
  }
};

/// Pixels in tiles, so that neighboring rays are processed together.
struct PixelTiles {
  static constexpr int64_t kWide = 8;
  static constexpr int64_t kHigh = 4;
  int64_t width;
  int64_t height;
  int64_t across;  // tiles

  static PixelTiles of(int64_t width, int64_t height) { return {width, height, (width + kWide - 1) / kWide}; }
  int64_t count() const { return across * ((height + kHigh - 1) / kHigh) * kWide * kHigh; }

  /// False for positions of tiles that are outside the image.
  DVDB_FN bool place(int64_t i, int64_t* column, int64_t* row) const {
    const int64_t tile = i / (kWide * kHigh);
    const int64_t inside = i % (kWide * kHigh);
    *column = tile % across * kWide + inside % kWide;
    *row = tile / across * kHigh + inside / kWide;
    return *column < width && *row < height;
  }
};

/// Calls body(pixel, ray, cursor) for the pixel at a position of tiles, if there is one.
template <class Field, class Body>
DVDB_FN void with_pixel(const Field& field, const MarchCamera& camera, const PixelTiles& tiles, int64_t i, Body body) {
  int64_t column, row;
  if (!tiles.place(i, &column, &row)) return;
  const MarchRay ray = camera.ray(column, row);
  typename Field::Cursor cursor = field.begin();
  body(row * camera.width + column, ray, cursor);
}

/// Follows a ray: calls visit(i, cursor, cell) for the samples that are not skipped, in order, until it returns false.
template <class Field, class Visit>
DVDB_FN void follow(const Field& field, const MarchRay& ray, float step, typename Field::Cursor& cursor, Visit visit) {
  for (uint32_t i = 0; i < ray.count; ++i) {
    const VoxelCell cell = field.cell(ray.at(MarchRay::time(i, step)));
    if (!field.seek(cursor, cell)) {
      i = field.last_empty(cursor, ray, step, i);
      continue;
    }
    if (!visit(i, cursor, cell)) return;
  }
}

}  // namespace dvdb::fenwick
