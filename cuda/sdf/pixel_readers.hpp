/// Which voxels read which pixels: a list of rows per pixel, so that the gradients that voxels pass to a pixel are
/// summed in a fixed order.
#pragma once

#include "sdf/fusion.hpp"

namespace dvdb::sdf {

/// Images that are processed at once, and the rows of all voxels that may read them.
struct ImageSpan {
  int64_t first_image;
  int64_t end_image;
  int64_t first_row;
  int64_t end_row;

  int64_t n_images() const { return end_image - first_image; }
  int64_t n_rows() const { return end_row - first_row; }
};

/// The voxels that read a valid value from the pixels of some images.
struct PixelReaders {
  const uint64_t* keys;  // [n] pixels relative to the span's first, ascending
  const uint32_t* rows;  // [n] rows relative to the span's first, ascending for each pixel
  int64_t n;
  const int64_t* first;  // [pixels] positions in the lists above, -1 for pixels that no voxel reads
  int64_t first_pixel;
  int64_t first_row;

  DVDB_FN bool has_readers(int64_t at) const { return first[at] >= 0; }
  /// Calls visit(row) for the voxels that read a pixel (relative to the span's first), in ascending order.
  template <class Visit>
  DVDB_FN void each(int64_t at, Visit visit) const {
    if (!has_readers(at)) return;
    for (int64_t place = first[at]; place < n && keys[place] == uint64_t(at); ++place)
      visit(first_row + int64_t(rows[place]));
  }
};

/// Makes the lists of some images at a time.
class PixelReaderTables {
 public:
  /// `uncut` leaves out voxels whose distance is truncated: those at least the truncation distance in front of the
  /// surface.
  PixelReaderTables(Context& context, const Fusion& fusion, bool uncut)
      : context_(context),
        fusion_(fusion),
        uncut_(uncut),
        key_memory_(context),
        row_memory_(context),
        first_memory_(context) {}

  /// Waits for the device, to learn the length of the lists.
  Status make(const ImageSpan& span, PixelReaders& out);

 private:
  Context& context_;
  const Fusion& fusion_;
  bool uncut_;
  backend::Scratch key_memory_;
  backend::Scratch row_memory_;
  backend::Scratch first_memory_;
};

}  // namespace dvdb::sdf
