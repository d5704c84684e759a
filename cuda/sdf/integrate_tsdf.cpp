/// Averages of what depth images say about voxels.
#include "backend/launch.hpp"
#include "core/leaf_neighbors.hpp"
#include "core/row_map.hpp"
#include "sdf/images.hpp"

using namespace dvdb;
using namespace dvdb::sdf;

namespace {

/// The most that a weight counts, of a voxel or of a pixel: its products with what is averaged are finite, and so are their
/// sums, up to numbers of that size.
template <class T>
constexpr double kMostWeight = 0x1p500;
template <>
constexpr double kMostWeight<float> = 3.4028234663852886e38;
template <>
constexpr double kMostWeight<Half> = 65504;

/// A field, its weights and features, one row a voxel.
template <class T>
struct Columns {
  T* tsdf;
  T* weights;
  T* features;  // [n_voxels, channels]
};

/// Writes what is known of a voxel now, with a group of its channels.
template <class T>
struct Fuse {
  static constexpr int kWidth = 4;
  SeenVoxels voxels;
  GridView source;
  LeafNeighbors held_leaves;  // the leaf of the source that lies where a leaf does; no table where there is none
  double truncation;
  double per_truncation;
  const void* image_features;  // [n_images, height, width, channels]
  uint32_t image_feature_dtype;
  int64_t channels;
  Divider groups;  // of kWidth channels, at least one
  Columns<const T> held;
  Columns<T> out;

