/// Reads points and voxels of a tree as columns.
#include "_generated/lod_args.hpp"
#include "backend/api/launch.hpp"

using namespace dvdb;
using namespace dvdb::lod;

namespace {

template <class Record>
struct WritePoint {
  const Record* points;
  uint32_t low[3];  // added to coordinates
  uint32_t* coordinates;
  uint32_t* colors;

  DVDB_FN void operator()(int64_t i) const {
    const Record p = points[i];
    coordinates[3 * i] = p.x + low[0];
    coordinates[3 * i + 1] = p.y + low[1];
    coordinates[3 * i + 2] = p.z + low[2];
    colors[i] = p.rgba;
  }
};

struct WriteRow {
  const TrackedPoint* points;
  int64_t* rows;

  DVDB_FN void operator()(int64_t i) const { rows[i] = points[i].row; }
};

struct WriteVoxel {
  const Voxel* voxels;
  uint32_t* cells;
  uint32_t* colors;

  DVDB_FN void operator()(int64_t i) const {
    const Vec3<uint32_t> cell = cell_of(voxels[i]);
    cells[3 * i] = cell.x;
    cells[3 * i + 1] = cell.y;
    cells[3 * i + 2] = cell.z;
    colors[i] = voxels[i].rgba;
  }
};

Status check_part(Context& c, const char* name, int64_t first, int64_t count, int64_t n) {
  if (first >= 0 && count >= 0 && first <= n && count <= n - first) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot read %s: %lld from %lld on are asked for, there are %lld", name,
              static_cast<long long>(count), static_cast<long long>(first), static_cast<long long>(n));
}

}  // namespace

Status operators::lod_points(Context& c, const LodPointsArgs& a) {
  const Tree& tree = *a.lod;
  DVDB_TRY(check_part(c, "points", a.first, a.count, tree.n));
  return with_points(tree, [&]<class Record>(Record* points) {
    WritePoint<Record> write{points + a.first, {0, 0, 0}, a.out_coordinates.data, a.out_colors.data};
    for (int axis = 0; axis < 3 && tree.whole; ++axis) write.low[axis] = uint32_t(int64_t(tree.frame.low[axis]));
    return backend::for_each(c, a.count, write);
  });
}

Status operators::lod_rows(Context& c, const LodRowsArgs& a) {
  const Tree& tree = *a.lod;
  if (!tree.tracked) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot read rows: the tree was built without them");
  DVDB_TRY(check_part(c, "rows", a.first, a.count, tree.n));
  const TrackedPoint* points = tree.points ? static_cast<const TrackedPoint*>(tree.points->data) : nullptr;
  return backend::for_each(c, a.count, WriteRow{points + a.first, a.out_rows.data});
}

Status operators::lod_voxels(Context& c, const LodVoxelsArgs& a) {
  const Tree& tree = *a.lod;
  DVDB_TRY(check_part(c, "voxels", a.first, a.count, tree.n_voxels()));
  for (int level = 0; level < tree.n_levels; ++level) {
    const VoxelLevel& own = tree.voxels[level];
    const int64_t begin = max_of(a.first, own.first);
    const int64_t end = min_of(a.first + a.count, own.first + own.count);
    if (begin >= end) continue;
    const WriteVoxel write{own.voxels() + (begin - own.first), a.out_cells.data + 3 * (begin - a.first),
                           a.out_colors.data + (begin - a.first)};
    DVDB_TRY(backend::for_each(c, end - begin, write));
  }
  return {};
}
