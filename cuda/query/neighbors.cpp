/// Rows of the voxels around coordinates.
#include "core/leaf_cursor.hpp"
#include "core/voxel_list.hpp"
#include "denovdb/query.h"
#include "query/lookup.hpp"

using namespace dvdb;

namespace {

/// Keeps the cells of a cube below 2^43.
constexpr uint32_t kMostExtent = 8191;
/// Beyond any memory; keeps products of counts and element sizes within 64 bits.
constexpr int64_t kMostRows = int64_t(1) << 44;

DVDB_FN int32_t clamp_int32(int64_t value) { return int32_t(min_of(max_of(value, int64_t(INT32_MIN)), int64_t(INT32_MAX))); }

/// The cube of cells around a coordinate, and how it is cut into runs: whole, or in slices or columns where it is large.
struct Cube {
  int64_t extent;
  int64_t width;    // cells along an edge
  int64_t parts;    // runs per coordinate
  int64_t columns;  // columns per run

  explicit Cube(uint32_t reach) : extent(reach), width(2 * int64_t(reach) + 1) {
    parts = reach <= 1 ? 1 : reach <= 4 ? width : width * width;
    columns = width * width / parts;
  }
  int64_t cells() const { return width * width * width; }
  int64_t run() const { return columns * width; }
};

/// Writes one run of the rows around a coordinate.
struct FindNeighbors {
  GridView grid;
  BatchOffsets batch;
  const Coord* ijk;
  Cube cube;
  int64_t scale;  // of the coordinates
  bool in_grid;   // rows count from the grid's first voxel

  DVDB_FN void operator()(int64_t i, int64_t* out) const {
    const int64_t element = cube.parts == 1 ? i : i / cube.parts;
    const uint32_t first = uint32_t((i - element * cube.parts) * cube.columns);
    const GridHead& head = grid.heads[batch.list_of(element)];
    const Coord centre = ijk[element];
    const int64_t x = int64_t(centre.x) * scale;
    const int64_t y = int64_t(centre.y) * scale;
    const int64_t z = int64_t(centre.z) * scale;
    const int64_t base = in_grid ? head.first_row : 0;
    int64_t dx = int64_t(first / uint32_t(cube.width)) - cube.extent;
    int64_t dy = int64_t(first % uint32_t(cube.width)) - cube.extent;
    LeafCursor cursor(grid, head, {clamp_int32(x + dx), clamp_int32(y + dy), clamp_int32(z)});
    for (int64_t column = 0; column < cube.columns; ++column, out += cube.width) {
      cursor.find_column(x + dx, y + dy, z - cube.extent, cube.width, base, out);
      if (++dy <= cube.extent) continue;
      dy = -cube.extent;
      ++dx;
    }
  }
};

Status check_cube(Context& c, uint32_t extent, uint32_t bitshift, uint32_t row_base) {
  if (extent > kMostExtent) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot find neighbors: extent %u is above %u", extent, kMostExtent);
  if (bitshift > 31) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot find neighbors: bitshift %u is above 31", bitshift);
  if (row_base > DVDB_ROWS_IN_BATCH) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot number rows: base %u is unknown", row_base);
  return {};
}

Status borrow_cubes(Context& c, dvdb_buffer out, int64_t n, const Cube& cube, Span<int64_t>& rows) {
  if (n > 0 && cube.cells() > kMostRows / n) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot find neighbors: %lld rows for each of %lld coordinates are more than any memory holds",
                static_cast<long long>(cube.cells()), static_cast<long long>(n));
  }
  return borrow(c, out, n * cube.cells(), "out", rows);
}

}  // namespace

dvdb_status dvdb_neighbor_indexes(dvdb_context context, dvdb_grid grid, dvdb_buffer ijk, int64_t n, const int64_t* offsets, uint32_t n_grids,
                                  uint32_t extent, uint32_t bitshift, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(check_cube(c, extent, bitshift, row_base));
    Question asked(c);
    DVDB_TRY(asked.place(c, grid, offsets, n_grids, n));
    const Cube cube(extent);
    Span<Coord> centres;
    Span<int64_t> rows;
    DVDB_TRY(borrow(c, ijk, n, "ijk", centres));
    DVDB_TRY(borrow_cubes(c, out, n, cube, rows));
    const FindNeighbors find_one{asked.grid, asked.batch, centres.data, cube, int64_t(1) << bitshift, row_base == DVDB_ROWS_IN_GRID};
    return backend::for_each_run(c, n * cube.parts, cube.run(), rows.data, find_one);
  });
}

dvdb_status dvdb_neighbor_rows(dvdb_context context, dvdb_grid grid, uint32_t extent, uint32_t row_base, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(check_cube(c, extent, 0, row_base));
    Question asked(c);
    DVDB_TRY(asked.place_voxels(c, grid));
    const Cube cube(extent);
    const int64_t n = asked.grid.n_voxels;
    Span<int64_t> rows;
    DVDB_TRY(borrow_cubes(c, out, n, cube, rows));
    backend::Scratch memory(c);
    Span<Coord> voxels;
    DVDB_TRY(memory.allocate(n, voxels));
    DVDB_TRY(list_voxels(c, asked.grid, voxels));
    const FindNeighbors find_one{asked.grid, asked.batch, voxels.data, cube, 1, row_base == DVDB_ROWS_IN_GRID};
    return backend::for_each_run(c, n * cube.parts, cube.run(), rows.data, find_one);
  });
}
