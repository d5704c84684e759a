/// The way back to voxels from gradients of samples and of their slopes.
#include "backend/float_sums.hpp"
#include "sample/cells.hpp"
#include "sample/loose_sums.hpp"
#include "sample/unit_scale.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kSlopeGrain = 256;

/// How slopes by voxel become slopes by unit of length in a grid.
template <class R>
struct GridUnits {
  const double* size = nullptr;
  R voxels_per_unit[3] = {};

  DVDB_FN void set(const GridHead& head) {
    size = head.size;
    for (int axis = 0; axis < 3; ++axis) voxels_per_unit[axis] = if_ordinary<R>(1 / size[axis]);
  }
  DVDB_FN R per_unit(R slope, int axis) const {
    return sample::per_unit(slope, voxels_per_unit[axis], [&] { return size[axis]; });
  }
};

/// What points give to the voxels around them.
template <class T, class Stencil>
struct SlopeGifts {
  using R = Computed<T>;
  static constexpr int kWidth = 4;
  const T* data;    // [n, channels]
  const T* slopes;  // [n, channels, 3]
  int64_t channels;
  Divider groups;  // of kWidth channels

  static SlopeGifts of(const T* data, const T* slopes, int64_t channels) { return {data, slopes, channels, Divider::of((channels + kWidth - 1) / kWidth)}; }
  DVDB_FN int width_of(int64_t first) const { return int(min_of(int64_t(kWidth), channels - first)); }

  /// Writes the share of a tap in some channels; false if there is none. What has no part in a share is not read, so that it
  /// cannot make it NaN.
  DVDB_FN bool share(int64_t point, int64_t first, const R (&part)[3], int tap, const GridUnits<R>& units, R (&shares)[kWidth]) const {
    const int width = width_of(first);
    const int64_t from = point * channels + first;
    for (int channel = 0; channel < kWidth; ++channel) shares[channel] = 0;
    const R weight = Stencil::weight_of(part, tap);
    bool has = weight != 0;
    for (int channel = 0; channel < width && weight != 0; ++channel) shares[channel] = weight * widen(data[from + channel]);
    for (int axis = 0; axis < 3; ++axis) {
      const R slope = Stencil::slope_of(part, tap, axis);
      if (slope == 0) continue;
      has = true;
      for (int channel = 0; channel < width; ++channel) shares[channel] += slope * units.per_unit(widen(slopes[(from + channel) * 3 + axis]), axis);
    }
    return has;
  }
};

/// Sums up a group of channels of a voxel.
template <class T, class Stencil>
struct SumSlopeCells {
  using R = Computed<T>;
  using Gifts = SlopeGifts<T, Stencil>;
  Places places;
  Cells<R> cells;
  Gifts gifts;
  T* out;  // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    int64_t group;
    const int64_t row = gifts.groups.divide(i, &group);
    const int64_t first = group * Gifts::kWidth;
    ShareSums<T, Gifts::kWidth> sums;
    GridUnits<R> units;
    cells.template each_share<Stencil::kTaps>(row, [&](int tap, int64_t point) {
      if (units.size == nullptr) units.set(places.head_of(point));
      R shares[Gifts::kWidth];
      if (gifts.share(point, first, cells.parts[point].at, tap, units, shares)) sums.add(shares);
    });
    const auto few = sums.result();
    for (int channel = 0; channel < gifts.width_of(first); ++channel) out[row * gifts.channels + first + channel] = few.at[channel];
  }
};

/// Adds a group of a point's channels to its voxels.
template <class T, class Stencil>
struct AddSlopeShares {
  using R = Computed<T>;
  using Gifts = SlopeGifts<T, Stencil>;
  Places places;
  Gifts gifts;
  R* sums;  // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    int64_t group;
    const int64_t point = gifts.groups.divide(i, &group);
    const int64_t first = group * Gifts::kWidth;
    const GridHead& head = places.head_of(point);
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (!places.place(point, head, stencil, rows)) return;
    const Vec3d beyond = stencil.part();
    const R part[3] = {R(beyond.x), R(beyond.y), R(beyond.z)};
    GridUnits<R> units;
    units.set(head);
    for (int tap = 0; tap < Stencil::kTaps; ++tap) {
      R shares[Gifts::kWidth];
      if (rows[tap] < 0 || !gifts.share(point, first, part, tap, units, shares)) continue;
      R* const to = sums + rows[tap] * gifts.channels + first;
      for (int channel = 0; channel < gifts.width_of(first); ++channel) backend::atomic_sum(&to[channel], shares[channel]);
    }
  }
};

