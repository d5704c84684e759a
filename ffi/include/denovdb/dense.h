/**
 * Building blocks of networks on rows of features: normalizations, products, losses, random numbers.
 *
 * Rows are those of [n, channels], in row order. f16 and bf16 are computed in f32 and rounded once, f64 in f64; sums
 * over rows are in f64, in an order that depends on sizes alone. Statistics and parameters of normalizations are f32,
 * but f64 for features in f64.
 *
 * A backward pass that is given `results` of its forward pass had the epilogue DVDB_EPILOGUE_RELU: gradients of results
 * that are not above 0 count as 0, and those that are left are what `out_residual` gets.
 */
#ifndef DENOVDB_DENSE_H
#define DENOVDB_DENSE_H

#include "abi.h"

/** Last operation on results. Numbers are never reused. */
enum dvdb_epilogue {
  /** Nothing. */
  DVDB_EPILOGUE_NONE = 0,
  /** Negative numbers become 0. */
  DVDB_EPILOGUE_RELU = 1
};

/** Losses of elements. Numbers are never reused. */
enum dvdb_element_loss_kind {
  /** (x - target)^2. */
  DVDB_LOSS_SQUARE = 0,
  /** |x - target|. */
  DVDB_LOSS_ABS = 1,
  /** (x - target)^2 / 2 where |x - target| is at most delta, else delta (|x - target| - delta / 2). */
  DVDB_LOSS_HUBER = 2,
  /** log(1 + exp(x)) - x target: the cross entropy of yes, with the probability 1 / (1 + exp(-x)), and no. */
  DVDB_LOSS_BINARY_CROSS_ENTROPY = 3
};

/**
 * Batch normalization by the statistics of all rows: with the mean m of a channel and its biased variance v,
 * out = epilogue((x - m) / sqrt(v + epsilon) * scale + shift + residual). The unbiased variance is v, rounded, times
 * n / (n - 1).
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
    dvdb_buffer out_variance,                     /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer out_unbiased,                     /* f32 [channels]; 0 for none; f64 for dtype DVDB_F64 */
    dvdb_buffer out_factor /* f32 [channels], 1 / sqrt(v + epsilon); f64 for dtype DVDB_F64 */) DVDB_NOEXCEPT;

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

/** Backward pass of dvdb_batch_norm. */
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

/**
 * Normalization of each row by its own statistics: with the mean m of a row and its biased variance v,
 * out = epilogue((x - m) / sqrt(v + epsilon) * scale + shift + residual). Rows that are not `centered` are taken as if
 * their mean were 0: v is the mean of their squares. Sums along rows are f32, f64 for f64: of every so many elements, a
 * power of two that depends on channels alone, then as a tree of neighbors.
 * Serves: layerNorm, rmsNorm.
 */
