/// Batch normalization, (x - mean) / sqrt(variance + epsilon) * scale + shift, by the statistics of all rows (Ioffe and
/// Szegedy 2015), with a residual and ReLU, and its backward pass.
#include <cmath>

#include "_generated/dense_args.hpp"
#include "dense/columns.hpp"

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
    const T* columns;
    int held;
    Computed<T> origin[kPack<T>];
  };
  DVDB_FN Lane lane(int64_t, int64_t first, int held) const {
    Lane out{features + first, held, {}};
    load_pack(out.columns, whole, held, out.origin);
    return out;
  }
  DVDB_FN void add(const Lane& lane, int64_t row, double (&sums)[kSums][kPack<T>]) const {
    Computed<T> x[kPack<T>];
    load_pack(lane.columns + row * channels, whole, lane.held, x);
    for (int at = 0; at < kPack<T>; ++at) {
      const double apart = double(x[at]) - double(lane.origin[at]);
      sums[0][at] += apart;
      sums[1][at] += apart * apart;
    }
  }
};

/// Writes mean, variance and factor of a channel.
template <class T>
struct WriteMoments {
  const T* features;
  double n;
  double epsilon;
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
    mean[channel] = plain_nan(Computed<T>(center));
    variance[channel] = plain_nan(Computed<T>(spread));
    factor[channel] = plain_nan(Computed<T>(1.0 / std::sqrt(spread + epsilon)));
  }
};

/// The factors of given variances.
template <class S>
struct FindFactors {
  const S* variance;
  double epsilon;
  S* factor;

  DVDB_FN void operator()(int64_t channel) const {
    factor[channel] = plain_nan(S(1.0 / std::sqrt(double(variance[channel]) + epsilon)));
  }
};

/// Normalizes a pack of a row.
template <class T>
struct Normalize {
  RowPacks<T> packs;
  const T* features;
  const Computed<T>* mean;
  const Computed<T>* factor;
  const Computed<T>* scale;
  const Computed<T>* shift;
  const T* residual;  // or null
  bool relu;
  T* out;

  DVDB_FN void operator()(int64_t i) const {
    const auto item = packs.item(i);
    Computed<T> x[kPack<T>];
    load_pack(features + item.at, packs.whole, item.held, x);
    for (int at = 0; at < kPack<T>; ++at) {
      const int64_t channel = item.first + (at < item.held ? at : 0);
      x[at] = (x[at] - mean[channel]) * (factor[channel] * scale[channel]) + shift[channel];
    }
    if (residual != nullptr) {
      Computed<T> more[kPack<T>];
      load_pack(residual + item.at, packs.whole, item.held, more);
      for (int at = 0; at < kPack<T>; ++at) x[at] += more[at];
    }
    if (relu)
      for (int at = 0; at < kPack<T>; ++at) x[at] = x[at] < 0 ? Computed<T>(0) : x[at];
    store_pack(out + item.at, packs.whole, item.held, x);
  }
};

/// Reads gradients of a pack; those of results that ReLU made 0 are 0.
template <class T>
DVDB_FN void load_gradients(const T* gradients, const T* results, bool whole, int held, Computed<T> (&out)[kPack<T>]) {
  load_pack(gradients, whole, held, out);
  if (results == nullptr) return;
  Computed<T> y[kPack<T>];
  load_pack(results, whole, held, y);
  for (int at = 0; at < kPack<T>; ++at) out[at] = y[at] > 0 ? out[at] : Computed<T>(0);
}

/// Sums of gradients, and of their products with normalized elements.
template <class T>
struct SumGradients {
  static constexpr int kSums = 2;
  const T* features;
  const T* results;
  const T* gradients;
  const Computed<T>* mean;
  const Computed<T>* factor;
  int64_t channels;
  bool whole;

