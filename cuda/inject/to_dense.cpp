/// Rows from voxels to dense boxes, in one pass over the dense memory: zeros and values alike are written once, in
/// aligned pieces of 16 bytes that neighbouring threads write side by side.
#include "core/leaf_finder.hpp"
#include "denovdb/inject.h"
#include "inject/dense_box.hpp"

using namespace dvdb;

namespace {

/// Writes 16 bytes of one plane. A plane holds all channels of its cells, or one channel of them; blocks of neighbouring
/// pieces take turns through the planes, so that rows and masks come from caches.
template <class T>
struct WriteDense {
  GridView grid;
  DenseBox box;
  const T* data;       // [n_voxels, planes, cell]
  T* out;              // [n_grids, planes, cells, cell]
  int64_t plane_size;  // pieces of a plane
  int64_t row_size;    // pieces of a row
  int64_t skew;        // pieces from the last 16-byte boundary to `out`
  Divider planes;
  Divider blocks;  // per plane
  Divider cell;    // pieces of a cell in a plane
  Divider z_size;
  Divider y_size;

  DVDB_FN void operator()(int64_t i) const {
    constexpr int kSize = Pack<T>::kSize;
    const int64_t turn = planes.quotient(i / kLanes);
    const int64_t plane = i / kLanes - turn * planes.by;
    const int64_t b = blocks.quotient(turn);
    const int64_t block = turn - b * blocks.by;
    const int64_t start = (b * planes.by + plane) * plane_size;
    const int64_t begin = (block * kLanes + i % kLanes) * kSize - (skew + start) % kSize;
    const int low = int(max_of<int64_t>(0, -begin));
    const int high = int(min_of<int64_t>(kSize, plane_size - begin));
    if (low >= high) return;

    const int64_t at = cell.quotient(begin + low);
    const int64_t xy = z_size.quotient(at);
    const int64_t x = y_size.quotient(xy);
    int64_t part = begin + low - at * cell.by;
    const Coord origin = box.origins[b];
    const int64_t z_end = int64_t(origin.z) + z_size.by;
    const int64_t y_end = int64_t(origin.y) + y_size.by;
    Vec3<int64_t> c = {origin.x + x, origin.y + (xy - x * y_size.by), origin.z + (at - xy * z_size.by)};
    LeafFinder finder(grid, grid.heads[b]);
    int64_t row = find(finder, c);
    Pack<T> pack;
    for (int k = low;;) {
      if (row >= 0) pack.put(k, data[row * row_size + plane * cell.by + part]);
      if (++k >= high) break;
      if (++part < cell.by) continue;
      part = 0;
      if (++c.z == z_end) {
        c.z = origin.z;
        if (++c.y == y_end) {
          c.y = origin.y;
          ++c.x;
        }
      }
      row = find(finder, c);
    }
    pack.store(out + start + begin, low, high);
  }

 private:
  DVDB_FN static int64_t find(LeafFinder& finder, const Vec3<int64_t>& c) {
    const Coord voxel = {int32_t(c.x), int32_t(c.y), int32_t(c.z)};
    const bool fits = voxel.x == c.x && voxel.y == c.y && voxel.z == c.z;
    return fits ? finder.row(voxel) : GridView::kMissing;
  }
};

Status to_dense(Context& c, const DenseCall& call, bool channels_first) {
  if (call.elements == 0) return {};
  const bool planar = channels_first && call.form.channels > 1;
  const int64_t cell_bytes = planar ? call.form.element : call.form.bytes();
  const int width = piece_bytes(cell_bytes, call.rows, call.dense);
  return with_piece(width, [&]<class T>() -> Status {
    constexpr int kSize = Pack<T>::kSize;
    const int64_t planes = planar ? call.form.channels : 1;
    const int64_t cell = cell_bytes / width;
    const int64_t plane_size = call.box.cells() * cell;
    const int64_t packs = plane_size / kSize + 2;  // a part at each end
    const int64_t blocks = (packs + kLanes - 1) / kLanes;
    const int64_t skew = int64_t(reinterpret_cast<uintptr_t>(call.dense) % kWideBytes) / width;
    return backend::for_each(c, call.grid.n_grids * blocks * planes * kLanes,
                             WriteDense<T>{call.grid, call.box, static_cast<const T*>(call.rows), static_cast<T*>(call.dense), plane_size, planes * cell, skew,
                                           Divider::of(planes), Divider::of(blocks), Divider::of(cell), Divider::of(call.box.size[2]),
                                           Divider::of(call.box.size[1])});
  });
}

}  // namespace

dvdb_status dvdb_inject_to_dense_cminor(dvdb_context context, dvdb_grid grid, dvdb_buffer data, uint32_t dtype, int64_t channels, const int64_t* size,
                                        const int32_t* origins, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DenseCall call(c);
    DVDB_TRY(call.place(c, grid, dtype, channels, size, origins, n_grids, out, "out", data, "data"));
    return to_dense(c, call, false);
  });
}

dvdb_status dvdb_inject_to_dense_cmajor(dvdb_context context, dvdb_grid grid, dvdb_buffer data, uint32_t dtype, int64_t channels, const int64_t* size,
                                        const int32_t* origins, uint32_t n_grids, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DenseCall call(c);
    DVDB_TRY(call.place(c, grid, dtype, channels, size, origins, n_grids, out, "out", data, "data"));
    return to_dense(c, call, true);
  });
}
