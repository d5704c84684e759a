/// Batch normalization, (x - mean) / sqrt(variance + epsilon) * scale + shift, by the statistics of all rows (Ioffe and
/// Szegedy 2015), with a residual and ReLU, and its backward pass.
#include <cmath>

#include "_generated/dense_args.hpp"
#include "dense/epsilon.hpp"
#include "dense/norm_rules.hpp"

using namespace dvdb;

namespace {

/// Sums of elements and of their squares, relative to the first row so that no digits cancel.
template <class T>
struct SumMoments {
  static constexpr int kSums = 2;
  const T* features;
  int64_t channels;
  bool whole;

  struct Lane {
    Computed<T> origin[kPack<T>];
  };
  using Words = RawPack<T>;
  DVDB_FN Lane lane(int64_t, const Columns& columns) const {
    Lane out;
    load_pack(features + columns.first, whole, columns.held, out.origin);
    return out;
  }
  DVDB_FN Words read(const Columns& columns, int64_t row) const {
    return read_pack(features + row * channels + columns.first, whole, columns.held);
  }
  DVDB_FN void add(const Lane& lane, const Words& words, double (&sums)[kSums][kPack<T>]) const {
    Computed<T> x[kPack<T>];
    widen_pack(words, x);
    for (int at = 0; at < kPack<T>; ++at) {
      const double apart = double(x[at]) - double(lane.origin[at]);
      sums[0][at] += apart;
      sums[1][at] += apart * apart;
    }
  }
};

/// The factor that belongs to a variance: the same whether that was found or is given.
template <class S>
DVDB_FN S factor_of(S variance, double epsilon) {
  return plain_nan(S(1.0 / std::sqrt(double(variance) + epsilon)));
}

/// Writes mean, variance and factor of a channel.
template <class T>
struct WriteMoments {
  const T* features;
  double n;
  double epsilon;
  Computed<T> bessel;     // what makes variances unbiased
  Computed<T>* unbiased;  // or null
  Computed<T>* mean;
  Computed<T>* variance;
  Computed<T>* factor;

  DVDB_FN void operator()(int64_t, int64_t channel, const double (&sums)[2]) const {
    if (n == 0) return write(channel, 0, std::numeric_limits<double>::quiet_NaN());
    const double apart = sums[0] / n;
    const double spread = sums[1] / n - apart * apart;
    const double held = spread < 0 ? 0 : spread;
    write(channel, double(widen(features[channel])) + apart, held);
  }

  DVDB_FN void write(int64_t channel, double center, double spread) const {
    const Computed<T> rounded = plain_nan(Computed<T>(spread));
    mean[channel] = plain_nan(Computed<T>(center));
    variance[channel] = rounded;
    if (unbiased != nullptr) unbiased[channel] = plain_nan(rounded * bessel);
    factor[channel] = factor_of(rounded, epsilon);
  }
};

/// The factors of given variances.
template <class S>
struct FindFactors {
  const S* variance;
  double epsilon;
  S* factor;

  DVDB_FN void operator()(int64_t channel) const { factor[channel] = factor_of(variance[channel], epsilon); }
};

/// Writes the gradients of shift and scale, and their means over rows.
template <class S>
struct WriteGradients {
  double n;
  S* shift;
  S* scale;
  S* means;  // [2, channels]
  int64_t channels;

