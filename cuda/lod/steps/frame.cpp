/// The cube of a tree: given, or computed from the points.
#include <cmath>

#include "backend/api/launch.hpp"
#include "lod/tree/request.hpp"

namespace dvdb::lod {

namespace {

/// Integers that are ordered like the doubles they encode; -0 counts as 0.
DVDB_FN int64_t ordered(double value) {
  union {
    double from;
    int64_t to;
  } convert = {value + 0.0};
  return convert.to >= 0 ? convert.to : convert.to ^ INT64_MAX;
}
double from_ordered(int64_t bits) {
  union {
    int64_t from;
    double to;
  } convert = {bits >= 0 ? bits : bits ^ INT64_MAX};
  return convert.to;
}

/// Reals in their order; integers as they are.
struct Extent {
  int64_t low[3];
  int64_t high[3];
  uint64_t bad;
};

/// Extends a bounding box by points, a tile at a time.
template <class T>
struct WidenExtent {
  static constexpr int kThreads = 256;
  static constexpr int kItems = 16;
  static constexpr int kPhases = 2;
  struct Shared {
    int64_t low[kThreads][3];
    int64_t high[kThreads][3];
  };
  const T* points;
  int64_t n;
  Extent* extent;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0) {
      for (int axis = 0; axis < 3; ++axis) {
        shared.low[thread][axis] = INT64_MAX;
        shared.high[thread][axis] = INT64_MIN;
      }
      for (int k = 0; k < kItems; ++k) {
        const int64_t i = (tile * kItems + k) * kThreads + thread;
        if (i < n) widen(i, shared.low[thread], shared.high[thread]);
      }
    } else if (thread < 6) {
      const int axis = thread % 3;
      int64_t least = INT64_MAX;
      int64_t most = INT64_MIN;
      for (int k = 0; k < kThreads; ++k) {
        least = min_of(least, shared.low[k][axis]);
        most = max_of(most, shared.high[k][axis]);
      }
      if (thread < 3) lower(axis, least);
      if (thread >= 3) raise(axis, most);
    }
  }
  /// The same on the CPU, with the box of a tile in registers.
  void run_on_host(int64_t tile, Shared&) const {
    int64_t low[3] = {INT64_MAX, INT64_MAX, INT64_MAX};
    int64_t high[3] = {INT64_MIN, INT64_MIN, INT64_MIN};
    const WidenExtent own = *this;  // which nothing else changes
    const int64_t end = min_of(n, (tile + 1) * kItems * kThreads);
    for (int64_t i = tile * kItems * kThreads; i < end; ++i) own.widen(i, low, high);
    for (int axis = 0; axis < 3; ++axis) {
      lower(axis, low[axis]);
      raise(axis, high[axis]);
    }
  }

  DVDB_FN void lower(int axis, int64_t least) const {
    if (least < backend::peek(&extent->low[axis])) backend::atomic_min(&extent->low[axis], least);
  }
  DVDB_FN void raise(int axis, int64_t most) const {
    if (most > backend::peek(&extent->high[axis])) backend::atomic_max(&extent->high[axis], most);
  }
  DVDB_FN void widen(int64_t i, int64_t (&low)[3], int64_t (&high)[3]) const {
    int64_t values[3];
    if constexpr (std::is_same_v<T, int32_t>) {
      for (int axis = 0; axis < 3; ++axis) values[axis] = points[3 * i + axis];
    } else {
      bool finite = true;
      for (int axis = 0; axis < 3; ++axis) {
        const double value = to_double(points[3 * i + axis]);
        finite = finite && value - value == 0;
        values[axis] = ordered(value);
      }
      if (!finite) {
        backend::atomic_add(&extent->bad, uint64_t(1));
        return;
      }
    }
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = min_of(low[axis], values[axis]);
      high[axis] = max_of(high[axis], values[axis]);
    }
  }
};

