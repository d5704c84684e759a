/// Depth images and their cameras: what the entries that fuse them have in common.
#pragma once

#include <memory>
#include <new>

#include "_generated/sdf_args.hpp"
#include "core/voxel_sites.hpp"

namespace dvdb::sdf {

/// A camera as kernels see it: transforms from pixels to the world and back.
struct Camera {
  double to_world[3][4];  // (column * depth, row * depth, depth, 1)
  double to_pixel[3][4];  // world point to (column * depth, row * depth, depth)

  DVDB_FN static Vec3d apply(const double (&matrix)[3][4], const Vec3d& p) {
    double out[3];
    for (int i = 0; i < 3; ++i) out[i] = matrix[i][0] * p.x + matrix[i][1] * p.y + matrix[i][2] * p.z + matrix[i][3];
    return {out[0], out[1], out[2]};
  }
};

/// Images of the same size, stored one after the other.
struct Images {
  const void* depth;  // [n, height, width]
  uint32_t depth_dtype;
  const void* weights;  // [n, height, width], or null
  uint32_t weight_dtype;
  int64_t height;
  int64_t width;
  Divider by_width;
  Divider by_image;       // height * width
  const Camera* cameras;  // [n]
  double max_depth;

  /// Reads a pixel, numbered over all images; false where it has no valid depth or no weight.
  DVDB_FN bool read(int64_t pixel, double* out_depth, double* out_weight) const {
    const double d = load_element<double>(depth, depth_dtype, pixel);
    if (!(d > 0 && d <= max_depth)) return false;  // NaN fails every comparison
    *out_depth = d;
    return read_weight(pixel, out_weight);
  }
  /// Reads the weight of a pixel; false where it does not count.
  DVDB_FN bool read_weight(int64_t pixel, double* out) const {
    *out = weights == nullptr ? 1 : load_element<double>(weights, weight_dtype, pixel);
    return *out > 0 && *out - *out == 0;
  }
  /// The world position of a pixel at a depth.
  DVDB_FN Vec3d place(int64_t pixel, double d) const {
    int64_t rest;
    int64_t column;
    const int64_t image = by_image.divide(pixel, &rest);
    const int64_t row = by_width.divide(rest, &column);
    return Camera::apply(cameras[image].to_world, {double(column) * d, double(row) * d, d});
  }
  /// The pixel of an image that is nearest to a world point's projection, numbered over all images, or -1; and the
  /// point's depth.
  DVDB_FN int64_t find_pixel(int64_t image, const Vec3d& point, double* z) const {
    const Vec3d at = Camera::apply(cameras[image].to_pixel, point);
    *z = at.z;
    if (!(at.z > 0)) return -1;
    const double per = 1 / at.z;
    const double column = nearest_whole(at.x * per);
    const double row = nearest_whole(at.y * per);
    if (!(column >= 0 && column < double(width) && row >= 0 && row < double(height))) return -1;
    return image * by_image.by + int64_t(row) * width + int64_t(column);
  }
};

/// The arguments about images that entries have in common.
struct ImageRequest {
  Operand depth;
  Operand weights;
  int64_t n_images;
  int64_t height;
  int64_t width;
  const double* intrinsics;
  const double* poses;
  const int64_t* offsets;
  double truncation;
  double max_depth;
  int64_t n_grids;

  template <class Args>
  static ImageRequest of(const Args& a) {
    return {a.depth, a.image_weights, int64_t(a.n_images), a.height,    a.width,           a.intrinsics,
            a.poses, a.offsets,       a.half_width,        a.max_depth, int64_t(a.n_grids)};
  }
};

/// Checks cameras and their range, and owns the device memory of the cameras.
class ImageTables {
 public:
  explicit ImageTables(Context& context) : context_(context), camera_memory_(context) {}

  /// Checks the request and fills in all but the cameras of `out`; allocates nothing on the device.
  Status check(const ImageRequest& request, Images& out);
  /// Uploads the cameras, and `bytes` more of data for kernels, in one copy.
  Status place(Images& out, const void* more, int64_t bytes, const void** placed);
  const Camera* host() const { return cameras_.get(); }

 private:
  Status invert(const ImageRequest& request, int64_t image);

  Context& context_;
  std::unique_ptr<Camera[]> cameras_;
  int64_t n_images_ = 0;
  backend::Scratch camera_memory_;
};

/// The voxels of a batch, and the images that may show them.
struct SeenVoxels {
  SiteFinder sites;
  const LeafPlace* places;  // [n_leaves]
  const GridHead* heads;
  Images images;
  const int64_t* image_starts;  // [n_grids + 1]

  struct Voxel {
    int64_t leaf;
    Coord at;
    Vec3d center;
    int64_t first_image;
    int64_t end_image;
  };
  DVDB_FN Voxel find(int64_t row) const {
    const VoxelSite site = sites.find(row);
    const LeafPlace place = places[site.leaf];
    const Coord at = leaf_voxel(place.origin, site.slice * 64 + site.at);
    const Vec3d center = to_world(heads[place.grid], {double(at.x), double(at.y), double(at.z)});
    return {site.leaf, at, center, image_starts[place.grid], image_starts[place.grid + 1]};
  }
};

/// Makes the tables that kernels need to read images at voxels.
class SeenTables {
 public:
  explicit SeenTables(Context& context)
      : context_(context), tables_(context), site_memory_(context), place_memory_(context) {}

  /// Checks the request; allocates nothing on the device.
  Status check(const ImageRequest& request) { return tables_.check(request, images_); }
  /// Fills in the voxels of a batch; `offsets` are those of the request.
  Status make(const GridView& grid, const int64_t* offsets, SeenVoxels& out);

 private:
  Context& context_;
  ImageTables tables_;
  Images images_ = {};
  backend::Scratch site_memory_;
  backend::Scratch place_memory_;
};

}  // namespace dvdb::sdf
