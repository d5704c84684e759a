/**
 * Building blocks of networks on rows of features: normalizations, products, losses, random numbers.
 *
 * Rows are those of [n, channels], in row order. f16 and bf16 are computed in f32 and rounded once, f64 in f64; sums
 * over rows are in f64, in an order that depends on sizes alone. Statistics and parameters of normalizations are f32,
 * but f64 for features in f64.
 */
#ifndef DENOVDB_DENSE_H
#define DENOVDB_DENSE_H

#include "abi.h"

/** What is done to results at last. Numbers are never reused. */
enum dvdb_epilogue {
  /** Nothing. */
  DVDB_EPILOGUE_NONE = 0,
  /** Negative numbers become 0. */
  DVDB_EPILOGUE_RELU = 1
};

/**
 * Batch normalization by the statistics of all rows: with the mean m of a channel and its biased variance v,
 * out = epilogue((x - m) / sqrt(v + epsilon) * scale + shift + residual).
 */
DVDB_API dvdb_status dvdb_batch_norm(
    dvdb_context context,
    dvdb_buffer features,                         /* dtype [n, channels] */
    dvdb_buffer scale,                            /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer shift,                            /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer residual,                         /* dtype [n, channels]; 0 for none */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t channels,                             /* 0 to 65536 */
    double epsilon,
    uint32_t epilogue,                            /* dvdb_epilogue */
    dvdb_buffer out,                              /* dtype [n, channels] */
    dvdb_buffer out_mean,                         /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer out_variance,                     /* f32 [channels], biased; f64 for dtype DVDB_F64 */
    dvdb_buffer out_factor /* f32 [channels], 1 / sqrt(variance + epsilon); f64 for dtype DVDB_F64 */) DVDB_NOEXCEPT;

/** The same with statistics that are given, as for inference. */
DVDB_API dvdb_status dvdb_batch_norm_inference(
    dvdb_context context,
    dvdb_buffer features,                         /* dtype [n, channels] */
    dvdb_buffer mean,                             /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer variance,                         /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer scale,                            /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer shift,                            /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer residual,                         /* dtype [n, channels]; 0 for none */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t channels,                             /* 0 to 65536 */
    double epsilon,
    uint32_t epilogue,                            /* dvdb_epilogue */
    dvdb_buffer out /* dtype [n, channels] */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_batch_norm. If `results` is given, the epilogue was DVDB_EPILOGUE_RELU, and gradients of results
 * that are not above 0 count as 0; those that are left are what `out_residual` gets.
 */
DVDB_API dvdb_status dvdb_batch_norm_backward(
    dvdb_context context,
    dvdb_buffer features,                         /* dtype [n, channels] */
    dvdb_buffer scale,                            /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer mean,                             /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer factor,                           /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer results,                          /* dtype [n, channels]; 0 for none */
    dvdb_buffer gradients,                        /* dtype [n, channels], of a loss by the results */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t channels,                             /* 0 to 65536 */
    dvdb_buffer out_features,                     /* dtype [n, channels]; 0 for none */
    dvdb_buffer out_scale,                        /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer out_shift,                        /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer out_residual /* dtype [n, channels]; 0 for none */) DVDB_NOEXCEPT;

#endif
