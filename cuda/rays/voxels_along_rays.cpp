/// The active voxels along rays, and whether there are any.
/// They are those whose slabs the ray passes for longer than an instant, by time: walk/reference.hpp.
#include "backend/api/special/rays/tasks.hpp"
#include "rays/lists.hpp"
#include "rays/walk/column_walk.hpp"
#include "rays/walk/lower_path.hpp"
#include "rays/walk/row_walk.hpp"
#include "rays/walk/spare_scratch.hpp"

using namespace dvdb;

namespace {

/// Finds active voxels: their row, cell and times.
template <class T, bool kAll>
struct VoxelsAlongRays {
  struct Intersection {
    int64_t row;
    int64_t first_row;  // of the voxel's grid
    Coord cell;
    double enter;
    double leave;
  };

  TracedRays<T> traced;

  template <class Visit>
  DVDB_FN bool each(int64_t i, const backend::Team& team, Visit visit) const {
    const double least = traced.eps;
    traced.with_walk(i, team, [&](const GridHead& head, const DualRay&, RayWalk& walk) {
      Intersection met = {};
      met.first_row = head.first_row;
      walk.each_active(
          [&] {
            met.enter = walk.time();
            met.cell = walk.cell();
            met.row = walk.row();
            return true;
          },
          [&] {
            met.leave = walk.time();
            if constexpr (!kAll) {
              if (met.leave - met.enter < least) return true;
            }
            return visit(met);
          });
    });
    return true;
  }
};

template <class T>
struct WriteVoxel {
  uint32_t form;
  Coord* cells;   // [total], or null
  int64_t* rows;  // [total], or null
  T* times;       // [total, 2]

  template <class Intersection>
  DVDB_FN void operator()(int64_t at, const Intersection& met) const {
    if (form == DVDB_VOXEL_IJK) {
      cells[at] = met.cell;
    } else {
      rows[at] = form == DVDB_VOXEL_ROW_IN_GRID ? met.row - met.first_row : met.row;
    }
    times[2 * at] = from_double<T>(met.enter);
    times[2 * at + 1] = from_double<T>(met.leave);
  }
};

/// Counts the voxels along a ray, or those in which it stays for eps or longer.
template <bool kAll>
struct CountVoxels {
  using Seen = int64_t;

  double eps;  // unused when all voxels count
  int64_t most;
  int64_t* counts;  // [n]

  DVDB_FN bool begin(int64_t, int64_t& count) const {
    count = 0;
    return true;
  }
  DVDB_FN bool visit(int64_t, int64_t& count, bool active, double enter, double leave) const {
    if constexpr (!kAll) active = active && leave - enter >= eps;
    count += active ? 1 : 0;
    return true;
  }
  DVDB_FN void end(int64_t i, int64_t count) const { counts[i] = min_of(count, most); }
};

/// Counts voxels along those rays whose count is not known yet.
template <class T>
struct CountDeferred : FollowInTurns<T, CountVoxels<true>> {
  static constexpr int64_t kUnknown = -1;

  const uint32_t* any;

  DVDB_FN bool runs() const { return *any != 0; }
  DVDB_FN backend::Turn begin(int64_t i, typename CountDeferred::State& state, DualRay& ray) const {
    const int64_t known = this->visitor.counts[i];
    if (known == kUnknown) return FollowInTurns<T, CountVoxels<true>>::begin(i, state, ray);
    state.seen = known;
    return backend::Turn::kOver;
  }
};

/// Counts all voxels along rays by parts, which suits lanes that share turns; along those that whole numbers do not
/// tell, from cell to cell.
template <class T>
struct CountInParts {
  using Far = CountedRay;
  using Task = EnteredLower;
  using Path = LowerPath;
  using Piece = EnteredLeaf;

  Rays<T> rays;
  double t_min;
  double t_max;
  CountVoxels<true> visitor;
  LeafRows leaves;
  uint32_t* any_deferred;

  DVDB_FN bool begin(int64_t i, Far& ray) const {
    ray.grid = uint32_t(rays.batch.list_of(i));
    if (ray.ray.place(head(ray), load_point(rays.origins, i), load_point(rays.directions, i)))
      return ray.start(head(ray), t_min, t_max);
    ray.clear();
    return false;
  }
  DVDB_FN bool next(Far& ray, Task& task, bool& any) const { return ray.next(rays.grid, head(ray), task, any); }

  DVDB_FN void open(const Task& task, Far& ray, Path& path) const { path.open(leaves, task, ray); }
  DVDB_FN bool inside(const Path& path) const { return path.inside(); }
  DVDB_FN bool finds(const Path& path) const { return path.finds(); }
  DVDB_FN Piece piece(const Path& path, const Far& ray) const { return path.leaf(ray); }
  DVDB_FN void pass(Path& path) const { path.pass(); }
  DVDB_FN void close(const Path& path, Far& ray) const { path.close(ray); }

