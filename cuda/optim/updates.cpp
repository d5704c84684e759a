/// Updates of parameters: stochastic gradient descent (Sutskever et al. 2013), Adam (Kingma and Ba 2015), AdamW
/// (Loshchilov and Hutter 2019), and running means of parameters.
#include <cmath>

#include "_generated/optim_args.hpp"
#include "optim/tensor_table.hpp"

using namespace dvdb;

namespace {

/// A step of gradient descent; the kept numbers are masters and momenta.
template <class S>
struct StepDown {
  static constexpr int kNumbers = 1;
  S rate;
  S momentum;
  bool nesterov;

  DVDB_FN StepDown settings() const { return *this; }

  DVDB_FN void operator()(S& parameter, S raw, KeptNumbers<S>& kept, S decay, const StepDown&) const {
    const S gradient = raw + decay * parameter;
    const S moved = momentum * kept.first + gradient;
    kept.first = moved;
    parameter -= rate * (nesterov ? gradient + momentum * moved : moved);
  }
};

/// 1 - beta^n by multiplications alone, so that devices agree.
DVDB_FN double bias_after(double beta, double n) {
  double power = 1;
  double square = beta;
  for (uint64_t left = uint64_t(n); left != 0; left >>= 1) {
    if ((left & 1) != 0) power *= square;
    square *= square;
  }
  return 1 - power;
}

/// Counts a step that is not stopped, and writes by what the running means are divided.
struct CountStep {
  Control control;
  double beta1, beta2;
  double* steps;
  double* biases;  // [2]

  DVDB_FN void operator()(int64_t) const {
    if (control.stops()) return;
    const double step = steps[0] + 1;
    steps[0] = step;
    biases[0] = bias_after(beta1, step);
    biases[1] = bias_after(beta2, step);
  }
};

/// A step of Adam; the kept numbers are masters, means and squares. Compilers do not vectorize a choice of decays.
template <class S, bool kDecoupled>
struct StepAdam {
  static constexpr int kNumbers = 2;
  S rate, beta1, beta2, epsilon;
  const double* biases;

  struct Settings {
    S mean_bias, square_bias;
  };
  DVDB_FN Settings settings() const { return {S(biases[0]), S(biases[1])}; }

  DVDB_FN void operator()(S& parameter, S raw, KeptNumbers<S>& kept, S decay, const Settings& at) const {
    const S gradient = kDecoupled ? raw : raw + decay * parameter;
    const S mean = beta1 * kept.first + (S(1) - beta1) * gradient;
    const S square = beta2 * kept.second + (S(1) - beta2) * (gradient * gradient);
    kept.first = mean;
    kept.second = square;
    const S shrunk = kDecoupled ? parameter * (S(1) - rate * decay) : parameter;
    parameter = shrunk - rate * (mean / at.mean_bias) / (std::sqrt(square / at.square_bias) + epsilon);
  }
};

/// Blends parameters, which come as gradients, into the first kept numbers.
template <class S>
struct Blend {
  static constexpr int kNumbers = 0;
  S decay;

  DVDB_FN Blend settings() const { return *this; }
  DVDB_FN void operator()(S& shadow, S parameter, KeptNumbers<S>&, S, const Blend&) const {
    shadow = decay * shadow + (S(1) - decay) * parameter;
  }
};

}  // namespace

Status operators::sgd_into(Context& c, const SgdIntoArgs& a) {
  return with_computed(a.dtypes, a.n_tensors, [&]<class S>() -> Status {
    TensorTable<S> table(c);
    DVDB_TRY(table.make(TensorLists::of(a, a.momenta, "momenta")));
    return update_all(c, table, Control{a.control.data}, StepDown<S>{S(a.rate), S(a.momentum), a.nesterov != 0});
  });
}

Status operators::adam_update(Context& c, const AdamUpdateArgs& a) {
  return with_computed(a.dtypes, a.n_tensors, [&]<class S>() -> Status {
    TensorTable<S> table(c);
    DVDB_TRY(table.make(TensorLists::of(a, a.means, "means", a.squares, "squares")));
    backend::Scratch memory(c);
    Span<double> biases;
    DVDB_TRY(memory.allocate(2, biases));
    const CountStep count{Control{a.control.data}, a.beta1, a.beta2, a.steps.data, biases.data};
    DVDB_TRY(backend::for_each(c, 1, count));
    const auto launch = [&]<bool kDecoupled>() {
      const StepAdam<S, kDecoupled> step{S(a.rate), S(a.beta1), S(a.beta2), S(a.epsilon), biases.data};
      return update_all(c, table, Control{a.control.data}, step);
    };
    return a.decoupled != 0 ? launch.template operator()<true>() : launch.template operator()<false>();
  });
}

Status operators::ema_into(Context& c, const EmaIntoArgs& a) {
  return with_computed(a.dtypes, a.n_tensors, [&]<class S>() -> Status {
    TensorTable<S> table(c);
    DVDB_TRY(table.make({a.n_tensors, a.counts, a.dtypes, nullptr, nullptr, a.parameters, {a.shadows}, {"shadows"}}));
    return update_all(c, table, Control{a.control.data, false}, Blend<S>{S(a.decay)});
  });
}
