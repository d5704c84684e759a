/// Losses of elements: squares and sizes of differences, Huber's (1964), which is between them, and the cross entropy
/// of yes and no.
#include "_generated/dense_args.hpp"
#include "core/elementary.hpp"
#include "dense/items.hpp"

using namespace dvdb;

namespace {

template <class S>
struct ElementLoss {
  uint32_t loss;
  S delta;

  DVDB_FN S of(S x, S target) const {
    const S apart = x - target;
    const S size = apart < 0 ? -apart : apart;
    switch (loss) {
      case DVDB_LOSS_SQUARE: return apart * apart;
      case DVDB_LOSS_ABS: return size;
      case DVDB_LOSS_HUBER: return size > delta ? delta * (size - S(0.5) * delta) : S(0.5) * apart * apart;
      default: {  // The logarithm of 1 + exp(x), without overflow, less x where the target says yes.
        const S far = x < 0 ? x : -x;
        return (x > 0 ? x : x == x ? S(0) : x) - x * target + elementary::log1p(elementary::exp(far));
      }
    }
  }

  /// With respect to x and to the target.
  DVDB_FN void slopes(S x, S target, S& of_x, S& of_target) const {
    const S apart = x - target;
    switch (loss) {
      case DVDB_LOSS_SQUARE: of_x = S(2) * apart; break;
      case DVDB_LOSS_ABS: of_x = apart > 0 ? S(1) : apart < 0 ? S(-1) : apart; break;
      case DVDB_LOSS_HUBER: of_x = apart > delta ? delta : apart < -delta ? -delta : apart; break;
      default:
        of_x = elementary::sigmoid(x) - target;
        of_target = -x;
        return;
    }
    of_target = -of_x;
  }
};

template <class T>
struct SumElementLosses {
  static constexpr int kSums = 1;
  using S = Computed<T>;
  ElementLoss<S> loss;
  const T* x;
  const T* targets;

  DVDB_FN void add(int64_t i, double (&sums)[kSums]) const {
    sums[0] += double(loss.of(S(widen(x[i])), S(widen(targets[i]))));
  }
};

template <class S>
struct WriteElementLoss {
  double divisor;
  S* out;

  DVDB_FN void operator()(int64_t, int64_t, const double (&sums)[1]) const { out[0] = plain_nan(S(sums[0] / divisor)); }
};

template <class T>
struct ElementGradients {
  using S = Computed<T>;
  ElementLoss<S> loss;
  const T* x;
  const T* targets;
  const S* gradient;
  S divisor;
  T* out;          // or null
  T* out_targets;  // or null

  DVDB_FN void operator()(int64_t i) const {
    const S share = gradient[0] / divisor;
    S of_x;
    S of_target;
    loss.slopes(S(widen(x[i])), S(widen(targets[i])), of_x, of_target);
    if (out != nullptr) out[i] = narrow<T>(share * of_x);
    if (out_targets != nullptr) out_targets[i] = narrow<T>(share * of_target);
  }
};

/// By what sums are divided: 1 unless the mean is asked for.
double divisor_of(uint32_t mean, int64_t n) { return mean != 0 && n > 0 ? double(n) : 1.0; }

}  // namespace

Status operators::element_loss(Context& c, const ElementLossArgs& a) {
  return with_float(c, a.dtype, "x", [&]<class T>() -> Status {
    using S = Computed<T>;
    const SumElementLosses<T> rule{{a.loss, S(a.delta)}, a.x.as<T>().data, a.targets.as<T>().data};
    return sum_items(c, a.n, rule, WriteElementLoss<S>{divisor_of(a.mean, a.n), a.out.as<S>().data});
  });
}

Status operators::element_loss_backward(Context& c, const ElementLossBackwardArgs& a) {
  return with_float(c, a.dtype, "x", [&]<class T>() -> Status {
    using S = Computed<T>;
    return backend::for_each(c, a.n,
                             ElementGradients<T>{{a.loss, S(a.delta)},
                                                 a.x.as<T>().data,
                                                 a.targets.as<T>().data,
                                                 a.gradients.as<S>().data,
                                                 S(divisor_of(a.mean, a.n)),
                                                 a.out_x.as<T>().data,
                                                 a.out_targets.as<T>().data});
  });
}