template <class T, class Stencil>
Status splat_slopes(Context& c, const Places& places, int64_t n, const SlopeGifts<T, Stencil>& gifts, T* out) {
  DVDB_TRY(check_countable(c, n));
  if (places.grid.n_voxels == 0) return {};
  CellMemory memory(c);
  Cells<Computed<T>> cells;
  DVDB_TRY((find_cells<Computed<T>, Stencil>(c, places, n, memory, cells)));
  return backend::for_each(c, places.grid.n_voxels * gifts.groups.by, SumSlopeCells<T, Stencil>{places, cells, gifts, out}, kSlopeGrain);
}

template <class T, class Stencil>
Status splat_slopes_atomic(Context& c, const Places& places, int64_t n, const SlopeGifts<T, Stencil>& gifts, T* out) {
  using R = Computed<T>;
  const int64_t elements = places.grid.n_voxels * gifts.channels;
  if (elements == 0) return {};
  const auto add = [&](R* sums) -> Status {
    DVDB_TRY(backend::fill(c, sums, 0, 4, elements * int64_t(sizeof(R))));
    return backend::for_each(c, n * gifts.groups.by, AddSlopeShares<T, Stencil>{places, gifts, sums}, kSlopeGrain);
  };
  if constexpr (std::is_same_v<T, R>) {
    return add(out);
  } else {
    backend::Scratch memory(c);
    Span<float> sums;
    DVDB_TRY(memory.allocate(elements, sums));
    DVDB_TRY(add(sums.data));
    const int64_t lanes = min_of(elements, kMostLanes);
    return backend::for_each(c, lanes, RoundSums<T>{{}, sums.data, out, elements, lanes});
  }
}

struct SlopeRequest {
  PointRequest points;
  dvdb_buffer data;
  dvdb_buffer slopes;
  uint32_t dtype;
  int64_t channels;
  uint32_t kernel;
};

/// Calls body(places, gifts, out) for a kernel that has slopes.
template <class Body>
Status with_gifts(Context& c, const SlopeRequest& request, dvdb_buffer out, Body body) {
  const int64_t channels = request.channels;
  const int64_t n = request.points.n;
  return with_places(c, request.points, channels, [&](const Places& places) -> Status {
    return with_float(c, request.dtype, "data", [&]<class T>() -> Status {
      Span<T> from;
      Span<T> slopes;
      Span<T> to;
      DVDB_TRY(borrow(c, request.data, n * channels, "data", from));
      DVDB_TRY(borrow(c, request.slopes, n * channels * 3, "slopes", slopes));
      DVDB_TRY(borrow(c, out, places.grid.n_voxels * channels, "out", to));
      return with_stencil(c, request.kernel, [&]<class Stencil>() -> Status {
        if (channels == 0) return {};
        return body(places, SlopeGifts<T, Stencil>::of(from.data, slopes.data, channels), to.data);
      });
    });
  });
}

}  // namespace

dvdb_status dvdb_splat_slopes(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets,
                              uint32_t n_grids, dvdb_buffer data, dvdb_buffer slopes, uint32_t dtype, int64_t channels, uint32_t kernel,
                              dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return with_gifts(c, {{grid, points, point_dtype, n, offsets, n_grids}, data, slopes, dtype, channels, kernel}, out,
                      [&](const Places& places, const auto& gifts, auto* to) { return splat_slopes(c, places, n, gifts, to); });
  });
}

dvdb_status dvdb_splat_slopes_atomic(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n,
                                     const int64_t* offsets, uint32_t n_grids, dvdb_buffer data, dvdb_buffer slopes, uint32_t dtype,
                                     int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return with_gifts(c, {{grid, points, point_dtype, n, offsets, n_grids}, data, slopes, dtype, channels, kernel}, out,
                      [&](const Places& places, const auto& gifts, auto* to) { return splat_slopes_atomic(c, places, n, gifts, to); });
  });
}