DVDB_API dvdb_status dvdb_normalize_rows(
    dvdb_context context,
    dvdb_buffer features,                         /* dtype [n, channels] */
    dvdb_buffer scale,                            /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer shift,                            /* f32 [channels]; 0 for none; f64 for dtype DVDB_F64 */
    dvdb_buffer residual,                         /* dtype [n, channels]; 0 for none */
    uint32_t centered,                            /* 0 to 1 */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t channels,                             /* 0 to 65536 */
    double epsilon,
    uint32_t epilogue,                            /* dvdb_epilogue */
    dvdb_buffer out /* dtype [n, channels] */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_normalize_rows, with results and residual as that of dvdb_batch_norm. Gradients of scale and
 * shift are summed over up to 64 rows in f32, f64 for f64, and then in f64.
 * Serves: layerNormBackward, rmsNormBackward.
 */
DVDB_API dvdb_status dvdb_normalize_rows_backward(
    dvdb_context context,
    dvdb_buffer features,                         /* dtype [n, channels] */
    dvdb_buffer scale,                            /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer results,                          /* dtype [n, channels]; 0 for none */
    dvdb_buffer gradients,                        /* dtype [n, channels], of a loss by the results */
    uint32_t centered,                            /* 0 to 1 */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t channels,                             /* 0 to 65536 */
    double epsilon,
    dvdb_buffer out_features,                     /* dtype [n, channels]; 0 for none */
    dvdb_buffer out_scale,                        /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer out_shift,                        /* f32 [channels]; 0 for none; f64 for dtype DVDB_F64 */
    dvdb_buffer out_residual /* dtype [n, channels]; 0 for none */) DVDB_NOEXCEPT;

/**
 * Group normalization: as dvdb_batch_norm, by the statistics of each list of rows and each group of neighboring channels.
 */
DVDB_API dvdb_status dvdb_group_norm(
    dvdb_context context,
    dvdb_buffer features,                         /* dtype [n, channels] */
    dvdb_buffer scale,                            /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer shift,                            /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer residual,                         /* dtype [n, channels]; 0 for none */
    DVDB_IN const int64_t *offsets,               /* [n_lists + 1] */
    uint32_t n_lists,
    int64_t groups,                               /* 1 to 65536 */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t channels,                             /* 0 to 65536, a multiple of groups */
    double epsilon,
    uint32_t epilogue,                            /* dvdb_epilogue */
    dvdb_buffer out,                              /* dtype [n, channels] */
    dvdb_buffer out_mean,                         /* f32 [n_lists, groups]; f64 for dtype DVDB_F64 */
    dvdb_buffer out_factor /* f32 [n_lists, groups], 1 / sqrt(variance + epsilon); f64 for dtype DVDB_F64 */) DVDB_NOEXCEPT;

/** Backward pass of dvdb_group_norm, with results and residual as that of dvdb_batch_norm. */
DVDB_API dvdb_status dvdb_group_norm_backward(
    dvdb_context context,
    dvdb_buffer features,                         /* dtype [n, channels] */
    dvdb_buffer scale,                            /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer mean,                             /* f32 [n_lists, groups]; f64 for dtype DVDB_F64 */
    dvdb_buffer factor,                           /* f32 [n_lists, groups]; f64 for dtype DVDB_F64 */
    dvdb_buffer results,                          /* dtype [n, channels]; 0 for none */
    dvdb_buffer gradients,                        /* dtype [n, channels], of a loss by the results */
    DVDB_IN const int64_t *offsets,               /* [n_lists + 1] */
    uint32_t n_lists,
    int64_t groups,                               /* 1 to 65536 */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t channels,                             /* 0 to 65536, a multiple of groups */
    dvdb_buffer out_features,                     /* dtype [n, channels]; 0 for none */
    dvdb_buffer out_scale,                        /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer out_shift,                        /* f32 [channels]; f64 for dtype DVDB_F64 */
    dvdb_buffer out_residual /* dtype [n, channels]; 0 for none */) DVDB_NOEXCEPT;

/**
 * Cross entropy of classes: the sum over rows of (1 - smoothing) w[t] (-log p[t]) + smoothing / classes times the sum
 * over all classes of w (-log p), where t is the target of the row, w are weights, and p the softmax of logits. `mean`
 * divides by the sum of w[t]; it is 0 where there is none. Rows whose target is `ignore` are left out; any other target
 * that is no class makes the result NaN.
 */
DVDB_API dvdb_status dvdb_cross_entropy(
    dvdb_context context,
    dvdb_buffer logits,                           /* dtype [n, classes] */
    dvdb_buffer targets,                          /* target_dtype [n] */
    dvdb_buffer weights,                          /* f32 [classes]; 0 for none; f64 for dtype DVDB_F64 */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    uint32_t target_dtype,                        /* DVDB_U8, DVDB_I32 or DVDB_I64 */
    int64_t n,
    int64_t classes,                              /* 1 to 65536 */
    int64_t ignore,
    double smoothing,
    uint32_t mean,                                /* 0 to 1 */
    dvdb_buffer out /* f32 [1]; f64 for dtype DVDB_F64 */) DVDB_NOEXCEPT;

/** Backward pass of dvdb_cross_entropy, with respect to logits. Rows whose target is no class get NaN. */
DVDB_API dvdb_status dvdb_cross_entropy_backward(
    dvdb_context context,
    dvdb_buffer logits,                           /* dtype [n, classes] */
    dvdb_buffer targets,                          /* target_dtype [n] */
    dvdb_buffer weights,                          /* f32 [classes]; 0 for none; f64 for dtype DVDB_F64 */
    dvdb_buffer gradients,                        /* f32 [1], of a loss by the result; f64 for dtype DVDB_F64 */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    uint32_t target_dtype,                        /* DVDB_U8, DVDB_I32 or DVDB_I64 */
    int64_t n,
    int64_t classes,                              /* 1 to 65536 */
    int64_t ignore,
    double smoothing,
    uint32_t mean,                                /* 0 to 1 */
    dvdb_buffer out /* dtype [n, classes] */) DVDB_NOEXCEPT;

/**
 * Softmax of each row, exp(x) / (sum of exp(x)), or its logarithm.
 * Serves: logSoftmax, softmax.
 */
DVDB_API dvdb_status dvdb_share_scores(
    dvdb_context context,
    dvdb_buffer x,                                /* dtype [n, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t channels,                             /* 0 to 65536 */
    uint32_t logarithm,                           /* 0 to 1 */
    dvdb_buffer out /* dtype [n, channels] */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_share_scores.
 * Serves: logSoftmaxBackward, softmaxBackward.
 */
DVDB_API dvdb_status dvdb_share_scores_backward(
    dvdb_context context,
    dvdb_buffer result,                           /* dtype [n, channels], of dvdb_share_scores */
    dvdb_buffer gradients,                        /* dtype [n, channels], of a loss by the result */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t channels,                             /* 0 to 65536 */
    uint32_t logarithm,                           /* 0 to 1 */
    dvdb_buffer out /* dtype [n, channels] */) DVDB_NOEXCEPT;

/** The logarithm of the sum of exp(x) of each row; -inf for no channels. */
DVDB_API dvdb_status dvdb_log_sum_exp(
    dvdb_context context,
    dvdb_buffer x,                                /* dtype [n, channels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t channels,                             /* 0 to 65536 */
    dvdb_buffer out /* dtype [n] */) DVDB_NOEXCEPT;

/** Backward pass of dvdb_log_sum_exp. */
DVDB_API dvdb_status dvdb_log_sum_exp_backward(
    dvdb_context context,
    dvdb_buffer x,                                /* dtype [n, channels] */
    dvdb_buffer gradients,                        /* dtype [n], of a loss by the result */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t channels,                             /* 0 to 65536 */
    dvdb_buffer out /* dtype [n, channels] */) DVDB_NOEXCEPT;

/**
 * Sum or mean of the losses of elements; 0 for no elements.
 * Serves: binaryCrossEntropy, huber, meanAbs, meanSquares.
 */
DVDB_API dvdb_status dvdb_element_loss(
    dvdb_context context,
    uint32_t loss,                                /* dvdb_element_loss_kind */
    dvdb_buffer x,                                /* dtype [n] */
    dvdb_buffer targets,                          /* dtype [n] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    double delta,                                 /* of DVDB_LOSS_HUBER */
    uint32_t mean,                                /* 0 to 1 */
    dvdb_buffer out /* f32 [1]; f64 for dtype DVDB_F64 */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_element_loss.
 * Serves: binaryCrossEntropyBackward, huberBackward, meanAbsBackward, meanSquaresBackward.
 */
DVDB_API dvdb_status dvdb_element_loss_backward(
    dvdb_context context,
    uint32_t loss,                                /* dvdb_element_loss_kind */
    dvdb_buffer x,                                /* dtype [n] */
    dvdb_buffer targets,                          /* dtype [n] */
    dvdb_buffer gradients,                        /* f32 [1], of a loss by the result; f64 for dtype DVDB_F64 */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    double delta,                                 /* of DVDB_LOSS_HUBER */
    uint32_t mean,                                /* 0 to 1 */
    dvdb_buffer out_x,                            /* dtype [n]; 0 for none */
    dvdb_buffer out_targets /* dtype [n]; 0 for none */) DVDB_NOEXCEPT;

/**
 * The linear layer: out = epilogue(features weights^T + bias + residual). Sums are f64 for f64, else f32, over channels
 * in chunks of 256, each summed from 0 by fused multiply-adds in order; f16 and bf16 are summed by matrix units, in an
 * order of theirs, where the device has any.
 */
DVDB_API dvdb_status dvdb_linear(
    dvdb_context context,
    dvdb_buffer features,                         /* dtype [n, in_channels] */
    dvdb_buffer weights,                          /* dtype [out_channels, in_channels] */
    dvdb_buffer bias,                             /* dtype [out_channels]; 0 for none */
    dvdb_buffer residual,                         /* dtype [n, out_channels]; 0 for none */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t in_channels,                          /* 0 to 65536 */
    int64_t out_channels,                         /* 0 to 65536 */
    uint32_t epilogue,                            /* dvdb_epilogue */
    dvdb_buffer out /* dtype [n, out_channels] */) DVDB_NOEXCEPT;

/** Backward pass of dvdb_linear. */
DVDB_API dvdb_status dvdb_linear_backward(
    dvdb_context context,
    dvdb_buffer features,                         /* dtype [n, in_channels] */
    dvdb_buffer weights,                          /* dtype [out_channels, in_channels] */
    dvdb_buffer results,                          /* dtype [n, out_channels]; 0 for none */
    dvdb_buffer gradients,                        /* dtype [n, out_channels], of a loss by the results */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t in_channels,                          /* 0 to 65536 */
    int64_t out_channels,                         /* 0 to 65536 */
    dvdb_buffer out_features,                     /* dtype [n, in_channels]; 0 for none */
    dvdb_buffer out_weights,                      /* dtype [out_channels, in_channels]; 0 for none */
    dvdb_buffer out_bias,                         /* dtype [out_channels]; 0 for none */
    dvdb_buffer out_residual /* dtype [n, out_channels]; 0 for none */) DVDB_NOEXCEPT;

/**
 * Products of matrices, one for each of a batch: out = left right, of [m, k] and [k, n]. A transposed operand lies as [k, m] or
 * [n, k]. Sums are those of dvdb_linear; where there are too few results to occupy a device, parts of k are summed
 * apart, in a way that depends on sizes alone.
 */
DVDB_API dvdb_status dvdb_matmul(
    dvdb_context context,
    dvdb_buffer left,                             /* dtype [batches, m, k] */
    dvdb_buffer right,                            /* dtype [batches, k, n] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t batches,
    int64_t m,
    int64_t k,
    int64_t n,
    uint32_t left_transposed,                     /* 0 or 1 */
    uint32_t right_transposed,                    /* 0 or 1 */
    dvdb_buffer out /* dtype [batches, m, n] */) DVDB_NOEXCEPT;

/**
 * Fills a buffer with random numbers of a stream of a seed, by Philox4x32-10: uniform in [low, high), or with `normal` of
 * mean `low` and deviation `high`.
 * Serves: streamNormal, streamUniform.
 */
DVDB_API dvdb_status dvdb_fill_stream(
    dvdb_context context,
    uint32_t normal,                              /* 0 to 1 */
    uint32_t seed_low, uint32_t seed_high,
    uint32_t stream_low, uint32_t stream_high,
    double low, double high,
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    dvdb_buffer out /* dtype [n] */) DVDB_NOEXCEPT;

/**
 * Dropout: x / (1 - p) where word i of the stream of the seed is at least p 2^32, and 0 elsewhere. Its own backward
 * pass, with gradients for x.
 */
DVDB_API dvdb_status dvdb_dropout(
    dvdb_context context,
    dvdb_buffer x,                                /* dtype [n] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    double p,
    uint32_t seed_low, uint32_t seed_high,
    uint32_t stream_low, uint32_t stream_high,
    dvdb_buffer out /* dtype [n] */) DVDB_NOEXCEPT;

#endif
