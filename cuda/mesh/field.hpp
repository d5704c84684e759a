/// Fields on voxels, and where their iso level crosses the edges between voxels.
#pragma once

#include <type_traits>

#include "_generated/mesh_args.hpp"
#include "backend/api/launch.hpp"
#include "core/reals.hpp"
#include "core/voxel_neighbors.hpp"

namespace dvdb::mesh {

/// Values of voxels, of a type or RealElements, and the iso level.
template <class T>
struct Field {
  std::conditional_t<std::is_same_v<T, RealElements>, RealElements, const T*> values{};  // [n_voxels]
  double iso = 0;

  DVDB_FN double operator[](int64_t row) const { return to_double(values[row]); }
  DVDB_FN bool is_inside(double value) const { return value < iso; }
  DVDB_FN static bool is_finite(double value) { return value - value == 0; }

  /// Position of the level on an edge, from 0 at the lower end to 1. The formula is scale-free and needs no tolerance.
  DVDB_FN double cut(double low, double high) const {
    const double way = high - low;
    if (is_finite(way)) return within((iso - low) / way);
    return within((0.5 * iso - 0.5 * low) / (0.5 * high - 0.5 * low));
  }

 private:
  /// Clamps to 0 to 1: needed where the field is not the one from which the mesh was made.
  DVDB_FN static double within(double t) { return t > 0 ? (t < 1 ? t : 1) : 0; }
};

/// The two voxels of each vertex's edge.
struct Ends {
  const int64_t* rows = nullptr;  // [n_vertices, 2]
  int64_t n_voxels = 0;

  DVDB_FN int64_t low(int64_t vertex) const { return rows[2 * vertex]; }
  DVDB_FN int64_t high(int64_t vertex) const { return rows[2 * vertex + 1]; }
  /// Whether both are voxels of the batch: callers of the C interface may pass anything.
  DVDB_FN bool fit(int64_t vertex) const { return is_row(low(vertex)) && is_row(high(vertex)); }

 private:
  DVDB_FN bool is_row(int64_t row) const { return row >= 0 && row < n_voxels; }
};

inline Status check_iso(Context& c, double iso) {
  if (iso - iso == 0) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot make mesh: the level %g is not finite", iso);
}

/// Calls body(field) with the field of the arguments.
template <class Args, class Body>
Status with_field(Context& c, const Args& a, Body body) {
  DVDB_TRY(check_iso(c, a.iso_level));
  return with_real(c, a.dtype, "field",
                   [&]<class T>() -> Status { return body(Field<T>{a.field.template as<T>().data, a.iso_level}); });
}

/// The same with the edges of a mesh: body(field, ends).
template <class Args, class Body>
Status with_surface(Context& c, const Args& a, Body body) {
  return with_field(c, a, [&]<class T>(const Field<T>& field) -> Status {
    return body(field, Ends{a.ends.data, a.grid->view.n_voxels});
  });
}

/// The same where few values are read: all types of fields share what is compiled.
template <class Args, class Body>
Status with_any_surface(Context& c, const Args& a, Body body) {
  DVDB_TRY(check_iso(c, a.iso_level));
  return body(Field<RealElements>{{a.field.data, a.dtype}, a.iso_level}, Ends{a.ends.data, a.grid->view.n_voxels});
}

}  // namespace dvdb::mesh
