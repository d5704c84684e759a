/// Copies rows from dense boxes to voxels: first finds the cell of each row, then copies the elements.
#include "inject/dense_box.hpp"

using namespace dvdb;

namespace {

/// Gathers 16 bytes of a row, each element from the plane of its channel. Neighboring threads handle neighboring
/// rows, whose cells are mostly neighbors too; the threads after them handle the remaining channels of these rows.
template <class T>
struct GatherPlanes {
  const int64_t* cells;  // [n_voxels]
  int64_t n_voxels;
  const T* dense;  // [n_grids, channels, plane]
  T* out;          // [n_voxels, channels]
  int64_t channels;
  int64_t plane;
  Divider packs;  // per row

  DVDB_FN void operator()(int64_t i) const {
    const int64_t block = packs.quotient(i / kLanes);
    const int64_t row = block * kLanes + i % kLanes;
    if (row >= n_voxels) return;
    const int64_t first = (i / kLanes - block * packs.by) * Pack<T>::kSize;
    const int count = int(min_of<int64_t>(Pack<T>::kSize, channels - first));
    const int64_t cell = cells[row];
    Pack<T> pack;
    if (cell >= 0) {
      for (int at = 0; at < count; ++at) pack.put(at, dense[cell + (first + at) * plane]);
    }
    pack.store(out + row * channels + first, 0, count);
  }
};

Status gather_planes(Context& c, const DenseCall& call, Span<int64_t> cells) {
  return with_word(call.form.element, [&]<class T>() -> Status {
    const int64_t channels = call.form.channels;
    const Divider packs = Divider::of((channels + Pack<T>::kSize - 1) / Pack<T>::kSize);
    const int64_t blocks = (cells.size + kLanes - 1) / kLanes;
    return backend::for_each(c, blocks * packs.by * kLanes,
                             GatherPlanes<T>{cells.data, cells.size, static_cast<const T*>(call.dense),
                                             static_cast<T*>(call.rows), channels, call.box.cells(), packs});
  });
}

template <class Args>
Status from_dense(Context& c, const Args& a, bool channels_first) {
  DenseCall call(c);
  DVDB_TRY(call.place(c, a, a.dense, a.out));
  if (call.grid.n_voxels == 0 || call.form.bytes() == 0) return {};
  const bool planar = channels_first && call.form.channels > 1;
  backend::Scratch memory(c);
  Span<int64_t> cells;
  DVDB_TRY(place_cells(c, call, planar ? call.form.channels : 1, memory, cells));
  if (planar) return gather_planes(c, call, cells);
  return gather_rows(c, call.form, cells, call.dense, call.elements / call.form.channels, call.rows, {false, 0});
}

}  // namespace

Status operators::inject_from_dense_cminor(Context& c, const InjectFromDenseCminorArgs& a) {
  return from_dense(c, a, false);
}

Status operators::inject_from_dense_cmajor(Context& c, const InjectFromDenseCmajorArgs& a) {
  return from_dense(c, a, true);
}
