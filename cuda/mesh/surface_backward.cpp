/// Backward passes of meshes and of features at their vertices: gradients with respect to voxels.
#include "core/channel_groups.hpp"
#include "mesh/incidence.hpp"

using namespace dvdb;
using namespace dvdb::mesh;

namespace {

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
  using Groups = ChannelGroupsOf<8>;
  Field<T> field;
  Incidence near;
  Groups groups;
  const F* gradients;  // [n_vertices, channels]
  F* out;              // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    const auto [row, first, width] = groups.item(i);
    double sums[Groups::kWidth] = {};
    near.each(row, [&](int64_t vertex, int, bool is_low) {
      const double part = field.cut(field[near.ends.low(vertex)], field[near.ends.high(vertex)]);
      const double share = is_low ? 1 - part : part;
      const F* const from = gradients + vertex * groups.channels + first;
      for (int channel = 0; channel < width && share != 0; ++channel) sums[channel] += share * to_double(from[channel]);
    });
    for (int channel = 0; channel < width; ++channel) out[row * groups.channels + first + channel] = from_double<F>(sums[channel]);
  }
};

/// Gradients of features by the field, as they move the level on edges, summed over all channels.
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
        const auto groups = Gather::Groups::of(channels);
        const Gather gather{field, near, groups, from.data, by_features.data};
        if (channels > 0) DVDB_TRY(backend::for_each(c, groups.items(view.n_voxels), gather, 1024));
        return backend::for_each(c, view.n_voxels, GatherCuts<T, F>{field, near, channels, held.data, from.data, by_values.data}, 1024);
      });
    });
  });
}
