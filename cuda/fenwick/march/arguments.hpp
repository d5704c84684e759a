/// Volumes and images as the ray marching entries receive them: argument checks, and views of the buffers.
#pragma once

#include <cmath>

#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"
#include "core/entry.hpp"
#include "denovdb/march.h"
#include "fenwick/march/fields.hpp"
#include "fenwick/view/brick_parts.hpp"

namespace dvdb::fenwick {

inline constexpr int64_t kMostExtent = int64_t(1) << 24;  // single precision tells all voxels apart
inline constexpr int64_t kMostPixels = int64_t(1) << 20;  // along an axis
inline constexpr double kMostSamples = 2147483648.0;      // of a ray
inline constexpr double kLeastSpan = 1e-12;               // of directions; rounding makes less of those in one plane

/// The volume.
struct MarchVolume {
  uint32_t form;
  const int64_t* extents;
  uint32_t order;
  dvdb_buffer voxels;
  uint32_t dtype;
  uint32_t log2_edge;
  dvdb_buffer masks;
  uint32_t slots;
  dvdb_buffer data;
  dvdb_buffer counters;
  int64_t n_slots;
  double floor;

  bool skips() const { return form != DVDB_MARCH_DENSE; }
};

/// The picture.
struct MarchPicture {
  const double* camera;
  const double* spacing;
  int64_t width;
  int64_t height;
  double step;
  const double* background;
  dvdb_buffer image;
  dvdb_buffer depths;
  dvdb_buffer hits;

  bool empty() const { return width == 0 || height == 0; }
};

/// The output buffers.
struct MarchOutputs {
  uint8_t* image;  // [height, width, 4]
  float* depths;   // [height, width], or null
  int64_t* hits;   // [height, width], or null
  float background[4];

  DVDB_FN static uint8_t byte(float colour) { return uint8_t(fminf(fmaxf(colour, 0.0f), 1.0f) * 255.0f + 0.5f); }

  /// Writes a pixel: premultiplied colour, transmittance, and what was hit first.
  DVDB_FN void write(int64_t pixel, const float (&colour)[3], float through, float depth, int64_t hit) const {
    for (int c = 0; c < 3; ++c) image[4 * pixel + c] = byte(fmaf(through * background[3], background[c], colour[c]));
    image[4 * pixel + 3] = byte(fmaf(through, background[3], 1.0f - through));
    if (depths != nullptr) depths[pixel] = depth;
    if (hits != nullptr) hits[pixel] = hit;
  }
};

inline Status check_finite(Context& c, const double* numbers, int64_t count, const char* name) {
  DVDB_TRY(require(c, numbers, count, name));
  for (int64_t i = 0; i < count; ++i) {
    if (!std::isfinite(numbers[i])) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: number %lld of %s is not finite", static_cast<long long>(i), name);
  }
  return {};
}

/// The volume of the parallelepiped of three directions, relative to that of perpendicular ones of the same lengths.
inline double spanned(const double* a, const double* b, const double* c) {
  const double volume = a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  return volume / (std::hypot(a[0], a[1], a[2]) * std::hypot(b[0], b[1], b[2]) * std::hypot(c[0], c[1], c[2]));
}

/// Checks the camera of an image that has pixels.
inline Status check_camera(Context& c, const MarchVolume& volume, const MarchPicture& given, MarchCamera& camera) {
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
    camera.dims[axis] = double(volume.extents[axis]);
    shifts[0][axis] = camera.eye_right[axis] + camera.right[axis];
    shifts[1][axis] = camera.eye_up[axis] + camera.up[axis];
    if (!(given.spacing[axis] > 0)) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: a spacing of %g is not above 0", given.spacing[axis]);
    longest += std::pow(camera.dims[axis] * given.spacing[axis], 2);
  }
  const double span = spanned(shifts[0], shifts[1], camera.forward);
  if (!(std::abs(span) > kLeastSpan)) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: the camera is singular, of what its directions could span they do %g", span);
  }
  camera.width = given.width;
  camera.height = given.height;
  camera.step = float(given.step);
  const double step = double(camera.step);
  if (step > 0 && std::isfinite(step) && std::sqrt(longest) / step <= kMostSamples) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: a step of %g is not above 0, or rays of length %g have more than 2^31 samples", given.step,
              std::sqrt(longest));
}

