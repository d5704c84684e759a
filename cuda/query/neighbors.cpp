/// Rows of the voxels around coordinates.
#include "core/leaf_finder.hpp"
#include "core/leaf_neighbors.hpp"
#include "core/voxel_sites.hpp"
#include "query/lookup.hpp"

using namespace dvdb;

namespace {

/// The cube of cells around a coordinate, and how it is split into runs: as a whole, or into slices or columns if it is
/// large.
struct Cube {
  int64_t extent;
  int64_t width;       // cells along an edge
  Vec3<int32_t> size;  // of a run
  int64_t parts;       // runs per coordinate

  explicit Cube(uint32_t reach) : extent(reach), width(2 * int64_t(reach) + 1) {
    const int32_t w = int32_t(width);
    size = {reach <= 1 ? w : 1, reach <= 4 ? w : 1, w};
    parts = cells() / run();
  }
  int64_t cells() const { return width * width * width; }
  int64_t run() const { return int64_t(size.x) * size.y * size.z; }
};

/// Writes one run of the rows around a coordinate.
struct FindNeighbors {
  GridView grid;
  BatchOffsets batch;
  const Coord* ijk;
  Cube cube;
  uint32_t bitshift;  // of the coordinates
  bool in_grid;       // rows count from the grid's first voxel

  DVDB_FN void operator()(int64_t i, int64_t* out) const {
    int64_t element = i;
    uint32_t slice = 0;
    uint32_t column = 0;
    if (cube.parts > 1) {
      element = i / cube.parts;
      slice = uint32_t(i - element * cube.parts);
      if (cube.size.y == 1) {
        column = slice % uint32_t(cube.width);
        slice /= uint32_t(cube.width);
      }
    }
    const GridHead& head = grid.heads[batch.list_of(element)];
    const Coord center = ijk[element];
    const auto lowest = [&](int axis) { return int64_t(center[axis]) * (int64_t(1) << bitshift) - cube.extent; };
    const Vec3<int64_t> low{lowest(0) + slice, lowest(1) + column, lowest(2)};
    LeafFinder finder(grid, head);
    finder.find_box(low, cube.size, in_grid ? head.first_row : 0, out);
  }
};

/// Writes the rows of the 27 voxels around a voxel, x slowest and z fastest, using the table of its leaf's neighbors.
struct FindTouching {
  SiteFinder sites;
  LeafNeighbors near;
  const LeafPlace* places;  // [n_leaves]
  bool in_grid;             // rows count from the grid's first voxel

  DVDB_FN void operator()(int64_t i, int64_t* out) const {
    const VoxelSite site = sites.find(i);
    const int32_t y = int32_t(site.at >> 3);
    const int32_t z = int32_t(site.at & 7);
    const uint32_t* around = near.around(site.leaf);
    const int64_t base = in_grid ? sites.grid.heads[places[site.leaf].grid].first_row : 0;
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy, out += 3) {
        const int32_t slice = int32_t(site.slice) + dx;
        const int32_t line = y + dy;
        const uint32_t* column = around + near.at(slice >> 3, line >> 3, -1);
        const uint32_t word = uint32_t(slice & 7);
        const uint32_t first = uint32_t(line & 7) * 8;
        // At most one of the three voxels along z is in the leaf below or above.
        const uint32_t low = z == 0 ? 0 : uint32_t(z - 1);
        int64_t row = 0;
        uint64_t bits = 0;
        if (column[1] != LeafNeighbors::kNone) {
          const Leaf& leaf = sites.grid.leaves[column[1]];
          bits = leaf.mask[word] >> (first + low) & 7;
          row = leaf.row(word, first + low) - base;
        }
        const int64_t one = int64_t(bits & 1);
        const int64_t two = int64_t(bits >> 1 & 1);
        const int64_t three = int64_t(bits >> 2 & 1);
        const int64_t a = row | (one - 1);  // -1 if inactive, without a branch
        const int64_t b = (row + one) | (two - 1);
        const int64_t c = (row + one + two) | (three - 1);
        out[0] = z == 0 ? single(column[0], word, first + 7, base) : a;
        out[1] = z == 0 ? a : b;
        out[2] = z == 0 ? b : z == 7 ? single(column[2], word, first, base) : c;
      }
    }
  }
  DVDB_FN int64_t single(uint32_t index, uint32_t word, uint32_t at, int64_t base) const {
    if (index == LeafNeighbors::kNone) return GridView::kMissing;
    const Leaf& leaf = sites.grid.leaves[index];
    return (leaf.mask[word] >> at & 1) != 0 ? leaf.row(word, at) - base : GridView::kMissing;
  }
};

Status find_touching(Context& c, const GridView& grid, bool in_grid, int64_t* out) {
  backend::Scratch place_memory(c);
  backend::Scratch site_memory(c);
  backend::Scratch near_memory(c);
  Span<LeafPlace> places;
  FindTouching find{{}, {}, nullptr, in_grid};
  DVDB_TRY(list_leaves(c, grid, place_memory, places));
  DVDB_TRY(find_sites(c, grid, site_memory, find.sites));
  DVDB_TRY(find_leaf_neighbors(c, grid, places, {-1, -1, -1}, {1, 1, 1}, near_memory, find.near));
  find.places = places.data;
  return backend::for_each_run(c, grid.n_voxels, 27, out, find);
}

}  // namespace

Status operators::neighbor_indexes(Context& c, const NeighborIndexesArgs& a) {
  LookupRequest asked(c);
  DVDB_TRY(asked.place(c, a));
  const Cube cube(a.extent);
  const FindNeighbors find_one{asked.grid, asked.batch, coords_of(a.ijk).data,
                               cube,       a.bitshift,  a.row_base == DVDB_ROWS_IN_GRID};
  return backend::for_each_run(c, a.n * cube.parts, cube.run(), a.out.data, find_one);
}

Status operators::neighbor_rows(Context& c, const NeighborRowsArgs& a) {
  const bool in_grid = a.row_base == DVDB_ROWS_IN_GRID;
  if (a.extent == 1) return find_touching(c, a.grid->view, in_grid, a.out.data);
  LookupRequest asked(c);
  DVDB_TRY(asked.place_voxels(c, *a.grid));
  const Cube cube(a.extent);
  const int64_t n = asked.grid.n_voxels;
  backend::Scratch memory(c);
  Span<Coord> voxels;
  DVDB_TRY(memory.allocate(n, voxels));
  DVDB_TRY(list_voxels(c, asked.grid, voxels));
  const FindNeighbors find_one{asked.grid, asked.batch, voxels.data, cube, 0, in_grid};
  return backend::for_each_run(c, n * cube.parts, cube.run(), a.out.data, find_one);
}
