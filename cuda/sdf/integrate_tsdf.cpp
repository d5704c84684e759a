/// Fusion of depth images: weighted averages of truncated distances and of features, per voxel.
#include "backend/api/launch.hpp"
#include "core/channel_groups.hpp"
#include "sdf/fusion.hpp"

using namespace dvdb;
using namespace dvdb::sdf;

namespace {

/// Writes the new averages of a voxel, with a group of its channels.
template <class T>
struct Fuse {
  Fusion fusion;
  ChannelGroups groups;
  Columns<const T> held;
  Columns<T> out;

  DVDB_FN void operator()(int64_t i) const {
    const auto [row, first, width] = groups.item(i);
    const SeenVoxels::Voxel voxel = fusion.voxels.find(row);
    const int64_t from = fusion.find_held(voxel);
    double weight = 0;
    double tsdf = 0;
    double sums[ChannelGroups::kWidth] = {};
    fusion.each_said(voxel.first_image, voxel.end_image, voxel.center, [&](int64_t pixel, double w, double distance) {
      weight += w;
      tsdf += w * distance;
      for (int k = 0; k < width; ++k) sums[k] += w * fusion.feature(pixel, first + k);
    });
    const Blend blend = Blend::of(weight, held.weights, from);
    if (first == 0) {
      out.tsdf[row] = from_double<T>(blend.mean(held.tsdf, from, tsdf));
      out.weights[row] = from_double<T>(blend.said ? min_of(blend.all, kMostWeight<T>) : from >= 0 ? blend.before : 0);
    }
    for (int k = 0; k < width; ++k) {
      out.features[row * groups.channels + first + k] =
          from_double<T>(blend.mean(held.features, from * groups.channels + first + k, sums[k]));
    }
  }
};

}  // namespace

Status operators::integrate_tsdf(Context& c, const IntegrateTsdfArgs& a) {
  FusionTables tables(c, FusionRequest::of(a));
  DVDB_TRY(tables.check());
  return with_real(c, a.dtype, "tsdf", [&]<class T>() -> Status {
    const Columns<const T> held{a.tsdf.as<T>().data, a.weights.as<T>().data, a.features.as<T>().data};
    const Columns<T> out{a.out_tsdf.as<T>().data, a.out_weights.as<T>().data, a.out_features.as<T>().data};
    Fusion fusion;
    DVDB_TRY(tables.make(fusion));
    const ChannelGroups groups = ChannelGroups::of(a.channels);
    constexpr int64_t kImagesAtOnce = 1 << 16;  // that voxels look at before a host thread asks whether to go on
    const int64_t grain = max_of<int64_t>(1, min_of<int64_t>(512, kImagesAtOnce / max_of<int64_t>(1, a.n_images)));
    return backend::for_each(c, groups.items(a.grid->view.n_voxels), Fuse<T>{fusion, groups, held, out}, grain);
  });
}
