/// Volumes and images as the ray marching entries receive them: argument checks, and views of the buffers.
#pragma once

#include <cmath>

#include "_generated/march_args.hpp"
#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"
#include "fenwick/march/fields.hpp"
#include "fenwick/view/brick_parts.hpp"

namespace dvdb::fenwick {

inline constexpr int64_t kMostExtent = int64_t(1) << 24;  // single precision tells all voxels apart
inline constexpr double kMostSamples = 2147483648.0;      // of a ray
inline constexpr double kLeastSpan = 1e-12;               // of directions; rounding makes less of those in one plane

/// Whether an image has pixels.
template <class Args>
bool has_pixels(const Args& a) {
  return a.width != 0 && a.height != 0;
}

/// The output buffers.
struct MarchOutputs {
  uint8_t* image;  // [height, width, 4]
  float* depths;   // [height, width], or null
  int64_t* hits;   // [height, width], or null
  float background[4];

  DVDB_FN static uint8_t byte(float color) { return uint8_t(fminf(fmaxf(color, 0.0f), 1.0f) * 255.0f + 0.5f); }

  /// Writes a pixel: premultiplied color, transmittance, and what was hit first.
  DVDB_FN void write(int64_t pixel, const float (&color)[3], float through, float depth, int64_t hit) const {
    for (int c = 0; c < 3; ++c) image[4 * pixel + c] = byte(fmaf(through * background[3], background[c], color[c]));
    image[4 * pixel + 3] = byte(fmaf(through, background[3], 1.0f - through));
    if (depths != nullptr) depths[pixel] = depth;
    if (hits != nullptr) hits[pixel] = hit;
  }
};

inline Status check_finite(Context& c, const double* numbers, int64_t count, const char* name) {
  for (int64_t i = 0; i < count; ++i) {
    if (!std::isfinite(numbers[i]))
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: number %lld of %s is not finite", static_cast<long long>(i),
                  name);
  }
  return {};
}

/// The volume of the parallelepiped of three directions, relative to that of perpendicular ones of the same lengths.
inline double spanned(const double* a, const double* b, const double* c) {
  const double volume =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  return volume / (std::hypot(a[0], a[1], a[2]) * std::hypot(b[0], b[1], b[2]) * std::hypot(c[0], c[1], c[2]));
}

/// Checks the camera of an image that has pixels.
template <class Args>
Status check_camera(Context& c, const Args& given, MarchCamera& camera) {
  DVDB_TRY(check_finite(c, given.camera, DVDB_MARCH_CAMERA_COUNT, "camera"));
  DVDB_TRY(check_finite(c, given.spacing, 3, "spacing"));
  const double* const sides = given.camera;
  double longest = 0;
  double shifts[2][3];
  for (int axis = 0; axis < 3; ++axis) {
    camera.eye[axis] = sides[axis];
    camera.eye_right[axis] = sides[3 + axis];
    camera.eye_up[axis] = sides[6 + axis];
    camera.forward[axis] = sides[9 + axis];
    camera.right[axis] = sides[12 + axis];
    camera.up[axis] = sides[15 + axis];
    camera.spacing[axis] = given.spacing[axis];
    camera.dims[axis] = double(given.extents[axis]);
    shifts[0][axis] = camera.eye_right[axis] + camera.right[axis];
    shifts[1][axis] = camera.eye_up[axis] + camera.up[axis];
    if (!(given.spacing[axis] > 0))
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: a spacing of %g is not above 0", given.spacing[axis]);
    longest += std::pow(camera.dims[axis] * given.spacing[axis], 2);
  }
  const double span = spanned(shifts[0], shifts[1], camera.forward);
  if (!(std::abs(span) > kLeastSpan)) {
    return fail(c, DVDB_INVALID_ARGUMENT,
                "Cannot march: the camera is singular, of what its directions could span they do %g", span);
  }
  camera.width = given.width;
  camera.height = given.height;
  camera.step = float(given.step_size);
  const double step = double(camera.step);
  if (step > 0 && std::isfinite(step) && std::sqrt(longest) / step <= kMostSamples) return {};
  return fail(c, DVDB_INVALID_ARGUMENT,
              "Cannot march: a step of %g is not above 0, or rays of length %g have more than 2^31 samples",
              given.step_size, std::sqrt(longest));
}

