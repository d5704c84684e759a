/// Input points of any element type as integer coordinates in a cube.
#pragma once

#include "core/reals.hpp"
#include "lod/tree/record.hpp"

namespace dvdb::lod {

/// The cube of a tree. Coordinates of floating-point points are floor((p - low) * (2^bits / edge)), at most 2^bits - 1,
/// with the quotient rounded first; those of integer points are p - low.
struct Frame {
  double low[3] = {};
  double high[3] = {};  // no point is beyond
  double edge = 1;
  int bits = 0;
};

/// Points whose coordinates no frame can hold.
struct BadPoints {
  uint64_t not_finite;
  uint64_t outside;
};

/// Points and colors of the input. The code for a point has no branches, so that a kernel can process several at once.
template <class T>
struct Source {
  static constexpr bool kIsWhole = std::is_same_v<T, int32_t>;
  const T* points;         // [n, 3]
  const uint32_t* colors;  // [n], or one for all points
  int64_t color_step;      // 1, or 0
  double low[3];
  double high[3];
  double scale;       // 2^bits / edge
  uint32_t top;       // 2^bits - 1
  uint32_t first[3];  // of integers: the bits of `low`, and how far `high` is from it
  uint32_t span[3];

  static Source of(const T* points, const uint32_t* colors, bool has_colors, const Frame& frame) {
    const double cells = double(uint64_t(1) << frame.bits);
    Source source{
        points, colors, has_colors ? 1 : 0, {}, {}, cells / frame.edge, uint32_t((uint64_t(1) << frame.bits) - 1),
        {},     {}};
    for (int axis = 0; axis < 3; ++axis) {
      source.low[axis] = frame.low[axis];
      source.high[axis] = frame.high[axis];
      if constexpr (kIsWhole) {
        source.first[axis] = uint32_t(int64_t(frame.low[axis]));
        source.span[axis] = uint32_t(int64_t(frame.high[axis] - frame.low[axis]));
      }
    }
    return source;
  }

  /// One coordinate, and whether the frame can hold it.
  DVDB_FN bool place(int64_t at, int axis, uint32_t* out) const {
    if constexpr (kIsWhole) {
      *out = uint32_t(points[at]) - first[axis];
      return *out <= span[axis];
    } else {
      const double value = to_double(points[at]);
      const bool fits = value >= low[axis] && value <= high[axis];
      const double scaled = fits ? (value - low[axis]) * scale : 0;
      *out = uint32_t(scaled < double(top) ? scaled : double(top));
      return fits;
    }
  }
  template <class P>
  DVDB_FN bool load(int64_t i, P& p) const {
    const bool x = place(3 * i, 0, &p.x);
    const bool y = place(3 * i + 1, 1, &p.y);
    const bool z = place(3 * i + 2, 2, &p.z);
    return (x & y & z) != 0;
  }
  DVDB_FN bool is_finite(int64_t i) const {
    if constexpr (kIsWhole) {
      return true;
    } else {
      const Vec3d p = load_point(points, i);
      return p.x - p.x == 0 && p.y - p.y == 0 && p.z - p.z == 0;
    }
  }
  DVDB_FN uint32_t color(int64_t i) const { return colors[i * color_step]; }
};

/// Calls `body.operator()<T>()` with the C++ type of coordinates; those of f16 have become f32 before.
template <class Body>
Status with_coordinate(Context& context, uint32_t dtype, Body body) {
  if (dtype == DVDB_I32) return body.template operator()<int32_t>();
  if (dtype == DVDB_F32) return body.template operator()<float>();
  if (dtype == DVDB_F64) return body.template operator()<double>();
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot build LOD: dtype %u of points is not f16, f32, f64 or i32",
              dtype);
}

}  // namespace dvdb::lod
