/// Determines what new values in a box do to bricks.
#include "fenwick/bricks/above.hpp"
#include "fenwick/bricks/box.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

template <class T>
struct FindNan {
  const T* values;
  FaultSink faults;

  DVDB_FN void operator()(int64_t i) const {
    if (Above<T>::is_nan(values[i])) faults.report(i, DVDB_FAULT_NAN);
  }
};

/// Searches a row of a brick for voxels above the threshold, with the new values in place.
template <class T>
struct MarkFilled {
  BrickBox box;
  EditedBricks bricks;
  BoxValues<T> values;
  Above<T> above;
  int64_t width;  // voxels that fill a brick
  uint32_t* edits;

  DVDB_FN void operator()(int64_t i) const {
    const BrickShape& shape = box.shape;
    const int64_t mask = shape.edge() - 1;
    const int64_t y = i & mask;
    const int64_t z = i >> shape.log & mask;
    const int64_t at = i >> (2 * shape.log);
    if (y >= width || z >= width) return;
    int64_t place[3];
    box.place(at, place);
    int64_t voxel[3] = {place[0] * shape.payload.by, place[1] * shape.payload.by + y, place[2] * shape.payload.by + z};
    if (voxel[1] >= shape.dims[1] || voxel[2] >= shape.dims[2]) return;
    const T* own = bricks.voxels<T>(shape, place);
    bool filled = false;
    for (int64_t x = 0; x < width && voxel[0] < shape.dims[0]; ++x, ++voxel[0]) {
      if (box.contains(voxel)) {
        filled = filled || above(values.at(box, voxel));
      } else if (own != nullptr) {
        filled = filled || above(own[shape.inside(x, y, z)]);
      }
    }
    if (filled && backend::peek(&edits[at]) == 0) backend::atomic_or(&edits[at], 1u);
  }
};

/// Compares the new state of bricks with the current one, and counts.
struct Classify {
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 2;
  struct Shared {
    uint32_t edits[kThreads];
  };

  BrickBox box;
  EditedBricks bricks;
  uint32_t* edits;
  uint64_t* counts;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) {
      const int64_t at = tile * kThreads + thread;
      shared.edits[thread] = DVDB_BRICK_COUNT;
      if (at >= box.bricks()) return;
      int64_t place[3];
      box.place(at, place);
      const bool was = bricks.voxels<uint8_t>(box.shape, place) != nullptr;
      const bool will = edits[at] != 0;
      const uint32_t edit =
          will ? (was ? DVDB_BRICK_KEEP : DVDB_BRICK_ADD) : (was ? DVDB_BRICK_REMOVE : DVDB_BRICK_NONE);
      edits[at] = edit;
      shared.edits[thread] = edit;
    }
    if constexpr (P == 1) {
      if (thread >= DVDB_BRICK_COUNT) return;
      uint64_t count = 0;
      for (int k = 0; k < kThreads; ++k) count += shared.edits[k] == uint32_t(thread) ? 1 : 0;
      if (count != 0) backend::atomic_add(&counts[thread], count);
    }
  }
};

template <class T>
Status mark(Context& c, const operators::BrickSetBoxPlanArgs& a, const BrickBox& box, FaultSink faults,
            const Span<uint32_t>& edits) {
  const Span<const T> values = a.values.as<const T>();
  if (faults.words != nullptr) DVDB_TRY(backend::for_each(c, values.size, FindNan<T>{values.data, faults}));
  const BoxValues<T> given{values.data, VoxelOrder::of(a.order, box.size)};
  const int64_t width = box.shape.edge() - (a.coverage == DVDB_COVERAGE_CELLS ? 0 : 1);
  const int64_t rows = box.bricks() << (2 * box.shape.log);
  return backend::for_each(c, rows,
                           MarkFilled<T>{box, edited_of(a), given, Above<T>::of(a.threshold), width, edits.data}, 64);
}

}  // namespace

Status operators::brick_set_box_plan(Context& c, const BrickSetBoxPlanArgs& a) {
  *a.out_fault = DVDB_FAULT_NONE;
  BrickBox box;
  Span<uint32_t> edits;
  DVDB_TRY(read_box(c, a, box));
  DVDB_TRY(check_threshold(c, a.dtype, a.threshold));
  DVDB_TRY(borrow(c, a.out_edits, box.bricks(), "out_edits", edits));
  Faults faults(c);
  backend::Scratch memory(c);
  Span<uint64_t> counts;
  if (a.checked != 0 && !is_whole(a.dtype)) DVDB_TRY(faults.clear());
  DVDB_TRY(memory.allocate(DVDB_BRICK_COUNT, counts));
  DVDB_TRY(backend::fill(c, counts.data, 0, 8, counts.size * 8));
  DVDB_TRY(backend::fill(c, edits.data, 0, 4, edits.size * 4));
  DVDB_TRY(with_voxel(a.dtype, [&]<class T>() { return mark<T>(c, a, box, faults.sink(), edits); }));
  const int64_t tiles = (edits.size + Classify::kThreads - 1) / Classify::kThreads;
  DVDB_TRY(backend::for_each_tile(c, tiles, Classify{box, edited_of(a), edits.data, counts.data}));
  DVDB_TRY(settle_voxels(c, faults, a.values.size, 0, a.out_fault));
  return backend::download(c, a.out_counts, counts.data, counts.size * 8);
}