/// Checks an image and finds its buffers.
inline Status borrow_picture(Context& c, const MarchVolume& volume, const MarchPicture& given, MarchCamera& camera, MarchOutputs& out) {
  if (given.width < 0 || given.height < 0 || given.width > kMostPixels || given.height > kMostPixels) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: a picture of %lld x %lld pixels, at most %lld each are possible", static_cast<long long>(given.width),
                static_cast<long long>(given.height), static_cast<long long>(kMostPixels));
  }
  Span<uint8_t> image;
  Span<float> depths;
  Span<int64_t> hits;
  const int64_t pixels = given.width * given.height;
  DVDB_TRY(borrow(c, given.image, pixels * 4, "out_image", image));
  if (given.depths != 0) DVDB_TRY(borrow(c, given.depths, pixels, "out_depths", depths));
  if (given.hits != 0) DVDB_TRY(borrow(c, given.hits, pixels, "out_hits", hits));
  DVDB_TRY(check_finite(c, given.background, 4, "background"));
  out = {image.data, depths.data, hits.data, {}};
  for (int at = 0; at < 4; ++at) out.background[at] = float(given.background[at]);
  return given.empty() ? Status{} : check_camera(c, volume, given, camera);
}

inline Status check_march_extents(Context& c, const int64_t* extents) {
  DVDB_TRY(require(c, extents, 3, "extents"));
  int64_t n = 1;
  for (int axis = 0; axis < 3; ++axis) {
    if (extents[axis] < 0 || extents[axis] > kMostExtent) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: axis %d has %lld voxels, 0 to %lld expected", axis, static_cast<long long>(extents[axis]),
                  static_cast<long long>(kMostExtent));
    }
    if (extents[axis] > 0 && n > (int64_t(1) << kMostLog) / extents[axis]) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: there are more than 2^%d voxels", kMostLog);
    }
    n *= extents[axis];
  }
  return {};
}

/// Refuses invalid buffer handles, whether the buffers are read or not.
inline Status check_unread(Context& c, const MarchVolume& given) {
  for (const dvdb_buffer handle : {given.masks, given.data, given.counters}) {
    Buffer* buffer = nullptr;
    if (handle != 0) DVDB_TRY(find(c, handle, &buffer));
  }
  return {};
}

inline VoxelBox box_of(const MarchVolume& given) {
  VoxelBox box{};
  for (int axis = 0; axis < 3; ++axis) {
    box.dims[axis] = int(given.extents[axis]);
    box.most[axis] = float(given.extents[axis] - 1);
  }
  box.floor = float(given.floor);
  return box;
}

/// Checks a volume whose extents are valid, finds its buffers, and calls `body(field)` with its storage form.
template <class Body>
Status with_field(Context& c, const MarchVolume& given, Body body) {
  DVDB_TRY(check_unread(c, given));
  if (given.floor != given.floor) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: the floor is not a number");
  if (given.order > DVDB_ORDER_Z_FASTEST) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: the order %u is unknown", given.order);
  if (given.form > DVDB_MARCH_BRICKS) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: the form %u is unknown", given.form);
  Bricks bricks;
  if (given.form == DVDB_MARCH_BRICKS) {
    const BrickArguments arguments{given.extents, given.log2_edge, given.slots, given.data, given.counters, given.masks, given.n_slots, given.voxels, given.dtype};
    DVDB_TRY(borrow_bricks(c, arguments, bricks));
  } else if (given.form == DVDB_MARCH_MASKED) {
    DVDB_TRY(read_brick_shape(c, given.extents, given.log2_edge, bricks.shape));
    Span<uint64_t> masks;
    DVDB_TRY(borrow(c, given.masks, bricks.shape.mask_words() + bricks.shape.coarse_words(), "masks", masks));
    bricks.masks = masks.data;
  }
  return with_voxel(c, given.dtype, [&]<class T>() -> Status {
    const VoxelBox box = box_of(given);
    if (given.form == DVDB_MARCH_BRICKS) return body(BrickField<T>{{{box}, bricks.view<T>()}});
    const int64_t x = given.extents[0], y = given.extents[1], z = given.extents[2];
    Span<T> voxels;
    DVDB_TRY(borrow(c, given.voxels, x * y * z, "voxels", voxels));
    const bool by_x = given.order == DVDB_ORDER_X_FASTEST;
    const DenseVoxels<T> dense{voxels.data, {by_x ? 1 : y * z, by_x ? x : z, by_x ? x * y : 1}};
    if (given.form == DVDB_MARCH_MASKED) return body(MaskedField<T>{{{box}, bricks.view<T>()}, dense});
    return body(DenseField<T>{{box}, dense});
  });
}

/// Pixels that a CPU thread takes at a time.
inline constexpr int64_t kPixelGrain = 256;

}  // namespace dvdb::fenwick
