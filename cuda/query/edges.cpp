/// Corners and edges of voxel cells.
#include "core/voxel_sites.hpp"
#include "query/lookup.hpp"

using namespace dvdb;

namespace {

/// Writes one corner of a cell; bit 2, 1 and 0 of its number are its offsets along x, y and z.
template <class T>
struct WriteCorner {
  GridView grid;
  BatchOffsets batch;
  const Coord* voxels;
  bool in_voxel_space;
  T* out;  // [n_voxels, 8, 3]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t row = i >> 3;
    const Coord c = voxels[row];
    const Vec3d corner{c.x - 0.5 + double(i >> 2 & 1), c.y - 0.5 + double(i >> 1 & 1), c.z - 0.5 + double(i & 1)};
    store_point(out, i, in_voxel_space ? corner : to_world(grid.heads[batch.list_of(row)], corner));
  }
};

/// Writes the ends of one edge: four along x, four along y, four along z, each from its lower corner to its upper.
struct WriteEdge {
  GridView grid;
  BatchOffsets batch;
  int64_t* out;  // [n_voxels, 12, 2]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t row = i / 12;
    const int edge = int(i - row * 12);
    const int axis = edge >> 2;
    const int step = 4 >> axis;
    const int at = edge & 3;
    const int lower = axis == 0 ? at : axis == 1 ? (at >> 1) * 4 + (at & 1) : at * 2;
    const int64_t first = (row - grid.heads[batch.list_of(row)].first_row) * 8 + lower;
    out[2 * i] = first;
    out[2 * i + 1] = first + step;
  }
};

}  // namespace

Status operators::edge_network(Context& c, const EdgeNetworkArgs& a) {
  LookupRequest asked(c);
  DVDB_TRY(asked.place_voxels(c, *a.grid));
  const int64_t n = asked.grid.n_voxels;
  backend::Scratch memory(c);
  Span<Coord> voxels;
  DVDB_TRY(memory.allocate(n, voxels));
  DVDB_TRY(list_voxels(c, asked.grid, voxels));
  DVDB_TRY(with_real(c, a.dtype, "corners", [&]<class T>() -> Status {
    const bool in_voxel_space = a.space == DVDB_SPACE_VOXEL;
    T* const corners = a.out_vertices.as<T>().data;
    return backend::for_each(c, n * 8, WriteCorner<T>{asked.grid, asked.batch, voxels.data, in_voxel_space, corners});
  }));
  return backend::for_each(c, n * 12, WriteEdge{asked.grid, asked.batch, a.out_edges.data});
}
