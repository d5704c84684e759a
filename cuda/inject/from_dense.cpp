/// Copies rows from dense boxes to voxels: first finds the cell of each row, then copies the elements.
#include "inject/dense_box.hpp"

using namespace dvdb;

namespace {

/// Gathers 16 bytes of a row, each element from the plane of its channel.
template <class T>
struct GatherPlanes {
  PlanePacks packs;
  const T* dense;  // [n_grids, channels, plane]
  T* out;          // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    PlanePacks::Part part;
    if (!packs.find<T>(i, part)) return;
    Pack<T> pack;
    if (part.cell >= 0) {
      for (int at = 0; at < part.count; ++at) pack.put(at, dense[part.cell + (part.first + at) * packs.plane]);
    }
    pack.store(out + part.row * packs.channels + part.first, 0, part.count);
  }
};

Status gather_planes(Context& c, const DenseCall& call, Span<int64_t> cells) {
  return with_word(call.form.element, [&]<class T>() -> Status {
    const PlanePacks packs = PlanePacks::of<T>(call, cells);
    return backend::for_each(c, packs.items(),
                             GatherPlanes<T>{packs, static_cast<const T*>(call.dense), static_cast<T*>(call.rows)});
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
