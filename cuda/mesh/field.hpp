/// Fields on voxels, and where their iso level crosses the edges between voxels.
#pragma once

#include "backend/api/launch.hpp"
#include "core/around.hpp"
#include "core/entry.hpp"
#include "core/grid_batch.hpp"
#include "core/reals.hpp"
#include "denovdb/mesh.h"

namespace dvdb::mesh {

/// Values of voxels, and the iso level.
template <class T>
struct Field {
  const T* values = nullptr;  // [n_voxels]
  double iso = 0;

  DVDB_FN double operator[](int64_t row) const { return to_double(values[row]); }
  DVDB_FN bool is_inside(double value) const { return value < iso; }
  DVDB_FN static bool is_finite(double value) { return value - value == 0; }

  /// Where the level is on an edge, from 0 at the lower end to 1. The formula is scale-free and needs no tolerance.
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

/// Most vertices, triangles or elements of features: beyond any memory, and products with sizes fit 64 bits.
inline constexpr int64_t kMost = int64_t(1) << 44;

inline Status check_count(Context& c, int64_t count, const char* name) {
  if (count >= 0 && count <= kMost) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot make mesh: a count of %lld %s is out of range", static_cast<long long>(count), name);
}

/// Rejects numbers of channels whose product with this number of rows could overflow.
inline Status check_channels(Context& c, int64_t channels, int64_t rows) {
  if (channels >= 0 && (rows == 0 || channels <= kMost / rows)) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot make mesh: %lld channels of %lld rows are out of range", static_cast<long long>(channels),
              static_cast<long long>(rows));
}

inline Status check_iso(Context& c, double iso) {
  if (iso - iso == 0) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot make mesh: the level %g is not finite", iso);
}

/// The arguments about a field that entries have in common.
struct FieldRequest {
  dvdb_grid grid;
  dvdb_buffer values;
  uint32_t dtype;
  double iso;
};

/// Checks the request and calls body(grid, field).
template <class Body>
Status with_field(Context& c, const FieldRequest& request, Body body) {
  GridBatch* found = nullptr;
  DVDB_TRY(check_iso(c, request.iso));
  DVDB_TRY(find(c, request.grid, &found));
  const GridView& grid = found->view;
  return with_real(c, request.dtype, "values", [&]<class T>() -> Status {
    Span<T> values;
    DVDB_TRY(borrow(c, request.values, grid.n_voxels, "values", values));
    return body(grid, Field<T>{values.data, request.iso});
  });
}

/// The same with the edges of a mesh: body(grid, field, ends).
template <class Body>
Status with_surface(Context& c, const FieldRequest& request, dvdb_buffer ends, int64_t n_vertices, Body body) {
  DVDB_TRY(check_count(c, n_vertices, "vertices"));
  return with_field(c, request, [&]<class T>(const GridView& grid, const Field<T>& field) -> Status {
    Span<int64_t> rows;
    DVDB_TRY(borrow(c, ends, n_vertices * 2, "ends", rows));
    return body(grid, field, Ends{rows.data, grid.n_voxels});
  });
}

}  // namespace dvdb::mesh
