/// Values of voxels between them by any kernel.
#include "sample/request.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kPointGrain = 256;

/// Sums up a group of channels at a point.
template <class T, class Stencil, bool kGradients>
struct SampleKernel {
  static constexpr int kWidth = 4;
  Places places;
  const T* values;  // [n_voxels, channels]
  int64_t channels;
  Divider groups;  // of kWidth channels
  T* out;          // [n, channels]
  T* gradients;    // [n, channels, 3]

  DVDB_FN void operator()(int64_t i) const {
    int64_t group;
    const int64_t point = groups.divide(i, &group);
    const int64_t first = group * kWidth;
    const int width = int(min_of(int64_t(kWidth), channels - first));
    const GridHead& head = places.head_of(point);
    double sums[kWidth] = {};
    double slopes[kGradients ? kWidth : 1][3] = {};
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (places.place(point, head, stencil, rows)) {
      for (int tap = 0; tap < Stencil::kTaps; ++tap) {
        if (rows[tap] < 0) continue;
        const T* const from = values + rows[tap] * channels + first;
        // Nothing that has no part in a result is read, so that it cannot make it NaN.
        const double weight = stencil.weight(tap);
        for (int channel = 0; channel < width && weight != 0; ++channel) sums[channel] += weight * to_double(from[channel]);
        if constexpr (kGradients) {
          for (int axis = 0; axis < 3; ++axis) {
            const double slope = stencil.slope(tap, axis);
            for (int channel = 0; channel < width && slope != 0; ++channel) slopes[channel][axis] += slope * to_double(from[channel]);
          }
        }
      }
    }
    const int64_t to = point * channels + first;
    for (int channel = 0; channel < width; ++channel) {
      out[to + channel] = from_double<T>(sums[channel]);
      if constexpr (kGradients) {
        for (int axis = 0; axis < 3; ++axis) gradients[(to + channel) * 3 + axis] = from_double<T>(slopes[channel][axis] / head.size[axis]);
      }
    }
  }
};

struct SampleRequest {
  PointRequest points;
  dvdb_buffer values;
  uint32_t dtype;
  int64_t channels;
  uint32_t kernel;
};

template <bool kGradients>
Status sample_kernel(Context& c, const SampleRequest& request, dvdb_buffer out, dvdb_buffer gradients) {
  const int64_t channels = request.channels;
  const int64_t n = request.points.n;
  return with_places(c, request.points, channels, [&](const Places& places) -> Status {
    return with_float(c, request.dtype, "values", [&]<class T>() -> Status {
      Span<T> features;
      Span<T> results;
      Span<T> slopes;
      DVDB_TRY(borrow(c, request.values, places.grid.n_voxels * channels, "values", features));
      DVDB_TRY(borrow(c, out, n * channels, "out", results));
      if constexpr (kGradients) DVDB_TRY(borrow(c, gradients, n * channels * 3, "out_gradients", slopes));
      return with_stencil(c, request.kernel, [&]<class Stencil>() -> Status {
        using Functor = SampleKernel<T, Stencil, kGradients>;
        const Divider groups = Divider::of((max_of<int64_t>(channels, 1) + Functor::kWidth - 1) / Functor::kWidth);
        if (channels == 0) return {};
        return backend::for_each(c, n * groups.by, Functor{places, features.data, channels, groups, results.data, slopes.data}, kPointGrain);
      });
    });
  });
}

}  // namespace

dvdb_status dvdb_sample_kernel(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n, const int64_t* offsets,
                               uint32_t n_grids, dvdb_buffer values, uint32_t dtype, int64_t channels, uint32_t kernel, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return sample_kernel<false>(c, {{grid, points, point_dtype, n, offsets, n_grids}, values, dtype, channels, kernel}, out, 0);
  });
}

dvdb_status dvdb_sample_kernel_with_grad(dvdb_context context, dvdb_grid grid, dvdb_buffer points, uint32_t point_dtype, int64_t n,
                                         const int64_t* offsets, uint32_t n_grids, dvdb_buffer values, uint32_t dtype, int64_t channels,
                                         uint32_t kernel, dvdb_buffer out, dvdb_buffer out_gradients) noexcept {
  return entry(context, [=](Context& c) -> Status {
    return sample_kernel<true>(c, {{grid, points, point_dtype, n, offsets, n_grids}, values, dtype, channels, kernel}, out, out_gradients);
  });
}
