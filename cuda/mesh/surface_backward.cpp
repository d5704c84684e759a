/// Backward passes of meshes and of features at their vertices: gradients with respect to voxels.
#include "core/channel_groups.hpp"
#include "mesh/incidence.hpp"

using namespace dvdb;
using namespace dvdb::mesh;

namespace {

using AnyField = Field<RealElements>;

template <class V>
struct GatherVertices {
  AnyField field;
  Incidence near;
  const V* gradients;  // [n_vertices, 3]
  RealElements out;    // [n_voxels]

  DVDB_FN void operator()(int64_t row) const {
    double sum = 0;
    const VoxelSite site = near.neighbors.sites.find(row);
    const GridHead& head = near.neighbors.head_of(site);
    near.each(row, [&](int64_t vertex, int axis, bool is_low) {
      sum += to_double(gradients[3 * vertex + axis]) * head.size[axis] * cut_slope(field, near.ends, vertex, is_low);
    });
    out.set(row, sum);
  }
};

/// Sums up a group of channels of a voxel's features.
template <class F>
struct GatherFeatures {
  using Groups = ChannelGroupsOf<8>;
  AnyField field;
  Incidence near;
  Groups groups;
  const F* gradients;  // [n_vertices, channels]
  F* out;              // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    const auto [row, first, width] = groups.item(i);
    double sums[Groups::kWidth] = {};
    near.each(row, [&](int64_t vertex, int, bool is_low) {
      const double part = field.cut(field[near.ends.low(vertex)], field[near.ends.high(vertex)]);
      const double weight = is_low ? 1 - part : part;
      const F* const from = gradients + vertex * groups.channels + first;
      for (int channel = 0; channel < width && weight != 0; ++channel)
        sums[channel] += weight * to_double(from[channel]);
    });
    for (int channel = 0; channel < width; ++channel)
      out[row * groups.channels + first + channel] = from_double<F>(sums[channel]);
  }
};

/// Gradients of features by the field, as they move the level on edges, summed over all channels.
template <class F>
struct GatherCuts {
  AnyField field;
  Incidence near;
  int64_t channels;
  const F* features;   // [n_voxels, channels]
  const F* gradients;  // [n_vertices, channels]
  RealElements out;    // [n_voxels]

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
    out.set(row, sum);
  }
};

}  // namespace

Status operators::marching_cubes_backward(Context& c, const MarchingCubesBackwardArgs& a) {
  const GridView& grid = a.grid->view;
  return with_any_surface(c, a, [&](const AnyField& field, const Ends& ends) -> Status {
    IncidenceTables tables(c);
    Incidence near;
    DVDB_TRY(tables.make(grid, ends, a.n_vertices, near));
    return with_real(c, a.vertex_dtype, "gradients", [&]<class V>() -> Status {
      const GatherVertices<V> gather{field, near, a.gradients.as<V>().data, {a.out.data, a.dtype}};
      return backend::for_each(c, grid.n_voxels, gather, 1024);
    });
  });
}

Status operators::surface_features_backward(Context& c, const SurfaceFeaturesBackwardArgs& a) {
  const GridView& grid = a.grid->view;
  return with_any_surface(c, a, [&](const AnyField& field, const Ends& ends) -> Status {
    return with_real(c, a.feature_dtype, "features", [&]<class F>() -> Status {
      const F* const gradients = a.gradients.as<F>().data;
      IncidenceTables tables(c);
      Incidence near;
      DVDB_TRY(tables.make(grid, ends, a.n_vertices, near));
      using Gather = GatherFeatures<F>;
      const auto groups = Gather::Groups::of(a.channels);
      const Gather gather{field, near, groups, gradients, a.out_features.as<F>().data};
      if (a.channels > 0) DVDB_TRY(backend::for_each(c, groups.items(grid.n_voxels), gather, 1024));
      const GatherCuts<F> cuts{
          field, near, a.channels, a.features.as<F>().data, gradients, {a.out_field.data, a.dtype}};
      return backend::for_each(c, grid.n_voxels, cuts, 1024);
    });
  });
}
