/// Checks of cameras and images, their inverses on the device, and the voxels that images may see.
#include "sdf/images.hpp"

#include <cstring>

namespace dvdb::sdf {

namespace {

/// The inverse of the affine map with these rows; false when there is none.
bool invert_affine(const double (&m)[3][4], double (&out)[3][4]) {
  double largest = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const int a = (i + 1) % 3;
      const int b = (i + 2) % 3;
      const int p = (j + 1) % 3;
      const int q = (j + 2) % 3;
      out[j][i] = m[a][p] * m[b][q] - m[a][q] * m[b][p];
      largest = max_of(largest, ::fabs(m[i][j]));
    }
  }
  const double determinant = m[0][0] * out[0][0] + m[0][1] * out[1][0] + m[0][2] * out[2][0];
  // The size that rounding errors alone can give the determinant of a singular matrix.
  const double products = ::fabs(m[0][0] * out[0][0]) + ::fabs(m[0][1] * out[1][0]) + ::fabs(m[0][2] * out[2][0]);
  if (!(::fabs(determinant) > 1e-14 * products) || !(determinant - determinant == 0) || largest == 0) return false;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out[i][j] /= determinant;
  }
  bool finite = true;
  for (int i = 0; i < 3; ++i) {
    out[i][3] = -(out[i][0] * m[0][3] + out[i][1] * m[1][3] + out[i][2] * m[2][3]);
    for (int j = 0; j < 4; ++j) finite = finite && out[i][j] - out[i][j] == 0;
  }
  return finite;
}

}  // namespace

Status ImageTables::check(const ImageRequest& r, Images& out) {
  if (!(r.truncation > 0) || r.truncation - r.truncation != 0) {
    return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot fuse images: the truncation %g is not finite and above 0",
                r.truncation);
  }
  if (!(r.max_depth > 0) || r.max_depth - r.max_depth != 0) {
    return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot fuse images: the largest depth %g is not finite and above 0",
                r.max_depth);
  }
  DVDB_TRY(check_offsets(context_, r.offsets, r.n_grids, r.n_images));
  n_images_ = r.n_images;
  cameras_.reset(new (std::nothrow) Camera[size_t(r.n_images)]());
  if (!cameras_) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot fuse images: out of host memory");
  for (int64_t image = 0; image < r.n_images; ++image) DVDB_TRY(invert(r, image));
  const Divider by_width = Divider::of(max_of<int64_t>(r.width, 1));
  const Divider by_image = Divider::of(max_of<int64_t>(r.height * r.width, 1));
  out = {r.depth.data, r.depth.dtype, r.weights.data, r.weights.dtype, r.height,
         r.width,      by_width,      by_image,       nullptr,         r.max_depth};
  return {};
}

Status ImageTables::place(Images& out, const void* more, int64_t bytes, const void** placed) {
  backend::Layout layout;
  const int64_t cameras = layout.reserve<Camera>(n_images_);
  const int64_t behind = layout.reserve<int64_t>((bytes + 7) / 8);
  const std::unique_ptr<uint8_t[]> image(new (std::nothrow) uint8_t[size_t(layout.bytes())]);
  if (!image) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot fuse images: out of host memory");
  if (n_images_ > 0) std::memcpy(image.get() + cameras, cameras_.get(), size_t(n_images_) * sizeof(Camera));
  if (bytes > 0) std::memcpy(image.get() + behind, more, size_t(bytes));
  DVDB_TRY(camera_memory_.allocate(layout.bytes()));
  DVDB_TRY(backend::upload(context_, camera_memory_.data(), image.get(), layout.bytes()));
  const uint8_t* base = static_cast<const uint8_t*>(camera_memory_.data());
  out.cameras = reinterpret_cast<const Camera*>(base + cameras);
  *placed = base + behind;
  return {};
}

Status SeenTables::make(const GridView& grid, const int64_t* offsets, SeenVoxels& out) {
  Span<LeafPlace> places;
  const void* starts = nullptr;
  DVDB_TRY(tables_.place(images_, offsets, (int64_t(grid.n_grids) + 1) * int64_t(sizeof(int64_t)), &starts));
  DVDB_TRY(list_leaves(context_, grid, place_memory_, places));
  DVDB_TRY(find_sites(context_, grid, site_memory_, out.sites));
  out.places = places.data;
  out.heads = grid.heads;
  out.images = images_;
  out.image_starts = static_cast<const int64_t*>(starts);
  return {};
}

Status ImageTables::invert(const ImageRequest& request, int64_t image) {
  const double* k = request.intrinsics + 9 * image;
  const double* pose = request.poses + 16 * image;
  const auto refuse = [&](const char* problem) {
    return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot fuse images: %s of image %lld", problem,
                static_cast<long long>(image));
  };
  for (int i = 0; i < 9; ++i) {
    if (k[i] - k[i] != 0) return refuse("a number is not finite in the intrinsics");
  }
  for (int i = 0; i < 16; ++i) {
    if (pose[i] - pose[i] != 0) return refuse("a number is not finite in the pose");
  }
  if (k[6] != 0 || k[7] != 0 || k[8] != 1) return refuse("the last row is not 0, 0, 1 in the intrinsics");
  if (pose[12] != 0 || pose[13] != 0 || pose[14] != 0 || pose[15] != 1)
    return refuse("the last row is not 0, 0, 0, 1 in the pose");
  double lens[3][4];
  double frame[3][4];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) {
      lens[i][j] = j < 3 ? k[3 * i + j] : 0;
      frame[i][j] = pose[4 * i + j];
    }
  }
  double to_lens[3][4];
  double to_frame[3][4];
  if (!invert_affine(lens, to_lens)) return refuse("there is no inverse of the intrinsics");
  if (!invert_affine(frame, to_frame)) return refuse("there is no inverse of the pose");
  Camera& camera = cameras_[size_t(image)];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) {
      camera.to_world[i][j] = j == 3 ? frame[i][3] : 0;
      camera.to_pixel[i][j] = 0;
      for (int at = 0; at < 3; ++at) {
        if (j < 3) camera.to_world[i][j] += frame[i][at] * to_lens[at][j];
        camera.to_pixel[i][j] += lens[i][at] * to_frame[at][j];
      }
    }
  }
  return {};
}

}  // namespace dvdb::sdf
