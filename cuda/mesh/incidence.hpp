/// The mesh vertices on the edges around each voxel.
#pragma once

#include "mesh/field.hpp"

namespace dvdb::mesh {

/// Writes to each voxel the first vertex whose edge begins there.
struct WriteFirstVertex {
  Ends ends;
  int64_t* first;  // [n_voxels], -1 before

  DVDB_FN void operator()(int64_t vertex) const {
    if (!ends.fit(vertex)) return;
    if (vertex == 0 || ends.low(vertex - 1) != ends.low(vertex)) first[ends.low(vertex)] = vertex;
  }
};

/// Finds the vertices on the edges around a voxel.
struct Incidence {
  VoxelNeighbors neighbors;
  Ends ends;
  const int64_t* first;  // [n_voxels]
  int64_t n_vertices;

  /// Calls visit(vertex, axis, is_low) for the edges that begin at a voxel, then for those that end there.
  template <class Visit>
  DVDB_FN void each(int64_t row, Visit visit) const {
    const VoxelSite site = neighbors.sites.find(row);
    for (int axis = 0; axis < 3; ++axis) {
      const int64_t vertex = find(row, neighbors.find_along(site, axis, 1));
      if (vertex >= 0) visit(vertex, axis, true);
    }
    for (int axis = 0; axis < 3; ++axis) {
      const int64_t vertex = find(neighbors.find_along(site, axis, -1), row);
      if (vertex >= 0) visit(vertex, axis, false);
    }
  }

 private:
  DVDB_FN int64_t find(int64_t low, int64_t high) const {
    if (low < 0 || high < 0) return -1;
    const int64_t begin = first[low];
    if (begin < 0) return -1;
    for (int64_t vertex = begin; vertex < min_of(begin + 3, n_vertices) && ends.low(vertex) == low; ++vertex) {
      if (ends.high(vertex) == high) return vertex;
    }
    return -1;
  }
};

/// The derivative of the level's position on an edge by the value at one of its ends.
template <class T>
DVDB_FN double cut_slope(const Field<T>& field, const Ends& ends, int64_t vertex, bool is_low) {
  const double low = field[ends.low(vertex)];
  const double high = field[ends.high(vertex)];
  const double part = field.cut(low, high);
  const double way = high - low;
  return way == 0 ? 0 : (is_low ? part - 1 : -part) / way;
}

/// Owns the memory of an Incidence's tables.
class IncidenceTables {
 public:
  explicit IncidenceTables(Context& context) : context_(context), around_(context), first_(context) {}

  Status make(const GridView& grid, const Ends& ends, int64_t n_vertices, Incidence& out) {
    Span<int64_t> first;
    DVDB_TRY(around_.make(grid, 1, out.neighbors));
    DVDB_TRY(first_.allocate(grid.n_voxels, first));
    DVDB_TRY(backend::fill(context_, first.data, UINT64_MAX, 8, first.size * int64_t(sizeof(int64_t))));
    DVDB_TRY(backend::for_each(context_, n_vertices, WriteFirstVertex{ends, first.data}));
    out.ends = ends;
    out.first = first.data;
    out.n_vertices = n_vertices;
    return {};
  }

 private:
  Context& context_;
  VoxelNeighborTables around_;
  backend::Scratch first_;
};

}  // namespace dvdb::mesh
