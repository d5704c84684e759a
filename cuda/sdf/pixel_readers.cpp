/// Lists of pixels and the voxels that read them: counted, written, and sorted by pixel.
#include "sdf/pixel_readers.hpp"

#include "backend/api/algorithms.hpp"
#include "backend/api/launch.hpp"

namespace dvdb::sdf {

namespace {

/// Visits the pixels that voxels read.
struct PixelWalk {
  Fusion fusion;
  ImageSpan span;
  bool uncut;

  template <class Visit>
  DVDB_FN void each(int64_t at, Visit visit) const {
    const SeenVoxels::Voxel voxel = fusion.voxels.find(span.first_row + at);
    const int64_t first = max_of(voxel.first_image, span.first_image);
    fusion.each_said(first, min_of(voxel.end_image, span.end_image), voxel.center,
                     [&](int64_t pixel, double, double distance) {
                       if (!uncut || distance < 1) visit(pixel);
                     });
  }
};

struct CountReaders {
  PixelWalk walk;
  int32_t* counts;  // [rows]

  DVDB_FN void operator()(int64_t at) const {
    int32_t count = 0;
    walk.each(at, [&](int64_t) { ++count; });
    counts[at] = count;
  }
};

struct ListReaders {
  PixelWalk walk;
  int64_t first_pixel;
  const int64_t* starts;  // [rows + 1]
  uint64_t* keys;
  uint32_t* rows;

  DVDB_FN void operator()(int64_t at) const {
    int64_t place = starts[at];
    walk.each(at, [&](int64_t pixel) {
      keys[place] = uint64_t(pixel - first_pixel);
      rows[place] = uint32_t(at);
      ++place;
    });
  }
};

/// Writes, for each pixel, where its list of voxels begins.
struct WriteFirstReader {
  const uint64_t* keys;
  int64_t* first;  // [pixels], -1 before

  DVDB_FN void operator()(int64_t place) const {
    if (place == 0 || keys[place - 1] != keys[place]) first[keys[place]] = place;
  }
};

}  // namespace

Status PixelReaderTables::make(const ImageSpan& span, PixelReaders& out) {
  const int64_t n_rows = span.n_rows();
  key_memory_.reset();
  row_memory_.reset();
  first_memory_.reset();
  if (n_rows > int64_t(UINT32_MAX)) {
    return fail(context_, DVDB_UNSUPPORTED, "Cannot list the pixels that %lld voxels ask: 4294967295 at most",
                static_cast<long long>(n_rows));
  }
  const int64_t by_image = fusion_.voxels.images.by_image.by;
  const int64_t n_pixels = span.n_images() * by_image;
  const PixelWalk walk{fusion_, span, uncut_};
  Span<uint64_t> keys;
  Span<uint32_t> rows;
  Span<int64_t> first;
  int64_t n = 0;
  backend::Scratch count_memory(context_);
  backend::Scratch start_memory(context_);
  Span<int32_t> counts;
  Span<int64_t> starts;
  DVDB_TRY(count_memory.allocate(n_rows, counts));
  DVDB_TRY(start_memory.allocate(n_rows + 1, starts));
  if (n_rows > 0) {
    DVDB_TRY(backend::for_each(context_, n_rows, CountReaders{walk, counts.data}, 512));
    DVDB_TRY(backend::exclusive_scan(context_, {counts.data, n_rows}, starts));
    count_memory.reset();
    DVDB_TRY(backend::download(context_, &n, starts.data + n_rows, int64_t(sizeof n)));
  }
  const int64_t first_pixel = span.first_image * by_image;
  DVDB_TRY(key_memory_.allocate(n, keys));
  DVDB_TRY(row_memory_.allocate(n, rows));
  DVDB_TRY(first_memory_.allocate(n_pixels, first));
  if (n > 0)
    DVDB_TRY(
        backend::for_each(context_, n_rows, ListReaders{walk, first_pixel, starts.data, keys.data, rows.data}, 512));
  start_memory.reset();
  DVDB_TRY(backend::sort_pairs(context_, keys, rows, 0, highest_bit(uint64_t(n_pixels) | 1) + 1));
  DVDB_TRY(backend::fill(context_, first.data, UINT64_MAX, 8, first.size * int64_t(sizeof(int64_t))));
  DVDB_TRY(backend::for_each(context_, n, WriteFirstReader{keys.data, first.data}));
  out = {keys.data, rows.data, n, first.data, first_pixel, span.first_row};
  return {};
}

}  // namespace dvdb::sdf
