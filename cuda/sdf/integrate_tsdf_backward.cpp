/// Backward pass of the fusion of depth images. With the average m = (S t + sum of w d) / (S + sum of w) and all = S +
/// sum of w, dm/dt = S / all, dm/dS = (t - m) / all, dm/dw = (d - m) / all and dm/dd = w / all.
#include "backend/api/launch.hpp"
#include "core/channel_groups.hpp"
#include "sdf/pixel_readers.hpp"

using namespace dvdb;
using namespace dvdb::sdf;

namespace {

/// Operands of the gradients of the weights of the pixels that a voxel reads.
struct WeightContribution {
  double mean;      // the average distance
  double features;  // dot product over the channels of averages and their gradients
  double weight;    // the gradient that each weight gets through the sum of weights
};

/// Gradients with respect to the results of voxels; null where they are not given.
template <class T>
struct VoxelGradients {
  Columns<const T> columns;

  DVDB_FN double tsdf(int64_t row) const { return read(columns.tsdf, row); }
  DVDB_FN double weight(int64_t row) const { return read(columns.weights, row); }
  DVDB_FN double feature(int64_t element) const { return read(columns.features, element); }

 private:
  DVDB_FN static double read(const T* from, int64_t at) { return from == nullptr ? 0 : to_double(from[at]); }
};

/// Passes a voxel's gradients to its earlier averages, and computes what its pixels need. Products with a gradient of 0
/// are skipped, so that NaN in their other factor does not spread.
template <class T>
struct PropagateToVoxel {
  static constexpr int kWidth = 4;
  Fusion fusion;
  Columns<const T> held;
  VoxelGradients<T> given;
  Columns<T> out;                     // of the source; null where they are not wanted
  bool weighs;                        // whether weights, of voxels or pixels, get gradients
  double* per;                        // [n_voxels] one over all weights, or null
  WeightContribution* contributions;  // [n_voxels], or null

  DVDB_FN void operator()(int64_t row) const {
    const SeenVoxels::Voxel voxel = fusion.voxels.find(row);
    const int64_t from = fusion.find_held(voxel);
    double weight = 0;
    double sum = 0;
    fusion.each_said(voxel.first_image, voxel.end_image, voxel.center, [&](int64_t, double w, double distance) {
      weight += w;
      sum += w * distance;
    });
    const Blend blend = Blend::of(weight, held.weights, from);
    const double mean = weighs ? blend.mean(held.tsdf, from, sum) : 0;
    const double part = blend.share * blend.per;
    const double by_tsdf = given.tsdf(row);
    // The gradient with respect to the share of the earlier average, before the division by all weights.
    double by_share = weighs && blend.kept && by_tsdf != 0 ? by_tsdf * (to_double(held.tsdf[from]) - mean) : 0;
    double features = 0;
    if (weighs && given.columns.features != nullptr) {
      for (int64_t first = 0; first < fusion.channels; first += kWidth)
        weigh_features(voxel, row, from, first, blend, &features, &by_share);
    }
    const double by_sum = !blend.said || blend.all < kMostWeight<T> ? given.weight(row) : 0;
    if (per != nullptr) per[row] = blend.per;
    if (contributions != nullptr) contributions[row] = {mean, features, by_sum};
    if (from < 0) return;
    if (out.tsdf != nullptr) out.tsdf[from] = from_double<T>(blend.kept ? by_tsdf * part : 0);
    if (out.weights != nullptr) {
      const bool moves = blend.before > 0 && blend.before < kMostWeight<T>;
      out.weights[from] = from_double<T>(!blend.said ? by_sum : moves ? by_share * blend.per + by_sum : 0);
    }
    if (out.features == nullptr) return;
    for (int64_t channel = 0; channel < fusion.channels; ++channel) {
      const double by_feature = blend.kept ? given.feature(row * fusion.channels + channel) * part : 0;
      out.features[from * fusion.channels + channel] = from_double<T>(by_feature);
    }
  }

