#include "backend/launch.hpp"
#include "core/entry.hpp"
#include "core/grid_batch.hpp"
#include "core/hdda.hpp"
#include "core/reals.hpp"
#include "denovdb/rays.h"

using namespace dvdb;

namespace {

/// Finds the first active voxel along one ray.
template <class T>
struct FirstActiveVoxel {
  GridView grid;
  BatchOffsets batch;
  const T* origins;     // [n, 3]
  const T* directions;  // [n, 3]
  double t_min;
  double t_max;
  int64_t* rows;   // [n]
  T* times;        // [n]
  uint8_t* faces;  // [n]

  DVDB_FN void operator()(int64_t i) const {
    const GridHead head = grid.heads[batch.list_of(i)];
    DualRay ray;
    RayWalk walk;
    int64_t row = GridView::kMissing;
    T time = T(-1);
    uint8_t face = kFaceMiss;
    if (ray.place(head, load_point(origins, i), load_point(directions, i)) && walk.start(grid, head, ray, t_min, t_max)) {
      const auto take = [&] {
        row = walk.row();
        time = T(walk.time());
        face = walk.face();
        return false;
      };
      walk.each_active(take, [] { return false; });
    }
    rows[i] = row;
    times[i] = time;
    faces[i] = face;
  }
};

}  // namespace

dvdb_status dvdb_first_active_voxel(dvdb_context context, dvdb_grid grid, dvdb_buffer origins, dvdb_buffer directions, uint32_t dtype, int64_t n,
                                    const int64_t* offsets, uint32_t n_grids, double t_min, double t_max, dvdb_buffer out_rows, dvdb_buffer out_times,
                                    dvdb_buffer out_faces) noexcept {
  return entry(context, [=](Context& c) -> Status {
    GridBatch* batch = nullptr;
    DVDB_TRY(find(c, grid, &batch));
    if (!(t_min <= t_max)) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot trace rays: t_min %g is not at most t_max %g", t_min, t_max);
    backend::Scratch memory(c);
    BatchOffsets lists;
    DVDB_TRY(check_grid_count(c, *batch, n_grids));
    DVDB_TRY(place_offsets(c, offsets, n_grids, n, memory, lists));
    Span<int64_t> rows;
    Span<uint8_t> faces;
    DVDB_TRY(borrow(c, out_rows, n, "out_rows", rows));
    DVDB_TRY(borrow(c, out_faces, n, "out_faces", faces));
    const auto trace = [&]<class T>() -> Status {
      Span<T> from;
      Span<T> along;
      Span<T> times;
      DVDB_TRY(borrow(c, origins, n * 3, "origins", from));
      DVDB_TRY(borrow(c, directions, n * 3, "directions", along));
      DVDB_TRY(borrow(c, out_times, n, "out_times", times));
      const FirstActiveVoxel<T> trace_one{batch->view, lists, from.data, along.data, t_min, t_max, rows.data, times.data, faces.data};
      return backend::for_each(c, n, trace_one, 64);
    };
    if (dtype == DVDB_F32) return trace.template operator()<float>();
    if (dtype == DVDB_F64) return trace.template operator()<double>();
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot trace rays: dtype %u is not f32 or f64", dtype);
  });
}
