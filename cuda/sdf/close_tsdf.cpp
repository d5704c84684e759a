/// Space carving: assigns a side (free or solid) to voxels without a measured distance; whatever no view sees through is solid.
///
/// Curless and Levoy, "A volumetric method for building complex models from range images", 1996, section 4.
#include "backend/api/launch.hpp"
#include "sdf/images.hpp"

using namespace dvdb;
using namespace dvdb::sdf;

namespace {

/// What all images of a voxel's grid say together.
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
      const int64_t pixel = images.find_pixel(image, voxel.centre, &z);
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

dvdb_status dvdb_close_tsdf(dvdb_context context, dvdb_grid grid, dvdb_buffer depth, uint32_t depth_dtype, dvdb_buffer image_weights,
                            uint32_t image_weight_dtype, uint32_t n_images, int64_t height, int64_t width, const double* intrinsics, const double* poses,
                            const int64_t* offsets, double truncation, double max_depth, uint32_t n_grids, uint32_t background, dvdb_buffer tsdf,
                            dvdb_buffer weights, uint32_t dtype, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    const ImageRequest request{depth,      depth_dtype, image_weights, image_weight_dtype, int64_t(n_images), height,          width,
                               intrinsics, poses,       offsets,       truncation,         max_depth,         int64_t(n_grids)};
    GridBatch* found = nullptr;
    DVDB_TRY(find(c, grid, &found));
    DVDB_TRY(check_grid_count(c, *found, n_grids));
    if (background > DVDB_BACKGROUND_EMPTY) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot close a field: background %u is unknown", background);
    SeenTables tables(c);
    DVDB_TRY(tables.check(request));
    const GridView& view = found->view;
    return with_real(c, dtype, "tsdf", [&]<class T>() -> Status {
      Span<T> field;
      Span<T> sums;
      Span<T> made;
      DVDB_TRY(borrow(c, tsdf, view.n_voxels, "tsdf", field));
      DVDB_TRY(borrow(c, weights, view.n_voxels, "weights", sums));
      DVDB_TRY(borrow(c, out, view.n_voxels, "out", made));
      SeenVoxels voxels;
      DVDB_TRY(tables.make(view, offsets, voxels));
      const bool is_empty = background == DVDB_BACKGROUND_EMPTY;
      return backend::for_each(c, view.n_voxels, CloseField<T>{voxels, truncation, is_empty, field.data, sums.data, made.data}, 512);
    });
  });
}