  DVDB_FN void operator()(int64_t i) const {
    int64_t group;
    const int64_t row = groups.divide(i, &group);
    const int64_t first = group * kWidth;
    const int width = int(min_of(int64_t(kWidth), channels - first));
    const SeenVoxels::Voxel voxel = voxels.find(row);
    const Images& images = voxels.images;
    const int64_t from = held_leaves.leaves == nullptr ? -1 : held_leaves.find_row(source, voxel.leaf, voxel.at.x & 7, voxel.at.y & 7, voxel.at.z & 7);
    double weight = 0;
    double tsdf = 0;
    double sums[kWidth] = {};
    for (int64_t image = voxel.first_image; image < voxel.end_image; ++image) {
      double z;
      double depth;
      double w;
      const int64_t pixel = images.find_pixel(image, voxel.centre, &z);
      if (pixel < 0 || !images.read(pixel, &depth, &w) || !(depth - z > -truncation)) continue;
      w = min_of(w, kMostWeight<double>);
      weight += w;
      tsdf += w * min_of(1.0, (depth - z) * per_truncation);
      for (int k = 0; k < width; ++k) sums[k] += w * load_element<double>(image_features, image_feature_dtype, pixel * channels + first + k);
    }
    const bool said = weight > 0;
    const double before = from >= 0 ? to_double(held.weights[from]) : 0;
    // What has no weight is not read once there is something to replace it, so that it cannot make a result NaN.
    const bool kept = from >= 0 && (!said || before > 0);
    const double share = !said ? 1 : before > 0 ? min_of(before, kMostWeight<T>) : 0;
    const double all = said ? weight + share : 1;
    const double per = all == 1 ? 1 : 1 / all;
    if (group == 0) {
      out.tsdf[row] = from_double<T>(((kept ? share * to_double(held.tsdf[from]) : 0) + tsdf) * per);
      out.weights[row] = from_double<T>(said ? min_of(all, kMostWeight<T>) : from >= 0 ? before : 0);
    }
    for (int k = 0; k < width; ++k) {
      const double own = kept ? share * to_double(held.features[from * channels + first + k]) : 0;
      out.features[row * channels + first + k] = from_double<T>((own + sums[k]) * per);
    }
  }
};

/// The buffers of an integration.
struct FuseRequest {
  dvdb_buffer tsdf, weights, features;
  uint32_t dtype;
  dvdb_buffer image_features;
  uint32_t image_feature_dtype;
  int64_t channels;
  dvdb_buffer out_tsdf, out_weights, out_features;
};

template <class T>
Status borrow_columns(Context& c, dvdb_buffer tsdf, dvdb_buffer weights, dvdb_buffer features, int64_t rows, int64_t channels, Columns<T>& out) {
  Span<T> spans[3];
  DVDB_TRY(borrow(c, tsdf, rows, "tsdf", spans[0]));
  DVDB_TRY(borrow(c, weights, rows, "weights", spans[1]));
  if (channels > 0) DVDB_TRY(borrow(c, features, rows * channels, "features", spans[2]));
  out = {spans[0].data, spans[1].data, spans[2].data};
  return {};
}

Status fuse(Context& c, dvdb_grid grid, dvdb_grid source, const ImageRequest& images, const FuseRequest& request) {
  GridBatch* to = nullptr;
  GridBatch* from = nullptr;
  DVDB_TRY(find(c, grid, &to));
  DVDB_TRY(find(c, source, &from));
  DVDB_TRY(check_grid_count(c, *to, images.n_grids));
  DVDB_TRY(check_same_grids(c, to->view, from->view));
  SeenTables tables(c);
  DVDB_TRY(tables.check(images));
  const int64_t channels = request.channels;
  const int64_t pixels = images.n_images * images.height * images.width;
  const int64_t rows = max_of<int64_t>(1, max_of(pixels, max_of(to->view.n_voxels, from->view.n_voxels)));
  if (channels < 0 || channels > (int64_t(1) << 44) / rows) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot fuse images: %lld channels are out of range", static_cast<long long>(channels));
  }
  void* colors = nullptr;
  if (channels > 0) DVDB_TRY(borrow_numbers(c, request.image_features, request.image_feature_dtype, pixels * channels, "image_features", &colors));
  return with_real(c, request.dtype, "tsdf", [&]<class T>() -> Status {
    Columns<T> held;
    Columns<T> out;
    DVDB_TRY(borrow_columns(c, request.tsdf, request.weights, request.features, from->view.n_voxels, channels, held));
    DVDB_TRY(borrow_columns(c, request.out_tsdf, request.out_weights, request.out_features, to->view.n_voxels, channels, out));
    SeenVoxels voxels;
    DVDB_TRY(tables.make(to->view, images.offsets, voxels));
    backend::Scratch held_memory(c);
    LeafNeighbors held_leaves;
    if (from->view.n_leaves > 0) {
      DVDB_TRY(find_leaf_neighbors(c, from->view, {voxels.places, to->view.n_leaves}, {0, 0, 0}, {0, 0, 0}, held_memory, held_leaves));
    }
    const Divider groups = Divider::of(max_of<int64_t>(1, (channels + Fuse<T>::kWidth - 1) / Fuse<T>::kWidth));
    const Fuse<T> functor{voxels,   from->view, held_leaves, images.truncation, 1 / images.truncation, colors, request.image_feature_dtype,
                          channels, groups,     {held.tsdf, held.weights, held.features}, out};
    return backend::for_each(c, to->view.n_voxels * groups.by, functor, 512);
  });
}

}  // namespace

dvdb_status dvdb_integrate_tsdf(dvdb_context context, dvdb_grid grid, dvdb_grid source, dvdb_buffer depth, uint32_t depth_dtype, dvdb_buffer image_weights,
                                uint32_t image_weight_dtype, uint32_t n_images, int64_t height, int64_t width, const double* intrinsics, const double* poses,
                                const int64_t* offsets, double truncation, double max_depth, uint32_t n_grids, dvdb_buffer tsdf, dvdb_buffer weights,
                                dvdb_buffer features, uint32_t dtype, dvdb_buffer image_features, uint32_t image_feature_dtype, int64_t channels,
                                dvdb_buffer out_tsdf, dvdb_buffer out_weights, dvdb_buffer out_features) noexcept {
  return entry(context, [=](Context& c) -> Status {
    const ImageRequest images{depth,      depth_dtype, image_weights, image_weight_dtype, int64_t(n_images), height,          width,
                              intrinsics, poses,       offsets,       truncation,         max_depth,  int64_t(n_grids)};
    const FuseRequest request{tsdf,     weights,  features,    dtype,       image_features, image_feature_dtype,
                              channels, out_tsdf, out_weights, out_features};
    return fuse(c, grid, source, images, request);
  });
}