  DVDB_FN void work(const Piece& piece, Far& ray) const { ray.count_in(rays.grid, t_max, piece); }

  DVDB_FN bool end(int64_t i, const Far& ray) const {
    visitor.end(i, ray.count);
    return ray.is_sure();
  }
  DVDB_FN void defer(int64_t i) const {
    visitor.counts[i] = CountDeferred<T>::kUnknown;
    backend::atomic_store(any_deferred, 1u);
  }
  DVDB_FN bool begin_again(int64_t i, Far& ray) const {
    visitor.end(i, 0);
    return ray.ray.place(head(ray), load_point(rays.origins, i), load_point(rays.directions, i));
  }
  DVDB_FN uint32_t part_again(const Far& ray, int part, int parts) const {
    RayWalk walk;
    return walk.start(rays.grid, head(ray), ray.ray, t_min, t_max, part, parts) ? uint32_t(walk.count_active()) : 0;
  }
  DVDB_FN void end_again(int64_t i, uint32_t count) const { visitor.end(i, count); }

 private:
  DVDB_FN const GridHead& head(const Far& ray) const { return rays.grid.heads[ray.grid]; }
};

/// Counts all voxels along rays through small grids by rows along their fastest axes; rays that heights do not suit are
/// left.
template <class T>
struct CountByRows {
  CountInParts<T> others;
  VoxelRows rows;

  DVDB_FN void operator()(int64_t i) const {
    const Rays<T>& rays = others.rays;
    const RowsAlong* of_axes = rows.along + 3 * rays.batch.list_of(i);
    const auto speed = [&](int axis) {
      return ::fabs(double(rays.directions[3 * i + axis]) * of_axes->per_unit[axis]);
    };
    const double speeds[3] = {speed(0), speed(1), speed(2)};
    const int axis = speeds[0] > speeds[1] ? (speeds[0] > speeds[2] ? 0 : 2) : (speeds[1] > speeds[2] ? 1 : 2);
    const auto load = [&](const T* points) {
      const auto at = [&](int which) { return double(points[3 * i + axis_of_rows(axis, which)]); };
      return Vec3d{at(0), at(1), at(2)};
    };
    const RowsAlong& along = of_axes[axis];
    DualRay ray;
    RowWalk walk;
    int64_t count = 0;
    if (ray.place(along.head, load(rays.origins), load(rays.directions)) &&
        walk.start(along, ray, others.t_min, others.t_max)) {
      if (!walk.is_sure()) return others.defer(i);
      count = walk.count(rows.words, ray);
    }
    others.visitor.end(i, count);
  }
};

/// For so many words a ray, and in all, it takes less time to make rows than they save.
constexpr int64_t kRowWordsOfRay = 5;
constexpr int64_t kMostRowWords = int64_t(1) << 30;

/// Preparation of both ways to count: no ray is deferred, and leaves lie in rows.
struct PrepareCount {
  WriteLeafRows write;
  int64_t n_rows;
  uint32_t* any_deferred;

  DVDB_FN void operator()(int64_t i) const {
    if (i < n_rows) write(i);
    if (i == n_rows) *any_deferred = 0;
  }
};

/// The same for rows of leaves.
constexpr int64_t kLeafRowsOfRay = 16;

/// Counts all voxels along many rays on a GPU. Rows save time only: without room for them rays take turns.
template <class T>
Status count_together(Context& c, const GridBatch& batch, int64_t n, const Rays<T>& rays, double t_min, double t_max,
                      const CountVoxels<true>& visitor) {
  const FollowInTurns<T, CountVoxels<true>> cells{rays, t_min, t_max, visitor};
  backend::Scratch row_memory(c);
  VoxelRows voxel_rows;
  DVDB_TRY(make_rows(c, batch, min_of(n * kRowWordsOfRay, kMostRowWords), row_memory, voxel_rows));
  const bool is_small = voxel_rows.words != nullptr;
  const int64_t n_rows = is_small ? 0 : rays.grid.n_lowers * LeafRows::kOfNode;
  if (n_rows / kLeafRowsOfRay > n) return backend::for_each_in_turns(c, n, cells, kRayGrain);
  backend::Scratch memory(c);
  backend::Layout layout;
  const int64_t any_at = layout.reserve<uint32_t>(1);
  const int64_t rows_at = layout.reserve<uint16_t>(n_rows);
  DVDB_TRY(allocate_spare(memory, layout.bytes()));
  if (memory.data() == nullptr) return backend::for_each_in_turns(c, n, cells, kRayGrain);
  char* const bytes = static_cast<char*>(memory.data());
  auto* const any = reinterpret_cast<uint32_t*>(bytes + any_at);
  auto* const leaf_rows = reinterpret_cast<uint16_t*>(bytes + rows_at);
  DVDB_TRY(backend::for_each(c, n_rows + 1, PrepareCount{{rays.grid, leaf_rows}, n_rows, any}));
  const CountInParts<T> parts{rays, t_min, t_max, visitor, {leaf_rows}, any};
  if (is_small) {
    DVDB_TRY(backend::for_each(c, n, CountByRows<T>{parts, voxel_rows}, kRayGrain));
  } else {
    DVDB_TRY(backend::for_each_in_tasks(c, n, parts, kRayGrain));
  }
  return backend::for_each_in_turns(c, n, CountDeferred<T>{cells, any}, kRayGrain);
}

/// Counts all voxels along rays by columns, which suits host threads.
template <class T>
struct CountInColumns {
  Rays<T> rays;
  double t_min;
  double t_max;
  int64_t most;
  int64_t* counts;  // [n]