  struct Lane {
    int64_t first;
    int held;
    Computed<T> mean[kPack<T>];
    Computed<T> factor[kPack<T>];
  };
  DVDB_FN Lane lane(int64_t, int64_t first, int held) const {
    Lane out{first, held, {}, {}};
    for (int at = 0; at < held; ++at) {
      out.mean[at] = mean[first + at];
      out.factor[at] = factor[first + at];
    }
    return out;
  }
  DVDB_FN void add(const Lane& lane, int64_t row, double (&sums)[kSums][kPack<T>]) const {
    const int64_t at_row = row * channels + lane.first;
    Computed<T> x[kPack<T>];
    Computed<T> g[kPack<T>];
    load_pack(features + at_row, whole, lane.held, x);
    load_gradients(gradients + at_row, results == nullptr ? nullptr : results + at_row, whole, lane.held, g);
    for (int at = 0; at < kPack<T>; ++at) {
      sums[0][at] += double(g[at]);
      sums[1][at] += double(g[at] * ((x[at] - lane.mean[at]) * lane.factor[at]));
    }
  }
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

/// The gradients of a pack of features: scale / sqrt(variance + epsilon) * (g - mean of g - xh * mean of g xh).
template <class T>
struct FeatureGradients {
  RowPacks<T> packs;
  const T* features;
  const T* results;
  const T* gradients;
  const Computed<T>* mean;
  const Computed<T>* factor;
  const Computed<T>* scale;
  const Computed<T>* means;
  T* out;       // or null
  T* residual;  // or null

  DVDB_FN void operator()(int64_t i) const {
    const auto item = packs.item(i);
    Computed<T> g[kPack<T>];
    load_gradients(gradients + item.at, results == nullptr ? nullptr : results + item.at, packs.whole, item.held, g);
    if (residual != nullptr) store_pack(residual + item.at, packs.whole, item.held, g);
    if (out == nullptr) return;
    Computed<T> x[kPack<T>];
    load_pack(features + item.at, packs.whole, item.held, x);
    for (int at = 0; at < kPack<T>; ++at) {
      const int64_t channel = item.first + (at < item.held ? at : 0);
      const Computed<T> normalized = (x[at] - mean[channel]) * factor[channel];
      const Computed<T> rest = g[at] - means[channel] - normalized * means[packs.channels + channel];
      x[at] = factor[channel] * scale[channel] * rest;
    }
    store_pack(out + item.at, packs.whole, item.held, x);
  }
};

template <class T, class Args>
Status normalize(Context& c, const Args& a, const Computed<T>* mean, const Computed<T>* factor) {
  using S = Computed<T>;
  const uint64_t addresses = address_of(a.features.data) | address_of(a.residual.data) | address_of(a.out.data);
  const RowPacks<T> packs = RowPacks<T>::of(a.channels, addresses);
  const Normalize<T> body{packs,
                          a.features.template as<T>().data,
                          mean,
                          factor,
                          a.scale.template as<S>().data,
                          a.shift.template as<S>().data,
                          a.residual.template as<T>().data,
                          a.epilogue == DVDB_EPILOGUE_RELU,
                          a.out.template as<T>().data};
  return backend::for_each(c, packs.items(a.n), body);
}

Status check_epsilon(Context& c, double epsilon) {
  if (epsilon >= 0 && epsilon <= std::numeric_limits<double>::max()) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use epsilon: it is %g, 0 or more expected", epsilon);
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
    DVDB_TRY(sums.sum(rule, 1,
                      WriteMoments<T>{features, double(a.n), a.epsilon, mean, a.out_variance.as<S>().data, factor}));
    return normalize<T>(c, a, mean, factor);
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
    return normalize<T>(c, a, a.mean.as<S>().data, factor.data);
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
    const uint64_t read = address_of(features) | address_of(results) | address_of(gradients);
    const SumGradients<T> rule{
        features, results, gradients, mean, factor, a.channels, has_whole_packs<T>(a.channels, read)};
    const WriteGradients<S> write{double(a.n), a.out_shift.as<S>().data, a.out_scale.as<S>().data, means.data,
                                  a.channels};
    DVDB_TRY(sums.sum(rule, 1, write));
    if (!a.out_features.given && !a.out_residual.given) return {};
    const uint64_t all = read | address_of(a.out_features.data) | address_of(a.out_residual.data);
    const RowPacks<T> packs = RowPacks<T>::of(a.channels, all);
    return backend::for_each(
        c, packs.items(a.n),
        FeatureGradients<T>{packs, features, results, gradients, mean, factor, a.scale.as<S>().data, means.data,
                            a.out_features.as<T>().data, a.out_residual.as<T>().data});
  });
}
