/// Updates of parameters: stochastic gradient descent (Sutskever et al. 2013), Adam (Kingma and Ba 2015), AdamW
/// (Loshchilov and Hutter 2019), and running means of parameters.
#include <cmath>

#include "_generated/optim_args.hpp"
#include "core/tensor_pairs.hpp"
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

/// Blends parameters into shadows, of type S.
template <class S>
struct BlendChunks {
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 1;
  static constexpr int kAhead = 4;  // elements of a thread that are on their way at once
  struct Shared {};

  TensorPairs tensors;
  Control control;
  S decay;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared&) const {
    if (control.stops()) return;
    const auto chunk = tensors.chunk(tile);
    with_elements<S>(chunk.pair->from_dtype, [&]<class T>() {
      S* const shadows = static_cast<S*>(chunk.pair->to);
      const T* const parameters = static_cast<const T*>(chunk.pair->from);
      int64_t i = chunk.begin + thread;
      for (; i + (kAhead - 1) * kThreads < chunk.end; i += kAhead * kThreads) {
        S kept[kAhead];
        T given[kAhead];
        DVDB_UNROLLED
        for (int at = 0; at < kAhead; ++at) {
          kept[at] = shadows[i + at * kThreads];
          given[at] = parameters[i + at * kThreads];
        }
        DVDB_UNROLLED
        for (int at = 0; at < kAhead; ++at) shadows[i + at * kThreads] = blended(kept[at], given[at], decay);
      }
      for (; i < chunk.end; i += kThreads) shadows[i] = blended(shadows[i], parameters[i], decay);
    });
  }

  void run_on_host(int64_t tile, Shared&) const {
    if (control.stops()) return;
    const auto chunk = tensors.chunk(tile);
    const S by = decay;  // a copy, which no store can change: compilers vectorize
    with_elements<S>(chunk.pair->from_dtype, [=]<class T>() {
      S* const shadows = static_cast<S*>(chunk.pair->to);
      const T* const parameters = static_cast<const T*>(chunk.pair->from);
      for (int64_t i = chunk.begin; i < chunk.end; ++i) shadows[i] = blended(shadows[i], parameters[i], by);
    });
  }

  template <class T>
  DVDB_FN static S blended(S shadow, T parameter, S by) {
    return plain_nan(by * shadow + (S(1) - by) * S(widen(parameter)));
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
    const auto look_up = [&](int64_t i, TensorPair& out) -> Status {
      const uint32_t dtype = a.dtypes[i];
      DVDB_TRY(check_computed<S>(c, i, dtype));
      void* parameters = nullptr;
      DVDB_TRY(borrow_numbers(c, a.parameters[i], dtype, a.counts[i], "parameters", &parameters));
      DVDB_TRY(borrow_numbers(c, a.shadows[i], kDtypeOf<S>, a.counts[i], "shadows", &out.to));
      out.from = parameters;
      out.count = a.counts[i];
      out.from_dtype = dtype;
      out.to_dtype = kDtypeOf<S>;
      return {};
    };
    return for_each_pair(a.n_tensors, look_up, [&](const TensorPairs& pairs, int64_t chunks) {
      return backend::for_each_tile(c, chunks, BlendChunks<S>{pairs, Control{a.control.data}, S(a.decay)});
    });
  });
}