  DVDB_FN void operator()(int64_t, int64_t channel, const double (&sums)[2]) const {
    shift[channel] = plain_nan(S(sums[0]));
    scale[channel] = plain_nan(S(sums[1]));
    means[channel] = S(sums[0] / n);
    means[channels + channel] = S(sums[1] / n);
  }
};

template <class T, class Args>
Status normalize(ColumnSums<T>& sums, const Args& a, const Computed<T>* mean, const Computed<T>* factor) {
  using S = Computed<T>;
  const uint64_t addresses = address_of(a.features.data) | address_of(a.residual.data) | address_of(a.out.data) |
                             address_of(a.scale.data) | address_of(a.shift.data) | address_of(mean) |
                             address_of(factor);
  const OfChannels<T> statistics{mean, factor, has_whole_packs<T>(a.channels, addresses)};
  return sums.map(NormalizeRule<T, OfChannels<T>>{
      statistics, a.features.template as<T>().data, a.scale.template as<S>().data, a.shift.template as<S>().data,
      a.residual.template as<T>().data, a.epilogue == DVDB_EPILOGUE_RELU, a.channels, a.out.template as<T>().data});
}

}  // namespace

Status operators::batch_norm(Context& c, const BatchNormArgs& a) {
  DVDB_TRY(check_epsilon(c, a.epsilon));
  return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
    using S = Computed<T>;
    const T* const features = a.features.as<T>().data;
    S* const mean = a.out_mean.as<S>().data;
    S* const factor = a.out_factor.as<S>().data;
    ColumnSums<T> sums(c);
    DVDB_TRY(sums.cut({a.n}, a.channels));
    const SumMoments<T> rule{features, a.channels, has_whole_packs<T>(a.channels, address_of(features))};
    const double n = double(a.n);
    const WriteMoments<T> write{
        features, n, a.epsilon, S(n / (n - 1)), a.out_unbiased.as<S>().data, mean, a.out_variance.as<S>().data, factor};
    DVDB_TRY(sums.sum(rule, write));
    return normalize<T>(sums, a, mean, factor);
  });
}

Status operators::batch_norm_inference(Context& c, const BatchNormInferenceArgs& a) {
  DVDB_TRY(check_epsilon(c, a.epsilon));
  return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
    using S = Computed<T>;
    backend::Scratch memory(c);
    Span<S> factor;
    DVDB_TRY(memory.allocate(a.channels, factor));
    DVDB_TRY(backend::for_each(c, a.channels, FindFactors<S>{a.variance.as<S>().data, a.epsilon, factor.data}));
    ColumnSums<T> rows(c);
    DVDB_TRY(rows.cut({a.n}, a.channels));
    return normalize<T>(rows, a, a.mean.as<S>().data, factor.data);
  });
}

Status operators::batch_norm_backward(Context& c, const BatchNormBackwardArgs& a) {
  return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
    using S = Computed<T>;
    const T* const features = a.features.as<T>().data;
    const T* const results = a.results.as<T>().data;
    const T* const gradients = a.gradients.as<T>().data;
    const S* const mean = a.mean.as<S>().data;
    const S* const factor = a.factor.as<S>().data;
    backend::Scratch memory(c);
    Span<S> means;
    DVDB_TRY(memory.allocate(2 * a.channels, means));
    ColumnSums<T> sums(c);
    DVDB_TRY(sums.cut({a.n}, a.channels));
    const S* const scale = a.scale.as<S>().data;
    const uint64_t addresses = address_of(features) | address_of(results) | address_of(gradients) | address_of(mean) |
                               address_of(factor) | address_of(scale) | address_of(means.data) |
                               address_of(a.out_features.data) | address_of(a.out_residual.data);
    const bool whole = has_whole_packs<T>(a.channels, addresses);
    const OfChannels<T> statistics{mean, factor, whole};
    const GradientRows<T> rows{features, results, gradients, a.channels, whole};
    const WriteGradients<S> write{double(a.n), a.out_shift.as<S>().data, a.out_scale.as<S>().data, means.data,
                                  a.channels};
    DVDB_TRY(sums.sum(SumGradients<T, OfChannels<T>>{statistics, rows}, write));
    if (!a.out_features.given && !a.out_residual.given) return {};
    return sums.map(FeatureGradients<T, OfChannels<T>>{statistics, rows, scale, means.data, means.data + a.channels,
                                                       a.out_features.as<T>().data, a.out_residual.as<T>().data});
  });
}
