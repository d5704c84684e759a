/// Normals and features at the vertices of meshes, from those of voxels.
#include "core/words.hpp"
#include "mesh/slopes.hpp"

using namespace dvdb;
using namespace dvdb::mesh;

namespace {

template <class T>
struct WriteNormal {
  Slopes<T> slopes;
  Ends ends;
  T* out;  // [n_vertices, 3]

  DVDB_FN void operator()(int64_t vertex) const {
    double length;
    store_point(out, vertex,
                ends.fit(vertex) ? slopes.normal(ends.low(vertex), ends.high(vertex), &length) : Vec3d{0, 0, 0});
  }
};

/// Writes one channel of a vertex.
template <class F>
struct WriteFeature {
  Field<RealElements> field;
  Ends ends;
  const F* features;  // [n_voxels, channels]
  Divider channels;
  F* out;  // [n_vertices, channels]

  DVDB_FN void operator()(int64_t i) const {
    int64_t channel;
    const int64_t vertex = channels.divide(i, &channel);
    if (!ends.fit(vertex)) {
      out[i] = from_double<F>(0);
      return;
    }
    const int64_t low = ends.low(vertex);
    const int64_t high = ends.high(vertex);
    const double part = field.cut(field[low], field[high]);
    double sum = 0;
    // Rows of weight 0 are not read, so that they cannot make the result NaN.
    if (part < 1) sum += (1 - part) * to_double(features[low * channels.by + channel]);
    if (part > 0) sum += part * to_double(features[high * channels.by + channel]);
    out[i] = from_double<F>(sum);
  }
};

}  // namespace

Status operators::surface_normals(Context& c, const SurfaceNormalsArgs& a) {
  return with_surface(c, a, [&]<class T>(const Field<T>& field, const Ends& ends) -> Status {
    VoxelNeighborTables tables(c);
    VoxelNeighbors neighbors;
    DVDB_TRY(tables.make(a.grid->view, 1, neighbors));
    return backend::for_each(c, a.n_vertices, WriteNormal<T>{{field, neighbors}, ends, a.out.as<T>().data}, 256);
  });
}

Status operators::surface_features(Context& c, const SurfaceFeaturesArgs& a) {
  return with_any_surface(c, a, [&](const Field<RealElements>& field, const Ends& ends) -> Status {
    return with_real(c, a.feature_dtype, "features", [&]<class F>() -> Status {
      const Divider channels = Divider::of(max_of<int64_t>(a.channels, 1));
      const WriteFeature<F> write{field, ends, a.features.as<F>().data, channels, a.out.as<F>().data};
      return backend::for_each(c, a.out.size, write);
    });
  });
}
