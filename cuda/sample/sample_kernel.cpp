/// Values of voxels between them by any kernel.
/// sample = sum over taps of weight * value; corners/stencils.hpp has the weights, corners/reference.hpp the trilinear
/// ones.
#include "core/channel_groups.hpp"
#include "sample/shared/request.hpp"

using namespace dvdb;
using namespace dvdb::sample;

namespace {

constexpr int64_t kPointGrain = 256;

/// The voxels that contribute to a point, with their weights and the slopes of those.
struct Taps {
  static constexpr int kMost = 27;
  int count = 0;
  int64_t rows[kMost];
  double weights[kMost];
  double slopes[kMost][3];
};

/// On a host thread: finds the taps of a point. It is compiled once for all types of features, and sums once for all
/// kernels.
template <class Stencil>
[[gnu::noinline]] void find_taps(const LocatedPoints& places, int64_t point, const GridHead& head, bool with_slopes,
                                 Taps& taps) {
  static_assert(Stencil::kTaps <= Taps::kMost);
  Stencil stencil;
  int64_t rows[Stencil::kTaps];
  taps.count = 0;
  if (!places.place(point, head, stencil, rows)) return;
  for (int tap = 0; tap < Stencil::kTaps; ++tap) {
    if (rows[tap] < 0) continue;
    const int at = taps.count++;
    taps.rows[at] = rows[tap];
    taps.weights[at] = stencil.weight(tap);
    for (int axis = 0; axis < 3 && with_slopes; ++axis) taps.slopes[at][axis] = stencil.slope(tap, axis);
  }
}

/// Features of voxels, and what is made of them.
template <class T, bool kGradients>
struct SampledRows {
  static constexpr int kAxes = kGradients ? 3 : 0;
  const T* values;  // [n_voxels, channels]
  ChannelGroups groups;
  T* out;        // [n, channels]
  T* gradients;  // [n, channels, 3]

  /// On a host thread: sums up the channels [first, last) of a point.
  [[gnu::noinline]] void sum_up(int64_t point, const GridHead& head, const Taps& taps, int64_t first,
                                int64_t last) const {
    each_channels<8>(first, last, [&]<int kSome>(int64_t channel) { sum_some<kSome>(point, head, taps, channel); });
  }

 private:
  template <int kSome>
  void sum_some(int64_t point, const GridHead& head, const Taps& taps, int64_t first) const {
    double sums[1 + kAxes][kSome] = {};
    for (int at = 0; at < taps.count; ++at) {
      const T* const from = values + taps.rows[at] * groups.channels + first;
      bool counts = taps.weights[at] != 0;
      for (int axis = 0; axis < kAxes; ++axis) counts = counts || taps.slopes[at][axis] != 0;
      if (!counts) continue;
      double some[kSome];
      for (int channel = 0; channel < kSome; ++channel) some[channel] = double(widen(from[channel]));
      for (int sum = 0; sum < 1 + kAxes; ++sum) {
        const double weight = sum == 0 ? taps.weights[at] : taps.slopes[at][sum - 1];
        if (weight == 0) continue;
        for (int channel = 0; channel < kSome; ++channel) sums[sum][channel] += weight * some[channel];
      }
    }
    const int64_t to = point * groups.channels + first;
    for (int channel = 0; channel < kSome; ++channel) {
      out[to + channel] = from_double<T>(sums[0][channel]);
      for (int axis = 0; axis < kAxes; ++axis)
        gradients[(to + channel) * 3 + axis] = from_double<T>(sums[1 + axis][channel] / head.size[axis]);
    }
  }
};

/// Sums up a group of channels at a point.
template <class T, class Stencil, bool kGradients>
struct SampleKernel {
  static constexpr int kWidth = ChannelGroups::kWidth;
  LocatedPoints places;
  SampledRows<T, kGradients> features;

  DVDB_FN void operator()(int64_t i) const {
    const auto& [values, groups, out, gradients] = features;
    const auto [point, first, width] = groups.item(i);
    const GridHead& head = places.head_of(point);
    double sums[kWidth] = {};
    double slopes[kGradients ? kWidth : 1][3] = {};
    Stencil stencil;
    int64_t rows[Stencil::kTaps];
    if (places.place(point, head, stencil, rows)) {
      for (int tap = 0; tap < Stencil::kTaps; ++tap) {
        if (rows[tap] < 0) continue;
        const T* const from = values + rows[tap] * groups.channels + first;
        // Nothing that has no part in a result is read, so that it cannot make it NaN.
        const double weight = stencil.weight(tap);
        for (int channel = 0; channel < width && weight != 0; ++channel)
          sums[channel] += weight * to_double(from[channel]);
        if constexpr (kGradients) {
          for (int axis = 0; axis < 3; ++axis) {
            const double slope = stencil.slope(tap, axis);
            for (int channel = 0; channel < width && slope != 0; ++channel)
              slopes[channel][axis] += slope * to_double(from[channel]);
          }
        }
      }
    }
    const int64_t to = point * groups.channels + first;
    for (int channel = 0; channel < width; ++channel) {
      out[to + channel] = from_double<T>(sums[channel]);
      if constexpr (kGradients) {
        for (int axis = 0; axis < 3; ++axis)
          gradients[(to + channel) * 3 + axis] = from_double<T>(slopes[channel][axis] / head.size[axis]);
      }
    }
  }

  /// On a host thread: iterates over points, so that voxels are looked up once for all channels and sums are
  /// vectorized.
  void run_on_host(int64_t begin, int64_t end) const {
    Taps taps;
    features.groups.each_row(begin, end, [&](int64_t point, int64_t first, int64_t last) {
      const GridHead& head = places.head_of(point);
      find_taps<Stencil>(places, point, head, kGradients, taps);
      features.sum_up(point, head, taps, first, last);
    });
  }
};

template <bool kGradients, class Args>
Status sample_by(Context& c, const Args& a, void* gradients) {
  return with_located_points(c, a, [&](const LocatedPoints& places) -> Status {
    if (a.channels == 0) return {};
    return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
      return with_stencil(c, a.kernel, [&]<class Stencil>() -> Status {
        using Functor = SampleKernel<T, Stencil, kGradients>;
        const ChannelGroups groups = ChannelGroups::of(a.channels);
        const Functor functor{
            places,
            {a.features.template as<T>().data, groups, a.out.template as<T>().data, static_cast<T*>(gradients)}};
        return backend::for_each(c, groups.items(a.n), functor, kPointGrain);
      });
    });
  });
}

}  // namespace

Status operators::sample_kernel(Context& c, const SampleKernelArgs& a) { return sample_by<false>(c, a, nullptr); }

Status operators::sample_kernel_with_grad(Context& c, const SampleKernelWithGradArgs& a) {
  return sample_by<true>(c, a, a.out_gradients.data);
}