  /// Averages a group of channels, and adds up what their gradients make of it.
  DVDB_FN void weigh_features(const SeenVoxels::Voxel& voxel, int64_t row, int64_t from, int64_t first,
                              const Blend& blend, double* features, double* by_share) const {
    const int64_t channels = fusion.channels;
    const int width = int(min_of(int64_t(kWidth), channels - first));
    double sums[kWidth] = {};
    fusion.each_said(voxel.first_image, voxel.end_image, voxel.center, [&](int64_t pixel, double w, double) {
      for (int k = 0; k < width; ++k) sums[k] += w * fusion.feature(pixel, first + k);
    });
    for (int k = 0; k < width; ++k) {
      const double gradient = given.feature(row * channels + first + k);
      if (gradient == 0) continue;
      const int64_t element = from * channels + first + k;
      const double mean = blend.mean(held.features, element, sums[k]);
      *features += gradient * mean;
      if (blend.kept) *by_share += gradient * (to_double(held.features[element]) - mean);
    }
  }
};

/// Sums up the gradients of a pixel's depth and weight over the voxels that read it.
template <class T>
struct GatherPixel {
  Fusion fusion;
  PixelReaders readers;
  bool uncut;  // whether none of the listed distances is truncated
  VoxelGradients<T> given;
  const double* per;
  const WeightContribution* contributions;  // where gradients of weights are wanted
  void* out_depth;                          // [n_images, height, width] of the depth's type, or null
  void* out_weights;                        // [n_images, height, width] of the weights' type, or null

  DVDB_FN void operator()(int64_t at) const {
    const Images& images = fusion.voxels.images;
    const int64_t pixel = readers.first_pixel + at;
    double by_distance = 0;
    double by_weight = 0;
    readers.each(at, [&](int64_t row) {
      const double by_tsdf = given.tsdf(row);
      const double distance = ask(pixel, row);
      if (distance < 1 && by_tsdf != 0) by_distance += by_tsdf * per[row];
      if (out_weights != nullptr) by_weight += weigh(pixel, row, by_tsdf, distance);
    });
    double depth = 0;
    double weight = 0;
    const bool has_readers = readers.has_readers(at) && images.read(pixel, &depth, &weight);
    if (out_depth != nullptr) {
      const double by_depth =
          has_readers ? by_distance * min_of(weight, kMostWeight<double>) * fusion.per_truncation : 0;
      store_element(out_depth, images.depth_dtype, pixel, by_depth, false);
    }
    if (out_weights != nullptr)
      store_element(out_weights, images.weight_dtype, pixel,
                    has_readers && weight < kMostWeight<double> ? by_weight : 0, false);
  }

 private:
  /// The distance that a pixel gives to a voxel that reads it.
  DVDB_FN double ask(int64_t pixel, int64_t row) const {
    if (uncut) return 0;
    const int64_t image = fusion.voxels.images.by_image.quotient(pixel);
    double said = 1;
    fusion.each_said(image, image + 1, fusion.voxels.find(row).center,
                     [&](int64_t, double, double distance) { said = distance; });
    return said;
  }

  /// The gradient that a pixel's weight gets from one voxel.
  DVDB_FN double weigh(int64_t pixel, int64_t row, double by_tsdf, double distance) const {
    const WeightContribution contribution = contributions[row];
    double sum = by_tsdf != 0 ? by_tsdf * (distance - contribution.mean) : 0;
    if (given.columns.features != nullptr) {
      double own = 0;
      for (int64_t channel = 0; channel < fusion.channels; ++channel) {
        const double gradient = given.feature(row * fusion.channels + channel);
        if (gradient != 0) own += gradient * fusion.feature(pixel, channel);
      }
      sum += own - contribution.features;
    }
    return sum * per[row] + contribution.weight;
  }
};

/// Sums up the gradients of a group of a pixel's features over the voxels that read it.
template <class T>
struct GatherPixelFeatures {
  using Groups = ChannelGroupsOf<8>;
  Fusion fusion;
  PixelReaders readers;
  Groups groups;
  VoxelGradients<T> given;
  const double* per;
  void* out;  // [n_images, height, width, channels]

