/// Finds the first active voxel along each ray.
/// The first of the voxels whose slabs the ray passes for longer than an instant: walk/reference.hpp.
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

Status operators::first_active_voxel(Context& c, const FirstActiveVoxelArgs& a) {
  DVDB_TRY(check_range(c, a.t_min, a.t_max));
  return with_rays(c, a, [&]<class T>(const Rays<T>& rays) -> Status {
    const FirstActiveVoxel<T> find{rays, a.t_min, a.t_max, a.out_rows.data, a.out_times.as<T>().data, a.out_faces.data};
    return backend::for_each_team(c, a.n, find, kRayGrain);
  });
}
