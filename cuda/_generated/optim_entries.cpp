// Generated from ffi/include/denovdb/optim.h by `deno task bindgen`; do not edit.
#include "_generated/optim_args.hpp"

using namespace dvdb;

dvdb_status dvdb_sgd_into(dvdb_context context, uint32_t n_tensors, const uint32_t* parameters, const uint32_t* gradients, const uint32_t* momenta, const int64_t* counts, const double* decays, uint32_t dtype, double rate, double momentum, uint32_t nesterov, uint32_t first, dvdb_buffer control) noexcept {
  return entry(context, 0, operators::sgd_into, {n_tensors, dtype, nesterov, first, parameters, gradients, momenta, counts, decays, rate, momentum}, [&](Checks& c, auto& a) {
    return c.memory("parameters", parameters, {n_tensors}) && c.memory("gradients", gradients, {n_tensors})
      && c.memory("momenta", momenta, {n_tensors}) && c.memory("counts", counts, {n_tensors})
      && c.memory("decays", decays, {n_tensors})
      && c.choice("n_tensors", n_tensors, {DVDB_MAX_TENSORS}, "DVDB_MAX_TENSORS") && c.range("nesterov", nesterov, 0, 1)
      && c.range("first", first, 0, 1) && ((control) == 0 || c.dtype("control", dtype, {DVDB_F32, DVDB_F64}))
      && c.take("control", control, dtype, {2}, a.control, true);
  });
}

dvdb_status dvdb_adam_update(dvdb_context context, uint32_t n_tensors, const uint32_t* parameters, const uint32_t* gradients, const uint32_t* means, const uint32_t* squares, const int64_t* counts, const double* decays, uint32_t dtype, double rate, double beta1, double beta2, double epsilon, uint32_t decoupled, int64_t step, dvdb_buffer control) noexcept {
  return entry(context, 0, operators::adam_update, {n_tensors, dtype, decoupled, parameters, gradients, means, squares, counts, decays, rate, beta1, beta2, epsilon, step}, [&](Checks& c, auto& a) {
    return c.memory("parameters", parameters, {n_tensors}) && c.memory("gradients", gradients, {n_tensors})
      && c.memory("means", means, {n_tensors}) && c.memory("squares", squares, {n_tensors})
      && c.memory("counts", counts, {n_tensors}) && c.memory("decays", decays, {n_tensors})
      && c.choice("n_tensors", n_tensors, {DVDB_MAX_TENSORS}, "DVDB_MAX_TENSORS")
      && c.range("decoupled", decoupled, 0, 1) && c.range("step", step, 1, INT64_MAX)
      && ((control) == 0 || c.dtype("control", dtype, {DVDB_F32, DVDB_F64}))
      && c.take("control", control, dtype, {2}, a.control, true);
  });
}

dvdb_status dvdb_ema_into(dvdb_context context, uint32_t n_tensors, const uint32_t* shadows, const uint32_t* parameters, const int64_t* counts, uint32_t dtype, double decay) noexcept {
  return entry(context, 0, operators::ema_into, {n_tensors, dtype, shadows, parameters, counts, decay}, [&](Checks& c, auto&) {
    return c.memory("shadows", shadows, {n_tensors}) && c.memory("parameters", parameters, {n_tensors})
      && c.memory("counts", counts, {n_tensors})
      && c.choice("n_tensors", n_tensors, {DVDB_MAX_TENSORS}, "DVDB_MAX_TENSORS")
      && c.dtype("dtype", dtype, {DVDB_F32, DVDB_F64});
  });
}

dvdb_status dvdb_clip_factor(dvdb_context context, uint32_t n_tensors, const uint32_t* gradients, const int64_t* counts, uint32_t dtype, double most, dvdb_buffer out_control, dvdb_buffer out_norm) noexcept {
  return entry(context, 0, operators::clip_factor, {n_tensors, dtype, gradients, counts, most}, [&](Checks& c, auto& a) {
    return c.memory("gradients", gradients, {n_tensors}) && c.memory("counts", counts, {n_tensors})
      && c.choice("n_tensors", n_tensors, {DVDB_MAX_TENSORS}, "DVDB_MAX_TENSORS")
      && c.dtype("out_control", dtype, {DVDB_F32, DVDB_F64})
      && c.take("out_control", out_control, dtype, {2}, a.out_control)
      && c.take("out_norm", out_norm, dtype, {1}, a.out_norm);
  });
}
