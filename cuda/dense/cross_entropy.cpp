/// Cross entropy between classes that scores predict and those that are right, with weights of classes and smoothed
/// targets (Szegedy et al. 2016).
#include "_generated/dense_args.hpp"
#include "dense/items.hpp"
#include "dense/rows.hpp"

using namespace dvdb;

namespace {

/// Which classes are right, and how much they count.
template <class T, class Target>
struct Targets {
  using S = Computed<T>;
  const Target* targets;
  const S* weights;  // or null
  int64_t classes;
  int64_t ignore;
  S smoothing;
  bool is_mean;

  DVDB_FN int64_t target(int64_t row) const { return int64_t(targets[row]); }
  DVDB_FN bool counts(int64_t row) const { return target(row) != ignore; }
  DVDB_FN bool is_class(int64_t row) const { return target(row) >= 0 && target(row) < classes; }
  DVDB_FN S weight(int64_t one) const { return weights == nullptr ? S(1) : weights[one]; }

  /// Shares of the target class, and of each class by smoothing, before the class's weight.
  DVDB_FN S right(int64_t row) const { return (S(1) - smoothing) * weight(target(row)); }
  DVDB_FN S each() const { return smoothing / S(classes); }
};

/// Sums losses of rows, and weights of their targets. A target that is no class makes both NaN.
template <class T, class Target>
struct SumLosses {
  static constexpr int kSums = 2;
  using S = Computed<T>;
  const T* scores;
  Targets<T, Target> targets;

  DVDB_FN void add(int64_t row, double (&sums)[kSums]) const {
    if (!targets.counts(row)) return;
    if (!targets.is_class(row)) {
      sums[0] = std::numeric_limits<double>::quiet_NaN();
      return;
    }
    const auto found = ScoreRow<T>::of(scores + row * targets.classes, targets.classes);
    S loss = targets.right(row) * -found.log_share(targets.target(row));
    if (targets.smoothing > 0) {
      S all = 0;
      for (int64_t one = 0; one < targets.classes; ++one) all += targets.weight(one) * -found.log_share(one);
      loss += targets.each() * all;
    }
    sums[0] += double(loss);
    sums[1] += double(targets.weight(targets.target(row)));
  }
};

template <class S>
struct WriteLoss {
  bool is_mean;
  S* out;

  DVDB_FN void operator()(int64_t, int64_t, const double (&sums)[2]) const {
    const bool is_none = sums[0] == 0 && sums[1] == 0;
    out[0] = plain_nan(S(!is_mean || is_none ? sums[0] : sums[0] / sums[1]));
  }
};

/// Sums weights of targets.
template <class T, class Target>
struct SumWeights {
  static constexpr int kSums = 1;
  Targets<T, Target> targets;

  DVDB_FN void add(int64_t row, double (&sums)[kSums]) const {
    if (targets.counts(row) && targets.is_class(row)) sums[0] += double(targets.weight(targets.target(row)));
  }
};

/// Writes the gradient of the sum of losses.
template <class S>
struct WriteShare {
  const S* gradient;
  S* out;

  DVDB_FN void operator()(int64_t, int64_t, const double (&sums)[1]) const {
    out[0] = S(sums[0] == 0 ? 0 : double(gradient[0]) / sums[0]);
  }
};

/// The gradients of a row: those of log-softmax, p (sum of what classes count) - what each counts.
template <class T, class Target>
struct RowGradients {
  using S = Computed<T>;
  const T* scores;
  Targets<T, Target> targets;
  const S* share;
  const S* all_weights;
  T* out;

  DVDB_FN void operator()(int64_t row) const {
    T* const to = out + row * targets.classes;
    const bool is_wrong = targets.counts(row) && !targets.is_class(row);
    if (!targets.counts(row) || is_wrong) {
      const S filled = is_wrong ? std::numeric_limits<S>::quiet_NaN() : S(0);
      for (int64_t one = 0; one < targets.classes; ++one) to[one] = narrow<T>(filled);
      return;
    }
    const auto found = ScoreRow<T>::of(scores + row * targets.classes, targets.classes);
    const int64_t target = targets.target(row);
    const S right = targets.right(row);
    const S all = right + targets.each() * all_weights[0];
    for (int64_t one = 0; one < targets.classes; ++one) {
      const S counted = targets.each() * targets.weight(one) + (one == target ? right : S(0));
      to[one] = narrow<T>(share[0] * (found.share(one) * all - counted));
    }
  }
};

/// The sum of all weights, in order.
template <class S>
struct SumAllWeights {
  static constexpr int kSums = 1;
  const S* weights;

  DVDB_FN void add(int64_t at, double (&sums)[kSums]) const { sums[0] += weights == nullptr ? 1 : double(weights[at]); }
};

template <class S>
struct WriteSum {
  S* out;

  DVDB_FN void operator()(int64_t, int64_t, const double (&sums)[1]) const { out[0] = S(sums[0]); }
};

/// Calls `body.operator()<T, Target>()` with the types of scores and targets.
template <class Body>
Status with_targets(Context& c, uint32_t dtype, uint32_t target_dtype, Body body) {
  return with_float(c, dtype, "logits", [&]<class T>() -> Status {
    switch (target_dtype) {
      case DVDB_U8: return body.template operator()<T, uint8_t>();
      case DVDB_I32: return body.template operator()<T, int32_t>();
      default: return body.template operator()<T, int64_t>();
    }
  });
}

template <class T, class Target, class Args>
Targets<T, Target> targets_of(const Args& a) {
  return {a.targets.template as<Target>().data,
          a.weights.template as<Computed<T>>().data,
          a.classes,
          a.ignore,
          Computed<T>(a.smoothing),
          a.mean != 0};
}

}  // namespace

Status operators::cross_entropy(Context& c, const CrossEntropyArgs& a) {
  return with_targets(c, a.dtype, a.target_dtype, [&]<class T, class Target>() -> Status {
    using S = Computed<T>;
    const SumLosses<T, Target> rule{a.logits.as<T>().data, targets_of<T, Target>(a)};
    return sum_items(c, a.n, rule, WriteLoss<S>{a.mean != 0, a.out.as<S>().data});
  });
}

Status operators::cross_entropy_backward(Context& c, const CrossEntropyBackwardArgs& a) {
  return with_targets(c, a.dtype, a.target_dtype, [&]<class T, class Target>() -> Status {
    using S = Computed<T>;
    const auto targets = targets_of<T, Target>(a);
    const S* const gradient = a.gradients.as<S>().data;
    backend::Scratch memory(c);
    Span<S> numbers;
    DVDB_TRY(memory.allocate(2, numbers));
    S* const share = numbers.data;
    S* const all_weights = numbers.data + 1;
    if (targets.is_mean) {
      DVDB_TRY(sum_items(c, a.n, SumWeights<T, Target>{targets}, WriteShare<S>{gradient, share}));
    } else {
      DVDB_TRY(backend::copy(c, share, gradient, int64_t(sizeof(S))));
    }
    DVDB_TRY(sum_items(c, a.classes, SumAllWeights<S>{targets.weights}, WriteSum<S>{all_weights}));
    return backend::for_each(
        c, a.n, RowGradients<T, Target>{a.logits.as<T>().data, targets, share, all_weights, a.out.as<T>().data});
  });
}
