/**
 * Optimizers: all tensors of a model are updated by one launch.
 *
 * Tensors are given as arrays of buffer handles; tensor i has counts[i] elements of dtypes[i], as its gradient has. If
 * one is f64, all are; what optimizers keep is then f64, and f32 otherwise. Parameters in f16 or bf16 have masters in
 * f32, which are updated in their place and rounded to them. A tensor may be listed once only. `control`, if given,
 * holds what dvdb_clip_factor has computed: a factor of all gradients, and whether they are finite; if that is 0, nothing
 * is changed.
 */
#ifndef DENOVDB_OPTIM_H
#define DENOVDB_OPTIM_H

#include "abi.h"

/**
 * Stochastic gradient descent with momentum: g += decay p; m = momentum m + g; p -= rate m, with `nesterov` rate (g +
 * momentum m).
 */
DVDB_API dvdb_status dvdb_sgd_into(
    dvdb_context context,
    uint32_t n_tensors,                           /* 0 to 1048576 */
    DVDB_IN const uint32_t *parameters,           /* [n_tensors], dvdb_buffer handles, changed */
    DVDB_IN const uint32_t *gradients,            /* [n_tensors], dvdb_buffer handles */
    DVDB_IN const uint32_t *masters,              /* [n_tensors], dvdb_buffer handles, changed; 0 for parameters in f32 or f64 */
    DVDB_IN const uint32_t *momenta,              /* [n_tensors], dvdb_buffer handles, changed */
    DVDB_IN const int64_t *counts,                /* [n_tensors], 0 or more */
    DVDB_IN const uint32_t *dtypes,               /* [n_tensors] */
    DVDB_IN const double *decays,                 /* [n_tensors] */
    double rate, double momentum,
    uint32_t nesterov,                            /* 0 to 1 */
    dvdb_buffer control /* f64 [3]; 0 for none */) DVDB_NOEXCEPT;

/**
 * Adam: m and v are running means of g and g^2, whose bias is corrected for the number of steps that `steps` counts;
 * p -= rate mh / (sqrt(vh) + epsilon). `decoupled` shrinks p by rate decay before (AdamW); otherwise decay p is added to
 * g.
 * Serves: adamInto, adamwInto.
 */
DVDB_API dvdb_status dvdb_adam_update(
    dvdb_context context,
    uint32_t n_tensors,                           /* 0 to 1048576 */
    DVDB_IN const uint32_t *parameters,           /* [n_tensors], dvdb_buffer handles, changed */
    DVDB_IN const uint32_t *gradients,            /* [n_tensors], dvdb_buffer handles */
    DVDB_IN const uint32_t *masters,              /* [n_tensors], dvdb_buffer handles, changed; 0 for parameters in f32 or f64 */
    DVDB_IN const uint32_t *means,                /* [n_tensors], dvdb_buffer handles, changed */
    DVDB_IN const uint32_t *squares,              /* [n_tensors], dvdb_buffer handles, changed */
    DVDB_IN const int64_t *counts,                /* [n_tensors], 0 or more */
    DVDB_IN const uint32_t *dtypes,               /* [n_tensors] */
    DVDB_IN const double *decays,                 /* [n_tensors] */
    double rate, double beta1, double beta2, double epsilon,
    uint32_t decoupled,                           /* 0 to 1 */
    dvdb_buffer steps,                            /* f64 [1], steps before this one, changed */
    dvdb_buffer control /* f64 [3]; 0 for none */) DVDB_NOEXCEPT;

/**
 * Exponential moving average of parameters: shadow = decay shadow + (1 - decay) p. The factor of `control` does not count,
 * only whether gradients are finite.
 */
DVDB_API dvdb_status dvdb_ema_into(
    dvdb_context context,
    uint32_t n_tensors,                           /* 0 to 1048576 */
    DVDB_IN const uint32_t *shadows,              /* [n_tensors], dvdb_buffer handles, changed */
    DVDB_IN const uint32_t *parameters,           /* [n_tensors], dvdb_buffer handles */
    DVDB_IN const int64_t *counts,                /* [n_tensors], 0 or more */
    DVDB_IN const uint32_t *dtypes,               /* [n_tensors], of parameters */
    double decay,
    dvdb_buffer control /* f64 [3]; 0 for none */) DVDB_NOEXCEPT;

/**
 * The factor that makes the norm of all gradients together at most `most`: min(1, most / (norm + 1e-6)), or 0 if the
 * norm is not finite, which the second number says by 0, then the norm. Squares are summed in f64, in an order that
 * depends on counts alone. Gradients of a scaled loss, as dvdb_loss_scale_into keeps it, have the norm of their multiple,
 * and the factor takes the scale back.
 */
DVDB_API dvdb_status dvdb_clip_factor(
    dvdb_context context,
    uint32_t n_tensors,                           /* 0 to 1048576 */
    DVDB_IN const uint32_t *gradients,            /* [n_tensors], dvdb_buffer handles */
    DVDB_IN const int64_t *counts,                /* [n_tensors], 0 or more */
    DVDB_IN const uint32_t *dtypes,               /* [n_tensors] */
    double most,
    dvdb_buffer loss_scale,                       /* f64 [3]; 0 for none */
    dvdb_buffer out /* f64 [3], the factor, whether the norm is finite, and the norm */) DVDB_NOEXCEPT;

/**
 * Updates the scale of a loss, [scale, steps since it changed, steps skipped]: where `factor`, of dvdb_clip_factor, says
 * that gradients were not finite, the scale is halved, and otherwise doubled after `period` steps; it stays from 1 to 2^24.
 */
DVDB_API dvdb_status dvdb_loss_scale_into(
    dvdb_context context,
    dvdb_buffer scale,                            /* f64 [3], changed */
    dvdb_buffer factor,                           /* f64 [3] */
    int64_t period /* 1 or more */) DVDB_NOEXCEPT;

#endif
