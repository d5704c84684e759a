// Generated from ffi/include/denovdb/optim.h by `deno task bindgen`; do not edit.
#include "_generated/optim_args.hpp"

using namespace dvdb;

dvdb_status dvdb_sgd_into(dvdb_context context, uint32_t n_tensors, const uint32_t* parameters, const uint32_t* gradients, const uint32_t* masters, const uint32_t* momenta, const int64_t* counts, const uint32_t* dtypes, const double* decays, double rate, double momentum, uint32_t nesterov, dvdb_buffer control) noexcept {
  return entry(context, 0, operators::sgd_into, {n_tensors, nesterov, parameters, gradients, masters, momenta, dtypes, counts, decays, rate, momentum}, [&](Checks& c, auto& a) {
    return c.memory("parameters", parameters, {n_tensors}) && c.memory("gradients", gradients, {n_tensors})
      && c.memory("masters", masters, {n_tensors}) && c.memory("momenta", momenta, {n_tensors})
      && c.memory("counts", counts, {n_tensors}) && c.memory("dtypes", dtypes, {n_tensors})
      && c.memory("decays", decays, {n_tensors}) && c.range("n_tensors", n_tensors, 0, 1048576)
      && c.range("nesterov", nesterov, 0, 1) && c.take("control", control, {3}, a.control, true);
  });
}

dvdb_status dvdb_adam_update(dvdb_context context, uint32_t n_tensors, const uint32_t* parameters, const uint32_t* gradients, const uint32_t* masters, const uint32_t* means, const uint32_t* squares, const int64_t* counts, const uint32_t* dtypes, const double* decays, double rate, double beta1, double beta2, double epsilon, uint32_t decoupled, dvdb_buffer steps, dvdb_buffer control) noexcept {
  return entry(context, 0, operators::adam_update, {n_tensors, decoupled, parameters, gradients, masters, means, squares, dtypes, counts, decays, rate, beta1, beta2, epsilon}, [&](Checks& c, auto& a) {
    return c.memory("parameters", parameters, {n_tensors}) && c.memory("gradients", gradients, {n_tensors})
      && c.memory("masters", masters, {n_tensors}) && c.memory("means", means, {n_tensors})
      && c.memory("squares", squares, {n_tensors}) && c.memory("counts", counts, {n_tensors})
      && c.memory("dtypes", dtypes, {n_tensors}) && c.memory("decays", decays, {n_tensors})
      && c.range("n_tensors", n_tensors, 0, 1048576) && c.range("decoupled", decoupled, 0, 1)
      && c.take("steps", steps, {1}, a.steps) && c.take("control", control, {3}, a.control, true);
  });
}

dvdb_status dvdb_ema_into(dvdb_context context, uint32_t n_tensors, const uint32_t* shadows, const uint32_t* parameters, const int64_t* counts, const uint32_t* dtypes, double decay, dvdb_buffer control) noexcept {
  return entry(context, 0, operators::ema_into, {n_tensors, shadows, parameters, dtypes, counts, decay}, [&](Checks& c, auto& a) {
    return c.memory("shadows", shadows, {n_tensors}) && c.memory("parameters", parameters, {n_tensors})
      && c.memory("counts", counts, {n_tensors}) && c.memory("dtypes", dtypes, {n_tensors})
      && c.range("n_tensors", n_tensors, 0, 1048576) && c.take("control", control, {3}, a.control, true);
  });
}

dvdb_status dvdb_clip_factor(dvdb_context context, uint32_t n_tensors, const uint32_t* gradients, const int64_t* counts, const uint32_t* dtypes, double most, dvdb_buffer loss_scale, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::clip_factor, {n_tensors, gradients, dtypes, counts, most}, [&](Checks& c, auto& a) {
    return c.memory("gradients", gradients, {n_tensors}) && c.memory("counts", counts, {n_tensors})
      && c.memory("dtypes", dtypes, {n_tensors}) && c.range("n_tensors", n_tensors, 0, 1048576)
      && c.take("loss_scale", loss_scale, {3}, a.loss_scale, true) && c.take("out", out, {3}, a.out);
  });
}

dvdb_status dvdb_loss_scale_into(dvdb_context context, dvdb_buffer scale, dvdb_buffer factor, int64_t period) noexcept {
  return entry(context, 0, operators::loss_scale_into, {period}, [&](Checks& c, auto& a) {
    return c.range("period", period, 1, INT64_MAX) && c.take("scale", scale, {3}, a.scale)
      && c.take("factor", factor, {3}, a.factor);
  });
}
