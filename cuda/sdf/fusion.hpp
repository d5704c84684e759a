/// Averaging depth images into voxels: what the averages and their backward pass have in common.
#pragma once

#include "core/leaf_neighbors.hpp"
#include "core/row_map.hpp"
#include "sdf/images.hpp"

namespace dvdb::sdf {

/// The upper limit of weights, of voxels and of pixels: products of weights with averaged numbers up to the same size
/// are finite, and so are their sums.
template <class T>
inline constexpr double kMostWeight = 0x1p500;
template <>
inline constexpr double kMostWeight<float> = 3.4028234663852886e38;
template <>
inline constexpr double kMostWeight<Half> = 65504;

/// A field, its weights and features; a row per voxel.
template <class T>
struct Columns {
  T* tsdf;
  T* weights;
  T* features;  // [n_voxels, channels]
};

/// The weights by which a voxel's earlier average and the images are combined.
struct Blend {
  bool said;      // whether images contribute
  bool kept;      // whether the earlier average contributes
  double before;  // earlier weight of the voxel
  double share;   // weight of the earlier average in the new one
  double all;     // sum of all weights
  double per;     // 1 / all

  /// `weight` is that of what images say, `from` the row of the voxel among those of which something was known, or -1.
  template <class T>
  DVDB_FN static Blend of(double weight, const T* weights, int64_t from) {
    const bool said = weight > 0;
    const double before = from >= 0 ? to_double(weights[from]) : 0;
    // An earlier average of weight 0 is not read if images contribute, so that it cannot make the result NaN.
    const bool kept = from >= 0 && (!said || before > 0);
    const double share = !said ? 1 : before > 0 ? min_of(before, kMostWeight<T>) : 0;
    const double all = said ? weight + share : 1;
    const double per = all == 1 ? 1 : 1 / all;
    return {said, kept, before, share, all, per};
  }

  /// Averages element `at` of the earlier averages with the weighted sum from images.
  template <class T>
  DVDB_FN double mean(const T* held, int64_t at, double sum) const {
    return ((kept ? share * to_double(held[at]) : 0) + sum) * per;
  }
};

/// Voxels, their earlier averages (in the source, another grid), and images.
struct Fusion {
  SeenVoxels voxels;
  GridView source;
  LeafNeighbors held_leaves;  // the leaf of the source that lies where a leaf does; no table where there is none
  double truncation;
  double per_truncation;
  const void* image_features;  // [n_images, height, width, channels]
  uint32_t image_feature_dtype;
  int64_t channels;

  /// The row of a voxel in the source, or -1.
  DVDB_FN int64_t find_held(const SeenVoxels::Voxel& voxel) const {
    return held_leaves.leaves == nullptr
               ? -1
               : held_leaves.find_row(source, voxel.leaf, voxel.at.x & 7, voxel.at.y & 7, voxel.at.z & 7);
  }

  /// Calls visit(pixel, weight, distance) for each image, in order, that has a valid value for a position: the pixel,
  /// its weight, and the distance divided by the truncation distance, at most 1.
  template <class Visit>
  DVDB_FN void each_said(int64_t first_image, int64_t end_image, const Vec3d& center, Visit visit) const {
    const Images& images = voxels.images;
    for (int64_t image = first_image; image < end_image; ++image) {
      double z;
      double depth;
      double weight;
      const int64_t pixel = images.find_pixel(image, center, &z);
      if (pixel < 0 || !images.read(pixel, &depth, &weight) || !(depth - z > -truncation)) continue;
      visit(pixel, min_of(weight, kMostWeight<double>), min_of(1.0, (depth - z) * per_truncation));
    }
  }

  DVDB_FN double feature(int64_t pixel, int64_t channel) const {
    return load_element<double>(image_features, image_feature_dtype, pixel * channels + channel);
  }
};

/// The arguments of a fusion.
struct FusionRequest {
  const GridBatch& grid;
  const GridBatch& source;
  ImageRequest images;
  Operand image_features;
  int64_t channels;

  template <class Args>
  static FusionRequest of(const Args& a) {
    return {*a.grid, *a.source, ImageRequest::of(a), a.image_features, a.channels};
  }
};

/// Checks what the arguments of a fusion say together, and makes the tables that its kernels need.
class FusionTables {
 public:
  FusionTables(Context& context, const FusionRequest& request)
      : context_(context), request_(request), seen_(context), held_memory_(context) {}

  /// Checks the request; allocates nothing on the device.
  Status check();
  /// Fills in the fusion that has been checked.
  Status make(Fusion& out);

 private:
  Context& context_;
  const FusionRequest request_;
  SeenTables seen_;
  backend::Scratch held_memory_;
};

}  // namespace dvdb::sdf
