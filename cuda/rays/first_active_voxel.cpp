/// Finds the first active voxel along each ray.
/// The first of the voxels whose slabs the ray passes for longer than an instant: walk/reference.hpp.
#include "denovdb/rays.h"
#include "rays/lists.hpp"

using namespace dvdb;

namespace {

/// Finds the first active voxel along one ray.
template <class T>
struct FirstActiveVoxel {
  Rays<T> rays;
  double t_min;
  double t_max;
  int64_t* rows;   // [n]
  T* times;        // [n]
  uint8_t* faces;  // [n]

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    int64_t row = GridView::kMissing;
    double time = -1;
    uint8_t face = kFaceMiss;
    rays.with_walk(i, team, t_min, t_max, [&](const GridHead&, const DualRay&, RayWalk& walk) {
      const auto take = [&] {
        row = walk.row();
        time = walk.time();
        face = walk.face();
        return false;
      };
      walk.each_active(take, [] { return false; });
    });
    const uint32_t found = team.ballot(row >= 0);
    if (team.rank != (found != 0 ? lowest_bit(found) : 0)) return;
    rows[i] = row;
    times[i] = from_double<T>(time);
    faces[i] = face;
  }
};

}  // namespace

dvdb_status dvdb_first_active_voxel(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n,
                                    const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, dvdb_buffer out_rows, dvdb_buffer out_times,
                                    dvdb_buffer out_faces) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(check_range(c, t_min, t_max));
    const RayRequest request{grid, origins, directions, dtype, n, offsets, n_grids};
    return with_rays(c, request, [&]<class T>(const Rays<T>& rays) -> Status {
      Span<int64_t> rows;
      Span<T> times;
      Span<uint8_t> faces;
      DVDB_TRY(borrow(c, out_rows, n, "out_rows", rows));
      DVDB_TRY(borrow(c, out_times, n, "out_times", times));
      DVDB_TRY(borrow(c, out_faces, n, "out_faces", faces));
      return backend::for_each_team(c, n, FirstActiveVoxel<T>{rays, t_min, t_max, rows.data, times.data, faces.data}, kRayGrain);
    });
  });
}
