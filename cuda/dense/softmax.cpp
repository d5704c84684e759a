/// Softmax, its logarithm, and the logarithm of sums of exponentials, along rows.
#include "_generated/dense_args.hpp"
#include "backend/api/launch.hpp"
#include "dense/rows.hpp"

using namespace dvdb;

namespace {

template <class T>
struct Softmax {
  const T* x;
  int64_t channels;
  bool logarithm;
  T* out;

  DVDB_FN void operator()(int64_t row) const {
    const auto found = ScoreRow<T>::of(x + row * channels, channels);
    T* const to = out + row * channels;
    if (logarithm) {
      for (int64_t at = 0; at < channels; ++at) to[at] = narrow<T>(found.log_share(at));
    } else {
      for (int64_t at = 0; at < channels; ++at) to[at] = narrow<T>(found.share(at));
    }
  }
};

/// y (g - sum of g y), or for logarithms y: g - exp(y) sum of g.
template <class T>
struct SoftmaxGradients {
  using S = Computed<T>;
  const T* result;
  const T* gradients;
  int64_t channels;
  bool logarithm;
  T* out;

  DVDB_FN void operator()(int64_t row) const {
    const T* const y = result + row * channels;
    const T* const g = gradients + row * channels;
    S sum = 0;
    for (int64_t at = 0; at < channels; ++at) {
      const S gradient = S(widen(g[at]));
      sum += logarithm ? gradient : gradient * S(widen(y[at]));
    }
    for (int64_t at = 0; at < channels; ++at) {
      const S own = S(widen(y[at]));
      const S gradient = S(widen(g[at]));
      out[row * channels + at] = narrow<T>(logarithm ? gradient - elementary::exp(own) * sum : own * (gradient - sum));
    }
  }
};

template <class T>
struct LogSumExp {
  const T* x;
  int64_t channels;
  T* out;

  DVDB_FN void operator()(int64_t row) const {
    out[row] = narrow<T>(ScoreRow<T>::of(x + row * channels, channels).log_sum());
  }
};

/// The gradient of a row times its softmax.
template <class T>
struct LogSumExpGradients {
  using S = Computed<T>;
  const T* x;
  const T* gradients;
  int64_t channels;
  T* out;

  DVDB_FN void operator()(int64_t row) const {
    const auto found = ScoreRow<T>::of(x + row * channels, channels);
    const S gradient = S(widen(gradients[row]));
    for (int64_t at = 0; at < channels; ++at) out[row * channels + at] = narrow<T>(gradient * found.share(at));
  }
};

}  // namespace

Status operators::share_scores(Context& c, const ShareScoresArgs& a) {
  return with_float(c, a.dtype, "x", [&]<class T>() -> Status {
    const Softmax<T> body{a.x.as<T>().data, a.channels, a.logarithm != 0, a.out.as<T>().data};
    return backend::for_each(c, a.n, body);
  });
}

Status operators::share_scores_backward(Context& c, const ShareScoresBackwardArgs& a) {
  return with_float(c, a.dtype, "result", [&]<class T>() -> Status {
    return backend::for_each(c, a.n,
                             SoftmaxGradients<T>{a.result.as<T>().data, a.gradients.as<T>().data, a.channels,
                                                 a.logarithm != 0, a.out.as<T>().data});
  });
}

Status operators::log_sum_exp(Context& c, const LogSumExpArgs& a) {
  return with_float(c, a.dtype, "x", [&]<class T>() -> Status {
    return backend::for_each(c, a.n, LogSumExp<T>{a.x.as<T>().data, a.channels, a.out.as<T>().data});
  });
}

Status operators::log_sum_exp_backward(Context& c, const LogSumExpBackwardArgs& a) {
  return with_float(c, a.dtype, "x", [&]<class T>() -> Status {
    const LogSumExpGradients<T> body{a.x.as<T>().data, a.gradients.as<T>().data, a.channels, a.out.as<T>().data};
    return backend::for_each(c, a.n, body);
  });
}
