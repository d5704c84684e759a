/// Operands of the entries about points and kernels.
#pragma once

#include "_generated/sample_args.hpp"
#include "backend/api/launch.hpp"
#include "core/numbers.hpp"
#include "sample/corners/stencils.hpp"

namespace dvdb::sample {

/// Points of any real type.
struct Points {
  const void* data = nullptr;  // [n, 3]
  uint32_t dtype = DVDB_F32;

  DVDB_FN Vec3d operator[](int64_t i) const {
    if (dtype == DVDB_F32) return load_point(static_cast<const float*>(data), i);
    if (dtype == DVDB_F64) return load_point(static_cast<const double*>(data), i);
    return load_point(static_cast<const Half*>(data), i);
  }
};

/// Writes a number of a point, in the type that points have.
template <class R>
DVDB_FN void store_real(void* data, uint32_t dtype, int64_t i, R value) {
  if (dtype == DVDB_F32) {
    static_cast<float*>(data)[i] = store_as<float>(value, false);
  } else if (dtype == DVDB_F64) {
    static_cast<double*>(data)[i] = store_as<double>(value, false);
  } else {
    static_cast<Half*>(data)[i] = store_as<Half>(value, false);
  }
}

/// Elements that are read and written together.
template <class T, int kWidth>
struct alignas(kWidth * sizeof(T)) Pack {
  T at[kWidth];
};

/// Elements that are used together, but read one by one.
template <class T, int kWidth>
struct UnalignedPack {
  T at[kWidth];
};

template <class T>
constexpr int kMostInPack = 16 / int(sizeof(T));

/// Calls body.operator()<kWidth>() with how many channels of T may be read and written together, of rows in arrays
/// whose addresses are joined in `addresses`: as many as 16 bytes hold, or 1.
template <class T, class Body>
Status with_pack(int64_t channels, uint64_t addresses, Body body) {
  constexpr int kMost = kMostInPack<T>;
  return channels % kMost == 0 && addresses % 16 == 0 ? body.template operator()<kMost>()
                                                      : body.template operator()<1>();
}

/// Points, and the grids that they are in.
struct LocatedPoints {
  GridView grid;
  BatchOffsets batch;
  Points points;
  double factor = 1;  // of the kernel

  DVDB_FN const GridHead& head_of(int64_t point) const { return grid.heads[batch.list_of(point)]; }

  /// Places a stencil at a point and finds its rows, -1 for those that are not active; false for a point without any.
  template <class Stencil>
  DVDB_FN bool place(int64_t point, const GridHead& head, Stencil& stencil, int64_t (&rows)[Stencil::kTaps]) const {
    if (!stencil.place(to_voxel(head, points[point]))) return false;
    if constexpr (Stencil::kIsScaled) stencil.factor = factor;
    LeafFinder finder(grid, head);
    stencil.find_rows(grid, finder, rows);
    return true;
  }
  /// The same, for kernels of many types that have stencils of 27 voxels.
  template <class Stencil>
  DVDB_FN_APART bool place_apart(int64_t point, const GridHead& head, Stencil& stencil,
                                 int64_t (&rows)[Stencil::kTaps]) const {
    return place(point, head, stencil, rows);
  }
};

/// Calls body(places) with the points of the arguments, for which their lists are there.
template <class Args, class Body>
Status with_located_points(Context& c, const Args& a, Body body) {
  backend::Scratch memory(c);
  LocatedPoints places;
  places.grid = a.grid->view;
  places.points = {a.points.data, a.points.dtype};
  if constexpr (requires { a.kernel; }) places.factor = a.kernel == DVDB_KERNEL_BEZIER_8 ? 8 : 1;
  DVDB_TRY(place_offsets(c, a.offsets, a.n_grids, a.n, memory, places.batch));
  return body(places);
}

/// Calls body.operator()<Stencil>() for a kernel.
template <class Body>
Status with_stencil(Context& c, uint32_t kernel, Body body) {
  switch (kernel) {
    case DVDB_KERNEL_NEAREST: return body.template operator()<NearestStencil>();
    case DVDB_KERNEL_TRILINEAR: return body.template operator()<TrilinearStencil>();
    case DVDB_KERNEL_BEZIER:
    case DVDB_KERNEL_BEZIER_8: return body.template operator()<BezierStencil>();
    default: return fail(c, DVDB_INVALID_ARGUMENT, "Cannot sample voxels: kernel %u is unknown", kernel);
  }
}

/// Calls body.operator()<T, Stencil>(places, features, out) for features of points that are given to the voxels around
/// them.
template <class Args, class Body>
Status with_features(Context& c, const Args& a, Body body) {
  return with_located_points(c, a, [&](const LocatedPoints& places) -> Status {
    if (a.channels == 0) return {};
    return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
      return with_stencil(c, a.kernel, [&]<class Stencil>() -> Status {
        return body.template operator()<T, Stencil>(places, a.features.template as<T>().data,
                                                    a.out.template as<T>().data);
      });
    });
  });
}

/// Calls body.operator()<T, Stencil>(places, features, weights) for features of voxels, and weights of their samples.
template <class Args, class Body>
Status with_weights(Context& c, const Args& a, Body body) {
  return with_located_points(c, a, [&](const LocatedPoints& places) -> Status {
    return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
      return with_stencil(c, a.kernel, [&]<class Stencil>() -> Status {
        return body.template operator()<T, Stencil>(places, a.features.template as<T>().data,
                                                    a.weights.template as<T>().data);
      });
    });
  });
}

}  // namespace dvdb::sample
