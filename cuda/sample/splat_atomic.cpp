/// Data of points given to the voxels around them at once, without an order.
#include "backend/float_sums.hpp"
#include "sample/request.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kGrain = 256;

/// Adds a group of a point's channels to its voxels.
template <class S, class Stencil>
struct AddShares {
  static constexpr int kWidth = 4;
  Places places;
  const void* data;  // [n, channels]
  uint32_t dtype;
  int64_t channels;
  Divider groups;
  S* sums;  // [n_voxels, channels]

  DVDB_FN void operator()(int64_t i) const {
    int64_t group;
    const int64_t point = groups.divide(i, &group);
    const int64_t first = group * kWidth;
    const int width = int(min_of(int64_t(kWidth), channels - first));
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (!places.place(point, places.head_of(point), stencil, rows)) return;
    double values[kWidth];
    for (int channel = 0; channel < width; ++channel) values[channel] = load_element<double>(data, dtype, point * channels + first + channel);
    for (int tap = 0; tap < Stencil::kTaps; ++tap) {
      const double weight = stencil.weight(tap);
      if (rows[tap] < 0 || weight == 0) continue;
      S* const to = sums + rows[tap] * channels + first;
      for (int channel = 0; channel < width; ++channel) backend::atomic_sum(&to[channel], S(weight * values[channel]));
    }
  }
};

/// Rounds sums to a narrower type.
struct RoundSums {
  const float* sums;
  uint32_t dtype;
  void* out;

  DVDB_FN void operator()(int64_t i) const { store_element<double>(out, dtype, i, double(sums[i]), false); }
};

struct AtomicRequest {
  dvdb_buffer data;
  uint32_t dtype;
  int64_t channels;
  uint32_t kernel;
  dvdb_buffer out;
};

/// Adds all shares to sums that begin with 0.
template <class S>
Status add_shares(Context& c, const Places& places, int64_t n, const AtomicRequest& request, const void* data, S* sums) {
  const int64_t channels = request.channels;
  DVDB_TRY(backend::fill(c, sums, 0, 4, places.grid.n_voxels * channels * int64_t(sizeof(S))));
  return with_stencil(c, request.kernel, [&]<class Stencil>() -> Status {
    using Functor = AddShares<S, Stencil>;
    const Divider groups = Divider::of((channels + Functor::kWidth - 1) / Functor::kWidth);
    return backend::for_each(c, n * groups.by, Functor{places, data, request.dtype, channels, groups, sums}, kGrain);
  });
}

Status splat_atomic(Context& c, const PointRequest& points, const AtomicRequest& request) {
  const int64_t channels = request.channels;
  return with_places(c, points, channels, [&](const Places& places) -> Status {
    const int64_t elements = places.grid.n_voxels * channels;
    void* data = nullptr;
    void* out = nullptr;
    DVDB_TRY(with_float(c, request.dtype, "data", [&]<class T>() -> Status { return {}; }));
    DVDB_TRY(with_stencil(c, request.kernel, [&]<class Stencil>() -> Status { return {}; }));
    DVDB_TRY(borrow_numbers(c, request.data, request.dtype, points.n * channels, "data", &data));
    DVDB_TRY(borrow_numbers(c, request.out, request.dtype, elements, "out", &out));
    if (channels == 0) return {};
    if (request.dtype == DVDB_F64) return add_shares(c, places, points.n, request, data, static_cast<double*>(out));
    if (request.dtype == DVDB_F32) return add_shares(c, places, points.n, request, data, static_cast<float*>(out));
    backend::Scratch memory(c);
    Span<float> sums;
    DVDB_TRY(memory.allocate(elements, sums));
    DVDB_TRY(add_shares(c, places, points.n, request, data, sums.data));
    return backend::for_each(c, elements, RoundSums{sums.data, request.dtype, out});
  });
}

}  // namespace

dvdb_status dvdb_splat_atomic(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets,
                              uint32_t n_grids, dvdb_buffer data, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return splat_atomic(c, {grid, points, point_dtype, n, offsets, n_grids}, {data, dtype, channels, kernel, out});
  });
}
