// Generated from ffi/include/denovdb/optim.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of optim.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "denovdb/optim.h"

namespace dvdb::operators {

/// Arguments of dvdb_sgd_into().
struct SgdIntoArgs {
  uint32_t n_tensors = 0, nesterov = 0;
  const uint32_t* parameters = nullptr, *gradients = nullptr, *masters = nullptr, *momenta = nullptr, *dtypes = nullptr;
  const int64_t* counts = nullptr; const double* decays = nullptr; double rate = 0, momentum = 0;
  OptionalSpan<double> control{};
};
Status sgd_into(Context& c, const SgdIntoArgs& a);

/// Arguments of dvdb_adam_update().
struct AdamUpdateArgs {
  uint32_t n_tensors = 0, decoupled = 0;
  const uint32_t* parameters = nullptr, *gradients = nullptr, *masters = nullptr, *means = nullptr, *squares = nullptr, *dtypes = nullptr;
  const int64_t* counts = nullptr; const double* decays = nullptr; double rate = 0, beta1 = 0, beta2 = 0, epsilon = 0;
  Span<double> steps{}; OptionalSpan<double> control{};
};
Status adam_update(Context& c, const AdamUpdateArgs& a);

/// Arguments of dvdb_ema_into().
struct EmaIntoArgs {
  uint32_t n_tensors = 0; const uint32_t* shadows = nullptr, *parameters = nullptr, *dtypes = nullptr;
  const int64_t* counts = nullptr; double decay = 0; OptionalSpan<double> control{};
};
Status ema_into(Context& c, const EmaIntoArgs& a);

/// Arguments of dvdb_clip_factor().
struct ClipFactorArgs {
  uint32_t n_tensors = 0; const uint32_t* gradients = nullptr, *dtypes = nullptr; const int64_t* counts = nullptr;
  double most = 0; OptionalSpan<double> loss_scale{}; Span<double> out{};
};
Status clip_factor(Context& c, const ClipFactorArgs& a);

/// Arguments of dvdb_loss_scale_into().
struct LossScaleIntoArgs {
  int64_t period = 0; Span<double> scale{}, factor{};
};
Status loss_scale_into(Context& c, const LossScaleIntoArgs& a);

}  // namespace dvdb::operators
