/// Transforms of points between world space and voxel space.
#include "denovdb/query.h"
#include "query/lookup.hpp"

using namespace dvdb;

namespace {

/// Maps one point by its grid's transform, in double precision.
template <class T, bool kToVoxel>
struct MapPoint {
  GridView grid;
  BatchOffsets batch;
  const T* points;  // [n, 3]
  T* out;           // [n, 3]

  DVDB_FN void operator()(int64_t i) const {
    const GridHead& head = grid.heads[batch.list_of(i)];
    const Vec3d p = load_point(points, i);
    store_point(out, i, kToVoxel ? to_voxel(head, p) : to_world(head, p));
  }
};

template <bool kToVoxel>
dvdb_status map_points(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t dtype, int64_t n, const int64_t* offsets, uint32_t n_grids, dvdb_buffer out) {
  return entry(context, [=](Context& c) -> Status {
    Question asked(c);
    DVDB_TRY(asked.place(c, grid, offsets, n_grids, n));
    return with_real(c, dtype, "points", [&]<class T>() -> Status {
      Span<T> from;
      Span<T> to;
      DVDB_TRY(borrow(c, points, n * 3, "points", from));
      DVDB_TRY(borrow(c, out, n * 3, "out", to));
      return backend::for_each(c, n, MapPoint<T, kToVoxel>{asked.grid, asked.batch, from.data, to.data});
    });
  });
}

}  // namespace

dvdb_status dvdb_world_to_voxel(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t dtype, int64_t n, const int64_t* offsets,
                                uint32_t n_grids, dvdb_buffer out) noexcept {
  return map_points<true>(context, grid, points, dtype, n, offsets, n_grids, out);
}

dvdb_status dvdb_voxel_to_world(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t dtype, int64_t n, const int64_t* offsets,
                                uint32_t n_grids, dvdb_buffer out) noexcept {
  return map_points<false>(context, grid, points, dtype, n, offsets, n_grids, out);
}