/// Checks what an image shows.
template <class Args>
Status read_picture(Context& c, const Args& a, MarchCamera& camera, MarchOutputs& out) {
  DVDB_TRY(check_finite(c, a.background, 4, "background"));
  out = {a.out_image.data, a.out_depths.data, a.out_hits.data, {}};
  for (int at = 0; at < 4; ++at) out.background[at] = float(a.background[at]);
  return has_pixels(a) ? check_camera(c, a, camera) : Status{};
}

inline Status check_march_extents(Context& c, const int64_t* extents) {
  int64_t n = 1;
  for (int axis = 0; axis < 3; ++axis) {
    if (extents[axis] < 0 || extents[axis] > kMostExtent) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: axis %d has %lld voxels, 0 to %lld expected", axis,
                  static_cast<long long>(extents[axis]), static_cast<long long>(kMostExtent));
    }
    if (extents[axis] > 0 && n > (int64_t(1) << kMostLog) / extents[axis]) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: there are more than 2^%d voxels", kMostLog);
    }
    n *= extents[axis];
  }
  return {};
}

/// Refuses invalid buffer handles, whether the buffers are read or not.
template <class Args>
Status check_unread(Context& c, const Args& given) {
  const dvdb_buffer handles[] = {given.masks, given.data, given.counters};
  for (const dvdb_buffer handle : handles) {
    Buffer* buffer = nullptr;
    if (handle != 0) DVDB_TRY(find(c, handle, &buffer));
  }
  return {};
}

template <class Args>
VoxelBox box_of(const Args& given) {
  VoxelBox box{};
  for (int axis = 0; axis < 3; ++axis) {
    box.dims[axis] = int(given.extents[axis]);
    box.most[axis] = float(given.extents[axis] - 1);
  }
  box.floor = float(given.floor);
  return box;
}

/// Checks a volume whose extents are valid, finds its buffers, and calls `body(field)` with its storage form.
template <class Args, class Body>
Status with_field(Context& c, const Args& a, Body body) {
  DVDB_TRY(check_unread(c, a));
  if (a.floor != a.floor) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: the floor is not a number");
  Bricks bricks;
  Operand voxels;
  if (a.form == DVDB_MARCH_BRICKS) {
    DVDB_TRY(take(c, "voxels", a.voxels, a.dtype, {a.n_slots, power(8, a.log2_edge)}, voxels));
    DVDB_TRY(borrow_bricks(c, a, voxels, bricks));
  } else {
    DVDB_TRY(take(c, "voxels", a.voxels, a.dtype, {product(a.extents, 3)}, voxels));
  }
  if (a.form == DVDB_MARCH_MASKED) {
    DVDB_TRY(read_brick_shape(c, a.extents, a.log2_edge, bricks.shape));
    Span<uint64_t> masks;
    DVDB_TRY(borrow(c, a.masks, bricks.shape.mask_words() + bricks.shape.coarse_words(), "masks", masks));
    bricks.masks = masks.data;
  }
  return with_voxel(a.dtype, [&]<class T>() -> Status {
    const VoxelBox box = box_of(a);
    if (a.form == DVDB_MARCH_BRICKS) return body(BrickField<T>{{{box}, bricks.view<T>()}});
    const int64_t x = a.extents[0], y = a.extents[1], z = a.extents[2];
    const bool by_x = a.order == DVDB_ORDER_X_FASTEST;
    const DenseVoxels<T> dense{voxels.as<T>().data, {by_x ? 1 : y * z, by_x ? x : z, by_x ? x * y : 1}};
    if (a.form == DVDB_MARCH_MASKED) return body(MaskedField<T>{{{box}, bricks.view<T>()}, dense});
    return body(DenseField<T>{{box}, dense});
  });
}

/// Pixels that a CPU thread takes at a time.
inline constexpr int64_t kPixelGrain = 256;

}  // namespace dvdb::fenwick
