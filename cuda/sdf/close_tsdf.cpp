/// Space carving: assigns a side (free or solid) to voxels without a measured distance; whatever no view sees through
/// is solid.
///
/// Curless and Levoy, "A volumetric method for building complex models from range images", 1996, section 4.
#include "backend/api/launch.hpp"
#include "sdf/images.hpp"

using namespace dvdb;
using namespace dvdb::sdf;

namespace {

/// Observations of a voxel by all images of its grid.
struct Views {
  double nearest = -1;  // the largest distance that any image gives; -1 for none
  double through = 0;   // weights of the pixels that show no surface
  bool looked = false;  // whether any says where the surface is
};

template <class T>
struct CloseField {
  SeenVoxels voxels;
  double truncation;
  bool is_empty;  // what has no depth
  const T* tsdf;
  const T* weights;
  T* out;

  DVDB_FN Views ask(int64_t row) const {
    const SeenVoxels::Voxel voxel = voxels.find(row);
    const Images& images = voxels.images;
    Views views;
    for (int64_t image = voxel.first_image; image < voxel.end_image; ++image) {
      double z;
      double depth;
      double weight;
      const int64_t pixel = images.find_pixel(image, voxel.center, &z);
      if (pixel < 0) continue;
      if (images.read(pixel, &depth, &weight)) {
        views.looked = true;
        if (depth - z > -truncation) views.nearest = max_of(views.nearest, min_of(1.0, (depth - z) / truncation));
      } else if (is_empty && images.read_weight(pixel, &weight)) {
        views.through += weight;
      }
    }
    return views;
  }

  DVDB_FN void operator()(int64_t row) const {
    const double before = to_double(tsdf[row]);
    const double weight = to_double(weights[row]);
    const bool known = weight > 0;
    if (known && !(before < 0)) {
      out[row] = tsdf[row];
      return;
    }
    const Views views = ask(row);
    if (known) {
      out[row] = from_double<T>(views.through > 0 ? min_of(1.0, before + views.through / weight) : before);
      return;
    }
    const bool said = before == before && before != 0;
    const double seen = views.through > 0 ? 1 : views.nearest;
    const bool found = said || views.looked || views.through > 0;
    out[row] = from_double<T>(!found ? __builtin_nan("") : said ? max_of(before, seen) : seen);
  }
};

}  // namespace

Status operators::close_tsdf(Context& c, const CloseTsdfArgs& a) {
  const GridView& grid = a.grid->view;
  SeenTables tables(c);
  DVDB_TRY(tables.check(ImageRequest::of(a)));
  return with_real(c, a.dtype, "tsdf", [&]<class T>() -> Status {
    SeenVoxels voxels;
    DVDB_TRY(tables.make(grid, a.offsets, voxels));
    const bool is_empty = a.background == DVDB_BACKGROUND_EMPTY;
    const CloseField<T> close{
        voxels, a.half_width, is_empty, a.tsdf.as<T>().data, a.weights.as<T>().data, a.out.as<T>().data};
    return backend::for_each(c, grid.n_voxels, close, 512);
  });
}
