/// Windows of rows: runs and dilated groups of orders, and boxes of voxels.
///
/// Patches with borrowed rows are those of Wu et al., "Point Transformer V3", 2024; dilated groups those of Wang,
/// "OctFormer", 2023; shifted boxes those of Yang et al., "Swin3D", 2023.
#include <memory>
#include <new>

#include "_generated/attention_args.hpp"
#include "backend/api/launch.hpp"
#include "core/list_offsets.hpp"

using namespace dvdb;

namespace {

/// Which row of an order a place of windows has.
struct WriteWindows {
  const int64_t* rows;
  const int64_t* offsets;  // of lists in the order
  BatchOffsets lists;      // in the windows
  int64_t n;
  int64_t size;
  int64_t dilation;
  bool borrows;
  int64_t* out_rows;
  int64_t* out_inverse;

  /// The place in the list's order, and whether it is the row's own one.
  DVDB_FN int64_t source_of(int64_t place, int64_t held, bool* own) const {
    *own = true;
    if (borrows) {
      if (place < held) return place;
      *own = false;
      return place - size;
    }
    const int64_t block = place / (size * dilation);
    const int64_t begin = block * size * dilation;
    const int64_t at = place - begin;
    const int64_t in_block = min_of(held - begin, size * dilation);
    // The first `longer` windows of a block have one row more than the others.
    const int64_t least = in_block / dilation;
    const int64_t longer = in_block % dilation;
    const int64_t in_longer = longer * (least + 1);
    const int64_t window = at < in_longer ? at / (least + 1) : longer + (at - in_longer) / least;
    const int64_t step = at < in_longer ? at % (least + 1) : (at - in_longer) % least;
    return begin + step * dilation + window;
  }

  DVDB_FN void operator()(int64_t i) const {
    const int64_t list = lists.list_of(i);
    bool own = true;
    const int64_t source = source_of(i - lists.starts[list], offsets[list + 1] - offsets[list], &own);
    const int64_t row = rows[offsets[list] + source];
    out_rows[i] = row;
    if (own && row >= 0 && row < n) out_inverse[row] = i;
  }
};

/// The code of a voxel's box, or -1, and how many have none.
struct WriteBoxCodes {
  static constexpr int64_t kMost = int64_t(1) << 20;

  const int32_t* ijk;
  int32_t size[3];
  int32_t shift[3];
  int64_t* out;
  int64_t* bad;

  DVDB_FN void operator()(int64_t i) const {
    int64_t code = 0;
    bool fits = true;
    for (int axis = 0; axis < 3; ++axis) {
      const int64_t at = int64_t(ijk[3 * i + axis]) + shift[axis];
      const int64_t extent = size[axis];
      const int64_t box = at >= 0 ? at / extent : -((extent - 1 - at) / extent);
      fits = fits && box >= -kMost && box < kMost;
      code = code * (2 * kMost) + (box + kMost);
    }
    if (!fits) backend::atomic_add(bad, int64_t(1));
    out[i] = fits ? code : -1;
  }
};

}  // namespace

Status operators::window_rows(Context& c, const WindowRowsArgs& a) {
  DVDB_TRY(check_lists(c, a.offsets, a.n_lists, a.n, "offsets"));
  const bool borrows = a.tails == DVDB_TAILS_BORROW;
  if (borrows && a.dilation != 1) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot cut windows: the dilation is %lld, and 1 where rows are borrowed",
                static_cast<long long>(a.dilation));
  }
  const std::unique_ptr<int64_t[]> begins(new (std::nothrow) int64_t[size_t(a.n_lists) + 1]);
  if (begins == nullptr) return fail(c, DVDB_OUT_OF_MEMORY, "Cannot cut windows: out of host memory");
  begins[0] = 0;
  for (int64_t list = 0; list < int64_t(a.n_lists); ++list) {
    const int64_t held = a.offsets[list + 1] - a.offsets[list];
    const bool is_cut = borrows && held > a.size;
    begins[list + 1] = begins[list] + (is_cut ? (held + a.size - 1) / a.size * a.size : held);
  }
  if (begins[a.n_lists] != a.n_out) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot cut windows: they have %lld rows, not %lld",
                static_cast<long long>(begins[a.n_lists]), static_cast<long long>(a.n_out));
  }
  backend::Scratch list_memory(c);
  backend::Scratch begin_memory(c);
  Span<int64_t> lists;
  Span<int64_t> starts;
  DVDB_TRY(place(c, a.offsets, int64_t(a.n_lists) + 1, list_memory, lists));
  DVDB_TRY(place(c, begins.get(), int64_t(a.n_lists) + 1, begin_memory, starts));
  DVDB_TRY(backend::fill(c, a.out_inverse.data, 0xff, 1, a.n * int64_t(sizeof(int64_t))));
  const WriteWindows write{a.rows.data, lists.data,      {starts.data, int64_t(a.n_lists)},
                           a.n,         a.size,          a.dilation,
                           borrows,     a.out_rows.data, a.out_inverse.data};
  return backend::for_each(c, a.n_out, write);
}

Status operators::window_codes(Context& c, const WindowCodesArgs& a) {
  backend::Scratch memory(c);
  Span<int64_t> counter;
  DVDB_TRY(memory.allocate(1, counter));
  DVDB_TRY(backend::fill(c, counter.data, 0, 8, int64_t(sizeof(int64_t))));
  WriteBoxCodes write{a.ijk.data, {}, {}, a.out.data, counter.data};
  for (int axis = 0; axis < 3; ++axis) {
    write.size[axis] = a.divisor[axis];
    write.shift[axis] = a.shift[axis];
  }
  DVDB_TRY(backend::for_each(c, a.n, write));
  int64_t bad = 0;
  DVDB_TRY(backend::download(c, &bad, counter.data, int64_t(sizeof bad)));
  if (bad == 0) return {};
  return fail(c, DVDB_INVALID_DATA, "Cannot find windows: of %lld voxels %lld are in windows beyond -1048576..1048575",
              static_cast<long long>(a.n), static_cast<long long>(bad));
}
