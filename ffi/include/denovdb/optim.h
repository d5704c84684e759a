/**
 * Optimizers: all tensors of a model are updated by one launch.
 *
 * Tensors are f32 or f64 and given as arrays of buffer handles; tensor i has counts[i] elements, which its gradient and
 * its state have too. A tensor may be listed once only. `control`, if given, holds two numbers that the device has
 * computed: a factor of all gradients, and whether they are finite; if that is 0, nothing is changed.
 */
#ifndef DENOVDB_OPTIM_H
#define DENOVDB_OPTIM_H

#include "abi.h"

/** Limits of optimizers. */
enum dvdb_optim_limit {
  /** Most tensors of a call. */
  DVDB_MAX_TENSORS = 1048576
};

/**
 * Stochastic gradient descent with momentum: g += decay p; m = momentum m + g, or g if `first`; p -= rate m, with
 * `nesterov` rate (g + momentum m).
 */
DVDB_API dvdb_status dvdb_sgd_into(
    dvdb_context context,
    uint32_t n_tensors,                           /* 0 to DVDB_MAX_TENSORS */
    DVDB_IN const uint32_t *parameters,           /* [n_tensors], handles of buffers, changed */
    DVDB_IN const uint32_t *gradients,            /* [n_tensors], handles of buffers */
    DVDB_IN const uint32_t *momenta,              /* [n_tensors], handles of buffers, changed; 0 for none */
    DVDB_IN const int64_t *counts,                /* [n_tensors], 0 or more */
    DVDB_IN const double *decays,                 /* [n_tensors] */
    uint32_t dtype,                               /* DVDB_F32 or DVDB_F64 */
    double rate, double momentum,
    uint32_t nesterov,                            /* 0 to 1 */
    uint32_t first,                               /* 0 to 1 */
    dvdb_buffer control /* dtype [2]; 0 for none */) DVDB_NOEXCEPT;

/**
 * Adam: m and v are running means of g and g^2, whose bias is corrected for `step` steps; p -= rate mh / (sqrt(vh) +
 * epsilon). `decoupled` shrinks p by rate decay before (AdamW); otherwise decay p is added to g.
 * Serves: adamInto, adamwInto.
 */
DVDB_API dvdb_status dvdb_adam_update(
    dvdb_context context,
    uint32_t n_tensors,                           /* 0 to DVDB_MAX_TENSORS */
    DVDB_IN const uint32_t *parameters,           /* [n_tensors], handles of buffers, changed */
    DVDB_IN const uint32_t *gradients,            /* [n_tensors], handles of buffers */
    DVDB_IN const uint32_t *means,                /* [n_tensors], handles of buffers, changed */
    DVDB_IN const uint32_t *squares,              /* [n_tensors], handles of buffers, changed */
    DVDB_IN const int64_t *counts,                /* [n_tensors], 0 or more */
    DVDB_IN const double *decays,                 /* [n_tensors] */
    uint32_t dtype,                               /* DVDB_F32 or DVDB_F64 */
    double rate, double beta1, double beta2, double epsilon,
    uint32_t decoupled,                           /* 0 to 1 */
    int64_t step,                                 /* 1 or more */
    dvdb_buffer control /* dtype [2]; 0 for none */) DVDB_NOEXCEPT;

/** Exponential moving average: shadow = decay shadow + (1 - decay) p. */
DVDB_API dvdb_status dvdb_ema_into(
    dvdb_context context,
    uint32_t n_tensors,                           /* 0 to DVDB_MAX_TENSORS */
    DVDB_IN const uint32_t *shadows,              /* [n_tensors], handles of buffers, changed */
    DVDB_IN const uint32_t *parameters,           /* [n_tensors], handles of buffers */
    DVDB_IN const int64_t *counts,                /* [n_tensors], 0 or more */
    uint32_t dtype,                               /* DVDB_F32 or DVDB_F64 */
    double decay) DVDB_NOEXCEPT;

/**
 * The factor that makes the norm of all gradients together at most `most`: min(1, most / (norm + 1e-6)), and whether
 * the norm is finite, then the norm. Squares are summed in f64, in an order that depends on counts alone.
 */
DVDB_API dvdb_status dvdb_clip_factor(
    dvdb_context context,
    uint32_t n_tensors,                           /* 0 to DVDB_MAX_TENSORS */
    DVDB_IN const uint32_t *gradients,            /* [n_tensors], handles of buffers */
    DVDB_IN const int64_t *counts,                /* [n_tensors], 0 or more */
    uint32_t dtype,                               /* DVDB_F32 or DVDB_F64 */
    double most,
    dvdb_buffer out_control,                      /* dtype [2], factor and whether finite */
    dvdb_buffer out_norm /* dtype [1] */) DVDB_NOEXCEPT;

#endif
