/// Contributions of points to the voxels around them, as samples and as slopes by unit of length.
#pragma once

#include "core/channel_groups.hpp"
#include "sample/shared/request.hpp"
#include "sample/shared/unit_scale.hpp"

namespace dvdb::sample {

/// Gradients by a sample, and by its slopes by voxel.
template <class R>
struct SlopeContribution {
  R sample;
  R slopes[3];

  /// Adds the contribution of a tap to a sum; false if there is none. Gradients without a weight do not count, so that
  /// they cannot make it NaN; without kZeros all count.
  template <class Stencil, bool kZeros = true>
  DVDB_FN bool add_contribution(const R (&part)[3], int tap, R& sum, R factor = 1) const {
    const R weight = scaled<Stencil>(Stencil::weight_of(part, tap), factor);
    bool has = weight != 0;
    R contribution = 0;
    if (!kZeros || has) contribution = weight * sample;
    for (int axis = 0; axis < 3; ++axis) {
      const R slope = scaled<Stencil>(Stencil::slope_of(part, tap, axis), factor);
      if (kZeros && slope == 0) continue;
      has = true;
      contribution += slope * slopes[axis];
    }
    sum += contribution;
    return !kZeros || has;
  }
};

/// Conversion of slopes by unit of length to slopes by voxel of a grid.
template <class R>
struct GridUnits {
  const double* size = nullptr;
  R voxels_per_unit[3] = {};

  DVDB_FN void set(const GridHead& head) {
    size = head.size;
    for (int axis = 0; axis < 3; ++axis) voxels_per_unit[axis] = if_ordinary<R>(1 / size[axis]);
  }
  /// Elements of gradients by samples, and by their slopes by unit of length, three each; nullptr for zeros.
  template <class T>
  DVDB_FN SlopeContribution<R> contribution(const T* samples, const T* slopes, int64_t at) const {
    SlopeContribution<R> contribution = {};
    if (samples != nullptr) contribution.sample = widen(samples[at]);
    for (int axis = 0; axis < 3 && slopes != nullptr; ++axis) {
      contribution.slopes[axis] =
          per_unit(widen(slopes[3 * at + axis]), voxels_per_unit[axis], [&] { return size[axis]; });
    }
    return contribution;
  }
};

/// Contributions of points to the voxels around them.
template <class T, class Stencil>
struct SlopeContributions {
  using R = Computed<T>;
  using Contributed = R[ChannelGroups::kWidth];
  const T* data;    // [n, channels], or nullptr for zeros
  const T* slopes;  // [n, channels, 3], likewise
  R factor;         // of the kernel
  ChannelGroups groups;

  /// Writes the contributions of a tap in a group of channels; false if there are none.
  DVDB_FN bool write_contributions(int64_t point, int64_t first, const R (&part)[3], int tap, const GridUnits<R>& units,
                                   Contributed& contributed) const {
    bool has = false;
    for (int channel = 0; channel < ChannelGroups::kWidth; ++channel) {
      contributed[channel] = 0;
      const int64_t from = point * groups.channels + first + channel;
      if (channel < groups.width_of(first))
        has = units.contribution(data, slopes, from)
                  .template add_contribution<Stencil>(part, tap, contributed[channel], factor);
    }
    return has;
  }

  /// On a host thread: the same for kSome channels, all of which exist.
  template <int kSome>
  bool write_some_contributions(int64_t point, int64_t first, const R (&part)[3], int tap, const GridUnits<R>& units,
                                R (&contributed)[kSome]) const {
    bool has = false;
    for (int channel = 0; channel < kSome; ++channel) {
      contributed[channel] = 0;
      has = units.contribution(data, slopes, point * groups.channels + first + channel)
                .template add_contribution<Stencil>(part, tap, contributed[channel], factor);
    }
    return has;
  }
};

/// Calls body(places, contributions, out) for gradients of samples and of their slopes, each of which may be absent.
template <class Args, class Body>
Status with_contributions(Context& c, const Args& a, Body body) {
  return with_features(
      c, a, [&]<class T, class Stencil>(const LocatedPoints& places, const T* features, T* out) -> Status {
        return body(places,
                    SlopeContributions<T, Stencil>{features, a.slopes.template as<T>().data, Computed<T>(places.factor),
                                                   ChannelGroups::of(a.channels)},
                    out);
      });
}

}  // namespace dvdb::sample