Status find_box(Context& context, const Request& request, Frame& frame) {
  backend::Scratch memory(context);
  Extent seen = {{INT64_MAX, INT64_MAX, INT64_MAX}, {INT64_MIN, INT64_MIN, INT64_MIN}, 0};
  DVDB_TRY(memory.allocate(int64_t(sizeof seen)));
  DVDB_TRY(backend::upload(context, memory.data(), &seen, int64_t(sizeof seen)));
  DVDB_TRY(with_coordinate(context, request.dtype, [&]<class T>() {
    using Widen = WidenExtent<T>;
    constexpr int64_t kTile = Widen::kThreads * Widen::kItems;
    return backend::for_each_tile(
        context, (request.n + kTile - 1) / kTile,
        Widen{static_cast<const T*>(request.points), request.n, static_cast<Extent*>(memory.data())});
  }));
  DVDB_TRY(backend::download(context, &seen, memory.data(), int64_t(sizeof seen)));
  if (seen.bad > 0) {
    return fail(context, DVDB_INVALID_DATA, "Cannot build LOD: of %lld points %llu are not finite",
                static_cast<long long>(request.n), static_cast<unsigned long long>(seen.bad));
  }
  const auto real = [&](int64_t value) {
    return request.n == 0 ? 0 : request.dtype == DVDB_I32 ? double(value) : from_ordered(value);
  };
  for (int axis = 0; axis < 3; ++axis) {
    frame.low[axis] = real(seen.low[axis]);
    frame.high[axis] = real(seen.high[axis]);
  }
  return {};
}

/// The bits of a cube of units that holds the longest side.
Status fit_integers(Context& context, const Request& request, double longest, Frame& frame) {
  if (frame.edge == 0) {
    frame.bits = max_of(request.grid_log2, longest < 1 ? 1 : highest_bit(uint64_t(longest)) + 1);
    frame.edge = std::ldexp(1.0, frame.bits);
    return {};
  }
  int bits = 0;
  const bool is_power = std::frexp(frame.edge, &bits) == 0.5;
  frame.bits = bits - 1;
  if (is_power && frame.bits >= request.grid_log2 && frame.bits <= kMostBits) return {};
  return fail(context, DVDB_INVALID_ARGUMENT,
              "Cannot build LOD: edge is %g, for integers a power of two from the grid size to 2^%d expected",
              frame.edge, kMostBits);
}

}  // namespace

Status find_frame(Context& context, const Request& request, bool has_box, Frame& frame) {
  const bool whole = request.dtype == DVDB_I32;
  if (!has_box) {
    frame.edge = 0;
    DVDB_TRY(find_box(context, request, frame));
  }
  double longest = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double side = frame.high[axis] - frame.low[axis];
    if (!std::isfinite(side) || side < 0) {
      return fail(context, has_box ? DVDB_INVALID_ARGUMENT : DVDB_INVALID_DATA,
                  "Cannot build LOD: the box from %g to %g has no size on axis %d", frame.low[axis], frame.high[axis],
                  axis);
    }
    if (whole && (frame.low[axis] != std::floor(frame.low[axis]) || frame.high[axis] != std::floor(frame.high[axis]) ||
                  frame.low[axis] < INT32_MIN || frame.high[axis] > INT32_MAX)) {
      return fail(context, DVDB_INVALID_ARGUMENT, "Cannot build LOD: the box from %g to %g is not of int32 coordinates",
                  frame.low[axis], frame.high[axis]);
    }
    longest = max_of(longest, side);
  }
  if (!std::isfinite(frame.edge) || frame.edge < 0 ||
      (frame.edge != 0 && (whole ? frame.edge <= longest : frame.edge < longest))) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot build LOD: edge is %g, the box is %g long", frame.edge,
                longest);
  }
  if (whole) return fit_integers(context, request, longest, frame);
  if (frame.edge == 0) frame.edge = longest;
  if (frame.edge == 0) frame.edge = 1;
  // So small a cube that its inverse would not be finite is as good as a larger one.
  frame.edge = max_of(frame.edge, 0x1p-900);
  return {};
}

Status hold(Context& context, backend::Scratch& memory, std::shared_ptr<Storage>& out) {
  Storage* held = new (std::nothrow) Storage(context, memory.data(), memory.bytes());
  if (held == nullptr) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot build LOD: out of host memory");
  memory.take();
  out.reset(held);
  return {};
}

}  // namespace dvdb::lod
