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
    store_point(out, vertex, ends.fit(vertex) ? slopes.normal(ends.low(vertex), ends.high(vertex), &length) : Vec3d{0, 0, 0});
  }
};

/// Writes one channel of a vertex.
template <class T, class F>
struct WriteFeature {
  Field<T> field;
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

dvdb_status dvdb_surface_normals(dvdb_context context, dvdb_grid grid, dvdb_buffer values, uint32_t dtype, double iso, dvdb_buffer ends,
                                 int64_t n_vertices, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return with_surface(c, {grid, values, dtype, iso}, ends, n_vertices, [&]<class T>(const GridView& view, const Field<T>& field, const Ends& edges) -> Status {
      Span<T> normals;
      DVDB_TRY(borrow(c, out, n_vertices * 3, "out", normals));
      AroundTables tables(c);
      Around around;
      DVDB_TRY(tables.make(view, 1, around));
      return backend::for_each(c, n_vertices, WriteNormal<T>{{field, around}, edges, normals.data}, 256);
    });
  });
}

dvdb_status dvdb_surface_features(dvdb_context context, dvdb_grid grid, dvdb_buffer values, uint32_t dtype, double iso, dvdb_buffer ends,
                                  int64_t n_vertices, dvdb_buffer features, uint32_t feature_dtype, int64_t channels, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return with_surface(c, {grid, values, dtype, iso}, ends, n_vertices, [&]<class T>(const GridView& view, const Field<T>& field, const Ends& edges) -> Status {
      DVDB_TRY(check_channels(c, channels, max_of(n_vertices, view.n_voxels)));
      return with_real(c, feature_dtype, "features", [&]<class F>() -> Status {
        Span<F> from;
        Span<F> to;
        DVDB_TRY(borrow(c, features, view.n_voxels * channels, "features", from));
        DVDB_TRY(borrow(c, out, n_vertices * channels, "out", to));
        const WriteFeature<T, F> write{field, edges, from.data, Divider::of(max_of<int64_t>(channels, 1)), to.data};
        return backend::for_each(c, n_vertices * channels, write);
      });
    });
  });
}