  DVDB_FN void operator()(int64_t i) const {
    const typename Groups::Item item = groups.item(i);
    const int64_t pixel = readers.first_pixel + item.row;
    double sums[Groups::kWidth] = {};
    readers.each(item.row, [&](int64_t row) {
      item.each([&](int k) { sums[k] += per[row] * given.feature(row * fusion.channels + item.first + k); });
    });
    double weight = 0;
    const bool has_readers = readers.has_readers(item.row) && fusion.voxels.images.read_weight(pixel, &weight);
    item.each([&](int k) {
      const double by_feature = has_readers ? sums[k] * min_of(weight, kMostWeight<double>) : 0;
      store_element(out, fusion.image_feature_dtype, pixel * fusion.channels + item.first + k, by_feature, false);
    });
  }
};

/// Calls body(span) for groups of images that are processed at once: at least one image, and as many as keep the memory
/// of the lists of voxels bounded. `starts` are the rows at which grids begin.
template <class Body>
Status each_span(const int64_t* starts, const ImageRequest& images, Body body) {
  constexpr int64_t kMost = int64_t(1) << 24;
  const int64_t pixels = images.height * images.width;
  if (images.n_images * pixels == 0) return {};
  ImageSpan span = {};
  int64_t grid = 0;
  int64_t work = 0;
  for (int64_t image = 0; image < images.n_images; ++image) {
    while (images.offsets[grid + 1] <= image) ++grid;
    const int64_t own = starts[grid + 1] - starts[grid] + pixels;
    if (image > span.first_image && (work + own > kMost || starts[grid + 1] - span.first_row > kMost)) {
      DVDB_TRY(body(span));
      span.first_image = image;
      work = 0;
    }
    if (image == span.first_image) span.first_row = starts[grid];
    span.end_image = image + 1;
    span.end_row = starts[grid + 1];
    work += own;
  }
  return body(span);
}

template <class T>
Status give_back(Context& c, FusionTables& tables, const operators::IntegrateTsdfBackwardArgs& a) {
  const int64_t n_voxels = a.grid->view.n_voxels;
  const Columns<T> out{a.out_tsdf.as<T>().data, a.out_weights.as<T>().data, a.out_features.as<T>().data};
  void* const out_depth = a.out_depth.data;
  void* const out_weights = a.out_image_weights.data;
  void* const out_features = a.out_image_features.data;
  // Voxels of the source that are not in the grid get zero gradients.
  const int64_t bytes = a.source->view.n_voxels * int64_t(sizeof(T));
  if (out.tsdf != nullptr) DVDB_TRY(backend::fill(c, out.tsdf, 0, 1, bytes));
  if (out.weights != nullptr) DVDB_TRY(backend::fill(c, out.weights, 0, 1, bytes));
  if (out.features != nullptr) DVDB_TRY(backend::fill(c, out.features, 0, 1, bytes * a.channels));
  Fusion fusion;
  DVDB_TRY(tables.make(fusion));
  const bool by_pixel = out_depth != nullptr || out_weights != nullptr;
  const bool gives = by_pixel || out_features != nullptr;
  const bool weighs = out.weights != nullptr || out_weights != nullptr;
  backend::Scratch per_memory(c);
  backend::Scratch contribution_memory(c);
  Span<double> per;
  Span<WeightContribution> contributions;
  if (gives) DVDB_TRY(per_memory.allocate(n_voxels, per));
  if (out_weights != nullptr) DVDB_TRY(contribution_memory.allocate(n_voxels, contributions));
  const Columns<const T> held = {a.tsdf.as<T>().data, a.weights.as<T>().data, a.features.as<T>().data};
  const VoxelGradients<T> given = {
      {a.tsdf_gradients.as<T>().data, a.weight_gradients.as<T>().data, a.feature_gradients.as<T>().data}};
  DVDB_TRY(backend::for_each(c, n_voxels,
                             PropagateToVoxel<T>{fusion, held, given, out, weighs, per.data, contributions.data}, 512));
  if (!gives) return {};
  const bool uncut = out_weights == nullptr && out_features == nullptr;
  PixelReaderTables lists(c, fusion, uncut);
  return each_span(a.grid->starts_of(kRowStarts), ImageRequest::of(a), [&](const ImageSpan& span) -> Status {
    PixelReaders readers;
    DVDB_TRY(lists.make(span, readers));
    const int64_t n = span.n_images() * fusion.voxels.images.by_image.by;
    if (by_pixel)
      DVDB_TRY(backend::for_each(
          c, n, GatherPixel<T>{fusion, readers, uncut, given, per.data, contributions.data, out_depth, out_weights},
          512));
    if (out_features == nullptr) return {};
    const auto groups = GatherPixelFeatures<T>::Groups::of(a.channels);
    return backend::for_each(c, groups.items(n),
                             GatherPixelFeatures<T>{fusion, readers, groups, given, per.data, out_features}, 512);
  });
}

}  // namespace

Status operators::integrate_tsdf_backward(Context& c, const IntegrateTsdfBackwardArgs& a) {
  FusionTables tables(c, FusionRequest::of(a));
  DVDB_TRY(tables.check());
  if (a.out_image_features.given) {
    DVDB_TRY(with_float(c, a.image_feature_dtype, "out_image_features", [&]<class F>() -> Status { return {}; }));
  }
  if (a.out_image_weights.given && !a.image_weights.given) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot find gradients of images: there are no weights");
  }
  return with_real(c, a.dtype, "tsdf", [&]<class T>() -> Status { return give_back<T>(c, tables, a); });
}
