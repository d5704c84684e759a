/// Grids of the voxels at points: those nearest to them, or the eight around them.
#include "_generated/grid_args.hpp"
#include "backend/api/launch.hpp"
#include "core/nodes/relate.hpp"
#include "core/reals.hpp"
#include "grid/build.hpp"

using namespace dvdb;

namespace {

/// Which voxel a point goes to.
enum class Rounding {
  kNearest,  // floor(v + 1/2)
  kLow       // floor(v), the lowest of the eight voxels around the point
};

/// Rounds each point to its voxel and counts the points that have none.
template <class T>
struct RoundPoints {
  const T* points;  // [n, 3]
  BatchOffsets batch;
  const double* transforms;  // [n_grids, 6] size, origin
  Rounding rounding;
  Coord* out;
  int64_t* bad;  // [2]: not finite, out of int32

  DVDB_FN void operator()(int64_t i) const {
    const Vec3d p = load_point(points, i);
    const double* own = transforms + 6 * batch.list_of(i);
    GridHead head;
    for (int axis = 0; axis < 3; ++axis) {
      head.size[axis] = own[axis];
      head.origin[axis] = own[3 + axis];
    }
    Coord c{0, 0, 0};
    if (!round(to_voxel(head, p), &c)) {
      const double sum = p.x - p.x + (p.y - p.y) + (p.z - p.z);  // 0 for finite points, NaN otherwise
      backend::atomic_add(&bad[sum == 0 ? 1 : 0], int64_t(1));
    }
    out[i] = c;
  }
  DVDB_FN bool round(const Vec3d& v, Coord* c) const {
    if (rounding == Rounding::kNearest) return nearest_voxel(v, c);
    // The voxel above has to fit int32 too.
    return lowest_voxel(v, c) && c->x < INT32_MAX && c->y < INT32_MAX && c->z < INT32_MAX;
  }
};

/// Everything that rounding needs on the device, in one upload.
struct RoundingTable {
  backend::Scratch memory;
  BatchOffsets batch;
  const double* transforms = nullptr;
  int64_t* bad = nullptr;

  explicit RoundingTable(Context& context) : memory(context) {}

  Status place(Context& context, const BuildInput& input) {
    const int64_t n = input.n_grids;
    const int64_t words = 2 + (n + 1) + 6 * n;
    const std::unique_ptr<int64_t[]> host(new (std::nothrow) int64_t[size_t(words)]());
    if (!host) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot build grid: out of host memory");
    for (int64_t b = 0; b <= n; ++b) host[size_t(2 + b)] = input.offsets[b];
    input.transforms().write(reinterpret_cast<double*>(host.get() + 2 + (n + 1)));
    Span<int64_t> device;
    DVDB_TRY(memory.allocate(words, device));
    DVDB_TRY(backend::upload(context, device.data, host.get(), words * int64_t(sizeof(int64_t))));
    bad = device.data;
    batch = {device.data + 2, n};
    transforms = reinterpret_cast<const double*>(device.data + 2 + (n + 1));
    return {};
  }
};

/// Rounds the points into `memory`; bad points are an error with their numbers.
template <class T>
Status round_points(Context& context, const T* points, const BuildInput& input, int64_t n_points, Rounding rounding,
                    backend::Scratch& memory, Span<Coord>& out) {
  RoundingTable table(context);
  DVDB_TRY(table.place(context, input));
  DVDB_TRY(memory.allocate(n_points, out));
  DVDB_TRY(backend::for_each(context, n_points,
                             RoundPoints<T>{points, table.batch, table.transforms, rounding, out.data, table.bad}));
  int64_t bad[2] = {};
  DVDB_TRY(backend::download(context, bad, table.bad, int64_t(sizeof bad)));
  if (bad[0] == 0 && bad[1] == 0) return {};
  return fail(context, DVDB_INVALID_DATA,
              "Cannot build grid: of %lld points %lld are not finite and %lld lie outside the int32 voxel range",
              static_cast<long long>(n_points), static_cast<long long>(bad[0]), static_cast<long long>(bad[1]));
}

/// Builds a batch of the voxels that points round to.
template <class Args>
Status build_from_points(Context& c, const Args& a, Rounding rounding, std::unique_ptr<GridBatch>& out) {
  DVDB_TRY(check_offsets(c, a.offsets, a.n_grids, a.n_points));
  DVDB_TRY(check_transforms(c, a.voxel_sizes, a.origins, a.n_grids));
  return with_real(c, a.dtype, "points", [&]<class T>() -> Status {
    BuildInput input{{}, a.offsets, a.voxel_sizes, a.origins, int64_t(a.n_grids)};
    backend::Scratch memory(c);
    Span<Coord> rounded;
    DVDB_TRY(round_points(c, a.points.template as<T>().data, input, a.n_points, rounding, memory, rounded));
    input.points = rounded;
    return build_grid(c, input, out);
  });
}

}  // namespace

Status operators::grid_from_points(Context& c, const GridFromPointsArgs& a) {
  *a.out_grid = 0;
  std::unique_ptr<GridBatch> batch;
  DVDB_TRY(build_from_points(c, a, Rounding::kNearest, batch));
  return publish(std::move(batch), a.out_grid);
}

Status operators::grid_from_nearest_voxels_to_points(Context& c, const GridFromNearestVoxelsToPointsArgs& a) {
  *a.out_grid = 0;
  std::unique_ptr<GridBatch> low;
  DVDB_TRY(build_from_points(c, a, Rounding::kLow, low));
  nodes::Relation around;
  for (nodes::AxisMap& axis : around.axes) axis = {1, 1, 0, 1};
  std::unique_ptr<GridBatch> batch;
  DVDB_TRY(nodes::relate(c, {low.get()}, around, {a.voxel_sizes, a.origins, int64_t(a.n_grids)}, "build grid", batch));
  return publish(std::move(batch), a.out_grid);
}
