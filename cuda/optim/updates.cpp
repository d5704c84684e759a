/// Updates of parameters: stochastic gradient descent (Sutskever et al. 2013), Adam (Kingma and Ba 2015), AdamW
/// (Loshchilov and Hutter 2019), and running means of parameters.
#include <cmath>

#include "_generated/optim_args.hpp"
#include "optim/tensor_table.hpp"

using namespace dvdb;

namespace {

template <class T>
struct StepDown {
  T rate;
  T momentum;
  bool nesterov;
  bool first;

  /// Roles: parameters, gradients, momenta.
  DVDB_FN void operator()(const TensorEntry<T, 3>& tensor, int64_t i, T factor) const {
    T& parameter = tensor.data[0][i];
    const T gradient = tensor.data[1][i] * factor + T(tensor.decay) * parameter;
    T step = gradient;
    if (tensor.data[2] != nullptr) {
      T& kept = tensor.data[2][i];
      const T moved = first ? gradient : momentum * kept + gradient;
      kept = plain_nan(moved);
      step = nesterov ? gradient + momentum * moved : moved;
    }
    parameter = plain_nan(parameter - rate * step);
  }
};

template <class T>
struct StepAdam {
  T rate, beta1, beta2, epsilon;
  T mean_bias;    // 1 - beta1^step
  T square_bias;  // 1 - beta2^step
  bool decoupled;

  /// Roles: parameters, gradients, means, squares.
  DVDB_FN void operator()(const TensorEntry<T, 4>& tensor, int64_t i, T factor) const {
    T& parameter = tensor.data[0][i];
    const T decay = T(tensor.decay);
    const T raw = tensor.data[1][i] * factor;
    const T gradient = decoupled ? raw : raw + decay * parameter;
    const T mean = beta1 * tensor.data[2][i] + (T(1) - beta1) * gradient;
    const T square = beta2 * tensor.data[3][i] + (T(1) - beta2) * (gradient * gradient);
    tensor.data[2][i] = plain_nan(mean);
    tensor.data[3][i] = plain_nan(square);
    const T shrunk = decoupled ? parameter * (T(1) - rate * decay) : parameter;
    parameter = plain_nan(shrunk - rate * (mean / mean_bias) / (std::sqrt(square / square_bias) + epsilon));
  }
};

template <class T>
struct Blend {
  T decay;

  /// Roles: shadows, parameters.
  DVDB_FN void operator()(const TensorEntry<T, 2>& tensor, int64_t i, T) const {
    tensor.data[0][i] = plain_nan(decay * tensor.data[0][i] + (T(1) - decay) * tensor.data[1][i]);
  }
};

template <class T, int kRoles, class Update>
Status update_all(Context& c, const TensorTable<T, kRoles>& table, const T* control, const Update& update) {
  return backend::for_each_tile(c, table.chunks(),
                                UpdateChunks<T, kRoles, Update>{table.view(), Control<T>{control}, update});
}

/// Calls `body.operator()<T>()` with the type of f32 or f64.
template <class Body>
Status with_parameters(uint32_t dtype, Body body) {
  return dtype == DVDB_F64 ? body.template operator()<double>() : body.template operator()<float>();
}

}  // namespace

Status operators::sgd_into(Context& c, const SgdIntoArgs& a) {
  return with_parameters(a.dtype, [&]<class T>() -> Status {
    TensorTable<T, 3> table(c);
    const TensorRole roles[] = {{"parameters", a.parameters}, {"gradients", a.gradients}, {"momenta", a.momenta}};
    DVDB_TRY(table.make(a.n_tensors, roles, 2, a.counts, a.decays));
    const StepDown<T> step{T(a.rate), T(a.momentum), a.nesterov != 0, a.first != 0};
    return update_all(c, table, a.control.as<T>().data, step);
  });
}

Status operators::adam_update(Context& c, const AdamUpdateArgs& a) {
  return with_parameters(a.dtype, [&]<class T>() -> Status {
    TensorTable<T, 4> table(c);
    const TensorRole roles[] = {
        {"parameters", a.parameters}, {"gradients", a.gradients}, {"means", a.means}, {"squares", a.squares}};
    DVDB_TRY(table.make(a.n_tensors, roles, 4, a.counts, a.decays));
    const double steps = double(a.step);
    const StepAdam<T> step{T(a.rate),
                           T(a.beta1),
                           T(a.beta2),
                           T(a.epsilon),
                           T(1 - std::pow(a.beta1, steps)),
                           T(1 - std::pow(a.beta2, steps)),
                           a.decoupled != 0};
    return update_all(c, table, a.control.as<T>().data, step);
  });
}

Status operators::ema_into(Context& c, const EmaIntoArgs& a) {
  return with_parameters(a.dtype, [&]<class T>() -> Status {
    TensorTable<T, 2> table(c);
    const TensorRole roles[] = {{"shadows", a.shadows}, {"parameters", a.parameters}};
    DVDB_TRY(table.make(a.n_tensors, roles, 2, a.counts, nullptr));
    return update_all(c, table, static_cast<const T*>(nullptr), Blend<T>{T(a.decay)});
  });
}
