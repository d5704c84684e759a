/// Transforms of points between world space and voxel space.
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

template <bool kToVoxel, class Args>
Status map_points(Context& c, const Args& a) {
  LookupRequest asked(c);
  DVDB_TRY(asked.place(c, a));
  return with_real(c, a.dtype, "points", [&]<class T>() {
    return backend::for_each(
        c, a.n,
        MapPoint<T, kToVoxel>{asked.grid, asked.batch, a.points.template as<T>().data, a.out.template as<T>().data});
  });
}

}  // namespace

Status operators::world_to_voxel(Context& c, const WorldToVoxelArgs& a) { return map_points<true>(c, a); }

Status operators::voxel_to_world(Context& c, const VoxelToWorldArgs& a) { return map_points<false>(c, a); }
