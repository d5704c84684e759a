/// Backward pass of the normals of surfaces: gradients with respect to the field.
#include "core/words.hpp"
#include "mesh/incidence.hpp"
#include "mesh/slopes.hpp"

using namespace dvdb;
using namespace dvdb::mesh;

namespace {

/// Gradients that a vertex passes on: with respect to the slope at it, and to its position on its edge.
struct VertexGradient {
  double slope[3];
  double part;
};

/// Gradients that a voxel passes on: with respect to the slope at it, and to its own value as an end of edges.
struct VoxelGradient {
  double slope[3];
  double value;
};

template <class T>
struct PropagateVertex {
  Slopes<T> slopes;
  Ends ends;
  const T* gradients;   // [n_vertices, 3]
  VertexGradient* out;  // [n_vertices]

  DVDB_FN void operator()(int64_t vertex) const {
    VertexGradient gradient = {};
    double length = 0;
    if (ends.fit(vertex)) {
      const int64_t low = ends.low(vertex);
      const int64_t high = ends.high(vertex);
      const Vec3d normal = slopes.normal(low, high, &length);
      if (length > 0) {
        const Vec3d by = load_point(gradients, vertex);
        const double along = normal.x * by.x + normal.y * by.y + normal.z * by.z;
        const Vec3d a = slopes.at(low);
        const Vec3d b = slopes.at(high);
        for (int axis = 0; axis < 3; ++axis) {
          // Only the component perpendicular to the normal rotates it.
          gradient.slope[axis] = (by[axis] - along * normal[axis]) / length;
          gradient.part += gradient.slope[axis] * (b[axis] - a[axis]);
        }
      }
    }
    out[vertex] = gradient;
  }
};

/// Sums up what the vertices around a voxel pass on.
template <class T>
struct PropagateVoxel {
  Field<T> field;
  Incidence near;
  const VertexGradient* shares;  // [n_vertices]
  VoxelGradient* out;            // [n_voxels]

  DVDB_FN void operator()(int64_t row) const {
    VoxelGradient sum = {};
    near.each(row, [&](int64_t vertex, int, bool is_low) {
      const VertexGradient& gradient = shares[vertex];
      const double part = field.cut(field[near.ends.low(vertex)], field[near.ends.high(vertex)]);
      for (int axis = 0; axis < 3; ++axis) sum.slope[axis] += (is_low ? 1 - part : part) * gradient.slope[axis];
      sum.value += gradient.part * cut_slope(field, near.ends, vertex, is_low);
    });
    out[row] = sum;
  }
};

/// Sums up the gradients that a voxel's value gets through the slopes at it and at its neighbors.
template <class T>
struct GatherSlopes {
  Slopes<T> slopes;
  const VoxelGradient* shares;  // [n_voxels]
  T* out;                       // [n_voxels]

  DVDB_FN void operator()(int64_t row) const {
    double sum = shares[row].value;
    if (Field<T>::is_finite(slopes.field[row])) {
      const VoxelSite site = slopes.neighbors.sites.find(row);
      const double* const size = slopes.neighbors.head_of(site).size;
      for (int axis = 0; axis < 3; ++axis) {
        const int64_t below = slopes.beside(site, axis, -1);
        const int64_t above = slopes.beside(site, axis, 1);
        double rise = 0;
        if (below < 0 && above >= 0) rise -= shares[row].slope[axis];
        if (below >= 0 && above < 0) rise += shares[row].slope[axis];
        if (below >= 0) rise += weight(below, axis, -1) * shares[below].slope[axis];
        if (above >= 0) rise -= weight(above, axis, 1) * shares[above].slope[axis];
        sum += rise / size[axis];
      }
    }
    out[row] = from_double<T>(sum);
  }

 private:
  /// The weight of one side in the slope at a voxel: a half where the opposite side has a value too.
  DVDB_FN double weight(int64_t row, int axis, int by) const {
    return slopes.beside(slopes.neighbors.sites.find(row), axis, by) >= 0 ? 0.5 : 1;
  }
};

}  // namespace

Status operators::surface_normals_backward(Context& c, const SurfaceNormalsBackwardArgs& a) {
  const GridView& grid = a.grid->view;
  return with_surface(c, a, [&]<class T>(const Field<T>& field, const Ends& ends) -> Status {
    IncidenceTables tables(c);
    Incidence near;
    backend::Scratch vertex_memory(c);
    backend::Scratch voxel_memory(c);
    Span<VertexGradient> vertices;
    Span<VoxelGradient> voxels;
    DVDB_TRY(tables.make(grid, ends, a.n_vertices, near));
    DVDB_TRY(vertex_memory.allocate(a.n_vertices, vertices));
    DVDB_TRY(voxel_memory.allocate(grid.n_voxels, voxels));
    const Slopes<T> slopes{field, near.neighbors};
    constexpr int64_t kGrain = 256;
    DVDB_TRY(backend::for_each(c, a.n_vertices,
                               PropagateVertex<T>{slopes, ends, a.gradients.as<T>().data, vertices.data}, kGrain));
    DVDB_TRY(backend::for_each(c, grid.n_voxels, PropagateVoxel<T>{field, near, vertices.data, voxels.data}, kGrain));
    return backend::for_each(c, grid.n_voxels, GatherSlopes<T>{slopes, voxels.data, a.out.as<T>().data}, kGrain);
  });
}