  void operator()(int64_t i) const {
    ColumnWalk walk;
    ColumnWalk::Route route{};
    route.grid = uint32_t(rays.batch.list_of(i));
    const GridHead& head = rays.grid.heads[route.grid];
    const bool on = route.ray.place(head, load_point(rays.origins, i), load_point(rays.directions, i)) &&
                    walk.start(head, t_min, t_max, route);
    counts[i] = on ? min_of(walk.count(rays.grid, head, t_min, t_max, route), most) : 0;
  }
};

template <class Walk>
struct MeetsVoxel {
  Walk walk;
  uint8_t* out;  // [n]

  DVDB_FN void operator()(int64_t i, const backend::Team& team) const {
    bool met = false;
    walk.each(i, team, [&](const auto&) {
      met = true;
      return false;
    });
    const bool any = team.ballot(met) != 0;
    if (team.rank == 0) out[i] = any ? 1 : 0;
  }
};

}  // namespace

Status operators::voxels_along_rays_count(Context& c, const VoxelsAlongRaysCountArgs& a) {
  DVDB_TRY(check_range(c, a.t_min, a.t_max));
  DVDB_TRY(check_eps(c, a.eps));
  return with_rays(c, a, [&]<class T>(const Rays<T>& rays) -> Status {
    if constexpr (kLaunchesOnGpu) {
      if (a.n < kManyRays) {
        return with_walk<VoxelsAlongRays>(rays, a.t_min, a.t_max, a.eps, [&](const auto& walk) {
          return count_along_rays(c, a.n, walk, a.most, a.out_ends);
        });
      }
    }
    int64_t* const counts = a.out_ends.data;
    if (a.eps != 0) {
      const FollowInTurns<T, CountVoxels<false>> count{rays, a.t_min, a.t_max, {a.eps, a.most, counts}};
      DVDB_TRY(backend::for_each_in_turns(c, a.n, count, kRayGrain));
    } else if constexpr (backend::kTurnsTogether) {
      DVDB_TRY(count_together(c, *a.grid, a.n, rays, a.t_min, a.t_max, CountVoxels<true>{a.eps, a.most, counts}));
    } else {
      DVDB_TRY(backend::for_each(c, a.n, CountInColumns<T>{rays, a.t_min, a.t_max, a.most, counts}, kRayGrain));
    }
    return backend::for_each_scan(c, a.n, PlaceManyLists{{counts}});
  });
}

Status operators::voxels_along_rays(Context& c, const VoxelsAlongRaysArgs& a) {
  DVDB_TRY(check_range(c, a.t_min, a.t_max));
  DVDB_TRY(check_eps(c, a.eps));
  Span<Coord> cells;
  Span<int64_t> rows;
  if (a.form == DVDB_VOXEL_IJK) DVDB_TRY(borrow(c, a.out_voxels, a.n_voxels, "out_voxels", cells));
  if (a.form != DVDB_VOXEL_IJK) DVDB_TRY(borrow(c, a.out_voxels, a.n_voxels, "out_voxels", rows));
  return with_rays(c, a, [&]<class T>(const Rays<T>& rays) -> Status {
    const WriteVoxel<T> write{a.form, cells.data, rows.data, a.out_times.as<T>().data};
    return with_walk<VoxelsAlongRays>(rays, a.t_min, a.t_max, a.eps, [&](const auto& walk) {
      return write_along_rays(c, a.n, walk, write, a.ray_ends, a.n_voxels);
    });
  });
}

Status operators::rays_intersect_voxels(Context& c, const RaysIntersectVoxelsArgs& a) {
  DVDB_TRY(check_range(c, a.t_min, a.t_max));
  DVDB_TRY(check_eps(c, a.eps));
  return with_rays(c, a, [&]<class T>(const Rays<T>& rays) -> Status {
    return with_walk<VoxelsAlongRays>(rays, a.t_min, a.t_max, a.eps, [&]<class Walk>(const Walk& walk) {
      return backend::for_each_team(c, a.n, MeetsVoxel<Walk>{walk, a.out.data}, kRayGrain);
    });
  });
}
