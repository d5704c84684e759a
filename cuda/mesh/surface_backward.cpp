/// Gradients of meshes and of what their vertices get from voxels, by the voxels.
#include "core/words.hpp"
#include "mesh/field.hpp"

using namespace dvdb;
using namespace dvdb::mesh;

namespace {

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
  Around around;
  Ends ends;
  const int64_t* first;  // [n_voxels]
  int64_t n_vertices;

  /// Calls visit(vertex, axis, is_low) for the edges that begin at a voxel, then for those that end there.
  template <class Visit>
  DVDB_FN void each(int64_t row, Visit visit) const {
    const VoxelSite site = around.sites.find(row);
    for (int axis = 0; axis < 3; ++axis) {
      const int64_t vertex = find(row, around.find_along(site, axis, 1));
      if (vertex >= 0) visit(vertex, axis, true);
    }
    for (int axis = 0; axis < 3; ++axis) {
      const int64_t vertex = find(around.find_along(site, axis, -1), row);
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

/// How the place of the level on an edge changes with the value at one of its ends.
template <class T>
DVDB_FN double cut_slope(const Field<T>& field, const Ends& ends, int64_t vertex, bool is_low) {
  const double low = field[ends.low(vertex)];
  const double high = field[ends.high(vertex)];
  const double part = field.cut(low, high);
  const double way = high - low;
  return way == 0 ? 0 : (is_low ? part - 1 : -part) / way;
}

template <class T>
struct GatherVertices {
  Field<T> field;
  Incidence near;
  const T* gradients;  // [n_vertices, 3]
  T* out;              // [n_voxels]

  DVDB_FN void operator()(int64_t row) const {
    double sum = 0;
    const VoxelSite site = near.around.sites.find(row);
    const GridHead& head = near.around.head_of(site);
    near.each(row, [&](int64_t vertex, int axis, bool is_low) {
      sum += to_double(gradients[3 * vertex + axis]) * head.size[axis] * cut_slope(field, near.ends, vertex, is_low);
    });
    out[row] = from_double<T>(sum);
  }
};

/// Sums up a group of channels of a voxel's features.
template <class T, class F>
struct GatherFeatures {
  static constexpr int kWidth = 8;
  Field<T> field;
  Incidence near;
  int64_t channels;
  Divider groups;      // of kWidth channels
  const F* gradients;  // [n_vertices, channels]
  F* out;              // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    int64_t group;
    const int64_t row = groups.divide(i, &group);
    const int64_t first = group * kWidth;
    const int width = int(min_of(int64_t(kWidth), channels - first));
    double sums[kWidth] = {};
    near.each(row, [&](int64_t vertex, int, bool is_low) {
      const double part = field.cut(field[near.ends.low(vertex)], field[near.ends.high(vertex)]);
      const double share = is_low ? 1 - part : part;
      const F* const from = gradients + vertex * channels + first;
      for (int channel = 0; channel < width && share != 0; ++channel) sums[channel] += share * to_double(from[channel]);
    });
    for (int channel = 0; channel < width; ++channel) out[row * channels + first + channel] = from_double<F>(sums[channel]);
  }
};

/// Sums up over all channels how features change where the level moves.
template <class T, class F>
struct GatherCuts {
  Field<T> field;
  Incidence near;
  int64_t channels;
  const F* features;   // [n_voxels, channels]
  const F* gradients;  // [n_vertices, channels]
  T* out;              // [n_voxels]

  DVDB_FN void operator()(int64_t row) const {
    double sum = 0;
    near.each(row, [&](int64_t vertex, int, bool is_low) {
      const F* const low = features + near.ends.low(vertex) * channels;
      const F* const high = features + near.ends.high(vertex) * channels;
      const F* const gradient = gradients + vertex * channels;
      double rise = 0;
      for (int64_t channel = 0; channel < channels; ++channel) {
        rise += to_double(gradient[channel]) * (to_double(high[channel]) - to_double(low[channel]));
      }
      sum += rise * cut_slope(field, near.ends, vertex, is_low);
    });
    out[row] = from_double<T>(sum);
  }
};

/// Keeps the tables of an Incidence alive.
class IncidenceTables {
 public:
  explicit IncidenceTables(Context& context) : context_(context), around_(context), first_(context) {}

  Status make(const GridView& grid, const Ends& ends, int64_t n_vertices, Incidence& out) {
    Span<int64_t> first;
    DVDB_TRY(around_.make(grid, 1, out.around));
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
  AroundTables around_;
  backend::Scratch first_;
};

}  // namespace

dvdb_status dvdb_marching_cubes_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer values, uint32_t dtype, double iso, dvdb_buffer ends,
                                         int64_t n_vertices, dvdb_buffer gradients, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return with_surface(c, {grid, values, dtype, iso}, ends, n_vertices, [&]<class T>(const GridView& view, const Field<T>& field, const Ends& edges) -> Status {
      Span<T> from;
      Span<T> to;
      DVDB_TRY(borrow(c, gradients, n_vertices * 3, "gradients", from));
      DVDB_TRY(borrow(c, out, view.n_voxels, "out", to));
      IncidenceTables tables(c);
      Incidence near;
      DVDB_TRY(tables.make(view, edges, n_vertices, near));
      return backend::for_each(c, view.n_voxels, GatherVertices<T>{field, near, from.data, to.data}, 1024);
    });
  });
}

dvdb_status dvdb_surface_features_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer values, uint32_t dtype, double iso, dvdb_buffer ends,
                                           int64_t n_vertices, dvdb_buffer features, uint32_t feature_dtype, int64_t channels,
                                           dvdb_buffer gradients, dvdb_buffer out_features, dvdb_buffer out_values) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return with_surface(c, {grid, values, dtype, iso}, ends, n_vertices, [&]<class T>(const GridView& view, const Field<T>& field, const Ends& edges) -> Status {
      DVDB_TRY(check_channels(c, channels, max_of(n_vertices, view.n_voxels)));
      return with_real(c, feature_dtype, "features", [&]<class F>() -> Status {
        Span<F> held;
        Span<F> from;
        Span<F> by_features;
        Span<T> by_values;
        DVDB_TRY(borrow(c, features, view.n_voxels * channels, "features", held));
        DVDB_TRY(borrow(c, gradients, n_vertices * channels, "gradients", from));
        DVDB_TRY(borrow(c, out_features, view.n_voxels * channels, "out_features", by_features));
        DVDB_TRY(borrow(c, out_values, view.n_voxels, "out_values", by_values));
        IncidenceTables tables(c);
        Incidence near;
        DVDB_TRY(tables.make(view, edges, n_vertices, near));
        using Gather = GatherFeatures<T, F>;
        const Divider groups = Divider::of(max_of<int64_t>((channels + Gather::kWidth - 1) / Gather::kWidth, 1));
        const Gather gather{field, near, channels, groups, from.data, by_features.data};
        if (channels > 0) DVDB_TRY(backend::for_each(c, view.n_voxels * groups.by, gather, 1024));
        return backend::for_each(c, view.n_voxels, GatherCuts<T, F>{field, near, channels, held.data, from.data, by_values.data}, 1024);
      });
    });
  });
}
