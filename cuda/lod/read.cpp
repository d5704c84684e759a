/// Reads points and voxels of a tree as columns.
#include "backend/api/launch.hpp"
#include "core/entry.hpp"
#include "lod/tree/request.hpp"

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

Status check_range(Context& c, const char* name, int64_t first, int64_t count, int64_t n) {
  if (first >= 0 && count >= 0 && first <= n && count <= n - first) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot read %s: %lld from %lld on are asked for, there are %lld", name, static_cast<long long>(count),
              static_cast<long long>(first), static_cast<long long>(n));
}

}  // namespace

dvdb_status dvdb_lod_points(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count, dvdb_buffer out_coordinates,
                            dvdb_buffer out_colors) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Tree* tree = nullptr;
    DVDB_TRY(find(c, lod, &tree));
    DVDB_TRY(check_range(c, "points", first, count, tree->n));
    Span<uint32_t> coordinates;
    Span<uint32_t> colors;
    DVDB_TRY(borrow(c, out_coordinates, count * 3, "out_coordinates", coordinates));
    DVDB_TRY(borrow(c, out_colors, count, "out_colors", colors));
    return with_points(*tree, [&]<class Record>(Record* points) {
      WritePoint<Record> write{points + first, {0, 0, 0}, coordinates.data, colors.data};
      for (int axis = 0; axis < 3 && tree->whole; ++axis) write.low[axis] = uint32_t(int64_t(tree->frame.low[axis]));
      return backend::for_each(c, count, write);
    });
  });
}

dvdb_status dvdb_lod_rows(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count, dvdb_buffer out_rows) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Tree* tree = nullptr;
    DVDB_TRY(find(c, lod, &tree));
    if (!tree->tracked) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot read rows: the tree was built without them");
    DVDB_TRY(check_range(c, "rows", first, count, tree->n));
    Span<int64_t> rows;
    DVDB_TRY(borrow(c, out_rows, count, "out_rows", rows));
    const TrackedPoint* points = tree->points ? static_cast<const TrackedPoint*>(tree->points->data) : nullptr;
    return backend::for_each(c, count, WriteRow{points + first, rows.data});
  });
}

dvdb_status dvdb_lod_voxels(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count, dvdb_buffer out_cells, dvdb_buffer out_colors) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Tree* tree = nullptr;
    DVDB_TRY(find(c, lod, &tree));
    DVDB_TRY(check_range(c, "voxels", first, count, tree->n_voxels()));
    Span<uint32_t> cells;
    Span<uint32_t> colors;
    DVDB_TRY(borrow(c, out_cells, count * 3, "out_cells", cells));
    DVDB_TRY(borrow(c, out_colors, count, "out_colors", colors));
    for (int level = 0; level < tree->n_levels; ++level) {
      const VoxelLevel& own = tree->voxels[level];
      const int64_t begin = max_of(first, own.first);
      const int64_t end = min_of(first + count, own.first + own.count);
      if (begin >= end) continue;
      DVDB_TRY(backend::for_each(c, end - begin,
                                 WriteVoxel{own.voxels() + (begin - own.first), cells.data + 3 * (begin - first), colors.data + (begin - first)}));
    }
    return {};
  });
}
